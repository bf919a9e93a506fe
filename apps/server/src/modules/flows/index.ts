export { createFlowModule, type FlowModule, type FlowModuleDeps } from './flow-module.ts';
export { flowRoutes } from './flows.routes.ts';
export { presentFlow, presentFlowBrief } from './flows.wire.ts';
export { phraseRoutes } from './phrases.routes.ts';
export { presentPhrase } from './phrases.wire.ts';
