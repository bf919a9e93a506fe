import type { Tx } from '../../foundation/db/tx.ts';
import { labelStore, type ConnectionLabel, type Label } from './labels.store.ts';

export type { ConnectionLabel, Label } from './labels.store.ts';

/** The names that ride along with tickets, contacts and messages: looking each up for each row was half of every list. */
export interface Labels {
  queues: ReadonlyMap<number, Label>;
  users: ReadonlyMap<number, { id: number; name: string }>;
  tags: ReadonlyMap<number, Label>;
  connections: ReadonlyMap<number, ConnectionLabel>;
}

/** Which of them are asked for; an id that is not known by heart may be of this very transaction. */
export interface Wanted {
  queueId?: number | null;
  userId?: number | null;
  connectionId?: number | null;
  tagIds?: readonly number[];
}

/** By heart when all of these are known, else looked up. */
export async function labelsFor(tx: Tx, wanted: Iterable<Wanted>): Promise<Labels> {
  const known = await tx.known('labels', () => read(tx));
  for (const one of wanted) if (!isCovered(known, one)) return read(tx);
  return known;
}

const isCovered = ({ queues, users, tags, connections }: Labels, one: Wanted): boolean =>
  has(queues, one.queueId) &&
  has(users, one.userId) &&
  has(connections, one.connectionId) &&
  (one.tagIds?.every((id) => tags.has(id)) ?? true);
const has = (labels: ReadonlyMap<number, unknown>, id: number | null | undefined): boolean =>
  id === null || id === undefined || labels.has(id);

async function read(tx: Tx): Promise<Labels> {
  const { queues, users, tags, connections } = await labelStore.all(tx);
  return { queues: byId(queues), users: byId(users), tags: byId(tags), connections: byId(connections) };
}
const byId = <Row extends { id: number }>(rows: Row[]): ReadonlyMap<number, Row> =>
  new Map(rows.map((row) => [row.id, row]));

/** Of one that may be missing: nothing when it is gone. */
export const pick = <Row>(labels: ReadonlyMap<number, Row>, id: number | null): Row | null =>
  (id === null ? undefined : labels.get(id)) ?? null;
