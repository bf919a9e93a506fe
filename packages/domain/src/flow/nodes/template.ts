import type { TemplateChoice } from '../document.ts';
import { goOn, next, type Inspector, type NodeKind } from './node-kind.ts';
import { sendTemplate } from './send.ts';

/** Sends an approved message template. */
export const template: NodeKind<'template'> = {
  defaults: () => ({ templateId: null, values: {} }),
  ports: () => [next],
  inspect: (choice, inspector) => inspectTemplate(choice, inspector, ''),
  texts: ({ values }) => Object.values(values),
  enter(choice, context) {
    sendTemplate(context, choice);
    return goOn;
  },
};

/** The template must exist and its known placeholders need a value. `path` leads to the choice inside the node's data. */
export function inspectTemplate({ templateId, values }: TemplateChoice, inspector: Inspector, path: string): void {
  inspector.reference('templates', `${path}templateId`, templateId);
  for (const [key, value] of Object.entries(values)) inspector.required(`${path}values.${key}`, value);
}
