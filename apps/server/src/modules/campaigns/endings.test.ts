import type { CampaignCheck, CampaignDraft } from '@balcao/contract/endpoints/campaigns';
import { DAY_MS, HOUR_MS } from '@balcao/domain/kit/durations';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
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

const worker = () => service.server.modules.campaignModule.worker;
const sql = async (text: string, values: unknown[]) => (await service.server.asOwner.query(text, values)).rows;

/** A campaign whose recipients were asked and have not answered. */
async function asked(people: string[], given: Partial<CampaignDraft> = {}): Promise<number> {
  const contactListId = await company.createList(people);
  const confirmed = { confirmation: true, confirmationMessage1: 'Posso?' };
  const { id } = await company.create({ contactListId, ...confirmed, ...given });
  await company.runUntil(id, ({ counts }) => counts.asked === people.length);
  return id;
}
/** A planned campaign that sends nothing for half an hour. */
async function planned(given: Partial<CampaignDraft> = {}): Promise<number> {
  const contactListId = await company.createList([nextNumber()]);
  const scheduledAt = new Date(+service.server.clock.now() + HOUR_MS / 2).toISOString();
  const { id } = await company.create({ contactListId, scheduledAt, ...given });
  await company.runUntil(id, ({ isPlanned }) => isPlanned);
  return id;
}

describe('a campaign ends', () => {
  it('when the last person who was asked declines', async () => {
    const number = nextNumber();
    const id = await asked([number]);
    await company.wrote(number, 'não');
    expect((await company.runUntil(id)).counts).toMatchObject({ declined: 1, replied: 1 });
  });

  it('when the channel rejects the last confirmation after it took it', async () => {
    const [first, second] = [await asked([nextNumber()]), await asked([nextNumber()])];
    const reject = async (id: number) => {
      const [row] = await sql(
        `select r.number, m.wid from campaign_recipients r join messages m on m.id = r.ask_message_id
          where r.campaign_id = $1`,
        [id],
      );
      const fault = { code: 'ERR_CHANNEL_HELD_BACK', detail: '' };
      const at = new Date().toISOString();
      await company.sendWebhook([
        { type: 'receipt', wid: row.wid, peer: createPeer(row.number), status: 'failed', at, fault },
      ]);
    };
    const outcome = async (id: number) => (await company.recipients(id)).map(({ state, reason }) => [state, reason]);
    await reject(first);
    await company.runUntil(first);
    expect(await outcome(first)).toEqual([['failed', 'ERR_CHANNEL_HELD_BACK']]);
    // As after a crash, when no process remembers the receipt.
    await sql(
      `update messages set delivery = 'failed', failure_code = 'ERR_CHANNEL_HELD_BACK'
        where id = (select ask_message_id from campaign_recipients where campaign_id = $1)`,
      [second],
    );
    await worker().sweep();
    expect(await outcome(second)).toEqual([['failed', 'ERR_CHANNEL_HELD_BACK']]);
    expect((await company.read(second)).status).toBe('FINALIZADA');
  });

  it('when it is restarted and all its recipients have an outcome', async () => {
    const id = await planned();
    await company.must('POST', `/campaigns/${id}/cancel`);
    await sql(`update campaign_recipients set state = 'sent' where campaign_id = $1`, [id]);
    await company.must('POST', `/campaigns/${id}/restart`);
    await company.runUntil(id);
  });

  it('when an erasure, or a process that ended, left no recipient without an outcome', async () => {
    const [id, open] = [await planned(), await planned()];
    await sql(`update campaign_recipients set state = 'skipped', reason = 'erased' where campaign_id = $1`, [id]);
    await worker().sweep();
    expect((await company.read(id)).status).toBe('FINALIZADA');
    expect(await company.read(open)).toMatchObject({ status: 'EM_ANDAMENTO', counts: { waiting: 1 } });
    await company.must('POST', `/campaigns/${open}/cancel`);
  });
});

describe('the end that a list shows', () => {
  it('is gone while it is unknown, and is that of the end afterwards', async () => {
    expect((await company.read(await planned())).endsAt).not.toBeNull();
    const number = nextNumber();
    const id = await asked([number]);
    expect((await company.read(id)).endsAt).toBeNull();
    await sql(`update campaign_recipients set asked_at = now() - interval '8 days' where campaign_id = $1`, [id]);
    await worker().sweep();
    const [ended] = await sql('select status, ends_at = completed_at as "isOwn" from campaigns where id = $1', [id]);
    expect(ended).toEqual({ status: 'FINALIZADA', isOwn: true });
  });
});

describe('a forecast', () => {
  const daysUntil = ({ endsAt }: { endsAt: string | null }) =>
    (+new Date(endsAt!) - +service.server.clock.now()) / DAY_MS;

  it('names no end while answers decide it, and the days of the questions', async () => {
    const own = await createCampaignCompany(service);
    const confirmed = { confirmation: true, confirmationMessage1: 'Posso?' };
    const { id: contactListId } = await own.createLargeList(3);
    const scheduledAt = new Date(+service.server.clock.now() + HOUR_MS / 2).toISOString();
    const draft = own.draft({ contactListId, scheduledAt, ...confirmed });
    const check = await own.must<CampaignCheck>('POST', '/campaigns/check', draft);
    expect(check.forecast).toMatchObject({ endsAt: null, reason: 'asked', days: [{ count: 3 }] });
    const { id } = await own.create(draft);
    expect((await own.report(id)).forecast).toMatchObject({ endsAt: null, reason: 'asked' });
    await own.runUntil(id, ({ isPlanned }) => isPlanned);
    expect((await own.report(id)).forecast).toMatchObject({ endsAt: null, reason: 'asked', days: [{ count: 3 }] });
    // Only messages that follow an answer are left.
    await sql(`update campaign_recipients set state = 'confirmed' where campaign_id = $1`, [id]);
    expect((await own.report(id)).forecast).toMatchObject({ reason: null, days: [{ count: 3 }] });
  });

  it('knows that a phone reaches few new people a day', async () => {
    const phone = await createCampaignCompany(service, { channel: 'whatsapp' });
    const { id: contactListId, numbers } = await phone.createLargeList(26);
    await phone.wrote(numbers[0]!, 'oi');
    const scheduledAt = new Date(+service.server.clock.now() + HOUR_MS / 2).toISOString();
    const draft = phone.draft({ contactListId, scheduledAt, allowCold: true, coldConfirmation: 'Matriz' });
    const check = await phone.must<CampaignCheck>('POST', '/campaigns/check', draft);
    // Five on each of three days, then twenty.
    expect(Math.floor(daysUntil(check.forecast))).toBe(3);
    expect(check.forecast.days[0]!.count).toBe(6);
    const { id } = await phone.create(draft);
    expect(Math.floor(daysUntil((await phone.report(id)).forecast))).toBe(3);
    await phone.runUntil(id, ({ isPlanned }) => isPlanned);
    expect((await phone.report(id)).forecast).toMatchObject({ days: check.forecast.days });
  });

  it('waits for others of its connection only as long as they have people left', async () => {
    const own = await createCampaignCompany(service, { settings: { messageInterval: 10 } });
    const { id: contactListId } = await own.createLargeList(1);
    const scheduledAt = new Date(+service.server.clock.now() + HOUR_MS / 2).toISOString();
    const { id } = await own.create({ contactListId, scheduledAt });
    await own.runUntil(id, ({ isPlanned, counts }) => isPlanned && counts.waiting === 1);
    const { id: longListId } = await own.createLargeList(100);
    const draft = own.draft({ contactListId: longListId, scheduledAt: null });
    const { forecast } = await own.must<CampaignCheck>('POST', '/campaigns/check', draft);
    const seconds = daysUntil(forecast) * (DAY_MS / 1000);
    // A hundred and one messages, 12.5 seconds apart.
    expect(seconds).toBeGreaterThan(1200);
    expect(seconds).toBeLessThan(1300);
  });
});
