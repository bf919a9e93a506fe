import type { PixKey } from '@balcao/domain/message/pix';
import type { UserRow } from '../../infrastructure/db/schema/access.ts';
import { likePattern } from '../../infrastructure/db/search.ts';
import type { PlatformTx, Tx } from '../../infrastructure/db/tx.ts';

const PAGE = 20;
/** Upper bound of a picker; plans allow far fewer users. */
const MAX_PICKED = 2000;

export interface QueueSummary {
  id: number;
  name: string;
  color: string;
}
export type UserWithQueues = UserRow & { queues: QueueSummary[] };

export const userStore = {
  async page(tx: Tx, search: string, page: number) {
    const offset = (page - 1) * PAGE;
    const rows = await tx.query<UserWithQueues & { total: number }>(pageOf, [
      tx.companyId,
      likePattern(search),
      PAGE,
      offset,
    ]);
    const count = rows[0]?.total ?? 0;
    return { rows, count, hasMore: count > offset + rows.length };
  },

  pick: (tx: Tx) => tx.query<UserWithQueues>(pick, [tx.companyId, MAX_PICKED]),

  async byId(tx: Tx, id: number): Promise<UserWithQueues | undefined> {
    return (await userStore.byIds(tx, [id]))[0];
  },

  byIds: async (tx: Tx, ids: readonly number[]) =>
    ids.length === 0 ? [] : tx.query<UserWithQueues>(byIds, [tx.companyId, ids]),

  /** Serializes sign-ins and changes of one user until the transaction ends. */
  async lock(tx: Tx, id: number): Promise<UserRow | undefined> {
    return (await tx.query<UserRow>(lock, [tx.companyId, id]))[0];
  },

  /** Serializes changes in a company: neither the plan's last user nor the last admin can be taken twice. */
  async lockCompany(tx: Tx): Promise<void> {
    await tx.query(lockCompany, [tx.companyId]);
  },
  async count(tx: Tx): Promise<number> {
    return (await tx.query<{ count: number }>(count, [tx.companyId]))[0]!.count;
  },
  admins: (tx: Tx) => tx.query<{ id: number; email: string }>(admins, [tx.companyId]),
  async countAdmins(tx: Tx): Promise<number> {
    return (await tx.query<{ count: number }>(countAdmins, [tx.companyId]))[0]!.count;
  },

  /** Records that the rotation of the queue assigned a ticket to this user. */
  recordTurn: (tx: Tx, queueId: number, userId: number) => tx.query(recordTurn, [tx.companyId, queueId, userId]),

  /** True if the user was offline until now. */
  async recordSeen(tx: Tx, id: number, at: Date): Promise<boolean> {
    const [row] = await tx.query<{ wasOffline: boolean }>(recordSeen, [tx.companyId, id, at]);
    return row?.wasOffline ?? false;
  },

  savePixKey: (tx: Tx, id: number, pixKey: PixKey) => tx.query(savePixKey, [tx.companyId, id, JSON.stringify(pixKey)]),

  /** Users of all companies who are shown online without a recent heartbeat. */
  loadInactive: (tx: PlatformTx, since: Date, limit: number) =>
    tx.query<{ companyId: number; userId: number }>(loadInactive, [since, limit]),
  /** True if the user was still shown online. A user with a newer heartbeat stays online. */
  async setOffline(tx: Tx, id: number, since: Date): Promise<boolean> {
    return (await tx.query(setOffline, [tx.companyId, id, since])).length > 0;
  },
};

const COLUMNS = `company_id as "companyId", id, name, email, password_hash as "passwordHash",
                token_version as "tokenVersion", profile, is_super as "isSuper", is_demo as "isDemo", start_work as "startWork",
                end_work as "endWork", farewell_message as "farewellMessage", all_ticket as "allTicket",
                allow_group as "allowGroup", all_historic as "allHistoric", all_user_chat as "allUserChat",
                user_close_pending_ticket as "userClosePendingTicket", show_dashboard as "showDashboard",
                allow_real_time as "allowRealTime", allow_connections as "allowConnections",
                connection_id as "connectionId", picture_key as "pictureKey", default_theme as "defaultTheme",
                default_menu as "defaultMenu", list_width as "listWidth", pix_key as "pixKey", is_online as "isOnline",
                last_seen_at as "lastSeenAt", paused_at as "pausedAt", created_at as "createdAt",
                updated_at as "updatedAt"`;
const QUEUES = `coalesce((
                  select json_agg(json_build_object('id', q.id, 'name', q.name, 'color', q.color) order by q.name)
                    from user_queues uq join queues q on q.company_id = uq.company_id and q.id = uq.queue_id
                   where uq.company_id = users.company_id and uq.user_id = users.id), '[]') as queues`;
const pageOf = {
  name: 'users.page',
  text: `select ${COLUMNS}, ${QUEUES}, count(*) over ()::int as total from users
          where company_id = $1 and ($2 = '%%' or folded(name) like $2 or folded(email) like $2)
          order by name, id limit $3 offset $4`,
};
const pick = {
  name: 'users.pick',
  text: `select ${COLUMNS}, ${QUEUES} from users where company_id = $1 order by id limit $2`,
};
const byIds = {
  name: 'users.by-ids',
  text: `select ${COLUMNS}, ${QUEUES} from users where company_id = $1 and id = any($2::int[]) order by id`,
};
const lock = {
  name: 'users.lock',
  text: `select ${COLUMNS} from users where company_id = $1 and id = $2 for update`,
};
const lockCompany = { name: 'users.lock-company', text: 'select pg_advisory_xact_lock(3, $1)' };
const count = { name: 'users.count', text: 'select count(*)::int as count from users where company_id = $1' };
// Bounded: mails go to each of them.
const admins = {
  name: 'users.admins',
  text: `select id, email from users where company_id = $1 and profile = 'admin' order by id limit 50`,
};
const countAdmins = {
  name: 'users.count-admins',
  text: `select count(*)::int as count from users where company_id = $1 and profile = 'admin'`,
};
const savePixKey = {
  name: 'users.save-pix-key',
  text: `update users set pix_key = $3::jsonb, updated_at = now()
          where company_id = $1 and id = $2 and pix_key is distinct from $3::jsonb`,
};
const recordTurn = {
  name: 'users.record-turn',
  text: `update user_queues set given_turn = nextval('routing_turns')
          where company_id = $1 and queue_id = $2 and user_id = $3`,
};
const recordSeen = {
  name: 'users.record-seen',
  text: `update users u set last_seen_at = $3, is_online = true
           from (select id, is_online from users where company_id = $1 and id = $2 for update) old
          where u.company_id = $1 and u.id = old.id returning not old.is_online as "wasOffline"`,
};
const loadInactive = {
  name: 'users.inactive',
  text: 'select company_id as "companyId", id as "userId" from users_gone_quiet($1, $2)',
};
const setOffline = {
  name: 'users.set-offline',
  text: `update users set is_online = false
          where company_id = $1 and id = $2 and is_online and last_seen_at < $3 returning id`,
};
