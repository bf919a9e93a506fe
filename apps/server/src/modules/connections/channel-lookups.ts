import { NotSent, OutcomeUnknown, Refused, type Account, type Channel } from '../../channels/port.ts';
import type { ConnectionRow } from '../../infrastructure/db/schema/connections.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import { refuse } from '../../infrastructure/app-error.ts';
import { connectionStore } from './connections.store.ts';

interface Deps {
  db: Db;
  channelOf(connection: ConnectionRow): Channel;
  accountOf(connection: ConnectionRow): Account;
}

/** Queries a channel about phone numbers and address books. */
export const createChannelLookups = ({ db, channelOf, accountOf }: Deps) => ({
  /** Address book of the phone behind a connection, or behind the default connection if none is given. */
  async addressBook(companyId: number, connectionId: number | null, of: 'contacts' | 'chats') {
    const connection = await db.readCompany(companyId, async (tx) => {
      if (connectionId !== null && !(await connectionStore.byId(tx, connectionId))) refuse('ERR_NO_WAPP_FOUND');
      return connectionStore.usable(tx, connectionId);
    });
    if (!connection) refuse('ERR_NO_DEF_WAPP_FOUND');
    if (connectionId !== null && connection.id !== connectionId) refuse('ERR_WAPP_NOT_INITIALIZED');
    const channel = channelOf(connection);
    if (!channel.addressBook) refuse('ERR_NO_ADDRESS_BOOK');
    const entries = await channel.addressBook(accountOf(connection), of).catch((error: unknown) => {
      if (error instanceof NotSent || error instanceof Refused || error instanceof OutcomeUnknown)
        refuse('ERR_WAPP_NOT_INITIALIZED');
      throw error;
    });
    return { entries, connection };
  },

  /** Whether the number has a WhatsApp account; `unchecked` if no channel can be queried now. */
  async checkNumber(
    companyId: number,
    digits: string,
    connectionId?: number,
  ): Promise<{ number: string } | 'unknown' | 'unchecked'> {
    const connection = await db.readCompany(companyId, (tx) => connectionStore.usable(tx, connectionId ?? null));
    if (!connection || (connection.channel !== 'whatsapp' && connection.channel !== 'whatsappapi')) return 'unchecked';
    try {
      return (await channelOf(connection).findNumber(accountOf(connection), digits)) ?? 'unknown';
    } catch {
      return 'unchecked';
    }
  },
});
