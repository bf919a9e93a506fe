/** Draft of the queue form: its fields, the rules between them and the tab of each field. */
import { QueueDraft, type Queue, type QueueWithOptions } from '@balcao/contract/endpoints/queues';
import type { FieldRule } from '@balcao/contract/errors/fields';
import { z } from 'zod';
import { TypedWeek, weekOf } from '../../entities/hours/hours.ts';
import type { useDraftForm } from '../../lib/draft-form.ts';
import { isValidWeek } from '../../ui/hours.ts';
import { isValidTree, sendableTree, treeOf, TypedBranch } from './option-tree.ts';

const EditableDraft = QueueDraft.extend({
  schedules: TypedWeek,
  chatbots: z.array(TypedBranch),
});
type Draft = z.output<typeof EditableDraft>;
export type QueueValues = z.input<typeof EditableDraft>;
export type QueueForm = ReturnType<typeof useDraftForm<typeof EditableDraft>>;
export type QueueTab = 'data' | 'hours' | 'options';

/** A new queue gets the first unused color, because queues are distinguished by color. */
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
/** Choices for the minutes a conversation waits for one agent before the rotation continues. */
export const rotationMinutes = [2, 5, 10, 15, 30, 45, 60] as const;
const DEFAULT_MINUTES = 5;

/** The same rules between fields as on the server, checked before the request. */
export const queueForm = ({ byQueueHours, others }: { byQueueHours: boolean; others: readonly Queue[] }) =>
  EditableDraft.superRefine((draft, context) => {
    const addIssue = (field: keyof Draft, rule: FieldRule) =>
      context.addIssue({ code: 'custom', path: [field], params: { rule } });
    if (queueWithColor(draft.color, others)) addIssue('color', 'taken');
    if (byQueueHours && !draft.outOfHoursMessage.trim()) addIssue('outOfHoursMessage', 'required');
    if (byQueueHours && !isValidWeek(draft.schedules)) addIssue('schedules', 'time');
    if (!isValidTree(draft.chatbots)) addIssue('chatbots', 'invalid');
  });

/** The other queue with this color; #abc and #AABBCC are equal. */
export const queueWithColor = (color: string, others: readonly Queue[]): Queue | undefined =>
  others.find((queue) => normalizedColor(queue.color) === normalizedColor(color));

const normalizedColor = (color: string) => color.toLowerCase().replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');

export const valuesOf = (queue: QueueWithOptions | undefined, others: readonly Queue[]): QueueValues => ({
  name: queue?.name ?? '',
  color: queue?.color ?? unusedColor(others),
  greetingMessage: queue?.greetingMessage ?? '',
  outOfHoursMessage: queue?.outOfHoursMessage ?? '',
  orderQueue: queue ? (queue.orderQueue ?? '') : nextOrder(others),
  ativarRoteador: queue?.ativarRoteador ?? false,
  tempoRoteador: queue?.tempoRoteador || DEFAULT_MINUTES,
  fileListId: queue?.fileListId ?? null,
  flowId: queue?.flowId ?? null,
  integrationId: queue?.integrationId ?? null,
  closeTicket: queue?.closeTicket ?? false,
  targetMinutes: queue?.targetMinutes ?? '',
  schedules: weekOf(queue?.schedules ?? []),
  chatbots: treeOf(queue?.chatbots ?? []),
});

/** A new queue comes last in the menu. Queues without a position are already last, so the new one gets none either. */
const nextOrder = (others: readonly Queue[]): number | '' =>
  others.some(({ orderQueue }) => orderQueue === null)
    ? ''
    : 1 + Math.max(0, ...others.map(({ orderQueue }) => orderQueue ?? 0));

const unusedColor = (others: readonly Queue[]): string =>
  COLORS.find((color) => queueWithColor(color, others) === undefined) ?? '#868e96';

/** The parts of the form that depend on settings and on the plan. */
interface ShownParts {
  byQueueHours: boolean;
  hasFiles: boolean;
  hasFlows: boolean;
  hasIntegrations: boolean;
}

/** Business hours, file list, flow and integration are sent only if the form shows them. */
export function sendable(draft: Draft, { byQueueHours, hasFiles, hasFlows, hasIntegrations }: ShownParts) {
  const { schedules, fileListId, flowId, integrationId, chatbots, tempoRoteador, ...rest } = draft;
  return {
    ...rest,
    tempoRoteador: tempoRoteador ?? 0,
    chatbots: sendableTree(chatbots),
    ...(byQueueHours ? { schedules } : {}),
    ...(hasFiles ? { fileListId } : {}),
    ...(hasFlows ? { flowId } : {}),
    ...(hasIntegrations ? { integrationId } : {}),
  };
}

const tabByField: Partial<Record<keyof Draft, QueueTab>> = { schedules: 'hours', chatbots: 'options' };
/** The server names an invalid field inside the tree like `chatbots.0.name`. */
export const tabOf = (field: string): QueueTab => tabByField[field.split('.')[0] as keyof Draft] ?? 'data';
