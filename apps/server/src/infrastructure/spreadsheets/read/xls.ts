import { buffer } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import type { SpreadsheetRow, SpreadsheetRows } from './rows.ts';
import { UnreadableSpreadsheet, type SpreadsheetSource } from './source.ts';

export type XlsMessage =
  | { type: 'rows'; rows: SpreadsheetRow[] }
  | { type: 'end' }
  | { type: 'unreadable'; reason: string };

/** 65,536 rows of contacts have a tenth of it. The whole file is in memory while it is read. */
const MAX_BYTES = 50 * 1_048_576;
const MAX_HEAP_MB = 300;
const MAX_MS = 20_000;

/** Rows of an Excel 97–2003 workbook. A hostile file costs its thread's limits, never the server. */
export async function* readXls(source: SpreadsheetSource): SpreadsheetRows {
  if (source.bytes > MAX_BYTES) throw new UnreadableSpreadsheet('too large for the old format');
  const file = await buffer(await source.open());
  const worker = new Worker(new URL('./xls-worker.ts', import.meta.url), {
    workerData: file,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  const timer = setTimeout(() => void worker.terminate(), MAX_MS);
  const messages: XlsMessage[] = [];
  let failure: unknown;
  let isOver = false;
  let wake = () => {};
  worker.on('message', (message: XlsMessage) => {
    messages.push(message);
    wake();
  });
  worker.on('error', (error) => (failure = error));
  worker.on('exit', () => {
    isOver = true;
    wake();
  });
  try {
    for (;;) {
      const message = messages.shift();
      if (message?.type === 'end') return;
      if (message?.type === 'unreadable') throw new UnreadableSpreadsheet(message.reason);
      if (message) yield message.rows;
      else if (isOver) throw new UnreadableSpreadsheet(`not read within its limits: ${String(failure)}`);
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
