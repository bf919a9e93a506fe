import { redactedKinds } from '@balcao/domain/ai/redaction';
import { voices } from '@balcao/domain/ai/voices';
import { z } from 'zod';
import { del, get, post, put } from '../kernel/endpoint.ts';
import { done, id, idParams, page, pageQuery, plainText, requiredText, timestamp } from '../kernel/schemas.ts';

/** Far above what a company writes by hand. */
export const MAX_PROMPTS = 100;
export const MAX_KNOWLEDGE_ENTRIES = 200;
export const MAX_KNOWLEDGE_TEXT_LENGTH = 150_000;
/** A text file: .txt, .md or .csv in UTF-8. */
export const MAX_KNOWLEDGE_FILE_BYTES = 1_048_576;
export const MAX_TRY_MESSAGES = 40;

/** `openai` is also every service with the same interface, at `baseUrl`. `sandbox` needs no key; only with SANDBOX. */
export const modelProviders = ['openai', 'gemini', 'anthropic', 'sandbox'] as const;
const Named = z.object({ id, name: z.string() });
/** A stored key is never returned: only its last four characters; null while there is none. */
const keyEnding = z.string().nullable();
/** Millionths of a real: a short answer costs less than a cent. Null: no price is known for the model. */
const micros = z.number();

/** What every user sees of a prompt, for pickers. */
export const PromptBrief = Named;
/** What answers with a prompt. */
export const PromptUses = z.object({ connections: z.array(Named), flows: z.array(Named) });
export type PromptUses = z.infer<typeof PromptUses>;
/** What a model may do besides answering. Everything else that it asks for is ignored. */
const PromptActions = z.object({
  /** Hand the conversation over to one of these queues; the queue of the prompt is always one of them. */
  transferQueueIds: z.array(id).max(50),
  tagIds: z.array(id).max(50),
  canClose: z.boolean(),
});
/** Omitted ones are not allowed. */
const ActionsInput = z.object({
  transferQueueIds: PromptActions.shape.transferQueueIds.default([]),
  tagIds: PromptActions.shape.tagIds.default([]),
  canClose: PromptActions.shape.canClose.default(false),
});
const MonthUsage = z.object({ calls: z.number(), costMicros: micros, unpricedCalls: z.number() });

export const Prompt = PromptBrief.extend({
  prompt: z.string(),
  provider: z.enum(modelProviders),
  /** Empty: the model that the operator chose. */
  model: z.string(),
  /** Empty: the address of the provider. */
  baseUrl: z.string(),
  voice: z.enum(voices),
  voiceRegion: z.string(),
  maxTokens: z.number(),
  temperature: z.number(),
  maxMessages: z.number(),
  queueId: id.nullable(),
  queue: Named.extend({ color: z.string() }).nullable(),
  actions: PromptActions,
  /** Documents, cards, e-mails and phone numbers are replaced before a text is sent to the model. */
  hidesPersonalData: z.boolean(),
  apiKeyLast4: keyEnding,
  voiceKeyLast4: keyEnding,
  /** When the AI service refused the API key; null once it accepted one or the key was replaced. */
  keyRefusedAt: timestamp.nullable(),
  knowledgeCount: z.number(),
  usedBy: PromptUses,
  /** Since the first day of the month. */
  usage: MonthUsage,
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type Prompt = z.infer<typeof Prompt>;

/** Printable without spaces. Outer whitespace of pasted keys is trimmed. */
const key = z
  .string()
  .trim()
  .max(500)
  .regex(/^[\x21-\x7e]*$/);
const fields = {
  name: requiredText(5, 100),
  prompt: requiredText(50, 16_000),
  provider: z.enum(modelProviders),
  model: z.string().regex(/^[\w.:/@-]{0,100}$/),
  /** Without user name, query and fragment. */
  baseUrl: z.union([
    z.literal(''),
    z
      .url({ protocol: /^https?$/ })
      .max(300)
      .refine((url) => !/[?#@\s]/.test(url), { params: { rule: 'invalid' } }),
  ]),
  voice: z.enum(voices),
  voiceRegion: z.string().regex(/^([a-z]{3,20}\d?)?$/),
  maxTokens: z.int().min(1).max(8192),
  temperature: z.number().min(0).max(2),
  maxMessages: z.int().min(1).max(100),
  queueId: id,
  actions: ActionsInput,
  hidesPersonalData: z.boolean(),
  /** Write-only. Omitted or empty: the stored key stays; with another provider or address it must be typed again. */
  apiKey: key,
  voiceKey: key,
};
const PromptDraft = z.object({
  ...fields,
  provider: fields.provider.default('openai'),
  model: fields.model.default(''),
  baseUrl: fields.baseUrl.default(''),
  voice: fields.voice.default('texto'),
  voiceRegion: fields.voiceRegion.default(''),
  maxTokens: fields.maxTokens.default(100),
  temperature: fields.temperature.default(1),
  maxMessages: fields.maxMessages.default(10),
  actions: fields.actions.prefault({}),
  hidesPersonalData: fields.hidesPersonalData.default(true),
  apiKey: fields.apiKey.default(''),
  voiceKey: fields.voiceKey.default(''),
});
const PromptChange = z.object(fields).partial();

// Trying a prompt out ----------------------------------------------------------------------------------------

/** Why a turn of a model ended without an answer. In a conversation a human takes over. */
export const turnFailures = [
  'noKey',
  'keyRefused',
  'quotaUsedUp',
  'monthCeiling',
  'dayCeiling',
  'turnCeiling',
  'contactCeiling',
  'notInPlan',
  'overdue',
  'unavailable',
  'refused',
  'empty',
] as const;
export type TurnFailure = (typeof turnFailures)[number];

const PromptTry = z.object({
  /** The conversation so far, oldest first; the last message is the customer's. */
  messages: z
    .array(z.object({ from: z.enum(['customer', 'prompt']), text: requiredText(1, 4096) }))
    .min(1)
    .max(MAX_TRY_MESSAGES),
  contactName: plainText(100).default('Maria Silva'),
  /** Unsaved changes. Provider, address and key are always the stored ones. */
  draft: PromptChange.pick({
    prompt: true,
    model: true,
    maxTokens: true,
    temperature: true,
    maxMessages: true,
  }).default({}),
});
const TriedAction = z.discriminatedUnion('type', [
  z.object({ type: z.literal('transfer'), queueId: id, queueName: z.string() }),
  z.object({ type: z.literal('tag'), tagId: id, tagName: z.string() }),
  z.object({ type: z.literal('close') }),
]);
export const PromptTried = z.object({
  /** Null when the turn failed; `failure` says why. */
  text: z.string().nullable(),
  action: TriedAction.nullable(),
  failure: z.enum(turnFailures).nullable(),
  /** Links to hosts that neither prompt nor knowledge contain. */
  removedLinks: z.number(),
  /** Values that were hidden from the model. */
  redacted: z.array(z.object({ kind: z.enum(redactedKinds), count: z.number() })),
  /** Knowledge that the model received, best first. */
  passages: z.array(z.object({ entryId: id, title: z.string() })),
  usage: z.object({ inputTokens: z.number(), outputTokens: z.number(), costMicros: micros.nullable() }).nullable(),
  ms: z.number(),
});
export type PromptTried = z.infer<typeof PromptTried>;

// Knowledge --------------------------------------------------------------------------------------------------

export const KnowledgeBrief = z.object({
  id,
  promptId: id,
  title: z.string(),
  /** Null: it was written here. */
  fileName: z.string().nullable(),
  characters: z.number(),
  updatedAt: timestamp,
});
export type KnowledgeBrief = z.infer<typeof KnowledgeBrief>;
export const KnowledgeEntry = KnowledgeBrief.extend({ text: z.string() });
export type KnowledgeEntry = z.infer<typeof KnowledgeEntry>;
const KnowledgeDraft = z.object({
  title: requiredText(1, 200),
  text: requiredText(1, MAX_KNOWLEDGE_TEXT_LENGTH),
});
const entryParams = z.object({ id: idParams.shape.id, entryId: idParams.shape.id });

const manage = 'prompt.manage';

export const prompts = {
  /** Admins of plans with AI receive the whole row, other users id and name. */
  list: get('/prompt', {
    query: pageQuery,
    reply: page('prompts', z.union([Prompt, PromptBrief])),
    access: 'prompt.pick',
  }),
  show: get('/prompt/:id', { params: idParams, reply: Prompt, access: manage }),
  create: post('/prompt', { body: PromptDraft, reply: Prompt, access: manage }),
  /** Omitted fields stay unchanged. */
  update: put('/prompt/:id', {
    params: idParams,
    body: PromptChange,
    reply: Prompt,
    access: manage,
  }),
  /** A prompt in use is refused with ERR_PROMPT_IN_USE; its `error` lists the uses as JSON (`PromptUses`). */
  remove: del('/prompt/:id', { params: idParams, reply: done, access: manage }),
  /** One turn of the model. Nothing is sent to a customer; the cost is recorded. */
  try: post('/prompt/:id/try', { params: idParams, body: PromptTry, reply: PromptTried, access: manage }),

  knowledge: get('/prompt/:id/knowledge', {
    params: idParams,
    reply: z.object({ entries: z.array(KnowledgeBrief) }),
    access: manage,
  }),
  knowledgeEntry: get('/prompt/:id/knowledge/:entryId', {
    params: entryParams,
    reply: KnowledgeEntry,
    access: manage,
    support: false,
  }),
  addKnowledge: post('/prompt/:id/knowledge', {
    params: idParams,
    body: KnowledgeDraft,
    reply: KnowledgeEntry,
    access: manage,
  }),
  /** Every file becomes an entry with the name of the file as its title. */
  uploadKnowledge: post('/prompt/:id/knowledge/file', {
    params: idParams,
    files: 'file',
    maxFileBytes: MAX_KNOWLEDGE_FILE_BYTES,
    reply: KnowledgeEntry,
    access: manage,
    rate: 'upload',
  }),
  changeKnowledge: put('/prompt/:id/knowledge/:entryId', {
    params: entryParams,
    body: KnowledgeDraft,
    reply: KnowledgeEntry,
    access: manage,
  }),
  removeKnowledge: del('/prompt/:id/knowledge/:entryId', { params: entryParams, reply: done, access: manage }),
  /** The passages that a model would receive for a question, best first. */
  searchKnowledge: post('/prompt/:id/knowledge/search', {
    params: idParams,
    body: z.object({ text: requiredText(1, 4096) }),
    reply: z.object({
      passages: z.array(z.object({ entryId: id, title: z.string(), text: z.string(), score: z.number() })),
    }),
    access: manage,
  }),
};
