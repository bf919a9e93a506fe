import { createVault } from '../infrastructure/secrets/secrets.ts';
import type { Ai } from '../modules/ai/index.ts';
import type { Companies } from '../modules/companies/index.ts';
import { createCallContents, createFlowCalls, type CallContents, type FlowCalls } from '../modules/flow-calls/index.ts';
import { createFlowCatalog, createFlowRuns, type FlowRuns } from '../modules/flow-runs/index.ts';
import type { IntegrationModule } from '../modules/integrations/index.ts';
import type { Settings } from '../modules/settings/index.ts';
import { createFlowModule, type FlowModuleDeps } from '../modules/flows/index.ts';

type Base = Pick<FlowModuleDeps, 'db' | 'clock' | 'storage' | 'limits'>;
type Lower = Pick<FlowModuleDeps, 'settings' | 'companies' | 'connections' | 'contacts' | 'queues' | 'tickets'> & {
  flowRuns: Pick<FlowRuns, 'inTx' | 'endOfFlow'>;
  flowCalls: Pick<FlowCalls, 'inTx'>;
  callContents: Pick<CallContents, 'inTx'>;
  integrationModule: Pick<IntegrationModule, 'flowKeys' | 'calls' | 'tryBot'>;
  ai: Pick<Ai, 'tryModel'>;
};

/** Calls of flows to external services. */
export const buildFlowCallsLayer = (
  { db, clock, secrets }: Pick<Base, 'db' | 'clock'> & { secrets: Parameters<typeof createVault>[0] },
  { companies, settings }: { companies: Companies; settings: Settings },
) => ({
  flowCalls: createFlowCalls({ db, clock, companies }),
  callContents: createCallContents({ db, clock, settings, vault: createVault(secrets) }),
});

/** Conversations in flows, and which flows can start. */
export const buildFlowRunsLayer = ({ db, clock }: Pick<Base, 'db' | 'clock'>) => ({
  flowRuns: createFlowRuns({ db, clock }),
  flowCatalog: createFlowCatalog(),
});

/** Drawing, publishing and testing of flows. */
export const buildFlowsLayer = (
  { db, clock, storage, limits }: Base,
  {
    settings,
    companies,
    connections,
    contacts,
    queues,
    tickets,
    flowRuns,
    flowCalls,
    callContents,
    integrationModule,
    ai,
  }: Lower,
) => ({
  flowModule: createFlowModule({
    db,
    clock,
    storage,
    limits,
    settings,
    companies,
    connections,
    contacts,
    queues,
    tickets,
    storeKey: integrationModule.flowKeys.store,
    copyKeys: integrationModule.flowKeys.copy,
    flowCalls,
    callContents,
    callHttp: integrationModule.calls.http,
    tryBot: integrationModule.tryBot,
    tryModel: ai.tryModel,
    endRunsOfFlow: flowRuns.inTx.endSome,
    endOtherRunsOfFlow: flowRuns.endOfFlow,
    moveRunsToVersion: flowRuns.inTx.moveToVersion,
  }),
});
