import { resolve } from 'node:path';
import { z } from 'zod';

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
    BACKUP_MAX_MB_PER_SECOND: {
      default: '50',
      meaning: 'How fast a backup reads the database',
      expected: 'a number of megabytes from 1 to 100000',
      read: number(1, 100_000),
    },
  }) as const;

export interface BackupConfig {
  dir: string;
  /** None: the backup is not encrypted. */
  recipients: string[];
  retentionDays: number;
  hour: number;
  bytesPerSecond: number;
}
interface Values {
  BACKUP_DIR?: string;
  BACKUP_RECIPIENT?: string[];
  BACKUP_PLAIN?: 'yes' | 'no';
  BACKUP_KEEP_DAYS?: number;
  BACKUP_HOUR?: number;
  BACKUP_MAX_MB_PER_SECOND?: number;
}

/** A destination without keys would store readable copies of everything. */
export const complaintAboutBackup = (values: Values): string | undefined =>
  values.BACKUP_DIR !== undefined && values.BACKUP_RECIPIENT === undefined && values.BACKUP_PLAIN !== 'yes'
    ? 'BACKUP_RECIPIENT must be set with BACKUP_DIR: a public age key like age1…. BACKUP_PLAIN=yes stores backups unencrypted.'
    : undefined;

/** Undefined without a destination. */
export function backupOf(values: Values): BackupConfig | undefined {
  if (values.BACKUP_DIR === undefined) return undefined;
  return {
    dir: values.BACKUP_DIR,
    recipients: values.BACKUP_RECIPIENT ?? [],
    retentionDays: values.BACKUP_KEEP_DAYS ?? 14,
    hour: values.BACKUP_HOUR ?? 6,
    bytesPerSecond: (values.BACKUP_MAX_MB_PER_SECOND ?? 50) * 1024 * 1024,
  };
}
