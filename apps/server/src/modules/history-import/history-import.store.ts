import { digitsOf, phoneForms } from '@balcao/domain/contact/phone';
import type { Peer } from '../../channels/port.ts';
import type { HistoryImport } from '../../infrastructure/db/schema/connection-health.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { fromStoredEvent, toStoredEvent, type StoredEvent } from '../messages/index.ts';
import type { HistoryMessageEvent } from './types.ts';

export type ImportRequest = Omit<
  HistoryImport,
  'companyId' | 'state' | 'lastReceivedAt' | 'isComplete' | 'done' | 'total' | 'isCanceled'
>;
type ImportChange = Partial<
  Pick<
    HistoryImport,
    'withGroups' | 'closes' | 'queueId' | 'state' | 'lastReceivedAt' | 'isComplete' | 'done' | 'total'
  >
>;

export const historyImportStore = {
  async byConnection(tx: Tx, connectionId: number): Promise<HistoryImport | undefined> {
    const [row] = await tx.query<HistoryImport>(byConnection, [tx.companyId, connectionId]);
    return row;
  },
  /** Undefined when there is no import, or another node has locked it. */
  async lock(tx: Tx, connectionId: number): Promise<HistoryImport | undefined> {
    const [row] = await tx.query<HistoryImport>(lock, [tx.companyId, connectionId]);
    return row;
  },
  /**
   * False while a transaction that stores a message is open. Otherwise none begins until this one has ended, and it then
   * sees the state that this one leaves.
   */
  isLockedAlone: async (tx: Tx, connectionId: number): Promise<boolean> =>
    (await tx.query(lockAlone, [tx.companyId, connectionId])).length > 0,
  /** Starts a new import in place of an earlier one, whose messages outside of the new dates `removeUnwanted` removes. */
  async start(tx: Tx, request: ImportRequest) {
    const { connectionId, since, until, withGroups, closes, queueId, importedAt } = request;
    await tx.query(start, [tx.companyId, connectionId, since, until, withGroups, closes, queueId, importedAt]);
  },
  /** Changes the given columns only. */
  async set(tx: Tx, connectionId: number, change: ImportChange) {
    await tx.query(set, [tx.companyId, connectionId, JSON.stringify(change)]);
  },
  /** The import is over; its messages are left to `removeUnwanted`, because they may be hundreds of thousands. */
  async cancel(tx: Tx, connectionId: number) {
    await tx.query(cancel, [tx.companyId, connectionId]);
  },
  /** Removes messages that the import does not want, at most `limit`; returns how many. */
  removeUnwanted: async (tx: Tx, connectionId: number, limit: number): Promise<number> =>
    (await tx.query(removeUnwanted, [tx.companyId, connectionId, limit])).length,
  async removeImport(tx: Tx, connectionId: number) {
    await tx.query(removeImport, [tx.companyId, connectionId]);
  },

  /** Stores a message that the import wants; undefined when it does not. Returns the time of the last event. */
  async saveMessage(
    tx: Tx,
    connectionId: number,
    event: HistoryMessageEvent,
    at: Date,
  ): Promise<{ lastEventAt: Date | null } | undefined> {
    const [row] = await tx.query<{ lastEventAt: Date | null }>(saveMessage, [
      tx.companyId,
      connectionId,
      event.wid,
      at,
      JSON.stringify(toStoredEvent(event)),
      event.peer.isGroup,
      namesOf(event.peer),
    ]);
    return row;
  },
  /** Stores a message of an import that may be over, which then runs again; false when the import does not want it. */
  async putBack(tx: Tx, connectionId: number, event: HistoryMessageEvent): Promise<boolean> {
    const content = JSON.stringify(toStoredEvent(event));
    return (await tx.query(putBack, [tx.companyId, connectionId, event.wid, new Date(event.at), content])).length > 0;
  },
  async nextMessages(
    tx: Tx,
    connectionId: number,
    limit: number,
  ): Promise<{ id: number; event: HistoryMessageEvent }[]> {
    const rows = await tx.query<{ id: number; signal: StoredEvent }>(nextMessages, [tx.companyId, connectionId, limit]);
    return rows.map(({ id, signal }) => ({ id, event: fromStoredEvent(signal) as HistoryMessageEvent }));
  },
  async removeMessages(tx: Tx, ids: number[]) {
    await tx.query(removeMessages, [tx.companyId, ids]);
  },
  async countRemaining(tx: Tx, connectionId: number): Promise<number> {
    const [row] = await tx.query<{ n: number }>(countRemaining, [tx.companyId, connectionId]);
    return row?.n ?? 0;
  },
  /** All messages, also those that the import does not want. */
  async countStored(tx: Tx, connectionId: number): Promise<number> {
    const [row] = await tx.query<{ n: number }>(countStored, [tx.companyId, connectionId]);
    return row?.n ?? 0;
  },
  due: (db: Db, at: Date, limit: number) => db.query<{ companyId: number; connectionId: number }>(due, [at, limit]),
};

/** Everything that may name this peer; a phone in both spellings. */
const namesOf = ({ identities }: Peer): string[] =>
  identities.flatMap(({ kind, value }) =>
    (kind === 'phone' ? phoneForms(digitsOf(value)) : [value]).map((form) => `${kind} ${form}`),
  );

const COLUMNS = `company_id as "companyId", connection_id as "connectionId", state, since, until, with_groups as "withGroups",
  closes, queue_id as "queueId", imported_at as "importedAt", heard_at as "lastReceivedAt", is_complete as "isComplete",
  done, total, is_canceled as "isCanceled"`;
/** An import that was started again may still have messages outside of its dates. */
const IN_DATES = `at between (select since from history_imports where company_id = $1 and connection_id = $2)
              and (select until from history_imports where company_id = $1 and connection_id = $2)`;
const byConnection = {
  name: 'history-import.by-connection',
  text: `select ${COLUMNS} from history_imports where company_id = $1 and connection_id = $2`,
};
const lock = {
  name: 'history-import.lock',
  text: `select ${COLUMNS} from history_imports where company_id = $1 and connection_id = $2 for no key update skip locked`,
};
const lockAlone = {
  name: 'history-import.lock-alone',
  text: 'select from history_imports where company_id = $1 and connection_id = $2 for update skip locked',
};
const start = {
  name: 'history-import.start',
  text: `insert into history_imports (company_id, connection_id, state, since, until, with_groups, closes, queue_id, imported_at)
         values ($1, $2, 'gathering', $3, $4, $5, $6, $7, $8)
         on conflict (company_id, connection_id) do update set state = excluded.state, since = excluded.since,
           until = excluded.until, with_groups = excluded.with_groups, closes = excluded.closes,
           queue_id = excluded.queue_id, imported_at = excluded.imported_at, heard_at = null, is_complete = false,
           done = 0, total = 0, is_canceled = false`,
};
const set = {
  name: 'history-import.set',
  // Only `queueId` may be changed to null.
  text: `update history_imports i
            set with_groups = coalesce((c.change ->> 'withGroups')::boolean, i.with_groups),
                closes = coalesce((c.change ->> 'closes')::boolean, i.closes),
                queue_id = case when c.change ? 'queueId' then (c.change ->> 'queueId')::int else i.queue_id end,
                state = coalesce(c.change ->> 'state', i.state),
                heard_at = coalesce((c.change ->> 'lastReceivedAt')::timestamptz, i.heard_at),
                is_complete = coalesce((c.change ->> 'isComplete')::boolean, i.is_complete),
                done = coalesce((c.change ->> 'done')::int, i.done),
                total = coalesce((c.change ->> 'total')::int, i.total)
           from (select $3::jsonb as change) c
          where i.company_id = $1 and i.connection_id = $2`,
};
const cancel = {
  name: 'history-import.cancel',
  text: `update history_imports set state = 'over', is_canceled = true where company_id = $1 and connection_id = $2`,
};
const removeUnwanted = {
  name: 'history-import.remove-unwanted',
  text: `delete from history_messages where company_id = $1 and id = any (array(
           select m.id from history_messages m
             join history_imports i on i.company_id = m.company_id and i.connection_id = m.connection_id
            where m.company_id = $1 and m.connection_id = $2
              and (i.is_canceled or m.at not between i.since and i.until) limit $3))
         returning id`,
};
const removeImport = {
  name: 'history-import.remove',
  text: 'delete from history_imports where company_id = $1 and connection_id = $2',
};
const saveMessage = {
  name: 'history-import.save-message',
  // The import does not end while this transaction is open, and is not wanted any more once it has ended.
  // A repeated message is stored once. Only a placeholder is replaced by its message, which keeps its id: it must be in the
  // same conversation and direction, because phones choose ids themselves.
  text: `with wanted as (
           select heard_at from history_imports where company_id = $1 and connection_id = $2 and state in ('gathering', 'running')
              and $4 between since and until and (with_groups or not $6) for key share),
         saved as (
           insert into history_messages (company_id, connection_id, wid, at, signal)
           select $1, $2, $3, $4, $5::jsonb from wanted
           on conflict (company_id, connection_id, wid) do update set signal = excluded.signal
            where history_messages.signal->'content'->>'kind' = 'unsupported'
              and excluded.signal->'content'->>'kind' <> 'unsupported'
              and excluded.signal->'fromMe' = history_messages.signal->'fromMe'
              and exists (select from jsonb_array_elements(history_messages.signal->'peer'->'identities') i
                           where i->>'kind' || ' ' || (i->>'value') = any ($7::text[])))
         select heard_at as "lastEventAt" from wanted`,
};
const putBack = {
  name: 'history-import.put-back',
  // Waits for a running batch. While tickets are closed, no more messages are imported.
  text: `with wanted as (
           update history_imports set state = case state when 'over' then 'running' else state end
            where company_id = $1 and connection_id = $2 and state <> 'closing' and not is_canceled and $4 between since and until
           returning connection_id),
         saved as (
           insert into history_messages (company_id, connection_id, wid, at, signal)
           select $1, connection_id, $3, $4, $5::jsonb from wanted on conflict (company_id, connection_id, wid) do nothing)
         select connection_id from wanted`,
};
const nextMessages = {
  name: 'history-import.next-messages',
  // Locked until they are removed: a file that arrives meanwhile for one of them is stored anew, not removed with it.
  text: `select id::float8 as id, signal from history_messages
          where company_id = $1 and connection_id = $2 and ${IN_DATES}
          order by at, history_messages.id limit $3 for update`,
};
const removeMessages = {
  name: 'history-import.remove-messages',
  text: 'delete from history_messages where company_id = $1 and id = any($2::bigint[])',
};
const countRemaining = {
  name: 'history-import.count-remaining',
  text: `select count(*)::int as n from history_messages where company_id = $1 and connection_id = $2 and ${IN_DATES}`,
};
const countStored = {
  name: 'history-import.count-stored',
  text: 'select count(*)::int as n from history_messages where company_id = $1 and connection_id = $2',
};
const due = {
  name: 'history-import.due',
  text: 'select company_id as "companyId", id as "connectionId" from history_imports_due($1, $2)',
};
