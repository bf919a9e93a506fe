import { and, eq } from 'drizzle-orm';
import { qrState } from '../../infrastructure/db/schema/qr.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';

export interface SealedEntry {
  kind: string;
  nameHash: Buffer;
  /** Null takes it away. */
  sealed: string | null;
}

/** The sealed memory of linked devices. What is in it is read and written by their keeper alone. */
export const qrStateStore = {
  async byNames(tx: Tx, connectionId: number, kind: string, nameHashes: Buffer[]) {
    return tx.query<{ name_hash: Buffer; sealed: string }>(byNames, [tx.companyId, connectionId, kind, nameHashes]);
  },
  /** A page of a kind, in no order that means anything. */
  async page(tx: Tx, connectionId: number, kind: string, after: Buffer, limit: number) {
    return tx.query<{ name_hash: Buffer; sealed: string }>(page, [tx.companyId, connectionId, kind, after, limit]);
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
      await tx.query(put, [
        tx.companyId,
        connectionId,
        stored.map(({ kind }) => kind),
        stored.map(({ nameHash }) => nameHash),
        stored.map(({ sealed }) => sealed),
      ]);
  },
  /** True when there was any. */
  async clear(tx: Tx, connectionId: number) {
    const removed = await tx.orm
      .delete(qrState)
      .where(and(own(tx, qrState), eq(qrState.connectionId, connectionId)))
      .returning({ kind: qrState.kind });
    return removed.length > 0;
  },
};

const byNames = {
  name: 'qr-state.some',
  text: 'select name_hash, sealed from qr_state where company_id = $1 and connection_id = $2 and kind = $3 and name_hash = any($4::bytea[])',
};
const page = {
  name: 'qr-state.page',
  text: `select name_hash, sealed from qr_state
          where company_id = $1 and connection_id = $2 and kind = $3 and name_hash > $4 order by name_hash limit $5`,
};
const remove = {
  name: 'qr-state.remove',
  text: `delete from qr_state s using unnest($3::text[], $4::bytea[]) as gone (kind, name_hash)
          where s.company_id = $1 and s.connection_id = $2 and s.kind = gone.kind and s.name_hash = gone.name_hash`,
};
// In the order of their names: two that write the same ones at once would otherwise wait for each other.
const put = {
  name: 'qr-state.put',
  text: `insert into qr_state (company_id, connection_id, kind, name_hash, sealed)
         select $1, $2, kept.kind, kept.name_hash, kept.sealed
           from unnest($3::text[], $4::bytea[], $5::text[]) as kept (kind, name_hash, sealed) order by 3, 4
         on conflict (company_id, connection_id, kind, name_hash)
         do update set sealed = excluded.sealed, updated_at = now()`,
};
