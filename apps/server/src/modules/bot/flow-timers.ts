import type { Clock } from '../../infrastructure/clock.ts';
import type { ContactRow } from '../../infrastructure/db/schema/contacts.ts';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { Connections } from '../connections/index.ts';
import type { Contacts } from '../contacts/index.ts';
import type { DueRun, FlowRuns } from '../flow-runs/index.ts';
import { createMessageBatch } from '../messages/index.ts';
import type { Tickets } from '../tickets/index.ts';
import type { BotConfigLoader } from './bot-config.ts';
import type { BotRunner } from './bot-runner.ts';

interface Deps {
  db: Db;
  clock: Clock;
  botConfig: BotConfigLoader;
  connections: Connections;
  contacts: Contacts;
  tickets: Tickets;
  flowRuns: FlowRuns;
  botRunner: Pick<BotRunner, 'startBatch'>;
  onError(error: unknown): void;
}
/** Runs that are asked for at once, and that one transaction wakes: about 100 ms of work. */
const MAX_DUE = 500;
const BATCH_SIZE = 20;
const MAX_CONCURRENT = 2;
const NO_MESSAGE = { text: '', isAudio: false };
const byNumber = (left: number, right: number): number => left - right;
/** Waits that end within this time are handled together. */
const MIN_PAUSE_MS = 200;
/** The sweep looks again every minute, so a timer never needs to wait longer. */
const MAX_PAUSE_MS = 60_000;

/** Wakes runs of flows when their wait is over: by a timer of this process, and by a sweep for what a dead process left. */
export function createFlowTimers(deps: Deps) {
  const { db, clock, botConfig, connections, contacts, tickets, flowRuns, botRunner, onError } = deps;
  let timer: NodeJS.Timeout | undefined;
  let firesAt = Infinity;
  let isStarted = false;
  let sweeping: Promise<void> | undefined;
  let isAskedAgain = false;

  /** Wakes these runs of a company. Contacts, tickets and runs are locked in this order, each by id, as everywhere. */
  async function wakeInTx(tx: Tx, due: DueRun[]): Promise<void> {
    const contactIds = new Map<number, number>();
    for (const { ticketId } of due) {
      const ticket = await tickets.inTx.find(tx, ticketId);
      if (ticket) contactIds.set(ticketId, ticket.contactId);
    }
    const lockedContacts = new Map<number, ContactRow | undefined>();
    for (const id of [...new Set(contactIds.values())].sort(byNumber))
      lockedContacts.set(id, await contacts.inTx.lock(tx, id));
    const locked = new Map<number, TicketRow>();
    for (const id of due.map(({ ticketId }) => ticketId).sort(byNumber)) {
      const ticket = await tickets.inTx.lock(tx, id);
      if (ticket) locked.set(id, ticket);
    }
    const messageBatch = createMessageBatch(tx, tickets);
    const bot = await botRunner.startBatch(tx, messageBatch, locked.values());
    const isSilent = await botConfig.isSilent(tx, await botConfig.get(tx));
    for (const { ticketId } of due) {
      const ticket = locked.get(ticketId);
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
      if (due.length === 1) return onError(error);
      for (const run of due) await wakeBatch(companyId, [run]);
    }
  }

  async function wakeAll(due: DueRun[]): Promise<void> {
    const batches = [...Map.groupBy(due, ({ companyId }) => companyId)].flatMap(([companyId, runs]) =>
      Array.from({ length: Math.ceil(runs.length / BATCH_SIZE) }, (_, n) => ({
        companyId,
        runs: runs.slice(n * BATCH_SIZE, (n + 1) * BATCH_SIZE),
      })),
    );
    const worker = async () => {
      for (let batch = batches.shift(); batch; batch = batches.shift()) await wakeBatch(batch.companyId, batch.runs);
    };
    await Promise.all(Array.from({ length: MAX_CONCURRENT }, worker));
  }

  async function wakeDue(): Promise<void> {
    const failed = new Set<string>();
    for (;;) {
      const now = clock.now();
      const listed = await flowRuns.due(new Date(+now + MAX_PAUSE_MS), MAX_DUE);
      const due = listed.filter(({ wakeAt, companyId, id }) => wakeAt <= now && !failed.has(`${companyId} ${id}`));
      if (due.length === 0) {
        const next = listed.find(({ wakeAt }) => wakeAt > now);
        if (next) schedule(next.wakeAt);
        return;
      }
      await wakeAll(due);
      // A run that is still due failed; the next sweep tries it again.
      for (const { companyId, id } of due) failed.add(`${companyId} ${id}`);
    }
  }

  /** One at a time per process. */
  async function sweep(): Promise<void> {
    if (sweeping) {
      isAskedAgain = true;
      return sweeping;
    }
    sweeping = wakeDue().finally(() => {
      sweeping = undefined;
      if (!isAskedAgain) return;
      isAskedAgain = false;
      schedule(clock.now());
    });
    return sweeping;
  }

  /** The process looks at this time; an earlier look that is planned already stays. */
  function schedule(at: Date): void {
    if (!isStarted) return;
    const now = +clock.now();
    const time = Math.max(now + MIN_PAUSE_MS, Math.min(+at, now + MAX_PAUSE_MS));
    if (time >= firesAt) return;
    clearTimeout(timer);
    firesAt = time;
    timer = setTimeout(() => {
      firesAt = Infinity;
      sweep().catch(onError);
    }, time - now);
    timer.unref();
  }

  return {
    sweep,
    schedule,
    /** Sandbox connections only: lets the waits of a connection pass. */
    async pass(companyId: number, connectionId: number, minutes: number): Promise<void> {
      await db.inCompany(companyId, (tx) => flowRuns.inTx.age(tx, connectionId, minutes));
      await sweep();
    },
    start() {
      isStarted = true;
      schedule(clock.now());
    },
    async stop() {
      isStarted = false;
      clearTimeout(timer);
      await sweeping?.catch(() => {});
    },
  };
}
export type FlowTimers = ReturnType<typeof createFlowTimers>;
