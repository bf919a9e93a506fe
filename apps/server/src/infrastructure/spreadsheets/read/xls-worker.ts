/** Reads one old workbook in a thread of its own, whose memory and time are limited by `readXls`. */
import { parentPort, workerData } from 'node:worker_threads';
import cfb from 'cfb';
import { readBiff } from './biff.ts';
import { UnreadableSpreadsheet } from './source.ts';
import type { XlsMessage } from './xls.ts';

const port = parentPort!;
const post = (message: XlsMessage) => port.postMessage(message);

function workbookStream(file: Uint8Array): Buffer {
  let found: { content: Iterable<number> | ArrayLike<number> } | null = null;
  try {
    const container = cfb.read(Buffer.from(file), { type: 'buffer' });
    found = cfb.find(container, '/Workbook') ?? cfb.find(container, '/Book');
  } catch (error) {
    throw new UnreadableSpreadsheet(`no compound file: ${String(error)}`);
  }
  if (!found) throw new UnreadableSpreadsheet('contains no workbook');
  return Buffer.from(found.content as Uint8Array);
}

try {
  for (const rows of readBiff(workbookStream(workerData as Uint8Array))) post({ type: 'rows', rows });
  post({ type: 'end' });
} catch (error) {
  // A file that is damaged in an unforeseen way makes a read beyond the end fail.
  if (!(error instanceof UnreadableSpreadsheet || error instanceof RangeError)) throw error;
  post({ type: 'unreadable', reason: error.message });
}
