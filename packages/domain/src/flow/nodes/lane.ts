import { goOn, next, type NodeKind } from './node-kind.ts';

/** Moves the conversation to a kanban lane. */
export const lane: NodeKind<'lane'> = {
  defaults: () => ({ laneId: null }),
  ports: () => [next],
  inspect: ({ laneId }, inspector) => inspector.reference('lanes', 'laneId', laneId),
  enter({ laneId }, scene) {
    if (laneId !== null && scene.facts.references.lanes.has(laneId)) scene.perform({ type: 'lane', laneId });
    else scene.skip('laneMissing');
    return goOn;
  },
};
