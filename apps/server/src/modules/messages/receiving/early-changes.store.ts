import type { Tx } from '../../../infrastructure/db/tx.ts';
import type { StoredEvent } from './stored-event.ts';

export interface EarlyChange {
  connectionId: number;
  wid: string;
  /** Digest of who changed the message. */
  sender: string;
  edit: StoredEvent | null;
  removal: StoredEvent | null;
}

/** Edits and deletions of messages that are not stored yet. */
export const earlyChangeStore = {
  async lock(
    tx: Tx,
    { connectionId, wid, sender }: Pick<EarlyChange, 'connectionId' | 'wid' | 'sender'>,
  ): Promise<EarlyChange | undefined> {
    return (await tx.query<EarlyChange>(lock, [tx.companyId, connectionId, wid, sender]))[0];
  },
  async save(tx: Tx, { connectionId, wid, sender, edit, removal }: EarlyChange) {
    const values = [edit, removal].map((event) => (event === null ? null : JSON.stringify(event)));
    await tx.query(save, [tx.companyId, connectionId, wid, sender, ...values]);
  },
  load: (tx: Tx, refs: { connectionId: number; wid: string }[]) =>
    tx.query<EarlyChange>(load, [
      tx.companyId,
      refs.map(({ connectionId }) => connectionId),
      refs.map(({ wid }) => wid),
    ]),
  /** Removes at most `limit` changes; returns how many. */
  prune: async (tx: Tx, before: Date, limit: number): Promise<number> =>
    (await tx.query(prune, [tx.companyId, before, limit])).length,
};

const COLUMNS = 'connection_id as "connectionId", wid, sender, edit, removal';
const lock = {
  name: 'early-changes.lock',
  text: `select ${COLUMNS} from early_message_changes
          where company_id = $1 and connection_id = $2 and wid = $3 and sender = $4 for update`,
};
const save = {
  name: 'early-changes.save',
  text: `insert into early_message_changes (company_id, connection_id, wid, sender, edit, removal)
         values ($1, $2, $3, $4, $5::jsonb, $6::jsonb)
         on conflict (company_id, connection_id, wid, sender) do update set edit = excluded.edit, removal = excluded.removal`,
};
const load = {
  name: 'early-changes.load',
  text: `select e.connection_id as "connectionId", e.wid, e.sender, e.edit, e.removal
           from unnest($2::int[], $3::text[]) as given (connection_id, wid)
           join early_message_changes e
             on e.company_id = $1 and e.connection_id = given.connection_id and e.wid = given.wid`,
};
const prune = {
  name: 'early-changes.prune',
  text: `delete from early_message_changes where company_id = $1 and ctid = any (array(
           select ctid from early_message_changes where company_id = $1 and at < $2::timestamptz limit $3))
         returning connection_id`,
};
