import { checkIds, stateOf, worstOf, type CheckId, type CheckState, type Measured } from '@balcao/domain/doctor/checks';
import type { Actor } from '@balcao/domain/policy/actor';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import { requestBackup } from '../../infrastructure/backup/backup-requests.store.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import { oldestWriteSeconds } from '../../infrastructure/db/transactions.store.ts';
import { MINUTELY_JOBS } from '../../infrastructure/jobs/catalogue.ts';
import { inboxLagSeconds, outboxCounts, quarantinedCount } from '../../infrastructure/metrics/work.store.ts';
import type { RestoredState } from '../../infrastructure/restored/restored.store.ts';
import { movedCompanies } from '../../infrastructure/snapshot/moved-companies.store.ts';
import type { Storage } from '../../infrastructure/storage/storage.ts';
import { createDiskHistory } from './disk-history.ts';
import { doctorStore } from './doctor.store.ts';
import { canStore, diskUsedPercent, memoryUsedPercent, oldestWaitingSeconds, openSecretFiles } from './machine.ts';
import { certificateDays, knowsClients, opensWebSocket, reachesProduct } from './public-address.ts';

export interface DoctorDeps {
  db: Db;
  clock: Clock;
  storage: Storage;
  restored: RestoredState;
  version: string;
  /** Newest migration of this code. */
  schema: number;
  dataDir: string;
  /** Where log segments wait for their upload; undefined without backups. */
  archiveDir: string | undefined;
  /** Undefined without backups, or if they go to a bucket. */
  backupDir: string | undefined;
  isBackupEncrypted: boolean;
  publicUrl: string | undefined;
  /** Whether TRUST_PROXY names any. */
  trustsProxies: boolean;
  hasOldSecret: boolean;
  hasFfmpeg(): Promise<boolean>;
  eventLagSeconds(): number;
}
export interface Check {
  id: CheckId;
  state: CheckState;
  value: number | null;
  since: Date;
}
/** One check must not hold up the others. */
const MAX_CHECK_MS = 5000;
const FRESH_MS = 30_000;

/** Measures everything that an operator must know about. Contains numbers only, nothing of any company. */
export function createDoctor(deps: DoctorDeps) {
  const { db, clock, restored, dataDir, backupDir } = deps;
  const disks = createDiskHistory(deps, backupDir === undefined ? [dataDir] : [dataDir, backupDir]);
  const previous = new Map<CheckId, Check>();
  let last: { at: Date; checks: Check[] } | undefined;
  let running: Promise<NonNullable<typeof last>> | undefined;

  async function measureAll(): Promise<NonNullable<typeof last>> {
    const startedAt = performance.now();
    const facts = await inTime(doctorStore.facts(db)).catch(() => undefined);
    const answerMs = performance.now() - startedAt;
    const ages = await inTime(doctorStore.ages(db)).catch(() => undefined);
    const { archiveDir, publicUrl } = deps;
    const measures: Record<CheckId, () => Measured | Promise<Measured>> = {
      disk: () => diskUsedPercent(dataDir),
      diskForecast: () => disks.daysLeft(dataDir),
      memory: memoryUsedPercent,
      clock: () => facts && Math.abs(+facts.now - Date.now()) / 1000,
      databaseAnswer: () => (facts ? answerMs : null),
      databaseConnections: () => facts?.connectionsPercent ?? null,
      longestWrite: () => oldestWriteSeconds(db),
      checksumFailures: () => facts?.checksumFailures ?? null,
      databaseRole: () => (facts ? Number(facts.isPlainRole) : null),
      migrations: () => (facts ? Math.abs(facts.migration - deps.schema) : null),
      backupsConfigured: () => Number(archiveDir !== undefined),
      lastBackup: () => (archiveDir === undefined ? undefined : (ages?.lastBackupHours ?? null)),
      lastDrill: () => (archiveDir === undefined ? undefined : (ages?.lastDrillHours ?? null)),
      logWaiting: () => (archiveDir === undefined ? undefined : oldestWaitingSeconds(archiveDir)),
      backupDisk: () => (backupDir === undefined ? undefined : diskUsedPercent(backupDir)),
      backupDiskForecast: () => (backupDir === undefined ? undefined : disks.daysLeft(backupDir)),
      inboxLag: () => inboxLagSeconds(db),
      outboxOldest: () => doctorStore.outboxOldestSeconds(db),
      unknownSends: async () => (await outboxCounts(db))['unknown'] ?? 0,
      quarantine: () => quarantinedCount(db),
      failedJobs: async () => (await doctorStore.jobQueues(db)).reduce((sum, { failed }) => sum + failed, 0),
      sweeps: () => doctorStore.lastSweepSeconds(db, MINUTELY_JOBS),
      eventLag: deps.eventLagSeconds,
      disconnected: () => doctorStore.disconnected(db),
      storage: async () => Number(await canStore(deps.storage)),
      ffmpeg: async () => Number(await deps.hasFfmpeg()),
      secretFiles: () => openSecretFiles(dataDir),
      oldSecret: () => Number(deps.hasOldSecret),
      publicUrl: async () => (publicUrl === undefined ? undefined : Number(await reachesProduct(publicUrl))),
      webSocket: async () => (publicUrl === undefined ? undefined : Number(await opensWebSocket(publicUrl))),
      trustProxy: () => (publicUrl === undefined ? undefined : flag(knowsClients(publicUrl, deps.trustsProxies))),
      certificate: () => (publicUrl?.startsWith('https:') ? certificateDays(publicUrl) : undefined),
      movedCompanies: async () => (await movedCompanies.count(db)) || undefined,
      restored: async () => ((await restored.read()) ? Number(!restored.isSending()) : undefined),
    };
    const checks = await Promise.all(
      checkIds.map(async (id): Promise<Check[]> => {
        const value = await inTime(Promise.resolve().then(measures[id])).catch(() => null);
        if (value === undefined) return [];
        const state = stateOf(id, value);
        const before = previous.get(id);
        const check = { id, state, value, since: before?.state === state ? before.since : clock.now() };
        previous.set(id, check);
        return [check];
      }),
    );
    return { at: clock.now(), checks: checks.flat() };
  }

  /** Two requests at the same time share one run. */
  function run(): Promise<NonNullable<typeof last>> {
    running ??= measureAll()
      .then((result) => (last = result))
      .finally(() => (running = undefined));
    return running;
  }

  async function report({ isNow = false } = {}) {
    const { at, checks } = !isNow && last && +clock.now() - +last.at < FRESH_MS ? last : await run();
    const facts = await doctorStore.facts(db);
    const restoredServer = await restored.read();
    return {
      at,
      checks,
      state: worstOf(checks.map(({ state }) => state)),
      backups: {
        isConfigured: deps.archiveDir !== undefined,
        isEncrypted: deps.isBackupEncrypted,
        runs: await doctorStore.backups(db),
        drill: await doctorStore.drill(db),
      },
      queues: await doctorStore.jobQueues(db),
      nodes: await doctorStore.nodes(db),
      versions: { product: deps.version, schema: facts.migration, database: facts.version },
      restored: restoredServer && { ...restoredServer, waiting: (await outboxCounts(db))['queued'] ?? 0 },
    };
  }

  const audited = (actor: Actor, action: 'restored.confirmed' | 'restored.sending-continued' | 'backup.requested') =>
    db.inCompany(actor.companyId, (tx) => audit(tx, { userId: actor.userId, action, subject: 'server' }));

  return {
    report,
    /** Records the free space, from which the forecast is calculated. */
    recordDisks: disks.start,
    async requestBackup(actor: Actor): Promise<void> {
      // The screen offers it only where backups are configured.
      if (deps.archiveDir === undefined) return;
      await requestBackup(db);
      await audited(actor, 'backup.requested');
    },
    async confirmRestored(actor: Actor): Promise<void> {
      if ((await restored.read())?.stage !== 'passive') return;
      await audited(actor, 'restored.confirmed');
      await restored.confirm(`user ${actor.userId} of company ${actor.companyId}`);
    },
    /** At the machine. Schedules and campaigns of a company that was moved in begin. False if it was not waiting. */
    continueCompany: (companyId: number): Promise<boolean> =>
      db.inCompany(companyId, async (tx) => {
        if (!(await movedCompanies.release(tx))) return false;
        await audit(tx, { userId: null, action: 'restored.sending-continued', subject: 'company' });
        return true;
      }),
    async continueSending(actor: Actor): Promise<void> {
      if ((await restored.read())?.stage !== 'receiving') return;
      await audited(actor, 'restored.sending-continued');
      await restored.continueSending();
    },
  };
}
export type Doctor = ReturnType<typeof createDoctor>;

async function flag(answer: Promise<boolean | null>): Promise<number | null> {
  const value = await answer;
  return value === null ? null : Number(value);
}

function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The check took too long')), MAX_CHECK_MS);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
