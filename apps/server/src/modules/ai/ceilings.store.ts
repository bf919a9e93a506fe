import type { AiCeiling, AiCeilings } from '@balcao/contract/endpoints/ai-usage';
import type { Tx } from '../../infrastructure/db/tx.ts';

/** Share of a ceiling at which admins are notified. */
export type NoticePercent = 80 | 100;
/** When admins were notified, by ceiling and percent, as stored. */
export type Notices = Partial<Record<`${AiCeiling}${NoticePercent}`, string>>;
export interface CounterKey {
  scope: AiCeiling;
  /** The run or the contact; 0 for the company. */
  subject: number;
  period: Date;
}
export interface Counter {
  calls: number;
  spentMicros: number;
  reservedMicros: number;
  /** Only of a month. */
  notices: Notices;
}
/** What a call is for; the same in its reservation and in the ledger. */
export interface CallSubject {
  purpose: 'answer' | 'try' | 'transcription' | 'speech';
  provider: string;
  model: string;
  promptId: number | null;
  flowId: number | null;
}
export interface StoredReservation extends CallSubject {
  id: number;
  month: Date;
  micros: number;
  isPriced: boolean;
}
export interface LedgerEntry extends CallSubject {
  at: Date;
  inputTokens: number;
  outputTokens: number;
  seconds: number;
  characters: number;
  costMicros: number | null;
  outcome: 'done' | 'notSent' | 'refused' | 'unknown';
}
/** Starts of the periods in the company's time zone. */
interface Periods {
  month: Date;
  day: Date;
  hour: Date;
}

const ceilings = {
  name: 'ai-ceilings.of-company',
  text: `select month_cents as "monthCents", calls_per_day as "callsPerDay",
                turns_per_conversation as "turnsPerConversation", calls_per_contact_hour as "callsPerContactHour"
           from ai_ceilings where company_id = $1`,
};
const saveCeilings = {
  name: 'ai-ceilings.save',
  text: `insert into ai_ceilings (company_id, month_cents, calls_per_day, turns_per_conversation, calls_per_contact_hour)
         values ($1, $2, $3, $4, $5)
         on conflict (company_id) do update set month_cents = $2, calls_per_day = $3, turns_per_conversation = $4,
                calls_per_contact_hour = $5, updated_at = now()`,
};
const periods = {
  name: 'ai-counters.periods',
  text: `select date_trunc('month', $1::timestamptz, $2) as month, date_trunc('day', $1::timestamptz, $2) as day,
                date_trunc('hour', $1::timestamptz) as hour`,
};
const COUNTER = `calls, spent_micros::float8 as "spentMicros", reserved_micros::float8 as "reservedMicros", notices`;
const readCounter = {
  name: 'ai-counters.read',
  text: `select ${COUNTER} from ai_counters where company_id = $1 and scope = $2 and subject = $3 and period = $4`,
};
// No row is returned when the ceiling is reached.
const takeCall = {
  name: 'ai-counters.take-call',
  text: `insert into ai_counters as c (company_id, scope, subject, period, calls, updated_at)
         select $1, $2, $3, $4, 1, $5 where $6::int is null or $6 >= 1
         on conflict (company_id, scope, subject, period) do update set calls = c.calls + 1, updated_at = $5
          where $6::int is null or c.calls < $6
         returning calls`,
};
// One statement, the last one before the commit: every call of the company waits for this row.
const takeMonth = {
  name: 'ai-counters.take-month',
  text: `with taken as (
           insert into ai_counters as c (company_id, scope, subject, period, calls, reserved_micros, updated_at)
           select $1, 'month', 0, $2, 1, $3, $4 where $5::bigint is null or $3::bigint <= $5
           on conflict (company_id, scope, subject, period) do update
              set calls = c.calls + 1, reserved_micros = c.reserved_micros + $3, updated_at = $4
            where $5::bigint is null or c.spent_micros + c.reserved_micros + $3 <= $5
           returning notices),
         added as (
           insert into ai_reservations (company_id, at, month, micros, is_priced, purpose, provider, model, prompt_id, flow_id)
           select $1, $4, $2, $3, $6, $7, $8, $9, $10, $11 from taken returning id)
         select added.id::float8 as id, taken.notices from added cross join taken`,
};
const settleMonth = {
  name: 'ai-counters.settle-month',
  text: `update ai_counters set spent_micros = spent_micros + $3, reserved_micros = reserved_micros - $4, updated_at = $5
          where company_id = $1 and scope = 'month' and subject = 0 and period = $2
         returning spent_micros::float8 as "spentMicros", notices`,
};
// No row is returned if the notice is there already.
const markNoticed = {
  name: 'ai-counters.mark-noticed',
  text: `insert into ai_counters as c (company_id, scope, subject, period, notices)
         values ($1, 'month', 0, $2, jsonb_build_object($3::text, $4::timestamptz))
         on conflict (company_id, scope, subject, period) do update set notices = c.notices || excluded.notices
          where not c.notices ? $3 returning scope`,
};
// A run lives for at most 60 days.
const prune = {
  name: 'ai-counters.prune',
  text: `delete from ai_counters where company_id = $1 and ctid = any (array(
           select ctid from ai_counters where company_id = $1
              and (scope = 'contactHour' and updated_at < $2::timestamptz - interval '2 hours'
                or scope = 'conversation' and updated_at < $2::timestamptz - interval '60 days')
            limit $3))
         returning scope`,
};
const RESERVATION = `id::float8 as id, month, micros::float8 as micros, is_priced as "isPriced", purpose, provider, model,
  prompt_id as "promptId", flow_id as "flowId"`;
const takeReservation = {
  name: 'ai-reservations.take',
  text: `delete from ai_reservations where company_id = $1 and id = $2 returning ${RESERVATION}`,
};
const takeAbandoned = {
  name: 'ai-reservations.take-abandoned',
  text: `delete from ai_reservations where company_id = $1 and id = any (array(
           select id from ai_reservations where company_id = $1 and at < $2 order by at limit 20 for update skip locked))
         returning ${RESERVATION}`,
};
const addUsage = {
  name: 'ai-usage.add',
  text: `insert into ai_usage (company_id, at, purpose, provider, model, prompt_id, flow_id, input_tokens, output_tokens,
                seconds, characters, cost_micros, outcome)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
};

const keyOf = (tx: Tx, { scope, subject, period }: CounterKey) => [tx.companyId, scope, subject, period];
type Row<T> = T & object;

export const ceilingStore = {
  async ofCompany(tx: Tx): Promise<AiCeilings | undefined> {
    return (await tx.query<Row<AiCeilings>>(ceilings, [tx.companyId]))[0];
  },
  save: (tx: Tx, { monthCents, callsPerDay, turnsPerConversation, callsPerContactHour }: AiCeilings) =>
    tx.query(saveCeilings, [tx.companyId, monthCents, callsPerDay, turnsPerConversation, callsPerContactHour]),
  async periods(tx: Tx, now: Date, timeZone: string): Promise<Periods> {
    return (await tx.query<Row<Periods>>(periods, [now, timeZone]))[0]!;
  },

  /** Counts a call and returns how many there are; undefined if the ceiling is reached. */
  takeCall: async (tx: Tx, key: CounterKey, limit: number | null, at: Date): Promise<number | undefined> =>
    (await tx.query<{ calls: number }>(takeCall, [...keyOf(tx, key), at, limit]))[0]?.calls,
  /** Counts a call and reserves its cost; undefined if the ceiling is reached. Commit at once. */
  async takeMonth(
    tx: Tx,
    { month, micros, isPriced, purpose, provider, model, promptId, flowId }: Omit<StoredReservation, 'id'>,
    ceilingMicros: number | null,
    at: Date,
  ): Promise<{ id: number; notices: Notices } | undefined> {
    const subject = [isPriced, purpose, provider, model, promptId, flowId];
    const rows = await tx.query<{ id: number; notices: Notices }>(takeMonth, [
      tx.companyId,
      month,
      micros,
      at,
      ceilingMicros,
      ...subject,
    ]);
    return rows[0];
  },
  async read(tx: Tx, key: CounterKey): Promise<Counter | undefined> {
    return (await tx.query<Row<Counter>>(readCounter, keyOf(tx, key)))[0];
  },
  /** Replaces what was reserved by what was spent. */
  async settleMonth(tx: Tx, month: Date, spent: number, reserved: number, at: Date) {
    type Settled = Pick<Counter, 'spentMicros' | 'notices'>;
    return (await tx.query<Settled & object>(settleMonth, [tx.companyId, month, spent, reserved, at]))[0]!;
  },
  /** False if admins were notified already. */
  markNoticed: async (tx: Tx, month: Date, notice: keyof Notices, at: Date): Promise<boolean> =>
    (await tx.query(markNoticed, [tx.companyId, month, notice, at])).length > 0,
  /** Counters that no call can reach any more. */
  prune: async (tx: Tx, now: Date, limit: number): Promise<number> =>
    (await tx.query(prune, [tx.companyId, now, limit])).length,

  /** Undefined if it was settled already. */
  async takeReservation(tx: Tx, id: number): Promise<StoredReservation | undefined> {
    return (await tx.query<Row<StoredReservation>>(takeReservation, [tx.companyId, id]))[0];
  },
  takeAbandoned: (tx: Tx, before: Date) => tx.query<Row<StoredReservation>>(takeAbandoned, [tx.companyId, before]),

  addUsage: (tx: Tx, entry: LedgerEntry) =>
    tx.query(addUsage, [
      tx.companyId,
      entry.at,
      entry.purpose,
      entry.provider,
      entry.model,
      entry.promptId,
      entry.flowId,
      entry.inputTokens,
      entry.outputTokens,
      entry.seconds,
      entry.characters,
      entry.costMicros,
      entry.outcome,
    ]),
};
