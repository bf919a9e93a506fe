/** Creates the data folder of a new database cluster. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { failure, type LaunchMode } from './launch-modes.ts';

/** `<dir>/data` is created completely or not at all; the next attempt removes an interrupted one. */
export async function createCluster(
  launchMode: LaunchMode,
  dir: string,
  password: string,
  durable: boolean,
): Promise<void> {
  const draft = join(dir, 'data.new');
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  launchMode.changeOwner(draft);
  const secret = writePasswordFile(password, launchMode);
  try {
    await initialize(launchMode, draft, secret.file, durable);
  } finally {
    secret.remove();
  }
  renameSync(draft, join(dir, 'data'));
}

async function initialize(
  launchMode: LaunchMode,
  folder: string,
  passwordFile: string,
  durable: boolean,
): Promise<void> {
  const [file, args] = launchMode.command('initdb', [
    `--pgdata=${launchMode.dataArgument(folder)}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--text-search-config=portuguese',
    // Small segments: an archived segment is switched by time, so a quiet server writes four times less.
    '--wal-segsize=4',
    ...(durable ? [] : ['--no-sync']),
  ]);
  const child = spawn(file, args, {
    ...launchMode.identity,
    cwd: folder,
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit').catch((error: Error) => [error.message]);
  const [complaint, [code]] = await Promise.all([text(child.stderr), ended]);
  if (code !== 0) throw failure(`PostgreSQL could not create its data folder (${code})`, complaint);
}

/** Another user may lack access to our folder, so the password file is in the temporary folder. */
function writePasswordFile(password: string, { identity }: LaunchMode): { file: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-'));
  const file = join(folder, 'password');
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  if (identity.uid !== undefined && identity.gid !== undefined) {
    chownSync(file, identity.uid, identity.gid);
    chownSync(folder, identity.uid, identity.gid);
  }
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
