import { buffer } from 'node:stream/consumers';
import { Worker, type MessagePort } from 'node:worker_threads';
import type { SpreadsheetRow, SpreadsheetRows } from './rows.ts';
import { UnreadableSpreadsheet, type SpreadsheetSource } from './source.ts';

type XlsMessage = { type: 'rows'; rows: SpreadsheetRow[] } | { type: 'end' } | { type: 'unreadable'; reason: string };

/** 65,536 rows of contacts have a tenth of it. The whole file is in memory while it is read. */
const LIMITS = { maxBytes: 50 * 1_048_576, maxHeapMb: 300, maxMs: 20_000 };

/** Rows of an Excel 97–2003 workbook. A hostile file costs its thread's limits, never the server. */
export async function* readXls(source: SpreadsheetSource, { maxBytes, maxHeapMb, maxMs } = LIMITS): SpreadsheetRows {
  if (source.bytes > maxBytes) throw new UnreadableSpreadsheet('too large for the old format');
  const file = await buffer(await source.open());
  const worker = new Worker(new URL('./xls-worker.ts', import.meta.url), {
    workerData: file,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  });
  let failure: unknown;
  worker.on('error', (error) => (failure = error));
  const exited = new Promise<undefined>((resolve) => worker.once('exit', () => resolve(undefined)));
  let received = (_: XlsMessage) => {};
  worker.on('message', (message: XlsMessage) => received(message));
  /** The time of the thread: that of the consumer between two batches does not count. */
  let leftMs = maxMs;
  const nextMessage = async (): Promise<XlsMessage | undefined> => {
    const askedAt = performance.now();
    const timer = setTimeout(() => void worker.terminate(), leftMs);
    try {
      const answered = new Promise<XlsMessage>((resolve) => (received = resolve));
      worker.postMessage('next');
      return await Promise.race([answered, exited]);
    } finally {
      clearTimeout(timer);
      leftMs -= performance.now() - askedAt;
    }
  };
  try {
    for (;;) {
      const message = await nextMessage();
      if (message?.type === 'end') return;
      if (message?.type === 'unreadable') throw new UnreadableSpreadsheet(message.reason);
      if (!message) throw new UnreadableSpreadsheet(`not read within its limits: ${String(failure)}`);
      yield message.rows;
    }
  } finally {
    await worker.terminate();
  }
}

/** One batch for each request: a batch that is posted is in memory outside of the limits of its thread. */
export function postOnRequest(
  port: Pick<MessagePort, 'on' | 'postMessage'>,
  batches: Iterator<SpreadsheetRow[]>,
): void {
  const post = (message: XlsMessage) => port.postMessage(message);
  port.on('message', () => {
    try {
      const { value, done } = batches.next();
      post(done === true ? { type: 'end' } : { type: 'rows', rows: value });
    } catch (error) {
      // A file that is damaged in an unforeseen way makes a read beyond the end fail.
      if (!(error instanceof UnreadableSpreadsheet || error instanceof RangeError)) throw error;
      post({ type: 'unreadable', reason: error.message });
    }
  });
}
