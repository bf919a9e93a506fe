import { NotSent, OutcomeUnknown, Refused } from '../../../channels/port.ts';
import type { Db } from '../../../infrastructure/db/tx.ts';
import type { Connections } from '../../connections/index.ts';
import type { Contacts } from '../../contacts/index.ts';
import type { Tickets } from '../../tickets/index.ts';
import { channelIdOf } from '../channel-ids.ts';

interface Deps {
  db: Db;
  connections: Connections;
  contacts: Contacts;
  tickets: Tickets;
  onError(error: unknown): void;
}

/** Sends read receipts to the customer. Not essential, so a failed one is not retried. */
export const createReadReceipts = ({ db, connections, contacts, tickets, onError }: Deps) => ({
  async send(companyId: number, ticketId: number, wids: string[]) {
    try {
      const target = await db.readCompany(companyId, async (tx) => {
        const { connectionId, contactId, isGroup } = await tickets.inTx.get(tx, ticketId);
        const connection = connectionId === null ? undefined : await connections.inTx.find(tx, connectionId);
        return connection && { connection, to: { identities: await contacts.inTx.peerOf(tx, contactId), isGroup } };
      });
      if (target?.connection.status !== 'CONNECTED') return;
      const account = connections.accountOf(target.connection);
      await connections.channelOf(target.connection).markRead?.(account, target.to, wids.map(channelIdOf));
    } catch (error) {
      if (!(error instanceof NotSent || error instanceof Refused || error instanceof OutcomeUnknown)) onError(error);
    }
  },
});
