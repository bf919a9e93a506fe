/** As whom PostgreSQL runs. It refuses to run as root, so root lends it another identity. */
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
  /** Turns a program of ours into what has to be spawned. */
  command(program: string, args: string[]): [file: string, args: string[]];
  /** What `-D` is given; the process is started inside the data folder. */
  dataArgument(folder: string): string;
  /** Who the process becomes, when not the one who starts it. */
  identity: { uid?: number; gid?: number };
  /** Hands a folder (and what is in it) over to whoever will run in it. */
  changeOwner(folder: string): void;
};

type User = { uid: number; gid: number };

/** This way is closed on this machine; another may be open. */
export class LaunchModeUnavailable extends Error {
  override readonly name = 'WayRefused';
}

/** A failure told with the program's own last words. */
export function failure(summary: string, complaint: string): Error {
  const message = `${summary}: ${complaint.trim().split('\n').slice(-5).join(' | ')}`;
  const closed = complaint.trim() === '' || /unshare:|Permission denied|Operation not permitted/.test(complaint);
  return closed ? new LaunchModeUnavailable(message) : new Error(message);
}

/** The ways to try on this machine, best first; each is made only when the one before it was refused. */
export function* launchModes(binaries: string, dir: string): Generator<LaunchMode> {
  if (process.getuid?.() !== 0) return yield asOurselves(binaries);
  const owner = statSync(dir);
  // Root in somebody's clone: what is theirs stays theirs.
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

/** Inside its own user namespace the process is «nobody»; outside, its files stay root's. */
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
    // The clone may lie under a folder only root may enter: the process is put inside the data folder while it is
    // still root, and this path leads there without walking down from the top.
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

/** The binaries themselves, or a copy where everybody may go; only root may write there, so nobody can swap them. */
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

/** One look at the folder itself tells whether everything in it has to change hands. */
function chownAll(folder: string, uid: number, gid: number): void {
  if (statSync(folder).uid === uid) return;
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(folder, entry), uid, gid);
  chownSync(folder, uid, gid);
}
