import { setTimeout as pause } from 'node:timers/promises';
import type { Peer } from '../../channels/port.ts';
import type { HistoryImport } from '../../foundation/db/schema/number-health.ts';
import type { Tx } from '../../foundation/db/tx.ts';
import type { FullConnection } from '../connections/index.ts';
import { keepOld, type OldMessage } from '../messages/index.ts';
import { historyStore } from './history.store.ts';
import { MAY_CLOSE, RUNNING, type HistoryNeeds, type OldSignal } from './words.ts';

/** What one transaction takes: small, because those who write now wait for nothing that is old. */
const PIECE = 50;
const CLOSED_AT_ONCE = 200;
const TOLD_EVERY_MS = 1000;
/** Between two pieces: whoever waits for the database comes first. */
const BREATH_MS = 5;
const PATIENCE = 3;

interface How {
  maxMediaBytes: number;
  tells: boolean;
  atMost: number;
}

/** The pieces of an import, each in one transaction with how far it has come. */
export function createWorkingOff(needs: HistoryNeeds) {
  const { db, clock, settings, connections, contacts, tickets, incoming, failed } = needs;

  /** Until there is nothing left, or somebody else has it in hand. */
  async function run(companyId: number, connectionId: number, isStopped: () => boolean): Promise<void> {
    const maxMediaBytes = await settings.maxDownloadBytes();
    let toldAt = 0;
    let failures = 0;
    /** How many are taken one by one, after a piece that could not be kept. */
    let alone = 0;
    while (!isStopped()) {
      const tells = Date.now() - toldAt >= TOLD_EVERY_MS;
      const how = { maxMediaBytes, tells, atMost: alone > 0 ? 1 : PIECE };
      try {
        const isMore = await db.inCompany(companyId, (tx) => step(tx, connectionId, how));
        if (!isMore) return;
        if (tells) toldAt = Date.now();
        failures = 0;
        alone = Math.max(0, alone - 1);
      } catch (fault) {
        // Somebody alive stood in the way: he has gone first, and this is tried again.
        if (++failures < PATIENCE) await pause(60 * failures);
        else {
          if (alone > 0) await setAside(companyId, connectionId, fault);
          else alone = PIECE;
          failures = 0;
        }
      }
      await pause(BREATH_MS);
    }
  }

  /** One message that nobody can keep must not keep the others out. While the database is away, this fails as well. */
  async function setAside(companyId: number, connectionId: number, fault: unknown): Promise<void> {
    await db.inCompany(companyId, async (tx) => {
      const job = await historyStore.hold(tx, connectionId);
      if (job?.state !== 'running') throw fault;
      const ids = (await historyStore.next(tx, connectionId, 1)).map((row) => row.id);
      await historyStore.drop(tx, ids);
      await historyStore.set(tx, connectionId, { done: job.done + ids.length });
    });
    failed(fault);
  }

  async function step(tx: Tx, connectionId: number, { maxMediaBytes, tells, atMost }: How): Promise<boolean> {
    const job = await historyStore.hold(tx, connectionId);
    if (!job || job.state === 'over') return false;
    if (job.state === 'closing') return close(tx, job);
    const rows = await historyStore.next(tx, connectionId, atMost);
    if (job.state === 'gathering') {
      await historyStore.set(tx, connectionId, { state: 'running' });
      await connections.keepImport(tx, connectionId, { importStatus: RUNNING });
    }
    if (rows.length === 0) return finish(tx, job);
    const connection = await connections.within(tx, connectionId);
    await keep(
      tx,
      job,
      connection,
      rows.map((row) => row.signal),
      maxMediaBytes,
    );
    await historyStore.drop(
      tx,
      rows.map((row) => row.id),
    );
    const done = job.done + rows.length;
    const total = tells ? done + (await historyStore.left(tx, connectionId)) : Math.max(job.total, done);
    await historyStore.set(tx, connectionId, { done, total, heardAt: clock.now() });
    if (tells) tx.emit({ is: 'history.progressed', connectionId, done, all: total });
    return true;
  }

  async function keep(tx: Tx, job: HistoryImport, connection: FullConnection, all: OldSignal[], maxMediaBytes: number) {
    const { id: connectionId } = connection;
    const known = await incoming.knownAmong(
      tx,
      all.map((signal) => ({ connectionId, signal })),
    );
    const [there, fresh] = [true, false].map((isKnown) =>
      all.filter(({ wid }) => known.has(`${connectionId} ${wid}`) === isKnown),
    ) as [OldSignal[], OldSignal[]];
    for (const signal of there) await incoming.fillIn(tx, connectionId, signal, maxMediaBytes);
    if (fresh.length === 0) return;
    // Everybody who is known is held in one order, as the living do it, or two could wait for each other.
    const met = await contacts.acquaintances(
      tx,
      fresh.flatMap(({ peer, author }) => (author ? [peer, author] : [peer])),
    );
    const acceptsAudio = await contacts.acceptsAudio(tx);
    const quiet = silently(tx);
    const meet = async (peer: Peer) =>
      met(peer) ?? (await contacts.recognise(quiet, { peer, channel: connection.channel, connectionId, acceptsAudio }));
    const laidInto = new Map<number, number>();
    const messages: OldMessage[] = [];
    for (const signal of fresh) {
      const contact = await meet(signal.peer);
      if (!contact.isActive && !signal.fromMe) continue;
      const author = signal.author ? await meet(signal.author) : null;
      const ticketId =
        laidInto.get(contact.id) ??
        (await tickets.forImport(tx, {
          contactId: contact.id,
          connectionId,
          channel: connection.channel,
          queueId: job.queueId,
          isGroup: contact.isGroup,
          status: contact.isGroup && !connection.groupAsTicket ? 'group' : 'pending',
          importedAt: job.importedAt,
          at: new Date(signal.at),
        }));
      laidInto.set(contact.id, ticketId);
      const where = { contactId: contact.id, authorId: author?.id ?? null, queueId: job.queueId };
      messages.push({ signal, connectionId, maxMediaBytes, ticketId, ...where });
    }
    await keepOld(tx, tickets, messages);
  }

  /** True when there is still something to close. */
  async function finish(tx: Tx, { connectionId, closes, done }: HistoryImport): Promise<boolean> {
    await historyStore.set(tx, connectionId, { state: closes ? 'closing' : 'over', total: done });
    await connections.keepImport(tx, connectionId, {
      importStatus: closes ? RUNNING : done > 0 ? MAY_CLOSE : null,
      importFrom: null,
      importTo: null,
    });
    tx.emit({ is: 'contacts.changed' });
    tx.emit(
      closes ? { is: 'history.progressed', connectionId, done, all: done } : { is: 'history.over', connectionId },
    );
    return closes;
  }

  async function close(tx: Tx, { connectionId }: HistoryImport): Promise<boolean> {
    const closed = await tickets.closeImported(tx, connectionId, CLOSED_AT_ONCE);
    if (closed === CLOSED_AT_ONCE) return true;
    await historyStore.set(tx, connectionId, { state: 'over' });
    await connections.keepImport(tx, connectionId, { importStatus: null });
    tx.emit({ is: 'history.over', connectionId });
    return false;
  }

  return { run };
}

/** Nobody is told of each person who is met again; that there are more of them is said once, in the end. */
const silently = (tx: Tx): Tx =>
  Object.assign(Object.create(tx) as Tx, {
    emit: (event: Parameters<Tx['emit']>[0]) => void (event.is === 'contact.saved' || tx.emit(event)),
  });
