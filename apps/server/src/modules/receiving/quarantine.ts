import { createHash } from 'node:crypto';
import type { Actor } from '@balcao/domain/policy/actor';
import type { ChannelEvent } from '../../channels/port.ts';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { Connections } from '../connections/index.ts';
import type { HistoryImporter } from '../history-import/index.ts';
import { fromStoredEvent, toStoredEvent, type StoredEvent } from '../messages/index.ts';
import { routeOf } from './event-routing.ts';
import { inboxStore } from './inbox.store.ts';
import { PAYLOAD_KIND, quarantineStore, type QuarantinedRow } from './quarantine.store.ts';
import { queuedEventStore } from './queued-events.store.ts';

interface Deps {
  db: Db;
  connections: Pick<Connections, 'list'>;
  history?: Pick<HistoryImporter, 'putBack'> | undefined;
}
const PAGE = 40;
/** Items per transaction, and per request. */
const PORTION = 20;
const MAX_PER_REQUEST = 500;

/** Lets an admin decide about received payloads and events that could not be processed. */
export function createQuarantine({ db, connections, history }: Deps) {
  const existingConnections = async (companyId: number) =>
    new Map((await connections.list(companyId)).map(({ id, name }) => [id, name]));

  /** Returns the item to the inbox or to its conversation; false when that is impossible. */
  async function putBackInTx(tx: Tx, row: QuarantinedRow, existing: ReadonlyMap<number, string>): Promise<boolean> {
    const { connectionId, content, at: receivedAt } = row;
    const { companyId } = tx;
    if (connectionId === null || !existing.has(connectionId)) return false;
    const event = row.kind === PAYLOAD_KIND ? undefined : eventOf(content);
    const body = row.kind === PAYLOAD_KIND && typeof content.body === 'string' && Buffer.from(content.body, 'base64');
    if (!event && !body) return false;
    const imported = event?.type === 'message' && event.isHistory ? event : undefined;
    // Without its import the event would be dropped when it is handled.
    if (imported && !(await history?.putBack(tx, connectionId, imported))) return false;
    if (!(await quarantineStore.remove(tx, row.id))) return false;
    if (imported) return true;
    if (event) {
      const queued = { companyId, connectionId, event, receivedAt, ...routeOf(connectionId, event) };
      await queuedEventStore.append(tx, [queued]);
    } else if (body) {
      const digest = createHash('sha256').update(body).digest();
      const parsedEvents = Number(content.parsedEvents ?? 0);
      await inboxStore.putBack(tx, { companyId, connectionId, digest, body, parsedEvents });
    }
    return true;
  }

  /** Puts back the oldest items of the company, portion by portion; those that cannot be put back stay. */
  async function putBackMany(companyId: number, userId: number | null): Promise<{ count: number; left: number }> {
    const existing = await existingConnections(companyId);
    // Items of removed connections would fill every request: the usable ones behind them were never reached.
    const connectionIds = [...existing.keys()];
    const until = await db.readCompany(companyId, quarantineStore.newestId);
    let after = 0;
    let count = 0;
    for (let seen = 0; seen < MAX_PER_REQUEST; seen += PORTION) {
      const last = await db.inCompany(companyId, async (tx) => {
        const rows = await quarantineStore.oldest(tx, { connectionIds, after, until, limit: PORTION });
        const putBack: number[] = [];
        for (const row of rows) if (await putBackInTx(tx, row, existing)) putBack.push(row.id);
        if (putBack.length > 0)
          await audit(tx, { userId, action: 'quarantine.put-back', subject: 'quarantine', data: { ids: putBack } });
        count += putBack.length;
        return rows.length < PORTION ? undefined : rows.at(-1)!.id;
      });
      if (last === undefined) return { count, left: 0 };
      after = last;
    }
    const left = await db.readCompany(companyId, quarantineStore.count);
    // Items that cannot be put back must not be announced as work that remains.
    return { count, left: count === 0 ? 0 : left };
  }

  return {
    inTx: {
      add: (tx: Tx, connectionId: number, event: ChannelEvent, error: Error) =>
        quarantineStore.add(tx, {
          connectionId,
          kind: event.type,
          content: toStoredEvent(event),
          reason: 'failed',
          error: error.message,
        }),
    },
    /** Newest first. */
    async list(
      actor: Actor,
      { before, connectionId }: { before?: number | undefined; connectionId?: number | undefined },
    ) {
      const names = await existingConnections(actor.companyId);
      return db.readCompany(actor.companyId, async (tx) => {
        const rows = await quarantineStore.list(tx, { before, connectionId, limit: PAGE + 1 });
        const items = rows.slice(0, PAGE).map((row) => ({
          row,
          connectionName: names.get(row.connectionId ?? 0) ?? '',
          event: row.kind === PAYLOAD_KIND ? undefined : eventOf(row.content),
        }));
        return { items, hasMore: rows.length > PAGE, count: await quarantineStore.count(tx) };
      });
    },
    async putBack(actor: Actor, id: number): Promise<void> {
      const existing = await existingConnections(actor.companyId);
      await db.inCompany(actor.companyId, async (tx) => {
        const row = assertFound(await quarantineStore.find(tx, id), 'ERR_QUARANTINE_NOT_FOUND');
        if (!(await putBackInTx(tx, row, existing))) refuse('ERR_QUARANTINE_UNUSABLE');
        await audit(tx, { userId: actor.userId, action: 'quarantine.put-back', subject: `quarantine ${id}` });
      });
    },
    putBackAll: (actor: Actor) => putBackMany(actor.companyId, actor.userId),
    /** For the operator, who is no user of the company. */
    putBackAllOf: (companyId: number) => putBackMany(companyId, null),
    listOf: (companyId: number, limit: number) =>
      db.readCompany(companyId, (tx) =>
        quarantineStore.list(tx, { before: undefined, connectionId: undefined, limit }),
      ),
    countOf: (companyId: number) => db.readCompany(companyId, quarantineStore.count),
    /** Discards the item for good. */
    async remove(actor: Actor, id: number): Promise<void> {
      await db.inCompany(actor.companyId, async (tx) => {
        const { kind, reason, connectionId } = assertFound(
          await quarantineStore.find(tx, id),
          'ERR_QUARANTINE_NOT_FOUND',
        );
        if (!(await quarantineStore.remove(tx, id))) refuse('ERR_QUARANTINE_NOT_FOUND');
        await audit(tx, {
          userId: actor.userId,
          action: 'quarantine.removed',
          subject: `quarantine ${id}`,
          data: { kind, reason, connectionId },
        });
      });
    },
  };
}
export type Quarantine = ReturnType<typeof createQuarantine>;

/** Undefined for content that is not a stored event. */
function eventOf(content: QuarantinedRow['content']) {
  if (typeof content['is'] !== 'string') return undefined;
  const event = fromStoredEvent(content as StoredEvent);
  const peer = (event as { peer?: { identities?: unknown } }).peer;
  return peer === undefined || Array.isArray(peer.identities) ? event : undefined;
}
