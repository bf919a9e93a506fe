/**
 * Every tenant table and its personal data: its section in a personal data export and what an erasure does with it.
 * A test fails for a table that is not listed here.
 */
export interface PersonTable {
  /** How rows refer to the person. */
  link: 'self' | 'contact' | 'ticket' | 'cycle' | 'run' | 'schedule' | 'merge' | 'message' | 'file' | 'address';
  /** Section of the export, or why the table is not exported. */
  exported: string | { not: string };
  erased: 'removed' | 'emptied' | { retained: string };
}

const removed = 'removed';
const numbersOnly = { retained: 'times, queue, agent and counts for reports; no personal data' };

export const personTables: Record<string, PersonTable> = {
  contacts: { link: 'self', exported: 'contato', erased: removed },
  contact_identities: { link: 'contact', exported: 'identidades', erased: removed },
  contact_extra_info: { link: 'contact', exported: 'informacoesAdicionais', erased: removed },
  contact_tags: { link: 'contact', exported: 'tags', erased: removed },
  contact_notes: { link: 'contact', exported: 'observacoes', erased: removed },
  contact_merges: { link: 'merge', exported: 'unioes', erased: removed },
  consents: { link: 'contact', exported: 'consentimentos', erased: removed },
  person_exports: { link: 'contact', exported: 'copias', erased: removed },
  tickets: { link: 'contact', exported: 'conversas', erased: 'emptied' },
  ticket_log: { link: 'ticket', exported: 'registro', erased: numbersOnly },
  ticket_tracking: { link: 'ticket', exported: 'atendimentos', erased: numbersOnly },
  ticket_periods: { link: 'cycle', exported: 'partesDosAtendimentos', erased: numbersOnly },
  ticket_tags: { link: 'ticket', exported: 'etapas', erased: numbersOnly },
  user_ratings: { link: 'ticket', exported: 'avaliacoes', erased: numbersOnly },
  messages: { link: 'message', exported: 'mensagens', erased: removed },
  message_receipts: { link: 'message', exported: 'mensagens', erased: removed },
  files: { link: 'file', exported: 'midia', erased: removed },
  ticket_drafts: {
    link: 'ticket',
    exported: { not: 'unsent text that only its author reads' },
    erased: removed,
  },
  bot_dialogs: {
    link: 'ticket',
    exported: { not: 'current position in a bot menu: two ids' },
    erased: removed,
  },
  flow_runs: { link: 'ticket', exported: 'fluxos', erased: removed },
  flow_calls: { link: 'ticket', exported: 'chamadasDosFluxos', erased: removed },
  flow_steps: { link: 'run', exported: 'passosDosFluxos', erased: removed },
  schedules: { link: 'contact', exported: 'agendamentos', erased: removed },
  schedule_runs: { link: 'schedule', exported: 'enviosAgendados', erased: removed },
  opt_outs: {
    link: 'address',
    exported: 'recusasDeCampanhas',
    erased: { retained: 'a keyed hash of the address, so that the person stays opted out' },
  },
  campaign_recipients: { link: 'address', exported: 'campanhas', erased: 'emptied' },
  contact_list_items: { link: 'address', exported: 'listasDeContatos', erased: removed },
  outbox: { link: 'message', exported: { not: 'content of a message until it is sent' }, erased: removed },
};

/** Tables that may mention a person without a reference to the contact. */
export const tablesMentioningPerson: Record<string, { exported: string; erased: string }> = {
  inbox: {
    exported: 'not parsed yet: becomes messages',
    erased: 'parsed first; payloads that cannot be parsed within a minute are dropped',
  },
  history_messages: {
    exported: 'received from the channel and not processed yet: becomes messages',
    erased: 'those that name the person are dropped',
  },
  sending_paces: {
    exported: 'time of the next possible message: an id and a time',
    erased: 'kept: an id without a contact, pruned within days',
  },
  signals: { exported: 'not processed yet: becomes messages', erased: 'those that name the person are dropped' },
  early_message_changes: { exported: 'their message never arrived', erased: 'those that name the person are dropped' },
  quarantine: { exported: 'could not be processed', erased: 'those that name the person are dropped' },
  idempotency_keys: { exported: 'copies of responses, kept for two days', erased: 'those of the person are dropped' },
  event_log: { exported: 'ids in events for screens, kept for a day', erased: 'those of the person are dropped' },
  audit_log: { exported: 'actions of users; ids', erased: 'kept: ids of removed records' },
  erasures: {
    exported: 'exists only after the person is erased',
    erased: 'kept: the receipt contains no personal data',
  },
  removals: { exported: 'progress of a removal: ids and counts', erased: 'kept: ids only, pruned after a day' },
  contact_imports: { exported: 'spreadsheets of many persons', erased: 'earlier spreadsheets are removed' },
  contact_import_batches: {
    exported: 'changes of an import, to undo it',
    erased: 'entries of the person are removed',
  },
  contact_distinctions: {
    exported: 'pairs marked as not duplicates: two ids',
    erased: 'removed with the contact',
  },
  ai_counters: {
    exported: 'how often a model answered in an hour: an id and a count',
    erased: 'kept: an id without a contact, pruned after hours',
  },
  sending_pool_people: {
    exported: 'hashes of people reached in the last day',
    erased: 'kept: hashes, pruned within two days',
  },
  contact_exports: { exported: 'spreadsheets of many persons', erased: 'earlier spreadsheets are removed' },
  report_exports: { exported: 'spreadsheets of many persons', erased: 'earlier spreadsheets are removed' },
  report_filters: {
    exported: 'filters of a user, with an id or a search text',
    erased: 'kept: an id without a contact',
  },
  campaign_exports: { exported: 'spreadsheets of many persons', erased: 'kept for a day at most' },
};

/** Tables without personal data of contacts. */
export const tablesWithoutPersonalData: Record<string, string> = {
  companies: 'the company itself',
  company_settings: 'its settings',
  setting_changes: 'its former settings',
  company_holidays: 'its calendar',
  ticket_counters: 'numbers of its tickets',
  metric_state: 'days that are counted',
  metric_days: 'counts and sums of a day',
  metric_dirty_days: 'days to count again',
  directory: 'hashes and ids',
  event_log_floor: 'a position in the event log',
  users: 'its users',
  user_queues: 'its users',
  sessions: 'its users',
  refresh_tokens: 'its users',
  push_subscriptions: 'browsers of its users',
  queues: 'its queues',
  bot_options: 'its bot menus',
  tags: 'its tags',
  connections: 'its connections',
  connection_queues: 'its connections',
  channel_links: 'pending sign-ins to a channel, for some minutes',
  templates: 'its message templates',
  automatic_templates: 'its message templates',
  connection_log: 'reports about its connections',
  number_health: 'its connections',
  number_health_slots: 'counters',
  sending_pools: 'limits of its connections',
  sending_pool_slots: 'counters',
  history_imports: 'its import requests and counters',
  qr_state: 'sealed keys of its linked devices',
  quick_messages: 'its quick replies',
  team_chats: 'words of its users among themselves',
  team_chat_members: 'its users',
  team_chat_messages: 'words of its users among themselves',
  announcement_reads: 'its users',
  contact_lists: 'names and counters of its lists',
  campaigns: 'its campaigns: texts and counters',
  campaign_connections: 'the pace of its connections',
  campaign_settings: 'its settings',
  file_lists: 'its files to send',
  file_list_items: 'its files to send',
  flows: 'its flows',
  flow_drafts: 'its flows',
  flow_versions: 'its flows',
  flow_cases: 'its tests of flows, with an invented customer',
  flow_phrases: 'its phrases',
  flow_files: 'its files to send',
  flow_counts: 'counters',
  service_breakers: 'services that fail',
  prompts: 'its prompts',
  integrations: 'its external bots and webhooks',
  encrypted_keys: 'sealed keys of its flows',
  knowledge_entries: 'its texts for prompts',
  knowledge_chunks: 'its texts for prompts',
  ai_usage: 'what calls of models cost; no conversation is named',
  ai_ceilings: 'its ceilings',
  ai_reservations: 'calls in progress, without a conversation',
  api_usage: 'counters',
  company_usage: 'counters',
  number_corrections: 'progress of a correction: counts',
  invitations: 'e-mails of its future users',
  reset_codes: 'its users',
  email_confirmations: 'the company itself',
  mails: 'letters to its users, sealed until they are sent',
  subscription_entries: 'its subscription',
  invoices: 'its invoices; the buyer is the company',
  charges: 'payments of its invoices',
  payment_ledger: 'payments of its invoices',
  support_accesses: 'super users who opened the company',
};
