import { integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const integrations = pgTable(
  'integrations',
  {
    companyId: integer('company_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    type: text().$type<'dialogflow' | 'n8n' | 'webhook' | 'typebot' | 'flowbuilder'>().notNull(),
    name: text().notNull(),
    project: text().notNull().default(''),
    language: text().$type<'pt-BR' | 'en' | 'es'>().notNull().default('pt-BR'),
    /** Sealed; the address is shown. */
    serviceAccount: text('service_account'),
    serviceAccountEmail: text('service_account_email').notNull().default(''),
    /** Address of the receiver, or of Typebot's viewer. */
    url: text().notNull().default(''),
    typebotSlug: text('typebot_slug').notNull().default(''),
    replyPauseMs: integer('reply_pause_ms').notNull().default(1000),
    /** 0: sessions do not expire. */
    expiresMinutes: integer('expires_minutes').notNull().default(1),
    finishWord: text('finish_word').notNull().default(''),
    restartWord: text('restart_word').notNull().default(''),
    restartMessage: text('restart_message').notNull().default(''),
    unknownMessage: text('unknown_message').notNull().default(''),
    flowId: integer('flow_id'),
    headerName: text('header_name').notNull().default(''),
    /** Sealed. */
    headerValue: text('header_value'),
    signingSecret: text('signing_secret'),
    signingSecretLast4: text('signing_secret_last4').notNull().default(''),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type IntegrationRow = typeof integrations.$inferSelect;

/** Keys that were typed into nodes of a flow; documents name them by id. */
export const encryptedKeys = pgTable(
  'encrypted_keys',
  {
    companyId: integer('company_id').notNull(),
    id: uuid().notNull().defaultRandom(),
    flowId: integer('flow_id').notNull(),
    /** The only host that the key may be sent to; empty for models and voices, whose address is fixed. */
    host: text().notNull().default(''),
    /** Sealed. */
    value: text().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
