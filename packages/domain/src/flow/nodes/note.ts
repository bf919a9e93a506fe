import { goOn, next, type NodeKind } from './node-kind.ts';

/** Writes an internal note for the agents. */
export const note: NodeKind<'note'> = {
  defaults: () => ({ text: '' }),
  ports: () => [next],
  inspect: ({ text }, inspector) => inspector.required('text', text),
  texts: ({ text }) => [text],
  enter({ text }, context) {
    const filled = context.fillIn(text);
    if (filled.trim() !== '') context.perform({ type: 'note', text: filled });
    return goOn;
  },
};
