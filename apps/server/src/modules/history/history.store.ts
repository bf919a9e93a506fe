import { and, eq } from 'drizzle-orm';
import { historyImports, type HistoryImport } from '../../foundation/db/schema/number-health.ts';
import { own, type Db, type Tx } from '../../foundation/db/tx.ts';
import type { OldSignal } from './words.ts';

export type Wish = Omit<HistoryImport, 'companyId' | 'state' | 'heardAt' | 'isComplete' | 'done' | 'total'>;

export const historyStore = {
  async byConnection(tx: Tx, connectionId: number): Promise<HistoryImport | undefined> {
    const [row] = await tx.sql
      .select()
      .from(historyImports)
      .where(and(own(tx, historyImports), eq(historyImports.connectionId, connectionId)));
    return row;
  },
  /** Undefined when there is none, or another node is at it. */
  async hold(tx: Tx, connectionId: number): Promise<HistoryImport | undefined> {
    const [row] = await tx.sql
      .select()
      .from(historyImports)
      .where(and(own(tx, historyImports), eq(historyImports.connectionId, connectionId)))
      .for('update', { skipLocked: true });
    return row;
  },
  /** From the beginning, whatever there was before. */
  async begin(tx: Tx, wish: Wish) {
    await this.forget(tx, wish.connectionId);
    await tx.sql.insert(historyImports).values({ ...wish, companyId: tx.companyId, state: 'gathering' });
  },
  async set(tx: Tx, connectionId: number, change: Partial<HistoryImport>) {
    await tx.sql
      .update(historyImports)
      .set(change)
      .where(and(own(tx, historyImports), eq(historyImports.connectionId, connectionId)));
  },
  async forget(tx: Tx, connectionId: number) {
    await tx.run(forgetMessages, [tx.companyId, connectionId]);
    await tx.run(forgetImport, [tx.companyId, connectionId]);
  },

  /** Laid aside if it is wanted; answers when something was last heard, or undefined when it is not wanted. */
  async lay(tx: Tx, connectionId: number, signal: OldSignal, at: Date): Promise<{ heardAt: Date | null } | undefined> {
    const [row] = await tx.run<{ heard_at: Date | null }>(lay, [
      tx.companyId,
      connectionId,
      signal.wid,
      at,
      JSON.stringify(signal),
      signal.peer.isGroup,
    ]);
    return row && { heardAt: row.heard_at };
  },
  async next(tx: Tx, connectionId: number, atMost: number): Promise<{ id: number; signal: OldSignal }[]> {
    const rows = await tx.run<{ id: string; signal: OldSignal }>(next, [tx.companyId, connectionId, atMost]);
    return rows.map(({ id, signal }) => ({ id: Number(id), signal }));
  },
  async drop(tx: Tx, ids: number[]) {
    await tx.run(drop, [tx.companyId, ids]);
  },
  async left(tx: Tx, connectionId: number): Promise<number> {
    const [row] = await tx.run<{ n: number }>(left, [tx.companyId, connectionId]);
    return row?.n ?? 0;
  },
  due: (db: Db, at: Date, atMost: number) => db.look<{ company_id: number; id: number }>(due, [at, atMost]),
};

const forgetMessages = {
  name: 'history.forget-messages',
  text: 'delete from history_messages where company_id = $1 and connection_id = $2',
};
const forgetImport = {
  name: 'history.forget-import',
  text: 'delete from history_imports where company_id = $1 and connection_id = $2',
};
const lay = {
  name: 'history.lay',
  // Told twice it is one. Only a placeholder gives way to what it stood for, and that keeps its place.
  text: `with wanted as (
           select heard_at from history_imports where company_id = $1 and connection_id = $2 and state in ('gathering', 'running')
              and $4 between since and until and (with_groups or not $6)),
         laid as (
           insert into history_messages (company_id, connection_id, wid, at, signal)
           select $1, $2, $3, $4, $5::jsonb from wanted
           on conflict (company_id, connection_id, wid) do update set signal = excluded.signal
            where history_messages.signal->'content'->>'kind' = 'unsupported'
              and excluded.signal->'content'->>'kind' <> 'unsupported')
         select heard_at from wanted`,
};
const next = {
  name: 'history.next',
  // Held until they are dropped: what comes for one of them meanwhile is laid down anew, and not dropped with it.
  text: `select id, signal from history_messages where company_id = $1 and connection_id = $2 order by at, id limit $3
            for update`,
};
const drop = {
  name: 'history.drop',
  text: 'delete from history_messages where company_id = $1 and id = any($2::bigint[])',
};
const left = {
  name: 'history.left',
  text: 'select count(*)::int as n from history_messages where company_id = $1 and connection_id = $2',
};
const due = { name: 'history.due', text: 'select company_id, id from history_imports_due($1, $2)' };
