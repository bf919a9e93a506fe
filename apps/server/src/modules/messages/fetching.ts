import { Readable } from 'node:stream';
import { Refused, type MediaRef } from '../../channels/port.ts';
import type { NewMessage } from '../../foundation/db/schema/messages.ts';
import type { Db, Tx } from '../../foundation/db/tx.ts';
import { previewOf } from '../../foundation/media/preview.ts';
import { HEAD_BYTES, sniff, type SniffedType } from '../../foundation/media/sniff.ts';
import { fileStore } from '../../foundation/storage/files.store.ts';
import { FileTooLarge, type Storage } from '../../foundation/storage/storage.ts';
import type { Connections } from '../connections/index.ts';
import type { Settings } from '../settings/index.ts';
import { placeOf, type Tickets } from '../tickets/index.ts';
import { mediaStore } from './media.store.ts';
import { messageStore, type FullMessage } from './messages.store.ts';

interface Needs {
  db: Db;
  storage: Storage;
  connections: Connections;
  tickets: Tickets;
  settings: Settings;
  failed(fault: unknown): void;
}
const AT_ONCE = 4;
const SWEEP = 100;
/** More files than this are not kept in mind: the sweep finds them. */
const MOST_WAITING = 10_000;
const STOP_WITHIN_MS = 3000;
/** Longer than a channel needs for the largest file; whoever takes longer is taken for dead. */
const LEASE_SECONDS = 600;
/** A day and a half in all: long enough for a full disk or a channel that is down. */
const WAITS_SECONDS = [2, 10, 60, 300, 1200, 3600, 3600, 4 * 3600, 8 * 3600, 8 * 3600, 8 * 3600];
const mediaTypeOf: Record<SniffedType, string> = {
  image: 'image',
  audio: 'audio',
  video: 'video',
  document: 'application',
};

/** Brings the files that customers send into the house, after their messages. Whatever happens to a file, its message stays. */
export function createFetching({ db, storage, connections, tickets, settings, failed }: Needs) {
  const waiting = new Map<string, { companyId: number; id: number }>();
  const busy = new Set<string>();
  const timers = new Set<NodeJS.Timeout>();
  let isStopped = false;
  /** The last sweep found as many as it looks for: there are others. */
  let isMore = false;

  function wake(companyId: number, id: number) {
    if (isStopped) return;
    if (waiting.size >= MOST_WAITING) return void (isMore = true);
    waiting.set(`${companyId} ${id}`, { companyId, id });
    next();
  }
  function next() {
    for (const [name, { companyId, id }] of waiting) {
      if (busy.size >= AT_ONCE || isStopped) return;
      if (busy.has(name)) continue;
      waiting.delete(name);
      busy.add(name);
      void fetchOne(companyId, id)
        .catch(failed)
        .finally(() => {
          busy.delete(name);
          next();
          if (isMore && busy.size === 0 && !isStopped) void sweep().catch(failed);
        });
    }
  }
  async function sweep() {
    const due = await db.onPlatform((tx) => mediaStore.due(tx, SWEEP));
    isMore = due.length === SWEEP;
    for (const { companyId, id } of due) wake(companyId, id);
  }

  async function fetchOne(companyId: number, id: number) {
    const claimed = await db.inCompany(companyId, async (tx) => {
      if (!(await mediaStore.claim(tx, id, LEASE_SECONDS))) return undefined;
      const message = (await messageStore.byId(tx, id))!;
      const connection =
        message.connectionId === null ? undefined : await connections.tryWithin(tx, message.connectionId);
      return { message, connection };
    });
    if (!claimed) return;
    const { message, connection } = claimed;
    if (!connection) return void (await settle(message, { mediaState: 'failed' }));
    try {
      // Asked at each fetch, because the platform's owner may change it.
      const maxBytes = await settings.maxDownloadBytes();
      const stream = await connections
        .channelOf(connection)
        .fetchMedia(connections.accountOf(connection), message.mediaRef as MediaRef, maxBytes);
      await keep(message, stream, maxBytes);
    } catch (fault) {
      if (fault instanceof FileTooLarge) await settle(message, { mediaState: 'refused' });
      else await afterFault(message, fault);
    }
  }

  async function keep(message: FullMessage, stream: NodeJS.ReadableStream, maxBytes: number) {
    const { companyId } = message;
    const head: Buffer[] = [];
    const watched = Readable.from(watch(stream, head), { objectMode: false });
    // A channel that stops in the middle would keep this place for ever.
    const stops = () => stream instanceof Readable && stream.destroy(new Error('the channel stopped sending'));
    const tooSlow = setTimeout(stops, (LEASE_SECONDS - 10) * 1000);
    const stored = await storage
      .put(watched, { companyId, kind: 'media', maxBytes })
      .finally(() => clearTimeout(tooSlow));
    const told = (message.data ?? {}) as { type?: string };
    const { mime, type } = sniff(Buffer.concat(head), message.mediaName, told.type === 'audio');
    const preview = type === 'image' ? await previewOf(storage, stored.key) : undefined;
    const small = preview && (await storage.put(preview, { companyId, kind: 'media' }));
    // A card stays a card, and what is seen once stays so; a picture that is none becomes a document.
    const isPlain = Object.values(mediaTypeOf).includes(message.mediaType);
    const isKept = await settle(
      message,
      {
        mediaState: 'ready',
        mediaKey: stored.key,
        mediaMime: mime,
        mediaBytes: stored.bytes,
        previewKey: small?.key ?? null,
        mediaRef: null,
        ...(isPlain && { mediaType: mediaTypeOf[type] }),
        ...(isPlain && told.type !== 'sticker' && { data: { ...told, type } }),
      },
      async (tx) => {
        await fileStore.insert(tx, { ...stored, purpose: 'media', mime, name: message.mediaName, createdBy: null });
        if (small) await fileStore.insert(tx, { ...small, purpose: 'preview', mime: 'image/webp', createdBy: null });
      },
    );
    if (!isKept) for (const file of [stored, small]) if (file) await storage.remove(file.key);
  }

  const settle = (
    { companyId, id, mediaTries, ticketId }: FullMessage,
    change: Partial<NewMessage>,
    and?: (tx: Tx) => Promise<void>,
  ) =>
    db.inCompany(companyId, async (tx) => {
      if (!(await mediaStore.settle(tx, id, mediaTries, change))) return false;
      await and?.(tx);
      tx.emit({ is: 'message.changed', messageId: id, ticketId, place: placeOf(await tickets.within(tx, ticketId)) });
      return true;
    });

  async function afterFault(message: FullMessage, fault: unknown) {
    const seconds = WAITS_SECONDS[message.mediaTries - 1];
    // What the channel no longer has will not come back.
    if (fault instanceof Refused || seconds === undefined)
      return void (await settle(message, { mediaState: 'failed' }));
    const { companyId, id, mediaTries } = message;
    await db.inCompany(companyId, (tx) => mediaStore.postpone(tx, id, mediaTries, seconds));
    if (seconds > 600 || isStopped) return;
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        wake(companyId, id);
      },
      seconds * 1000 + 20,
    );
    timers.add(timer.unref());
  }

  return {
    wake,
    sweep,
    async stop() {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
      // A large file is left where it is: its lease ends, and it is fetched anew.
      const end = Date.now() + STOP_WITHIN_MS;
      while (busy.size > 0 && Date.now() < end) await new Promise((done) => setTimeout(done, 20));
    },
  };
}
export type Fetching = ReturnType<typeof createFetching>;

/** Lets the bytes through and remembers the first of them. */
async function* watch(stream: NodeJS.ReadableStream, head: Buffer[]): AsyncGenerator<Buffer> {
  let seen = 0;
  for await (const piece of stream) {
    const bytes = Buffer.from(piece as Buffer);
    if (seen < HEAD_BYTES) head.push(bytes.subarray(0, HEAD_BYTES - seen));
    seen += bytes.length;
    yield bytes;
  }
}
