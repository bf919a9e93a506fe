/** A test of a flow on the test phone: what a client sends, and what would happen. Nothing of it is stored. */
import { MAX_PENDING_TEXTS, MAX_TRY_HISTORY, MAX_VALUE_LENGTH } from '@balcao/domain/flow/bounds';
import { endReasons, traceEvents, traceReasons } from '@balcao/domain/flow/run';
import { callFailures, callKinds } from '@balcao/domain/flow/service-call';
import { z } from 'zod';
import { id, plainText, requiredText, timestamp } from '../kernel/schemas.ts';

/** A stored file; nodes refer to it by `name`. */
export const StoredFlowFile = z.object({
  name: z.string(),
  original: z.string(),
  /** Signed; valid for a limited time. */
  url: z.string(),
  mime: z.string(),
  bytes: z.number(),
});
export type StoredFlowFile = z.infer<typeof StoredFlowFile>;

/** The invented customer of a test. */
export const TryCustomer = z.object({
  channel: z.enum(['whatsapp', 'whatsappapi', 'facebook', 'instagram']).default('whatsapp'),
  name: plainText(100).default('Maria Silva'),
  number: plainText(20).default('5511999990000'),
  email: plainText(100).default(''),
  tags: z.array(plainText(100)).max(50).default([]),
  /** Additional data by name, as long as that of a contact. */
  fields: z
    .record(z.string().max(100), plainText(1000))
    .refine((fields) => Object.keys(fields).length <= 50, { params: { rule: 'tooLong' } })
    .default({}),
  isFirstContact: z.boolean().default(true),
});
const shortId = z.string().max(100);
const count = z.number().int().min(0).max(1_000_000);
const moment = z.iso.datetime({ offset: true }).max(40);
const runWait = z.object({
  for: z.enum(['answer', 'time', 'debounce', 'call']),
  until: moment.nullable(),
  since: moment.optional(),
  callId: shortId.optional(),
  callKind: z.enum(callKinds).optional(),
  hasExit: z.literal(true).optional(),
});
const value = z.string().max(MAX_VALUE_LENGTH);
const textReply = z.object({ type: z.literal('text'), text: plainText(4096) });
/** As the engine has it; a result of a test has only texts. */
const mediaReply = z.object({
  type: z.literal('media'),
  media: z.enum(['image', 'video', 'audio']),
  file: z.object({ key: z.string().max(200), mime: shortId, fileName: z.string().max(255), bytes: z.number() }),
  isVoice: z.boolean(),
});
const callAction = z.discriminatedUnion('type', [
  z.object({ type: z.literal('transfer'), queueId: count, userId: count.nullable() }),
  z.object({ type: z.literal('tag'), tagId: count }),
  z.object({ type: z.literal('close') }),
  z.object({ type: z.literal('stop') }),
]);
const callSession = z.object({
  key: shortId,
  id: z.string().max(200).nullable(),
  variables: z.record(z.string().max(100), value),
  at: moment,
});
const runService = z.object({
  session: callSession.nullable().optional(),
  pendingTexts: z.array(value).max(MAX_PENDING_TEXTS).optional(),
  pendingAudio: z.array(shortId).max(MAX_PENDING_TEXTS).optional(),
  choices: z.array(value).max(100).optional(),
  turns: count.optional(),
  answer: z
    .object({
      replies: z.array(z.discriminatedUnion('type', [textReply, mediaReply])).max(30),
      action: callAction.nullable(),
      isOver: z.boolean(),
    })
    .nullable()
    .optional(),
});
/** State of a test. A client sends back what the last response contained; nothing is stored. */
export const TryRun = z.object({
  ...runService.shape,
  v: z.literal(1),
  flowId: count,
  versionId: count,
  node: shortId.nullable(),
  part: count,
  stack: z.array(z.object({ flowId: count, versionId: count, node: shortId })).max(10),
  vars: z
    .record(z.string().max(100), z.string().max(MAX_VALUE_LENGTH))
    .refine((vars) => Object.keys(vars).length <= 200, { params: { rule: 'tooLong' } }),
  seed: z.number().int(),
  seq: count,
  tries: count,
  wait: runWait.nullable(),
  spent: count,
  startedAt: moment,
  path: z.array(shortId).max(100),
  lastText: z.string().max(MAX_VALUE_LENGTH),
  isHandedOver: z.boolean(),
  ended: z.enum(endReasons).nullable(),
});
export type TryRun = z.infer<typeof TryRun>;
/** The answer of a service in a test: a sample, or what the service answered to a call of the test. */
const callResult = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('done'),
    replies: z.array(textReply).max(20).default([]),
    choices: z.array(plainText(400)).max(50).default([]),
    values: z.record(z.string().max(100), plainText(4096)).default({}),
    action: callAction.nullable().default(null),
    session: callSession.nullable().default(null),
    isOver: z.boolean().default(false),
    isUnknown: z.boolean().default(false),
  }),
  z.object({ type: z.literal('failed'), reason: z.enum(callFailures) }),
]);
export const TryInput = z.discriminatedUnion('type', [
  /** The message that starts the flow. */
  z.object({ type: z.literal('start'), text: plainText(4096).default('') }),
  z.object({
    type: z.literal('message'),
    text: plainText(4096).default(''),
    choiceId: shortId.optional(),
    media: z
      .object({
        type: z.enum(['image', 'audio', 'video', 'document', 'sticker']),
        name: plainText(200),
        ref: shortId.optional(),
      })
      .optional(),
  }),
  /** The wait is over: the clock moves to its end. */
  z.object({ type: z.literal('time') }),
  z.object({ type: z.literal('callResult'), callId: shortId, result: callResult }),
]);
export type TryInput = z.output<typeof TryInput>;
export const FlowTry = z.object({
  rev: count,
  run: TryRun.nullable().default(null),
  input: TryInput,
  as: TryCustomer.prefault({}),
  /** Time of the test; default: now. Send the `now` of the last response. */
  at: moment.optional(),
  /** When the customer last wrote. Send the `inboundAt` of the last response. */
  inboundAt: moment.optional(),
});
/** The step again that led to a call: the call follows from it, and the service is called. */
export const FlowTryCall = FlowTry.extend({
  /** What was written so far, oldest first. */
  history: z
    .array(z.object({ from: z.enum(['customer', 'bot']), text: plainText(4096) }))
    .max(MAX_TRY_HISTORY)
    .default([]),
});
/** The result goes back as the next input. Files of bots are shown as their addresses. */
export const FlowTryCalled = z.object({ result: callResult });
export type FlowTryCalled = z.output<typeof FlowTryCalled>;
const Reply = z.object({
  kind: z.enum(['text', 'list', 'buttons', 'image', 'audio', 'video', 'files', 'template']),
  nodeId: z.string(),
  text: z.string(),
  choices: z.array(z.object({ id: z.string(), title: z.string() })).optional(),
  files: z.array(StoredFlowFile).optional(),
  isVoice: z.boolean().optional(),
});
export type FlowReply = z.infer<typeof Reply>;
/** Everything else that would happen. */
const Effect = z.discriminatedUnion('type', [
  z.object({ type: z.literal('typing'), seconds: z.number() }),
  /** `text` is what the service gets of the customer's words, or the address that is called. */
  z.object({
    type: z.literal('call'),
    callId: z.string(),
    nodeId: z.string(),
    kind: z.enum(callKinds),
    text: z.string(),
    isAwaited: z.boolean(),
  }),
  z.object({
    type: z.literal('assign'),
    queueId: id.nullable(),
    queueName: z.string().nullable(),
    userId: id.nullable(),
    userName: z.string().nullable(),
    reason: z.string(),
  }),
  z.object({ type: z.literal('tag'), add: z.array(z.string()), remove: z.array(z.string()) }),
  z.object({ type: z.literal('lane'), name: z.string() }),
  z.object({ type: z.literal('field'), field: z.string(), value: z.string() }),
  z.object({ type: z.literal('note'), text: z.string() }),
  z.object({ type: z.literal('close'), mode: z.enum(['farewell', 'rating', 'silent']) }),
]);
export type FlowEffect = z.infer<typeof Effect>;
export const TraceStep = z.object({
  seq: z.number(),
  /** Null: a step inside a called flow. */
  nodeId: z.string().nullable(),
  event: z.enum(traceEvents),
  port: z.string().nullable(),
  reason: z.enum(traceReasons).nullable(),
  key: z.string().optional(),
  at: timestamp,
});
export const FlowTried = z.object({
  run: TryRun,
  says: z.array(Reply),
  effects: z.array(Effect),
  /** The steps of this input, in order. */
  trace: z.array(TraceStep),
  /** Current node of the tested flow; null after the end. */
  node: z.string().nullable(),
  waits: runWait.nullable(),
  ended: z.enum(endReasons).nullable(),
  variables: z.record(z.string(), z.string()),
  now: timestamp,
  inboundAt: timestamp,
});
export type FlowTried = z.infer<typeof FlowTried>;

export const CaseDraft = z.object({
  name: requiredText(2, 50),
  as: TryCustomer.prefault({}),
  /** When the test began, `now` of its first response; default: the time at which the case runs. */
  at: moment.optional(),
  /** `run.seed` of the test, for the same random choices; default: others each time. */
  seed: z.number().int().optional(),
  inputs: z.array(TryInput).min(1).max(50),
  /** Texts that the flow must send, in order. */
  expect: z.array(plainText(4096)).max(200),
});
export const FlowCase = CaseDraft.extend({ id });
export type FlowCase = z.infer<typeof FlowCase>;
