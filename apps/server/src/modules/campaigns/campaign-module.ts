import { createCampaignCheck } from './campaign-check.ts';
import { createCampaignConnections } from './campaign-connections.ts';
import { createCampaignControl } from './campaign-control.ts';
import type { CampaignDeps } from './campaign-deps.ts';
import { createCampaignExports } from './campaign-exports.ts';
import { createCampaignFiles } from './campaign-files.ts';
import { createCampaignForecast } from './campaign-forecast.ts';
import { createCampaignSettings } from './campaign-settings.ts';
import { createCampaignWorker } from './campaign-worker.ts';
import { createCampaigns } from './campaigns.ts';
import { createLedger } from './ledger.ts';
import { createReplies } from './replies.ts';
import { createCampaignReport } from './report.ts';
import { createSendStep } from './send-step.ts';
import { createTestMessage } from './test-message.ts';

/** Campaigns: what users write, the worker that sends them, and their reports. */
export function createCampaignModule(deps: CampaignDeps) {
  const settings = createCampaignSettings(deps);
  const forecasts = createCampaignForecast(deps, settings);
  const campaigns = createCampaigns(deps);
  const ledger = createLedger(deps, forecasts);
  const exports = createCampaignExports(deps);
  const runStep = createSendStep(deps, settings);
  return {
    settings,
    campaigns,
    control: createCampaignControl(deps, campaigns, ledger),
    files: createCampaignFiles(deps),
    checks: createCampaignCheck(deps, { settings, forecasts, assertDraft: campaigns.assertDraft }),
    sendTest: createTestMessage(deps, { settings, assertDraft: campaigns.assertDraft }),
    report: createCampaignReport(deps, settings, forecasts),
    connections: createCampaignConnections(deps),
    exports,
    ledger,
    runStep,
    worker: createCampaignWorker(deps, { runStep, ledger, exports }),
    onReply: createReplies(deps, settings, ledger),
  };
}
export type CampaignModule = ReturnType<typeof createCampaignModule>;
