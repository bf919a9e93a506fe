import type { FlowDoc, NodeData, NodeType } from '../document.ts';
import { emptyDoc, newNode } from '../new-node.ts';
import { templateTexts, type TemplateText } from './templates.texts.ts';

export type Language = 'pt' | 'en' | 'es';
type Translate = (key: TemplateText) => string;
/** A node of a template: column and row on the canvas, and what differs from a new node. */
export interface Drawn {
  type: NodeType;
  at: [column: number, row: number];
  data(text: Translate): object;
}
export interface Drawing {
  nodes: Record<string, Drawn>;
  /** «source port target»; `start` is the start. */
  edges: readonly string[];
}
const COLUMN_WIDTH = 320;
/** Higher than a question with its three exits. */
const ROW_HEIGHT = 250;

export const drawn = <Type extends NodeType>(
  type: Type,
  at: Drawn['at'],
  data: Partial<NodeData[Type]> | ((text: Translate) => Partial<NodeData[Type]>),
): Drawn => ({ type, at, data: typeof data === 'function' ? data : () => data });
export const sends = (at: Drawn['at'], key: TemplateText): Drawn =>
  drawn('message', at, (text) => ({ text: text(key) }));
export const notes = (at: Drawn['at'], key: TemplateText): Drawn => drawn('note', at, (text) => ({ text: text(key) }));
export const chooses = (at: Drawn['at'], message: TemplateText, options: readonly TemplateText[]): Drawn =>
  drawn('menu', at, (text) => ({
    message: text(message),
    options: options.map((option, index) => ({ number: index + 1, value: text(option) })),
  }));
export const asks = (
  at: Drawn['at'],
  message: TemplateText,
  answerKey: string,
  more: Partial<NodeData['question']> = {},
): Drawn => drawn('question', at, (text) => ({ message: text(message), answerKey, showsExit: true, ...more }));

/** The document of a drawing, with new ids. */
export function draw({ nodes, edges }: Drawing, language: Language, newId: () => string): FlowDoc {
  const ids = new Map([...Object.keys(nodes), 'start'].map((name) => [name, newId()]));
  const idOf = (name: string): string => ids.get(name)!;
  const text: Translate = (key) => templateTexts[key][language];
  const doc = emptyDoc(idOf('start'));
  return {
    ...doc,
    nodes: [
      ...doc.nodes,
      ...Object.entries(nodes).map(
        ([
          name,
          {
            type,
            at: [column, row],
            data,
          },
        ]) => {
          const node = newNode(type, idOf(name), { x: column * COLUMN_WIDTH, y: row * ROW_HEIGHT });
          return { ...node, data: { ...node.data, ...data(text) } } as typeof node;
        },
      ),
    ],
    edges: edges.map((edge) => {
      const [source = '', port = '', target = ''] = edge.split(' ');
      return { id: newId(), source: idOf(source), port, target: idOf(target) };
    }),
  };
}
