/** Metrics in the Prometheus text format. Labels come from our own catalogues, never from a request. */
import { healthStatuses } from '@balcao/contract/endpoints/connections';
import { holds } from '@balcao/domain/campaign/campaign';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = {
  /** `route` is the path as the contract writes it (`/tickets/:id`); undefined when no route matched. */
  httpRequest(call: { route: string | undefined; method: string; status: number; seconds: number }): void;
  socketConnected(): void;
  socketDisconnected(): void;
  /** Time from the commit of an event to its delivery to the sockets. */
  eventDispatched(lagSeconds: number): void;
  jobDone(job: { name: string; outcome: JobOutcome }): void;
  /** Entries of verified webhook deliveries for accounts that no company has connected. */
  unknownAccountSeen(parts: number): void;
  /** A channel delivered something again; it was recognized and dropped. */
  duplicatesDropped(kind: 'payload' | 'message', count: number): void;
  /** A mail was handed over, will be tried again, or was given up. */
  mailHandled(kind: string, outcome: 'sent' | 'retried' | 'failed'): void;
  /** A transaction that wrote was open for more than a second. */
  longWrite(): void;
  /** A stored day of the numbers differed from a recount, which replaced it. */
  storedDayDiffered(): void;
  /** Age in seconds of the oldest transaction that wrote, read on every scrape. */
  watchTransactions(oldestSeconds: () => Promise<number>): void;
  /** Age of the oldest row of tables that are pruned by age, read on every scrape. */
  watchRetention(oldestSeconds: () => Promise<Record<string, number>>): void;
  /** Read on every scrape. */
  watchPool(pool: PoolCounts): void;
  /** Pending work, counted on every scrape. */
  watchWork(count: () => Promise<Record<string, number>>): void;
  /** Outbox, quarantine and delays, read on every scrape. */
  watchFigures(figures: FigureSources): void;
  /** Backups, disk, certificate and delays, read on every scrape; those that do not apply are left out. */
  watchOperation(sources: OperationSources): void;
  /** Connections and running campaigns of all companies, by the values of our catalogues. */
  watchReasons(sources: ReasonSources): void;
  /** Time since each periodic job ran, read on every scrape. */
  watchSweeps(seconds: () => Promise<Record<string, number>>): void;
  text(): Promise<string>;
  contentType: string;
};

type ReasonSources = Record<keyof typeof REASONS, () => Promise<Record<string, number>>>;

export interface FigureSources {
  /** Outgoing messages by state. */
  outbox(): Promise<Record<string, number>>;
  quarantined(): Promise<number>;
  /** Webhook payloads of payment providers that could not be processed. */
  quarantinedPayments(): Promise<number>;
  /** Age of the oldest payload or event that waits to be processed. */
  inboxLagSeconds(): Promise<number>;
  /** Age of the oldest event that is not yet published. */
  eventLagSeconds(): number;
}
/** Figures of the operation with their help texts. */
const OPERATION_HELP = {
  node_ready: '1 if this node can serve requests, as /health/ready says',
  backup_age_seconds: 'Age of the last complete backup, or of the first try if none is complete',
  drill_age_seconds: 'Age of the last drill that restored a backup',
  drill_failed: '1 if the last drill failed',
  wal_waiting_seconds: 'Age of the oldest log segment that is not uploaded',
  database_size_bytes: 'Size of the database',
  disk_free_bytes: 'Free bytes of the disk of DATA_DIR',
  outbox_oldest_seconds: 'Age of the oldest message that is due and not sent',
  outbox_oldest_green_seconds: 'The same, of connections whose health is green',
  sweep_oldest_seconds: 'Time since the sweep ran that has not run for the longest time',
  connections_disconnected: 'Connections that are not connected',
  campaigns_held: 'Running campaigns on hold, without those that a user paused',
  certificate_days: 'Days until the certificate of PUBLIC_URL expires',
} as const;
/** Figures with one label; a value that is not listed has no sample. */
const REASONS = {
  connections: { help: 'Connections of active companies by health', label: 'health', values: healthStatuses },
  campaigns_on_hold: { help: 'Running campaigns on hold, by reason', label: 'reason', values: holds },
} as const;
export type OperationSources = { [N in keyof typeof OPERATION_HELP]?: () => number | Promise<number> };
export type JobOutcome = 'done' | 'retried' | 'failed';
export type PoolCounts = { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number };

// From a cached response to the 30 s timeout of reports.
const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const MAX_READ_MS = 2_000;
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Memory, CPU time and event loop of the process: collected once, however many servers it runs. */
let ofProcess: Registry | undefined;
function processMetrics(): Registry {
  if (!ofProcess) collectDefaultMetrics({ register: (ofProcess = new Registry()) });
  return ofProcess;
}

export function createMetrics({ version }: { version: string }): Metrics {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  const process = processMetrics();
  new Gauge({ name: 'node_info', help: 'Version of this node; always 1', labelNames: ['version'], registers }).set(
    { version },
    1,
  );

  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to its answer, by contract path',
    labelNames: ['route', 'method', 'status'],
    buckets: SECONDS,
    registers,
  });
  const sockets = new Gauge({ name: 'sockets_connected', help: 'Open sockets of this node', registers });
  const events = new Counter({
    name: 'events_dispatched_total',
    help: 'Events published to the sockets of this node',
    registers,
  });
  const lag = new Histogram({
    name: 'event_dispatch_lag_seconds',
    help: 'Time from the commit of an event to its dispatch',
    buckets: SECONDS,
    registers,
  });
  const jobs = new Counter({
    name: 'jobs_total',
    help: 'Background jobs that ended',
    labelNames: ['name', 'outcome'],
    registers,
  });
  const unknownAccounts = new Counter({
    name: 'webhook_parts_of_nobody_total',
    help: 'Parts of genuine deliveries about accounts that no company has linked',
    registers,
  });
  const longWrites = new Counter({
    name: 'db_long_write_transactions',
    help: 'Transactions that wrote and were open for more than a second; must stay 0',
    registers,
  });
  const differingDays = new Counter({
    name: 'stored_days_differing_total',
    help: 'Stored days of dashboard and reports that differed from a recount and were replaced; must stay 0',
    registers,
  });
  const duplicates = new Counter({
    name: 'duplicates_dropped_total',
    help: 'Payloads and messages that a channel delivered again and that were dropped',
    labelNames: ['kind'],
    registers,
  });
  for (const kind of ['payload', 'message']) duplicates.inc({ kind }, 0);
  const mails = new Counter({
    name: 'mails_total',
    help: 'Attempts to hand a mail to the mail server, by kind and outcome',
    labelNames: ['kind', 'outcome'],
    registers,
  });

  return {
    httpRequest({ route, method, status, seconds }) {
      requests.observe({ route: route ?? 'none', method: METHODS.has(method) ? method : 'other', status }, seconds);
    },
    socketConnected: () => sockets.inc(),
    socketDisconnected: () => sockets.dec(),
    eventDispatched(lagSeconds) {
      events.inc();
      // The clock of the database may be slightly ahead of this node's clock.
      lag.observe(Math.max(0, lagSeconds));
    },
    jobDone: (job) => jobs.inc(job),
    unknownAccountSeen: (parts) => unknownAccounts.inc(parts),
    mailHandled: (kind, outcome) => mails.inc({ kind, outcome }),
    longWrite: () => longWrites.inc(),
    storedDayDiffered: () => differingDays.inc(),
    watchTransactions: (oldestSeconds) => watchTransactions(oldestSeconds, registers),
    watchRetention: (oldestSeconds) => watchRetention(oldestSeconds, registers),
    watchPool: (pool) => watchPool(pool, registers),
    duplicatesDropped: (kind, count) => duplicates.inc({ kind }, count),
    watchFigures: (figures) => watchFigures(figures, registers),
    watchWork: (count) => watchWork(count, registers),
    watchOperation: (sources) => {
      for (const [name, read] of Object.entries(sources))
        watchGauge(name, OPERATION_HELP[name as keyof OperationSources], read, registers);
    },
    watchReasons: (sources) => {
      for (const [name, { help, label, values }] of Object.entries(REASONS))
        watchCounts({ name, help, label, values }, sources[name as keyof ReasonSources], registers);
    },
    watchSweeps: (seconds) => watchSweeps(seconds, registers),
    text: () => Registry.merge([process, registry]).metrics(),
    contentType: registry.contentType,
  };
}

function watchPool(pool: PoolCounts, registers: Registry[]): void {
  const gauges: [name: string, help: string, read: () => number][] = [
    ['db_pool_total', 'Database connections open', () => pool.totalCount],
    ['db_pool_idle', 'Database connections free', () => pool.idleCount],
    ['db_pool_waiting', 'Requests that wait for a database connection', () => pool.waitingCount],
  ];
  for (const [name, help, read] of gauges) {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  }
}

function watchTransactions(oldestSeconds: () => Promise<number>, registers: Registry[]): void {
  new Gauge({
    name: 'db_oldest_write_transaction_seconds',
    help: 'Age of the oldest transaction that wrote; no event is published before it ends',
    registers,
    async collect() {
      const seconds = await orUnknown(oldestSeconds);
      this.set(seconds ?? Number.NaN);
    },
  });
}

function watchRetention(oldestSeconds: () => Promise<Record<string, number>>, registers: Registry[]): void {
  new Gauge({
    name: 'retention_oldest_row_seconds',
    help: 'Age of the oldest row that is pruned by age: event_log 1 day, idempotency_keys, number_health_slots, sending_pool_slots and sending_pool_people 2 days, seen_deliveries 8 days',
    labelNames: ['table'],
    registers,
    async collect() {
      this.reset();
      for (const [table, seconds] of Object.entries((await orUnknown(oldestSeconds)) ?? {}))
        this.set({ table }, seconds);
    },
  });
}

function watchWork(count: () => Promise<Record<string, number>>, registers: Registry[]): void {
  new Gauge({
    name: 'work_waiting',
    help: 'Deliveries, signals and messages that wait to be worked off or sent, and what was set aside; at most 100000',
    labelNames: ['kind'],
    registers,
    async collect() {
      this.reset();
      for (const [kind, waiting] of Object.entries((await orUnknown(count)) ?? {})) this.set({ kind }, waiting);
    },
  });
}

interface Counted {
  name: string;
  help: string;
  label: string;
  values: readonly string[];
}

function watchCounts(
  { name, help, label, values }: Counted,
  read: () => Promise<Record<string, number>>,
  registers: Registry[],
): void {
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers,
    async collect() {
      const counts = await orUnknown(read);
      for (const value of values) this.set({ [label]: value }, counts ? (counts[value] ?? 0) : Number.NaN);
    },
  });
}

function watchSweeps(seconds: () => Promise<Record<string, number>>, registers: Registry[]): void {
  new Gauge({
    name: 'sweep_seconds',
    help: 'Time since each job of the minute ran',
    labelNames: ['job'],
    registers,
    async collect() {
      this.reset();
      for (const [job, age] of Object.entries((await orUnknown(seconds)) ?? {})) this.set({ job }, age);
    },
  });
}

const OUTBOX_STATES = ['queued', 'sending', 'unknown', 'failed'];

function watchFigures(figures: FigureSources, registers: Registry[]): void {
  watchCounts(
    {
      name: 'outbox_messages',
      help: 'Outgoing messages by state; unknown means that the channel may or may not have sent it; at most 100000 each',
      label: 'state',
      values: OUTBOX_STATES,
    },
    figures.outbox,
    registers,
  );
  const gauges: [name: string, help: string, read: () => number | Promise<number>][] = [
    ['quarantined_events', 'Events that were set aside for a person to decide', figures.quarantined],
    [
      'quarantined_payments',
      'Webhook payloads of payment providers that wait for a person; must stay 0',
      figures.quarantinedPayments,
    ],
    ['inbox_lag_seconds', 'Age of the oldest payload or event that waits to be processed', figures.inboxLagSeconds],
    ['event_lag_seconds', 'Age of the oldest event that is not yet published on this node', figures.eventLagSeconds],
  ];
  for (const [name, help, read] of gauges) watchGauge(name, help, read, registers);
}

function watchGauge(name: string, help: string, read: () => number | Promise<number>, registers: Registry[]): void {
  new Gauge({
    name,
    help,
    registers,
    async collect() {
      this.set((await orUnknown(async () => read())) ?? Number.NaN);
    },
  });
}

/** A figure that cannot be read in time is unknown, never 0, and does not prevent the others. */
function orUnknown<T>(read: () => Promise<T>): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), MAX_READ_MS);
  return Promise.race([read().catch(() => undefined), promise]).finally(() => clearTimeout(timer));
}
