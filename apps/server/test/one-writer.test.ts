import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { figure } from './fixtures/scale.ts';
import { sources } from './fixtures/sources.ts';

const SCHEMA = new URL('../src/infrastructure/db/schema/', import.meta.url);

/** One table, one writer: any store may read a table; only this store (or the stores of this folder) writes it. */
const owners: Record<string, string> = {
  plans: 'modules/companies/',
  companies: 'modules/companies/companies.store.ts',
  subscription_entries: 'modules/companies/subscription-entries.store.ts',
  invoices: 'modules/billing/invoices.store.ts',
  invoice_counters: 'modules/billing/invoices.store.ts',
  platform_settings: 'modules/settings/setting-records.store.ts',
  backups: 'infrastructure/backup/',
  drills: 'infrastructure/backup/backups.store.ts',
  erased_files: 'infrastructure/backup/',
  file_copies_unused: 'infrastructure/backup/retention.store.ts',
  nodes: 'modules/doctor/doctor.store.ts',
  restored_state: 'infrastructure/restored/restored.store.ts',
  company_settings: 'modules/settings/setting-records.store.ts',
  setting_changes: 'modules/settings/change-records.store.ts',
  company_holidays: 'modules/companies/holidays.store.ts',
  company_usage: 'modules/platform-admin/usage.store.ts',
  directory: 'infrastructure/db/directory.store.ts',
  rate_limits: 'infrastructure/limits/limits.store.ts',
  event_log: 'infrastructure/events/',
  event_log_floor: 'infrastructure/events/events.store.ts',
  audit_log: 'infrastructure/audit/audit.store.ts',
  mails: 'infrastructure/mail/mails.store.ts',
  undeliverable_addresses: 'infrastructure/mail/mails.store.ts',
  files: 'infrastructure/storage/files.store.ts',
  users: 'modules/access/',
  user_queues: 'modules/access/',
  sessions: 'modules/access/sessions.store.ts',
  refresh_tokens: 'modules/access/sessions.store.ts',
  reset_codes: 'modules/access/reset-codes.store.ts',
  invitations: 'modules/access/invitations.store.ts',
  support_accesses: 'modules/access/support.store.ts',
  email_confirmations: 'modules/access/email-confirmations.store.ts',
  queues: 'modules/queues/queues.store.ts',
  bot_options: 'modules/queues/option-records.store.ts',
  bot_dialogs: 'modules/bot/dialogs.store.ts',
  user_ratings: 'modules/bot/ratings.store.ts',
  removals: 'modules/removals/removals.store.ts',
  tags: 'modules/tags/tag-records.store.ts',
  flows: 'modules/flows/',
  flow_drafts: 'modules/flows/',
  flow_versions: 'modules/flows/',
  flow_cases: 'modules/flows/',
  flow_phrases: 'modules/flows/',
  flow_files: 'modules/flows/',
  flow_runs: 'modules/flow-runs/flow-runs.store.ts',
  flow_calls: 'modules/flow-calls/',
  service_breakers: 'modules/flow-calls/breakers.store.ts',
  flow_steps: 'modules/flow-runs/',
  flow_counts: 'modules/flow-runs/flow-counts.store.ts',
  prompts: 'modules/ai/prompts.store.ts',
  integrations: 'modules/integrations/integrations.store.ts',
  encrypted_keys: 'modules/integrations/flow-keys.store.ts',
  knowledge_entries: 'modules/ai/knowledge.store.ts',
  knowledge_chunks: 'modules/ai/knowledge.store.ts',
  ai_prices: 'modules/ai/prices.store.ts',
  ai_usage: 'modules/ai/ceilings.store.ts',
  ai_ceilings: 'modules/ai/ceilings.store.ts',
  ai_counters: 'modules/ai/ceilings.store.ts',
  ai_reservations: 'modules/ai/ceilings.store.ts',
  connections: 'modules/connections/',
  connection_queues: 'modules/connections/connection-records.store.ts',
  qr_state: 'modules/connections/',
  channel_links: 'modules/connections/',
  templates: 'modules/templates/templates.store.ts',
  automatic_templates: 'modules/templates/templates.store.ts',
  contacts: 'modules/contacts/',
  contact_extra_info: 'modules/contacts/',
  contact_tags: 'modules/contacts/',
  contact_identities: 'modules/contacts/',
  contact_merges: 'modules/contacts/merges.store.ts',
  number_corrections: 'modules/contacts/number-corrections.store.ts',
  tickets: 'modules/tickets/',
  ticket_counters: 'modules/tickets/ticket-numbers.store.ts',
  ticket_log: 'modules/tickets/ticket-log.store.ts',
  ticket_tracking: 'modules/tickets/',
  // Otherwise written by triggers of the database.
  ticket_periods: 'modules/tickets/demo-cycles.store.ts',
  metric_state: 'modules/dashboard/metric-days.store.ts',
  metric_days: 'modules/dashboard/metric-days.store.ts',
  metric_dirty_days: 'modules/dashboard/metric-days.store.ts',
  report_exports: 'modules/reports/report-exports.store.ts',
  report_filters: 'modules/reports/report-filters.store.ts',
  ticket_tags: 'modules/kanban/lanes.store.ts',
  ticket_drafts: 'modules/tickets/drafts.store.ts',
  contact_imports: 'modules/contact-spreadsheets/',
  contact_import_batches: 'modules/contact-spreadsheets/imports.store.ts',
  contact_distinctions: 'modules/contact-spreadsheets/not-duplicates.store.ts',
  contact_exports: 'modules/contact-spreadsheets/exports.store.ts',
  contact_notes: 'modules/contact-notes/contact-notes.store.ts',
  consents: 'modules/privacy/consents.store.ts',
  person_exports: 'modules/privacy/exports.store.ts',
  erasures: 'modules/privacy/erasure-records.store.ts',
  team_chats: 'modules/team-chats/team-chat-records.store.ts',
  team_chat_members: 'modules/team-chats/team-chat-records.store.ts',
  team_chat_messages: 'modules/team-chats/team-chat-records.store.ts',
  announcements: 'modules/announcements/announcement-records.store.ts',
  announcement_reads: 'modules/announcements/announcements.store.ts',
  helps: 'modules/helps/helps.store.ts',
  schedules: 'modules/schedules/',
  schedule_runs: 'modules/schedules/',
  quick_messages: 'modules/quick-replies/quick-reply-records.store.ts',
  campaigns: 'modules/campaigns/',
  campaign_recipients: 'modules/campaigns/',
  campaign_connections: 'modules/campaigns/',
  campaign_settings: 'modules/campaigns/',
  campaign_exports: 'modules/campaigns/',
  contact_lists: 'modules/contact-lists/',
  contact_list_items: 'modules/contact-lists/',
  file_lists: 'modules/file-lists/file-list-records.store.ts',
  file_list_items: 'modules/file-lists/file-list-records.store.ts',
  push_subscriptions: 'modules/push/push.store.ts',
  messages: 'modules/messages/',
  message_receipts: 'modules/messages/',
  api_usage: 'modules/messages/api-usage.store.ts',
  early_message_changes: 'modules/messages/receiving/early-changes.store.ts',
  outbox: 'modules/messages/sending/',
  sending_paces: 'modules/messages/sending/rate-limit.store.ts',
  number_health: 'modules/connection-health/connection-health.store.ts',
  number_health_slots: 'modules/connection-health/connection-health.store.ts',
  sending_pools: 'modules/connection-health/budget.store.ts',
  sending_pool_slots: 'modules/connection-health/budget.store.ts',
  sending_pool_people: 'modules/connection-health/budget.store.ts',
  opt_outs: 'modules/opt-outs/opt-outs.store.ts',
  connection_log: 'modules/connection-health/connection-log.store.ts',
  history_imports: 'modules/history-import/history-import.store.ts',
  history_messages: 'modules/history-import/history-import.store.ts',
  inbox: 'modules/receiving/inbox.store.ts',
  signals: 'modules/receiving/queued-events.store.ts',
  seen_deliveries: 'modules/receiving/inbox.store.ts',
  quarantine: 'modules/receiving/quarantine.store.ts',
  work_leases: 'modules/receiving/inbox.store.ts',
  idempotency_keys: 'infrastructure/idempotency/idempotency.store.ts',
  charges: 'modules/billing/charges.store.ts',
  payment_ledger: 'modules/billing/ledger.store.ts',
  payment_inbox: 'modules/billing/payment-inbox.store.ts',
  payment_providers: 'modules/billing/providers.store.ts',
  schema_migrations: 'infrastructure/db/migrate.ts',
  preparation: 'infrastructure/db/prepare.ts',
};

/** `npm run move-in` brings rows of all tables that their owners wrote on another server. */
const IMPORT = 'infrastructure/snapshot/';

const tablesByName = await schemaTables();

describe('one table, one writer', () => {
  it('every table of the schema has an owner', () => {
    const knownTables = [...tablesByName.values(), 'schema_migrations', 'preparation'];
    expect(Object.keys(owners).sort()).toEqual([...new Set(knownTables)].sort());
  });

  it('only the owner inserts, updates or deletes', () => {
    const found = writes().filter(({ path }) => !path.startsWith(IMPORT));
    expect(found.filter(({ table, path }) => !path.startsWith(owners[table] ?? 'no owner'))).toEqual([]);
    // Proves that the search finds the writes of every table.
    expect(new Set(found.map(({ table }) => table))).toEqual(new Set(Object.keys(owners)));
    figure('one-writer', 'writes found, by others', `${found.length}, 0`);
  });
});

function writes(): { path: string; table: string; how: string }[] {
  return sources().flatMap(({ path, text }) => [
    ...[
      ...text.matchAll(/\.(?:insert|update|delete)\(\s*(\w+)\s*\)/g),
      ...text.matchAll(/\binsertIfFree\(tx,\s*(\w+),/g),
    ].flatMap(([how, name]) => {
      const table = tablesByName.get(localName(text, name!));
      return table === undefined ? [] : [{ path, table, how }];
    }),
    ...[
      ...text.matchAll(
        /\b(?:insert\s+into|delete\s+from|truncate(?:\s+table)?|merge\s+into|copy)\s+(?:public\.)?"?(\w+)"?/gi,
      ),
    ].map(([how, table]) => ({ path, table: table!, how })),
    // `for update` and `do update set` name no table.
    ...[
      ...text.matchAll(
        /(?<!for\s)(?<!do\s)\bupdate\s+(?:only\s+)?(?:public\.)?"?(\w+)"?(?:\s+(?:as\s+)?\w+)?\s+set\b/gi,
      ),
    ].map(([how, table]) => ({ path, table: table!, how })),
  ]);
}

/** A table may have been imported under another name. */
const localName = (text: string, name: string): string => new RegExp(`(\\w+) as ${name}\\b`).exec(text)?.[1] ?? name;

async function schemaTables(): Promise<Map<string, string>> {
  const tables = new Map<string, string>();
  for (const file of readdirSync(SCHEMA)) {
    for (const [name, table] of Object.entries((await import(new URL(file, SCHEMA).href)) as object)) {
      if (is(table, PgTable)) tables.set(name, getTableName(table));
    }
  }
  return tables;
}
