/** Names and order of the segments of the write-ahead log. */
import type { Codec } from './codec.ts';
import type { StoredObject } from './destination.ts';

const SEGMENT = /^[0-9A-F]{24}$/;
/** Segments, the history of a timeline, and the mark of a base backup. */
const ARCHIVED = /^(?:[0-9A-F]{24}(?:\.[0-9A-F]{8}\.backup|\.partial)?|[0-9A-F]{8}\.history)$/;

export const isArchived = (file: string): boolean => ARCHIVED.test(file);
export const isSegment = (file: string): boolean => SEGMENT.test(file);
export const walName = (codec: Codec, file: string): string => `wal/${file}${codec.compressed}`;
export const fileOfWal = (codec: Codec, name: string): string =>
  name.slice('wal/'.length, name.length - codec.compressed.length);

/** The segment after this one, on the same timeline. */
export function nextSegment(segment: string, segmentBytes: number): string {
  const perLog = BigInt(0x1_0000_0000 / segmentBytes);
  const number = BigInt(`0x${segment.slice(8, 16)}`) * perLog + BigInt(`0x${segment.slice(16)}`) + 1n;
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0');
  return `${segment.slice(0, 8)}${hex(number / perLog)}${hex(number % perLog)}`;
}

/** Last of the segments that follow each other without a gap from `first`, and when it was stored. */
export function lastContiguous(
  codec: Codec,
  objects: readonly StoredObject[],
  first: string,
  segmentBytes: number,
): StoredObject | undefined {
  const byFile = new Map(objects.map((object) => [fileOfWal(codec, object.name), object]));
  let last: StoredObject | undefined;
  for (let segment = first; ; segment = nextSegment(segment, segmentBytes)) {
    // After a restore the log continues on a later timeline, from the same segment on.
    const found = byFile.get(segment) ?? laterTimeline(byFile, segment);
    if (!found) return last;
    last = found;
    segment = fileOfWal(codec, found.name);
  }
}

function laterTimeline(byFile: Map<string, StoredObject>, segment: string): StoredObject | undefined {
  const timeline = Number.parseInt(segment.slice(0, 8), 16);
  for (let later = timeline + 1; later <= timeline + 100; later += 1) {
    const id = later.toString(16).toUpperCase().padStart(8, '0');
    if (!byFile.has(`${id}.history`)) return undefined;
    const found = byFile.get(id + segment.slice(8));
    if (found) return found;
  }
  return undefined;
}
