import { setTimeout as pause } from 'node:timers/promises';
import type { Actor } from '@balcao/domain/policy/actor';
import type { Signal } from '../../channels/port.ts';
import type { Tx } from '../../foundation/db/tx.ts';
import { found } from '../../foundation/refusal.ts';
import type { FullConnection } from '../connections/index.ts';
import { historyStore } from './history.store.ts';
import { MAY_CLOSE, type HistoryNeeds, type OldSignal } from './words.ts';
import { createWorkingOff } from './working-off.ts';

/** Quiet for so long, a channel has told everything; where it says so itself, what is still on its way is waited for. */
const QUIET_MS = 45_000;
const COMPLETE_MS = 3000;
/** One that says how far it is will say when it is done: then a longer silence means nothing yet. */
const PATIENT_MS = 5 * 60_000;
/** Screens hear of what is being gathered no more often. */
const TOLD_EVERY_MS = 2000;
const SWEPT = 20;
/** An official account that is also used on a phone is allowed less a second; only such a one tells of its past. */
const BESIDE_A_PHONE = 20;

/**
 * What was said before an account was linked. It is laid aside while the channel tells it, and worked off when it is
 * quiet: silently, in the order of its time, a piece at a time, so that whoever is killed is followed by another.
 */
export function createHistory(needs: HistoryNeeds) {
  const { db, clock, connections, failed } = needs;
  const workingOff = createWorkingOff(needs);
  const atWork = new Set<string>();
  let isStopped = false;

  async function run(companyId: number, connectionId: number): Promise<void> {
    const name = `${companyId} ${connectionId}`;
    if (atWork.has(name)) return;
    atWork.add(name);
    try {
      await workingOff.run(companyId, connectionId, () => isStopped);
    } finally {
      atWork.delete(name);
    }
  }
  const look = (tx: Tx, connectionId: number, after: number) =>
    tx.enqueue(
      'history.look',
      { companyId: tx.companyId, connectionId },
      { after: new Date(Date.now() + after + 200) },
    );

  return {
    /** Old messages are wanted, or no longer. What is being worked off already is finished as it was wished. */
    async wanted(tx: Tx, connection: FullConnection): Promise<void> {
      const { id, importFrom, importTo, importGroups, closesImported, importQueueId } = connection;
      const known = await historyStore.byConnection(tx, id);
      if (known?.state === 'running' || known?.state === 'closing') return;
      if (importFrom === null || importTo === null) {
        if (known?.state === 'gathering') await historyStore.forget(tx, id);
        return;
      }
      const options = { withGroups: importGroups, closes: closesImported, queueId: importQueueId };
      const isSame = known?.state === 'gathering' && +known.since === +importFrom && +known.until === +importTo;
      if (isSame) return historyStore.set(tx, id, options);
      await historyStore.begin(tx, {
        connectionId: id,
        since: importFrom,
        until: importTo,
        importedAt: clock.now(),
        ...options,
      });
      await connections.keepImport(tx, id, { importStatus: null });
    },

    /** One message of old. What nobody asked for is let go. */
    async keep(tx: Tx, connectionId: number, signal: OldSignal): Promise<void> {
      const at = new Date(signal.at);
      if (Number.isNaN(+at)) return;
      const laid = await historyStore.lay(tx, connectionId, signal, at);
      if (!laid) return;
      const now = clock.now();
      if (laid.heardAt && +now - +laid.heardAt < TOLD_EVERY_MS) return;
      const job = await historyStore.byConnection(tx, connectionId);
      await historyStore.set(tx, connectionId, { heardAt: now });
      if (job?.state !== 'gathering') return;
      await connections.keepImport(tx, connectionId, { importStatus: String(+now) });
      tx.emit({ is: 'history.progressed', connectionId, done: -1, all: -1 });
      if (laid.heardAt === null) await look(tx, connectionId, QUIET_MS);
    },

    /** How far the channel itself is. */
    async hear(tx: Tx, connectionId: number, { progress }: Extract<Signal, { is: 'history' }>): Promise<void> {
      const connection = await connections.tryWithin(tx, connectionId);
      if (connection?.channel === 'whatsappapi') await connections.keepPerSecond(tx, connectionId, BESIDE_A_PHONE);
      const job = await historyStore.byConnection(tx, connectionId);
      if (job?.state !== 'gathering') return;
      const isComplete = progress >= 100;
      const heardAt = new Date(+clock.now() + (isComplete ? 0 : PATIENT_MS - QUIET_MS));
      await historyStore.set(tx, connectionId, { heardAt, isComplete });
      if (isComplete) await look(tx, connectionId, COMPLETE_MS);
    },

    /** Is it quiet by now? */
    async look({ companyId, connectionId }: { companyId: number; connectionId: number }): Promise<void> {
      const isDue = await db.inCompany(companyId, async (tx) => {
        const job = await historyStore.byConnection(tx, connectionId);
        if (!job || job.state === 'over') return false;
        if (job.state !== 'gathering') return true;
        const left = +(job.heardAt ?? clock.now()) + (job.isComplete ? COMPLETE_MS : QUIET_MS) - +clock.now();
        if (left > 0) await look(tx, connectionId, left);
        return left <= 0;
      });
      // Not waited for: behind a long one there may be others.
      if (isDue) void run(companyId, connectionId).catch(failed);
    },

    /** What is quiet by now, and what somebody left when he was killed. */
    async sweep(): Promise<void> {
      for (const { company_id: companyId, id } of await historyStore.due(db, clock.now(), SWEPT))
        await run(companyId, id).catch(failed);
    },

    /** After the piece that is under way. */
    async stop(): Promise<void> {
      isStopped = true;
      while (atWork.size > 0) await pause(20);
    },

    /** Closes what still waits of what was imported, after the answer. */
    async close(actor: Actor, connectionId: number): Promise<void> {
      await db.inCompany(actor.companyId, async (tx) => {
        const connection = found(await connections.tryWithin(tx, connectionId), 'ERR_NO_WAPP_FOUND');
        const job = await historyStore.byConnection(tx, connectionId);
        if (job?.state !== 'over') return;
        await historyStore.set(tx, connectionId, { state: 'closing' });
        if (connection.importStatus === MAY_CLOSE)
          await connections.keepImport(tx, connectionId, { importStatus: null });
        await look(tx, connectionId, 0);
      });
    },
  };
}
export type History = ReturnType<typeof createHistory>;
