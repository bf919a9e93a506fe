import type { ByteRange } from '../storage/storage.ts';

/** Parses a single byte range. Several ranges, other units and invalid values count as no range: the whole file is a valid response. */
export function readRange(header: string | undefined, bytes: number): ByteRange | 'impossible' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? 'impossible' : { start: bytes - length, end: bytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= bytes ? 'impossible' : { start, end };
}
