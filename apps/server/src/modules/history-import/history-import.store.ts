import { and, eq } from 'drizzle-orm';
import { historyImports, type HistoryImport } from '../../infrastructure/db/schema/connection-health.ts';
import { own, type Db, type Tx } from '../../infrastructure/db/tx.ts';
import { fromStoredEvent, toStoredEvent, type StoredEvent } from '../messages/index.ts';
import type { HistoryMessageEvent } from './types.ts';

export type ImportRequest = Omit<
  HistoryImport,
  'companyId' | 'state' | 'lastReceivedAt' | 'isComplete' | 'done' | 'total'
>;

export const historyImportStore = {
  async byConnection(tx: Tx, connectionId: number): Promise<HistoryImport | undefined> {
    const [row] = await tx.orm
      .select()
      .from(historyImports)
      .where(and(own(tx, historyImports), eq(historyImports.connectionId, connectionId)));
    return row;
  },
  /** Undefined when there is none, or another node is at it. */
  async lock(tx: Tx, connectionId: number): Promise<HistoryImport | undefined> {
    const [row] = await tx.orm
      .select()
      .from(historyImports)
      .where(and(own(tx, historyImports), eq(historyImports.connectionId, connectionId)))
      .for('update', { skipLocked: true });
    return row;
  },
  /** From the beginning, whatever there was before. */
  async start(tx: Tx, request: ImportRequest) {
    await this.removeImport(tx, request.connectionId);
    await tx.orm.insert(historyImports).values({ ...request, companyId: tx.companyId, state: 'gathering' });
  },
  async set(tx: Tx, connectionId: number, change: Partial<HistoryImport>) {
    await tx.orm
      .update(historyImports)
      .set(change)
      .where(and(own(tx, historyImports), eq(historyImports.connectionId, connectionId)));
  },
  async removeImport(tx: Tx, connectionId: number) {
    await tx.query(deleteMessages, [tx.companyId, connectionId]);
    await tx.query(deleteImport, [tx.companyId, connectionId]);
  },

  /** Laid aside if it is wanted; answers when something was last heard, or undefined when it is not wanted. */
  async saveMessage(
    tx: Tx,
    connectionId: number,
    event: HistoryMessageEvent,
    at: Date,
  ): Promise<{ lastEventAt: Date | null } | undefined> {
    const [row] = await tx.query<{ heard_at: Date | null }>(saveMessage, [
      tx.companyId,
      connectionId,
      event.wid,
      at,
      JSON.stringify(toStoredEvent(event)),
      event.peer.isGroup,
    ]);
    return row && { lastEventAt: row.heard_at };
  },
  async nextMessages(
    tx: Tx,
    connectionId: number,
    limit: number,
  ): Promise<{ id: number; event: HistoryMessageEvent }[]> {
    const rows = await tx.query<{ id: string; signal: StoredEvent }>(nextMessages, [tx.companyId, connectionId, limit]);
    return rows.map(({ id, signal }) => ({ id: Number(id), event: fromStoredEvent(signal) as HistoryMessageEvent }));
  },
  async removeMessages(tx: Tx, ids: number[]) {
    await tx.query(removeMessages, [tx.companyId, ids]);
  },
  async countRemaining(tx: Tx, connectionId: number): Promise<number> {
    const [row] = await tx.query<{ n: number }>(countRemaining, [tx.companyId, connectionId]);
    return row?.n ?? 0;
  },
  due: (db: Db, at: Date, limit: number) => db.query<{ company_id: number; id: number }>(due, [at, limit]),
};

const deleteMessages = {
  name: 'history.forget-messages',
  text: 'delete from history_messages where company_id = $1 and connection_id = $2',
};
const deleteImport = {
  name: 'history.forget-import',
  text: 'delete from history_imports where company_id = $1 and connection_id = $2',
};
const saveMessage = {
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
const nextMessages = {
  name: 'history.next',
  // Held until they are dropped: what comes for one of them meanwhile is laid down anew, and not dropped with it.
  text: `select id, signal from history_messages where company_id = $1 and connection_id = $2 order by at, id limit $3
            for update`,
};
const removeMessages = {
  name: 'history.drop',
  text: 'delete from history_messages where company_id = $1 and id = any($2::bigint[])',
};
const countRemaining = {
  name: 'history.left',
  text: 'select count(*)::int as n from history_messages where company_id = $1 and connection_id = $2',
};
const due = { name: 'history.due', text: 'select company_id, id from history_imports_due($1, $2)' };
