import type { TicketAssignment } from '@balcao/domain/events/catalogue';
import type { RemovalKind, RemovalRow } from '../../infrastructure/db/schema/removals.ts';
import type { Db, Statement, Tx } from '../../infrastructure/db/tx.ts';

interface NewRemoval {
  kind: RemovalKind;
  ids: number[];
  name: string;
  userId: number;
}
interface Portion {
  removed: number;
  fileKeys: string[];
}
/** Finished removals are retained for a day: a screen that was offline learns that they ended. */
const RETENTION_HOURS = 24;
const MAX_LISTED = 50;

// Rows of a removal belong to other modules; database functions mark and delete them in the caller's company.
export const removalStore = {
  async insert(tx: Tx, { kind, ids, name, userId }: NewRemoval): Promise<number> {
    await tx.query(prune, [tx.companyId, RETENTION_HOURS]);
    return (await tx.query<{ id: number }>(insert, [tx.companyId, kind, ids, name, userId]))[0]!.id;
  },
  /** Hides the rows and frees their unique names. */
  mark: (tx: Tx, kind: RemovalKind, ids: number[]) => tx.query(marks[kind], [ids]),

  /** Locks a running removal; undefined when it is over or another worker has it. */
  async claim(tx: Tx, id: number): Promise<RemovalRow | undefined> {
    return (await tx.query<RemovalRow>(claim, [tx.companyId, id]))[0];
  },
  async removePortion(tx: Tx, { kind, subjectIds }: RemovalRow, limit: number) {
    const own = portions[kind];
    const rows = own
      ? await tx.query<Portion>(own, [subjectIds, limit])
      : await tx.query<Portion>(portion, [kind, subjectIds, limit]);
    return rows[0]!;
  },
  /** Live tickets that left a removed queue, with the assignment they had. */
  freeLiveTickets: (tx: Tx, { subjectIds }: RemovalRow, limit: number) =>
    tx.query<TicketAssignment & { ticketId: number }>(freeLiveTickets, [subjectIds, limit]),
  async countLeft(tx: Tx, { kind, subjectIds }: RemovalRow): Promise<number> {
    const own = sizes[kind];
    const rows = own
      ? await tx.query<{ n: number }>(own, [subjectIds])
      : await tx.query<{ n: number }>(size, [kind, subjectIds]);
    return rows[0]!.n;
  },
  /** True while payloads that arrived before the removal are not processed. */
  async hasUnprocessedPayloads(tx: Tx, { subjectIds }: RemovalRow): Promise<boolean> {
    return (await tx.query<{ waits: boolean }>(hasUnprocessedPayloads, [subjectIds]))[0]!.waits;
  },

  progress: (tx: Tx, id: number, { removed, liveDone = false }: { removed: number; liveDone?: boolean }) =>
    tx.query(progress, [tx.companyId, id, removed, liveDone]),
  setTotal: (tx: Tx, id: number, left: number) => tx.query(setTotal, [tx.companyId, id, left]),
  finish: (tx: Tx, id: number) => tx.query(finish, [tx.companyId, id]),

  async byId(tx: Tx, id: number): Promise<RemovalRow | undefined> {
    return (await tx.query<RemovalRow>(byId, [tx.companyId, id]))[0];
  },
  /** Running removals, oldest first: of one user, or of all users. */
  running: (tx: Tx, userId: number | null) => tx.query<RemovalRow>(running, [tx.companyId, userId, MAX_LISTED]),
  /** Running removals without a portion since this time. */
  due: (db: Db, since: Date, limit: number) => db.query<{ companyId: number; id: number }>(due, [since, limit]),
};

const COLUMNS = `company_id as "companyId", id, kind, subject_ids as "subjectIds", name, user_id as "userId", state,
                live_done as "liveDone", done, total, asked_at as "askedAt", worked_at as "workedAt",
                finished_at as "finishedAt"`;
const insert = {
  name: 'removals.insert',
  text: `insert into removals (company_id, kind, subject_ids, name, user_id) values ($1, $2, $3, $4, $5) returning id`,
};
const prune = {
  name: 'removals.prune',
  text: `delete from removals where company_id = $1 and state = 'done' and finished_at < now() - make_interval(hours => $2)`,
};
const markTags = { name: 'removals.mark-tags', text: 'select removal_mark_tags($1)' };
const marks: Record<RemovalKind, Statement> = {
  connection: { name: 'removals.mark-connections', text: 'select removal_mark_connections($1)' },
  queue: { name: 'removals.mark-queues', text: 'select removal_mark_queues($1)' },
  contact: { name: 'removals.mark-contacts', text: 'select removal_mark_contacts($1)' },
  ticket: { name: 'removals.mark-tickets', text: 'select removal_mark_tickets($1)' },
  'contact-list': { name: 'removals.mark-contact-lists', text: 'select removal_mark_contact_lists($1)' },
  campaign: { name: 'removals.mark-campaigns', text: 'select removal_mark_campaigns($1)' },
  tag: markTags,
  lane: markTags,
  user: { name: 'removals.mark-users', text: 'select removal_mark_users($1)' },
};
const claim = {
  name: 'removals.claim',
  text: `select ${COLUMNS} from removals where company_id = $1 and id = $2 and state = 'running' for update skip locked`,
};
const portion = {
  name: 'removals.portion',
  text: 'select removed, file_keys as "fileKeys" from removal_portion($1, $2, $3)',
};
const portionOfTags = {
  name: 'removals.portion-of-tags',
  text: 'select removed, file_keys as "fileKeys" from removal_portion_tags($1, $2)',
};
const portions: Partial<Record<RemovalKind, Statement>> = {
  connection: {
    name: 'removals.portion-of-connections',
    text: 'select removed, file_keys as "fileKeys" from removal_portion_connections($1, $2)',
  },
  tag: portionOfTags,
  lane: portionOfTags,
  user: {
    name: 'removals.portion-of-users',
    text: 'select removed, file_keys as "fileKeys" from removal_portion_users($1, $2)',
  },
};
const freeLiveTickets = {
  name: 'removals.free-live-tickets',
  text: `select ticket_id as "ticketId", status, user_id as "userId", queue_id as "queueId", is_group as "isGroup"
           from removal_free_live_tickets($1, $2)`,
};
const size = { name: 'removals.size', text: 'select removal_size($1, $2) as n' };
const sizeOfTags = { name: 'removals.size-of-tags', text: 'select removal_size_tags($1) as n' };
const sizes: Partial<Record<RemovalKind, Statement>> = {
  connection: { name: 'removals.size-of-connections', text: 'select removal_size_connections($1) as n' },
  tag: sizeOfTags,
  lane: sizeOfTags,
  user: { name: 'removals.size-of-users', text: 'select removal_size_users($1) as n' },
};
const hasUnprocessedPayloads = {
  name: 'removals.waits-for-intake',
  text: 'select removal_waits_for_intake($1) as waits',
};
const progress = {
  name: 'removals.progress',
  text: `update removals set done = done + $3, live_done = live_done or $4, worked_at = now()
          where company_id = $1 and id = $2`,
};
const setTotal = {
  name: 'removals.set-total',
  text: 'update removals set total = done + $3 where company_id = $1 and id = $2',
};
const finish = {
  name: 'removals.finish',
  text: `update removals set state = 'done', finished_at = now(), worked_at = now(), total = done
          where company_id = $1 and id = $2`,
};
const byId = { name: 'removals.by-id', text: `select ${COLUMNS} from removals where company_id = $1 and id = $2` };
const running = {
  name: 'removals.running',
  text: `select ${COLUMNS} from removals where company_id = $1 and state = 'running' and ($2::int is null or user_id = $2)
          order by id limit $3`,
};
const due = { name: 'removals.due', text: 'select company_id as "companyId", id from removals_due($1, $2)' };
