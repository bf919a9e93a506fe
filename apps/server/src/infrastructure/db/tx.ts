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
import { quickly } from './dynamic-sql.ts';

/** SQL that is run so often that its text is built once and prepared by name on each connection. */
export interface Statement {
  name: string;
  text: string;
}

/** The same for SQL that the builder writes: built once for each connection, its values named by placeholders. */
export interface Ready<Row> {
  name: string;
  build(orm: NodePgDatabase): { prepare(name: string): { execute(values?: Record<string, unknown>): Promise<Row[]> } };
}

interface Handle {
  orm: NodePgDatabase;
  ready<Row>(statement: Ready<Row>, values: Record<string, unknown>): Promise<Row[]>;
  query<Row extends pg.QueryResultRow>(statement: Statement, values: unknown[]): Promise<Row[]>;
}
/** What belongs to no company: plans, platform settings, the directory, rate limits. Tenant tables show no rows here. */
export interface PlatformTx extends Handle {
  platform: true;
}
/** One piece of work for one company: its rows, its jobs and its events, together or not at all. */
export interface Tx extends Handle {
  companyId: number;
  /** Small and seldom changed things of this company: by heart where they are known, read and then known otherwise. */
  cached<T>(key: string, load: () => Promise<T>): Promise<T>;
  /** A job that exists if, and only if, this work is committed. */
  enqueue<N extends JobName>(name: N, data: JobData<N>, when?: { after: Date }): Promise<void>;
  /** Kept in the event log by this very transaction, told to the screens from there. */
  emit(event: DomainEvent): void;
}

export interface Db {
  inCompany<T>(companyId: number, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The same without the right to write: what a GET uses. */
  readCompany<T>(companyId: number, work: (tx: Tx) => Promise<T>): Promise<T>;
  onPlatform<T>(work: (tx: PlatformTx) => Promise<T>): Promise<T>;
  /** Something that is known by heart about this company has changed. */
  invalidate(companyId: number): void;
  /** One statement that belongs to no company, without a transaction around it. */
  query<Row extends pg.QueryResultRow>(statement: Statement, values: unknown[]): Promise<Row[]>;
  pool: pg.Pool;
}

/** The company's own rows. Row-level security holds the same line a second time. */
export const own = (tx: Tx, table: { companyId: PgColumn }): SQL => eq(table.companyId, tx.companyId);

/** For what takes a long history with it: under the ordinary limit it could never be removed. Only its own rows wait. */
export const extendTimeout = (tx: Tx) => tx.query(extendedTimeout, []);
const extendedTimeout = { name: 'tx.patience', text: `select set_config('statement_timeout', '120000', true)` };

/** The connection of a running transaction, for those who must write into it by other means. */
export type TxClient = pg.PoolClient;
export type AddJob = (client: TxClient, name: JobName, data: unknown, after?: Date) => Promise<void>;
interface Deps {
  pool: pg.Pool;
  addJob: AddJob;
  /** Called after commit, in the order of the commits of this node. */
  committed(events: LoggedEvent[]): void;
}

/** Whoever holds a connection must not ask for a second: enough of them would wait for each other for ever. */
const insideTransaction = new AsyncLocalStorage<true>();

export function createDb({ pool, addJob, committed }: Deps): Db {
  const companyCache = createCompanyCache();
  async function inTransaction<T>(beginSql: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    if (insideTransaction.getStore())
      throw new Error('A unit of work inside another: it would need a second connection');
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      // Not waited for: it leaves together with the first statement, which the server answers only inside it.
      const beginResult = pipelined(client, () => client.query(beginSql));
      beginResult.catch(() => {});
      const value = await insideTransaction.run(true, () => work(client));
      await beginResult;
      const { command } = await client.query('commit');
      // Postgres answers so, without an error, when a fault inside was caught and forgotten.
      if (command !== 'COMMIT') throw new Error('The work was rolled back: a fault of the database was swallowed');
      return value;
    } catch (error) {
      await client.query('rollback').catch((lost: Error) => {
        broken = lost;
      });
      throw error;
    } finally {
      // A connection that could not roll back may still be inside somebody's company: it is not reused.
      client.release(broken);
    }
  }

  async function companyWork<T>(companyId: number, mode: '' | ' read only', work: (tx: Tx) => Promise<T>): Promise<T> {
    const events: DomainEvent[] = [];
    let logged: LoggedEvent[] = [];
    const value = await inTransaction(`begin${mode}; ${tenant(companyId)}`, async (client) => {
      const tx = withHandle<Omit<Tx, keyof Handle>>(client, {
        companyId,
        // What a writing transaction sees may never be committed: it is not for others to remember.
        cached: (key, load) => companyCache.getOrLoad(companyId, key, mode === ' read only', load),
        enqueue: (name, data, when) => addJob(client, name, data, when?.after),
        emit: (event) => void events.push(event),
      });
      const done = await work(tx);
      // Last, so that the time between taking event ids and committing is short.
      if (events.length > 0) logged = await appendEvents(client, companyId, events);
      return done;
    });
    if (logged.length > 0) committed(logged);
    return value;
  }

  return {
    pool,
    inCompany: (companyId, work) => companyWork(companyId, '', work),
    readCompany: (companyId, work) => companyWork(companyId, ' read only', work),
    query: async <Row extends pg.QueryResultRow>({ name, text }: Statement, values: unknown[]) => {
      if (insideTransaction.getStore())
        throw new Error('A look inside a unit of work: it would need a second connection');
      return (await pool.query<Row>({ name, text, values })).rows;
    },
    invalidate: companyCache.invalidate,
    onPlatform: (work) => inTransaction('begin', (client) => work(withHandle(client, { platform: true }))),
  };
}

/** One round trip with BEGIN: the id is checked to be a whole number, so it can stand in the text. */
function tenant(companyId: number): string {
  if (!Number.isSafeInteger(companyId) || companyId < 1) throw new Error(`Not a company id: ${String(companyId)}`);
  return `select set_config('app.company', '${companyId}', true)`;
}

/** Added to, never copied: a spread would read `sql` and make a builder for work that needs none. */
function withHandle<Own extends object>(client: pg.PoolClient, own: Own): Own & Handle {
  const handle: Handle = {
    get orm() {
      return builderOn(client);
    },
    query: async <Row extends pg.QueryResultRow>({ name, text }: Statement, values: unknown[]) =>
      (await pipelined(client, () => client.query<Row>({ name, text, values }))).rows,
    ready: <Row>(statement: Ready<Row>, values: Record<string, unknown>) =>
      pipelined(client, () => readyOn(client, statement).execute(values)),
  };
  return Object.assign(handle, own);
}

/** It knows its connection and nothing of a transaction, so one for each connection will do. */
const builders = new WeakMap<pg.PoolClient, NodePgDatabase>();
function builderOn(client: pg.PoolClient): NodePgDatabase {
  let builder = builders.get(client);
  if (!builder) builders.set(client, (builder = drizzle(client)));
  return builder;
}

const prepared = new WeakMap<pg.PoolClient, Map<string, unknown>>();
function readyOn<Row>(client: pg.PoolClient, { name, build }: Ready<Row>) {
  let own = prepared.get(client);
  if (!own) prepared.set(client, (own = new Map()));
  let statement = own.get(name) as ReturnType<ReturnType<Ready<Row>['build']>['prepare']> | undefined;
  if (!statement) own.set(name, (statement = quickly(build(builderOn(client)).prepare(name))));
  return statement;
}

/** No statement, lock or idle transaction outlives these: a stuck company must not hold the others up. */
const LIMITS = '-c statement_timeout=5000 -c lock_timeout=2000 -c idle_in_transaction_session_timeout=10000';

export function createPool(connectionString: string, max: number, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    options: LIMITS,
    application_name: 'balcao',
    idleTimeoutMillis: 60_000,
    // Statements that do not wait for each other are asked in a row and answered in a row.
    pipeline: true,
  });
  // An idle connection that the server closes is not a reason to die; the next query opens another.
  pool.on('error', onError);
  // Nor is one that is lost between two statements of a transaction: its next statement fails and tells.
  pool.on('connect', (client) => void client.on('error', () => {}));
  return pool;
}

/** Postgres' word for "there already is such a row", wherever drizzle wrapped it. */
export function brokenConstraint(thrown: unknown): string | undefined {
  const error = (thrown as { cause?: unknown }).cause ?? thrown;
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' || code === '23503' ? constraint : undefined;
}
