import { goOn, next, type NodeKind } from './node-kind.ts';
import { sendTemplate } from './send.ts';

/** Sends an approved message template. */
export const template: NodeKind<'template'> = {
  defaults: () => ({ templateId: null, values: {} }),
  ports: () => [next],
  inspect: ({ templateId }, inspector) => inspector.reference('templates', 'templateId', templateId),
  texts: ({ values }) => Object.values(values),
  enter(choice, scene) {
    sendTemplate(scene, choice);
    return goOn;
  },
};
