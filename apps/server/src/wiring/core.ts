import type { Clock } from '../infrastructure/clock.ts';
import type { Config } from '../infrastructure/config.ts';
import type { Db } from '../infrastructure/db/tx.ts';
import type { Tail } from '../infrastructure/events/tail.ts';
import type { Jobs } from '../infrastructure/jobs/runner.ts';
import type { Metrics } from '../infrastructure/metrics/metrics.ts';
import type { openPresenceChannel } from '../infrastructure/realtime/presence-channel.ts';
import type { Presences } from '../infrastructure/realtime/presence.ts';
import type { SocketServer } from '../infrastructure/realtime/socket-server.ts';
import type { RestoredState } from '../infrastructure/restored/restored.store.ts';
import type { Storage } from '../infrastructure/storage/storage.ts';
import type { startSessionLeases } from '../modules/connections/index.ts';
import type { Doctor, startHeartbeat } from '../modules/doctor/index.ts';
import type { OpenChannels } from './channels.ts';
import type { OpenPayments } from './gateways.ts';
import type { Modules } from './modules.ts';

/** What exists before the server listens. */
export interface Core {
  config: Config;
  appUrl: string;
  /** Seals again what a former secret sealed. */
  reseal(): Promise<void>;
  clock: Clock;
  db: Db;
  storage: Storage;
  metrics: Metrics;
  channels: OpenChannels;
  payments: OpenPayments;
  modules: Modules;
  restored: RestoredState;
  doctor: Doctor;
  /** Parts that start later; undefined until then. */
  running: Running;
  /** Age of the oldest event that is not delivered; 0 before the server listens. */
  eventLagSeconds(): number;
  onError(error: unknown): void;
}
export interface Running {
  tail?: Tail;
  sockets?: SocketServer;
  presenceChannel?: ReturnType<typeof openPresenceChannel>;
  presence?: Presences;
  jobs?: Jobs | undefined;
  heartbeat?: ReturnType<typeof startHeartbeat>;
  doctorRecords?: ReturnType<Doctor['startRecords']>;
  jobsReady: PromiseWithResolvers<Jobs>;
  sessions?: ReturnType<typeof startSessionLeases>;
  /** On which the server listens; the configuration may leave the choice to the system. */
  port?: number;
  isStopping: boolean;
}
