/** Server, database and restores are killed at many points of a backup; earlier backups stay complete. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { identityToRecipient } from 'age-encryption';
import { openTarget, type BackupTarget } from '../../apps/server/src/infrastructure/backup/backup-target.ts';
import { readManifest } from '../../apps/server/src/infrastructure/backup/manifest.ts';
import { archiveFolder } from '../../packages/postgres-supervisor/src/supervisor.ts';
import { identitiesFrom } from '../restore/identities.ts';
import { compareAtMoment, startLoad } from './answered-load.ts';
import { addAgedCopy, checkDestination, COPIED } from './backup-checks.ts';
import { killIfAlive, killPostmaster, openBackedUp, type BackedUp } from './backed-up-server.ts';
import { findingsOf } from './scenarios-backups.ts';
import type { Scenario } from './scenario.ts';
import type { Seeded } from './seeded.ts';
import { pause, until } from './wait.ts';

const phases = ['copying', 'uploading', 'pruning', 'restoring'] as const;
type Phase = (typeof phases)[number];

/** A full base backup of the small database takes about this long at the rate of the scenario. */
const COPY_MS = 7000;
const RESTORE_MS = 9000;
const EXPIRED_DAYS = 20;

const foldersOf = (backupDir: string) =>
  existsSync(join(backupDir, 'base')) ? readdirSync(join(backupDir, 'base')) : [];

const expiredCopies = (backupDir: string): number =>
  foldersOf(backupDir).filter((name) => name.endsWith(COPIED) && existsSync(manifestOf(backupDir, name))).length;

const manifestOf = (backupDir: string, name: string): string => join(backupDir, 'base', name, 'manifest.json.age');

/** Waits for the beginning of the phase; resolves when the kill is due. */
async function reach(phase: Exclude<Phase, 'restoring'>, server: BackedUp, random: Seeded, aged: string[]) {
  const { backupDir, postgresDir } = server;
  if (phase === 'copying') {
    const before = new Set(foldersOf(backupDir));
    await server.requestBackup();
    await until(
      'a new backup folder',
      async () => foldersOf(backupDir).filter((name) => !before.has(name)).length,
      (n) => n > 0,
      { everyMs: 5 },
    );
    return pause(random.between(0, COPY_MS));
  }
  if (phase === 'uploading') {
    await server.owner.query('select pg_switch_wal()');
    await until(
      'a finished segment',
      async () => readdirSync(archiveFolder(postgresDir)).length,
      (n) => n > 0,
      { everyMs: 1 },
    );
    return pause(random.between(0, 1200));
  }
  await server.requestBackup();
  const manifests = aged.map((name) => manifestOf(backupDir, name));
  await until(
    'the first expired backup to be removed',
    async () => manifests.every((path) => existsSync(path)),
    (isUntouched) => !isUntouched,
    { everyMs: 1, timeoutMs: 120_000 },
  );
  return pause(random.between(0, 150));
}

/** The restore is killed, with or without its database; a second one to the same folder succeeds. */
async function killRestore(server: BackedUp, random: Seeded, to: string): Promise<string | undefined> {
  const running = server.restore(to);
  const ended = await Promise.race([running.ended, pause(random.between(200, RESTORE_MS)).then(() => undefined)]);
  if (!ended) {
    killIfAlive(running.pid);
    const draft = join(to, '..', `.${to.split('/').at(-1)!}.restoring`);
    // Without: PostgreSQL outlives the command that was killed.
    if (random.next() < 0.5) killPostmaster(join(draft, 'postgres'));
    await running.ended;
    if (existsSync(join(to, 'postgres'))) return undefined;
    const again = await server.restore(to).ended;
    if (again.code !== 0) return again.output;
  } else if (ended.code !== 0) return ended.output;
  return undefined;
}

/** The target with the public key too: the scenario writes copies that the server can read. */
async function writableTarget({ backupDir, savedKey }: BackedUp): Promise<BackupTarget> {
  const [identity] = identitiesFrom(savedKey);
  const recipients = [await identityToRecipient(identity!)];
  return openTarget({ dir: backupDir, recipients }, '', [identity!]);
}

export const backupKills: Scenario[] = [
  {
    ids: ['BK-KILLS'],
    title: 'server and database are killed during base backup, upload and pruning, and restores are killed',
    isQuick: false,
    // Its companies are those of its own server.
    setup: () => [{ connections: 0 }],
    async run({ environment, size, random, check }) {
      const server = await openBackedUp(environment, 'killed', {
        setups: [{ connections: 1 }],
        env: { BACKUP_MAX_MB_PER_SECOND: '15' },
      });
      const kills: Record<Phase, number> = { copying: 0, uploading: 0, pruning: 0, restoring: 0 };
      const broken: string[] = [];
      let [incomplete, restored] = [0, 0];
      try {
        await server.environment.connect(server.company, server.node);
        const load = await startLoad(server, { random, customers: 3 });
        await server.backedUp(1);
        const target = await writableTarget(server);
        const points = size.isShort ? 5 : 50;
        let known = (await checkDestination(target)).complete;
        for (let n = 0; n < points; n += 1) {
          const phase = phases[n % phases.length]!;
          kills[phase] += 1;
          const label = `point ${n + 1} (${phase})`;
          const aged: string[] = [];
          if (phase === 'restoring') {
            const to = join(environment.dir, `killed-restore-${n}`);
            const failure = await killRestore(server, random, to);
            if (failure !== undefined) broken.push(`${label}: ${failure}`);
            else restored += 1;
            killPostmaster(join(to, 'postgres'));
            rmSync(to, { recursive: true, force: true });
          } else {
            if (phase === 'pruning')
              for (const days of [EXPIRED_DAYS, EXPIRED_DAYS + 1])
                aged.push(await addAgedCopy(target, server.backupDir, known.at(-1)!, days));
            await reach(phase, server, random, aged);
            await server.killMachine();
          }
          const seen = await checkDestination(target);
          const missing = known.filter((name) => !seen.complete.includes(name) && !aged.includes(name));
          for (const name of missing) broken.push(`${label}: ${name} is gone`);
          for (const name of seen.damaged) broken.push(`${label}: ${name} is damaged`);
          for (const name of seen.unrestorable) broken.push(`${label}: ${name} lacks segments`);
          for (const name of seen.mistaken) broken.push(`${label}: ${name} has no manifest`);
          incomplete = Math.max(incomplete, seen.incomplete);
          if (phase !== 'restoring') await server.node.up();
          known = seen.complete.filter((name) => !name.endsWith(COPIED));
        }
        const sent = await load.stop();
        // After the last kill another backup can be taken, and the oldest and the newest can be restored.
        const before = (await server.completeBackups()).length;
        await server.requestBackup();
        await server.backedUp(before + 1);
        // One whose removal was killed has no manifest, so that it is no backup; the rest of it goes after a day.
        await until(
          'expired backups to be removed',
          async () => expiredCopies(server.backupDir),
          (n) => n === 0,
        );
        const stillCopying = await server.owner.query(`select from backups where state = 'copying'`);
        const last = await checkDestination(target);
        const { rows } = await server.owner.query<{ at: Date }>('select clock_timestamp() as at');
        for (const [n, name] of [last.complete.at(0)!, last.complete.at(-1)!].entries()) {
          const to = join(environment.dir, `killed-end-${n}`);
          const { code, output } = await server.restore(to, await momentOf(target, name)).ended;
          if (code === 0) restored += 1;
          else broken.push(`${name}: ${output}`);
          rmSync(to, { recursive: true, force: true });
        }
        const live = await compareAtMoment(server.owner, server.company.id, sent, +rows[0]!.at);
        const result = check('BK-KILLS')
          .is(
            'points',
            Object.values(kills).reduce((sum, count) => sum + count, 0),
            points,
          )
          .figure(phases.map((phase) => `${phase} ${kills[phase]}`).join(', '))
          .figure(`backups at the end ${last.complete.length}`)
          .is('broken', broken.length, 0)
          .atLeast('restored', restored, 2)
          .figure(`folders without a manifest at most ${incomplete}`)
          .is('runs that seem to go on', stillCopying.rowCount ?? 0, 0)
          .atLeast('messages', sent.length, 1)
          .is('answered and lost', live.lost.length, 0)
          .is('doubled', live.doubled, 0)
          .is('findings', await findingsOf(server), 0);
        for (const text of broken) result.figure(text);
      } finally {
        await server.close();
        await environment.only('a');
      }
    },
  },
];

/** The first moment that only this backup, or one before it, can restore. */
async function momentOf({ codec, destination }: BackupTarget, name: string): Promise<Date> {
  return new Date(Date.parse((await readManifest(codec, destination, name)).stoppedAt) + 1);
}
