import { HOUR_MS } from '@balcao/domain/kit/durations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startConnectedServer } from '../../../test/connected-server.ts';
import { createCampaignForecast } from './campaign-forecast.ts';
import { createCampaignWorker } from './campaign-worker.ts';
import { createCampaignCompany, nextNumber, type CampaignCompany, type ConnectedServer } from './campaigns.fixture.ts';
import { createLedger } from './ledger.ts';

let service: ConnectedServer;
let companies: { company: CampaignCompany; id: number }[];
beforeAll(async () => {
  service = await startConnectedServer();
  companies = [];
  for (let n = 0; n < 3; n += 1) {
    const company = await createCampaignCompany(service);
    const scheduledAt = new Date(+service.server.clock.now() + 1_800_000).toISOString();
    const { id } = await company.create({ contactListId: await company.createList([nextNumber()]), scheduledAt });
    companies.push({ company, id });
  }
});
afterAll(() => service.server.stop());

const onError = (error: unknown) => {
  throw error;
};
const states = () => Promise.all(companies.map(async ({ company, id }) => (await company.recipients(id))[0]?.state));

it('serves all connections with running campaigns, the later ones in the next polls', async () => {
  const { db, clock, modules } = service.server;
  const { ledger, exports } = modules.campaignModule;
  const served: number[] = [];
  const runStep = async (companyId: number) => {
    served.push(companyId);
    return { sent: 0, nextInMs: null, touched: [] };
  };
  const pages = { pageSize: 1, maxPages: 2 };
  const deps = { db, clock, isHeld: () => false, onError };
  const worker = createCampaignWorker(deps, { runStep, ledger, exports }, pages);
  // A paused campaign is running, and nothing else ends it meanwhile.
  for (const { company, id } of companies) {
    await company.runUntil(id, ({ status }) => status === 'EM_ANDAMENTO');
    await company.must('POST', `/campaigns/${id}/pause`);
  }
  await worker.poll();
  await worker.poll();
  for (const { company, id } of companies) await company.must('POST', `/campaigns/${id}/continue`);
  const [first, second, third] = companies.map(({ company }) => company.companyId);
  expect(served).toEqual([first, second, third]);
});

it('copies receipts of all companies, those of the later ones in the next sweeps', async () => {
  const { db, clock, modules, asOwner } = service.server;
  const { connections, connectionHealth, campaignModule } = modules;
  service.server.clock.pass(HOUR_MS);
  for (const { company, id } of companies) await company.runUntil(id);
  // As a process leaves them that ends before it copied the receipts.
  await asOwner.query(`update campaign_recipients set state = 'queued', sent_at = null`);
  const deps = { db, clock, connections, connectionHealth, rateLimitOf: () => undefined, onError };
  const ledger = createLedger(deps, createCampaignForecast(deps, campaignModule.settings), {
    pageSize: 1,
    maxPages: 1,
  });
  for (let run = 0; run < companies.length; run += 1) await ledger.sweep();
  expect(await states()).toEqual(['sent', 'sent', 'sent']);
});
