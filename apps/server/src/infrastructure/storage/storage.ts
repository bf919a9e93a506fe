/** Storage of uploads and conversation media. The database contains keys; the adapter maps a key to its medium. */
import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

export type Storage = {
  /** Resolves when the bytes would survive a power cut. Insert the row with the key only after that. */
  put(content: Content, options: PutOptions): Promise<StoredFile>;
  /** Undefined when there is no such file. The caller must read the stream to the end or destroy it. */
  open(key: string, range?: ByteRange): Promise<OpenFile | undefined>;
  /** Removing a missing file is no error, so that retries are harmless. */
  remove(key: string): Promise<void>;
  /** Removes what killed processes left incomplete; returns how many entries. */
  removeLeftOvers(): Promise<number>;
  /**
   * Removes files that no row names and returns how many. `olderThanMs` must exceed the longest time
   * between a put and the commit of its row; otherwise a file is removed before its row exists.
   */
  sweep(findExisting: (keys: string[]) => Promise<Set<string>>, olderThanMs: number): Promise<number>;
};

/** A file on this machine is read without the memory that a stream of it takes. */
export type Content = Readable | Buffer | { path: string };

export type PutOptions = {
  companyId: number;
  /** Purpose of the file, such as `media` or `branding`. */
  kind: string;
  /** A longer stream is aborted, and nothing of it is stored. */
  maxBytes?: number;
};

export type StoredFile = { key: string; bytes: number; sha256: string };
/** `bytes` is the size of the whole file, also when only a range is read. */
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

// Hex, because a file system may ignore case. No dots: a key cannot leave its directory.
const KEY = /^[1-9]\d{0,9}\/[a-z][a-z-]{0,30}\/[0-9a-f]{32}$/;

export const isStorageKey = (key: unknown): key is string => typeof key === 'string' && KEY.test(key);

/** Generates a key with 128 random bits: one file's key reveals nothing about another's. */
export function newStorageKey({ companyId, kind }: { companyId: number; kind: string }): string {
  return requireKey(`${companyId}/${kind}/${randomBytes(16).toString('hex')}`);
}

export function requireKey(key: string): string {
  if (!isStorageKey(key)) throw new BadStorageKey();
  return key;
}
