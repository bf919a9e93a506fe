import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@balcao/domain/kit/durations';
import { openTarget } from '../infrastructure/backup/backup-target.ts';
import type { BackupConfig } from '../infrastructure/backup/backup-variables.ts';
import { isAnotherDestination } from '../infrastructure/backup/destination-mark.ts';
import { gapSince, giveUpBeyond } from '../infrastructure/backup/log-gap.ts';
import { bytesOf } from '../infrastructure/backup/manifest.ts';
import { createBackupRecords } from '../infrastructure/backup/backups.store.ts';
import { removeAbandoned, removeExpired } from '../infrastructure/backup/retention.store.ts';
import { createUploadProgress, openUpload, type Upload } from '../infrastructure/backup/upload.store.ts';
import type { Config } from '../infrastructure/config.ts';
import type { RestoredState } from '../infrastructure/restored/restored.store.ts';
import type { Storage } from '../infrastructure/storage/storage.ts';
import { backUpDatabase } from './database-backup.ts';
import { archiveFolder } from '@balcao/postgres-supervisor/supervisor';

interface Deps {
  config: Config & { backup: BackupConfig };
  ownerUrl: string;
  storage: Pick<Storage, 'open'>;
  /** A restored server writes nothing to the destination of the one that may still run. */
  restored: Pick<RestoredState, 'isPassive'>;
  /** False: only the log is uploaded; backups are taken by `backUp`. */
  isScheduled?: boolean;
  scheduleMs?: number;
  maxWaitingBytes?: number;
  onError(error: unknown): void;
}
const UPLOAD_MS = 1000;
const SCHEDULE_MS = 5000;
const RETRY_MAX_MS = 60_000;
/** Segments of a destination that fails wait on the disk of the database; beyond this they are given up. */
const MAX_WAITING_BYTES = 4 * 1024 ** 3;
const DRILL = resolve(import.meta.dirname, '../../../../tools/drill.ts');

/** Archives the log, takes the daily backup and runs the nightly drill. Only for the database that comes with the product. */
export function startBackups(deps: Deps) {
  const { config, ownerUrl, storage, restored, isScheduled = true, onError } = deps;
  const { scheduleMs = SCHEDULE_MS, maxWaitingBytes = MAX_WAITING_BYTES } = deps;
  const target = openTarget(config.backup, config.dataDir);
  const postgresDir = join(config.dataDir, 'postgres');
  const archiveDir = archiveFolder(postgresDir);
  const records = createBackupRecords(ownerUrl);
  const stopping = new AbortController();
  let upload: Upload | undefined;
  const progress = createUploadProgress();

  // While an upload hangs too, and while the server is passive: its database archives in any case.
  const bounding = repeat(UPLOAD_MS, () => giveUpBeyond(archiveDir, maxWaitingBytes));
  const uploading = repeat(UPLOAD_MS, async () => {
    if (restored.isPassive()) return;
    const { codec, destination } = await target;
    upload ??= await openUpload({
      ownerUrl,
      archiveDir,
      codec,
      destination,
      storage,
      progress,
    });
    try {
      await upload?.run();
    } catch (error) {
      // The connection may be the reason; the next attempt opens another.
      await upload?.close();
      upload = undefined;
      throw error;
    }
  });

  async function backUp(id?: number): Promise<void> {
    const { codec, destination } = await target;
    const run = await records.begin(id);
    try {
      const manifest = await backUpDatabase({
        config,
        backup: config.backup,
        ownerUrl,
        target: await target,
        signal: stopping.signal,
        onName: (name) => records.named(run, name),
      });
      await records.end(run, { bytes: bytesOf(manifest) });
    } catch (error) {
      // A run that was stopped with its server is no failed try: the next start takes another one.
      if (stopping.signal.aborted) await records.abandonInterrupted().catch(onError);
      else {
        await records.end(run, { fault: (error as Error).message }).catch(onError);
        await removeAbandoned({ ownerUrl, destination, now: new Date() }).catch(() => {});
      }
      throw error;
    }
    const { retentionDays } = config.backup;
    const { unreadable } = await removeExpired({ ownerUrl, codec, destination, retentionDays, now: new Date() });
    for (const reason of unreadable) onError(new Error(`${reason}; that backup cannot be restored and is not removed`));
  }

  /** Nothing new can be restored from the destination before it has another backup. */
  const hasNoChain = async () =>
    (await gapSince(archiveDir)) !== undefined ||
    (await isAnotherDestination(config.dataDir, (await target).destination));

  const scheduling = repeat(scheduleMs, async () => {
    if (!isScheduled || restored.isPassive()) return;
    await records.abandonInterrupted();
    for (const id of await records.requested()) await backUp(id);
    const due = lastTurn(new Date(), config.backup.hour);
    const last = await records.lastStartedAt();
    const isNeeded = last === undefined || last < due || (await hasNoChain());
    if (isNeeded && isTryDue(new Date(), await records.failedTries())) await backUp();
    const drilled = await records.lastDrilledAt();
    const drillDue = new Date(+due + HOUR_MS);
    if (new Date() >= drillDue && (drilled === undefined || drilled < drillDue) && (await records.newestComplete()))
      await runDrill(stopping.signal);
  });

  function repeat(ms: number, work: () => Promise<void>) {
    let timer: NodeJS.Timeout | undefined;
    let running = Promise.resolve();
    let wait = ms;
    const next = () => {
      timer = setTimeout(() => {
        running = work().then(
          () => void (wait = ms),
          (error: unknown) => {
            // A destination that is away is asked less and less often.
            wait = Math.min(RETRY_MAX_MS, wait * 2);
            if (!stopping.signal.aborted) onError(error);
          },
        );
        void running.then(() => stopping.signal.aborted || next());
      }, wait);
      timer.unref();
    };
    next();
    return {
      async stop() {
        clearTimeout(timer);
        await running;
      },
    };
  }

  return {
    backUp,
    async stop() {
      stopping.abort();
      await Promise.all([bounding.stop(), uploading.stop(), scheduling.stop()]);
      await upload?.close();
    },
  };
}

/** The last time that the daily hour passed. */
export function lastTurn(now: Date, hour: number): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hour);
  return new Date(today <= +now ? today : today - DAY_MS);
}

/** Each try copies the whole database, so that failed ones are followed by a longer and longer pause, up to an hour. */
export function isTryDue(now: Date, { count, lastAt }: { count: number; lastAt: Date | null }): boolean {
  return lastAt === null || +now - +lastAt >= Math.min(HOUR_MS, MINUTE_MS * 2 ** (count - 1));
}

/** In its own process, with low priority: restoring takes a core and starts a second database. */
async function runDrill(signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [DRILL], { stdio: ['ignore', 'ignore', 'pipe'], signal });
  try {
    if (child.pid !== undefined) setPriority(child.pid, 15);
  } catch {
    // Some services may not change priorities; the drill then runs with the usual one.
  }
  const ended = once(child, 'exit').catch((error: Error) => [error.message]);
  const [complaint, [code]] = await Promise.all([text(child.stderr), ended]);
  if (code !== 0) throw new Error(`The drill failed: ${complaint.trim().split('\n').at(-1) ?? code}`);
}
