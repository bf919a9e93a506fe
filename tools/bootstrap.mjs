/**
 * Entry point of every `npm …` command. Plain JavaScript for the installed Node (20 or later): installs missing
 * packages, finds the Node 24 that came with them and runs the command with it.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const repository = dirname(dirname(fileURLToPath(import.meta.url)));
const inRepository = (path) => join(repository, path);
const compileCache = inRepository('node_modules/.cache/compiled');

/**
 * The script `start` of package.json, the image and the systemd unit have the same flags.
 * - Memory for new objects, in MB for each half. By default a busy server uses 64 of a large machine without being faster.
 * - Threads of garbage collection beside the main one. By default there are four, which stop everything else on a machine
 *   of two cores for about 200 ms at each full collection.
 */
const serverFlags = ['--max-semi-space-size=8', '--v8-pool-size=1'];

const scripts = {
  start: 'apps/server/src/main.ts',
  test: 'tools/test.ts',
  dev: 'tools/dev.ts',
  'test:full': 'tools/test-full.ts',
  bench: 'bench/run.ts',
  chaos: 'tools/chaos.ts',
  verify: 'tools/verify.ts',
  sandbox: 'apps/server/src/channels/sandbox/network-main.ts',
  backup: 'tools/backup.ts',
  restore: 'tools/restore.ts',
  drill: 'tools/drill.ts',
  'move-files': 'tools/move-files.ts',
  'move-out': 'tools/move-out.ts',
  'move-in': 'tools/move-in.ts',
  doctor: 'tools/doctor.ts',
  migrate: 'tools/migrate.ts',
  upgrade: 'tools/upgrade.ts',
  'test:operating': 'tools/test-operating.ts',
  'test:previous': 'tools/test-previous.ts',
  reset: 'tools/reset.ts',
  'super-user': 'tools/super-user.ts',
  'remove-demo': 'tools/remove-demo.ts',
  quarantine: 'tools/quarantine.ts',
  'mutate-guards': 'tools/mutate-guards.ts',
};

const [command, ...rest] = process.argv.slice(2);
await main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});

async function main() {
  if (majorOf(process.version) < 20) throw new Error(`Node 20 or later is needed; this is ${process.version}.`);
  if (command !== 'build' && !Object.hasOwn(scripts, command ?? '')) {
    throw new Error(`Unknown command; there are ${Object.keys(scripts).join(', ')}.`);
  }
  const isFresh = await install();
  const node = findNode();
  if (command === 'start' || command === 'build') await buildWeb(node);
  if (command === 'build') {
    process.exitCode = await run(node, [inRepository('tools/prepare-programs.ts')], { cwd: repository });
    return;
  }
  process.env.PATH = [inRepository('node_modules/.bin'), process.env.PATH].join(delimiter);
  const script = inRepository(scripts[command]);
  // npm already runs this script on the right Node unless it was installed just now; then no second process is needed.
  if (command === 'start' && node === process.execPath && !isFresh) return runHere(script);
  process.env.NODE_COMPILE_CACHE ??= compileCache;
  const flags = command === 'start' ? serverFlags : [];
  process.exitCode = await run(node, [...flags, script, ...rest], { cwd: repository });
}

async function runHere(script) {
  module.enableCompileCache(compileCache);
  process.chdir(repository);
  process.argv = [process.execPath, script, ...rest];
  await import(pathToFileURL(script).href);
}

/** Installs when the lock file differs from the last installed one; resolves to true if it installed. */
async function install() {
  const stamp = inRepository('node_modules/.balcao-install');
  const lock = readFileSync(inRepository('package-lock.json'));
  const wanted = createHash('sha256').update(lock).digest('hex');
  const isInstalled = () => readIfThere(stamp) === wanted;
  if (isInstalled()) return false;
  await oneAtATime('install', async () => {
    if (isInstalled()) return;
    if (!holdsAll(JSON.parse(lock.toString()))) {
      console.log('Installing packages (once, about a minute)…');
      const { npm_node_execpath: node = process.execPath, npm_execpath: npm } = process.env;
      const [file, ...before] = npm?.endsWith('.js') ? [node, npm] : ['npm'];
      // Not `npm ci`: it refuses a lock file without the packages of systems whose binaries could not be resolved. With
      // --no-save the versions still come from the lock file, which stays unchanged.
      const args = [...before, 'install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', '--no-progress'];
      const code = await run(file, args, { cwd: repository });
      if (code !== 0) throw new Error('The packages could not be installed; npm says why above.');
    }
    writeFileSync(stamp, wanted);
  });
  return true;
}

/** npm may have been run directly: its own record of installed packages is compared with the lock file. */
function holdsAll(lock) {
  const record = readIfThere(inRepository('node_modules/.package-lock.json'));
  if (record === undefined) return false;
  const there = JSON.parse(record).packages;
  return Object.entries(lock.packages).every(([path, { version, integrity, optional }]) => {
    const found = there[path];
    if (found) return found.version === version && found.integrity === integrity;
    // Packages for other systems are optional and not installed.
    return path === '' || optional;
  });
}

function findNode() {
  const { platform, arch, execPath, version } = process;
  const bundled = [`node-${platform}-${arch}`, `node-bin-${platform}-${arch}`]
    .map((name) => inRepository(`node_modules/${name}/bin/node`))
    .find((file) => existsSync(file));
  if (bundled) return bundled;
  if (majorOf(version) >= 24) return execPath;
  throw new Error(`No Node 24 comes along for ${platform} ${arch}: install Node 24 or later and try again.`);
}

/** Builds the web app when one of its source files was added, removed or changed since the last build. */
async function buildWeb(node) {
  const stamp = inRepository('apps/web/dist/.built');
  const wanted = fingerprint(['apps/web', 'packages', 'package-lock.json']);
  const isBuilt = () => readIfThere(stamp) === wanted;
  if (isBuilt()) return;
  await oneAtATime('build', async () => {
    if (isBuilt()) return;
    console.log('Building the web app…');
    const vite = inRepository('node_modules/vite/bin/vite.js');
    const env = { ...process.env, NODE_ENV: 'production' };
    const code =
      (await run(node, [vite, 'build', '--logLevel', 'error'], { cwd: inRepository('apps/web'), env })) ||
      (await run(node, [inRepository('tools/compress-web.ts')], { cwd: repository }));
    if (code !== 0) throw new Error('The web app could not be built; the reason is above.');
    writeFileSync(stamp, wanted);
  });
}

/** Sizes and modification times suffice and cost a few milliseconds; reading every file would slow down each start. */
function fingerprint(roots) {
  const hash = createHash('sha256');
  const visit = (path) => {
    const found = lstatSync(path);
    if (!found.isDirectory()) return hash.update(`${path}\0${found.size}\0${found.mtimeMs}\n`);
    for (const entry of readdirSync(path).sort()) {
      if (entry === 'node_modules' || entry === 'dist' || /\.test\.tsx?$/.test(entry)) continue;
      visit(join(path, entry));
    }
  };
  for (const root of roots) visit(inRepository(root));
  return hash.digest('hex');
}

/** Two concurrent commands must not install or build over each other: the second waits and then checks again. */
async function oneAtATime(what, work) {
  const lock = inRepository(`.data/${what}.lock`);
  const draft = `${lock}.${process.pid}`;
  mkdirSync(dirname(lock), { recursive: true, mode: 0o700 });
  writeFileSync(draft, String(process.pid));
  try {
    for (let isReported = false; !acquire(draft, lock); isReported = true) {
      if (!isReported) console.log(`Another command is busy with the same ${what}; waiting for it…`);
      const holder = Number(readIfThere(lock));
      if (holder && !isAlive(holder)) rmSync(lock, { force: true });
      else await new Promise((resolve) => setTimeout(resolve, 200));
    }
    try {
      await work();
    } finally {
      rmSync(lock, { force: true });
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

function acquire(draft, lock) {
  try {
    linkSync(draft, lock);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Resolves to the exit code. A signal reaches the child once: on a terminal Ctrl-C reaches it directly. */
function run(file, args, options) {
  const child = spawn(file, args, { stdio: 'inherit', ...options });
  const received = new Set(process.stdin.isTTY ? ['SIGINT'] : []);
  const forward = (signal) => {
    if (!received.has(signal)) child.kill(signal);
    received.add(signal);
  };
  process.on('SIGINT', forward).on('SIGTERM', forward);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      process.off('SIGINT', forward).off('SIGTERM', forward);
      resolve(code ?? 128 + constants.signals[signal]);
    });
  });
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function majorOf(version) {
  return Number(version.slice(1).split('.')[0]);
}
