import { sql } from 'drizzle-orm';
import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { bytea } from './platform.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });
const flowIds = () =>
  integer('flow_ids')
    .array()
    .notNull()
    .default(sql`'{}'`);

export const flows = pgTable(
  'flows',
  {
    companyId: integer('company_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    isActive: boolean('is_active').notNull().default(true),
    /** Null until the first publication. */
    liveVersionId: integer('live_version_id'),
    /** Who created it. */
    userId: integer('user_id'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type FlowRow = typeof flows.$inferSelect;

export const flowDrafts = pgTable(
  'flow_drafts',
  {
    companyId: integer('company_id').notNull(),
    flowId: integer('flow_id').notNull(),
    /** Grows with every save. */
    rev: integer().notNull().default(1),
    doc: jsonb().notNull(),
    /** Flows that its nodes call. */
    flowIds: flowIds(),
    /** Who saved it last. */
    userId: integer('user_id'),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.flowId] })],
);

/** Published documents; they never change. */
export const flowVersions = pgTable(
  'flow_versions',
  {
    companyId: integer('company_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    flowId: integer('flow_id').notNull(),
    /** Counts from 1 in each flow. */
    number: integer().notNull(),
    doc: jsonb().notNull(),
    digest: bytea().notNull(),
    note: text().notNull().default(''),
    flowIds: flowIds(),
    userId: integer('user_id'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);

export const flowCases = pgTable(
  'flow_cases',
  {
    companyId: integer('company_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    flowId: integer('flow_id').notNull(),
    name: text().notNull(),
    doc: jsonb().notNull(),
    /** Null until it has run. */
    lastPassed: boolean('last_passed'),
    userId: integer('user_id'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);

export const flowPhrases = pgTable(
  'flow_phrases',
  {
    companyId: integer('company_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    phrase: text().notNull(),
    mode: text().$type<'equal' | 'starts' | 'contains'>().notNull().default('equal'),
    isActive: boolean('is_active').notNull().default(true),
    /** Null: every connection. */
    connectionId: integer('connection_id'),
    /** Null: the flow was deleted. */
    flowId: integer('flow_id'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);

export const flowFiles = pgTable(
  'flow_files',
  {
    companyId: integer('company_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    /** What nodes refer to. */
    name: text().notNull(),
    storageKey: text('storage_key').notNull(),
    originalName: text('original_name').notNull().default(''),
    mime: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    userId: integer('user_id'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);

/** A conversation in a flow. */
export const flowRuns = pgTable(
  'flow_runs',
  {
    companyId: integer('company_id').notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    ticketId: integer('ticket_id').notNull(),
    flowId: integer('flow_id').notNull(),
    /** The version it began with. */
    versionId: integer('version_id').notNull(),
    /** The version of the node at which it stands: another flow's while that one is called. */
    nodeVersionId: integer('node_version_id').notNull(),
    /** What started it. */
    trigger: text().notNull(),
    /** What a run without a flow does; its flow and versions are 0. */
    target: jsonb(),
    /** The run of the engine. */
    state: jsonb().notNull(),
    /** At which it stands or ended. */
    node: text().notNull(),
    wait: text().$type<'answer' | 'time' | 'debounce' | 'call'>(),
    wakeAt: at('wake_at'),
    /** Grows with every input. */
    seq: integer().notNull().default(0),
    startedAt: at('started_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    endedAt: at('ended_at'),
    endReason: text('end_reason'),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);

/** The path of a run, kept for 30 days. */
export const flowSteps = pgTable(
  'flow_steps',
  {
    companyId: integer('company_id').notNull(),
    runId: bigint('run_id', { mode: 'number' }).notNull(),
    /** Counts from 0 in each run. */
    position: integer().notNull(),
    at: at('at').notNull(),
    versionId: integer('version_id').notNull(),
    node: text().notNull(),
    event: text().notNull(),
    /** The port by which it left. */
    port: text(),
    reason: text(),
    /** The variable that was set. */
    key: text(),
    isCounted: boolean('is_counted').notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.runId, t.position] })],
);

/** Steps per day (UTC), added up by a job. */
export const flowCounts = pgTable(
  'flow_counts',
  {
    companyId: integer('company_id').notNull(),
    flowId: integer('flow_id').notNull(),
    versionId: integer('version_id').notNull(),
    day: date().notNull(),
    node: text().notNull(),
    event: text().$type<'entered' | 'left' | 'dropped' | 'failed'>().notNull(),
    /** The port by which conversations left; empty otherwise. */
    port: text().notNull().default(''),
    n: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.flowId, t.versionId, t.day, t.node, t.event, t.port] })],
);

/** A call of a flow to an external service. */
export const flowCalls = pgTable(
  'flow_calls',
  {
    companyId: integer('company_id').notNull(),
    id: uuid().notNull().defaultRandom(),
    /** The engine's own name of the call. */
    callId: text('call_id').notNull(),
    runId: bigint('run_id', { mode: 'number' }),
    ticketId: integer('ticket_id').notNull(),
    flowId: integer('flow_id'),
    node: text().notNull(),
    kind: text().notNull(),
    integrationId: integer('integration_id'),
    promptId: integer('prompt_id'),
    /** Calls of one account fail together. */
    account: text().notNull(),
    /** Null when the call is over, except for deliveries of webhooks. */
    request: jsonb(),
    /** Sealed; for seven days, if the company wants it. */
    content: text(),
    state: text().$type<'queued' | 'calling' | 'done' | 'failed' | 'unknown'>().notNull().default('queued'),
    attempts: integer().notNull().default(0),
    notBefore: at('not_before').notNull().defaultNow(),
    leaseUntil: at('lease_until'),
    fence: bigint({ mode: 'number' }).notNull().default(0),
    reason: text(),
    statusCode: integer('status_code'),
    durationMs: integer('duration_ms'),
    createdAt: at('created_at').notNull().defaultNow(),
    startedAt: at('started_at'),
    finishedAt: at('finished_at'),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);

/** A service that failed; all nodes read it. */
export const serviceBreakers = pgTable(
  'service_breakers',
  {
    companyId: integer('company_id').notNull(),
    account: text().notNull(),
    failures: integer().notNull(),
    openUntil: at('open_until'),
    /** The one call that finds out whether the service works again. */
    trialId: uuid('trial_id'),
    lastReason: text('last_reason').notNull(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.account] })],
);
