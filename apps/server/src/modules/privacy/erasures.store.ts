import { and, desc, eq, ne, sql } from 'drizzle-orm';
import { erasures, type ErasureRow } from '../../infrastructure/db/schema/privacy.ts';
import type { TicketAssignment } from '@balcao/domain/events/catalogue';
import { own, type Tx } from '../../infrastructure/db/tx.ts';

const PAGE = 20;
const MAX_STUCK = 100;
type Counts = Record<string, number>;
interface Batch {
  ids: number[];
  /** Files that nobody else shows. */
  keys: string[];
}

export const erasureStore = {
  async insert(tx: Tx, erasure: { contactId: number; userId: number; userName: string; askedAt: Date; total: number }) {
    const [row] = await tx.orm
      .insert(erasures)
      .values({ ...erasure, companyId: tx.companyId })
      .returning();
    return row!;
  },
  async byId(tx: Tx, id: number): Promise<ErasureRow | undefined> {
    const [row] = await tx.orm.select().from(erasures).where(byErasureId(tx, id));
    return row;
  },
  async running(tx: Tx, contactId: number): Promise<ErasureRow | undefined> {
    const [row] = await tx.orm
      .select()
      .from(erasures)
      .where(and(own(tx, erasures), eq(erasures.contactId, contactId), ne(erasures.state, 'done')));
    return row;
  },
  async page(tx: Tx, page: number) {
    const rows = await tx.orm
      .select()
      .from(erasures)
      .where(own(tx, erasures))
      .orderBy(desc(erasures.id))
      .limit(PAGE)
      .offset((page - 1) * PAGE);
    const count = await tx.orm.$count(erasures, own(tx, erasures));
    return { rows, count, hasMore: count > (page - 1) * PAGE + rows.length };
  },
  /** Held until the transaction ends: two workers take turns, and what one did the other sees. */
  async lock(tx: Tx, id: number): Promise<ErasureRow | undefined> {
    const [row] = await tx.orm.select().from(erasures).where(byErasureId(tx, id)).for('update');
    return row;
  },
  update: (tx: Tx, id: number, change: Partial<Omit<ErasureRow, 'companyId' | 'id'>>) =>
    tx.orm
      .update(erasures)
      .set({ ...change, updatedAt: sql`now()` })
      .where(byErasureId(tx, id)),
  /** Begun, and not touched since: whoever was at it is gone. */
  stuck: (tx: Tx, since: Date) =>
    tx.orm
      .select({ id: erasures.id })
      .from(erasures)
      .where(and(own(tx, erasures), ne(erasures.state, 'done'), sql`updated_at < ${since.toISOString()}::timestamptz`))
      .limit(MAX_STUCK),

  /** The contact and everybody who turned out to be the same person. */
  async contactIdsOf(tx: Tx, contactId: number): Promise<number[]> {
    return (await tx.query<{ id: number }>(contactIdsOf, [tx.companyId, contactId])).map(({ id }) => id);
  },
  /** Every way a channel or a person of the company wrote these people down. */
  namesOf: (tx: Tx, contactIds: number[]) =>
    tx.query<{ kind: string; value: string }>(namesOf, [tx.companyId, contactIds]),
  async messageCount(tx: Tx, contactIds: number[]): Promise<number> {
    return Number((await tx.query<{ n: string }>(messageCount, [tx.companyId, contactIds]))[0]!.n);
  },
  /** Pictures, and files that were made of these people's data. */
  async fileKeys(tx: Tx, contactIds: number[]): Promise<string[]> {
    return (await tx.query<{ key: string }>(fileKeys, [tx.companyId, contactIds])).map(({ key }) => key);
  },
  /** Where their conversations stand that some list shows: whoever shows one must hear that it goes. */
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
  eraseElsewhere: (tx: Tx, contactIds: number[], names: string[], before: Date) =>
    counted(tx, eraseElsewhere, [contactIds, names, before]),
  dropUnopened: (tx: Tx, ids: number[]) => counted(tx, dropUnopened, [ids]),
  finish: (tx: Tx, contactIds: number[]) => counted(tx, finish, [contactIds]),
};

const byErasureId = (tx: Tx, id: number) => and(own(tx, erasures), eq(erasures.id, id));

async function counted(tx: Tx, statement: { name: string; text: string }, values: unknown[]): Promise<Counts> {
  return (await tx.query<{ counts: Counts }>(statement, values))[0]!.counts;
}

async function batch(tx: Tx, statement: { name: string; text: string }, contactIds: number[], limit: number) {
  const rows = await tx.query<{ id: string }>(statement, [tx.companyId, contactIds, limit]);
  const ids = rows.map(({ id }) => Number(id));
  if (ids.length === 0) return { ids, keys: [] };
  const keys = await tx.query<{ key: string }>(ownFiles, [tx.companyId, ids]);
  return { ids, keys: keys.map(({ key }) => key) };
}

const contactIdsOf = {
  name: 'erasures.people-of',
  text: `with recursive person as (
           select id from contacts where company_id = $1 and id = $2
            union
           select c.id from contacts c join person p on c.merged_into_id = p.id where c.company_id = $1)
         select id from person`,
};
const namesOf = {
  name: 'erasures.names-of',
  text: `select kind, value from contact_identities where company_id = $1 and contact_id = any($2)
          union
         select 'phone', number from contacts where company_id = $1 and id = any($2) and number <> ''`,
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
  name: 'erasures.places-of',
  text: `select id as "ticketId", status, user_id as "userId", queue_id as "queueId", is_group as "isGroup" from tickets
          where company_id = $1 and contact_id = any($2) and (status <> 'closed' or is_newest_closed)`,
};
const ownMessages = {
  name: 'erasures.said',
  text: 'select id from messages where company_id = $1 and contact_id = any($2) limit $3',
};
const authored = {
  name: 'erasures.authored',
  text: 'select id from messages where company_id = $1 and author_contact_id = any($2) limit $3',
};
// What was passed on to somebody else, or came from a ready answer or a list of files, is shown there too.
const ownFiles = {
  name: 'erasures.own-files',
  text: `with named as (
           select m.media_key as file, k.key from messages m, unnest(array[m.media_key, m.preview_key]) as k (key)
            where m.company_id = $1 and m.id = any($2) and m.media_key is not null and k.key is not null)
         select distinct n.key from named n
          where not exists (select from messages o where o.company_id = $1 and o.media_key = n.file and o.id <> all($2))
            and not exists (select from quick_messages q where q.company_id = $1 and q.media_key = n.file)
            and not exists (select from file_list_items i where i.company_id = $1 and i.media_key = n.file)
            and not exists (select from connections c where c.company_id = $1 and c.greeting_file_key = n.file)`,
};
const unopened = { name: 'erasures.unopened', text: 'select erasure_unopened($1, $2) as ids' };
const start = { name: 'erasures.begin', text: 'select erasure_begin($1) as counts' };
const eraseMessages = { name: 'erasures.messages', text: 'select erasure_messages($1, $2) as counts' };
const eraseAuthored = { name: 'erasures.erase-authored', text: 'select erasure_authored($1, $2) as counts' };
const eraseElsewhere = { name: 'erasures.elsewhere', text: 'select erasure_elsewhere($1, $2, $3) as counts' };
const dropUnopened = { name: 'erasures.drop-unopened', text: 'select erasure_drop_unopened($1) as counts' };
const finish = { name: 'erasures.finish', text: 'select erasure_finish($1) as counts' };
