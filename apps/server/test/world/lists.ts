import type { AnySent, CallName } from './calls.ts';

/** What a read shows of its company's rows, and the SQL that counts the same rows directly. */
export interface List {
  sent?: AnySent;
  shown(answer: never): unknown;
  sql: string;
  expected(rows: never): unknown;
}
interface Row {
  id: number;
}
interface Setting {
  key: string;
  value: unknown;
}

const ids = (rows: Row[]) => rows.map((row) => row.id);
const PAGE = 20;
/** The first page, and how many there are in all. */
const whole = (rows: Row[]) => ({ ids: ids(rows).slice(0, PAGE), count: rows.length });
/** As many as the screen for choosing shows. */
const MOST_PICKED = 100;
const TICKETS = 40;
const CARDS = 30;
const DELIVERIES = 40;
const HITS = 30;
const CHANGES = 30;
const byKey = (one: Setting, other: Setting) => one.key.localeCompare(other.key);
const pairs = (rows: Setting[]) => rows.toSorted(byKey).map(({ key, value }) => [key, value]);
const present = 'select id from contacts where company_id = $1 and merged_into_id is null order by name, id';
const settings = 'select key, value from company_settings where company_id = $1';

/** Every read: its list, or `null` when it shows one thing by its id, or nothing of a company. */
export const lists: Partial<Record<CallName, List | null>> = {
  'settings.version': null,
  'settings.company': {
    sent: { params: { companyId: 1 } },
    shown: (answer: Record<string, unknown>) => pairs(Object.entries(answer).map(([key, value]) => ({ key, value }))),
    sql: settings,
    expected: pairs,
  },
  'settings.companyOne': null,
  'settings.payment': null,
  'settings.list': { shown: pairs, sql: settings, expected: pairs },
  'settings.changes': {
    shown: ({ changes }: { changes: Row[] }) => ids(changes),
    sql: 'select id::int from setting_changes where company_id = $1 order by id desc',
    expected: (rows: Row[]) => ids(rows).slice(0, CHANGES),
  },
  'settings.shown': null,
  'settings.public': null,
  'companies.plan': null,
  'companies.hours': null,
  'tags.list': {
    shown: ({ tags, count }: { tags: Row[]; count: number }) => ({ ids: ids(tags), count }),
    sql: 'select id from tags where company_id = $1 and not is_lane order by name, id',
    expected: whole,
  },
  'tags.pick': { shown: ids, sql: 'select id from tags where company_id = $1 order by name, id', expected: ids },
  'tags.lanes': {
    shown: ({ lista }: { lista: Row[] }) => ids(lista),
    sql: 'select id from tags where company_id = $1 and is_lane order by id',
    expected: ids,
  },
  'tags.show': null,
  'tags.ofContact': null,
  'access.me': null,
  'access.users': {
    shown: ({ users, count }: { users: Row[]; count: number }) => ({ ids: ids(users), count }),
    sql: 'select id from users where company_id = $1 order by name, id',
    expected: whole,
  },
  'access.pickUsers': { shown: ids, sql: 'select id from users where company_id = $1 order by id', expected: ids },
  'access.showUser': null,
  'queues.list': {
    shown: ids,
    sql: 'select id from queues where company_id = $1 order by position nulls last, name, id',
    expected: ids,
  },
  'queues.show': null,
  'chatbots.show': null,
  'connections.list': {
    shown: ids,
    sql: 'select id from connections where company_id = $1 order by name, id',
    expected: ids,
  },
  'connections.show': null,
  'connections.providers': null,
  'numberHealth.show': null,
  'linkings.show': null,
  'linkings.begin': null,
  'linkings.pages': null,
  'templates.list': {
    shown: ({ templates, count }: { templates: Row[]; count: number }) => ({ ids: ids(templates), count }),
    sql: 'select id from templates where company_id = $1 order by folded(name), language, id',
    expected: whole,
  },
  'templates.automatic': null,
  'contacts.list': {
    shown: ({ contacts, count }: { contacts: Row[]; count: number }) => ({ ids: ids(contacts), count }),
    sql: present,
    expected: whole,
  },
  'contacts.pick': { shown: ids, sql: present, expected: (rows: Row[]) => ids(rows).slice(0, MOST_PICKED) },
  'contacts.show': null,
  'contacts.picture': null,
  'contacts.merges': null,
  'tickets.list': {
    sent: { query: { status: 'search', showAll: 'true' } },
    shown: ({ tickets, count }: { tickets: Row[]; count: number }) => ({ ids: ids(tickets), count }),
    sql: 'select id from tickets where company_id = $1 order by updated_at desc, id desc',
    expected: (rows: Row[]) => ({ ids: ids(rows).slice(0, TICKETS), count: rows.length }),
  },
  'tickets.counts': {
    sent: { query: { showAll: 'true' } },
    shown: ({ open, pending, group }: Record<'open' | 'pending' | 'group', number>) => [open, pending, group],
    sql: `select count(*) filter (where status = 'open')::int as open,
                 count(*) filter (where status in ('pending', 'lgpd'))::int as pending,
                 count(*) filter (where status = 'group')::int as "group" from tickets where company_id = $1`,
    expected: ([row]: Record<'open' | 'pending' | 'group', number>[]) => [row!.open, row!.pending, row!.group],
  },
  // The admin who asks sees all that is alive; without a lane first, then lane by lane.
  'tickets.kanban': {
    shown: ({ tickets, count }: { tickets: Row[]; count: number }) => ({ ids: ids(tickets), count }),
    sql: `select id, lane_id from tickets where company_id = $1 and status in ('open', 'pending')
           order by lane_id nulls first, updated_at desc, id desc`,
    expected: (rows: Row[]) => ({
      ids: [...Map.groupBy(rows, (row) => (row as Row & { lane_id: number | null }).lane_id).values()].flatMap((lane) =>
        ids(lane).slice(0, CARDS),
      ),
      count: rows.length,
    }),
  },
  'tickets.show': null,
  'tickets.showByUuid': null,
  'tickets.draft': null,
  'tickets.log': null,
  'messages.list': null,
  'messages.search': {
    sent: { query: { searchParam: 'a' } },
    shown: ({ hits }: { hits: Row[] }) => ids(hits),
    sql: `select id::float8 from messages where company_id = $1 and said like '%a%' order by id desc`,
    expected: (rows: Row[]) => ids(rows).slice(0, HITS),
  },
  'messages.transcribe': null,
  'push.key': null,
  'dashboard.show': null,
  'messages.counts': {
    shown: ({ count }: { count: { count: string }[] }) => count[0]!.count,
    sql: 'select count(*) as n from messages where company_id = $1 and not is_private',
    expected: (rows: { n: string }[]) => rows[0]!.n,
  },
  'messages.deliveries': {
    sent: { query: { state: 'all' } },
    shown: ({ messages }: { messages: Row[] }) => ids(messages),
    sql: 'select id::float8 from messages where company_id = $1 and not is_private order by id desc',
    expected: (rows: Row[]) => ids(rows).slice(0, DELIVERIES),
  },
  'messages.life': null,
  'notes.list': null,
  'contactSheets.list': {
    shown: ({ imports, count }: { imports: Row[]; count: number }) => ({ ids: ids(imports), count }),
    sql: 'select id from contact_imports where company_id = $1 order by id desc',
    expected: whole,
  },
  'contactSheets.show': null,
  'contactSheets.exported': null,
  'contactSheets.duplicates': null,
  'privacy.consents': null,
  'privacy.exports': null,
  'privacy.erasures': {
    shown: ({ erasures, count }: { erasures: Row[]; count: number }) => ({ ids: ids(erasures), count }),
    sql: 'select id from erasures where company_id = $1 order by id desc',
    expected: whole,
  },
  'privacy.erasure': null,
  // The admin who asks has written them all.
  'quickMessages.list': {
    shown: ({ records, count }: { records: Row[]; count: number }) => ({ ids: ids(records), count }),
    sql: 'select id from quick_messages where company_id = $1 order by folded(shortcode), id',
    expected: whole,
  },
  'quickMessages.pick': {
    shown: ids,
    sql: 'select id from quick_messages where company_id = $1 order by folded(shortcode), id',
    expected: ids,
  },
  'quickMessages.show': null,
  'fileLists.list': {
    shown: ({ files, count }: { files: Row[]; count: number }) => ({ ids: ids(files), count }),
    sql: 'select id from file_lists where company_id = $1 order by folded(name), id',
    expected: whole,
  },
  'fileLists.pick': {
    shown: ids,
    sql: 'select id from file_lists where company_id = $1 order by folded(name), id',
    expected: ids,
  },
  'fileLists.show': null,
  'sandbox.overview': {
    shown: ({ connections }: { connections: Row[] }) => ids(connections),
    sql: "select id from connections where company_id = $1 and provider = 'sandbox' order by name, id",
    expected: ids,
  },
  'sandbox.scripts': null,
  'sandbox.thread': null,
  'sandbox.media': null,
  'sandbox.trace': null,
};
