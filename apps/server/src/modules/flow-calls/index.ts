export { accountOfIntegration } from './call-rules.ts';
export { createCallContents, type CallContents } from './call-contents.ts';
export { createCallWorker, type CallHandlers, type CallWorker } from './call-worker.ts';
export { createFlowCalls, type FlowCalls } from './flow-calls.ts';
export type { ClaimedCall, NewCall } from './flow-calls.store.ts';
