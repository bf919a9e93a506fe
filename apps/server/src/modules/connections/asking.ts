import { NotSent, OutcomeUnknown, Refused, type Account, type Channel } from '../../channels/port.ts';
import type { ConnectionRow } from '../../foundation/db/schema/connections.ts';
import type { Db } from '../../foundation/db/tx.ts';
import { refuse } from '../../foundation/refusal.ts';
import { connectionStore } from './connections.store.ts';

interface Needs {
  db: Db;
  channelOf(connection: ConnectionRow): Channel;
  accountOf(connection: ConnectionRow): Account;
}

/** What a channel can be asked about people. */
export const createAsking = ({ db, channelOf, accountOf }: Needs) => ({
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
    const people = await channel.addressBook(accountOf(connection), of).catch((fault: unknown) => {
      if (fault instanceof NotSent || fault instanceof Refused || fault instanceof OutcomeUnknown)
        refuse('ERR_WAPP_NOT_INITIALIZED');
      throw fault;
    });
    return { people, connection };
  },

  /** Does this number have an account on a channel of ours? Unchecked when no channel can be asked now. */
  async lookUp(
    companyId: number,
    digits: string,
    connectionId?: number,
  ): Promise<{ number: string } | 'unknown' | 'unchecked'> {
    const connection = await db.readCompany(companyId, (tx) => connectionStore.usable(tx, connectionId ?? null));
    if (!connection || (connection.channel !== 'whatsapp' && connection.channel !== 'whatsappapi')) return 'unchecked';
    try {
      return (await channelOf(connection).lookUp(accountOf(connection), digits)) ?? 'unknown';
    } catch {
      return 'unchecked';
    }
  },
});
