import type { Tally } from '@balcao/domain/connection-health/status';
import type { ReportedHealth } from '../../infrastructure/db/schema/connection-health.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';

export type Counters = Tally;
export const zeroCounters: Counters = {
  sent: 0,
  refused: 0,
  slowedDown: 0,
  unanswered: 0,
  disconnections: 0,
};

export const connectionHealthStore = {
  async findReported(tx: Tx, connectionId: number): Promise<ReportedHealth | undefined> {
    const [row] = await tx.query<ReportedHealth>(findReported, [tx.companyId, connectionId]);
    return row;
  },
  /** Health of all connections of the company, by connection. */
  async allReported(tx: Tx): Promise<Map<number, ReportedHealth>> {
    const rows = await tx.query<ReportedHealth>(allReported, [tx.companyId]);
    return new Map(rows.map((row) => [row.connectionId, row]));
  },
  /** Saves the channel's report; columns that it does not mention stay. */
  async saveReported(tx: Tx, connectionId: number, change: Partial<ReportedHealth>) {
    const { quality, qualityAt, restriction, restrictionDetail, restrictionUntil, checkedAt } = change;
    const { newChatsTotal, newChatsUsed } = change;
    const restrictionValues = [restriction, restrictionDetail, restrictionUntil];
    const values = [quality, qualityAt, ...restrictionValues, newChatsTotal, newChatsUsed, checkedAt];
    await tx.query(saveReported, [tx.companyId, connectionId, ...values.map((value) => value ?? null)]);
  },
  async add(tx: Tx, connectionId: number, slot: Date, counters: Counters) {
    await tx.query(add, [
      tx.companyId,
      connectionId,
      slot,
      counters.sent,
      counters.refused,
      counters.slowedDown,
      counters.unanswered,
      counters.disconnections,
    ]);
  },
  async since(tx: Tx, connectionId: number, from: Date): Promise<Counters> {
    const [row] = await tx.query<Counters>(since, [tx.companyId, connectionId, from]);
    return row ?? zeroCounters;
  },
  /** Removes at most `limit` slots; returns how many. */
  prune: async (tx: Tx, before: Date, limit: number): Promise<number> =>
    (await tx.query(prune, [tx.companyId, before, limit])).length,
  due: (db: Db, at: Date, limit: number) => db.query<{ companyId: number; id: number }>(due, [at, limit]),
};

const REPORTED = `company_id as "companyId", connection_id as "connectionId", quality, quality_at as "qualityAt", restriction,
  restriction_detail as "restrictionDetail", people_per_day as "peoplePerDay", looked_at as "checkedAt",
  restriction_until as "restrictionUntil", new_chats_total as "newChatsTotal", new_chats_used as "newChatsUsed"`;
const findReported = {
  name: 'connection-health.find-reported',
  text: `select ${REPORTED} from number_health where company_id = $1 and connection_id = $2`,
};
const allReported = {
  name: 'connection-health.all-reported',
  text: `select ${REPORTED} from number_health where company_id = $1`,
};
const saveReported = {
  name: 'connection-health.save-reported',
  // A missing value keeps the stored one, or takes the column's default in a new row.
  text: `insert into number_health as h (company_id, connection_id, quality, quality_at, restriction, restriction_detail,
           restriction_until, new_chats_total, new_chats_used, looked_at)
         values ($1, $2, $3, $4, coalesce($5, ''), coalesce($6, ''), $7, $8, $9, coalesce($10::timestamptz, now()))
         on conflict (company_id, connection_id) do update set quality = coalesce($3, h.quality),
           quality_at = coalesce($4::timestamptz, h.quality_at), restriction = coalesce($5, h.restriction),
           restriction_detail = coalesce($6, h.restriction_detail),
           restriction_until = case when $5 is null then h.restriction_until else $7::timestamptz end,
           new_chats_total = coalesce($8::int, h.new_chats_total), new_chats_used = coalesce($9::int, h.new_chats_used),
           looked_at = coalesce($10::timestamptz, h.looked_at)`,
};
const add = {
  name: 'connection-health.add',
  // Nothing is inserted for a removed connection.
  text: `insert into number_health_slots as s (company_id, connection_id, slot, sent, refused, slowed_down, unanswered,
           disconnections)
         select $1, $2, $3, $4, $5, $6, $7, $8
           from connections c where c.company_id = $1 and c.id = $2
         on conflict (company_id, connection_id, slot) do update set sent = s.sent + excluded.sent,
           refused = s.refused + excluded.refused, slowed_down = s.slowed_down + excluded.slowed_down,
           unanswered = s.unanswered + excluded.unanswered, disconnections = s.disconnections + excluded.disconnections`,
};
const since = {
  name: 'connection-health.since',
  text: `select coalesce(sum(sent), 0)::int as sent, coalesce(sum(refused), 0)::int as refused,
                coalesce(sum(slowed_down), 0)::int as "slowedDown", coalesce(sum(unanswered), 0)::int as unanswered,
                coalesce(sum(disconnections), 0)::int as disconnections
           from number_health_slots where company_id = $1 and connection_id = $2 and slot > $3`,
};
const prune = {
  name: 'connection-health.prune',
  text: `delete from number_health_slots where company_id = $1 and ctid = any (array(
           select ctid from number_health_slots where company_id = $1 and slot < $2::timestamptz limit $3))
         returning connection_id`,
};
const due = {
  name: 'connection-health.due',
  text: 'select company_id as "companyId", id from number_health_due($1, $2)',
};
