import { setTimeout as pause } from 'node:timers/promises';
import type { Peer } from '../../channels/port.ts';
import type { HistoryImport } from '../../infrastructure/db/schema/connection-health.ts';
import { PRUNE_ROWS } from '../../infrastructure/db/portions.ts';
import { databaseTroubleOf } from '../../infrastructure/db/transient-errors.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { FullConnection } from '../connections/index.ts';
import { saveImported, type ImportedMessage } from '../messages/index.ts';
import { historyImportStore } from './history-import.store.ts';
import { CAN_CLOSE, RUNNING, type HistoryImportDeps, type HistoryMessageEvent } from './types.ts';

/** Messages per transaction; small, so that new messages never wait for the import. */
const BATCH_SIZE = 50;
const CLOSE_BATCH_SIZE = 200;
const PROGRESS_EVERY_MS = 1000;
/** Pause between two batches, so that other work gets the database first. */
const BATCH_DELAY_MS = 5;
const MAX_FAILURES = 3;
/** Wait after a lock conflict or another failure of the database; it grows, and no message is dropped for it. */
const databaseWaitMs = (failures: number) => Math.min(50 * 1.5 ** failures, 30_000);

interface StepOptions {
  maxMediaBytes: number;
  emitsProgress: boolean;
  limit: number;
}

/** Processes an import in batches; each transaction also saves the progress. */
export function createHistoryWorker(deps: HistoryImportDeps) {
  const { db, clock, settings, connections, contacts, tickets, incoming, quarantineMessage, onError } = deps;

  /** Runs until no message is left, or another node has locked the import. */
  async function run(companyId: number, connectionId: number, isStopped: () => boolean): Promise<void> {
    const maxMediaBytes = await settings.maxDownloadBytes();
    let progressAt = 0;
    let [failures, databaseFailures] = [0, 0];
    /** Messages still to be processed one by one, after a batch failed. */
    let singleSteps = 0;
    while (!isStopped()) {
      const emitsProgress = Date.now() - progressAt >= PROGRESS_EVERY_MS;
      const options = { maxMediaBytes, emitsProgress, limit: singleSteps > 0 ? 1 : BATCH_SIZE };
      try {
        const hasMore = await db.inCompany(companyId, (tx) => step(tx, connectionId, options));
        if (!hasMore) return;
        if (emitsProgress) progressAt = Date.now();
        [failures, databaseFailures] = [0, 0];
        singleSteps = Math.max(0, singleSteps - 1);
      } catch (error) {
        // Often a lock conflict with new messages, which go first. It says nothing about the imported message.
        if (databaseTroubleOf(error)) await waitWhileRunning(databaseWaitMs(databaseFailures++), isStopped);
        else if (++failures < MAX_FAILURES) await pause(60 * failures);
        else {
          if (singleSteps > 0) await setNextAside(companyId, connectionId, error);
          else singleSteps = BATCH_SIZE;
          failures = 0;
        }
      }
      await pause(BATCH_DELAY_MS);
    }
  }

  /** Sets aside a message that cannot be stored, so that the others are imported. Fails too while the database is down. */
  async function setNextAside(companyId: number, connectionId: number, error: unknown): Promise<void> {
    await db.inCompany(companyId, async (tx) => {
      const job = await historyImportStore.lock(tx, connectionId);
      if (job?.state !== 'running') throw error;
      const [next] = await historyImportStore.nextMessages(tx, connectionId, 1);
      if (!next) return;
      await quarantineMessage(tx, connectionId, next.event, error as Error);
      await historyImportStore.removeMessages(tx, [next.id]);
    });
    onError(error);
  }

  async function step(
    tx: Tx,
    connectionId: number,
    { maxMediaBytes, emitsProgress, limit }: StepOptions,
  ): Promise<boolean> {
    const job = await historyImportStore.lock(tx, connectionId);
    if (!job) return false;
    if (job.isCanceled) return cleanUp(tx, connectionId);
    if (job.state === 'over') return false;
    if (job.state === 'closing') return close(tx, deps, job);
    const rows = await historyImportStore.nextMessages(tx, connectionId, limit);
    if (job.state === 'gathering') {
      await historyImportStore.set(tx, connectionId, { state: 'running' });
      await connections.inTx.saveImport(tx, connectionId, { importStatus: RUNNING });
    }
    if (rows.length === 0) return (await hasLeft(tx, connectionId)) || finish(tx, deps, job);
    const connection = await connections.inTx.get(tx, connectionId);
    await saveMessages(
      tx,
      job,
      connection,
      rows.map((row) => row.event),
      maxMediaBytes,
    );
    await historyImportStore.removeMessages(
      tx,
      rows.map((row) => row.id),
    );
    const done = job.done + rows.length;
    const total = emitsProgress
      ? done + (await historyImportStore.countRemaining(tx, connectionId))
      : Math.max(job.total, done);
    await historyImportStore.set(tx, connectionId, { done, total, lastReceivedAt: clock.now() });
    if (emitsProgress) tx.emit({ type: 'history.progressed', connectionId, done, all: total });
    return true;
  }

  async function saveMessages(
    tx: Tx,
    job: HistoryImport,
    connection: FullConnection,
    all: HistoryMessageEvent[],
    maxMediaBytes: number,
  ) {
    const { id: connectionId } = connection;
    const existing = await incoming.findExisting(
      tx,
      all.map((event) => ({ connectionId, event })),
    );
    const [existingEvents, newEvents] = [true, false].map((isExisting) =>
      all.filter(({ wid }) => existing.has(`${connectionId} ${wid}`) === isExisting),
    ) as [HistoryMessageEvent[], HistoryMessageEvent[]];
    for (const event of existingEvents) await incoming.fillPlaceholder(tx, connectionId, event, maxMediaBytes);
    if (newEvents.length === 0) return;
    // Contacts are locked in one order, like for new messages; otherwise both could deadlock.
    const findCachedContact = await contacts.inTx.findKnownContacts(
      tx,
      newEvents.flatMap(({ peer, author }) => (author ? [peer, author] : [peer])),
    );
    const acceptsAudio = await contacts.inTx.acceptsAudio(tx);
    const silentTx = withoutContactEvents(tx);
    const resolveContact = async (peer: Peer) =>
      findCachedContact(peer) ??
      (await contacts.inTx.resolveContact(silentTx, { peer, channel: connection.channel, connectionId, acceptsAudio }));
    const ticketByContact = new Map<number, number>();
    const messages: ImportedMessage[] = [];
    for (const event of newEvents) {
      const contact = await resolveContact(event.peer);
      if (!contact.isActive && !event.fromMe) continue;
      const author = event.author ? await resolveContact(event.author) : null;
      const ticketId =
        ticketByContact.get(contact.id) ??
        (await tickets.inTx.forImport(tx, {
          contactId: contact.id,
          connectionId,
          channel: connection.channel,
          queueId: job.queueId,
          isGroup: contact.isGroup,
          status: contact.isGroup && !connection.groupAsTicket ? 'group' : 'pending',
          importedAt: job.importedAt,
          at: new Date(event.at),
        }));
      ticketByContact.set(contact.id, ticketId);
      const target = { contactId: contact.id, authorId: author?.id ?? null, queueId: job.queueId };
      messages.push({ event, connectionId, maxMediaBytes, ticketId, ...target });
    }
    await saveImported(tx, tickets, messages);
  }

  return { run };
}

/** True when imported tickets still have to be closed. */
async function finish(
  tx: Tx,
  { connections }: HistoryImportDeps,
  { connectionId, closes, done }: HistoryImport,
): Promise<boolean> {
  await historyImportStore.set(tx, connectionId, { state: closes ? 'closing' : 'over', total: done });
  await connections.inTx.saveImport(tx, connectionId, {
    importStatus: closes ? RUNNING : done > 0 ? CAN_CLOSE : null,
    importFrom: null,
    importTo: null,
  });
  tx.emit({ type: 'contacts.changed' });
  tx.emit(
    closes ? { type: 'history.progressed', connectionId, done, all: done } : { type: 'history.over', connectionId },
  );
  return closes;
}

/** Removes a portion of unwanted messages. True while messages are left, or one is being stored that is not committed. */
async function hasLeft(tx: Tx, connectionId: number): Promise<boolean> {
  if ((await historyImportStore.removeUnwanted(tx, connectionId, PRUNE_ROWS)) > 0) return true;
  if (!(await historyImportStore.isLockedAlone(tx, connectionId))) return true;
  // Messages that were committed after the batch was read and before the lock.
  return (await historyImportStore.countStored(tx, connectionId)) > 0;
}

/** Removes a portion of the messages of a canceled import, and the import after the last; true when more may be left. */
async function cleanUp(tx: Tx, connectionId: number): Promise<boolean> {
  if (await hasLeft(tx, connectionId)) return true;
  await historyImportStore.removeImport(tx, connectionId);
  return false;
}

/** True when imported tickets still have to be closed. */
async function close(
  tx: Tx,
  { tickets, connections }: Pick<HistoryImportDeps, 'tickets' | 'connections'>,
  { connectionId }: HistoryImport,
): Promise<boolean> {
  const closed = await tickets.inTx.closeImported(tx, connectionId, CLOSE_BATCH_SIZE);
  if (closed === CLOSE_BATCH_SIZE) return true;
  await historyImportStore.set(tx, connectionId, { state: 'over' });
  await connections.inTx.saveImport(tx, connectionId, { importStatus: null });
  tx.emit({ type: 'history.over', connectionId });
  return false;
}

/** Waits in short steps, so that a stop does not wait for it. */
async function waitWhileRunning(ms: number, isStopped: () => boolean): Promise<void> {
  for (const end = Date.now() + ms; Date.now() < end && !isStopped();) await pause(Math.min(ms, 100));
}

/** Suppresses one event per contact; `contacts.changed` follows once at the end. */
const withoutContactEvents = (tx: Tx): Tx =>
  Object.assign(Object.create(tx) as Tx, {
    emit: (event: Parameters<Tx['emit']>[0]) => void (event.type === 'contact.saved' || tx.emit(event)),
  });
