import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let repository: string;
const lock = JSON.stringify({ packages: { '': {}, 'node_modules/a': { version: '1.0.0', integrity: 'x' } } });

/** The smallest repository that bootstrap.mjs accepts: one command, a fake npm, a fake vite. */
beforeEach(() => {
  repository = mkdtempSync(join(tmpdir(), 'bootstrap-'));
  mkdirSync(join(repository, 'tools'));
  copyFileSync(join(import.meta.dirname, 'bootstrap.mjs'), join(repository, 'tools/bootstrap.mjs'));
  write('package.json', '{ "type": "module" }');
  write('package-lock.json', lock);
  write('packages/domain/src/ticket.ts', '');
  write('apps/web/src/main.tsx', '');
  write(
    'apps/server/src/main.ts',
    "console.log('started', import.meta.filename === process.argv[1], process.argv.slice(2));",
  );
  write('node_modules/.balcao-install', createHash('sha256').update(lock).digest('hex'));
  write('node_modules/vite/bin/vite.js', fakeVite);
  write('tools/compress-web.ts', '');
  write('tools/prepare-programs.ts', '');
});
afterEach(() => rmSync(repository, { recursive: true }));

describe('running a command', () => {
  it('passes the arguments and returns the exit code, with node_modules/.bin first in PATH', async () => {
    write('tools/test.ts', "console.log(process.argv.slice(2), process.env['PATH']!.split(':')[0]); process.exit(7);");
    const { code, output } = await bootstrap('test', ['--only', 'domain']);
    expect(code).toBe(7);
    expect(output).toContain("[ '--only', 'domain' ]");
    expect(output).toContain(join(repository, 'node_modules/.bin'));
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'forwards %s once, even when it is repeated, and waits for the child',
    async (signal) => {
      write('tools/dev.ts', waitingScript(signal));
      const child = start('dev');
      child.stdout.once('data', () => child.kill(signal));
      const output = await text(
        child.stdout.on('data', (line) => String(line).includes('heard') && child.kill(signal)),
      );
      expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(5);
      expect(output.match(/heard/g)).toHaveLength(1);
    },
  );

  it('starts the server with the same flags on another Node, through npm and in the image', async () => {
    const name = `node-${process.platform}-${process.arch}`;
    mkdirSync(join(repository, 'node_modules', name, 'bin'), { recursive: true });
    symlinkSync(process.execPath, join(repository, 'node_modules', name, 'bin/node'));
    write('apps/server/src/main.ts', 'console.log(process.execArgv.join());');
    const { output } = await bootstrap('start');
    const flags = output.match(/--(?:max-semi-space|v8-pool)-size=\d+/g)!;
    expect(flags).toHaveLength(2);
    for (const file of ['../package.json', '../ops/Dockerfile', '../ops/balcao.service'])
      for (const flag of flags) expect(readFileSync(join(import.meta.dirname, file), 'utf8')).toContain(flag);
  });

  it('prefers the Node that came with the packages', async () => {
    const name = `node-${process.platform}-${process.arch}`;
    mkdirSync(join(repository, 'node_modules', name, 'bin'), { recursive: true });
    symlinkSync(process.execPath, join(repository, 'node_modules', name, 'bin/node'));
    write('tools/test.ts', 'console.log(process.argv0);');
    expect((await bootstrap('test')).output).toContain(`node_modules/${name}/bin/node`);
  });

  it('rejects an unknown command', async () => {
    const { code, output } = await bootstrap('fly');
    expect(code).toBe(1);
    expect(output).toMatch(/^Unknown command; there are start, test, /);
  });
});

describe('installing', () => {
  it('runs once after the lock file changed, prints a line and sets no registry', async () => {
    write('tools/test.ts', "console.log('ran');");
    write('package-lock.json', lock.replace('1.0.0', '2.0.0'));
    write('npm.js', "console.log('npm', process.argv.slice(2).join(' '));");
    const { code, output } = await bootstrap('test');
    expect(code).toBe(0);
    expect(output).toMatch(
      /^Installing packages .*\nnpm install --no-save --no-audit --no-fund --loglevel=error --no-progress\nran\n$/,
    );
    expect((await bootstrap('test')).output).toBe('ran\n');
  });

  it('is skipped when the same packages were installed by hand', async () => {
    rmSync(join(repository, 'node_modules/.balcao-install'));
    write('node_modules/.package-lock.json', lock);
    write('tools/test.ts', "console.log('ran');");
    expect((await bootstrap('test')).output).toBe('ran\n');
  });

  it('stops the command when it fails', async () => {
    rmSync(join(repository, 'node_modules/.balcao-install'));
    write('npm.js', 'process.exit(3);');
    write('tools/test.ts', "console.log('ran');");
    const { code, output } = await bootstrap('test');
    expect(code).toBe(1);
    expect(output).toContain('The packages could not be installed');
    expect(output).not.toContain('ran');
  });
});

describe('building the web app', () => {
  it('runs before the first start only', async () => {
    const first = await bootstrap('start', ['--once']);
    expect(first.output).toMatch(/^Building the web app…\nbuilt\nstarted true \[ '--once' \]\n$/);
    expect((await bootstrap('start')).output).toBe('started true []\n');
  });

  it.each([
    ['changed', 'apps/web/src/main.tsx'],
    ['added', 'apps/web/src/more.tsx'],
    ['added to a package', 'packages/domain/src/more.ts'],
  ])('happens again when a file was %s', async (_, file) => {
    await bootstrap('build');
    write(file, 'changed');
    expect((await bootstrap('build')).output).toContain('built');
    expect((await bootstrap('build')).output).toBe('');
  });

  it('runs again when a file was removed, but not for a test file', async () => {
    await bootstrap('build');
    write('apps/web/src/main.test.tsx', 'a test');
    expect((await bootstrap('build')).output).toBe('');
    rmSync(join(repository, 'apps/web/src/main.tsx'));
    expect((await bootstrap('build')).output).toContain('built');
  });

  it('runs once for two concurrent starts', async () => {
    const both = await Promise.all([bootstrap('start'), bootstrap('start')]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(both.filter(({ output }) => output.includes('built'))).toHaveLength(1);
    expect(existsSync(join(repository, '.data/build.lock'))).toBe(false);
  });

  it('runs in spite of the lock of a killed build', async () => {
    write('.data/build.lock', '999999999');
    expect((await bootstrap('build')).output).toContain('built');
  });

  it('starts no server when it fails and runs again at the next start', async () => {
    write('node_modules/vite/bin/vite.js', 'process.exit(1);');
    expect(await bootstrap('start')).toEqual({ code: 1, output: expect.stringContaining('could not be built') });
    write('node_modules/vite/bin/vite.js', fakeVite);
    expect((await bootstrap('start')).output).toContain('started');
  });
});

const fakeVite = `
  import { mkdirSync, writeFileSync } from 'node:fs';
  mkdirSync('dist', { recursive: true });
  setTimeout(() => console.log('built'), 200);
`;

const waitingScript = (signal: string) => `
  const waiting = setInterval(() => {}, 1000);
  process.on('${signal}', () => {
    console.log('heard');
    setTimeout(() => process.exit(5), 300);
  });
  console.log('ready');
`;

function start(command: string, args: string[] = []) {
  return spawn(process.execPath, [join(repository, 'tools/bootstrap.mjs'), command, ...args], {
    cwd: tmpdir(),
    env: { ...process.env, npm_execpath: join(repository, 'npm.js'), npm_node_execpath: process.execPath },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function bootstrap(command: string, args: string[] = []): Promise<{ code: number; output: string }> {
  const child = start(command, args);
  const [[code], out, err] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
  return { code: code as number, output: out + err };
}

function write(path: string, content: string): void {
  const file = join(repository, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
