import { Readable } from 'node:stream';
import { Refused, type MediaRef } from '../../../channels/port.ts';
import type { NewMessage } from '../../../infrastructure/db/schema/messages.ts';
import type { Db, Tx } from '../../../infrastructure/db/tx.ts';
import { createCompanyTurns } from '../../../infrastructure/limits/company-turns.ts';
import { previewOf } from '../../../infrastructure/media/preview.ts';
import { HEAD_BYTES, sniff, type SniffedType } from '../../../infrastructure/media/sniff.ts';
import { fileStore } from '../../../infrastructure/storage/files.store.ts';
import { FileTooLarge, type Storage } from '../../../infrastructure/storage/storage.ts';
import { TRANSFER_RATE, watchTransfer } from '../../../infrastructure/transfer-rate.ts';
import type { Connections } from '../../connections/index.ts';
import type { Settings } from '../../settings/index.ts';
import type { Tickets } from '../../tickets/index.ts';
import { emitChangedIn } from '../message-events.ts';
import { messageRecordStore } from '../message-records.store.ts';
import { mediaStore } from './media.store.ts';
import { messageStore, type FullMessage } from '../messages.store.ts';

interface Deps {
  db: Db;
  storage: Storage;
  connections: Connections;
  tickets: Tickets;
  settings: Settings;
  onError(error: unknown): void;
}
/** Downloads of all companies; one company alone uses half of them. */
const MAX_CONCURRENT = 8;
const SWEEP_LIMIT = 100;
/** Further files are not kept in memory: the sweep finds them. */
const MAX_WAITING = 10_000;
const STOP_TIMEOUT_MS = 3000;
/** Renewed while bytes arrive; a worker that does not renew it counts as dead. */
const LEASE_SECONDS = 600;
/** A day and a half in total: covers a full disk or a channel that is down. */
const RETRY_DELAYS_SECONDS = [2, 10, 60, 300, 1200, 3600, 3600, 4 * 3600, 8 * 3600, 8 * 3600, 8 * 3600];
const mediaTypeOf: Record<SniffedType, string> = {
  image: 'image',
  audio: 'audio',
  video: 'video',
  document: 'application',
};

/** Downloads the files of incoming messages after the messages are stored. A failed download keeps the message. */
export function createDownloadWorker({ db, storage, connections, tickets, settings, onError }: Deps) {
  /** Companies take turns, one file each. */
  const turns = createCompanyTurns<number>({ slots: MAX_CONCURRENT, maxWaiting: MAX_WAITING });
  const timers = new Set<NodeJS.Timeout>();
  let isStopped = false;
  /** The last sweep reached its limit, so more files wait. */
  let hasMore = false;

  function wake(companyId: number, id: number) {
    if (isStopped) return;
    if (!turns.add(companyId, `${companyId} ${id}`, id)) return void (hasMore = true);
    startPending();
  }
  function startPending() {
    for (let item = isStopped ? undefined : turns.start(); item; item = turns.start()) {
      const { key, companyId, task: id } = item;
      void download(companyId, id)
        .catch(onError)
        .finally(() => {
          turns.finish(key);
          startPending();
          if (hasMore && turns.running === 0 && !isStopped) void sweep().catch(onError);
        });
    }
  }
  async function sweep() {
    const due = await db.onPlatform((tx) => mediaStore.due(tx, SWEEP_LIMIT));
    hasMore = due.length === SWEEP_LIMIT;
    for (const { companyId, id } of due) wake(companyId, id);
  }

  async function download(companyId: number, id: number) {
    const claimed = await db.inCompany(companyId, async (tx) => {
      if (!(await mediaStore.claim(tx, id, LEASE_SECONDS))) return undefined;
      const message = (await messageStore.byId(tx, id))!;
      const connection =
        message.connectionId === null ? undefined : await connections.inTx.find(tx, message.connectionId);
      return { message, connection };
    });
    if (!claimed) return;
    const { message, connection } = claimed;
    if (!connection) return void (await settle(message, { mediaState: 'failed' }));
    try {
      // Read for each file: the platform setting may change.
      const maxBytes = await settings.maxDownloadBytes();
      const stream = await connections
        .channelOf(connection)
        .fetchMedia(connections.accountOf(connection), message.mediaRef as MediaRef, maxBytes);
      await store(message, stream, maxBytes);
    } catch (error) {
      if (error instanceof FileTooLarge) await settle(message, { mediaState: 'refused' });
      else await handleError(message, error);
    }
  }

  async function store(message: FullMessage, stream: NodeJS.ReadableStream, maxBytes: number) {
    const { companyId } = message;
    const head: Buffer[] = [];
    // A channel that stops sending would occupy this worker forever.
    const abort = () => stream instanceof Readable && stream.destroy(new Error('the channel stopped sending'));
    const transfer = watchTransfer(TRANSFER_RATE, abort);
    const captured = Readable.from(captureHead(stream, head, transfer.add), { objectMode: false });
    const renewal = setInterval(() => void renewLease(message).catch(onError), (LEASE_SECONDS * 1000) / 3).unref();
    const stored = await storage.put(captured, { companyId, kind: 'media', maxBytes }).finally(() => {
      transfer.stop();
      clearInterval(renewal);
    });
    const mediaData = (message.data ?? {}) as { type?: string };
    const { mime, type } = sniff(Buffer.concat(head), message.mediaName, mediaData.type === 'audio');
    const preview = type === 'image' ? await previewOf(storage, stored.key) : undefined;
    const storedPreview = preview && (await storage.put(preview, { companyId, kind: 'media' }));
    // Cards and view-once files keep their type. Plain media takes the type of its bytes, so a false image becomes a document.
    const isPlainMedia = Object.values(mediaTypeOf).includes(message.mediaType);
    const isSaved = await settle(
      message,
      {
        mediaState: 'ready',
        mediaKey: stored.key,
        mediaMime: mime,
        mediaBytes: stored.bytes,
        previewKey: storedPreview?.key ?? null,
        mediaRef: null,
        ...(isPlainMedia && { mediaType: mediaTypeOf[type] }),
        ...(isPlainMedia && mediaData.type !== 'sticker' && { data: { ...mediaData, type } }),
      },
      async (tx) => {
        await fileStore.insert(tx, { ...stored, purpose: 'media', mime, name: message.mediaName, createdBy: null });
        if (storedPreview)
          await fileStore.insert(tx, { ...storedPreview, purpose: 'preview', mime: 'image/webp', createdBy: null });
      },
    );
    if (!isSaved) for (const file of [stored, storedPreview]) if (file) await storage.remove(file.key);
  }

  const renewLease = ({ companyId, id, mediaTries }: FullMessage) =>
    db.inCompany(companyId, (tx) => mediaStore.postpone(tx, id, mediaTries, LEASE_SECONDS));

  const settle = (
    { companyId, id, mediaTries, ticketId }: FullMessage,
    change: Partial<NewMessage>,
    alsoInTx?: (tx: Tx) => Promise<void>,
  ) =>
    db.inCompany(companyId, async (tx) => {
      if (!(await messageRecordStore.settleMedia(tx, id, mediaTries, change))) return false;
      await alsoInTx?.(tx);
      await emitChangedIn(tx, tickets, id, ticketId);
      return true;
    });

  async function handleError(message: FullMessage, error: unknown) {
    const seconds = RETRY_DELAYS_SECONDS[message.mediaTries - 1];
    // A file that the channel no longer has is not retried.
    if (error instanceof Refused || seconds === undefined)
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
      // A running download is abandoned: its lease expires and it starts again.
      const end = Date.now() + STOP_TIMEOUT_MS;
      while (turns.running > 0 && Date.now() < end) await new Promise((done) => setTimeout(done, 20));
    },
  };
}
export type DownloadWorker = ReturnType<typeof createDownloadWorker>;

/** Passes the bytes through, reports their number and copies the first HEAD_BYTES to `head`. */
async function* captureHead(
  stream: NodeJS.ReadableStream,
  head: Buffer[],
  onBytes: (count: number) => void,
): AsyncGenerator<Buffer> {
  let seen = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk as Buffer);
    if (seen < HEAD_BYTES) head.push(bytes.subarray(0, HEAD_BYTES - seen));
    seen += bytes.length;
    onBytes(bytes.length);
    yield bytes;
  }
}
