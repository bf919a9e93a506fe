import { Readable } from 'node:stream';
import type { SpreadsheetSource } from './source.ts';

/** A spreadsheet in memory. */
export const bytesSource = (bytes: Buffer): SpreadsheetSource => ({
  bytes: bytes.length,
  open: async (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
});
