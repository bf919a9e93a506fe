import { AsyncLocalStorage } from 'node:async_hooks';
import { eq, type SQL } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgColumn } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { DomainEvent } from '@balcao/domain/events/catalogue';
import { appendEvents, type LoggedEvent } from '../events/event-log.store.ts';
import type { JobData, JobName } from '../jobs/catalogue.ts';
import { createCompanyCache } from './company-cache.ts';
import { pipelined } from './pipeline.ts';
import { buildRows } from './row-builder.ts';
import { typeParsers } from './timestamps.ts';
import { UnpreparedClient } from './unprepared-client.ts';

/** SQL with a unique name, under which it is prepared once per connection. */
export interface Statement {
  name: string;
  text: string;
}

interface Handle {
  orm: NodePgDatabase;
  query<Row extends pg.QueryResultRow>(statement: Statement, values: unknown[]): Promise<Row[]>;
}
/** Transaction on platform data: plans, platform settings, the directory, rate limits. Company tables return no rows. */
export interface PlatformTx extends Handle {
  platform: true;
}
/** Transaction of one company: its rows, jobs and events are committed together or not at all. */
export interface Tx extends Handle {
  companyId: number;
  /** Returns a small, rarely changed value of this company from the cache, or loads it. */
  cached<T>(key: string, load: () => Promise<T>): Promise<T>;
  /**
   * Sends a statement whose result is not used, without waiting for it: it shares the round trip of what follows. Later
   * statements see its effect, and its error fails the transaction.
   */
  write(statement: Statement, values: unknown[]): void;
  /** Adds a job that exists if, and only if, this transaction commits. */
  enqueue<N extends JobName>(name: N, data: JobData<N>, when?: { after: Date }): Promise<void>;
  /** Appends the event to the event log in this transaction; clients are notified from the log. */
  emit(event: DomainEvent): void;
}

export interface Db {
  inCompany<T>(companyId: number, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Read-only transaction; used by GET endpoints. */
  readCompany<T>(companyId: number, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Read-only transaction that sees one moment, for reports and their exports. It may take long; callers limit how many. */
  snapshotCompany<T>(companyId: number, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * One transaction of several companies, for platform jobs that write a few rows in each: they are committed together. Its
   * steps run one after the other, and each sees the rows of its own company only.
   */
  inCompanies<T>(work: (inStep: InStep) => Promise<T>): Promise<T>;
  onPlatform<T>(work: (tx: PlatformTx) => Promise<T>): Promise<T>;
  /** Drops the cached values of this company. */
  invalidate(companyId: number): void;
  /** Runs one platform statement without a transaction. */
  query<Row extends pg.QueryResultRow>(statement: Statement, values: unknown[]): Promise<Row[]>;
  pool: pg.Pool;
}

/** Runs a part of the transaction for one company. Its `tx` cannot be used afterwards. */
export type InStep = <T>(companyId: number, step: (tx: Tx) => Promise<T>) => Promise<T>;

/** Filter on the company's own rows. Second check besides row-level security. */
export const own = (tx: Tx, table: { companyId: PgColumn }): SQL => eq(table.companyId, tx.companyId);

/** Connection of a running transaction, for writers that do not use `Tx`. */
export type TxClient = pg.PoolClient;
/** The connection of a transaction; the first call sends BEGIN. */
type Open = () => pg.PoolClient;
/** The first error of the statements that are not awaited. */
interface Writes {
  failed?: { error: unknown };
}
export type AddJob = (client: TxClient, name: JobName, data: unknown, after?: Date) => Promise<void>;
interface Deps {
  pool: pg.Pool;
  addJob: AddJob;
  /** Called after each commit, in the commit order of this node. */
  committed(events: LoggedEvent[]): void;
  /** Called when a transaction that wrote was open for longer than `MAX_WRITE_MS`. */
  onLongWrite(ms: number): void;
}
/** While a transaction that wrote is open, no event of any company is published (ADR 0010). Longer work is a job in portions. */
export const MAX_WRITE_MS = 1000;
/** Callers that wait for a connection. Beyond that a call is refused at once instead of piling up. */
const MAX_WAITING = 500;

/** Set inside a transaction. A nested one needs a second connection, and enough of them would deadlock the pool. */
const insideTransaction = new AsyncLocalStorage<true>();

export function createDb({ pool, addJob, committed, onLongWrite }: Deps): Db {
  const companyCache = createCompanyCache();
  async function inTransaction<T>(
    beginSql: string,
    work: (open: Open) => Promise<T>,
    /** Sends the last statement of the transaction; if it throws at once, nothing is committed. */
    sendLast?: (open: Open) => Promise<void> | undefined,
    writes: Writes = {},
  ): Promise<T> {
    if (insideTransaction.getStore()) throw new Error('Nested transaction: it would need a second connection');
    const client = await connect(pool);
    const startedAt = performance.now();
    let broken: Error | undefined;
    let beginResult: Promise<unknown> | undefined;
    const open = () => {
      // Not awaited: BEGIN is sent together with the first statement, which the server runs after it.
      beginResult ??= pipelined(client, () => client.query(beginSql));
      beginResult.catch(() => {});
      return client;
    };
    try {
      const value = await insideTransaction.run(true, () => work(open));
      await beginResult;
      const isLong = beginResult !== undefined && performance.now() - startedAt > MAX_WRITE_MS;
      const hasWritten = isLong && (await client.query<{ wrote: boolean }>(WROTE)).rows[0]!.wrote;
      const lastResult = sendLast?.(open)?.then(
        () => undefined,
        (error: unknown) => ({ error }),
      );
      // No statement was sent, so there is nothing to commit.
      if (!beginResult) return value;
      // Sent together: a COMMIT after a failed statement rolls back.
      const [failed, { command }] = await Promise.all([
        lastResult,
        pipelined(client, () => client.query('commit')),
        beginResult,
      ]);
      if (failed) throw failed.error;
      if (writes.failed) throw writes.failed.error;
      if (hasWritten) onLongWrite(performance.now() - startedAt);
      // Postgres answers COMMIT with ROLLBACK, without an error, when an error inside the transaction was swallowed.
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back: a database error was swallowed');
      return value;
    } catch (thrownError) {
      // After a failed write the statements behind it only report that the transaction is aborted.
      const error = writes.failed ? writes.failed.error : thrownError;
      // A database that does not answer would not answer the rollback either.
      if (isTimeout(error)) broken = error;
      else if (beginResult)
        await client.query('rollback').catch((lost: Error) => {
          broken = lost;
        });
      throw unavailable(beginSql.includes('read only') ? error : asReadOnlyDatabase(error));
    } finally {
      // A connection that failed to roll back may still have a company set: it is not reused.
      client.release(broken);
    }
  }

  function companyTx(companyId: number, mode: Mode, open: Open, writes: Writes, events: DomainEvent[]): Tx {
    return withHandle<Omit<Tx, keyof Handle>>(open, mode === SNAPSHOT ? MAX_REPORT_MS : undefined, {
      companyId,
      // A writing transaction may see uncommitted values, and a snapshot old ones, so only read-only transactions fill the cache.
      cached: (key, load) => companyCache.getOrLoad(companyId, key, mode === ' read only', load),
      write({ name, text }, values) {
        const client = open();
        pipelined(client, () => client.query({ name, text, values, rowMode: 'array' })).catch(
          (error: unknown) => (writes.failed ??= { error }),
        );
      },
      enqueue: (name, data, when) => addJob(open(), name, data, when?.after),
      emit: (event) => void events.push(event),
    });
  }

  async function companyWork<T>(companyId: number, mode: Mode, work: (tx: Tx) => Promise<T>): Promise<T> {
    const events: DomainEvent[] = [];
    let logged: LoggedEvent[] = [];
    const writes: Writes = {};
    const begin = `begin${mode}; ${tenant(companyId)}`;
    const run = (open: Open) => work(companyTx(companyId, mode, open, writes, events));
    // Last, so that the time between allocating event ids and the commit is short.
    const sendEvents = (open: Open) => {
      if (events.length === 0) return undefined;
      const client = open();
      return pipelined(client, () => appendEvents(client, companyId, events)).then((appended) => {
        logged = appended;
      });
    };
    const value = await inTransaction(begin, run, sendEvents, writes);
    if (logged.length > 0) committed(logged);
    return value;
  }

  return {
    pool,
    inCompany: (companyId, work) => companyWork(companyId, '', work),
    readCompany: (companyId, work) => companyWork(companyId, ' read only', work),
    snapshotCompany: (companyId, work) => companyWork(companyId, SNAPSHOT, work),
    inCompanies: createCompaniesWork({ inTransaction, companyTx, committed }),
    query: async <Row extends pg.QueryResultRow>({ name, text }: Statement, values: unknown[]) => {
      if (insideTransaction.getStore())
        throw new Error('Query outside of the running transaction: it would need a second connection');
      refuseWhenFull(pool);
      return buildRows<Row>(
        await pool
          .query<unknown[]>({ name, text, values, rowMode: 'array' })
          .catch((error: unknown) => Promise.reject(unavailable(error))),
      );
    },
    invalidate: companyCache.invalidate,
    onPlatform: (work) => inTransaction('begin', (open) => work(withHandle(open, undefined, { platform: true }))),
  };
}

interface CompaniesDeps {
  inTransaction<T>(beginSql: string, work: (open: Open) => Promise<T>, sendLast: undefined, writes: Writes): Promise<T>;
  companyTx(companyId: number, mode: Mode, open: Open, writes: Writes, events: DomainEvent[]): Tx;
  committed: Deps['committed'];
}
/** `inCompanies`: the company is set anew for each step. */
function createCompaniesWork({ inTransaction, companyTx, committed }: CompaniesDeps): Db['inCompanies'] {
  return async <T>(work: (inStep: InStep) => Promise<T>): Promise<T> => {
    const logged: LoggedEvent[] = [];
    const writes: Writes = {};
    let isInStep = false;
    /** The first error of a step. */
    const steps: Writes = {};
    const run = async (open: Open) => {
      const value = await work(async (companyId, step) => {
        // Two at a time would share one setting of the company.
        if (isInStep) throw new Error('The steps of a transaction of several companies run one after the other');
        isInStep = true;
        const events: DomainEvent[] = [];
        let isOver = false;
        const openInStep = () => {
          if (isOver) throw new Error(`The step of company ${companyId} is over`);
          return open();
        };
        try {
          const begin = tenant(companyId);
          const client = open();
          // Sent together with the first statement of the step.
          const isSet = pipelined(client, () => client.query(begin));
          isSet.catch(() => {});
          const result = await step(companyTx(companyId, '', openInStep, writes, events));
          await isSet;
          if (events.length > 0) logged.push(...(await appendEvents(client, companyId, events)));
          return result;
        } catch (error) {
          steps.failed ??= { error };
          throw error;
        } finally {
          isOver = true;
          isInStep = false;
        }
      });
      // A caller that goes on without a step would commit a part of it.
      if (steps.failed) throw steps.failed.error;
      return value;
    };
    const value = await inTransaction('begin', run, undefined, writes);
    if (logged.length > 0) committed(logged);
    return value;
  };
}

/** A report is given up after 30 seconds. Between two reads of an export its file may take as long. */
const SNAPSHOT =
  ' isolation level repeatable read read only; set local statement_timeout = 30000; set local idle_in_transaction_session_timeout = 60000';
const MAX_REPORT_MS = 35_000;
type Mode = '' | ' read only' | typeof SNAPSHOT;

const WROTE = 'select pg_current_xact_id_if_assigned() is not null as wrote';

/** Takes a connection; refuses when too many callers wait already, or none becomes free in time. */
async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  refuseWhenFull(pool);
  try {
    return await pool.connect();
  } catch (error) {
    throw unavailable(error);
  }
}
function refuseWhenFull(pool: pg.Pool) {
  if (pool.waitingCount >= MAX_WAITING)
    throw Object.assign(new Error('Too many calls wait for the database'), { code: UNAVAILABLE });
}
/** The driver's own timeouts have no code: with this one they count as temporary, like those of the server. */
const UNAVAILABLE = 'ETIMEDOUT';
const TIMEOUTS = /^(Query read timeout|timeout exceeded when trying to connect|Connection terminated)/;
const isTimeout = (error: unknown): error is Error => error instanceof Error && TIMEOUTS.test(error.message);
const unavailable = (error: unknown) => (isTimeout(error) ? Object.assign(error, { code: UNAVAILABLE }) : error);

/** A transaction that may write met a database that is read-only: a standby, or one that its host protects. It passes. */
function asReadOnlyDatabase(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code } = (error.cause ?? error) as { code?: string };
  return code === '25006' ? Object.assign(error, { code: UNAVAILABLE }) : error;
}

/** Sent in one round trip with BEGIN. The id is checked to be an integer, so it is safe in the SQL text. */
function tenant(companyId: number): string {
  if (!Number.isSafeInteger(companyId) || companyId < 1) throw new Error(`Not a company id: ${String(companyId)}`);
  return `set local app.company = '${companyId}'`;
}

/** Uses Object.assign on the handle: a spread would read the `orm` getter and create an unused builder. */
function withHandle<Own extends object>(open: Open, timeoutMs: number | undefined, own: Own): Own & Handle {
  const patience = timeoutMs === undefined ? {} : { query_timeout: timeoutMs };
  const handle: Handle = {
    get orm() {
      return builderOn(open());
    },
    query: async <Row extends pg.QueryResultRow>({ name, text }: Statement, values: unknown[]) => {
      const client = open();
      return buildRows<Row>(
        await pipelined(client, () => client.query<unknown[]>({ name, text, values, rowMode: 'array', ...patience })),
      );
    },
  };
  return Object.assign(handle, own);
}

/** A builder depends on its connection, not on a transaction, so each connection has one. */
const builders = new WeakMap<pg.PoolClient, NodePgDatabase>();
function builderOn(client: pg.PoolClient): NodePgDatabase {
  let builder = builders.get(client);
  if (!builder) builders.set(client, (builder = drizzle(client)));
  return builder;
}

/** Timeouts of statements, locks and idle transactions, so that one company cannot block the others. A pooler sets the same. */
const LIMITS = '-c statement_timeout=5000 -c lock_timeout=2000 -c idle_in_transaction_session_timeout=10000';

/**
 * Timeouts of this side, for a database or a network that stays silent: how long a connection may take, how long an answer
 * (longer than the server's own statement timeout), and how soon a dead connection is noticed while nothing is asked.
 */
export const CLIENT_LIMITS = {
  connectionTimeoutMillis: 5000,
  query_timeout: 15_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};
export type ClientLimits = Partial<typeof CLIENT_LIMITS>;

export function createPool(
  connectionString: string,
  max: number,
  onError: (error: Error) => void,
  { isPooled = false, ...limits }: ClientLimits & { isPooled?: boolean } = {},
): pg.Pool {
  const pool = new pg.Pool({
    ...CLIENT_LIMITS,
    ...limits,
    connectionString,
    max,
    application_name: 'balcao',
    idleTimeoutMillis: 60_000,
    types: typeParsers,
    // Independent statements are sent without waiting for the previous answer.
    ...(isPooled ? { Client: UnpreparedClient } : { options: LIMITS, pipeline: true }),
  });
  // An idle connection closed by the server must not end the process; the next query opens another.
  pool.on('error', onError);
  // The same for a connection lost between two statements of a transaction: the next statement fails with the error.
  pool.on('connect', (client) => void client.on('error', () => {}));
  return pool;
}

/** Name of the violated unique or foreign-key constraint, also when Drizzle wrapped the error. */
export function brokenConstraint(thrown: unknown): string | undefined {
  const error = (thrown as { cause?: unknown }).cause ?? thrown;
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' || code === '23503' ? constraint : undefined;
}
