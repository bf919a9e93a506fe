/** Where the bytes of uploads and conversation media live. The database knows keys; what a key means on disk is the adapter's affair. */
import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

export type Storage = {
  /** Resolves when the bytes would survive a power cut. Write the row that names the key only after that. */
  put(content: Readable | Buffer, options: PutOptions): Promise<StoredFile>;
  /** Undefined when there is no such file. Whoever opens must read to the end or destroy the stream. */
  open(key: string, range?: ByteRange): Promise<OpenFile | undefined>;
  /** Removing what is not there is no error: a retry must be harmless. */
  remove(key: string): Promise<void>;
  /**
   * Removes files that no row names and returns how many. `olderThanMs` must exceed the longest time
   * between a put and the commit of its row, or a file loses its row's race.
   */
  sweep(findExisting: (keys: string[]) => Promise<Set<string>>, olderThanMs: number): Promise<number>;
};

export type PutOptions = {
  companyId: number;
  /** What the file is for, as `media` or `branding`. */
  kind: string;
  /** A longer stream is cut off while it flows, and nothing of it is kept. */
  maxBytes?: number;
};

export type StoredFile = { key: string; bytes: number; sha256: string };
/** `bytes` is the size of the whole file, also when only a range of it flows. */
export type OpenFile = { stream: Readable; bytes: number };
/** Both ends included, as in HTTP. */
export type ByteRange = { start: number; end: number };

export class BadStorageKey extends Error {
  override name = 'BadStorageKey';
  constructor() {
    super('this is not a key of the file store');
  }
}

export class FileTooLarge extends Error {
  override name = 'FileTooLarge';
  constructor() {
    super('the file is larger than allowed');
  }
}

// Hex, because a disk may not tell capitals from small letters. No dot anywhere: nothing to climb with.
const KEY = /^[1-9]\d{0,9}\/[a-z][a-z-]{0,30}\/[0-9a-f]{32}$/;

export const isStorageKey = (key: unknown): key is string => typeof key === 'string' && KEY.test(key);

/** A fresh key with 128 random bits: knowing one file's key tells nothing about another's. */
export function newStorageKey({ companyId, kind }: { companyId: number; kind: string }): string {
  return requireKey(`${companyId}/${kind}/${randomBytes(16).toString('hex')}`);
}

export function requireKey(key: string): string {
  if (!isStorageKey(key)) throw new BadStorageKey();
  return key;
}
