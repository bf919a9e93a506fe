/** The queue form's draft: what it holds, what must hold together, and on which tab each field is. */
import { QueueDraft, type Queue, type QueueWithOptions } from '@balcao/contract/endpoints/queues';
import type { FieldRule } from '@balcao/contract/errors/fields';
import { z } from 'zod';
import { TypedWeek, weekOf } from '../../entities/hours/hours.ts';
import type { useDraftForm } from '../../lib/draft-form.ts';
import { isValidWeek } from '../../ui/hours.ts';
import { isValidTree, sendableTree, treeOf, TypedBranch } from './option-tree.ts';

/** Without the integration: what this form does not show it must not overwrite. */
const EditableDraft = QueueDraft.omit({ integrationId: true }).extend({
  schedules: TypedWeek,
  chatbots: z.array(TypedBranch),
});
type Draft = z.output<typeof EditableDraft>;
export type QueueValues = z.input<typeof EditableDraft>;
export type QueueForm = ReturnType<typeof useDraftForm<typeof EditableDraft>>;
export type QueueTab = 'data' | 'hours' | 'options';

/** For new queues, the first that nobody has: two queues of one colour could not be told apart. */
const COLORS = [
  '#2f9e44',
  '#1c7ed6',
  '#e8590c',
  '#9c36b5',
  '#f59f00',
  '#0c8599',
  '#d6336c',
  '#4263eb',
  '#66a80f',
  '#e03131',
];
/** How long a conversation may wait with one attendant before the next is asked. */
export const rotationMinutes = [2, 5, 10, 15, 30, 45, 60] as const;
const DEFAULT_MINUTES = 5;

/** The rules between fields are the server's own, told before anything is sent. */
export const queueForm = ({ byQueueHours, others }: { byQueueHours: boolean; others: readonly Queue[] }) =>
  EditableDraft.superRefine((draft, context) => {
    const addIssue = (field: keyof Draft, rule: FieldRule) =>
      context.addIssue({ code: 'custom', path: [field], params: { rule } });
    if (queueWithColor(draft.color, others)) addIssue('color', 'taken');
    if (byQueueHours && !draft.outOfHoursMessage.trim()) addIssue('outOfHoursMessage', 'required');
    if (byQueueHours && !isValidWeek(draft.schedules)) addIssue('schedules', 'time');
    if (!isValidTree(draft.chatbots)) addIssue('chatbots', 'invalid');
  });

/** The queue that has this colour already; #abc and #AABBCC are one colour. */
export const queueWithColor = (color: string, others: readonly Queue[]): Queue | undefined =>
  others.find((queue) => plain(queue.color) === plain(color));

const plain = (color: string) => color.toLowerCase().replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');

export const valuesOf = (queue: QueueWithOptions | undefined, others: readonly Queue[]): QueueValues => ({
  name: queue?.name ?? '',
  color: queue?.color ?? unusedColor(others),
  greetingMessage: queue?.greetingMessage ?? '',
  outOfHoursMessage: queue?.outOfHoursMessage ?? '',
  orderQueue: queue ? (queue.orderQueue ?? '') : nextOrder(others),
  ativarRoteador: queue?.ativarRoteador ?? false,
  tempoRoteador: queue?.tempoRoteador || DEFAULT_MINUTES,
  fileListId: queue?.fileListId ?? null,
  closeTicket: queue?.closeTicket ?? false,
  schedules: weekOf(queue?.schedules ?? []),
  chatbots: treeOf(queue?.chatbots ?? []),
});

/** A new queue comes last in the menu. Where some have no place they are last already, and it joins them. */
const nextOrder = (others: readonly Queue[]): number | '' =>
  others.some(({ orderQueue }) => orderQueue === null)
    ? ''
    : 1 + Math.max(0, ...others.map(({ orderQueue }) => orderQueue ?? 0));

const unusedColor = (others: readonly Queue[]): string =>
  COLORS.find((color) => queueWithColor(color, others) === undefined) ?? '#868e96';

/** The week and the file list go along only where they were shown. */
export function sendable(draft: Draft, { byQueueHours, hasFiles }: { byQueueHours: boolean; hasFiles: boolean }) {
  const { schedules, fileListId, chatbots, tempoRoteador, ...rest } = draft;
  return {
    ...rest,
    tempoRoteador: tempoRoteador ?? 0,
    chatbots: sendableTree(chatbots),
    ...(byQueueHours ? { schedules } : {}),
    ...(hasFiles ? { fileListId } : {}),
  };
}

const tabByField: Partial<Record<keyof Draft, QueueTab>> = { schedules: 'hours', chatbots: 'options' };
/** The server names a fault inside a tree like `chatbots.0.name`. */
export const tabOf = (field: string): QueueTab => tabByField[field.split('.')[0] as keyof Draft] ?? 'data';
