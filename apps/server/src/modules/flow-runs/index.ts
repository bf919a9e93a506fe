export { createFlowCatalog, startOfIntegration, type FlowCatalog, type FlowCatalogLoader } from './flow-catalog.ts';
export { flowCatalogStore, type FlowTemplate } from './flow-catalog.store.ts';
export { createFlowRuns, type FlowRuns } from './flow-runs.ts';
export type { DueRun, LiveRun, RunChange, RunTarget } from './flow-runs.store.ts';
