/** Backups in a bucket. */
import { createBucket, type BucketConfig } from '../s3/bucket.ts';
import type { BucketObject } from '../s3/xml.ts';
import type { Destination, StoredObject } from './destination.ts';

const PARTIAL_AFTER_MS = 24 * 3_600_000;

export function createBucketDestination(config: BucketConfig): Destination {
  const bucket = createBucket(config);
  const named = ({ key, bytes, at }: BucketObject): StoredObject => ({ name: key, bytes, at });
  return {
    where: bucket.where,
    put: (name, content) => bucket.put(name, content),
    get: async (name) => (await bucket.get(name))?.stream,
    async stat(name) {
      const found = await bucket.stat(name);
      return found && named(found);
    },
    async list(prefix) {
      await bucket.abortUploads(new Date(Date.now() - PARTIAL_AFTER_MS));
      const objects: StoredObject[] = [];
      for await (const page of bucket.list(`${prefix}/`)) objects.push(...page.map(named));
      return objects;
    },
    remove: bucket.remove,
  };
}
