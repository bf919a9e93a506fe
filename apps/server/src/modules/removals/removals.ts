import { setTimeout as pause } from 'node:timers/promises';
import type { Actor } from '@balcao/domain/policy/actor';
import { can } from '@balcao/domain/policy/policy';
import type { RemovalKind, RemovalRow } from '../../infrastructure/db/schema/removals.ts';
import { databaseTroubleOf } from '../../infrastructure/db/transient-errors.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { nextBatchSize } from '../../infrastructure/limits/batch-size.ts';
import type { Storage } from '../../infrastructure/storage/storage.ts';
import { removalStore } from './removals.store.ts';

interface Deps {
  db: Db;
  storage: Pick<Storage, 'remove'>;
  /** Returns open tickets of a removed user to their queues, at most `limit`; returns how many. */
  returnTickets(tx: Tx, userId: number, limit: number): Promise<number>;
  onError(error: unknown): void;
}
interface Subject {
  kind: RemovalKind;
  ids: number[];
  /** Name of a connection, queue, contact list, campaign, tag, kanban lane or user; contacts are not named. */
  name?: string;
}
/** The request that asks for a removal works on it for this long; most removals end within it. */
const INLINE_MS = 300;
/** A job works for this long and then queues behind the removals of other companies. */
const RUN_MS = 3000;
/** Pause after a batch, as a multiple of its time: 0.5 leaves a third of the time to other companies. */
const PAUSE_PER_WORK = 0.5;
/** Rows of the first portion. */
const FIRST_LIMIT = 50;
/**
 * A portion aims at 50 ms: events of all companies wait for the oldest writing transaction. More rows than `max` would save
 * little, and take near a second when the machine is suddenly busy.
 */
const PORTION = { aimMs: 50, min: 20, max: 250 };
/** Each returned ticket has a decision, a log entry and an event of its own. */
const MAX_RETURNED = 10;
const PROGRESS_INTERVAL_MS = 700;
/** Payloads that arrived before the removal of their connection are waited for; after this long they are dropped. */
const MAX_INTAKE_WAIT_MS = 120_000;
const INTAKE_RETRY_MS = 1000;
/** A removal without a portion for this long was left by a process that died. */
const ABANDONED_MS = 60_000;
const SWEEP_LIMIT = 100;
const MAX_CONFLICTS = 5;

type Outcome =
  | { type: 'more'; removed: number; fileKeys: string[] }
  | { type: 'over'; fileKeys: string[] }
  /** Another worker has it, or it was finished. */
  | { type: 'taken' }
  | { type: 'waits' };
interface Options {
  limit: number;
  /** Publishes the progress with this portion. */
  emits: boolean;
}

export type RemovalUpwardCalls = Pick<Deps, 'returnTickets'>;

/**
 * Removes connections, queues, contacts, tickets, contact lists, campaigns, tags, kanban lanes and users in portions, one
 * short transaction each. The first transaction hides what is removed; a stopped removal continues with the next portion.
 */
export function createRemovals({ db, storage, returnTickets, onError }: Deps) {
  const returnTicketsOf = (tx: Tx, { subjectIds }: RemovalRow, limit: number) =>
    returnTickets(tx, subjectIds[0]!, Math.min(limit, MAX_RETURNED));

  const portion = (companyId: number, id: number, { limit, emits }: Options): Promise<Outcome> =>
    db.inCompany(companyId, async (tx) => {
      const removal = await removalStore.claim(tx, id);
      if (!removal) return { type: 'taken' };
      const isOld = Date.now() - +removal.askedAt > MAX_INTAKE_WAIT_MS;
      if (removal.kind === 'connection' && !isOld && (await removalStore.hasUnprocessedPayloads(tx, removal)))
        return { type: 'waits' };
      if (removal.kind === 'queue' && !removal.liveDone) {
        const freed = await removalStore.freeLiveTickets(tx, removal, limit);
        for (const { ticketId, ...from } of freed)
          tx.emit({ type: 'ticket.changed', ticketId, from, to: { ...from, queueId: null } });
        await removalStore.progress(tx, id, { removed: freed.length, liveDone: freed.length < limit });
        return { type: 'more', removed: freed.length, fileKeys: [] };
      }
      const returned = removal.kind === 'user' ? await returnTicketsOf(tx, removal, limit) : 0;
      const { removed, fileKeys } =
        returned > 0 ? { removed: returned, fileKeys: [] } : await removalStore.removePortion(tx, removal, limit);
      if (removed > 0) await removalStore.progress(tx, id, { removed });
      else await removalStore.finish(tx, id);
      if (emits || (removed === 0 && removal.total !== null)) tx.emit({ type: 'removal.changed', removalId: id });
      return removed > 0 ? { type: 'more', removed, fileKeys } : { type: 'over', fileKeys };
    });

  /** A lock that is held, or a portion that took too long: the next one is smaller. */
  async function tryPortion(companyId: number, id: number, options: Options, conflicts = 0): Promise<Outcome> {
    try {
      return await portion(companyId, id, options);
    } catch (error) {
      if (conflicts >= MAX_CONFLICTS || databaseTroubleOf(error) !== 'contention') throw error;
      await pause(50 * (conflicts + 1));
      const limit = Math.max(PORTION.min, Math.floor(options.limit / 4));
      return tryPortion(companyId, id, { ...options, limit }, conflicts + 1);
    }
  }

  /** Works until the removal is over or the time is used up; `left` when there is more to do. */
  async function work(
    companyId: number,
    id: number,
    forMs: number,
    isJob: boolean,
  ): Promise<'over' | 'left' | 'waits'> {
    const endsAt = performance.now() + forMs;
    let lastProgressAt = performance.now() - PROGRESS_INTERVAL_MS;
    let limit = FIRST_LIMIT;
    while (performance.now() < endsAt) {
      const startedAt = performance.now();
      const emits = isJob && startedAt - lastProgressAt > PROGRESS_INTERVAL_MS;
      if (emits) lastProgressAt = startedAt;
      const outcome = await tryPortion(companyId, id, { limit, emits });
      if (outcome.type === 'waits') return 'waits';
      if (outcome.type === 'taken') return 'over';
      // After the commit: bytes whose row is gone are swept, rows whose bytes are gone could not be served.
      for (const key of outcome.fileKeys) await storage.remove(key).catch(onError);
      if (outcome.type === 'over') return 'over';
      const tookMs = performance.now() - startedAt;
      const next = nextBatchSize({ size: limit, tookMs, ...PORTION });
      // A portion that was not full says nothing about larger ones, nor about the rows of the next table.
      limit = outcome.removed < limit ? Math.min(limit, next) : next;
      await pause(isJob ? tookMs * PAUSE_PER_WORK : 0);
    }
    return 'left';
  }

  const enqueue = (companyId: number, removalId: number, delayMs: number) =>
    db.inCompany(companyId, (tx) =>
      tx.enqueue('removal.run', { companyId, removalId }, { after: new Date(Date.now() + delayMs) }),
    );

  return {
    inTx: {
      /** Hides the rows in the caller's transaction. Call `workInline` after its commit. */
      async start(tx: Tx, actor: Pick<Actor, 'userId'>, { kind, ids, name = '' }: Subject): Promise<number> {
        await removalStore.mark(tx, kind, ids);
        return removalStore.insert(tx, { kind, ids, name, userId: actor.userId });
      },
    },

    /** Removes what can be removed at once and leaves the rest to a job. */
    async workInline(companyId: number, id: number): Promise<void> {
      try {
        const state = await work(companyId, id, INLINE_MS, false);
        if (state !== 'over') await enqueue(companyId, id, state === 'waits' ? INTAKE_RETRY_MS : 0);
      } catch (error) {
        // The rows are hidden already: the sweep finds the removal within minutes.
        onError(error);
      }
    },

    async run({ companyId, removalId: id }: { companyId: number; removalId: number }): Promise<void> {
      const uncounted = await db.readCompany(companyId, async (tx) => {
        const removal = await removalStore.byId(tx, id);
        return removal?.state === 'running' && removal.total === null ? removalStore.countLeft(tx, removal) : undefined;
      });
      if (uncounted !== undefined) await db.inCompany(companyId, (tx) => removalStore.setTotal(tx, id, uncounted));
      const state = await work(companyId, id, RUN_MS, true);
      if (state !== 'over') await enqueue(companyId, id, state === 'waits' ? INTAKE_RETRY_MS : 0);
    },

    /** Enqueues removals that a dead process left. */
    async sweep(): Promise<void> {
      const due = await removalStore.due(db, new Date(Date.now() - ABANDONED_MS), SWEEP_LIMIT);
      for (const { companyId, id } of due) await enqueue(companyId, id, 0);
    },

    /** Running removals: admins see all, other users their own. */
    list: (actor: Actor) =>
      db.readCompany(actor.companyId, (tx) =>
        removalStore.running(tx, can(actor, 'contact.delete') ? null : actor.userId),
      ),
    find: (companyId: number, id: number) => db.readCompany(companyId, (tx) => removalStore.byId(tx, id)),
  };
}
export type Removals = ReturnType<typeof createRemovals>;
