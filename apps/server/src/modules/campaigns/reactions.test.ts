import type { CampaignCheck, CampaignDraft } from '@balcao/contract/endpoints/campaigns';
import { DAY_MS, HOUR_MS } from '@balcao/domain/kit/durations';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTemplate } from '../../../test/channel.ts';
import { createPeer, startConnectedServer } from '../../../test/connected-server.ts';
import { createCampaignCompany, nextNumber, type CampaignCompany, type ConnectedServer } from './campaigns.fixture.ts';

let service: ConnectedServer;
let company: CampaignCompany;
beforeAll(async () => {
  service = await startConnectedServer();
  company = await createCampaignCompany(service);
});
afterEach(() => service.server.clock.set(new Date()));
afterAll(() => service.server.stop());

const numbers = (size: number) => Array.from({ length: size }, nextNumber);
const worker = () => service.server.modules.campaignModule.worker;
const sql = async (text: string, values: unknown[]) => (await service.server.asOwner.query(text, values)).rows;

/** A campaign that sends to its first people now, and to the others not before tomorrow: it cannot end meanwhile. */
async function startPart(
  { createList, create, runUntil }: CampaignCompany,
  people: string[],
  ready: number,
  given: Partial<CampaignDraft> = {},
): Promise<number> {
  const contactListId = await createList(people);
  const scheduledAt = new Date(+service.server.clock.now() + HOUR_MS / 2).toISOString();
  const { id } = await create({ contactListId, scheduledAt, ...given });
  await runUntil(id, ({ isPlanned }) => isPlanned);
  await sql(
    `update campaign_recipients r set not_before = now() + case when n.position <= $2 then interval '-1 hour' else interval '1 day' end
       from (select id, row_number() over (order by id) as position from campaign_recipients where campaign_id = $1) n
      where r.id = n.id`,
    [id, ready],
  );
  await sql(`update campaigns set scheduled_at = now() - interval '1 hour' where id = $1`, [id]);
  return id;
}
const releaseRest = (id: number) =>
  sql(
    `update campaign_recipients set not_before = now() - interval '1 hour' where campaign_id = $1 and state = 'planned'`,
    [id],
  );
const statesOf = async ({ recipients }: CampaignCompany, id: number) =>
  (await recipients(id)).map(({ state, reason }) => `${state} ${reason}`.trim());
const sentTo = (of: CampaignCompany, id: number, count: number) =>
  of.runUntil(id, ({ counts }) => counts.sent === count);

/** The channel says later that the first message of the campaign failed. */
async function failFirst(of: CampaignCompany, id: number, code: string): Promise<void> {
  const [row] = await of.recipients(id);
  const [message] = await sql('select wid from messages where id = $1', [row!.message_id]);
  const at = new Date().toISOString();
  const fault = { code, detail: '' };
  await of.sendWebhook([
    { type: 'receipt', wid: message.wid, peer: createPeer(row!.number), status: 'failed', at, fault },
  ]);
  await service.until(
    async () => {
      await worker().poll();
      return statesOf(of, id);
    },
    ([state]) => state === `failed ${code}`,
  );
}

describe('failures', () => {
  it('hold a campaign when more than a tenth of the last fifty failed; a second confirmation continues', async () => {
    const failing = await createCampaignCompany(service);
    // Fewer than the health of a connection counts: red would hold it too.
    service.testChannel.moods.push(...Array.from({ length: 8 }, () => 'refused' as const));
    const id = await startPart(failing, numbers(10), 8);
    const held = await failing.runUntil(id, ({ hold }) => hold !== null);
    expect(held.hold).toMatchObject({ reason: 'results', detail: 'failed' });
    service.testChannel.moods.length = 0;
    await releaseRest(id);
    await failing.must('POST', `/campaigns/${id}/continue`);
    const { counts } = await failing.runUntil(id);
    expect(counts.sent + counts.failed).toBe(10);
    expect(counts.failed).toBeGreaterThan(5);
  });

  it('are counted from the continuation on, whatever the place of a person in the list', async () => {
    const failing = await createCampaignCompany(service);
    const id = await startPart(failing, numbers(20), 0);
    const { db, modules } = service.server;
    const settle = () => db.inCompany(failing.companyId, (tx) => modules.campaignModule.ledger.settle(tx, [id], []));
    /** As if these had been sent to and had failed. */
    const fail = async (from: number, to: number) => {
      const people = (await failing.recipients(id)).slice(from, to).map((row) => row.id);
      await sql(
        `update campaign_recipients set state = 'failed', reason = 'ERR_CHANNEL', queued_at = now() where id = any($1)`,
        [people],
      );
      await settle();
      return (await failing.read(id)).hold?.reason ?? null;
    };
    // The others are postponed, as cold contacts are.
    expect(await fail(12, 20)).toBe('results');
    await failing.must('POST', `/campaigns/${id}/continue`);
    await settle();
    expect((await failing.read(id)).hold).toBeNull();
    expect(await fail(0, 5)).toBeNull();
    expect(await fail(5, 6)).toBe('results');
    await failing.must('POST', `/campaigns/${id}/cancel`);
  });

  it('as a spam warning (131048) hold every campaign of the connection, also after the last message', async () => {
    const warned = await createCampaignCompany(service);
    const ended = await warned.create({ contactListId: await warned.createList(numbers(1)) });
    await warned.runUntil(ended.id);
    const other = await startPart(warned, numbers(1), 0);
    await failFirst(warned, ended.id, 'ERR_CHANNEL_SPAM');
    const { hold } = await warned.runUntil(other, (campaign) => campaign.hold?.reason === 'results');
    expect(hold).toMatchObject({ detail: 'ERR_CHANNEL_SPAM', until: null });
  });

  it('as a spam warning (131048) hold campaigns that start or are continued while its block stands', async () => {
    const warned = await createCampaignCompany(service);
    const first = await startPart(warned, numbers(2), 1);
    await sentTo(warned, first, 1);
    await failFirst(warned, first, 'ERR_CHANNEL_SPAM');
    await warned.runUntil(first, ({ hold }) => hold?.reason === 'results');
    await releaseRest(first);
    const { id: later } = await warned.create({ contactListId: await warned.createList(numbers(1)) });
    await warned.must('POST', `/campaigns/${first}/continue`);
    for (const id of [later, first]) {
      const { hold, counts } = await warned.runUntil(
        id,
        (campaign) => campaign.hold !== null || campaign.counts.sent > 0,
      );
      expect(hold).toMatchObject({ reason: 'health', detail: 'ERR_CHANNEL_SPAM' });
      expect(+new Date(hold!.until!) - Date.now()).toBeGreaterThan(23 * HOUR_MS);
      expect(counts.sent).toBe(0);
    }
    service.server.clock.set(new Date(Date.now() + 25 * HOUR_MS));
    await service.server.modules.connectionHealth.sweep();
    for (const id of [first, later]) await warned.runUntil(id);
    expect([await statesOf(warned, first), await statesOf(warned, later)]).toEqual([
      ['failed ERR_CHANNEL_SPAM', 'sent'],
      ['sent'],
    ]);
  });

  it('of people who received enough (131049) hold nothing; a new campaign reaches them after a day', async () => {
    const id = await startPart(company, numbers(2), 1);
    await sentTo(company, id, 1);
    await failFirst(company, id, 'ERR_CHANNEL_HELD_BACK');
    expect((await company.read(id)).hold).toBeNull();
    const again = await company.must<{ id: number }>('POST', `/campaigns/${id}/repeat`, { filter: 'held-back' });
    await company.must('PUT', `/campaigns/${again.id}`, company.draft({ contactListId: null }));
    await company.runUntil(again.id, ({ isPlanned }) => isPlanned);
    const [row] = await company.recipients(again.id);
    expect(row!.state).toBe('planned');
    expect(+row!.not_before - Date.now()).toBeGreaterThan(23 * HOUR_MS);
    for (const one of [id, again.id]) await company.must('POST', `/campaigns/${one}/cancel`);
  });

  it('of unreachable numbers (131026) mark the person of the list as invalid', async () => {
    const [gone, other] = numbers(2) as [string, string];
    const id = await startPart(company, [gone, other], 1);
    await sentTo(company, id, 1);
    await failFirst(company, id, 'ERR_CHANNEL_NOT_REACHABLE');
    expect((await company.read(id)).hold).toBeNull();
    const items = await sql('select number, is_valid from contact_list_items where number = any($1) order by id', [
      [gone, other],
    ]);
    expect(items).toEqual([
      { number: gone, is_valid: false },
      { number: other, is_valid: null },
    ]);
    await company.must('POST', `/campaigns/${id}/cancel`);
  });

  it('of people who stopped marketing (131050) opt them out of the connection, at once or later', async () => {
    const { moods } = service.testChannel;
    moods.push({ code: 'ERR_CHANNEL_OPTED_OUT' });
    const people = numbers(2);
    const id = await startPart(company, people, 1);
    await service.until(
      async () => {
        await worker().poll();
        return statesOf(company, id);
      },
      ([state]) => state === 'failed ERR_CHANNEL_OPTED_OUT',
    );
    const later = await startPart(company, [people[1]!, nextNumber()], 1);
    await sentTo(company, later, 1);
    await failFirst(company, later, 'ERR_CHANNEL_OPTED_OUT');
    const optOuts = await sql(
      `select o.source, o.connection_id as "connectionId" from opt_outs o
        where o.company_id = $1 and o.address_key = any(select phone_key(n) from unnest($2::text[]) n)`,
      [company.companyId, people],
    );
    const optOut = { source: 'channel', connectionId: company.connectionId };
    expect(optOuts).toEqual([optOut, optOut]);
    for (const each of [id, later]) await company.ask('POST', `/campaigns/${each}/cancel`);
  });

  it('by a block of new conversations (463) hold every campaign of a phone until its end, also those that start meanwhile', async () => {
    const phone = await createCampaignCompany(service, { channel: 'whatsapp' });
    const friends = numbers(3);
    for (const number of friends) await phone.wrote(number, `oi de ${number}`);
    const id = await startPart(phone, friends, 1);
    await sentTo(phone, id, 1);
    await failFirst(phone, id, 'ERR_CHANNEL_RESTRICTED');
    const { hold } = await phone.runUntil(id, (campaign) => campaign.hold !== null);
    expect(hold).toMatchObject({ reason: 'health', detail: 'restricted' });
    expect(+new Date(hold!.until!) - Date.now()).toBeGreaterThan(23 * HOUR_MS);
    const continued = await phone.ask('POST', `/campaigns/${id}/continue`);
    expect(continued.json<{ error: string }>().error).toBe('ERR_CAMPAIGN_HOLD_REMAINS');
    await releaseRest(id);
    const later = await phone.create({ contactListId: await phone.createList(friends.slice(0, 1)) });
    const held = await phone.runUntil(later.id, (campaign) => campaign.hold !== null);
    expect(held.hold).toMatchObject({ reason: 'health', until: hold!.until });
    service.server.clock.set(new Date(Date.now() + 25 * HOUR_MS));
    await service.server.modules.connectionHealth.sweep();
    for (const each of [id, later.id]) await phone.runUntil(each);
    expect(await statesOf(phone, id)).toEqual(['failed ERR_CHANNEL_RESTRICTED', 'sent', 'sent']);
    expect(await statesOf(phone, later.id)).toEqual(['sent']);
  });

  it('of a message of an agent by that block (463) hold the campaigns of the phone, too', async () => {
    const phone = await createCampaignCompany(service, { channel: 'whatsapp' });
    const [friend] = numbers(1) as [string];
    const ticket = await phone.openTicket(friend);
    service.testChannel.moods.push({ code: 'ERR_CHANNEL_RESTRICTED' });
    await phone.must('POST', `/messages/${ticket.id}`, { body: 'bom dia' });
    await service.until(phone.messages, (rows) => rows.some((row) => row.failure_code === 'ERR_CHANNEL_RESTRICTED'));
    const { id } = await phone.create({ contactListId: await phone.createList([friend]) });
    const { hold, counts } = await phone.runUntil(id, (campaign) => campaign.hold !== null || campaign.counts.sent > 0);
    expect({ reason: hold?.reason, sent: counts.sent }).toEqual({ reason: 'health', sent: 0 });
    await phone.must('POST', `/campaigns/${id}/cancel`);
  });

  it('that turn the health of the number red hold all its campaigns until it recovers; no user can continue them', async () => {
    const failing = await createCampaignCompany(service);
    const { db, modules, clock } = service.server;
    const [first, second] = [await startPart(failing, numbers(2), 1), await startPart(failing, numbers(1), 0)];
    await sentTo(failing, first, 1);
    for (let n = 0; n < 30; n += 1) modules.connectionHealth.record(failing.companyId, failing.connectionId, 'refused');
    await modules.connectionHealth.flush();
    db.invalidate(failing.companyId);
    await Promise.all([first, second].map(releaseRest));
    for (const id of [first, second]) {
      const { hold } = await failing.runUntil(id, (campaign) => campaign.hold !== null);
      expect(hold).toMatchObject({ reason: 'health', detail: 'refusals-high' });
      const continued = await failing.ask('POST', `/campaigns/${id}/continue`);
      expect(continued.json<{ error: string }>().error).toBe('ERR_CAMPAIGN_HOLD_REMAINS');
    }
    expect([await statesOf(failing, first), await statesOf(failing, second)]).toEqual([
      ['sent', 'planned'],
      ['planned'],
    ]);
    clock.pass(2 * HOUR_MS);
    await modules.connectionHealth.sweep();
    for (const id of [first, second]) await failing.runUntil(id);
    expect([await statesOf(failing, first), await statesOf(failing, second)]).toEqual([['sent', 'sent'], ['sent']]);
  });

  it('that the channel announces as a restriction end with it, also before the time it named', async () => {
    const report = (update: 'restricted' | 'restored', until?: string) =>
      company.sendWebhook([
        { type: 'health', update, detail: '', at: new Date().toISOString(), ...(until && { until }) },
      ]);
    const until = new Date(Date.now() + 6 * HOUR_MS).toISOString();
    await report('restricted', until);
    const { id } = await company.create({ contactListId: await company.createList(numbers(1)) });
    const { hold } = await company.runUntil(id, (campaign) => campaign.hold !== null);
    expect(hold).toMatchObject({ reason: 'health', detail: 'restricted', until });
    await report('restored');
    await company.runUntil(id);
  });
});

describe('answers', () => {
  it('reach the report; an opt-out word counts and keeps the person out of the next campaign [M-245]', async () => {
    const [happy, tired] = numbers(2) as [string, string];
    const contactListId = await company.createList([happy, tired]);
    const { id } = await company.create({ contactListId });
    await company.runUntil(id);
    await company.wrote(happy, 'que legal');
    await company.wrote(tired, 'SAIR');
    await service.until(
      async () => {
        await worker().sweep();
        return company.report(id);
      },
      ({ replied, optedOut }) => replied === 2 && optedOut === 1,
    );
    const next = await company.create({ contactListId });
    await company.runUntil(next.id);
    expect((await company.recipients(next.id)).map(({ state }) => state)).toEqual(['sent', 'skipped']);
    const { variants } = await company.report(id);
    expect(variants).toMatchObject([{ variant: 1, sent: 2, replied: { count: 2 }, optedOut: { count: 1 } }]);
  });

  it('that opt out count for a campaign of their connection, and when an agent confirms them', async () => {
    const own = await createCampaignCompany(service);
    const [confirmed, chosen, elsewhere, here] = numbers(4) as [string, string, string, string];
    const { id } = await own.create({ contactListId: await own.createList([confirmed, chosen, elsewhere, here]) });
    await own.runUntil(id);
    const rows = await own.recipients(id);
    const optOut = (index: number, words: string) =>
      own.must('POST', `/contacts/${rows[index]!.contact_id}/opt-outs`, { words });
    await optOut(0, 'não quero mais');
    // A decision of the agent, not of the customer.
    await optOut(1, '');
    const [other] = await sql(
      `insert into connections (company_id, name, channel) values ($1, 'Filial', 'whatsappapi') returning id`,
      [own.companyId],
    );
    await sql(
      `insert into opt_outs (company_id, address_key, connection_id, source, at)
       select $1, r.address_key, case r.number when $3 then $4::int else $5::int end, 'channel', now()
         from campaign_recipients r where r.campaign_id = $2 and r.number in ($3, $6)`,
      [own.companyId, id, elsewhere, other.id, own.connectionId, here],
    );
    await worker().sweep();
    const optedOut = (await own.recipients(id)).filter((row) => row.opted_out_at !== null);
    expect(optedOut.map(({ number }) => number)).toEqual([confirmed, here]);
    expect((await own.report(id)).optedOut).toBe(2);
  });

  it('that opt out hold a campaign when they exceed the share of the connection', async () => {
    const guards = { failedPercent: 10, optedOutPercent: 1 };
    await company.must('PUT', `/campaign-connections/${company.connectionId}`, guards);
    const people = numbers(4);
    const id = await startPart(company, people, 3);
    await sentTo(company, id, 3);
    // One percent of two hundred are two people.
    for (const [index, word] of ['Parar', 'parar', 'PARAR'].entries()) {
      expect((await company.read(id)).hold).toBeNull();
      await company.wrote(people[index]!, word);
      await worker().sweep();
    }
    const { hold } = await company.runUntil(id, (campaign) => campaign.hold !== null);
    expect(hold).toMatchObject({ reason: 'results', detail: 'opted-out' });
    await company.must('POST', `/campaigns/${id}/cancel`);
  });
});

describe('waits', () => {
  it('of a connection that was down for a day end with a user, not by themselves', async () => {
    const setStatus = (status: string) =>
      sql('update connections set status = $2 where id = $1', [company.connectionId, status]);
    await setStatus('DISCONNECTED');
    const { id } = await company.create({ contactListId: await company.createList(numbers(1)) });
    await company.runUntil(id, ({ hold }) => hold?.reason === 'connection');
    await sql(`update campaigns set hold_at = now() - interval '25 hours' where id = $1`, [id]);
    await setStatus('CONNECTED');
    await company.runUntil(id, ({ hold }) => hold?.reason === 'unattended');
    expect(await statesOf(company, id)).toEqual(['planned']);
    await company.must('POST', `/campaigns/${id}/continue`);
    await company.runUntil(id);
  });

  it('for the morning of a person in another time zone postpone this person only [M-247]', async () => {
    const hours = { startHour: '09:00', endHour: '18:00' };
    const early = await createCampaignCompany(service, { settings: hours });
    // 09:30 in São Paulo, 07:30 in Acre.
    const day = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
    service.server.clock.set(new Date(`${day}T12:30:00Z`));
    const contactListId = await early.createList(['5568984400001', nextNumber()]);
    const { id } = await early.create({ contactListId, localHours: true });
    await sentTo(early, id, 1);
    const rows = await early.recipients(id);
    expect(rows.map(({ state }) => state)).toEqual(['planned', 'sent']);
    expect(rows[0]!.not_before.toISOString()).toBe(`${day}T14:00:00.000Z`);
    service.server.clock.set(new Date(`${day}T14:00:01Z`));
    await early.runUntil(id);
  });
});

describe('outside the reply window', () => {
  it('the template is sent, at half the rate of the account, until the budget of the day is used up [M-239]', async () => {
    const official = await createCampaignCompany(service);
    const { abilities } = service.testChannel;
    Object.assign(abilities, { replyWindowHours: 24, rateLimit: { perSecond: 80, pairEveryMs: 0 } });
    await official.must('POST', '/templates/sync', { whatsappId: official.connectionId });
    const { templates } = await official.must<{ templates: { id: number }[] }>('GET', '/templates');
    const chosen = {
      templateId: templates[0]!.id,
      templateValues: { 'body.1': '{nome}' },
      rateMode: 'account',
    } as const;
    const [friend, ...others] = numbers(13) as [string, ...string[]];
    await official.wrote(friend, 'oi');
    const { id } = await official.create({ contactListId: await official.createList([friend, ...others]), ...chosen });
    await official.runUntil(id);
    expect(official.textsTo(friend)).toContain('Oi, Pessoa 1!');
    const templateTo = (number: string) =>
      service.testChannel.sent.find(({ to }) => to.identities.some(({ value }) => value === number))?.content;
    expect(templateTo(others[0]!)).toMatchObject({
      kind: 'template',
      template: { name: 'retomar', text: 'Olá Pessoa 2, podemos continuar?' },
    });
    // 40 a second, ten in a quarter of it.
    const steps = await sql(
      `select count(*)::int as n, extract(epoch from min(queued_at)) * 1000 as at from campaign_recipients
        where campaign_id = $1 group by queued_at order by queued_at`,
      [id],
    );
    expect(steps.map(({ n }) => n)).toEqual([10, 3]);
    expect(steps[1].at - steps[0].at).toBeGreaterThan(240);

    // Those inside the window cost nothing.
    await sql(
      'update sending_pools set people_per_day = $2, is_unbounded = false, limit_at = now() where company_id = $1',
      [official.companyId, others.length + 1],
    );
    const [last, late] = numbers(2) as [string, string];
    const next = await official.create({ contactListId: await official.createList([last, late]), ...chosen });
    const { waiting, counts } = await official.runUntil(
      next.id,
      (campaign) => campaign.waiting?.reason === 'budget' && campaign.counts.sent === 1,
    );
    expect(counts.waiting).toBe(1);
    expect(+new Date(waiting!.until) - Date.now()).toBeGreaterThan(23 * HOUR_MS);
    service.server.clock.set(new Date(Date.now() + 25 * HOUR_MS));
    await official.runUntil(next.id);
    expect(templateTo(late)).toBeDefined();
    Object.assign(abilities, { replyWindowHours: null });
    delete abilities.rateLimit;
  });

  it('the template is checked and tested: each person is shown, and sent, what the window allows', async () => {
    const official = await createCampaignCompany(service);
    const { abilities } = service.testChannel;
    Object.assign(abilities, { replyWindowHours: 24 });
    await official.must('POST', '/templates/sync', { whatsappId: official.connectionId });
    const { templates } = await official.must<{ templates: { id: number }[] }>('GET', '/templates');
    const [friend, newcomer] = numbers(2) as [string, string];
    await official.wrote(friend, 'oi');
    const contactListId = await official.createList([friend, newcomer]);
    const template = { templateId: templates[0]!.id, templateValues: { 'body.1': '{nome}  ({numero})' } };
    const draft = official.draft({ contactListId, ...template });
    const samplesOf = async (given: Partial<CampaignDraft> = {}) =>
      (await official.must<CampaignCheck>('POST', '/campaigns/check', { ...draft, ...given })).samples.map(
        ({ variant, text, confirmationText, isTemplate }) => ({ variant, text, confirmationText, isTemplate }),
      );
    const templateText = `Olá Pessoa 2 (${newcomer}), podemos continuar?`;
    expect(await samplesOf()).toEqual([
      { variant: 1, text: 'Oi, Pessoa 1!', confirmationText: null, isTemplate: false },
      { variant: null, text: templateText, confirmationText: null, isTemplate: true },
    ]);
    // The template asks; the answer opens the window for the message.
    expect(await samplesOf({ confirmation: true, confirmationMessage1: 'Posso?' })).toEqual([
      { variant: 1, text: 'Oi, Pessoa 1!', confirmationText: 'Posso?', isTemplate: false },
      { variant: 1, text: 'Oi, Pessoa 2!', confirmationText: templateText, isTemplate: false },
    ]);
    const kindsTo = (number: string) =>
      service.testChannel.sent
        .filter(({ to }) => to.identities.some(({ value }) => value === number))
        .map(({ content }) => content.kind);
    try {
      for (const number of [friend, newcomer]) await official.must('POST', '/campaigns/test', { ...draft, number });
      await service.until(
        async () => [kindsTo(friend), kindsTo(newcomer)],
        (kinds) => kinds.every(({ length }) => length > 0),
      );
    } finally {
      Object.assign(abilities, { replyWindowHours: null });
    }
    expect([kindsTo(friend).at(-1), kindsTo(newcomer)]).toEqual(['text', ['template']]);
  });

  it('fails only the recipient whose value of the template is empty, and writes values in one line', async () => {
    const official = await createCampaignCompany(service);
    const { abilities } = service.testChannel;
    Object.assign(abilities, { replyWindowHours: 24 });
    await official.must('POST', '/templates/sync', { whatsappId: official.connectionId });
    const { templates } = await official.must<{ templates: { id: number }[] }>('GET', '/templates');
    const [broken, without, last] = numbers(3) as [string, string, string];
    const contactListId = await official.createList([broken, without, last]);
    await sql(
      `update contact_list_items set email = case number when $2 then E'  ana\\n\\n b  ' when $3 then E' \\n ' else 'c' end
        where list_id = $1`,
      [contactListId, broken, without],
    );
    const templateValues = { 'body.1': '{email}' };
    const { id } = await official.create({ contactListId, templateId: templates[0]!.id, templateValues, message1: '' });
    const ended = await official
      .runUntil(id, ({ status, hold }) => status === 'FINALIZADA' || hold !== null)
      .finally(() => Object.assign(abilities, { replyWindowHours: null }));
    expect(ended).toMatchObject({ status: 'FINALIZADA', hold: null });
    expect(await statesOf(official, id)).toEqual(['sent', 'failed ERR_CAMPAIGN_VALUE_EMPTY', 'sent']);
    const sent = service.testChannel.sent.filter(({ to }) => to.identities.some(({ value }) => value === broken));
    expect(sent.map(({ content }) => content)).toMatchObject([
      { kind: 'template', template: { text: 'Olá ana b, podemos continuar?', body: [{ value: 'ana b' }] } },
    ]);
  });

  it('values that the channel refuses for one recipient do not hold the campaign', async () => {
    // The failures of the other tests would turn the health of its connection red.
    const fresh = await createCampaignCompany(service);
    const id = await startPart(fresh, numbers(2), 1);
    await sentTo(fresh, id, 1);
    await failFirst(fresh, id, 'ERR_TEMPLATE_GAPS');
    await worker().sweep();
    expect((await fresh.read(id)).hold).toBeNull();
    await fresh.must('POST', `/campaigns/${id}/cancel`);
  });

  it('a template that the channel stopped holds its campaign until it can be sent again', async () => {
    const fresh = await createCampaignCompany(service);
    const id = await startPart(fresh, numbers(2), 1);
    await sentTo(fresh, id, 1);
    await failFirst(fresh, id, 'ERR_TEMPLATE_STOPPED');
    expect((await fresh.read(id)).hold).toMatchObject({ reason: 'template', detail: 'ERR_TEMPLATE_STOPPED' });
    await fresh.must('POST', `/campaigns/${id}/cancel`);
  });

  it('a template that the channel no longer has holds a campaign, also one that starts later, and skips no recipient', async () => {
    const { abilities, approved } = service.testChannel;
    const fresh = await createCampaignCompany(service);
    const sync = () => fresh.must('POST', '/templates/sync', { whatsappId: fresh.connectionId });
    const winter = createTemplate('inverno');
    approved.push(winter);
    await sync();
    const { templates } = await fresh.must<{ templates: { id: number; name: string }[] }>('GET', '/templates');
    const { id: templateId } = templates.find(({ name }) => name === 'inverno')!;
    const chosen = { templateId, templateValues: { 'body.1': '{nome}' } };
    const [now, later] = [numbers(2), numbers(1)];
    const running = await startPart(fresh, now, 2, chosen);
    const scheduledAt = new Date(+service.server.clock.now() + 5 * HOUR_MS).toISOString();
    const scheduled = await fresh.create({ contactListId: await fresh.createList(later), scheduledAt, ...chosen });
    Object.assign(abilities, { replyWindowHours: 24 });
    try {
      approved.pop();
      await sync();
      await sql('update campaigns set scheduled_at = now() where id = $1', [scheduled.id]);
      for (const id of [running, scheduled.id]) {
        const { hold } = await fresh.runUntil(id, (campaign) => campaign.hold !== null || campaign.counts.skipped > 0);
        expect(hold).toMatchObject({ reason: 'template' });
        const continued = await fresh.ask('POST', `/campaigns/${id}/continue`);
        expect(continued.json<{ error: string }>().error).toBe('ERR_CAMPAIGN_HOLD_REMAINS');
      }
      approved.push(winter);
      await sync();
      for (const id of [running, scheduled.id]) {
        await fresh.must('POST', `/campaigns/${id}/continue`);
        await fresh.runUntil(id);
      }
      expect([await statesOf(fresh, running), await statesOf(fresh, scheduled.id)]).toEqual([
        ['sent', 'sent'],
        ['sent'],
      ]);
      // Nothing that is still to be sent needs it: it can go.
      approved.pop();
      await sync();
      expect(await sql('select from templates where id = $1', [templateId])).toEqual([]);
    } finally {
      Object.assign(abilities, { replyWindowHours: null });
    }
  });
});
