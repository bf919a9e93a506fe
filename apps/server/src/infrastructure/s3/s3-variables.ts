import { z } from 'zod';
import { origin } from '../variable-readers.ts';
import type { BucketConfig } from './bucket.ts';

const bucketName = z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/);

/** Rows of the table of variables. */
export const s3Variables = {
  STORAGE_BUCKET: {
    default: 'none: files are stored in STORAGE_DIR',
    meaning: 'Bucket of S3_ENDPOINT for uploaded files; files that are still in STORAGE_DIR are read from there',
    expected: 'the name of a bucket',
    read: bucketName,
  },
  BACKUP_BUCKET: {
    default: 'none: backups are stored in BACKUP_DIR',
    meaning: 'Bucket of S3_ENDPOINT for backups, instead of BACKUP_DIR; not the bucket of the files',
    expected: 'the name of a bucket',
    read: bucketName,
  },
  S3_ENDPOINT: {
    default: 'none',
    meaning: 'Where the S3-compatible storage answers; buckets are part of the path',
    expected: 'an address like https://s3.example.com, without a path',
    read: origin,
  },
  S3_REGION: {
    default: 'us-east-1',
    meaning: 'Region that requests to S3_ENDPOINT are signed for',
    expected: 'the name of a region',
    read: z.string().regex(/^[a-z0-9-]{1,40}$/),
  },
  S3_ACCESS_KEY_ID: {
    default: 'none',
    meaning: 'Account at S3_ENDPOINT',
    expected: 'the id of a key',
    read: z.string().regex(/^[\w.-]{1,128}$/),
  },
  S3_SECRET_ACCESS_KEY: {
    default: 'none',
    meaning: 'Signs requests to S3_ENDPOINT',
    expected: 'a text of at least 8 characters',
    secret: true,
    read: z.string().min(8),
  },
} as const;

interface Values {
  STORAGE_BUCKET?: string;
  BACKUP_BUCKET?: string;
  S3_ENDPOINT?: string;
  S3_REGION?: string;
  S3_ACCESS_KEY_ID?: string;
  S3_SECRET_ACCESS_KEY?: string;
}

/** The bucket that files or backups are stored in; undefined without one. */
export function bucketOf(values: Values, bucket: string | undefined): BucketConfig | undefined {
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: keyId, S3_SECRET_ACCESS_KEY: key } = values;
  if (bucket === undefined || endpoint === undefined || keyId === undefined || key === undefined) return undefined;
  return { endpoint, bucket, region: values.S3_REGION ?? 'us-east-1', accessKeyId: keyId, secretAccessKey: key };
}

/** Retention removes objects of a backup bucket by their names, and a sweep removes files without a row. */
export const complaintAboutBuckets = ({ STORAGE_BUCKET: files, BACKUP_BUCKET: backups }: Values): string | undefined =>
  backups !== undefined && backups === files ? 'BACKUP_BUCKET must differ from STORAGE_BUCKET.' : undefined;
