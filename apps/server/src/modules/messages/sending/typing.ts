import { AsyncLocalStorage } from 'node:async_hooks';
import { NotSent, OutcomeUnknown, Refused } from '../../../channels/port.ts';
import type { Db } from '../../../infrastructure/db/tx.ts';
import type { Connections } from '../../connections/index.ts';
import type { Contacts } from '../../contacts/index.ts';
import type { Tickets } from '../../tickets/index.ts';
import { channelIdOf } from '../channel-ids.ts';
import { messageStore } from '../messages.store.ts';

interface Deps {
  db: Db;
  connections: Connections;
  contacts: Contacts;
  tickets: Tickets;
  onError(error: unknown): void;
}
/** A message ends the indication, so it waits for what was stored before it to be sent. */
const DELAY_MS = 1000;
/** Indications that wait, of all companies; what exceeds them is dropped. */
const MAX_WAITING = 500;

/**
 * Shows customers that the bot is writing. Not essential: it is neither stored nor repeated, and nothing is shown once a
 * human has the conversation.
 */
export function createTypingIndicator({ db, connections, contacts, tickets, onError }: Deps) {
  // Timers are started inside transactions, which what they do must not continue.
  const runOutside = AsyncLocalStorage.snapshot();
  let waiting = 0;

  async function send(companyId: number, ticketId: number): Promise<void> {
    const target = await db.readCompany(companyId, async (tx) => {
      const ticket = await tickets.inTx.find(tx, ticketId);
      if (ticket?.status !== 'pending' || !ticket.isBot || ticket.connectionId === null) return undefined;
      const connection = await connections.inTx.find(tx, ticket.connectionId);
      const [identities, wid] = await Promise.all([
        contacts.inTx.peerOf(tx, ticket.contactId),
        messageStore.lastInboundWid(tx, ticketId),
      ]);
      return connection && { connection, to: { identities, isGroup: ticket.isGroup }, wid };
    });
    if (target?.connection.status !== 'CONNECTED') return;
    const { connection, to, wid } = target;
    await connections
      .channelOf(connection)
      .typing?.(connections.accountOf(connection), to, wid === undefined ? wid : channelIdOf(wid));
  }
  function onFailure(error: unknown) {
    if (!(error instanceof NotSent || error instanceof Refused || error instanceof OutcomeUnknown)) onError(error);
  }

  return {
    /** Called before the commit of what it follows. */
    show(companyId: number, ticketId: number, seconds: number): void {
      if (waiting >= MAX_WAITING) return;
      waiting += 1;
      const timer = setTimeout(
        () => {
          waiting -= 1;
          runOutside(() => void send(companyId, ticketId).catch(onFailure));
        },
        Math.min(DELAY_MS, (seconds * 1000) / 2),
      );
      timer.unref();
    },
  };
}
export type TypingIndicator = ReturnType<typeof createTypingIndicator>;
