import { fold } from '../text/fold.ts';

/** What a model may do besides answering. A prompt lists its queues and tags; nothing else can be named. */
export interface AllowedActions {
  /** The first one is the queue for «a human is needed». */
  queues: readonly NamedTarget[];
  tags: readonly NamedTarget[];
  canClose: boolean;
}
export interface NamedTarget {
  id: number;
  name: string;
}
export type Action =
  | { type: 'transfer'; queueId: number }
  | { type: 'tag'; tagId: number }
  /** Closes the conversation. */
  | { type: 'close' };

export const noActions: AllowedActions = { queues: [], tags: [], canClose: false };

/** A function that a service with native calls is offered. `parameters` is a JSON schema. */
export interface ActionTool {
  name: string;
  description: string;
  parameters: {
    type: 'object';
    properties: Record<string, { type: 'string'; enum: string[]; description: string }>;
    required: string[];
  };
}

const toolOf = (name: string, description: string, field?: [name: string, values: string[], description: string]) => ({
  name,
  description,
  parameters: {
    type: 'object' as const,
    properties: field ? { [field[0]]: { type: 'string' as const, enum: field[1], description: field[2] } } : {},
    required: field ? [field[0]] : [],
  },
});
const namesOf = (targets: readonly NamedTarget[]): string[] => [...new Set(targets.map(({ name }) => name))];

/** The functions for these actions; empty if none is allowed. */
export function actionTools({ queues, tags, canClose }: AllowedActions): ActionTool[] {
  return [
    ...(queues.length > 0
      ? [
          toolOf('transfer', 'Transfere a conversa para um atendente humano de uma fila.', [
            'queue',
            namesOf(queues),
            'Nome da fila',
          ]),
        ]
      : []),
    ...(tags.length > 0 ? [toolOf('tag', 'Marca a conversa com uma tag.', ['tag', namesOf(tags), 'Nome da tag'])] : []),
    ...(canClose ? [toolOf('close', 'Encerra a conversa quando o cliente não precisa de mais nada.')] : []),
  ];
}

/** The action of a native function call; undefined for a name or target that is not allowed. */
export function parseToolCall(name: string, args: unknown, allowed: AllowedActions): Action | undefined {
  if (name === 'close') return allowed.canClose ? { type: 'close' } : undefined;
  if (name === 'transfer') {
    const queue = targetOf(textIn(args, 'queue'), allowed.queues);
    return queue && { type: 'transfer', queueId: queue.id };
  }
  if (name !== 'tag') return undefined;
  const tag = targetOf(textIn(args, 'tag'), allowed.tags);
  return tag && { type: 'tag', tagId: tag.id };
}

const textIn = (args: unknown, field: string): string => {
  if (typeof args !== 'object' || args === null || !Object.hasOwn(args, field)) return '';
  const value = (args as Record<string, unknown>)[field];
  return typeof value === 'string' ? value : '';
};
const targetOf = (name: string, targets: readonly NamedTarget[]): NamedTarget | undefined =>
  name.trim() === '' ? undefined : targets.find((target) => fold(target.name.trim()) === fold(name.trim()));

/** The text by which a model without native calls asks for a human; R31 fixes it. */
export const TRANSFER_MARKER = 'Ação: Transferir para o setor de atendimento';

export interface Marker {
  marker: string;
  action: Action;
}
/** The texts a reply may start with, and what each does. The prompt names them and `parseMarker` accepts no others. */
export function markersOf({ queues, tags, canClose }: AllowedActions): Marker[] {
  const [first] = queues;
  return [
    ...(first ? [{ marker: TRANSFER_MARKER, action: { type: 'transfer' as const, queueId: first.id } }] : []),
    ...queues.map(({ id, name }) => ({
      marker: `Ação: Transferir para a fila ${written(name)}`,
      action: { type: 'transfer' as const, queueId: id },
    })),
    ...tags.map(({ id, name }) => ({
      marker: `Ação: Marcar com a tag ${written(name)}`,
      action: { type: 'tag' as const, tagId: id },
    })),
    ...(canClose ? [{ marker: 'Ação: Encerrar a conversa', action: { type: 'close' as const } }] : []),
  ];
}

/** Splits a marker off the very start of a reply. A marker anywhere else is text. */
export function parseMarker(reply: string, allowed: AllowedActions): { text: string; action?: Action } {
  const text = reply.normalize('NFC').trim();
  const matches = markersOf(allowed).filter(
    ({ marker }) => sameText(text.slice(0, marker.length), marker) && !WORD_CHARACTER.test(text.charAt(marker.length)),
  );
  // «Vendas» and «Vendas Sul» begin alike: the longer name is meant.
  const [found] = matches.toSorted((one, other) => other.marker.length - one.marker.length);
  if (!found) return { text };
  return { text: text.slice(found.marker.length).replace(AFTER_MARKER, ''), action: found.action };
}
const written = (name: string): string => name.trim().normalize('NFC');
const WORD_CHARACTER = /[\p{L}\p{N}]/u;
const AFTER_MARKER = /^[\s.,;:!"'»*_-]+/;
const sameText = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
