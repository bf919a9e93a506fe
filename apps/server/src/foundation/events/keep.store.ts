import type pg from 'pg';
import type { DomainEvent, EventKind } from './catalogue.ts';

/** An event with its place in the log. */
export interface LoggedEvent {
  companyId: number;
  place: Place;
  event: DomainEvent;
}
/** Order is (xid, id): ids alone can be committed out of order. */
export interface Place {
  xid: bigint;
  id: bigint;
}

export const START: Place = { xid: 0n, id: 0n };
/** What clients keep as their last event id. */
export const placeText = ({ xid, id }: Place): string => `${xid}-${id}`;
export function readPlace(text: unknown): Place | undefined {
  const match = typeof text === 'string' ? /^(\d{1,19})-(\d{1,18})$/.exec(text) : null;
  return match ? { xid: BigInt(match[1]!), id: BigInt(match[2]!) } : undefined;
}
export const isAfter = (a: Place, b: Place): boolean => a.xid > b.xid || (a.xid === b.xid && a.id > b.id);

export interface EventRow extends pg.QueryResultRow {
  company_id: number;
  xid: string;
  id: string;
  kind: EventKind;
  data: object;
}
export const toEvent = (row: EventRow): LoggedEvent => ({
  companyId: row.company_id,
  place: { xid: BigInt(row.xid), id: BigInt(row.id) },
  event: { is: row.kind, ...row.data } as DomainEvent,
});

const keep = {
  name: 'events.keep',
  text: `insert into event_log (company_id, kind, data)
         select $1, kind, data from unnest($2::text[], $3::jsonb[]) with ordinality as told (kind, data, n) order by n
         returning company_id, xid::text, id, kind, data`,
};
export async function keepEvents(
  client: pg.ClientBase,
  companyId: number,
  events: DomainEvent[],
): Promise<LoggedEvent[]> {
  const bodies = events.map(({ is: _, ...data }) => JSON.stringify(data));
  const { rows } = await client.query<EventRow>({
    ...keep,
    values: [companyId, events.map((event) => event.is), bodies],
  });
  return rows.map(toEvent);
}
