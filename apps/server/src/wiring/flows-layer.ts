import type { Ai } from '../modules/ai/index.ts';
import type { Companies } from '../modules/companies/index.ts';
import { createFlowCalls, type FlowCalls } from '../modules/flow-calls/index.ts';
import { createFlowCatalog, createFlowRuns, type FlowRuns } from '../modules/flow-runs/index.ts';
import type { IntegrationModule } from '../modules/integrations/index.ts';
import { createFlowModule, type FlowModuleDeps } from '../modules/flows/index.ts';

type Base = Pick<FlowModuleDeps, 'db' | 'clock' | 'storage' | 'limits'>;
type Lower = Pick<FlowModuleDeps, 'settings' | 'companies' | 'connections' | 'queues' | 'tickets'> & {
  flowRuns: Pick<FlowRuns, 'inTx' | 'endOfFlow'>;
  flowCalls: Pick<FlowCalls, 'inTx'>;
  integrationModule: Pick<IntegrationModule, 'flowKeys' | 'calls' | 'tryBot'>;
  ai: Pick<Ai, 'tryModel'>;
};

/** Calls of flows to external services. */
export const buildFlowCallsLayer = (
  { db, clock }: Pick<Base, 'db' | 'clock'>,
  { companies }: { companies: Companies },
) => ({
  flowCalls: createFlowCalls({ db, clock, companies }),
});

/** Conversations in flows, and which flows can start. */
export const buildFlowRunsLayer = ({ db, clock }: Pick<Base, 'db' | 'clock'>) => ({
  flowRuns: createFlowRuns({ db, clock }),
  flowCatalog: createFlowCatalog(),
});

/** Drawing, publishing and testing of flows. */
export const buildFlowsLayer = (
  { db, clock, storage, limits }: Base,
  { settings, companies, connections, queues, tickets, flowRuns, flowCalls, integrationModule, ai }: Lower,
) => ({
  flowModule: createFlowModule({
    db,
    clock,
    storage,
    limits,
    settings,
    companies,
    connections,
    queues,
    tickets,
    storeKey: integrationModule.flowKeys.store,
    copyKeys: integrationModule.flowKeys.copy,
    flowCalls,
    callHttp: integrationModule.calls.http,
    tryBot: integrationModule.tryBot,
    tryModel: ai.tryModel,
    endRunsOfFlow: flowRuns.inTx.endSome,
    endOtherRunsOfFlow: flowRuns.endOfFlow,
    moveRunsToVersion: flowRuns.inTx.moveToVersion,
  }),
});
