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

/** What a channel can be asked about people. */
export const createChannelLookups = ({ db, channelOf, accountOf }: Deps) => ({
  /** Whom the phone behind a connection knows; behind the default one when none is named. */
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

  /** Does this number have an account on a channel of ours? Unchecked when no channel can be asked now. */
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
