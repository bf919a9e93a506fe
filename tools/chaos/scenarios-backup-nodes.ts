/** One of two servers is stopped while backups run (CR-13), and the volume of the database is full (CR-07). */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, statSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { JOB_SCHEMA } from '../../apps/server/src/infrastructure/jobs/prepare.store.ts';
import { lastContiguous } from '../../apps/server/src/infrastructure/backup/segments.ts';
import { readManifest } from '../../apps/server/src/infrastructure/backup/manifest.ts';
import { startAgents } from './agents.ts';
import { compareAtMoment, startLoad } from './answered-load.ts';
import { checkDestination } from './backup-checks.ts';
import { openBackedUp, type BackedUp } from './backed-up-server.ts';
import { compareReceived, compareSent, drained } from './compare.ts';
import { compareFiles } from './damage.ts';
import { findingsOf } from './scenarios-backups.ts';
import { createSenders, newNumber, talk, type Scenario } from './scenario.ts';
import { pause, until } from './wait.ts';
import { message, sendWebhook } from './webhook-sender.ts';

/** Records every version of every uploaded segment: one that is written again has another file. */
function watchSegments(backupDir: string) {
  const versions = new Map<string, Set<number>>();
  const record = () => {
    let files: string[] = [];
    try {
      files = readdirSync(join(backupDir, 'wal')).filter((name) => !name.endsWith('.partial'));
    } catch {
      return;
    }
    for (const name of files) {
      const seen = versions.get(name) ?? new Set();
      versions.set(name, seen.add(statSync(join(backupDir, 'wal', name)).ino));
    }
  };
  const timer = setInterval(record, 100);
  return {
    stop() {
      clearInterval(timer);
      record();
      return { segments: versions.size, repeated: [...versions.values()].filter(({ size }) => size > 1).length };
    },
  };
}

/** Jobs of one kind that were active at the same time. */
const overlappingJobs = async ({ owner }: BackedUp) =>
  (
    await owner.query<{ n: number }>(
      `select count(*)::int as n from ${JOB_SCHEMA}.job a join ${JOB_SCHEMA}.job b on a.name = b.name and a.id < b.id
        where a.name like '%sweep' and a.started_on < b.completed_on and b.started_on < a.completed_on`,
    )
  ).rows[0]!.n;

const stoppedServer: Scenario = {
  ids: ['CR-13-BK'],
  title: 'the server that takes the backups is paused with SIGSTOP in the middle of one, and continues later',
  isQuick: false,
  // Its companies are those of its own server.
  setup: () => [{ connections: 0 }],
  async run({ environment, size, random, check }) {
    const server = await openBackedUp(environment, 'stopped', {
      setups: [{ connections: 2 }],
      env: { BACKUP_MAX_MB_PER_SECOND: '15' },
    });
    const { node, company, owner } = server;
    const segments = watchSegments(server.backupDir);
    try {
      const other = await environment.node('beside-stopped', {
        env: {
          STORAGE_DIR: server.environment.storageDir,
          DATABASE_URL: server.ownerUrl,
          BACKUP_DIR: server.backupDir,
          BACKUP_RECIPIENT: server.env['BACKUP_RECIPIENT']!,
        },
      });
      await server.environment.connect(company, other);
      for (const { account } of company.connections) await environment.network.faults(account, { duplicateOneIn: 3 });
      const senders = await createSenders(server.environment, company, Math.ceil(size.messages / 20));
      const agents = startAgents({ environment: server.environment, company }, [other], Math.ceil(size.messages / 20));
      let isOver = false;
      const talking = talk(server.environment, senders, {
        messages: Infinity,
        burst: 25,
        random,
        between: () => pause(500),
        isOver: () => isOver,
      });
      talking.catch(() => {});
      await until(
        'the first backup to begin',
        async () => (await checkDestination(await server.target())).incomplete,
        (n) => n > 0,
        { everyMs: 20 },
      );
      await pause(random.between(0, 1500));
      node.process().signal('SIGSTOP');
      await pause(size.isShort ? 15_000 : 120_000);
      node.process().signal('SIGCONT');
      await server.backedUp(1);
      // Two turns of the schedule later there is still one.
      await pause(12_000);
      isOver = true;
      await talking;
      const { answered } = await agents.stop();
      await owner.query(`update outbox set lease_until = now() where state = 'sending'`);
      await drained(server.environment, [company]);
      await owner.query('select pg_switch_wal()');
      // A segment may be archived at any moment and uploaded a second later; a gap is never closed.
      const isWithoutGap = await until(
        'all segments to be uploaded',
        () => uploadedWithoutGap(server),
        (isComplete) => isComplete,
      ).catch(() => false);
      const seen = await compareReceived(server.environment, company);
      const out = await compareSent(server.environment, company);
      const { complete, damaged, unrestorable, incomplete } = await checkDestination(await server.target());
      const { rows: runs } = await owner.query<{ state: string }>('select state from backups order by id');
      const archived = segments.stop();
      check('CR-13-BK')
        .is('base backups', complete.length, 1)
        .is('runs', runs.map(({ state }) => state).join(' '), 'complete')
        .is('folders without a manifest', incomplete, 0)
        .is('damaged', damaged.length + unrestorable.length, 0)
        .atLeast('segments', archived.segments, 1)
        .is('segments archived again', archived.repeated, 0)
        .is('segments missing', isWithoutGap ? 0 : 1, 0)
        .is('sweeps that ran at the same time', await overlappingJobs(server), 0)
        .atLeast('messages', seen.sent, 1)
        .is('lost', seen.lost, 0)
        .is('doubled', seen.doubled, 0)
        .is('out of order', seen.outOfOrder, 0)
        .atLeast('answers requested', answered, 1)
        .is('answers', out.sent, answered)
        .is('answers lost', out.lost, 0)
        .is('answers doubled', out.doubled, 0)
        .is('findings', await findingsOf(server), 0);
    } finally {
      node.process().signal('SIGCONT');
      segments.stop();
      await environment.only('stopped');
      await server.close();
      await environment.only('a');
    }
  },
};

/** From the first segment of the backup to the newest that PostgreSQL archived. */
async function uploadedWithoutGap(server: BackedUp): Promise<boolean> {
  const { codec, destination } = await server.target();
  const [name] = await server.completeBackups();
  const { startSegment, segmentBytes } = await readManifest(codec, destination, name!);
  const objects = await destination.list('wal');
  const { rows } = await server.owner.query<{ last: string }>('select last_archived_wal as last from pg_stat_archiver');
  const last = lastContiguous(codec, objects, startSegment, segmentBytes);
  return last !== undefined && last.name.includes(rows[0]!.last.slice(0, 24));
}

const VOLUME_MB = 600;

/** A volume of limited size at this folder; the reason when the machine does not allow it. */
function mountVolume(folder: string): string | undefined {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${VOLUME_MB}m,mode=0700`, 'tmpfs', folder], { stdio: 'pipe' });
    return undefined;
  } catch (error) {
    return String((error as { stderr?: Buffer }).stderr ?? (error as Error).message).trim();
  }
}

const fullVolume: Scenario = {
  ids: ['CR-07'],
  title: 'the volume of the database is full for a while',
  isQuick: false,
  // Its companies are those of its own server.
  setup: () => [{ connections: 0 }],
  async run({ environment, size, random, check }) {
    const postgresDir = join(environment.dir, 'full', 'postgres');
    const refused = mountVolume(postgresDir);
    if (refused !== undefined) {
      check('CR-07').skip(`a volume cannot be mounted here, which needs root (${refused})`);
      return;
    }
    let server: BackedUp | undefined;
    try {
      server = await openBackedUp(environment, 'full', { setups: [{ connections: 1 }] });
      const { node, company, owner } = server;
      const [connection] = company.connections;
      await server.environment.connect(company, node);
      const load = await startLoad(server, { random });
      await server.backedUp(1);
      const filler = join(postgresDir, 'filler');
      fill(filler);
      // Tables and log grow until nothing is left, also of what is preallocated.
      const statuses = new Map<number, number>();
      const long = 'x'.repeat(20_000);
      const since = Date.now();
      const duration = size.isShort ? 10_000 : 60_000;
      await until(
        'a write to be refused',
        () => sendWebhook(node, connection!, [message(newNumber(), `${long} ${random.next()}`)]),
        ({ status }) => status !== 200,
        { timeoutMs: 180_000, everyMs: 1 },
      );
      const secondsUntilFull = (Date.now() - since) / 1000;
      for (const end = Date.now() + duration; Date.now() < end; await pause(50)) {
        const { status } = await sendWebhook(node, connection!, [message(newNumber(), `${long} ${random.next()}`)]);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        fill(filler);
      }
      const { pid } = node.process();
      rmSync(filler);
      const freedAt = Date.now();
      await until(
        'writes to be accepted again',
        () => sendWebhook(node, connection!, [message(newNumber(), 'depois')]),
        ({ status }) => status === 200,
        { timeoutMs: 120_000, everyMs: 200 },
      );
      const recoveredMs = Date.now() - freedAt;
      await pause(2000);
      const sent = await load.stop();
      await drained(server.environment, [company]);
      const live = await compareAtMoment(owner, company.id, sent, Date.now());
      const complete = (await server.completeBackups()).length;
      await server.requestBackup();
      await server.backedUp(complete + 1);
      const refusals = [...statuses].filter(([status]) => status !== 200 && status !== 503);
      check('CR-07')
        .figure(`full after ${secondsUntilFull.toFixed(0)} s`)
        .atLeast('writes refused with 503', statuses.get(503) ?? 0, 1)
        .is(
          'writes refused otherwise',
          refusals.map(([status, n]) => `${n} with ${status}`).join(' ') || 'none',
          'none',
        )
        .is('servers that ended', node.process().hasEnded() || node.process().pid !== pid ? 1 : 0, 0)
        .figure(`accepted again after ${recoveredMs} ms`)
        .atLeast('messages', sent.length, 1)
        .is('answered and lost', live.lost.length, 0)
        .is('doubled', live.doubled, 0)
        .is('findings', await findingsOf(server), 0);
      await compareFiles(check('CR-07'), owner, server.ownerUrl);
    } finally {
      await environment.only();
      await server?.close();
      execFileSync('umount', ['--lazy', postgresDir]);
      await environment.only('a');
    }
  },
};

/** Takes all free space of the volume. */
function fill(filler: string): void {
  const { bavail, bsize } = statfsSync(join(filler, '..'));
  const chunk = Buffer.alloc(64 * 1024);
  for (let left = bavail * bsize; left > 0; left -= chunk.length) {
    try {
      writeFileSync(filler, chunk, { flag: 'a' });
    } catch {
      return;
    }
  }
}

export const backupFaults: Scenario[] = [stoppedServer, fullVolume];
