/** User under which PostgreSQL runs. It refuses root, so root starts it under another identity. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

export type LaunchMode = {
  how: string;
  /** Command line that starts a PostgreSQL program in this mode. */
  command(program: string, args: string[]): [file: string, args: string[]];
  /** Value of `-D`; the process starts inside the data folder. */
  dataArgument(folder: string): string;
  /** User of the process, if not the current one. */
  identity: { uid?: number; gid?: number };
  /** Makes the user of this mode the owner of a folder and its contents. */
  changeOwner(folder: string): void;
};

type User = { uid: number; gid: number };

/** The launch mode does not work on this machine; the next one is tried. */
export class LaunchModeUnavailable extends Error {
  override readonly name = 'LaunchModeUnavailable';
}

/** An error with the last five lines of the program's output. */
export function failure(summary: string, complaint: string): Error {
  const message = `${summary}: ${complaint.trim().split('\n').slice(-5).join(' | ')}`;
  const isUnavailable = complaint.trim() === '' || /unshare:|Permission denied|Operation not permitted/.test(complaint);
  return isUnavailable ? new LaunchModeUnavailable(message) : new Error(message);
}

/** The launch modes of this machine, best first; each is created only after the previous one failed. */
export function* launchModes(binaries: string, dir: string): Generator<LaunchMode> {
  if (process.getuid?.() !== 0) return yield asOurselves(binaries);
  const owner = statSync(dir);
  // Root in another user's clone: the files keep their owner.
  if (owner.uid !== 0) yield asUser(binaries, owner);
  yield inNamespace(binaries);
  yield asUser(binaries, idOf('postgres') ?? idOf('nobody') ?? { uid: 65534, gid: 65534 });
}

function asOurselves(binaries: string): LaunchMode {
  return {
    how: 'as the current user',
    command: (program, args) => [join(binaries, 'bin', program), args],
    dataArgument: (folder) => folder,
    identity: {},
    changeOwner: () => {},
  };
}

/** Inside its user namespace the process is an unprivileged user; outside, its files belong to root. */
function inNamespace(binaries: string): LaunchMode {
  return {
    how: 'as root, inside a user namespace',
    command: (program, args) => [
      'unshare',
      ['--user', '--map-user=65534', '--map-group=65534', join(binaries, 'bin', program), ...args],
    ],
    dataArgument: (folder) => folder,
    identity: {},
    changeOwner: (folder) => chownAll(folder, 0, 0),
  };
}

function asUser(binaries: string, { uid, gid }: User): LaunchMode {
  const reachable = reachableBinaries(binaries, uid, gid);
  return {
    how: `as user ${uid}`,
    command: (program, args) => [join(reachable, 'bin', program), args],
    // Only root may have access to the folders above the clone: the process enters the data folder while it is still
    // root, and this path needs no access to them.
    dataArgument: (folder) => (process.platform === 'linux' ? '/proc/self/cwd' : folder),
    identity: { uid, gid },
    changeOwner: (folder) => chownAll(folder, uid, gid),
  };
}

function idOf(user: string): User | undefined {
  try {
    return { uid: Number(execFileSync('id', ['-u', user])), gid: Number(execFileSync('id', ['-g', user])) };
  } catch {
    return undefined;
  }
}

/** The binaries, or a copy in a folder that every user can read and only root can write. */
function reachableBinaries(binaries: string, uid: number, gid: number): string {
  const probe = spawnSync(join(binaries, 'bin/postgres'), ['--version'], { uid, gid, cwd: '/' });
  if (probe.status === 0) return binaries;
  const copy = join('/var/cache/balcao', basename(dirname(binaries)), String(statSync(binaries).mtimeMs));
  if (existsSync(copy)) return copy;
  const draft = `${copy}.${process.pid}`;
  mkdirSync(dirname(copy), { recursive: true, mode: 0o755 });
  cpSync(binaries, draft, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}

/** Changes the owner of all contents, unless the folder itself already has the right owner. */
function chownAll(folder: string, uid: number, gid: number): void {
  if (statSync(folder).uid === uid) return;
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(folder, entry), uid, gid);
  chownSync(folder, uid, gid);
}
