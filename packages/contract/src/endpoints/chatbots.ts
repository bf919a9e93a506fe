import { MAX_OPTIONS, optionKinds } from '@balcao/domain/bot/option-types';
import { botReasons } from '@balcao/domain/bot/reasons';
import { botOutcomes, botSteps } from '@balcao/domain/bot/step-names';
import { z } from 'zod';
import { del, get, post, put } from '../kernel/endpoint.ts';
import { calendarDay, done, id, idParams, optionalId, plainText } from '../kernel/schemas.ts';
import { BotOptionBrief, BotOptions, botTree, optionDraft, QueueChange, weekSchedules } from './queues.ts';

/** A bot option, its target and its parent. */
export const Chatbot = BotOptionBrief.extend({ options: BotOptions, mainChatbot: BotOptionBrief.nullable() });

const optionFields = z.object(optionDraft);
const ChatbotDraft = optionFields.extend({
  /** One of the two is set: the queue of a first-level option, or the parent option. */
  queueId: optionalId,
  chatbotId: optionalId,
  options: botTree.default([]),
});
const ChatbotChange = z.object({
  name: optionDraft.name.optional(),
  greetingMessage: plainText(4096).optional(),
  queueType: z.enum(optionKinds).optional(),
  closeTicket: z.boolean().optional(),
  optQueueId: optionalId,
  optUserId: optionalId,
  optIntegrationId: optionalId,
  optFileId: optionalId,
  optFlowId: optionalId,
  /** Complete list of the child options. If omitted, they stay unchanged. */
  options: botTree.optional(),
});

/** Date and time in the time zone of the company. */
const localTime = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d$/)
  .refine((text) => calendarDay.safeParse(text.slice(0, 10)).success, { params: { rule: 'invalid' } });

/** The unsaved queue of the drafts. */
const unsavedQueueId = z.literal(0);
/** Unsaved options of the drafts count down from -1 in the order of the tree. */
const unsavedOptionId = z.number().int().min(-MAX_OPTIONS).max(-1);
const turns = z.number().int().min(0).max(525_600);

/** Dry run: a sample message runs through the real steps. Nothing is sent or saved. */
export const BotTry = z.object({
  text: plainText(4096).default(''),
  isAudio: z.boolean().default(false),
  /** Default: now. */
  at: localTime.optional(),
  whatsappId: id,
  /** Queue or option in which the conversation is. If omitted, no menu has been sent. */
  queueId: z.union([unsavedQueueId, optionalId]),
  optionId: z.union([unsavedOptionId, optionalId]),
  /** False: the bot has already replied in this conversation. */
  isNew: z.boolean().default(true),
  contactConsented: z.boolean().default(false),
  /** What the conversation waits for. */
  waitsFor: z.enum(['nothing', 'consent', 'rating']).default('nothing'),
  /** Unsaved values of the screen; they replace the stored ones. */
  drafts: z
    .object({
      /** With an id: replaces that queue. Without: a new queue of this connection. */
      queue: QueueChange.extend({ id: id.nullish() }).optional(),
      connection: z
        .object({
          schedules: weekSchedules,
          outOfHoursMessage: plainText(4096),
          greetingMessage: plainText(4096),
          /** File name of the greeting; null without a file. */
          greetingMediaAttachment: z.string().max(255).nullable(),
          complationMessage: plainText(4096),
          ratingMessage: plainText(4096),
          maxUseBotQueues: turns,
          timeUseBotQueues: turns,
          maxUseBotQueuesNPS: turns,
          queueIds: z.array(id).max(500),
          /** What starts; one that does not exist starts nothing. */
          promptId: id.nullable(),
          integrationId: id.nullable(),
          flowIdWelcome: id.nullable(),
          flowIdNotPhrase: id.nullable(),
          collectiveVacationMessage: plainText(4096),
          collectiveVacationStart: calendarDay.nullable(),
          collectiveVacationEnd: calendarDay.nullable(),
        })
        .partial()
        .optional(),
      company: z
        .object({ schedules: weekSchedules, scheduleType: z.enum(['disabled', 'queue', 'company', 'connection']) })
        .partial()
        .optional(),
    })
    .default({}),
});
export const BotReply = z.object({
  kind: z.enum(['text', 'list', 'buttons', 'file']),
  text: z.string(),
  choices: z.array(z.object({ id: z.string(), title: z.string() })).optional(),
});
export const BotTried = z.object({
  steps: z.array(z.object({ step: z.enum(botSteps), outcome: z.enum(botOutcomes), why: z.enum(botReasons) })),
  /** The step that replied; null without a reply. */
  answeredBy: z.enum(botSteps).nullable(),
  says: z.array(BotReply),
  /** State of the conversation after the message. */
  place: z.object({
    queueId: z.union([unsavedQueueId, id]).nullable(),
    queueName: z.string().nullable(),
    optionId: z.union([unsavedOptionId, id]).nullable(),
    userId: id.nullable(),
    userName: z.string().nullable(),
    status: z.enum(['pending', 'lgpd', 'nps', 'closed']),
    closes: z.boolean(),
  }),
});
export type BotTried = z.infer<typeof BotTried>;

export const chatbots = {
  show: get('/chatbot/:id', { params: idParams, reply: Chatbot, access: 'queue.read' }),
  create: post('/chatbot', { body: ChatbotDraft, reply: Chatbot, access: 'queue.manage', support: true }),
  update: put('/chatbot/:id', {
    params: idParams,
    body: ChatbotChange,
    reply: Chatbot,
    access: 'queue.manage',
    support: true,
    status: 201,
  }),
  remove: del('/chatbot/:id', { params: idParams, reply: done, access: 'queue.manage', support: true }),
  try: post('/bot/try', { body: BotTry, reply: BotTried, access: 'queue.manage', support: true }),
};
