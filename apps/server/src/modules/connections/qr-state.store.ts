import { and, eq } from 'drizzle-orm';
import { qrState } from '../../foundation/db/schema/qr.ts';
import { own, type Tx } from '../../foundation/db/tx.ts';

export interface SealedEntry {
  kind: string;
  nameHash: Buffer;
  /** Null takes it away. */
  sealed: string | null;
}

/** The sealed memory of linked devices. What is in it is read and written by their keeper alone. */
export const qrStateStore = {
  async some(tx: Tx, connectionId: number, kind: string, nameHashes: Buffer[]) {
    return tx.run<{ name_hash: Buffer; sealed: string }>(some, [tx.companyId, connectionId, kind, nameHashes]);
  },
  /** A page of a kind, in no order that means anything. */
  async page(tx: Tx, connectionId: number, kind: string, after: Buffer, atMost: number) {
    return tx.run<{ name_hash: Buffer; sealed: string }>(page, [tx.companyId, connectionId, kind, after, atMost]);
  },
  async keep(tx: Tx, connectionId: number, entries: SealedEntry[]) {
    const gone = entries.filter(({ sealed }) => sealed === null);
    const kept = entries.filter(({ sealed }) => sealed !== null);
    if (gone.length > 0)
      await tx.run(remove, [
        tx.companyId,
        connectionId,
        gone.map(({ kind }) => kind),
        gone.map(({ nameHash }) => nameHash),
      ]);
    if (kept.length > 0)
      await tx.run(put, [
        tx.companyId,
        connectionId,
        kept.map(({ kind }) => kind),
        kept.map(({ nameHash }) => nameHash),
        kept.map(({ sealed }) => sealed),
      ]);
  },
  /** True when there was any. */
  async clear(tx: Tx, connectionId: number) {
    const gone = await tx.sql
      .delete(qrState)
      .where(and(own(tx, qrState), eq(qrState.connectionId, connectionId)))
      .returning({ kind: qrState.kind });
    return gone.length > 0;
  },
};

const some = {
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
