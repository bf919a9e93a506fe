import type {
  CampaignStatus,
  Hold,
  RateMode,
  RecipientState,
  ResultFilter,
  WaitReason,
} from '@balcao/domain/campaign/campaign';
import {
  bigint,
  boolean,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** Recipients by state, and those who replied. */
export type StoredCounts = Partial<Record<RecipientState | 'replied', number>>;

export const campaigns = pgTable(
  'campaigns',
  {
    companyId: integer('company_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    status: text().$type<CampaignStatus>().notNull().default('INATIVA'),
    authorId: integer('author_id'),
    connectionId: integer('connection_id'),
    contactListId: integer('contact_list_id'),
    tagId: integer('tag_id'),
    sourceCampaignId: integer('source_campaign_id'),
    sourceFilter: text('source_filter').$type<ResultFilter>(),
    messages: text().array().notNull(),
    confirmations: text().array().notNull(),
    asksConfirmation: boolean('asks_confirmation').notNull().default(false),
    mediaKey: text('media_key'),
    mediaName: text('media_name').notNull().default(''),
    mediaMime: text('media_mime').notNull().default(''),
    templateId: integer('template_id'),
    templateValues: jsonb('template_values').$type<Record<string, string>>().notNull().default({}),
    opensTicket: boolean('opens_ticket').notNull().default(false),
    ticketStatus: text('ticket_status').$type<'closed' | 'pending' | 'open'>().notNull().default('closed'),
    userId: integer('user_id'),
    queueId: integer('queue_id'),
    rateMode: text('rate_mode').$type<RateMode>().notNull().default('settings'),
    localHours: boolean('local_hours').notNull().default(false),
    /** When an admin allowed people who never wrote to the number. */
    coldAllowedAt: at('cold_allowed_at'),
    stoppedVariants: integer('stopped_variants').array().notNull().default([]),
    /** Decides the variant of each recipient. */
    seed: integer().notNull(),
    scheduledAt: at('scheduled_at'),
    startedAt: at('started_at'),
    /** Last item, contact or recipient that was planned. */
    planPosition: bigint('plan_position', { mode: 'number' }).notNull().default(0),
    plannedAt: at('planned_at'),
    completedAt: at('completed_at'),
    hold: text().$type<Hold>(),
    holdAt: at('hold_at'),
    holdUntil: at('hold_until'),
    holdUserId: integer('hold_user_id'),
    holdDetail: text('hold_detail').notNull().default(''),
    /** The guards count recipients after this one. */
    guardedAfter: bigint('guarded_after', { mode: 'number' }).notNull().default(0),
    waitReason: text('wait_reason').$type<WaitReason>(),
    waitUntil: at('wait_until'),
    counts: jsonb().$type<StoredCounts>().notNull().default({}),
    endsAt: at('ends_at'),
    /** Counts every change by a user: what was read before it is not sent. */
    revision: integer().notNull().default(0),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    /** Set while it is being removed; row-level security hides it. */
    removingAt: at('removing_at'),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type CampaignRow = typeof campaigns.$inferSelect;

export const campaignRecipients = pgTable(
  'campaign_recipients',
  {
    companyId: integer('company_id').notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    campaignId: integer('campaign_id').notNull(),
    listItemId: integer('list_item_id'),
    contactId: integer('contact_id'),
    name: text().notNull(),
    number: text().notNull(),
    email: text().notNull().default(''),
    /** Empty after an erasure of the person. */
    addressKey: text('address_key').notNull(),
    variant: smallint(),
    confirmVariant: smallint('confirm_variant'),
    state: text().$type<RecipientState>().notNull().default('planned'),
    reason: text().notNull().default(''),
    /** Grows when a queued message is withdrawn; part of the key of the message. */
    attempt: integer().notNull().default(0),
    askMessageId: bigint('ask_message_id', { mode: 'number' }),
    messageId: bigint('message_id', { mode: 'number' }),
    notBefore: at('not_before').notNull(),
    askedAt: at('asked_at'),
    confirmedAt: at('confirmed_at'),
    queuedAt: at('queued_at'),
    sentAt: at('sent_at'),
    deliveredAt: at('delivered_at'),
    readAt: at('read_at'),
    repliedAt: at('replied_at'),
    optedOutAt: at('opted_out_at'),
    stateAt: at('state_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type CampaignRecipientRow = typeof campaignRecipients.$inferSelect;

/** The pace of a connection, shared by its campaigns, and its guards. */
export const campaignConnections = pgTable(
  'campaign_connections',
  {
    companyId: integer('company_id').notNull(),
    connectionId: integer('connection_id').notNull(),
    nextAt: at('next_at').notNull().defaultNow(),
    sendsSincePause: integer('sends_since_pause').notNull().default(0),
    lastCampaignId: integer('last_campaign_id').notNull().default(0),
    share: real().notNull().default(1),
    shareAt: at('share_at').notNull().defaultNow(),
    failedPercent: integer('failed_percent').notNull().default(10),
    optedOutPercent: integer('opted_out_percent').notNull().default(3),
    greySince: at('grey_since'),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.connectionId] })],
);
export type CampaignConnectionRow = typeof campaignConnections.$inferSelect;

export const campaignSettings = pgTable(
  'campaign_settings',
  {
    companyId: integer('company_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    key: text().notNull(),
    value: text().notNull(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type CampaignSettingRow = typeof campaignSettings.$inferSelect;

export const campaignExports = pgTable(
  'campaign_exports',
  {
    companyId: integer('company_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    campaignId: integer('campaign_id').notNull(),
    userId: integer('user_id'),
    inClear: boolean('in_clear').notNull().default(false),
    /** Language of the user who asked for the export. */
    language: text().$type<'pt' | 'en' | 'es'>().notNull().default('pt'),
    status: text().$type<'waiting' | 'running' | 'done' | 'failed'>().notNull().default('waiting'),
    rowCount: integer('row_count').notNull().default(0),
    storageKey: text('storage_key'),
    leaseUntil: at('lease_until'),
    tries: integer().notNull().default(0),
    createdAt: at('created_at').notNull().defaultNow(),
    finishedAt: at('finished_at'),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type CampaignExportRow = typeof campaignExports.$inferSelect;
