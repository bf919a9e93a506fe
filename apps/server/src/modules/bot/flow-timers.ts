import { AsyncLocalStorage } from 'node:async_hooks';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { createCompanyTurns } from '../../infrastructure/limits/company-turns.ts';
import type { DueRun } from '../flow-runs/index.ts';
import { createMessageBatch } from '../messages/index.ts';
import type { FlowRunDeps } from './flow-results.ts';

interface Deps extends FlowRunDeps {
  onError(error: unknown): void;
}
/** Runs that are asked for at once, in all and of one company. */
const MAX_DUE = 500;
const MAX_DUE_OF_COMPANY = 100;
/** Runs that one transaction wakes: about 100 ms of work. */
const BATCH_SIZE = 20;
/** Transactions at once; a company alone uses two. */
const MAX_CONCURRENT = 4;
/** A run that could not be woken is tried again after this time. */
const RETRY_MS = 60_000;
const NO_MESSAGE = { text: '', isAudio: false };
const byNumber = (left: number, right: number): number => left - right;
/** Waits that end within this time are handled together. */
const MIN_PAUSE_MS = 200;
/** A run is committed at the latest this long after its wait was announced, and looked for this often until then. */
const MAX_COMMIT_MS = 5000;
const COMMIT_PAUSE_MS = 500;
/** Runs whose process ended wait at most this much longer: a customer waits for each. */
const MAX_PAUSE_MS = 4000;

/** Wakes runs of flows when their wait is over: by a timer of this process, which also finds what a dead process left. */
export function createFlowTimers(deps: Deps) {
  const { db, clock, botConfig, connections, contacts, tickets, flowRuns, botRunner, onError } = deps;
  // Timers are started inside transactions, which what they do must not continue.
  const runOutside = AsyncLocalStorage.snapshot();
  let timer: NodeJS.Timeout | undefined;
  let firesAt = Infinity;
  /** Until this time a run may appear whose short wait ended before its commit. */
  let lateUntil = 0;
  let isStarted = false;
  let isStopped = false;
  let sweeping: Promise<void> | undefined;
  let isAskedAgain = false;

  /** Wakes these runs of a company. Contacts, tickets and runs are locked in this order, each by id, as everywhere. */
  async function wakeInTx(tx: Tx, due: DueRun[]): Promise<void> {
    const ticketIds = due.map(({ ticketId }) => ticketId).sort(byNumber);
    const contactIds = new Set((await tickets.inTx.load(tx, ticketIds)).map(({ contactId }) => contactId));
    // Sent together; the database runs them one after the other.
    const contactRows = await Promise.all([...contactIds].sort(byNumber).map((id) => contacts.inTx.lock(tx, id)));
    const lockedContacts = new Map(contactRows.flatMap((contact) => (contact ? [[contact.id, contact] as const] : [])));
    const ticketRows = await Promise.all(ticketIds.map((id) => tickets.inTx.lock(tx, id)));
    const locked = new Map(ticketRows.flatMap((ticket) => (ticket ? [[ticket.id, ticket] as const] : [])));
    const messageBatch = createMessageBatch(tx, tickets);
    const bot = await botRunner.startBatch(tx, messageBatch, locked.values());
    const isSilent = await botConfig.isSilent(tx, await botConfig.get(tx));
    for (const { ticketId } of due) {
      const ticket = locked.get(ticketId);
      // Its contact was merged into another meanwhile, which is not locked: the next sweep wakes it.
      if (ticket && !contactIds.has(ticket.contactId)) continue;
      const contact = ticket && lockedContacts.get(ticket.contactId);
      const connection = ticket?.connectionId ? await connections.inTx.find(tx, ticket.connectionId) : undefined;
      if (!ticket || !contact || !connection || ticket.status !== 'pending')
        await flowRuns.inTx.end(tx, ticketId, 'ticketClosed');
      else if (isSilent || contact.botDisabled || !contact.isActive || ticket.standbySince !== null)
        await flowRuns.inTx.end(tx, ticketId, 'botOff');
      else await bot.wake({ ticket, contact, connection, message: NO_MESSAGE, row: { id: null }, identity: undefined });
    }
    await messageBatch.save();
    await bot.save();
  }

  /** Several runs of a company in one transaction; after an error each in its own. */
  async function wakeBatch(companyId: number, due: DueRun[]): Promise<void> {
    try {
      await db.inCompany(companyId, (tx) => wakeInTx(tx, due));
    } catch (error) {
      if (due.length > 1) {
        for (const run of due) await wakeBatch(companyId, [run]);
        return;
      }
      onError(error);
      // It must not stay in front of the company's other runs.
      const until = new Date(+clock.now() + RETRY_MS);
      await flowRuns.postpone(companyId, due[0]!.id, until).catch(onError);
    }
  }

  async function wakeDue(): Promise<void> {
    const tried = new Set<string>();
    while (!isStopped) {
      const listed = await flowRuns.due(clock.now(), MAX_DUE_OF_COMPANY, MAX_DUE);
      // What was tried and is still due is left to the next sweep.
      const due = listed.filter(({ companyId, id }) => !tried.has(`${companyId} ${id}`));
      if (due.length === 0) break;
      await inTurns(due, wakeBatch, () => isStopped);
      for (const { companyId, id } of due) tried.add(`${companyId} ${id}`);
    }
    if (isStopped) return;
    const now = clock.now();
    const soon = await flowRuns.due(new Date(+now + MAX_PAUSE_MS), 1, MAX_DUE);
    const next = soon.find(({ wakeAt }) => wakeAt > now);
    if (next) schedule(next.wakeAt);
    if (+now < lateUntil) schedule(new Date(+now + COMMIT_PAUSE_MS));
  }

  /** One at a time per process. */
  async function sweep(): Promise<void> {
    if (sweeping) {
      isAskedAgain = true;
      return sweeping;
    }
    sweeping = wakeDue().finally(() => {
      sweeping = undefined;
      schedule(new Date(+clock.now() + (isAskedAgain ? 0 : MAX_PAUSE_MS)));
      isAskedAgain = false;
    });
    return sweeping;
  }

  /** The process looks at this time; an earlier look that is planned already stays. */
  function schedule(at: Date): void {
    if (!isStarted) return;
    const now = +clock.now();
    const time = Math.max(now + MIN_PAUSE_MS, Math.min(+at, now + MAX_PAUSE_MS));
    // A planned time in the past: the clock was set forward, and the timer would fire too late.
    if (firesAt >= now && time >= firesAt) return;
    clearTimeout(timer);
    firesAt = time;
    timer = setTimeout(() => {
      firesAt = Infinity;
      runOutside(() => void sweep().catch(onError));
    }, time - now);
    timer.unref();
  }

  return {
    sweep,
    /** A run will wait until this time. Called before its commit. */
    announce(at: Date): void {
      const isShort = +at < +clock.now() + MAX_COMMIT_MS;
      if (isShort) lateUntil = Math.max(lateUntil, +at + MAX_COMMIT_MS);
      schedule(at);
    },
    /** Sandbox connections only: lets the waits of a connection pass. */
    async pass(companyId: number, connectionId: number, minutes: number): Promise<void> {
      await db.inCompany(companyId, (tx) => flowRuns.inTx.age(tx, connectionId, minutes));
      await sweep();
    },
    start() {
      isStarted = true;
      isStopped = false;
      schedule(clock.now());
    },
    async stop() {
      isStarted = false;
      isStopped = true;
      clearTimeout(timer);
      await sweeping?.catch(() => {});
    },
  };
}
/** Wakes the runs in batches. Companies take turns, one batch each. */
async function inTurns(
  due: DueRun[],
  wakeBatch: (companyId: number, runs: DueRun[]) => Promise<void>,
  isStopped: () => boolean,
): Promise<void> {
  const turns = createCompanyTurns<DueRun[]>({ slots: MAX_CONCURRENT });
  for (const [companyId, runs] of Map.groupBy(due, (run) => run.companyId))
    for (let from = 0; from < runs.length; from += BATCH_SIZE)
      turns.add(companyId, `${companyId} ${from}`, runs.slice(from, from + BATCH_SIZE));
  await new Promise<void>((resolve) => {
    const start = () => {
      for (let item = isStopped() ? undefined : turns.start(); item; item = turns.start()) {
        const { key, companyId, task } = item;
        void wakeBatch(companyId, task).finally(() => {
          turns.finish(key);
          start();
        });
      }
      if (turns.running === 0) resolve();
    };
    start();
  });
}
export type FlowTimers = ReturnType<typeof createFlowTimers>;
