import type { Tx } from '../../infrastructure/db/tx.ts';

export interface SealedEntry {
  kind: string;
  nameHash: Buffer;
  /** Null removes the entry. */
  sealed: string | null;
}

/** Sealed state of linked devices. Only `qr-state.ts` can open the values. */
export const qrStateStore = {
  async byNames(tx: Tx, connectionId: number, kind: string, nameHashes: Buffer[]) {
    return tx.query<{ nameHash: Buffer; sealed: string }>(byNames, [tx.companyId, connectionId, kind, nameHashes]);
  },
  /** A page of a kind, ordered by hash. */
  async page(tx: Tx, connectionId: number, kind: string, after: Buffer, limit: number) {
    return tx.query<{ nameHash: Buffer; sealed: string }>(page, [tx.companyId, connectionId, kind, after, limit]);
  },
  async save(tx: Tx, connectionId: number, entries: SealedEntry[]) {
    const removed = entries.filter(({ sealed }) => sealed === null);
    const stored = entries.filter(({ sealed }) => sealed !== null);
    if (removed.length > 0)
      await tx.query(remove, [
        tx.companyId,
        connectionId,
        removed.map(({ kind }) => kind),
        removed.map(({ nameHash }) => nameHash),
      ]);
    if (stored.length > 0)
      await tx.query(save, [
        tx.companyId,
        connectionId,
        stored.map(({ kind }) => kind),
        stored.map(({ nameHash }) => nameHash),
        stored.map(({ sealed }) => sealed),
      ]);
  },
  /** True if there was any state. */
  async clear(tx: Tx, connectionId: number) {
    return (await tx.query(clear, [tx.companyId, connectionId])).length > 0;
  },
};

const byNames = {
  name: 'qr-state.by-names',
  text: 'select name_hash as "nameHash", sealed from qr_state where company_id = $1 and connection_id = $2 and kind = $3 and name_hash = any($4::bytea[])',
};
const page = {
  name: 'qr-state.page',
  text: `select name_hash as "nameHash", sealed from qr_state
          where company_id = $1 and connection_id = $2 and kind = $3 and name_hash > $4 order by name_hash limit $5`,
};
const remove = {
  name: 'qr-state.remove',
  text: `delete from qr_state s using unnest($3::text[], $4::bytea[]) as removed (kind, name_hash)
          where s.company_id = $1 and s.connection_id = $2 and s.kind = removed.kind and s.name_hash = removed.name_hash`,
};
// Ordered by name hash, so that two writers of the same entries do not deadlock.
const save = {
  name: 'qr-state.save',
  text: `insert into qr_state (company_id, connection_id, kind, name_hash, sealed)
         select $1, $2, entry.kind, entry.name_hash, entry.sealed
           from unnest($3::text[], $4::bytea[], $5::text[]) as entry (kind, name_hash, sealed) order by 3, 4
         on conflict (company_id, connection_id, kind, name_hash)
         do update set sealed = excluded.sealed, updated_at = now()`,
};
const clear = {
  name: 'qr-state.clear',
  text: 'delete from qr_state where company_id = $1 and connection_id = $2 returning kind',
};
