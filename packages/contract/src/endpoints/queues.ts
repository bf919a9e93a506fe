import { MAX_OPTION_DEPTH, MAX_OPTIONS, optionKinds } from '@balcao/domain/bot/option-types';
import { z } from 'zod';
import { del, get, post, put } from '../kernel/endpoint.ts';
import { clockTime, color, done, id, idParams, optionalId, plainText, requiredText } from '../kernel/schemas.ts';

const DaySchedule = z.object({
  weekday: z.string().max(40),
  weekdayEn: z.enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']),
  startTimeA: clockTime.or(z.literal('')),
  endTimeA: clockTime.or(z.literal('')),
  startTimeB: clockTime.or(z.literal('')),
  endTimeB: clockTime.or(z.literal('')),
});
export const weekSchedules = z.array(DaySchedule).max(7);

const optionFields = {
  id,
  name: z.string(),
  greetingMessage: z.string(),
  queueType: z.enum(optionKinds),
  closeTicket: z.boolean(),
  optQueueId: id.nullable(),
  optUserId: id.nullable(),
  optIntegrationId: id.nullable(),
  optFileId: id.nullable(),
  /** The flow that an `integration` option starts. */
  optFlowId: id.nullable(),
  /** Set on a first-level option; a deeper option has its parent in `chatbotId`. */
  queueId: id.nullable(),
  chatbotId: id.nullable(),
  /** The agent of an `attendent` option. */
  user: z.object({ id, name: z.string() }).nullable(),
};
export const BotOptionBrief = z.object(optionFields);
/** One option of a queue's menu, with its child options. */
export interface BotOption extends z.infer<typeof BotOptionBrief> {
  options: BotOption[];
}
/** One schema per level, so that a tree beyond MAX_OPTION_DEPTH is invalid. */
const optionsBelow = (depth: number): z.ZodType<BotOption[]> =>
  z.array(depth === 0 ? z.never() : z.object({ ...optionFields, options: optionsBelow(depth - 1) }));
export const BotOptions = optionsBelow(MAX_OPTION_DEPTH);

export const optionDraft = {
  name: requiredText(4, 60),
  greetingMessage: plainText(4096).default(''),
  queueType: z.enum(optionKinds).default('text'),
  closeTicket: z.boolean().default(false),
  optQueueId: optionalId,
  optUserId: optionalId,
  optIntegrationId: optionalId,
  optFileId: optionalId,
  optFlowId: optionalId,
};
const OptionFields = z.object({
  /** Options with an id are changed; options without one are created. */
  id: id.nullish(),
  ...optionDraft,
});
export interface BotOptionDraft extends z.output<typeof OptionFields> {
  options: BotOptionDraft[];
}
export interface BotOptionInput extends z.input<typeof OptionFields> {
  options?: BotOptionInput[];
}
const draftsBelow = (depth: number): z.ZodType<BotOptionDraft[], BotOptionInput[]> =>
  z
    .array(
      depth === 0
        ? z.never()
        : OptionFields.extend({
            options: z
              .array(z.unknown())
              .max(MAX_OPTIONS)
              .default([])
              .pipe(draftsBelow(depth - 1)),
          }),
    )
    .max(MAX_OPTIONS) as unknown as z.ZodType<BotOptionDraft[], BotOptionInput[]>;

const sizeOf = (tree: readonly BotOptionDraft[]): number =>
  tree.reduce((sum, option) => sum + 1 + sizeOf(option.options), 0);
/** The complete tree: omitted options are removed. */
export const botTree = draftsBelow(MAX_OPTION_DEPTH).refine((tree) => sizeOf(tree) <= MAX_OPTIONS, {
  params: { rule: 'tooLong' },
});

export const Queue = z.object({
  id,
  name: z.string(),
  color: z.string(),
  greetingMessage: z.string(),
  outOfHoursMessage: z.string(),
  orderQueue: z.number().nullable(),
  ativarRoteador: z.boolean(),
  tempoRoteador: z.number(),
  integrationId: id.nullable(),
  fileListId: id.nullable(),
  /** Starts when a ticket enters the queue. */
  flowId: id.nullable(),
  closeTicket: z.boolean(),
  /** Minutes of business hours to the first response; null without a target. */
  targetMinutes: z.number().nullable(),
  schedules: z.array(DaySchedule),
  companyId: id,
});
export type Queue = z.infer<typeof Queue>;
/** One queue with its options, in menu order. */
export const QueueWithOptions = Queue.extend({ chatbots: BotOptions });
export type QueueWithOptions = z.infer<typeof QueueWithOptions>;

/** Forms send "" for an empty number. */
const numberOrEmpty = (empty: number | null, max: number) =>
  z.union([z.literal('').transform(() => empty), z.number().int().min(0).max(max)]);

/** Minutes; 0, "" and null mean no target. */
const targetMinutes = numberOrEmpty(0, 10_080)
  .nullish()
  .transform((minutes) => (minutes === undefined ? undefined : minutes || null));

export const QueueDraft = z.object({
  name: requiredText(2, 50),
  color,
  greetingMessage: plainText(4096).default(''),
  outOfHoursMessage: plainText(4096).default(''),
  orderQueue: numberOrEmpty(null, 9999).nullish(),
  ativarRoteador: z.boolean().default(false),
  tempoRoteador: numberOrEmpty(0, 1440).default(0),
  integrationId: optionalId,
  fileListId: optionalId,
  flowId: optionalId,
  closeTicket: z.boolean().default(false),
  targetMinutes,
  schedules: weekSchedules.default([]),
  chatbots: botTree.default([]),
});
export const QueueChange = z.object({
  name: requiredText(2, 50).optional(),
  color: color.optional(),
  greetingMessage: plainText(4096).optional(),
  outOfHoursMessage: plainText(4096).optional(),
  orderQueue: numberOrEmpty(null, 9999).nullish(),
  ativarRoteador: z.boolean().optional(),
  tempoRoteador: numberOrEmpty(0, 1440).optional(),
  integrationId: optionalId,
  fileListId: optionalId,
  flowId: optionalId,
  closeTicket: z.boolean().optional(),
  targetMinutes,
  schedules: weekSchedules.optional(),
  /** Complete list. If omitted, the options stay unchanged. */
  chatbots: botTree.optional(),
});

export const queues = {
  list: get('/queue', { reply: z.array(Queue), access: 'queue.read' }),
  show: get('/queue/:id', { params: idParams, reply: QueueWithOptions, access: 'queue.read' }),
  create: post('/queue', { body: QueueDraft, reply: QueueWithOptions, access: 'queue.manage', support: true }),
  update: put('/queue/:id', {
    params: idParams,
    body: QueueChange,
    reply: QueueWithOptions,
    access: 'queue.manage',
    support: true,
    status: 201,
  }),
  remove: del('/queue/:id', { params: idParams, reply: done, access: 'queue.manage', support: true }),
};
