import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });
const at = (name: string) => timestamp(name, { withTimezone: true });
const ids = (name: string) =>
  integer(name)
    .array()
    .notNull()
    .default(sql`'{}'`);
const micros = (name: string) => bigint(name, { mode: 'number' });

export const prompts = pgTable(
  'prompts',
  {
    companyId: integer('company_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    prompt: text().notNull(),
    provider: text().$type<'openai' | 'gemini' | 'anthropic' | 'sandbox'>().notNull(),
    /** Empty: the operator's model, the provider's address. */
    model: text().notNull().default(''),
    baseUrl: text('base_url').notNull().default(''),
    voice: text().notNull().default('texto'),
    voiceRegion: text('voice_region').notNull().default(''),
    maxTokens: integer('max_tokens').notNull().default(100),
    temperature: real().notNull().default(1),
    maxMessages: integer('max_messages').notNull().default(10),
    /** For «a human is needed». Null: the queue was deleted. */
    queueId: integer('queue_id'),
    /** Further queues and tags that the model may name. Ids of deleted ones are ignored. */
    transferQueueIds: ids('transfer_queue_ids'),
    tagIds: ids('tag_ids'),
    canClose: boolean('can_close').notNull().default(false),
    hidesPersonalData: boolean('hides_personal_data').notNull().default(true),
    /** Sealed. */
    apiKey: text('api_key'),
    apiKeyLast4: text('api_key_last4').notNull().default(''),
    voiceKey: text('voice_key'),
    voiceKeyLast4: text('voice_key_last4').notNull().default(''),
    /** When the service refused the API key; null once it accepted one or the key was replaced. */
    keyRefusedAt: at('key_refused_at'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type PromptRow = typeof prompts.$inferSelect;

export const knowledgeEntries = pgTable(
  'knowledge_entries',
  {
    companyId: integer('company_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    promptId: integer('prompt_id').notNull(),
    title: text().notNull(),
    fileName: text('file_name'),
    body: text().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export const knowledgeChunks = pgTable(
  'knowledge_chunks',
  {
    companyId: integer('company_id').notNull(),
    entryId: integer('entry_id').notNull(),
    position: integer().notNull(),
    promptId: integer('prompt_id').notNull(),
    body: text().notNull(),
    foldedBody: text('folded_body').generatedAlwaysAs(sql`folded(body)`),
    lexemes: tsvector().generatedAlwaysAs(sql`to_tsvector('pg_catalog.portuguese', folded(body))`),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.entryId, t.position] })],
);

/** Prices of the platform, in millionths of a real. */
export const aiPrices = pgTable(
  'ai_prices',
  {
    provider: text().notNull(),
    model: text().notNull(),
    inputPerMillion: micros('input_per_million').notNull().default(0),
    outputPerMillion: micros('output_per_million').notNull().default(0),
    perMinute: micros('per_minute').notNull().default(0),
    perMillionCharacters: micros('per_million_characters').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.provider, t.model] })],
);

/** One row for each call that was made; never changed. */
export const aiUsage = pgTable(
  'ai_usage',
  {
    companyId: integer('company_id').notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    at: at('at').notNull(),
    purpose: text().notNull(),
    provider: text().notNull(),
    model: text().notNull(),
    promptId: integer('prompt_id'),
    flowId: integer('flow_id'),
    inputTokens: integer('input_tokens').notNull().default(0),
    outputTokens: integer('output_tokens').notNull().default(0),
    seconds: integer().notNull().default(0),
    characters: integer().notNull().default(0),
    /** Null: no price was known. */
    costMicros: micros('cost_micros'),
    outcome: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);

export const aiCeilings = pgTable('ai_ceilings', {
  companyId: integer('company_id').primaryKey(),
  monthCents: integer('month_cents'),
  callsPerDay: integer('calls_per_day'),
  turnsPerConversation: integer('turns_per_conversation').notNull(),
  callsPerContactHour: integer('calls_per_contact_hour').notNull(),
  updatedAt: at('updated_at').notNull().defaultNow(),
});

/** One row for each thing that has a ceiling. */
export const aiCounters = pgTable(
  'ai_counters',
  {
    companyId: integer('company_id').notNull(),
    scope: text().notNull(),
    subject: bigint({ mode: 'number' }).notNull(),
    period: at('period').notNull(),
    calls: integer().notNull().default(0),
    spentMicros: micros('spent_micros').notNull().default(0),
    reservedMicros: micros('reserved_micros').notNull().default(0),
    notices: jsonb().$type<Record<string, string>>().notNull().default({}),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.scope, t.subject, t.period] })],
);

/** A call in progress. */
export const aiReservations = pgTable(
  'ai_reservations',
  {
    companyId: integer('company_id').notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    at: at('at').notNull(),
    month: at('month').notNull(),
    micros: micros('micros').notNull(),
    isPriced: boolean('is_priced').notNull(),
    purpose: text().notNull(),
    provider: text().notNull(),
    model: text().notNull(),
    promptId: integer('prompt_id'),
    flowId: integer('flow_id'),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
