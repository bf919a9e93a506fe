import type { Server as HttpServer } from 'node:http';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { endpoints } from '@balcao/contract';
import { systemClock, type Clock } from '../infrastructure/clock.ts';
import type { Config } from '../infrastructure/config.ts';
import { createDb, createPool } from '../infrastructure/db/tx.ts';
import { isRetained, missedEvents, latestCursor } from '../infrastructure/events/events.store.ts';
import type { LoggedEvent, LogCursor } from '../infrastructure/events/event-log.store.ts';
import { createTail, type Tail } from '../infrastructure/events/tail.ts';
import { createHttpServer } from '../infrastructure/http/server.ts';
import { createJobs, type Jobs } from '../infrastructure/jobs/runner.ts';
import type { Log } from '../infrastructure/log/log.ts';
import { createMetrics } from '../infrastructure/metrics/metrics.ts';
import { createSocketServer, type SocketServer } from '../infrastructure/realtime/socket-server.ts';
import { openPresenceChannel } from '../infrastructure/realtime/presence-channel.ts';
import { createPresence, type Presences } from '../infrastructure/realtime/presence.ts';
import { isLoopbackAddress } from '../infrastructure/safe-fetch/address.ts';
import { createSafeFetch } from '../infrastructure/safe-fetch/safe-fetch.ts';
import { createDiskStorage } from '../infrastructure/storage/disk.ts';
import { registerRawRoutes } from './raw-routes.ts';
import { jobHandlers } from './job-handlers.ts';
import { findConversation } from './sockets/find-conversation.ts';
import { buildModules } from './modules.ts';
import { routes } from './routes.ts';
import { openChannels, type OpenChannels } from './channels.ts';
import { createQrHost } from './qr-host.ts';
import { invalidateCaches, updateSockets, triggerWork, createSocketMessages } from './event-handlers.ts';
import { registerRawBodyRoutes } from '../infrastructure/http/raw-body.ts';
import { startSessionLeases } from '../modules/connections/index.ts';

export const VERSION = '4.5.0';
/** More than this is quicker fetched than replayed. */
const MAX_REPLAYED = 500;
const TRY_AGAIN_MS = 1000;
/** This process, among those that share a database. */
const NODE = `${hostname()} ${process.pid}`;
const WEB = resolve(import.meta.dirname, '../../../web/dist');

interface Deps {
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
export async function buildServer({ config, appUrl, log, clock = systemClock, ...deps }: Deps) {
  // While everything is being closed, what still wanted to work is refused by what is already gone.
  const onError = (error: unknown) => void (isStopping || log.error({ err: error }, 'background work failed'));
  const metrics = createMetrics();
  const pool = createPool(appUrl, config.poolSize, onError);
  metrics.watchPool(pool);
  let tail: Tail | undefined;
  let socketServer: SocketServer | undefined;
  let presenceChannel: ReturnType<typeof openPresenceChannel> | undefined;
  let onlinePresence: Presences | undefined;
  let jobs: Jobs | undefined;
  let isStopping = false;

  const db = createDb({
    pool,
    addJob: (...job) => (jobs ? jobs.add(...job) : Promise.reject(new Error('Jobs are not running yet'))),
    committed(events) {
      for (const event of events) invalidate(event);
      tail?.committed(events);
    },
  });
  const storage = createDiskStorage(config.storageDir);
  const secrets = { current: config.secret, previous: config.oldSecret };
  const channels =
    deps.channels ??
    (await openChannels({
      config,
      openFile: storage.open,
      qr: createQrHost({ db, secrets, node: NODE, getModules: () => modules, onError }),
    }));
  const modules = buildModules({
    db,
    clock,
    storage,
    secrets,
    channels: channels.of,
    ffmpegPath: config.ffmpegPath,
    transcriptionUrl: config.transcriptionUrl,
    egress: createEgress(config, deps.reachesLoopback ?? false),
    publicUrl: config.publicUrl,
    meta: { signIn: channels.signIn, hasApp: config.meta.appSecret !== undefined },
    isOnline: (companyId, userId) => onlinePresence?.isOnline(companyId, userId) ?? false,
    onError,
    onUnknownAccount: metrics.unknownAccountSeen,
  });
  metrics.watchWork(modules.receiving.waiting);
  const { authenticator, presence } = modules.access;
  const invalidate = invalidateCaches(modules);
  const buildMessages = createSocketMessages(modules, onError);

  const app = await createHttpServer({
    routes: routes(modules, { version: VERSION, phones: channels.sandbox }),
    authHooks: {
      authenticate: authenticator.authenticate,
      noteForeignCompany: modules.access.auditForeignCompany,
      authenticateToken: modules.publicSendApi.authenticateToken,
      cookie: { name: config.cookieName, secure: config.cookieSecure },
    },
    log,
    trustProxy: config.trustProxy,
    publicUrl: config.publicUrl,
    answered: metrics.httpRequest,
    registerRawRoutes: async (server) => {
      await registerRawBodyRoutes(server, modules.webhookReceiver);
      await registerRawRoutes(server, {
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
        withholds: modules.privacy.isDeletedMedia,
        linkCallback: modules.metaSignIn.callback,
      });
    },
  });

  const start = triggerWork(modules, onError);
  let sessions: ReturnType<typeof startSessionLeases> | undefined;

  async function deliver(companyId: number, events: LoggedEvent[]) {
    for (const event of events) {
      invalidate(event);
      if (config.role !== 'api') start(event);
      metrics.eventDispatched(0);
    }
    const sockets = socketServer;
    await sockets?.publish(companyId, events, async (event) => updateSockets(modules, sockets)(event));
  }

  return {
    app,
    modules,
    db,
    storage,
    phones: channels.sandbox,
    /** Opens the doors. Everything before this can be tried without a port. */
    async open(port: number, host: string) {
      tail = await createTail({ db, listenUrl: appUrl, deliver, onError });
      presenceChannel = openPresenceChannel({
        db,
        listenUrl: appUrl,
        onMessage: (message) => onlinePresence?.onMessage(message),
        onError,
      });
      const { send } = presenceChannel;
      const publishPresence: Parameters<typeof createPresence>[0]['changed'] = (...args) =>
        socketServer?.publishPresence(...args);
      onlinePresence = createPresence({ broadcast: send, changed: publishPresence, now: () => +clock.now() });
      if (config.role !== 'worker') {
        socketServer = openSocketServer(app.server, onlinePresence);
        await app.listen({ port, host });
      }
      const address = app.server.address() as { port: number } | null;
      if (address) channels.onListening?.(address.port);
      return address;
    },
    /** After the doors are open: a start is not delayed by work that can wait. */
    async work() {
      jobs = await untilItWorks(() =>
        createJobs({ appUrl, onError, done: (name, outcome) => metrics.jobDone({ name, outcome }) }),
      );
      if (!jobs || config.role === 'api') return;
      await jobs.work(jobHandlers(modules, { db, clock, storage }));
      await modules.receiving.start();
      // Should the database go away just now, the doors stay open: the next sweep is a minute away.
      await modules.deliveryWorker.sweep().catch(onError);
      await modules.downloadWorker.sweep().catch(onError);
      sessions = startSessionLeases({ db, connections: modules.connections, node: NODE, onError });
    },
    /** Finishes what is under way; nothing that was answered is lost. */
    async close() {
      isStopping = true;
      await socketServer?.close();
      onlinePresence?.stop();
      await presenceChannel?.stop();
      await sessions?.stop();
      await modules.deliveryWorker.stop();
      await modules.historyImport.stop();
      await modules.connectionHealth.stop();
      await modules.push.stop();
      await modules.downloadWorker.stop();
      // Before the doors: simulated phones that are still ringing would keep them open.
      await channels.close();
      await app.close();
      await modules.receiving.stop();
      await jobs?.stop();
      await tail?.stop();
      await pool.end();
    },
    liveCount: () => socketServer?.count() ?? 0,
    isOnline: (companyId: number, userId: number) => onlinePresence?.isOnline(companyId, userId) ?? false,
  };

  /** The doors are open already: a database that goes away meanwhile is waited for, not died of. */
  async function untilItWorks<T>(work: () => Promise<T>): Promise<T | undefined> {
    while (!isStopping) {
      try {
        return await work();
      } catch (error) {
        onError(error);
        await new Promise((done) => setTimeout(done, TRY_AGAIN_MS));
      }
    }
    return undefined;
  }

  function openSocketServer(server: HttpServer, presences: Presences) {
    return createSocketServer({
      server,
      authenticate: (token) => authenticator.authenticateSocket(token),
      isCompany: (companyId) => db.readCompany(companyId, async (tx) => await modules.companies.exists(tx)),
      heartbeat: ({ companyId, userId }) => presence.recordHeartbeat(companyId, userId),
      conversation: findConversation(modules),
      presence: presences,
      missed: (companyId, after) => missedBy(companyId, after),
      newest: () => latestCursor(db),
      buildMessages,
      now: () => +clock.now(),
      onError,
      connected: metrics.socketConnected,
      disconnected: metrics.socketDisconnected,
    });
  }

  function missedBy(companyId: number, after: LogCursor): Promise<LoggedEvent[] | undefined> {
    return db.readCompany(companyId, async (tx) => {
      if (!(await isRetained(tx, after))) return undefined;
      const events = await missedEvents(tx, after, MAX_REPLAYED + 1);
      return events.length > MAX_REPLAYED ? undefined : events;
    });
  }
}
/** What the operator named may stand on this very machine; what users name never does. */
function createEgress({ transcriptionUrl }: Config, reachesLoopback: boolean) {
  const host = new URL(transcriptionUrl).hostname;
  const isLocal = isLoopbackAddress(host.replace(/^\[|\]$/g, '')) || host === 'localhost';
  return {
    reachesLoopback,
    operator: createSafeFetch({ allowLoopback: isLocal }),
    users: createSafeFetch({ allowLoopback: reachesLoopback }),
  };
}
export type Server = Awaited<ReturnType<typeof buildServer>>;
