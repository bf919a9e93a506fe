/** Reads one old workbook in a thread of its own, whose memory and time are limited by `readXls`. */
import { parentPort, workerData } from 'node:worker_threads';
import cfb from 'cfb';
import { readBiff } from './biff.ts';
import { UnreadableSpreadsheet } from './source.ts';
import { postOnRequest } from './xls.ts';

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

function* batches() {
  yield* readBiff(workbookStream(workerData as Uint8Array));
}
postOnRequest(parentPort!, batches());
