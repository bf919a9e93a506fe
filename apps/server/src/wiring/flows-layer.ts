import type { FlowRuns } from '../modules/flow-runs/index.ts';
import type { IntegrationModule } from '../modules/integrations/index.ts';
import { createFlowModule, type FlowModuleDeps } from '../modules/flows/index.ts';

type Base = Pick<FlowModuleDeps, 'db' | 'clock' | 'storage' | 'limits'>;
type Lower = Pick<FlowModuleDeps, 'settings' | 'companies' | 'connections' | 'queues' | 'tickets'> & {
  flowRuns: Pick<FlowRuns, 'inTx' | 'endOfFlow'>;
  integrationModule: Pick<IntegrationModule, 'flowKeys'>;
};

/** Drawing, publishing and testing of flows. */
export const buildFlowsLayer = (
  { db, clock, storage, limits }: Base,
  { settings, companies, connections, queues, tickets, flowRuns, integrationModule }: Lower,
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
    endRunsOfFlow: flowRuns.inTx.endSome,
    endOtherRunsOfFlow: flowRuns.endOfFlow,
    moveRunsToVersion: flowRuns.inTx.moveToVersion,
  }),
});
