import type { CampaignDraft } from '@balcao/contract/endpoints/campaigns';
import { HOUR_MS } from '@balcao/domain/kit/durations';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startConnectedServer } from '../../../test/connected-server.ts';
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
