import { leave, type NodeKind } from './node-kind.ts';

/** Sends this percentage of conversations through `a`, the others through `b`. */
export const randomizer: NodeKind<'randomizer'> = {
  defaults: () => ({ percent: 50 }),
  ports: () => [
    { id: 'a', kind: 'choice' },
    { id: 'b', kind: 'choice' },
  ],
  inspect: () => {},
  enter: ({ percent }, context) => leave(context.chance() * 100 < percent ? 'a' : 'b'),
};
