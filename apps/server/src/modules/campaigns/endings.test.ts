import type { CampaignDraft } from '@balcao/contract/endpoints/campaigns';
import { HOUR_MS } from '@balcao/domain/kit/durations';
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
    const id = await planned({ confirmation: true, confirmationMessage1: 'Posso?' });
    expect((await company.read(id)).endsAt).not.toBeNull();
    service.server.clock.set(new Date(Date.now() + HOUR_MS));
    const { endsAt } = await company.runUntil(id, ({ counts }) => counts.asked === 1);
    expect(endsAt).toBeNull();
    await sql(`update campaign_recipients set asked_at = now() - interval '8 days' where campaign_id = $1`, [id]);
    await worker().sweep();
    const [ended] = await sql('select status, ends_at = completed_at as "isOwn" from campaigns where id = $1', [id]);
    expect(ended).toEqual({ status: 'FINALIZADA', isOwn: true });
  });
});
