import type { Health } from '@balcao/domain/connection-health/status';
import type { ConnectionRow, StoredHealth } from '../../infrastructure/db/schema/connections.ts';
import type { Statement, Tx } from '../../infrastructure/db/tx.ts';

const MAX_CONNECTIONS = 500;

export interface FullConnection extends ConnectionRow {
  queues: { id: number; name: string; color: string }[];
  /** Closed and hidden; only what arrived before the removal is still stored. */
  isBeingRemoved?: true;
}

export const connectionStore = {
  list: (tx: Tx) => load<FullConnection>(tx, list, [tx.companyId, MAX_CONNECTIONS]),

  async byId(tx: Tx, id: number): Promise<FullConnection | undefined> {
    return (await load<FullConnection>(tx, byId, [tx.companyId, id]))[0];
  },

  /** A connection that is being removed; every other statement does not find it. */
  async beingRemoved(tx: Tx, id: number): Promise<FullConnection | undefined> {
    const [row] = await load<FullConnection>(tx, beingRemoved, [id]);
    return row && { ...row, isBeingRemoved: true };
  },

  async lock(tx: Tx, id: number): Promise<ConnectionRow | undefined> {
    return (await load<ConnectionRow>(tx, lock, [tx.companyId, id]))[0];
  },

  /** Serializes changes in a company: neither the plan's last connection nor the default can be taken twice. */
  async lockCompany(tx: Tx): Promise<void> {
    await tx.query(lockCompany, [tx.companyId]);
  },

  async countOf(tx: Tx, channel: ConnectionRow['channel']): Promise<number> {
    return (await tx.query<{ count: number }>(countOf, [tx.companyId, channel]))[0]!.count;
  },

  /** True if the health changed. `updated_at` stays, because no user changed the connection. */
  async saveHealth(tx: Tx, id: number, health: Health): Promise<boolean> {
    return (await tx.query(saveHealth, [tx.companyId, id, JSON.stringify(storedHealth(health))])).length > 0;
  },
  async savePerSecond(tx: Tx, id: number, perSecond: number | null): Promise<void> {
    await tx.query(savePerSecond, [tx.companyId, id, perSecond]);
  },

  /** A use within `ms` of the stored one changes nothing. A locked row is skipped: no call waits for a user's change. */
  async saveTokenUse(tx: Tx, id: number, tokenHash: Buffer, at: Date, ms: number): Promise<void> {
    await tx.query(saveTokenUse, [tx.companyId, id, tokenHash, at, ms]);
  },

  /** Clears the default flag of all connections but one. Returns the id of the former default. */
  async clearDefault(tx: Tx, except: number): Promise<number | undefined> {
    return (await tx.query<{ id: number }>(clearDefault, [tx.companyId, except]))[0]?.id;
  },

  /** The connection to use: the preferred one, else the default, else any connected one. */
  async usable(tx: Tx, preferred: number | null): Promise<FullConnection | undefined> {
    return (await load<FullConnection>(tx, usable, [tx.companyId, preferred ?? 0]))[0];
  },
  /** The same whatever its status: what is sent through it waits until it is connected. */
  async preferred(tx: Tx, preferred: number | null): Promise<FullConnection | undefined> {
    return (await tx.query<FullConnection>(preferredOrDefault, [tx.companyId, preferred ?? 0]))[0];
  },
};

async function load<Row extends ConnectionRow>(tx: Tx, statement: Statement, values: unknown[]): Promise<Row[]> {
  const rows = await tx.query<Omit<Row, 'health'> & { health: StoredHealth }>(statement, values);
  return rows.map((row) => ({ ...row, health: parseHealth(row.health) }) as Row);
}
const parseHealth = ({ light, reasons }: StoredHealth): Health => ({
  status: light,
  reasons: reasons.map(({ why, ...finding }) => ({ reason: why, ...finding })),
});
const storedHealth = ({ status, reasons }: Health): StoredHealth => ({
  light: status,
  reasons: reasons.map(({ reason, ...finding }) => ({ why: reason, ...finding })),
});

const COLUMNS = `company_id as "companyId", id, name, channel, provider, number, status, qrcode,
                pairing_code as "pairingCode", qr_tries as "qrTries", is_default as "isDefault",
                token_hash as "tokenHash", token_last4 as "tokenLast4", secrets, greeting_message as "greetingMessage",
                farewell_message as "farewellMessage", out_of_hours_message as "outOfHoursMessage",
                rating_message as "ratingMessage", inactive_message as "inactiveMessage",
                expires_inactive_message as "expiresInactiveMessage", vacation_message as "vacationMessage",
                vacation_start::text as "vacationStart", vacation_end::text as "vacationEnd",
                greeting_file_key as "greetingFileKey", greeting_file_name as "greetingFileName",
                allow_group as "allowGroup", group_as_ticket as "groupAsTicket", max_bot_turns as "maxBotTurns",
                bot_pause_minutes as "botPauseMinutes", redirect_minutes as "redirectMinutes",
                redirect_queue_id as "redirectQueueId", expires_minutes as "expiresMinutes",
                expires_when as "expiresWhen", inactive_minutes as "inactiveMinutes",
                rating_expires_minutes as "ratingExpiresMinutes", max_rating_turns as "maxRatingTurns",
                reopen_minutes as "reopenMinutes", schedules, import_from as "importFrom", import_to as "importTo",
                import_groups as "importGroups", closes_imported as "closesImported", import_queue_id as "importQueueId",
                import_status as "importStatus", welcome_flow_id as "welcomeFlowId", other_flow_id as "otherFlowId",
                prompt_id as "promptId", integration_id as "integrationId", lease_node as "leaseNode", lease_until as "leaseUntil",
                lease_fence::float8 as "leaseFence", paused_until as "pausedUntil", paused_because as "pausedBecause",
                health, per_second as "perSecond", portfolio_id as "portfolioId", token_used_at as "tokenUsedAt",
                created_at as "createdAt", updated_at as "updatedAt"`;
const QUEUES = `coalesce((
                  select json_agg(json_build_object('id', q.id, 'name', q.name, 'color', q.color)
                                  order by q.position nulls last, q.name)
                    from connection_queues cq join queues q on q.company_id = cq.company_id and q.id = cq.queue_id
                   where cq.company_id = connections.company_id and cq.connection_id = connections.id), '[]') as queues`;
const list = {
  name: 'connections.list',
  text: `select ${COLUMNS}, ${QUEUES} from connections where company_id = $1 order by name, id limit $2`,
};
const byId = {
  name: 'connections.by-id',
  text: `select ${COLUMNS}, ${QUEUES} from connections where company_id = $1 and id = $2`,
};
const beingRemoved = {
  name: 'connections.being-removed',
  text: `select ${COLUMNS}, '[]'::json as queues from connection_being_removed($1) as connections`,
};
const lock = {
  name: 'connections.lock',
  text: `select ${COLUMNS} from connections where company_id = $1 and id = $2 for update`,
};
const usable = {
  name: 'connections.usable',
  text: `select ${COLUMNS}, ${QUEUES} from connections
          where company_id = $1 and status = 'CONNECTED' order by id = $2 desc, is_default desc, id limit 1`,
};
const preferredOrDefault = {
  name: 'connections.preferred-or-default',
  text: `select ${COLUMNS}, ${QUEUES} from connections
          where company_id = $1 order by id = $2 desc, is_default desc, id limit 1`,
};
const lockCompany = { name: 'connections.lock-company', text: 'select pg_advisory_xact_lock(4, $1)' };
const countOf = {
  name: 'connections.count-of-channel',
  text: 'select count(*)::int as count from connections where company_id = $1 and channel = $2',
};
const clearDefault = {
  name: 'connections.clear-default',
  text: 'update connections set is_default = false where company_id = $1 and is_default and id <> $2 returning id',
};
const saveHealth = {
  name: 'connections.save-health',
  text: `update connections set health = $3::jsonb
          where company_id = $1 and id = $2 and health is distinct from $3::jsonb returning id`,
};
const savePerSecond = {
  name: 'connections.save-per-second',
  text: `update connections set per_second = $3 where company_id = $1 and id = $2 and per_second is distinct from $3::int`,
};
const saveTokenUse = {
  name: 'connections.save-token-use',
  text: `update connections set token_used_at = $4
          where company_id = $1 and id in (
            select id from connections
             where company_id = $1 and id = $2 and token_hash = $3
               and (token_used_at is null or token_used_at <= $4::timestamptz - $5 * interval '1 millisecond')
               for no key update skip locked)`,
};
