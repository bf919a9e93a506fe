import type { Server as HttpServer } from 'node:http';
import { hostname } from 'node:os';
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
import { openPresenceLine } from '../foundation/realtime/presence-line.ts';
import { createPresence, type Presences } from '../foundation/realtime/presence.ts';
import { isLoopbackAddress } from '../foundation/safe-fetch/address.ts';
import { createSafeFetch } from '../foundation/safe-fetch/safe-fetch.ts';
import { createDiskStorage } from '../foundation/storage/disk.ts';
import { besides } from './besides.ts';
import { jobHandlers } from './job-handlers.ts';
import { looking } from './looking.ts';
import { buildModules } from './modules.ts';
import { routes } from './routes.ts';
import { openChannels, type OpenChannels } from './channels.ts';
import { houseOfDevices } from './linked-devices.ts';
import { forgets, sockets, starts, tellings } from './subscriptions.ts';
import { webhookRoutes } from '../foundation/http/webhooks.ts';
import { holdSessions } from '../modules/connections/index.ts';

export const VERSION = '4.5.0';
/** More than this is quicker fetched than replayed. */
const MOST_REPLAYED = 500;
const TRY_AGAIN_MS = 1000;
/** This process, among those that share a database. */
const NODE = `${hostname()} ${process.pid}`;
const WEB = resolve(import.meta.dirname, '../../../web/dist');

interface Needs {
  config: Config;
  appUrl: string;
  log: Log;
  clock?: Clock;
  /** Tests bring channels of their own. */
  channels?: OpenChannels;
  /** Tests stand in for the world on this machine. */
  reachesLoopback?: boolean;
}

/** A whole server: what main starts, and what every test starts too. */
export async function buildHouse({ config, appUrl, log, clock = systemClock, ...needs }: Needs) {
  // While everything is being closed, what still wanted to work is refused by what is already gone.
  const failed = (fault: unknown) => void (isStopping || log.error({ err: fault }, 'background work failed'));
  const metrics = createMetrics();
  const pool = createPool(appUrl, config.poolSize, failed);
  metrics.watchPool(pool);
  let tail: Tail | undefined;
  let live: Live | undefined;
  let line: ReturnType<typeof openPresenceLine> | undefined;
  let present: Presences | undefined;
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
  const channels =
    needs.channels ??
    (await openChannels({
      config,
      openFile: storage.open,
      qr: houseOfDevices({ db, secrets, node: NODE, inside: () => modules, failed }),
    }));
  const modules = buildModules({
    db,
    clock,
    storage,
    secrets,
    channels: channels.of,
    ffmpegPath: config.ffmpegPath,
    transcriptionUrl: config.transcriptionUrl,
    egress: waysOut(config, needs.reachesLoopback ?? false),
    publicUrl: config.publicUrl,
    meta: { signIn: channels.signIn, hasApp: config.meta.appSecret !== undefined },
    isHere: (companyId, userId) => present?.isHere(companyId, userId) ?? false,
    failed,
    passedBy: metrics.passedBy,
  });
  metrics.watchWork(modules.inbound.waiting);
  const { doorkeeper, presence } = modules.access;
  const forget = forgets(modules);
  const tell = tellings(modules, failed);

  const app = await createHttpServer({
    routes: routes(modules, { version: VERSION, phones: channels.sandbox }),
    gatekeepers: {
      whoIs: doorkeeper.whoIs,
      noteForeignCompany: modules.access.noteForeignCompany,
      whoseToken: modules.sendApi.whoseToken,
      cookie: { name: config.cookieName, secure: config.cookieSecure },
    },
    log,
    trustProxy: config.trustProxy,
    publicUrl: config.publicUrl,
    answered: metrics.httpRequest,
    besides: async (server) => {
      await webhookRoutes(server, modules.streetDoor);
      await besides(server, {
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
        withholds: modules.privacy.withholds,
        linkCallback: modules.pageLinking.callback,
      });
    },
  });

  const start = starts(modules, failed);
  let sessions: ReturnType<typeof holdSessions> | undefined;

  async function deliver(companyId: number, events: LoggedEvent[]) {
    for (const event of events) {
      forget(event);
      if (config.role !== 'api') start(event);
      metrics.eventDispatched(0);
    }
    const hall = live;
    await hall?.tell(companyId, events, async (event) => sockets(modules, hall)(event));
  }

  return {
    app,
    modules,
    db,
    storage,
    phones: channels.sandbox,
    /** Opens the doors. Everything before this can be tried without a port. */
    async open(port: number, host: string) {
      tail = await createTail({ db, listenUrl: appUrl, deliver, failed });
      line = openPresenceLine({ db, listenUrl: appUrl, hear: (word) => present?.hear(word), failed });
      const { say } = line;
      const shown: Parameters<typeof createPresence>[0]['changed'] = (...told) => live?.showPresence(...told);
      present = createPresence({ say, changed: shown, now: () => +clock.now() });
      if (config.role !== 'worker') {
        live = openLive(app.server, present);
        await app.listen({ port, host });
      }
      const address = app.server.address() as { port: number } | null;
      if (address) channels.reachedAt?.(address.port);
      return address;
    },
    /** After the doors are open: a start is not delayed by work that can wait. */
    async work() {
      jobs = await untilItWorks(() =>
        createJobs({ appUrl, failed, done: (name, outcome) => metrics.jobDone({ name, outcome }) }),
      );
      if (!jobs || config.role === 'api') return;
      await jobs.work(jobHandlers(modules, { db, clock, storage }));
      await modules.inbound.start();
      // Should the database go away just now, the doors stay open: the next sweep is a minute away.
      await modules.delivery.sweep().catch(failed);
      await modules.fetching.sweep().catch(failed);
      sessions = holdSessions({ db, connections: modules.connections, node: NODE, failed });
    },
    /** Finishes what is under way; nothing that was answered is lost. */
    async close() {
      isStopping = true;
      await live?.close();
      present?.stop();
      await line?.stop();
      await sessions?.stop();
      await modules.delivery.stop();
      await modules.history.stop();
      await modules.numberHealth.stop();
      await modules.push.stop();
      await modules.fetching.stop();
      // Before the doors: simulated phones that are still ringing would keep them open.
      await channels.close();
      await app.close();
      await modules.inbound.stop();
      await jobs?.stop();
      await tail?.stop();
      await pool.end();
    },
    liveCount: () => live?.count() ?? 0,
    isHere: (companyId: number, userId: number) => present?.isHere(companyId, userId) ?? false,
  };

  /** The doors are open already: a database that goes away meanwhile is waited for, not died of. */
  async function untilItWorks<T>(work: () => Promise<T>): Promise<T | undefined> {
    while (!isStopping) {
      try {
        return await work();
      } catch (fault) {
        failed(fault);
        await new Promise((done) => setTimeout(done, TRY_AGAIN_MS));
      }
    }
    return undefined;
  }

  function openLive(server: HttpServer, presences: Presences) {
    return createLive({
      server,
      recognise: (token) => doorkeeper.recognise(token),
      isCompany: (companyId) => db.readCompany(companyId, async (tx) => await modules.companies.exists(tx)),
      heartbeat: ({ companyId, userId }) => presence.seen(companyId, userId),
      conversation: looking(modules),
      presence: presences,
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
/** What the operator named may stand on this very machine; what users name never does. */
function waysOut({ transcriptionUrl }: Config, reachesLoopback: boolean) {
  const host = new URL(transcriptionUrl).hostname;
  const isHere = isLoopbackAddress(host.replace(/^\[|\]$/g, '')) || host === 'localhost';
  return {
    reachesLoopback,
    operator: createSafeFetch({ allowLoopback: isHere }),
    users: createSafeFetch({ allowLoopback: reachesLoopback }),
  };
}
export type House = Awaited<ReturnType<typeof buildHouse>>;
