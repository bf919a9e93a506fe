/**
 * Every table with rows of companies, and what it means for one person: where it stands in the copy that the person may
 * ask for, and what becomes of it when the person's data is erased. A table that is not here fails the tests.
 */
export interface PersonTable {
  /** Which rows are the person's. */
  link: 'self' | 'contact' | 'ticket' | 'merge' | 'message' | 'file';
  /** Its name in the copy; or why it is not there. */
  exported: string | { not: string };
  erased: 'removed' | 'emptied' | { retained: string };
}

const removed = 'removed';
const numbersOnly = { retained: 'times, queue, attendant and counts: numbers for reports, of nobody' };

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
  ticket_tags: { link: 'ticket', exported: 'etapas', erased: numbersOnly },
  user_ratings: { link: 'ticket', exported: 'avaliacoes', erased: numbersOnly },
  messages: { link: 'message', exported: 'mensagens', erased: removed },
  message_receipts: { link: 'message', exported: 'mensagens', erased: removed },
  files: { link: 'file', exported: 'midia', erased: removed },
  ticket_drafts: {
    link: 'ticket',
    exported: { not: 'words that nobody has said, read by their author alone' },
    erased: removed,
  },
  bot_dialogs: {
    link: 'ticket',
    exported: { not: 'where a conversation stands in a menu just now: two ids' },
    erased: removed,
  },
  outbox: { link: 'message', exported: { not: 'the words of its message until it has left' }, erased: removed },
};

/** Tables that name a person without pointing at one, and what is done about it. */
export const tablesMentioningPerson: Record<string, { exported: string; erased: string }> = {
  inbox: {
    exported: 'not opened yet: becomes messages',
    erased: 'opened first; what cannot be within a minute is dropped',
  },
  history_messages: {
    exported: 'told by the channel and not worked off yet: becomes messages',
    erased: 'those that name the person are dropped',
  },
  sending_paces: {
    exported: 'since when the next word may leave: an id and a time',
    erased: 'kept: the id of nobody, forgotten within days',
  },
  signals: { exported: 'not worked off yet: becomes messages', erased: 'those that name the person are dropped' },
  quarantine: { exported: 'could not be read', erased: 'those that name the person are dropped' },
  idempotency_keys: { exported: 'copies of answers, kept for two days', erased: 'those of the person are dropped' },
  event_log: { exported: 'ids that screens were told, kept for a day', erased: 'those of the person are dropped' },
  audit_log: { exported: 'what people of the company did; ids', erased: 'kept: ids of what is no longer there' },
  erasures: {
    exported: 'once there is one, there is no person',
    erased: 'kept: the receipt says nothing of the person',
  },
  contact_imports: { exported: 'sheets of many people', erased: 'sheets brought before are forgotten' },
  contact_import_batches: {
    exported: 'what an import did, to take it back',
    erased: 'what it says of the person is taken out',
  },
  contact_distinctions: {
    exported: 'whom somebody of the company told the person apart from: two ids',
    erased: 'goes with the person',
  },
  contact_exports: { exported: 'sheets of many people', erased: 'sheets made before are forgotten' },
};

/** Tables that hold nothing of the people who write to the company. */
export const tablesWithoutPersonalData: Record<string, string> = {
  companies: 'the company itself',
  company_settings: 'its decisions',
  setting_changes: 'its decisions before',
  company_holidays: 'its calendar',
  directory: 'hashes and ids',
  event_log_floor: 'a place in the log',
  users: 'its own people',
  user_queues: 'its own people',
  sessions: 'its own people',
  refresh_tokens: 'its own people',
  push_subscriptions: 'browsers of its own people',
  queues: 'its departments',
  bot_options: 'its menus',
  tags: 'its labels',
  connections: 'its channels',
  connection_queues: 'its channels',
  channel_links: 'signing in at a channel, for some minutes',
  templates: 'its approved texts, with gaps',
  automatic_templates: 'its approved texts, with gaps',
  number_health: 'its channels',
  number_health_slots: 'counts',
  history_imports: 'its wishes and counts',
  qr_state: 'keys of its linked devices, sealed',
  quick_messages: 'its ready answers',
  file_lists: 'its files to send',
  file_list_items: 'its files to send',
};
