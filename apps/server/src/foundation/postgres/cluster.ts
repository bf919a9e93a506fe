/** Makes the data folder of a new database cluster. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { failure, type Way } from './ways.ts';

/** `<dir>/data` appears whole or not at all: an interrupted attempt is thrown away by the next one. */
export async function createCluster(way: Way, dir: string, password: string, durable: boolean): Promise<void> {
  const draft = join(dir, 'data.new');
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  way.handOver(draft);
  const secret = handedSecret(password, way);
  try {
    await initialise(way, draft, secret.file, durable);
  } finally {
    secret.forget();
  }
  renameSync(draft, join(dir, 'data'));
}

async function initialise(way: Way, folder: string, passwordFile: string, durable: boolean): Promise<void> {
  const [file, args] = way.command('initdb', [
    `--pgdata=${way.dataArgument(folder)}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--text-search-config=portuguese',
    ...(durable ? [] : ['--no-sync']),
  ]);
  const child = spawn(file, args, {
    ...way.identity,
    cwd: folder,
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit').catch((error: Error) => [error.message]);
  const [complaint, [code]] = await Promise.all([text(child.stderr), ended]);
  if (code !== 0) throw failure(`PostgreSQL could not create its data folder (${code})`, complaint);
}

/** The other user may not be able to enter our folder, so the password waits for it in the common one. */
function handedSecret(password: string, { identity }: Way): { file: string; forget(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-'));
  const file = join(folder, 'password');
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  if (identity.uid !== undefined && identity.gid !== undefined) {
    chownSync(file, identity.uid, identity.gid);
    chownSync(folder, identity.uid, identity.gid);
  }
  return { file, forget: () => rmSync(folder, { recursive: true, force: true }) };
}
