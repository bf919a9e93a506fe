import type { FlowRuns } from '../modules/flow-runs/index.ts';
import { createFlowModule, type FlowModuleDeps } from '../modules/flows/index.ts';

type Base = Pick<FlowModuleDeps, 'db' | 'clock' | 'storage' | 'limits'>;
type Lower = Pick<FlowModuleDeps, 'settings' | 'companies' | 'connections' | 'queues' | 'tickets'> & {
  flowRuns: Pick<FlowRuns, 'inTx' | 'endOfFlow'>;
};

/** Drawing, publishing and testing of flows. */
export const buildFlowsLayer = (
  { db, clock, storage, limits }: Base,
  { settings, companies, connections, queues, tickets, flowRuns }: Lower,
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
    endRunsOfFlow: flowRuns.inTx.endSome,
    endOtherRunsOfFlow: flowRuns.endOfFlow,
    moveRunsToVersion: flowRuns.inTx.moveToVersion,
  }),
});
