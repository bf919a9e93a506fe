import type { Db, PlatformTx, Tx } from '../../infrastructure/db/tx.ts';

export interface NewInboxEntry {
  companyId: number;
  connectionId: number;
  digest: Buffer;
  body: Buffer;
}
export interface InboxEntry extends NewInboxEntry {
  id: number;
  receivedAt: Date;
  /** Events of the entry that are queued already. */
  parsedEvents: number;
  /** How often the entry could not be parsed. */
  failures: number;
}
/** Stored payloads and queued events, with their bytes; imported history, which may wait, is not counted. */
export interface Stored {
  count: number;
  bytes: number;
}
export interface ClaimLimits {
  entries: number;
  bytes: number;
  /** Queued events of the company, without and with imported history, above which no entry is parsed. */
  queued: number;
  queuedHistory: number;
}
/** Counted no further than this. */
const COUNT_LIMIT = 100_000;
/** Longer than a portion takes. A node that is slower stores nothing twice: its portion is refused. */
const LEASE_SECONDS = 2;
/** The driver returns bigint columns as text. */
type InboxRow = Omit<InboxEntry, 'id'> & { id: string };
type AppendedRow = Pick<InboxRow, 'id' | 'connectionId' | 'digest' | 'receivedAt'>;
/** Another node has stored the same portion. */
export class StalePortion extends Error {
  override name = 'StalePortion';
}

// Inbox entries are read before a company is entered; each belongs to exactly one.
export const inboxStore = {
  /** Appends entries in one commit, without those that are stored or were already processed; returns the appended ones. */
  async enqueue(db: Db, entries: NewInboxEntry[]): Promise<InboxEntry[]> {
    const rows = await db.query<AppendedRow>(enqueue, columnsOf(entries));
    const keyOf = ({ connectionId, digest }: Pick<NewInboxEntry, 'connectionId' | 'digest'>) =>
      `${connectionId} ${digest.toString('hex')}`;
    const byKey = new Map(entries.map((entry) => [keyOf(entry), entry]));
    return rows
      .map((row) => ({ ...byKey.get(keyOf(row))!, ...row, id: Number(row.id), parsedEvents: 0, failures: 0 }))
      .sort((a, b) => a.id - b.id);
  },
  /** Returns an entry to the inbox although its digest was seen. */
  async putBack(tx: Tx, entry: NewInboxEntry & { parsedEvents: number }) {
    const { companyId, connectionId, digest, body, parsedEvents } = entry;
    await tx.query(putBack, [companyId, connectionId, digest, body, parsedEvents]);
  },
  async counts(db: Db): Promise<Record<string, number>> {
    const [row] = await db.query<Record<string, string>>(counts, []);
    return Object.fromEntries(Object.entries(row ?? {}).map(([kind, n]) => [kind, Number(n)]));
  },
  async stored(db: Db): Promise<Stored> {
    return toStored(await db.query(stored, [COUNT_LIMIT]));
  },
  async storedOf(db: Db, companyId: number): Promise<Stored> {
    return toStored(await db.query(storedOf, [COUNT_LIMIT, companyId]));
  },
  companiesWithEntries: async (db: Db): Promise<number[]> =>
    (await db.query<{ companyId: number }>(companiesWithEntries, [])).map(({ companyId }) => companyId),

  /**
   * Claims the oldest entries of a company for a few seconds. `leased`: another node parses them; `full`: the company has
   * too many queued events, and its entries wait in the inbox.
   */
  async claim(
    db: Db,
    companyId: number,
    holder: string,
    limits: ClaimLimits,
  ): Promise<InboxEntry[] | 'leased' | 'full'> {
    const values = [leaseName(companyId), holder, LEASE_SECONDS, companyId, limits.queued, limits.queuedHistory];
    const [lease] = await db.query<{ isFull: boolean }>(claimLease, values);
    if (!lease) return 'leased';
    if (lease.isFull) return 'full';
    // A separate statement: it must see what the former holder has just committed.
    const rows = await db.query<InboxRow>(oldestEntries, [companyId, limits.entries, limits.bytes]);
    return rows.map((row) => ({ ...row, id: Number(row.id) }));
  },
  release: (db: Db, companyId: number, holder: string) => db.query(releaseLease, [leaseName(companyId), holder]),

  /** Throws StalePortion when older entries of the company wait, or it has too many queued events. */
  async assertOldest(tx: PlatformTx, { companyId, id }: InboxEntry, { queued, queuedHistory }: ClaimLimits) {
    const [row] = await tx.query<{ isBehind: boolean }>(isBehind, [companyId, queued, queuedHistory, id]);
    if (row?.isBehind) throw new StalePortion();
  },
  /** Removes parsed entries and remembers their digests. Throws StalePortion when one has changed since it was claimed. */
  async finish(tx: PlatformTx | Tx, entries: InboxEntry[]) {
    if (entries.length === 0) return;
    const [row] = await tx.query<{ n: number }>(finish, [
      entries.map(({ id }) => id),
      entries.map(({ parsedEvents }) => parsedEvents),
    ]);
    if (row?.n !== entries.length) throw new StalePortion();
  },
  /** Saves how many events of an entry are queued. Throws StalePortion when it has changed since it was claimed. */
  async saveProgress(tx: PlatformTx, { id, parsedEvents }: InboxEntry, newlyParsed: number) {
    if ((await tx.query(saveProgress, [id, parsedEvents, newlyParsed])).length === 0) throw new StalePortion();
  },
  recordFailure: (db: Db, { id }: InboxEntry) => db.query(recordFailure, [id]),
  /** Returns how many digests were removed, at most `limit`. */
  pruneSeen: async (tx: PlatformTx, before: Date, limit: number): Promise<number> =>
    (await tx.query<{ n: number }>(pruneSeen, [before, limit]))[0]!.n,
};

const leaseName = (companyId: number) => `inbox ${companyId}`;
const toStored = ([row]: { count?: string; bytes?: string }[]): Stored => ({
  count: Number(row?.count ?? 0),
  bytes: Number(row?.bytes ?? 0),
});
const columnsOf = (entries: NewInboxEntry[]) => [
  entries.map((entry) => entry.companyId),
  entries.map((entry) => entry.connectionId),
  entries.map((entry) => entry.digest),
  entries.map((entry) => entry.body),
];

const enqueue = {
  name: 'receiving.append-entries',
  text: `insert into inbox (company_id, connection_id, digest, body)
         select company_id, connection_id, digest, body
           from unnest($1::int[], $2::int[], $3::bytea[], $4::bytea[]) as d (company_id, connection_id, digest, body)
          where not exists (select from seen_deliveries s where s.connection_id = d.connection_id and s.digest = d.digest)
         on conflict do nothing
         returning id, connection_id as "connectionId", digest, received_at as "receivedAt"`,
};
const putBack = {
  name: 'receiving.put-back-entry',
  text: `with seen as (delete from seen_deliveries where connection_id = $2 and digest = $3)
         insert into inbox (company_id, connection_id, digest, body, parsed_events) values ($1, $2, $3, $4, $5)
         on conflict do nothing`,
};
const counts = {
  name: 'receiving.counts',
  text: `select (select count(*) from (select from inbox limit 100000) i) as inbox,
                (select count(*) from (select from signals limit 100000) s) as signals`,
};
// 3 is HISTORY_SHARD, as a literal: the index signals_now has this condition.
const stored = {
  name: 'receiving.stored',
  text: `select count(*) + (select count(*) from (select from signals where lane < 3 limit $1) s) as count,
                coalesce(sum(body_bytes), 0) as bytes from (select body_bytes from inbox limit $1) i`,
};
const storedOf = {
  name: 'receiving.stored-of-company',
  text: `select count(*) + (select count(*) from (select from signals where company_id = $2 and lane < 3 limit $1) s) as count,
                coalesce(sum(body_bytes), 0) as bytes from (select body_bytes from inbox where company_id = $2 limit $1) i`,
};
const companiesWithEntries = {
  name: 'receiving.companies-with-entries',
  // Skips from company to company along the index: a company costs one step, however many entries wait.
  text: `with recursive companies as (
           (select company_id from inbox order by company_id limit 1)
           union all
           select next.company_id from companies c, lateral (
             select company_id from inbox where company_id > c.company_id order by company_id limit 1) next)
         select company_id as "companyId" from companies`,
};
const isBehind = {
  name: 'receiving.is-behind',
  text: `select exists (select from inbox where company_id = $1 and id < $4)
             or (select count(*) from (select from signals where company_id = $1 and lane < 3 limit $2) s) >= $2
             or (select count(*) from (select from signals where company_id = $1 and lane = 3 limit $3) h) >= $3 as "isBehind"`,
};
const claimLease = {
  name: 'receiving.claim-lease',
  text: `insert into work_leases (name, holder, until) values ($1, $2, now() + make_interval(secs => $3))
         on conflict (name) do update set holder = excluded.holder, until = excluded.until
          where work_leases.until < now() or work_leases.holder = excluded.holder
         returning (select count(*) from (select from signals where company_id = $4 and lane < 3 limit $5) s) >= $5
                or (select count(*) from (select from signals where company_id = $4 and lane = 3 limit $6) h) >= $6 as "isFull"`,
};
const releaseLease = {
  name: 'receiving.release-lease',
  text: 'delete from work_leases where name = $1 and holder = $2',
};
const oldestEntries = {
  name: 'receiving.oldest-entries',
  // At most $2 entries and $3 bytes, but always the first entry. The bodies are read after the choice.
  text: `select i.id, i.company_id as "companyId", i.connection_id as "connectionId", i.digest, i.body,
                i.received_at as "receivedAt", i.parsed_events as "parsedEvents", i.failures
           from (select id, sum(body_bytes) over (order by id) - body_bytes as before
                   from (select id, body_bytes from inbox where company_id = $1 order by id limit $2) first) o
           join inbox i using (id)
          where o.before < $3 order by i.id`,
};
const finish = {
  name: 'receiving.finish-entries',
  text: `with removed as (
           delete from inbox i using unnest($1::bigint[], $2::int[]) as d (id, parsed_events)
            where i.id = d.id and i.parsed_events = d.parsed_events returning i.connection_id, i.digest),
         seen as (insert into seen_deliveries (connection_id, digest)
                  select connection_id, digest from removed on conflict do nothing)
         select count(*)::int as n from removed`,
};
const saveProgress = {
  name: 'receiving.save-progress',
  text: 'update inbox set parsed_events = $2::int + $3::int where id = $1 and parsed_events = $2::int returning id',
};
const recordFailure = {
  name: 'receiving.record-failure',
  text: 'update inbox set failures = failures + 1 where id = $1',
};
const pruneSeen = {
  name: 'receiving.prune-seen',
  text: `with gone as (delete from seen_deliveries where ctid = any(array(
           select ctid from seen_deliveries where at < $1::timestamptz order by at limit $2)) returning 1)
         select count(*)::int as n from gone`,
};
