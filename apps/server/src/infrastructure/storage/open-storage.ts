import type { Config } from '../config.ts';
import { createBucket } from '../s3/bucket.ts';
import { createDiskStorage } from './disk.ts';
import { createMovingStorage } from './moved-storage.ts';
import { createS3Storage } from './s3.ts';
import type { Storage } from './storage.ts';

/**
 * The configured place of files. With a bucket, files that are still in the folder are read from there. While
 * `isPassive`, nothing is removed from the bucket: another server may use it.
 */
export function openStorage(
  { storageDir, storageBucket }: Pick<Config, 'storageDir' | 'storageBucket'>,
  isPassive: () => boolean,
): Storage {
  const folder = createDiskStorage(storageDir);
  if (!storageBucket) return folder;
  return createMovingStorage(createS3Storage(createBucket(storageBucket), isPassive), folder);
}
