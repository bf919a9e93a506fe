import type { Tx } from '../../infrastructure/db/tx.ts';
import { nameStore, type ConnectionSummary, type NameWithColor } from './name-cache.store.ts';

export type { ConnectionSummary, NameWithColor } from './name-cache.store.ts';

/** Names shown with tickets, contacts and messages. Joining them per row took half the time of every list. */
export interface CompanyNames {
  queues: ReadonlyMap<number, NameWithColor>;
  users: ReadonlyMap<number, { id: number; name: string }>;
  tags: ReadonlyMap<number, NameWithColor>;
  connections: ReadonlyMap<number, ConnectionSummary>;
  integrations: ReadonlyMap<number, { id: number; name: string }>;
}

/** Ids whose names a caller needs. */
export interface NameLookup {
  queueId?: number | null;
  userId?: number | null;
  connectionId?: number | null;
  integrationId?: number | null;
  tagIds?: readonly number[];
}

/** The cached names of the company. An id missing from the cache may be of this transaction, so the names are read again. */
export async function loadNames(tx: Tx, lookups: Iterable<NameLookup>): Promise<CompanyNames> {
  const cached = await tx.cached('labels', () => read(tx));
  for (const lookup of lookups) if (!isCovered(cached, lookup)) return read(tx);
  return cached;
}

/** A connection from the cache; undefined when it is not cached. Reads nothing. */
export const findCachedConnection = async (tx: Tx, id: number): Promise<ConnectionSummary | undefined> =>
  (await tx.cached<CompanyNames | undefined>('labels', async () => undefined))?.connections.get(id);

const isCovered = ({ queues, users, tags, connections, integrations }: CompanyNames, lookup: NameLookup): boolean =>
  has(queues, lookup.queueId) &&
  has(users, lookup.userId) &&
  has(connections, lookup.connectionId) &&
  has(integrations, lookup.integrationId) &&
  (lookup.tagIds?.every((id) => tags.has(id)) ?? true);
const has = (names: ReadonlyMap<number, unknown>, id: number | null | undefined): boolean =>
  id === null || id === undefined || names.has(id);

async function read(tx: Tx): Promise<CompanyNames> {
  const { queues, users, tags, connections, integrations } = await nameStore.all(tx);
  return {
    queues: byId(queues),
    users: byId(users),
    tags: byId(tags),
    connections: byId(connections),
    integrations: byId(integrations),
  };
}
const byId = <Row extends { id: number }>(rows: Row[]): ReadonlyMap<number, Row> =>
  new Map(rows.map((row) => [row.id, row]));

/** Null for a null id and for a record that no longer exists. */
export const findById = <Row>(names: ReadonlyMap<number, Row>, id: number | null): Row | null =>
  (id === null ? undefined : names.get(id)) ?? null;
