import { oldestWriteSeconds } from '../infrastructure/db/transactions.store.ts';
import type { Db } from '../infrastructure/db/tx.ts';
import { oldestRetainedSeconds } from '../infrastructure/events/events.store.ts';
import type { Metrics } from '../infrastructure/metrics/metrics.ts';
import { inboxLagSeconds, outboxCounts, quarantinedCount } from '../infrastructure/metrics/work.store.ts';
import type { Modules } from './modules.ts';

interface Watched {
  db: Db;
  modules: Modules;
  eventLagSeconds(): number;
}

/** Connects the figures that are read when the metrics are asked for. */
export function watchFigures(metrics: Metrics, { db, modules, eventLagSeconds }: Watched): void {
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
}
