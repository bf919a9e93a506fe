import type { TicketAssignment } from '@balcao/domain/events/catalogue';
import type { ErasureRow } from '../../infrastructure/db/schema/privacy.ts';
import type { Statement, Tx } from '../../infrastructure/db/tx.ts';

const PAGE = 20;
const MAX_STUCK = 100;
type Counts = Record<string, number>;
interface Window {
  contactIds: number[];
  ticketIds: number[];
  names: string[];
  before: Date;
}
interface Batch {
  ids: number[];
  /** Files that no other row uses. */
  keys: string[];
}

export const erasureStore = {
  async byId(tx: Tx, id: number): Promise<ErasureRow | undefined> {
    return (await tx.query<ErasureRow>(byId, [tx.companyId, id]))[0];
  },
  async running(tx: Tx, contactId: number): Promise<ErasureRow | undefined> {
    return (await tx.query<ErasureRow>(running, [tx.companyId, contactId]))[0];
  },
  async page(tx: Tx, page: number) {
    const offset = (page - 1) * PAGE;
    const rows = await tx.query<ErasureRow>(pageOf, [tx.companyId, PAGE, offset]);
    const count = (await tx.query<{ count: number }>(countAll, [tx.companyId]))[0]!.count;
    return { rows, count, hasMore: count > offset + rows.length };
  },
  /** Serializes two workers of one erasure. */
  async lock(tx: Tx, id: number): Promise<ErasureRow | undefined> {
    return (await tx.query<ErasureRow>(lock, [tx.companyId, id]))[0];
  },
  /** Unfinished and not changed since this time: the worker has died. */
  stuck: (tx: Tx, since: Date) => tx.query<{ id: number }>(stuck, [tx.companyId, since, MAX_STUCK]),

  /** The contact and all contacts that were merged into it. */
  async contactIdsOf(tx: Tx, contactId: number): Promise<number[]> {
    return (await tx.query<{ id: number }>(contactIdsOf, [tx.companyId, contactId])).map(({ id }) => id);
  },
  /** Identities and numbers of these contacts. */
  identitiesOf: (tx: Tx, contactIds: number[]) =>
    tx.query<{ kind: string; scope: string; value: string }>(identitiesOf, [tx.companyId, contactIds]),
  async messageCount(tx: Tx, contactIds: number[]): Promise<number> {
    return Number((await tx.query<{ n: string }>(messageCount, [tx.companyId, contactIds]))[0]!.n);
  },
  /** Profile pictures and personal data exports of these contacts. */
  async fileKeys(tx: Tx, contactIds: number[]): Promise<string[]> {
    return (await tx.query<{ key: string }>(fileKeys, [tx.companyId, contactIds])).map(({ key }) => key);
  },
  /** Assignments of the tickets that lists show, for the events that they are removed. */
  assignmentsOf: (tx: Tx, contactIds: number[]) =>
    tx.query<TicketAssignment & { ticketId: number }>(assignmentsOf, [tx.companyId, contactIds]),
  ownMessages: (tx: Tx, contactIds: number[], limit: number) => batch(tx, ownMessages, contactIds, limit),
  authored: (tx: Tx, contactIds: number[], limit: number) => batch(tx, authored, contactIds, limit),
  async unopened(tx: Tx, names: string[], before: Date): Promise<number[]> {
    const [row] = await tx.query<{ ids: string[] }>(unopened, [names, before]);
    return row!.ids.map(Number);
  },

  start: (tx: Tx, contactIds: number[]) => counted(tx, start, [contactIds]),
  eraseMessages: (tx: Tx, { ids, keys }: Batch) => counted(tx, eraseMessages, [ids, keys]),
  eraseAuthored: (tx: Tx, { ids, keys }: Batch) => counted(tx, eraseAuthored, [ids, keys]),
  /** Erases the person from one window of rows; `next` is the key to continue after, null at the end. */
  async eraseWindow(
    tx: Tx,
    window: Window,
    { source, after, limit }: { source: string; after: string; limit: number },
  ) {
    const values = [source, after, window.contactIds, window.ticketIds, window.names, window.before, limit];
    return (await tx.query<{ next: string | null; removed: number }>(eraseWindow, values))[0]!;
  },
  /** Moves tickets to the placeholder contact of erased people; without counts when none are left. */
  eraseTickets: (tx: Tx, contactIds: number[], limit: number) => counted(tx, eraseTickets, [contactIds, limit]),
  async ticketIds(tx: Tx, contactIds: number[]): Promise<number[]> {
    return (await tx.query<{ id: number }>(ticketIds, [tx.companyId, contactIds])).map(({ id }) => id);
  },
  eraseChannelData: (tx: Tx, contactIds: number[], names: string[], before: Date) =>
    counted(tx, eraseChannelData, [contactIds, names, before]),
  dropUnopened: (tx: Tx, ids: number[]) => counted(tx, dropUnopened, [ids]),
  finish: (tx: Tx, contactIds: number[]) => counted(tx, finish, [contactIds]),
};

async function counted(tx: Tx, statement: Statement, values: unknown[]): Promise<Counts> {
  return (await tx.query<{ counts: Counts }>(statement, values))[0]!.counts;
}

async function batch(tx: Tx, statement: Statement, contactIds: number[], limit: number) {
  const rows = await tx.query<{ id: string }>(statement, [tx.companyId, contactIds, limit]);
  const ids = rows.map(({ id }) => Number(id));
  if (ids.length === 0) return { ids, keys: [] };
  const keys = await tx.query<{ key: string }>(ownFiles, [tx.companyId, ids]);
  return { ids, keys: keys.map(({ key }) => key) };
}

const COLUMNS = `company_id as "companyId", id, contact_id as "contactId", user_id as "userId", user_name as "userName",
                state, done, total, sought, counts, asked_at as "askedAt", updated_at as "updatedAt", done_at as "doneAt",
                hash`;
const byId = {
  name: 'erasures.by-id',
  text: `select ${COLUMNS} from erasures where company_id = $1 and id = $2`,
};
const lock = {
  name: 'erasures.lock',
  text: `select ${COLUMNS} from erasures where company_id = $1 and id = $2 for update`,
};
const running = {
  name: 'erasures.running',
  text: `select ${COLUMNS} from erasures where company_id = $1 and contact_id = $2 and state <> 'done'`,
};
const pageOf = {
  name: 'erasures.page',
  text: `select ${COLUMNS} from erasures where company_id = $1 order by id desc limit $2 offset $3`,
};
const countAll = { name: 'erasures.count', text: 'select count(*)::int as count from erasures where company_id = $1' };
const stuck = {
  name: 'erasures.stuck',
  text: `select id from erasures where company_id = $1 and state <> 'done' and updated_at < $2 limit $3`,
};
const contactIdsOf = {
  name: 'erasures.contact-ids-of',
  text: `with recursive person as (
           select id from contacts where company_id = $1 and id = $2
            union
           select c.id from contacts c join person p on c.merged_into_id = p.id where c.company_id = $1)
         select id from person`,
};
const identitiesOf = {
  name: 'erasures.identities-of',
  text: `select kind, scope, value from contact_identities where company_id = $1 and contact_id = any($2)
          union
         select 'phone', '', number from contacts where company_id = $1 and id = any($2) and number <> ''`,
};
const messageCount = {
  name: 'erasures.message-count',
  text: `select (select count(*) from messages where company_id = $1 and contact_id = any($2))
              + (select count(*) from messages where company_id = $1 and author_contact_id = any($2)
                    and contact_id <> all($2)) as n`,
};
const fileKeys = {
  name: 'erasures.file-keys',
  text: `select picture_key as key from contacts where company_id = $1 and id = any($2) and picture_key is not null
          union
         select file_key from person_exports where company_id = $1 and contact_id = any($2) and file_key is not null`,
};
const assignmentsOf = {
  name: 'erasures.assignments-of',
  text: `select id as "ticketId", status, user_id as "userId", queue_id as "queueId", is_group as "isGroup" from tickets
          where company_id = $1 and contact_id = any($2) and (status <> 'closed' or is_newest_closed)`,
};
const ownMessages = {
  name: 'erasures.own-messages',
  text: 'select id from messages where company_id = $1 and contact_id = any($2) limit $3',
};
const authored = {
  name: 'erasures.authored',
  text: 'select id from messages where company_id = $1 and author_contact_id = any($2) limit $3',
};
// A forwarded file, or one of a quick reply, a scheduled message, a campaign, a file list or a greeting, is still used there.
const ownFiles = {
  name: 'erasures.own-files',
  text: `with named as (
           select m.media_key as file, k.key from messages m, unnest(array[m.media_key, m.preview_key]) as k (key)
            where m.company_id = $1 and m.id = any($2) and m.media_key is not null and k.key is not null)
         select distinct n.key from named n
          where not exists (select from messages o where o.company_id = $1 and o.media_key = n.file and o.id <> all($2))
            and not exists (select from quick_messages q where q.company_id = $1 and q.media_key = n.file)
            and not exists (select from file_list_items i where i.company_id = $1 and i.media_key = n.file)
            and not exists (select from flow_files w where w.company_id = $1 and w.storage_key = n.file)
            and not exists (select from schedules s where s.company_id = $1 and s.media_key = n.file)
            and not exists (select from campaigns p where p.company_id = $1 and p.media_key = n.file)
            and not exists (select from connections c where c.company_id = $1 and c.greeting_file_key = n.file)`,
};
const unopened = { name: 'erasures.unopened', text: 'select erasure_unopened($1, $2) as ids' };
const start = { name: 'erasures.start', text: 'select erasure_begin($1) as counts' };
const eraseMessages = { name: 'erasures.erase-messages', text: 'select erasure_messages($1, $2) as counts' };
const eraseAuthored = { name: 'erasures.erase-authored', text: 'select erasure_authored($1, $2) as counts' };
const eraseWindow = {
  name: 'erasures.erase-window',
  text: 'select next, removed from erasure_window($1, $2, $3, $4, $5, $6, $7)',
};
const eraseTickets = { name: 'erasures.erase-tickets', text: 'select erasure_tickets($1, $2) as counts' };
const ticketIds = {
  name: 'erasures.ticket-ids',
  text: 'select id from tickets where company_id = $1 and contact_id = any($2)',
};
const eraseChannelData = {
  name: 'erasures.erase-channel-data',
  text: 'select erasure_of_channel_data($1, $2, $3) as counts',
};
const dropUnopened = { name: 'erasures.drop-unopened', text: 'select erasure_drop_unopened($1) as counts' };
const finish = { name: 'erasures.finish', text: 'select erasure_finish($1) as counts' };
