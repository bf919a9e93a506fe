import { done, type NodeKind } from './node-kind.ts';

/** Continues in another flow; a called flow returns here when it ends. */
export const flow: NodeKind<'flow'> = {
  defaults: () => ({ flowId: null, mode: 'jump' }),
  ports: ({ mode }) => (mode === 'call' ? [done] : []),
  inspect: ({ flowId }, inspector) => inspector.reference('flows', 'flowId', flowId),
  enter: ({ flowId, mode }) =>
    flowId === null
      ? { type: 'fallBack', reason: 'flowMissing' }
      : { type: 'enterFlow', flowId, returns: mode === 'call' },
};
