import { goOn, next, type NodeKind } from './node-kind.ts';
import { sendText } from './send.ts';

/** Sends one text. */
export const message: NodeKind<'message'> = {
  defaults: () => ({ text: '' }),
  ports: () => [next],
  inspect: ({ text }, inspector) => inspector.required('text', text),
  texts: ({ text }) => [text],
  enter({ text }, context) {
    sendText(context, text);
    return goOn;
  },
};
