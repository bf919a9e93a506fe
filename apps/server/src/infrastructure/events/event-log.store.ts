import type pg from 'pg';
import type { DomainEvent, EventKind } from '@balcao/domain/events/catalogue';

/** An event with its position in the log. */
export interface LoggedEvent {
  companyId: number;
  cursor: LogCursor;
  event: DomainEvent;
  /** Just before the commit, by the clock of the database. */
  at: Date;
}
/** The log is ordered by (xid, id): ids alone can be committed out of order. */
export interface LogCursor {
  xid: bigint;
  id: bigint;
}

export const START: LogCursor = { xid: 0n, id: 0n };
/** Clients store this text as their last event id. */
export const formatCursor = ({ xid, id }: LogCursor): string => `${xid}-${id}`;
export function parseCursor(text: unknown): LogCursor | undefined {
  const match = typeof text === 'string' ? /^(\d{1,19})-(\d{1,18})$/.exec(text) : null;
  return match ? { xid: BigInt(match[1]!), id: BigInt(match[2]!) } : undefined;
}
export const isAfter = (a: LogCursor, b: LogCursor): boolean => a.xid > b.xid || (a.xid === b.xid && a.id > b.id);

export interface EventRow extends pg.QueryResultRow {
  company_id: number;
  xid: string;
  id: string;
  kind: EventKind;
  data: Record<string, unknown>;
  at: Date;
}
export const toEvent = (row: EventRow): LoggedEvent => ({
  companyId: row.company_id,
  cursor: { xid: BigInt(row.xid), id: BigInt(row.id) },
  event: { type: row.kind, ...fromStored(row.data) } as DomainEvent,
  at: row.at,
});

/** Keys of `event_log.data` that keep the name of earlier versions: nodes of both versions read the same log. */
const storedKeys = { assignment: 'place', reason: 'why' } as const;

function toStored(data: object): object {
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [storedKeys[key as keyof typeof storedKeys] ?? key, value as unknown]),
  );
}

function fromStored({
  [storedKeys.assignment]: assignment,
  [storedKeys.reason]: reason,
  ...data
}: Record<string, unknown>): object {
  return { ...data, ...(assignment !== undefined && { assignment }), ...(reason !== undefined && { reason }) };
}

const appendStatement = {
  name: 'events.append',
  text: `insert into event_log (company_id, at, kind, data)
         select $1, clock_timestamp(), kind, data from unnest($2::text[], $3::jsonb[]) with ordinality as event (kind, data, n) order by n
         returning company_id, xid::text, id, kind, data, at`,
};
/** Sends one statement; throws at once, before anything is sent, if an event cannot be written as JSON. */
export function appendEvents(client: pg.ClientBase, companyId: number, events: DomainEvent[]): Promise<LoggedEvent[]> {
  const bodies = events.map(({ type: _, ...data }) => JSON.stringify(toStored(data)));
  const values = [companyId, events.map((event) => event.type), bodies];
  return client.query<EventRow>({ ...appendStatement, values }).then(({ rows }) => rows.map(toEvent));
}
