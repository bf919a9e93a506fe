import { and, asc, count, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { contains } from '../../infrastructure/db/search.ts';
import { userQueues, users, type NewUser, type UserRow } from '../../infrastructure/db/schema/access.ts';
import { own, type PlatformTx, type Tx } from '../../infrastructure/db/tx.ts';

const PAGE = 20;
/** Plans end far below this; the bound keeps a list a list. */
const MAX_PICKED = 2000;

export interface QueueSummary {
  id: number;
  name: string;
  color: string;
}
export type UserWithQueues = UserRow & { queues: QueueSummary[] };

/** The queues ride along with each user: one statement a page, not one a row. */
const itsQueues = sql<QueueSummary[]>`coalesce((
  select json_agg(json_build_object('id', q.id, 'name', q.name, 'color', q.color) order by q.name)
    from user_queues uq join queues q on q.company_id = uq.company_id and q.id = uq.queue_id
   where uq.company_id = users.company_id and uq.user_id = users.id), '[]')`;

const select = (tx: Tx, where?: SQL) =>
  tx.orm
    .select({ user: users, queues: itsQueues, total: sql<number>`count(*) over ()`.mapWith(Number) })
    .from(users)
    .where(and(own(tx, users), where));
const join = ({ user, queues }: { user: UserRow; queues: QueueSummary[] }): UserWithQueues => ({ ...user, queues });

export const userStore = {
  async page(tx: Tx, search: string, page: number) {
    const searchCondition =
      search.trim() === '' ? undefined : sql`(${contains(users.name, search)} or ${contains(users.email, search)})`;
    const offset = (page - 1) * PAGE;
    const rows = await select(tx, searchCondition).orderBy(asc(users.name), asc(users.id)).limit(PAGE).offset(offset);
    const total = rows[0]?.total ?? 0;
    return { rows: rows.map(join), count: total, hasMore: total > offset + rows.length };
  },

  pick: async (tx: Tx) => (await select(tx).orderBy(asc(users.id)).limit(MAX_PICKED)).map(join),

  async byId(tx: Tx, id: number) {
    const [row] = await select(tx, eq(users.id, id));
    return row && join(row);
  },

  byIds: async (tx: Tx, ids: readonly number[]) =>
    ids.length === 0 ? [] : (await select(tx, inArray(users.id, [...ids])).orderBy(asc(users.id))).map(join),

  /** Held until the transaction ends: sign-ins and changes of one user happen one after the other. */
  async lock(tx: Tx, id: number) {
    const [row] = await tx.orm
      .select()
      .from(users)
      .where(and(own(tx, users), eq(users.id, id)))
      .for('update');
    return row;
  },

  /** Under the company's lock, so that neither the last place nor the last admin can be taken twice. */
  async lockCompany(tx: Tx) {
    await tx.orm.execute(sql`select pg_advisory_xact_lock(3, ${tx.companyId})`);
  },
  async count(tx: Tx, where?: SQL) {
    const [row] = await tx.orm
      .select({ n: count() })
      .from(users)
      .where(and(own(tx, users), where));
    return row?.n ?? 0;
  },
  countAdmins: (tx: Tx) => userStore.count(tx, eq(users.profile, 'admin')),

  async insert(tx: Tx, user: NewUser) {
    const [row] = await tx.orm
      .insert(users)
      .values({ ...user, companyId: tx.companyId })
      .returning();
    return row!;
  },

  update: (tx: Tx, id: number, change: Partial<NewUser> | { tokenVersion: SQL }) =>
    tx.orm
      .update(users)
      .set({ ...change, updatedAt: sql`now()` })
      .where(and(own(tx, users), eq(users.id, id))),

  remove: (tx: Tx, id: number) => tx.orm.delete(users).where(and(own(tx, users), eq(users.id, id))),

  async setQueues(tx: Tx, userId: number, queueIds: number[]) {
    await tx.orm.delete(userQueues).where(and(own(tx, userQueues), eq(userQueues.userId, userId)));
    if (queueIds.length === 0) return;
    await tx.orm.insert(userQueues).values(queueIds.map((queueId) => ({ companyId: tx.companyId, userId, queueId })));
  },

  /** This member had the turn in the queue just now. */
  recordTurn: (tx: Tx, queueId: number, userId: number) => tx.query(recordTurn, [tx.companyId, queueId, userId]),

  /** True when the user was offline until now. */
  async recordSeen(tx: Tx, id: number, at: Date) {
    const [row] = await tx.query<{ came: boolean }>(recordSeen, [tx.companyId, id, at]);
    return row?.came ?? false;
  },

  async loadInactive(tx: PlatformTx, since: Date, limit: number) {
    const { rows } = await tx.orm.execute<{ company_id: number; id: number }>(
      sql`select company_id, id from users_gone_quiet(${since.toISOString()}::timestamptz, ${limit})`,
    );
    return rows.map((row) => ({ companyId: row.company_id, userId: row.id }));
  },
  /** True when the user was still shown online; somebody who came back meanwhile stays. */
  async setOffline(tx: Tx, id: number, since: Date) {
    const [row] = await tx.orm
      .update(users)
      .set({ isOnline: false })
      .where(
        and(
          own(tx, users),
          eq(users.id, id),
          eq(users.isOnline, true),
          sql`last_seen_at < ${since.toISOString()}::timestamptz`,
        ),
      )
      .returning({ id: users.id });
    return row !== undefined;
  },
};

const recordTurn = {
  name: 'users.had-turn',
  text: `update user_queues set given_turn = nextval('routing_turns')
          where company_id = $1 and queue_id = $2 and user_id = $3`,
};
const recordSeen = {
  name: 'users.seen',
  text: `update users u set last_seen_at = $3, is_online = true
           from (select id, is_online from users where company_id = $1 and id = $2 for update) old
          where u.company_id = $1 and u.id = old.id returning not old.is_online as came`,
};
