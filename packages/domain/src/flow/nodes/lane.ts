import { goOn, next, type NodeKind } from './node-kind.ts';

/** Moves the conversation to a kanban lane. */
export const lane: NodeKind<'lane'> = {
  defaults: () => ({ laneId: null }),
  ports: () => [next],
  inspect: ({ laneId }, inspector) => inspector.reference('lanes', 'laneId', laneId),
  enter({ laneId }, context) {
    if (laneId !== null && context.facts.references.lanes.has(laneId)) context.perform({ type: 'lane', laneId });
    else context.skip('laneMissing');
    return goOn;
  },
};
