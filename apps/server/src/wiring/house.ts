import type { Server as HttpServer } from 'node:http';
import { resolve } from 'node:path';
import { endpoints } from '@balcao/contract';
import { systemClock, type Clock } from '../foundation/clock.ts';
import type { Config } from '../foundation/config.ts';
import { createDb, createPool } from '../foundation/db/tx.ts';
import { isStillKept, missedEvents, newestPlace } from '../foundation/events/events.store.ts';
import type { LoggedEvent, Place } from '../foundation/events/keep.store.ts';
import { createTail, type Tail } from '../foundation/events/tail.ts';
import { createHttpServer } from '../foundation/http/server.ts';
import { createJobs, type Jobs } from '../foundation/jobs/runner.ts';
import type { Log } from '../foundation/log/log.ts';
import { createMetrics } from '../foundation/metrics/metrics.ts';
import { createLive, type Live } from '../foundation/realtime/live.ts';
import { createDiskStorage } from '../foundation/storage/disk.ts';
import { besides } from './besides.ts';
import { jobHandlers } from './job-handlers.ts';
import { buildModules } from './modules.ts';
import { routes } from './routes.ts';
import { forgets, sockets, tellings } from './subscriptions.ts';

export const VERSION = '4.5.0';
/** More than this is quicker fetched than replayed. */
const MOST_REPLAYED = 500;
const WEB = resolve(import.meta.dirname, '../../../web/dist');

interface Needs {
  config: Config;
  appUrl: string;
  log: Log;
  clock?: Clock;
}

/** A whole server: what main starts, and what every test starts too. */
export async function buildHouse({ config, appUrl, log, clock = systemClock }: Needs) {
  // While everything is being closed, what still wanted to work is refused by what is already gone.
  const failed = (fault: unknown) => void (isStopping || log.error({ err: fault }, 'background work failed'));
  const metrics = createMetrics();
  const pool = createPool(appUrl, config.poolSize, failed);
  metrics.watchPool(pool);
  let tail: Tail | undefined;
  let live: Live | undefined;
  let jobs: Jobs | undefined;
  let isStopping = false;

  const db = createDb({
    pool,
    addJob: (...job) => (jobs ? jobs.add(...job) : Promise.reject(new Error('Jobs are not running yet'))),
    committed(events) {
      for (const event of events) forget(event);
      tail?.committed(events);
    },
  });
  const storage = createDiskStorage(config.storageDir);
  const secrets = { current: config.secret, previous: config.oldSecret };
  const modules = buildModules({ db, clock, storage, secrets });
  const { doorkeeper, presence } = modules.access;
  const forget = forgets(modules);
  const tell = tellings(modules);

  const app = await createHttpServer({
    routes: routes(modules, VERSION),
    gatekeepers: {
      whoIs: doorkeeper.whoIs,
      noteForeignCompany: modules.access.noteForeignCompany,
      cookie: { name: config.cookieName, secure: config.cookieSecure },
    },
    log,
    trustProxy: config.trustProxy,
    publicUrl: config.publicUrl,
    answered: metrics.httpRequest,
    besides: (server) =>
      besides(server, {
        config,
        db,
        clock,
        storage,
        metrics,
        endpoints,
        version: VERSION,
        web: WEB,
        settings: modules.settings,
        isTailing: () => tail?.isRunning() ?? false,
        isStopping: () => isStopping,
      }),
  });

  async function deliver(event: LoggedEvent) {
    forget(event);
    await live?.tell(event);
    if (live) await sockets(modules, live)(event);
    metrics.eventDispatched(0);
  }

  return {
    app,
    modules,
    db,
    storage,
    /** Opens the doors. Everything before this can be tried without a port. */
    async open(port: number, host: string) {
      tail = await createTail({ db, listenUrl: appUrl, deliver, failed });
      if (config.role !== 'worker') {
        live = openLive(app.server);
        await app.listen({ port, host });
      }
      return app.server.address() as { port: number } | null;
    },
    /** After the doors are open: a start is not delayed by work that can wait. */
    async work() {
      jobs = await createJobs({ appUrl, failed, done: (name, outcome) => metrics.jobDone({ name, outcome }) });
      if (config.role !== 'api') await jobs.work(jobHandlers(modules, { db, clock, storage }));
    },
    /** Finishes what is under way; nothing that was answered is lost. */
    async close() {
      isStopping = true;
      await live?.close();
      await app.close();
      await jobs?.stop();
      await tail?.stop();
      await pool.end();
    },
    liveCount: () => live?.count() ?? 0,
  };

  function openLive(server: HttpServer) {
    return createLive({
      server,
      recognise: (token) => doorkeeper.recognise(token),
      isCompany: (companyId) => db.readCompany(companyId, async (tx) => await modules.companies.exists(tx)),
      heartbeat: ({ companyId, userId }) => presence.seen(companyId, userId),
      missed: (companyId, after) => missedBy(companyId, after),
      newest: () => newestPlace(db),
      tellings: tell,
      now: () => +clock.now(),
      failed,
      connected: metrics.socketConnected,
      disconnected: metrics.socketDisconnected,
    });
  }

  function missedBy(companyId: number, after: Place): Promise<LoggedEvent[] | undefined> {
    return db.readCompany(companyId, async (tx) => {
      if (!(await isStillKept(tx, after))) return undefined;
      const events = await missedEvents(tx, after, MOST_REPLAYED + 1);
      return events.length > MOST_REPLAYED ? undefined : events;
    });
  }
}
export type House = Awaited<ReturnType<typeof buildHouse>>;
