import { HOUR_MS } from '@balcao/domain/kit/durations';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startConnectedServer } from '../../../test/connected-server.ts';
import { createCampaignCompany, type CampaignCompany, type ConnectedServer } from './campaigns.fixture.ts';

let service: ConnectedServer;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterEach(() => service.server.clock.set(new Date()));
afterAll(() => service.server.stop());

const step = ({ companyId, connectionId }: CampaignCompany) =>
  service.server.modules.campaignModule.runStep(companyId, connectionId);

/** A campaign for new people, planned but not sent to. */
async function planned(company: CampaignCompany, size: number, given: Parameters<CampaignCompany['create']>[0] = {}) {
  const { id: contactListId, numbers } = await company.createLargeList(size);
  const at = new Date(+service.server.clock.now() + 1_800_000);
  const { id } = await company.create({ contactListId, scheduledAt: at.toISOString(), ...given });
  await company.runUntil(id, ({ isPlanned }) => isPlanned);
  service.server.clock.set(new Date(+at + 1000));
  await service.server.asOwner.query('update campaigns set wait_until = null where id = $1', [id]);
  return { id, numbers };
}
const statesOf = async (company: CampaignCompany, id: number) =>
  (await company.recipients(id)).map(({ state }) => state);
/** By an address of the list: numbers are stored in one spelling. */
const contactOf = async (company: CampaignCompany, number: string) =>
  (await company.must<{ id: number }>('POST', '/contacts', { name: 'Ana', number })).id;
/** Contacts who wrote two days ago. */
const wroteBefore = (company: CampaignCompany, numbers: string[]) =>
  service.server.asOwner.query(
    `with known as (insert into contacts (company_id, name, number) select $1, 'Ana', unnest($3::text[]) returning id, number)
     , named as (insert into contact_identities (company_id, contact_id, kind, value)
         select $1, id, 'phone', phone_key(number) from known)
     insert into tickets (company_id, contact_id, connection_id, channel, status, closed_at, last_inbound_at)
     select $1, id, $2, 'whatsapp', 'closed', now(), now() - interval '2 days' from known`,
    [company.companyId, company.connectionId, numbers],
  );

describe('a step of a connection without intervals', () => {
  it('queues twenty recipients in one transaction, each with its own message', async () => {
    const company = await createCampaignCompany(service);
    const { id, numbers } = await planned(company, 23);
    expect([(await step(company)).sent, (await step(company)).sent]).toEqual([20, 3]);
    await company.runUntil(id);
    expect(numbers.map((number) => company.textsTo(number))).toEqual(
      numbers.map((_, index) => [`Oi, Pessoa ${index + 1}!`]),
    );
    const { rows } = await service.server.asOwner.query<{ keys: number; tickets: number; events: number }>(
      `select count(distinct m.client_key)::int as keys, count(distinct m.ticket_id)::int as tickets,
              (select count(*)::int from event_log e where e.company_id = $1 and e.kind = 'outbox.filled') as events
         from messages m where m.company_id = $1 and m.origin = 'campaign'`,
      [company.companyId],
    );
    expect(rows).toEqual([{ keys: 23, tickets: 23, events: 23 }]);
  });

  it.each([
    ['whatsapp', true],
    ['whatsappapi', false],
  ] as const)('at the rate of an account, by %s: a phone keeps its interval', async (channel, hasInterval) => {
    const company = await createCampaignCompany(service, { channel, settings: { messageInterval: 20 } });
    const { id, numbers } = await planned(company, 5, { rateMode: 'account' });
    await wroteBefore(company, numbers);
    const { sent, nextInMs } = await step(company);
    const { forecast } = await company.report(id);
    const endsInMs = +new Date(forecast.endsAt!) - +service.server.clock.now();
    expect({ sent, isLate: nextInMs! >= 20_000, endsLate: endsInMs >= 60_000 }).toEqual({
      sent: 1,
      isLate: hasInterval,
      endsLate: hasInterval,
    });
    await company.must('POST', `/campaigns/${id}/cancel`);
  });

  it('takes one recipient with an interval, and none beyond the next long pause', async () => {
    const slow = await createCampaignCompany(service, { settings: { messageInterval: 1 } });
    await planned(slow, 3);
    expect((await step(slow)).sent).toBe(1);
    const paused = await createCampaignCompany(service, { settings: { longerIntervalAfter: 3, greaterInterval: 60 } });
    await planned(paused, 5);
    const first = await step(paused);
    expect(first.sent).toBe(3);
    expect(first.nextInMs).toBeGreaterThanOrEqual(60_000);
    expect((await step(paused)).sent).toBe(0);
  });

  it('judges each recipient: an opt-out and a block among them are skipped, the others are reached', async () => {
    const company = await createCampaignCompany(service);
    const { id, numbers } = await planned(company, 6);
    await company.must('POST', `/contacts/${await contactOf(company, numbers[1]!)}/opt-outs`, {});
    await company.must('PUT', `/contacts/block/${await contactOf(company, numbers[4]!)}`, { active: false });
    expect((await step(company)).sent).toBe(4);
    const rows = await company.recipients(id);
    expect(rows.map(({ state, reason }) => `${state} ${reason}`.trim())).toEqual([
      'queued',
      'skipped opted-out',
      'queued',
      'queued',
      'skipped blocked',
      'queued',
    ]);
  });

  it('sends two messages for two numbers of the same contact, one in each step', async () => {
    const company = await createCampaignCompany(service);
    const { id, numbers } = await planned(company, 3);
    const contactId = await contactOf(company, numbers[0]!);
    await service.server.asOwner.query(
      `insert into contact_identities (company_id, contact_id, kind, value) values ($1, $2, 'phone', phone_key($3))`,
      [company.companyId, contactId, numbers[1]],
    );
    expect((await step(company)).sent).toBe(2);
    expect(await statesOf(company, id)).toEqual(['queued', 'planned', 'queued']);
    expect((await step(company)).sent).toBe(1);
  });

  it('fails only the recipient whose message exists already; the others are reached', async () => {
    const company = await createCampaignCompany(service);
    const ticket = await company.openTicket('5500984499999', 'outra conversa');
    const { id, numbers } = await planned(company, 4);
    const [, second] = await company.recipients(id);
    await service.server.asOwner.query(
      `insert into messages (company_id, ticket_id, contact_id, connection_id, seq, from_me, origin, body, media_type,
              client_key, delivery, sent_at)
       select company_id, id, contact_id, connection_id, 1000, true, 'campaign', 'antes', 'conversation', $2, 'sent', now()
         from tickets where id = $1`,
      [ticket.id, `campaign ${second!.id} ${second!.attempt}`],
    );
    await company.runUntil(id);
    expect(await statesOf(company, id)).toEqual(['sent', 'failed', 'sent', 'sent']);
    expect(numbers.map((number) => company.textsTo(number).length)).toEqual([1, 0, 1, 1]);
  });

  it('opens a ticket for each, and closes those that it should', async () => {
    const company = await createCampaignCompany(service);
    await planned(company, 3, { openTicket: 'enabled', statusTicket: 'closed' });
    expect((await step(company)).sent).toBe(3);
    const tickets = await company.tickets();
    expect(tickets.map(({ status, is_unlisted }) => `${status} ${is_unlisted}`)).toEqual(
      Array.from({ length: 3 }, () => 'closed false'),
    );
  });

  it('postpones cold contacts beyond the limit of the day, and goes on with people who wrote before', async () => {
    const company = await createCampaignCompany(service, { channel: 'whatsapp' });
    const { id, numbers } = await planned(company, 60, { allowCold: true, coldConfirmation: 'Matriz' });
    await service.server.asOwner.query('update contact_list_items set is_valid = true where company_id = $1', [
      company.companyId,
    ]);
    const friends = numbers.slice(-2);
    await wroteBefore(company, friends);
    const lookups: string[] = [];
    const { channel } = service.testChannel;
    const { findNumber } = channel;
    channel.findNumber = async (account, digits) => {
      lookups.push(digits);
      return findNumber(account, digits);
    };
    await service.server.asOwner.query(
      'update contact_list_items set is_valid = null where company_id = $1 and number = any($2)',
      [company.companyId, numbers.slice(10, 20)],
    );
    try {
      // Five cold contacts on the first day, and both people who wrote.
      await service.until(
        async () => {
          await step(company);
          return (await statesOf(company, id)).filter((state) => state !== 'planned').length;
        },
        (count) => count === 7,
      );
    } finally {
      channel.findNumber = findNumber;
    }
    const rows = await company.recipients(id);
    const reached = rows.filter(({ state }) => state !== 'planned').map(({ number }) => number);
    expect(reached).toEqual([...numbers.slice(0, 5), ...friends]);
    // A phone is not asked about numbers to which it may not write today.
    expect(lookups).toEqual([]);
    const left = rows.filter(({ state }) => state === 'planned');
    const now = +service.server.clock.now();
    expect(Math.min(...left.map((row) => +row.not_before)) - now).toBeGreaterThan(23 * HOUR_MS);
    await step(company);
    const { waiting } = await company.read(id);
    expect(waiting).toEqual({ reason: 'cold', until: left[0]!.not_before.toISOString() });
  });

  it('reaches as many new people as the budget of the day has left, and then waits', async () => {
    const company = await createCampaignCompany(service, { channel: 'whatsapp' });
    const { id, numbers } = await planned(company, 4);
    await wroteBefore(company, numbers);
    await service.server.asOwner.query(
      `insert into sending_pools (company_id, pool, people_per_day, is_unbounded, limit_at)
       values ($1, 'connection:' || $2, 2, false, now())
       on conflict (company_id, pool) do update set people_per_day = 2, is_unbounded = false, limit_at = now()`,
      [company.companyId, company.connectionId],
    );
    expect((await step(company)).sent).toBe(2);
    expect((await step(company)).sent).toBe(0);
    expect(await statesOf(company, id)).toEqual(['queued', 'queued', 'planned', 'planned']);
    expect((await company.read(id)).waiting?.reason).toBe('budget');
  });
});
