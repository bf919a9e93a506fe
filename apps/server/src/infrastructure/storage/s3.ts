/** Stores files in a bucket, under the same keys as on a disk. */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { Bucket } from '../s3/bucket.ts';
import { FileTooLarge, isStorageKey, newStorageKey, requireKey } from './storage.ts';
import type { Storage } from './storage.ts';

/** Longer than any upload. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;
const SWEEP_BATCH = 500;

/** While `isPassive`, nothing is removed: the server that was backed up may use the same bucket. */
export function createS3Storage(bucket: Bucket, isPassive = () => false): Storage {
  return {
    async put(given, options) {
      const content = given instanceof Readable || Buffer.isBuffer(given) ? given : createReadStream(given.path);
      // The source may fail before the first read; without a listener that would end the process.
      if (content instanceof Readable) content.on('error', () => {});
      try {
        const key = newStorageKey(options);
        const { maxBytes = Infinity } = options;
        return { key, ...(await bucket.put(key, content, { maxBytes, onTooLarge: () => new FileTooLarge() })) };
      } finally {
        if (content instanceof Readable) content.destroy();
      }
    },
    open: async (key, range) => bucket.get(requireKey(key), range),
    async remove(key) {
      requireKey(key);
      if (!isPassive()) await bucket.remove(key);
    },
    // Other nodes may be uploading: only a sweep removes parts, after a day.
    removeLeftOvers: async () => 0,
    async sweep(findExisting, olderThanMs) {
      if (isPassive()) return 0;
      const before = Date.now() - olderThanMs;
      let removed = await bucket.abortUploads(new Date(Date.now() - ABANDONED_AFTER_MS));
      for await (const page of bucket.list('')) {
        const old = page.filter(({ key, at }) => isStorageKey(key) && +at <= before).map(({ key }) => key);
        for (let at = 0; at < old.length; at += SWEEP_BATCH) {
          const keys = old.slice(at, at + SWEEP_BATCH);
          const existing = await findExisting(keys);
          const orphans = keys.filter((key) => !existing.has(key));
          for (const key of orphans) await bucket.remove(key);
          removed += orphans.length;
        }
      }
      return removed;
    },
  };
}
