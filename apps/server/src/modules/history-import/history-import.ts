import { setTimeout as pause } from 'node:timers/promises';
import type { Actor } from '@balcao/domain/policy/actor';
import { SHARED_PHONE_PER_SECOND, type ChannelEvent } from '../../channels/port.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { assertFound } from '../../infrastructure/app-error.ts';
import type { FullConnection } from '../connections/index.ts';
import { historyImportStore } from './history-import.store.ts';
import { CAN_CLOSE, type HistoryImportDeps, type HistoryMessageEvent } from './types.ts';
import { createHistoryWorker } from './import-worker.ts';

/** Without events for IDLE_MS the channel has sent everything. If it reports completion, late events are awaited for COMPLETE_DELAY_MS. */
const IDLE_MS = 45_000;
const COMPLETE_DELAY_MS = 3000;
/** A channel that reports its progress also reports its end, so a longer silence is accepted. */
const IN_PROGRESS_IDLE_MS = 5 * 60_000;
/** Minimum time between two progress events while messages are collected. */
const PROGRESS_EVERY_MS = 2000;
const SWEEP_LIMIT = 20;

/**
 * Imports messages from before an account was linked. They are collected while the channel sends them, and processed when
 * it is idle: without notifications, in the order of their time, batch by batch, so that another node can continue.
 */
export function createHistoryImport(deps: HistoryImportDeps) {
  const { db, clock, connections, onError } = deps;
  const worker = createHistoryWorker(deps);
  const running = new Set<string>();
  let isStopped = false;

  async function run(companyId: number, connectionId: number): Promise<void> {
    const key = `${companyId} ${connectionId}`;
    if (running.has(key)) return;
    running.add(key);
    try {
      await worker.run(companyId, connectionId, () => isStopped);
    } finally {
      running.delete(key);
    }
  }
  const scheduleCheck = (tx: Tx, connectionId: number, after: number) =>
    tx.enqueue(
      'history-import.check',
      { companyId: tx.companyId, connectionId },
      { after: new Date(Date.now() + after + 200) },
    );

  return {
    /** Starts, changes or cancels the import of a connection. A running import is finished with its first options. */
    async updateRequest(tx: Tx, connection: FullConnection): Promise<void> {
      const { id, importFrom, importTo, importGroups, closesImported, importQueueId } = connection;
      const existing = await historyImportStore.byConnection(tx, id);
      if (existing?.state === 'running' || existing?.state === 'closing') return;
      if (importFrom === null || importTo === null) {
        if (existing?.state !== 'gathering') return;
        await historyImportStore.cancel(tx, id);
        await scheduleCheck(tx, id, 0);
        return;
      }
      const options = { withGroups: importGroups, closes: closesImported, queueId: importQueueId };
      const isSame =
        existing?.state === 'gathering' && +existing.since === +importFrom && +existing.until === +importTo;
      if (isSame) return historyImportStore.set(tx, id, options);
      await historyImportStore.start(tx, {
        connectionId: id,
        since: importFrom,
        until: importTo,
        importedAt: clock.now(),
        ...options,
      });
      await connections.inTx.saveImport(tx, id, { importStatus: null });
    },

    /** Stores an old message if an import wants it. */
    async saveMessage(tx: Tx, connectionId: number, event: HistoryMessageEvent): Promise<void> {
      const at = new Date(event.at);
      if (Number.isNaN(+at)) return;
      const saved = await historyImportStore.saveMessage(tx, connectionId, event, at);
      if (!saved) return;
      const now = clock.now();
      if (saved.lastEventAt && +now - +saved.lastEventAt < PROGRESS_EVERY_MS) return;
      const job = await historyImportStore.byConnection(tx, connectionId);
      await historyImportStore.set(tx, connectionId, { lastReceivedAt: now });
      if (job?.state !== 'gathering') return;
      await connections.inTx.saveImport(tx, connectionId, { importStatus: String(+now) });
      tx.emit({ type: 'history.progressed', connectionId, done: -1, all: -1 });
      if (saved.lastEventAt === null) await scheduleCheck(tx, connectionId, IDLE_MS);
    },

    /**
     * Stores a message again that had been set aside; an import that was over continues for it. False when the import no
     * longer wants it, because it was canceled or has other dates now.
     */
    async putBack(tx: Tx, connectionId: number, event: HistoryMessageEvent): Promise<boolean> {
      if (!(await historyImportStore.putBack(tx, connectionId, event))) return false;
      await scheduleCheck(tx, connectionId, 0);
      return true;
    },

    /** Progress reported by the channel. */
    async handleEvent(
      tx: Tx,
      connectionId: number,
      { progress }: Extract<ChannelEvent, { type: 'history' }>,
    ): Promise<void> {
      const connection = await connections.inTx.find(tx, connectionId);
      // Only an official account that is also used on a phone sends its history.
      if (connection?.channel === 'whatsappapi')
        await connections.inTx.savePerSecond(tx, connectionId, SHARED_PHONE_PER_SECOND);
      const job = await historyImportStore.byConnection(tx, connectionId);
      if (job?.state !== 'gathering') return;
      const isComplete = progress >= 100;
      const lastEventAt = new Date(+clock.now() + (isComplete ? 0 : IN_PROGRESS_IDLE_MS - IDLE_MS));
      await historyImportStore.set(tx, connectionId, { lastReceivedAt: lastEventAt, isComplete });
      if (isComplete) await scheduleCheck(tx, connectionId, COMPLETE_DELAY_MS);
    },

    /** Job: runs the import if the channel is idle. */
    async check({ companyId, connectionId }: { companyId: number; connectionId: number }): Promise<void> {
      const isDue = await db.inCompany(companyId, async (tx) => {
        const job = await historyImportStore.byConnection(tx, connectionId);
        if (!job) return false;
        if (job.state !== 'gathering') return job.state !== 'over' || job.isCanceled;
        const remainingMs =
          +(job.lastReceivedAt ?? clock.now()) + (job.isComplete ? COMPLETE_DELAY_MS : IDLE_MS) - +clock.now();
        if (remainingMs > 0) await scheduleCheck(tx, connectionId, remainingMs);
        return remainingMs <= 0;
      });
      // Not awaited: other imports may wait behind a long one.
      if (isDue) void run(companyId, connectionId).catch(onError);
    },

    /** Runs imports whose channel is idle, and those of a node that was killed; cleans up after canceled ones. */
    async sweep(): Promise<void> {
      for (const { companyId, connectionId } of await historyImportStore.due(db, clock.now(), SWEEP_LIMIT))
        await run(companyId, connectionId).catch(onError);
    },

    /** Ends after the running batch. */
    async stop(): Promise<void> {
      isStopped = true;
      while (running.size > 0) await pause(20);
    },

    /** Closes imported tickets that are still pending; runs after the response. */
    async close(actor: Actor, connectionId: number): Promise<void> {
      await db.inCompany(actor.companyId, async (tx) => {
        const connection = assertFound(await connections.inTx.find(tx, connectionId), 'ERR_NO_WAPP_FOUND');
        const job = await historyImportStore.byConnection(tx, connectionId);
        if (job?.state !== 'over' || job.isCanceled) return;
        await historyImportStore.set(tx, connectionId, { state: 'closing' });
        if (connection.importStatus === CAN_CLOSE)
          await connections.inTx.saveImport(tx, connectionId, { importStatus: null });
        await scheduleCheck(tx, connectionId, 0);
      });
    },
  };
}
export type HistoryImporter = ReturnType<typeof createHistoryImport>;
