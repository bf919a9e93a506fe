import { NotSent, OutcomeUnknown, Refused } from '../../channels/port.ts';
import type { Db } from '../../foundation/db/tx.ts';
import type { Connections } from '../connections/index.ts';
import type { Contacts } from '../contacts/index.ts';
import type { Tickets } from '../tickets/index.ts';

interface Needs {
  db: Db;
  connections: Connections;
  contacts: Contacts;
  tickets: Tickets;
  failed(fault: unknown): void;
}

/** The customer sees that an agent has read. Nothing hangs on it: what does not leave is not tried again. */
export const createReadReceipts = ({ db, connections, contacts, tickets, failed }: Needs) => ({
  async tell(companyId: number, ticketId: number, wids: string[]) {
    try {
      const whose = await db.readCompany(companyId, async (tx) => {
        const { connectionId, contactId, isGroup } = await tickets.within(tx, ticketId);
        const connection = connectionId === null ? undefined : await connections.tryWithin(tx, connectionId);
        return connection && { connection, to: { identities: await contacts.peerOf(tx, contactId), isGroup } };
      });
      if (whose?.connection.status !== 'CONNECTED') return;
      const account = connections.accountOf(whose.connection);
      await connections.channelOf(whose.connection).markRead?.(account, whose.to, wids);
    } catch (fault) {
      if (!(fault instanceof NotSent || fault instanceof Refused || fault instanceof OutcomeUnknown)) failed(fault);
    }
  },
});
