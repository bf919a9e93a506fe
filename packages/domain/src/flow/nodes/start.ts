import { goOn, next, type NodeKind } from './node-kind.ts';

/** Where every flow begins. */
export const start: NodeKind<'start'> = {
  defaults: () => ({}),
  ports: () => [next],
  inspect: () => {},
  enter: () => goOn,
};
