import { checkIds, type CheckId } from '@balcao/domain/doctor/checks';
import { z } from 'zod';
import { get, post } from '../kernel/endpoint.ts';
import { companyParams, noContent, timestamp } from '../kernel/schemas.ts';

const states = ['ok', 'warning', 'error', 'unknown'] as const;
/** Numbers only: no text of a company, a customer or a secret. */
export const DoctorCheck = z.object({
  id: z.enum(checkIds as [CheckId, ...CheckId[]]),
  state: z.enum(states),
  value: z.number().nullable(),
  /** Since when this process has seen the present state. */
  since: timestamp,
});
export type DoctorCheck = z.infer<typeof DoctorCheck>;

export const BackupRun = z.object({
  state: z.enum(['requested', 'copying', 'complete', 'failed', 'abandoned', 'expired']),
  at: timestamp,
  endedAt: timestamp.nullable(),
  bytes: z.number().nullable(),
  fault: z.string(),
});
export type BackupRun = z.infer<typeof BackupRun>;

export const DoctorReport = z.object({
  checkedAt: timestamp,
  state: z.enum(states),
  checks: z.array(DoctorCheck),
  backups: z.object({
    isConfigured: z.boolean(),
    isEncrypted: z.boolean(),
    /** The newest 30, newest first. */
    runs: z.array(BackupRun),
    /** The last drill that ended. */
    drill: z.object({ at: timestamp, isPassed: z.boolean(), fault: z.string() }).nullable(),
  }),
  queues: z.array(
    z.object({
      name: z.string(),
      waiting: z.number(),
      running: z.number(),
      failed: z.number(),
      oldestSeconds: z.number().nullable(),
    }),
  ),
  nodes: z.array(
    z.object({ name: z.string(), version: z.string(), role: z.string(), startedAt: timestamp, seenAt: timestamp }),
  ),
  versions: z.object({ product: z.string(), schema: z.number(), database: z.string() }),
  /** Companies that were moved in and wait for a confirmation, the newest first; at most 50. */
  moved: z.array(z.object({ companyId: z.number(), movedAt: timestamp })),
  /** State of a server that was restored from a backup; null if it was not. */
  restored: z
    .object({
      stage: z.enum(['passive', 'receiving', 'active']),
      restoredTo: timestamp,
      /** Messages that wait to be sent. */
      waiting: z.number(),
    })
    .nullable(),
});
export type DoctorReport = z.infer<typeof DoctorReport>;

/** The health of the whole installation, for super users. */
export const doctor = {
  show: get('/doctor', { reply: DoctorReport, access: 'company.manage', support: false }),
  check: post('/doctor/check', { reply: DoctorReport, access: 'company.manage' }),
  /** The process that owns the database takes the backup within seconds. */
  backUp: post('/doctor/backups', { reply: noContent, access: 'company.manage' }),
  /** This server is the only one that uses its channels: it connects them. */
  confirmRestored: post('/doctor/restored/confirm', { reply: noContent, access: 'company.manage' }),
  /** Messages that were queued in the backup are sent. */
  continueSending: post('/doctor/restored/continue', { reply: noContent, access: 'company.manage' }),
  /** No other server acts for the company that was moved in: what it does by itself begins. */
  confirmMove: post('/doctor/moved-companies/:companyId/confirm', {
    params: companyParams,
    reply: noContent,
    access: 'company.manage',
  }),
};
