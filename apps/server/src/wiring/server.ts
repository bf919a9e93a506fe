import type { Server as HttpServer } from 'node:http';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { endpoints } from '@balcao/contract';
import packageJson from '../../package.json' with { type: 'json' };
import { systemClock, type Clock } from '../infrastructure/clock.ts';
import type { Config } from '../infrastructure/config.ts';
import { createDb, createPool } from '../infrastructure/db/tx.ts';
import { newestMigration } from '../infrastructure/db/migrate.ts';
import { latestCursor } from '../infrastructure/events/events.store.ts';
import type { LoggedEvent } from '../infrastructure/events/event-log.store.ts';
import { createTail } from '../infrastructure/events/tail.ts';
import { createHostReader } from '../infrastructure/http/forwarded-host.ts';
import { createDrain, type Drain } from '../infrastructure/http/drain.ts';
import { createHttpServer } from '../infrastructure/http/server.ts';
import { createJobs, type Jobs } from '../infrastructure/jobs/runner.ts';
import type { Log } from '../infrastructure/log/log.ts';
import { createMetrics } from '../infrastructure/metrics/metrics.ts';
import { openPresenceChannel } from '../infrastructure/realtime/presence-channel.ts';
import { createPresence, type Presences } from '../infrastructure/realtime/presence.ts';
import { waitAtMost } from '../infrastructure/wait-at-most.ts';
import { createSocketServer } from '../infrastructure/realtime/socket-server.ts';
import { createUploadDir } from '../infrastructure/storage/left-overs.ts';
import { openStorage } from '../infrastructure/storage/open-storage.ts';
import { createStorageQuota } from '../infrastructure/storage/quota.ts';
import { createRestoredState } from '../infrastructure/restored/restored.store.ts';
import { rememberErasedFiles } from '../infrastructure/backup/erased-files.store.ts';
import { startSessionLeases } from '../modules/connections/index.ts';
import { startHeartbeat } from '../modules/doctor/index.ts';
import { openChannels, type OpenChannels } from './channels.ts';
import type { Core, Running } from './core.ts';
import { buildDoctor } from './doctor.ts';
import { createEgress } from './egress.ts';
import { openPayments, type OpenPayments } from './gateways.ts';
import { invalidateCaches, triggerWork, updateSockets } from './event-handlers.ts';
import { watchFigures } from './figures.ts';
import { heldUntil, jobHandlers } from './job-handlers.ts';
import { jobsSoon, retryUntilStopped } from './jobs-start.ts';
import { openMail } from './mail-server.ts';
import { openModels } from './models.ts';
import { openBotServices } from './bot-services.ts';
import type { BotServices } from '../gateways/bots/port.ts';
import { buildModules } from './modules.ts';
import { createQrHost } from './qr-host.ts';
import { registerRawRoutes } from './raw-routes.ts';
import { routes } from './routes.ts';
import { endSessionsOfFormerSecret, resealAll } from './secret-change.ts';
import type { ModelServices } from './shared-services.ts';
import { createClientRooms } from './sockets/client-rooms.ts';
import { loadMissed } from './sockets/missed-events.ts';
import { createSocketMessages } from './sockets/messages.ts';
import { createPanelWatchers } from './sockets/panel-rooms.ts';
import { roomNames } from './sockets/rooms.ts';

export const VERSION = packageJson.version;
/** Sent between nodes like presence: who misses it reads the brand with the next page. */
const BRAND_CHANGED = 'brand';
// With the drain of the HTTP server these add up to less than the ten seconds that supervisors allow a stop.
const MAX_WORKER_STOP_MS = 2_500;
const MAX_PART_STOP_MS = 700;
/** Name of this process among those that share a database. */
const NODE = `${hostname()} ${process.pid}`;
const WEB = resolve(import.meta.dirname, '../../../web/dist');

interface Deps {
  config: Config;
  appUrl: string;
  log: Log;
  clock?: Clock;
  /** For tests: other channels. */
  channels?: OpenChannels;
  /** For tests: other payment providers. */
  payments?: OpenPayments;
  /** For tests: other language models. */
  models?: ModelServices;
  /** For tests: other external bots and receivers of webhooks. */
  bots?: BotServices;
  /** For tests: services on this machine stand in for hosts that users enter. */
  reachesLoopback?: boolean;
}
/** Builds the whole server; used by main and by every test. */
export async function buildServer({ config, appUrl, log, clock = systemClock, ...deps }: Deps) {
  const running: Running = { isStopping: false, jobsReady: Promise.withResolvers() };
  // While the server stops, background work fails because its parts are already closed.
  const onError = (error: unknown) => void (running.isStopping || log.error({ err: error }, 'background work failed'));
  const metrics = createMetrics({ version: VERSION });
  const pool = createPool(appUrl, config.poolSize, onError, { isPooled: config.databaseListenUrl !== undefined });
  metrics.watchPool(pool);
  const db = createDb({
    pool,
    addJob: async (...job) => (running.jobs ?? (await jobsSoon(running))).add(...job),
    committed(events) {
      for (const event of events) invalidate(event);
      running.tail?.committed(events);
    },
    onLongWrite(ms) {
      metrics.longWrite();
      log.warn({ ms: Math.round(ms) }, 'a transaction that wrote was open for more than a second');
    },
  });
  const restored = createRestoredState(db, onError);
  const isBlocked = () => restored.isPassive();
  const storage = openStorage(config, isBlocked);
  const secrets = { current: config.secret, previous: config.oldSecret };
  const channels =
    deps.channels ??
    (await openChannels({
      config,
      openFile: storage.open,
      qr: createQrHost({ db, secrets, node: NODE, getModules: () => modules, isBlocked, onError }),
      isBlocked,
    }));
  const payments = deps.payments ?? openPayments(config, clock, isBlocked);
  const egress = createEgress(config, deps.reachesLoopback ?? false, isBlocked);
  const isOnline = (companyId: number, userId: number) => running.presence?.isOnline(companyId, userId) ?? false;
  const modules = buildModules({
    db,
    clock,
    storage,
    secrets,
    isOldSecretLost: config.isOldSecretLost,
    signing: config.signing,
    channels: channels.of,
    ffmpegPath: config.ffmpegPath,
    transcriptionUrl: config.transcriptionUrl,
    egress,
    payments: payments.gateway,
    models: deps.models ?? openModels(config, egress),
    bots: deps.bots ?? openBotServices(egress, clock),
    publicUrl: config.publicUrl,
    webUrl: () => config.publicUrl ?? `http://localhost:${running.port ?? config.port}`,
    mail: openMail(config, log),
    allowsDemo: config.demo,
    meta: { signIn: channels.signIn, hasApp: config.meta.appSecret !== undefined },
    onBrandChanged: () => running.presenceChannel?.send(BRAND_CHANGED),
    isOnline,
    isSendingHeld: () => !restored.isSending(),
    onFilesErased: async (keys) => void (config.backup && (await rememberErasedFiles(db, keys))),
    onError,
    onUnknownAccount: metrics.unknownAccountSeen,
    onDuplicates: (count) => metrics.duplicatesDropped('payload', count),
    onDuplicateMessage: () => metrics.duplicatesDropped('message', 1),
    onMail: metrics.mailHandled,
    onStoredDayDiffers: metrics.storedDayDiffered,
  });
  const eventLagSeconds = () => running.tail?.lagSeconds() ?? 0;
  watchFigures(metrics, { config, db, modules, eventLagSeconds });
  const invalidate = invalidateCaches(modules);
  const reseal = () => resealAll(modules, (line) => log.info(line));
  const core: Core = {
    config,
    appUrl,
    reseal,
    clock,
    db,
    storage,
    metrics,
    channels,
    payments,
    modules,
    restored,
    doctor: buildDoctor({ config, db, clock, storage, restored, modules, version: VERSION, eventLagSeconds }),
    running,
    eventLagSeconds,
    onError,
  };
  // Before the first request: a restored server must not send anything by itself.
  await restored.load();
  const app = await openHttp(core, log);
  const drain = createDrain(app);

  return {
    app,
    modules,
    db,
    storage,
    reseal,
    restored,
    doctor: core.doctor,
    phones: channels.sandbox,
    /** Starts to listen. Everything before this works without a port. */
    async open(port: number, host: string) {
      await endSessionsOfFormerSecret(modules, config.signing);
      return openServer(core, app, port, host);
    },
    /** Starts background work, after the server listens: work that can wait does not delay the start. */
    work: () => startWork(core),
    /** Finishes requests and work in progress. */
    async close() {
      await closeServer(core, drain);
      await waitAtMost(MAX_PART_STOP_MS, pool.end());
    },
    onError,
    metrics,
    liveCount: () => running.sockets?.count() ?? 0,
    isOnline,
  };
}
export type Server = Awaited<ReturnType<typeof buildServer>>;
type App = Awaited<ReturnType<typeof createHttpServer>>;

const openHttp = (
  { config, db, clock, storage, metrics, channels, modules, doctor, running, eventLagSeconds }: Core,
  log: Log,
) =>
  createHttpServer({
    routes: routes(modules, { version: VERSION, phones: channels.sandbox, doctor }),
    authHooks: {
      authenticate: modules.access.authenticator.authenticate,
      noteForeignCompany: modules.access.auditForeignCompany,
      noteSupportWrite: modules.access.support.noteWrite,
      authenticateToken: modules.publicSendApi.authenticateToken,
      cookie: { name: config.cookieName, secure: config.cookieSecure },
      reserveStorage: createStorageQuota({ db, maxBytes: config.storageQuotaBytes }).reserve,
    },
    uploadDir: createUploadDir(config.storageDir),
    log,
    trustProxy: config.trustProxy,
    publicUrl: config.publicUrl,
    answered: metrics.httpRequest,
    registerRawRoutes: (server) =>
      registerRawRoutes(server, {
        config,
        db,
        clock,
        storage,
        metrics,
        endpoints,
        version: VERSION,
        web: WEB,
        modules,
        isTailing: () => running.tail?.isRunning() ?? false,
        eventLagSeconds,
        isStuck: () => running.tail?.isStuck() ?? false,
        isStopping: () => running.isStopping,
      }),
  });

async function openServer(core: Core, app: App, port: number, host: string) {
  const { config, appUrl, clock, db, channels, payments, running, onError } = core;
  const listenUrl = config.databaseListenUrl ?? appUrl;
  running.tail = await createTail({ db, listenUrl, deliver: createEventDelivery(core), onError });
  running.presenceChannel = openPresenceChannel({
    db,
    listenUrl,
    onMessage: (message) =>
      message === BRAND_CHANGED ? running.sockets?.publishBrandChange() : running.presence?.onMessage(message),
    onError,
  });
  running.presence = createPresence({
    broadcast: running.presenceChannel.send,
    changed: (...args) => running.sockets?.publishPresence(...args),
    now: () => +clock.now(),
  });
  const node = { name: NODE, version: VERSION, role: config.role, schema: newestMigration() };
  running.heartbeat = startHeartbeat(db, node, onError);
  running.doctorRecords = core.doctor.startRecords(onError);
  if (config.role !== 'worker') {
    running.sockets = openSockets(core, app.server, running.presence);
    await app.listen({ port, host });
  }
  const address = app.server.address() as { port: number } | null;
  if (address) {
    running.port = address.port;
    channels.onListening?.(address.port);
    payments.onListening(address.port);
  }
  return address;
}

/** Handles the events of one company from the log: caches, work, sockets. */
function createEventDelivery({ config, metrics, modules, restored, running, onError }: Core) {
  const invalidate = invalidateCaches(modules);
  const trigger = triggerWork(modules, onError);
  return async (companyId: number, events: LoggedEvent[]) => {
    for (const event of events) {
      invalidate(event);
      if (config.role !== 'api' && !restored.isPassive()) trigger(event);
    }
    const { sockets } = running;
    await sockets?.publish(companyId, events, async (event) => updateSockets(modules, sockets)(event));
    for (const { at } of events) metrics.eventDispatched((Date.now() - +at) / 1000);
  };
}

function openSockets({ config, clock, db, metrics, modules, onError }: Core, server: HttpServer, presence: Presences) {
  const { authenticator, presence: userPresence } = modules.access;
  const now = () => +clock.now();
  const watchers = createPanelWatchers();
  return createSocketServer({
    server,
    authenticate: (token) => authenticator.authenticateSocket(token),
    verify: authenticator.verify,
    hostOf: createHostReader(config.trustProxy),
    heartbeat: ({ companyId, userId }) => userPresence.recordHeartbeat(companyId, userId),
    isOverdue: authenticator.isOverdue,
    loadActors: authenticator.loadCurrent,
    rooms: roomNames,
    conversations: createClientRooms(modules, { presence, watchers, now, onError }),
    missed: (companyId, after) => loadMissed(db, companyId, after),
    newest: () => latestCursor(db),
    buildMessages: createSocketMessages(modules, watchers, onError),
    now,
    onError,
    connected: metrics.socketConnected,
    disconnected: metrics.socketDisconnected,
  });
}

async function startWork(core: Core) {
  const { config, appUrl, metrics, modules, restored, running, storage, onError } = core;
  const jobs = await retryUntilStopped(core, () =>
    createJobs({
      appUrl,
      isNotified: config.databaseListenUrl === undefined,
      onError,
      done: (name, outcome) => metrics.jobDone({ name, outcome }),
    }),
  );
  running.jobs = jobs;
  await storage.removeLeftOvers().catch(onError);
  await modules.paymentServices.providers.start().catch(onError);
  if (!jobs || config.role === 'api') return;
  if (!restored.isPassive()) return startWorkers(core, jobs);
  void restored
    .confirmed()
    .then(() => startWorkers(core, jobs))
    .catch(onError);
}

async function startWorkers(core: Core, jobs: Jobs) {
  const { clock, db, storage, modules, restored, running, onError } = core;
  if (running.isStopping) return;
  // Before anything is sent: a connection whose keys cannot be opened must be marked first.
  await core.reseal().catch(onError);
  const handlers = jobHandlers(modules, { db, clock, storage, reseal: core.reseal });
  await jobs.work(heldUntil(() => restored.isSending(), handlers));
  await modules.receiving.start();
  modules.paymentServices.inbox.start();
  modules.campaignModule.worker.start();
  // If the database fails now, the server keeps serving: the sweep jobs run again within a minute.
  await modules.downloadWorker.sweep().catch(onError);
  // At once, or after a restore when a person lets messages go.
  void restored.sending().then(async () => {
    if (running.isStopping) return;
    modules.flowTimers.start();
    await modules.deliveryWorker.sweep().catch(onError);
    modules.callWorker.start();
    await modules.callWorker.sweep().catch(onError);
  });
  running.sessions = startSessionLeases({ db, connections: modules.connections, node: NODE, onError });
}

/**
 * Stops within the ten seconds that supervisors allow: no new connections, requests in progress answered, then the sockets.
 * Work that takes longer is abandoned as after a crash: its lease expires and it starts again.
 */
async function closeServer({ channels, payments, modules, restored, running }: Core, drain: Drain) {
  running.isStopping = true;
  restored.stop();
  const workers = Promise.all([
    modules.deliveryWorker.stop(),
    modules.callWorker.stop(),
    modules.historyImport.stop(),
    modules.connectionHealth.stop(),
    modules.push.stop(),
    modules.downloadWorker.stop(),
    modules.receiving.stop(),
    modules.flowTimers.stop(),
    modules.scheduleWorker.stop(),
    modules.campaignModule.worker.stop(),
    modules.paymentServices.inbox.stop(),
    running.jobs?.stop(),
  ]);
  running.sockets?.announceStop();
  await drain.drain();
  await running.sockets?.close();
  running.presence?.stop();
  await waitAtMost(MAX_WORKER_STOP_MS, workers);
  running.doctorRecords?.stop();
  await waitAtMost(
    MAX_PART_STOP_MS,
    Promise.all([running.sessions?.stop(), running.presenceChannel?.stop(), running.heartbeat?.stop()]),
  );
  await waitAtMost(MAX_PART_STOP_MS, Promise.all([channels.close(), payments.close()]));
  await drain.close();
  await running.tail?.stop();
}
