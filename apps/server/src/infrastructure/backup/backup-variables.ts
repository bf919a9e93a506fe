import { resolve } from 'node:path';
import { z } from 'zod';
import type { BucketConfig } from '../s3/bucket.ts';

const RECIPIENT = /^age1[0-9a-z]{58,2000}$/;
const number = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .pipe(z.number().min(least).max(most));

/** Rows of the table of variables. */
export const backupVariables = (repository: string) =>
  ({
    BACKUP_DIR: {
      default: 'none: nothing is backed up',
      meaning: 'Folder for backups of the database that comes with the product; best on another disk or machine',
      expected: 'a folder',
      read: z.string().transform((path) => resolve(repository, path)),
    },
    BACKUP_RECIPIENT: {
      default: 'none; required with BACKUP_DIR',
      meaning:
        'Public age keys, separated by commas, whose owners can open the backups; the private keys belong elsewhere',
      expected: 'one or more keys like age1…, separated by commas',
      read: z
        .string()
        .transform((text) => text.split(',').map((key) => key.trim()))
        .pipe(z.array(z.string().regex(RECIPIENT)).min(1)),
    },
    BACKUP_PLAIN: {
      default: 'no',
      meaning: 'yes stores backups without encryption, if no BACKUP_RECIPIENT is set',
      expected: 'yes or no',
      read: z.enum(['yes', 'no']),
    },
    BACKUP_KEEP_DAYS: {
      default: '14',
      meaning: 'How far back a restore can go; the newest backup that a drill restored stays in any case',
      expected: 'a number of days from 1 to 3650',
      read: number(1, 3650),
    },
    BACKUP_HOUR: {
      default: '6',
      meaning: 'Hour in UTC at which the daily backup starts; the drill follows an hour later',
      expected: 'an hour from 0 to 23',
      read: number(0, 23),
    },
    DRILL_DIR: {
      default: 'backup in DATA_DIR',
      meaning:
        'Folder in which drills and the check of an upgrade restore a backup: its disk needs space for the database and the files once more',
      expected: 'a folder',
      read: z.string().transform((path) => resolve(repository, path)),
    },
    BACKUP_MAX_MB_PER_SECOND: {
      default: '50',
      meaning: 'How fast a backup reads the database',
      expected: 'a number of megabytes from 1 to 100000',
      read: number(1, 100_000),
    },
  }) as const;

export interface BackupConfig {
  /** Folder, or the address of the bucket. */
  dir: string;
  bucket?: BucketConfig | undefined;
  /** None: the backup is not encrypted. */
  recipients: string[];
  retentionDays: number;
  hour: number;
  bytesPerSecond: number;
  drillDir: string | undefined;
}
interface Values {
  BACKUP_DIR?: string;
  BACKUP_BUCKET?: string;
  BACKUP_RECIPIENT?: string[];
  BACKUP_PLAIN?: 'yes' | 'no';
  BACKUP_KEEP_DAYS?: number;
  BACKUP_HOUR?: number;
  BACKUP_MAX_MB_PER_SECOND?: number;
  DRILL_DIR?: string;
}

/** A destination without keys would store readable copies of everything. */
export function complaintAboutBackup(values: Values): string | undefined {
  const { BACKUP_DIR: dir, BACKUP_BUCKET: bucket, BACKUP_RECIPIENT: recipients } = values;
  if (dir !== undefined && bucket !== undefined) return 'Only one of BACKUP_DIR and BACKUP_BUCKET can be set.';
  if ((dir ?? bucket) === undefined || recipients !== undefined || values.BACKUP_PLAIN === 'yes') return undefined;
  const name = dir === undefined ? 'BACKUP_BUCKET' : 'BACKUP_DIR';
  return `BACKUP_RECIPIENT must be set with ${name}: a public age key like age1…. BACKUP_PLAIN=yes stores backups unencrypted.`;
}

/** Undefined without a destination. */
export function backupOf(values: Values, bucket: BucketConfig | undefined): BackupConfig | undefined {
  const dir = bucket ? `${bucket.endpoint}/${bucket.bucket}` : values.BACKUP_DIR;
  if (dir === undefined) return undefined;
  return {
    dir,
    bucket,
    recipients: values.BACKUP_RECIPIENT ?? [],
    retentionDays: values.BACKUP_KEEP_DAYS ?? 14,
    hour: values.BACKUP_HOUR ?? 6,
    bytesPerSecond: (values.BACKUP_MAX_MB_PER_SECOND ?? 50) * 1024 * 1024,
    drillDir: values.DRILL_DIR,
  };
}
