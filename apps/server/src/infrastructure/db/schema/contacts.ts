import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { Contact } from '@balcao/contract/endpoints/contacts';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const contacts = pgTable(
  'contacts',
  {
    companyId: integer('company_id').notNull(),
    id: integer()
      .notNull()
      .default(sql`nextval('contact_ids')`),
    name: text().notNull(),
    number: text().notNull().default(''),
    email: text().notNull().default(''),
    isGroup: boolean('is_group').notNull().default(false),
    /** False is blocked. */
    isActive: boolean('is_active').notNull().default(true),
    channel: text().$type<Contact['channel']>().notNull().default('whatsapp'),
    connectionId: integer('connection_id'),
    pictureKey: text('picture_key'),
    /** What the channel shows and we have not fetched yet. */
    pictureRef: jsonb('picture_ref'),
    acceptsAudio: boolean('accepts_audio').notNull().default(true),
    botDisabled: boolean('bot_disabled').notNull().default(false),
    consentedAt: at('consented_at'),
    walletUserId: integer('wallet_user_id'),
    walletQueueId: integer('wallet_queue_id'),
    /** Set when this turned out to be the same person as another contact. */
    mergedIntoId: integer('merged_into_id'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    /** Name and e-mail as search compares them; made by the database. */
    sought: text().generatedAlwaysAs(sql`folded(name || chr(10) || email)`),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type ContactRow = Omit<typeof contacts.$inferSelect, 'sought'>;
export type NewContact = Omit<typeof contacts.$inferInsert, 'id' | 'companyId' | 'createdAt' | 'updatedAt'>;

export type IdentityKind = 'phone' | 'lid' | 'bsuid' | 'username' | 'psid' | 'igsid' | 'group';
export const contactIdentities = pgTable(
  'contact_identities',
  {
    companyId: integer('company_id').notNull(),
    kind: text().$type<IdentityKind>().notNull(),
    /** The account for which the value means something; empty when it is the same everywhere. */
    scope: text().notNull().default(''),
    value: text().notNull(),
    contactId: integer('contact_id').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.kind, t.scope, t.value] })],
);

export const contactExtraInfo = pgTable(
  'contact_extra_info',
  {
    companyId: integer('company_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    contactId: integer('contact_id').notNull(),
    name: text().notNull(),
    value: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);

export const contactTags = pgTable(
  'contact_tags',
  {
    companyId: integer('company_id').notNull(),
    contactId: integer('contact_id').notNull(),
    tagId: integer('tag_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.contactId, t.tagId] })],
);

/** What moved when two contacts became one, so that it can be moved back. */
export interface Moved {
  identities: { kind: IdentityKind; scope: string; value: string }[];
  ticketIds: number[];
  tagIds: number[];
  extraInfo: { name: string; value: string }[];
  /** What the one that stayed lacked and took over. */
  taken?: { number?: string; email?: string };
}
export const contactMerges = pgTable(
  'contact_merges',
  {
    companyId: integer('company_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    keptId: integer('kept_id').notNull(),
    goneId: integer('gone_id').notNull(),
    reason: text().notNull(),
    moved: jsonb().$type<Moved>().notNull(),
    mergedBy: integer('merged_by'),
    mergedAt: at('merged_at').notNull().defaultNow(),
    undoneAt: at('undone_at'),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
