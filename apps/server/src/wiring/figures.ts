import { oldestWriteSeconds } from '../infrastructure/db/transactions.store.ts';
import type { Db } from '../infrastructure/db/tx.ts';
import { oldestRetainedSeconds } from '../infrastructure/events/events.store.ts';
import type { Metrics } from '../infrastructure/metrics/metrics.ts';
import { inboxLagSeconds, outboxCounts, quarantinedCount } from '../infrastructure/metrics/work.store.ts';
import { MINUTELY_JOBS } from '../infrastructure/jobs/catalogue.ts';
import { certificateDays, diskFreeBytes, doctorStore, oldestWaitingSeconds } from '../modules/doctor/index.ts';
import type { Config } from '../infrastructure/config.ts';
import { archiveDirOf } from './doctor.ts';
import type { Modules } from './modules.ts';

const hours = (value: number | null): number => (value === null ? Number.NaN : value * 3600);

interface Watched {
  config: Config;
  db: Db;
  modules: Modules;
  eventLagSeconds(): number;
}

/** Connects the figures that are read when the metrics are asked for. */
export function watchFigures(metrics: Metrics, { config, db, modules, eventLagSeconds }: Watched): void {
  metrics.watchWork(modules.receiving.waiting);
  metrics.watchRetention(() => oldestRetainedSeconds(db));
  metrics.watchFigures({
    outbox: () => outboxCounts(db),
    quarantined: () => quarantinedCount(db),
    quarantinedPayments: () => modules.paymentServices.inbox.quarantinedCount(),
    inboxLagSeconds: () => inboxLagSeconds(db),
    eventLagSeconds,
  });
  metrics.watchTransactions(() => oldestWriteSeconds(db));
  metrics.watchSweeps(() => doctorStore.sweepAges(db, MINUTELY_JOBS));
  metrics.watchReasons({
    connections: () => doctorStore.connectionsByHealth(db),
    campaigns_on_hold: () => doctorStore.campaignsOnHold(db),
  });
  const archiveDir = archiveDirOf(config);
  metrics.watchOperation({
    ...(archiveDir && {
      // A first backup that never becomes complete must alert too.
      backup_age_seconds: async () => {
        const { lastBackupHours, firstTryHours } = await doctorStore.ages(db);
        return hours(lastBackupHours ?? firstTryHours);
      },
      drill_age_seconds: async () => hours((await doctorStore.ages(db)).lastDrillHours),
      drill_failed: async () => Number((await doctorStore.drill(db))?.isPassed === false),
      wal_waiting_seconds: () => oldestWaitingSeconds(archiveDir),
    }),
    database_size_bytes: () => doctorStore.databaseBytes(db),
    disk_free_bytes: () => diskFreeBytes(config.dataDir),
    outbox_oldest_green_seconds: () => doctorStore.outboxOldestGreenSeconds(db),
    outbox_oldest_seconds: () => doctorStore.outboxOldestSeconds(db),
    sweep_oldest_seconds: async () => (await doctorStore.lastSweepSeconds(db, MINUTELY_JOBS)) ?? Number.NaN,
    connections_disconnected: () => doctorStore.disconnected(db),
    campaigns_held: () => doctorStore.campaignsHeld(db),
    ...(config.publicUrl?.startsWith('https:') && {
      certificate_days: async () => (await certificateDays(config.publicUrl!)) ?? Number.NaN,
    }),
  });
}
