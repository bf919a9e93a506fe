import { doctorChecks, type CheckId, type Measured } from '@balcao/domain/doctor/checks';
import type { Destination } from '../../infrastructure/backup/destination.ts';
import { gapSince } from '../../infrastructure/backup/log-gap.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import { oldestWriteSeconds } from '../../infrastructure/db/transactions.store.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import { MINUTELY_JOBS } from '../../infrastructure/jobs/catalogue.ts';
import { inboxLagSeconds, outboxCounts, quarantinedCount } from '../../infrastructure/metrics/work.store.ts';
import type { RestoredState } from '../../infrastructure/restored/restored.store.ts';
import { movedCompanies } from '../../infrastructure/snapshot/moved-companies.store.ts';
import type { Storage } from '../../infrastructure/storage/storage.ts';
import type { DiskHistory } from './disk-history.ts';
import { doctorStore } from './doctor.store.ts';
import {
  canStore,
  canWriteTo,
  diskUsedPercent,
  memoryUsedPercent,
  oldestWaitingSeconds,
  openFiles,
  openSecretFiles,
} from './machine.ts';
import { certificateDays, knowsClients, opensWebSocket, reachesProduct } from './public-address.ts';

export interface DoctorDeps {
  db: Db;
  clock: Clock;
  storage: Storage;
  restored: RestoredState;
  version: string;
  /** Newest migration of this code. */
  schema: number;
  /** PostgreSQL extensions that the migrations create. */
  extensions: string[];
  /** The database is that of DATABASE_URL. */
  isDatabaseExternal: boolean;
  dataDir: string;
  /** Where log segments wait for their upload; undefined without backups. */
  archiveDir: string | undefined;
  /** Undefined without backups, or if they go to a bucket. */
  backupDir: string | undefined;
  /** Undefined without backups. */
  backupDestination: Destination | undefined;
  isBackupEncrypted: boolean;
  publicUrl: string | undefined;
  /** Whether TRUST_PROXY names any. */
  trustsProxies: boolean;
  /** Key of the platform setting that exists since OLD_APP_SECRET was set; undefined without it. */
  oldSecretKey: string | undefined;
  /** Stores the key of a platform setting, if it is not there yet. */
  noteSetting(key: string): Promise<void>;
  /** Demo data is not allowed here. */
  isPublic: boolean;
  hasFfmpeg(): Promise<boolean>;
  /** Undefined if WhatsApp by QR is off. */
  canLoadQrPackage: (() => Promise<boolean>) | undefined;
  eventLagSeconds(): number;
}
type Measures = Record<CheckId, () => Measured | Promise<Measured>>;
/** One check must not hold up the others. */
const MAX_CHECK_MS = 5000;

/** How each check is measured. What several of them need is read once. */
export async function measuresOf(deps: DoctorDeps, disks: DiskHistory): Promise<Measures> {
  const { db, restored, dataDir, backupDir } = deps;
  const startedAt = performance.now();
  const facts = await inTime(doctorStore.facts(db, deps.extensions)).catch(() => undefined);
  const answerMs = performance.now() - startedAt;
  const ages = await inTime(doctorStore.ages(db)).catch(() => undefined);
  const files = openFiles();
  const metaAccounts = await inTime(doctorStore.metaAccounts(db)).catch(() => undefined);
  const ofMeta = (value: (accounts: NonNullable<typeof metaAccounts>) => number | null) =>
    metaAccounts?.connected === 0 ? undefined : metaAccounts ? value(metaAccounts) : null;
  const { archiveDir, publicUrl, backupDestination, oldSecretKey, canLoadQrPackage } = deps;
  return {
    disk: () => diskUsedPercent(dataDir),
    diskForecast: () => disks.daysLeft(dataDir),
    memory: memoryUsedPercent,
    clock: () => facts && Math.abs(+facts.now - Date.now()) / 1000,
    openFileLimit: () => files?.limit,
    openFiles: () => files?.usedPercent,
    databaseAnswer: () => (facts ? answerMs : null),
    databaseConnections: () => facts?.connectionsPercent ?? null,
    longestWrite: () => oldestWriteSeconds(db),
    checksumFailures: () => facts?.checksumFailures ?? null,
    databaseVersion: () => (facts ? Number.parseInt(facts.version, 10) : null),
    extensions: () => (facts ? deps.extensions.length - facts.extensions : null),
    databaseRole: () => (facts ? Number(facts.isPlainRole) : null),
    migrations: () => (facts ? Math.abs(facts.migration - deps.schema) : null),
    backupsConfigured: () => (deps.isDatabaseExternal ? undefined : Number(archiveDir !== undefined)),
    serverArchive: async () => (deps.isDatabaseExternal ? Number(await doctorStore.archives(db)) : undefined),
    backupKey: () => (archiveDir === undefined ? undefined : Number(deps.isBackupEncrypted)),
    backupDestination: async () => backupDestination && Number(await canWriteTo(backupDestination)),
    lastBackup: () => (archiveDir === undefined ? undefined : backupHours(ages)),
    lastDrill: () => (archiveDir === undefined ? undefined : (ages?.lastDrillHours ?? null)),
    newestDrill: async () => {
      const drill = archiveDir === undefined ? undefined : await doctorStore.drill(db);
      return drill && Number(drill.isPassed);
    },
    logWaiting: () => (archiveDir === undefined ? undefined : oldestWaitingSeconds(archiveDir)),
    logComplete: async () =>
      archiveDir === undefined ? undefined : Number((await gapSince(archiveDir)) === undefined),
    backupDisk: () => (backupDir === undefined ? undefined : diskUsedPercent(backupDir)),
    backupDiskForecast: () => (backupDir === undefined ? undefined : disks.daysLeft(backupDir)),
    inboxLag: () => inboxLagSeconds(db),
    outboxOldest: () => doctorStore.outboxOldestSeconds(db),
    unknownSends: async () => (await outboxCounts(db))['unknown'] ?? 0,
    quarantine: () => quarantinedCount(db),
    failedJobs: async () => (await doctorStore.jobQueues(db)).reduce((sum, { failed }) => sum + failed, 0),
    sweeps: () => doctorStore.lastSweepSeconds(db, MINUTELY_JOBS),
    eventLag: deps.eventLagSeconds,
    campaignsHeld: () => doctorStore.campaignsHeld(db),
    disconnected: () => doctorStore.disconnected(db),
    silentConnections: () => doctorStore.silentConnections(db),
    lastWebhook: () => ofMeta(({ lastReceivedHours }) => lastReceivedHours),
    accessTokens: () => ofMeta(({ oldestTokenDays }) => oldestTokenDays),
    storage: async () => Number(await canStore(deps.storage)),
    ffmpeg: async () => Number(await deps.hasFfmpeg()),
    qrPackage: async () => canLoadQrPackage && Number(await canLoadQrPackage()),
    secretFiles: () => openSecretFiles(dataDir),
    oldSecret: () => (oldSecretKey === undefined ? 0 : doctorStore.oldSecretDays(db, oldSecretKey)),
    demoData: () => (deps.isPublic ? doctorStore.demoCompanies(db) : undefined),
    publicUrl: async () => (publicUrl === undefined ? undefined : Number(await reachesProduct(publicUrl))),
    webSocket: async () => (publicUrl === undefined ? undefined : Number(await opensWebSocket(publicUrl))),
    trustProxy: () => (publicUrl === undefined ? undefined : flag(knowsClients(publicUrl, deps.trustsProxies))),
    certificate: () => (publicUrl?.startsWith('https:') ? certificateDays(publicUrl) : undefined),
    movedCompanies: async () => (await movedCompanies.count(db)) || undefined,
    restored: async () => ((await restored.read()) ? Number(!restored.isSending()) : undefined),
  };
}

/** Without a complete backup it is unknown, until the first try is so long ago that one is missing. */
function backupHours(
  ages: { lastBackupHours: number | null; firstTryHours: number | null } | undefined,
): number | null {
  const { lastBackupHours = null, firstTryHours = null } = ages ?? {};
  if (lastBackupHours !== null || firstTryHours === null) return lastBackupHours;
  return firstTryHours > doctorChecks.lastBackup.warning ? firstTryHours : null;
}

async function flag(answer: Promise<boolean | null>): Promise<number | null> {
  const value = await answer;
  return value === null ? null : Number(value);
}

/** Rejects when the work takes too long. */
export function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The check took too long')), MAX_CHECK_MS);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
