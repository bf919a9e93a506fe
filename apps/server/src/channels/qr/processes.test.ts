import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startFakeWhatsApp } from './fake-whatsapp.fixture.ts';
import { startProcess } from './processes.ts';
import { createSpools } from './spools.ts';
import { startQrHost } from './conformance.fixture.ts';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanUp.splice(0).toReversed()) await clean();
});
const POLL = { timeout: 20_000, interval: 20 };
async function startHostWith(start: () => ReturnType<typeof startProcess>) {
  const host = await startQrHost({ start });
  cleanUp.push(() => host.close());
  return host;
}
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('a child process', () => {
  it('has no secrets in its environment and is replaced after a crash, continuing from the stored state [DP-09]', async () => {
    const host = await startHostWith(() => startProcess('pretend'));
    const account = host.account();
    vi.stubEnv('DATABASE_URL', 'postgres://canary');
    cleanUp.push(() => vi.unstubAllEnvs());
    await host.channel.session!.open(account, false);
    await host.until(() => host.states(account).some(({ state }) => state === 'code'));
    await host.playInChild(account, { type: 'scan' });
    await host.until(() => host.states(account).at(-1)?.state === 'open');
    const [first] = await host.childPool.figures();
    const environment = readFileSync(`/proc/${first!.pid}/environ`, 'latin1').split('\0');
    expect(environment.filter((entry) => entry !== '' && !entry.startsWith('NODE_CHANNEL_'))).toEqual([]);

    const before = host.states(account).length;
    process.kill(first!.pid, 'SIGKILL');
    expect(await host.reopened(account, before)).toEqual(['opening', 'open']);
    const [second] = await host.childPool.figures();
    expect(second!.pid).not.toBe(first!.pid);
  });

  it('ends when its parent is killed', async () => {
    const script = `import { startProcess } from ${JSON.stringify(new URL('processes.ts', import.meta.url).href)};
      import { createIpc } from '@balcao/whatsapp-qr/ipc';
      const { pid } = await createIpc(startProcess('pretend'), {}).request('ping', {}, 20_000);
      console.log(pid);`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'ignore'],
      cwd: import.meta.dirname,
    });
    cleanUp.push(() => parent.kill('SIGKILL'));
    const pid = await new Promise<number>((done) => parent.stdout.once('data', (data: Buffer) => done(Number(data))));
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    await vi.waitUntil(() => !isAlive(pid), POLL);
  });
});

it('what a child had received when its parent was killed is kept sealed and stored at the next start [F-M14]', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'qr-spool-'));
  cleanUp.push(() => rmSync(dir, { recursive: true, force: true }));
  const enqueued: { companyId: number; connectionId: number; body: string }[] = [];
  const errors: unknown[] = [];
  const spoolsWith = (...keys: Buffer[]) =>
    createSpools({
      dir,
      keys,
      enqueue: async (companyId, connectionId, body) =>
        void enqueued.push({ companyId, connectionId, body: String(body) }),
      onError: (error) => void errors.push(error),
    });
  const [key, nextKey] = [randomBytes(32), randomBytes(32)];
  const script = `import { startProcess } from ${JSON.stringify(new URL('processes.ts', import.meta.url).href)};
    import { createIpc } from '@balcao/whatsapp-qr/ipc';
    const nothing = async () => undefined;
    // The server never confirms a delivery.
    const handlers = { deliver: () => new Promise(() => {}), get: async () => ({}), set: nothing, forget: nothing, log: nothing };
    const ipc = createIpc(startProcess('pretend'), handlers);
    await ipc.request('open', { session: '7/9', spool: ${JSON.stringify(spoolsWith(key).spoolOf('7/9'))} }, 20_000);
    while ((await ipc.request('ping', {}, 20_000)).waiting === 0);
    console.log((await ipc.request('ping', {}, 20_000)).pid);`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
    cwd: import.meta.dirname,
  });
  cleanUp.push(() => parent.kill('SIGKILL'));
  await new Promise<void>((done) => parent.stdout.once('data', () => done()));
  parent.kill('SIGKILL');
  await vi.waitUntil(() => readdirSync(dir).some((name) => !name.endsWith('.part')), POLL);
  expect(readFileSync(join(dir, readdirSync(dir)[0]!)).includes('session')).toBe(false);

  // The secret was changed meanwhile; the former key still opens it.
  await spoolsWith(nextKey, key).replay();
  expect(enqueued).toMatchObject([{ companyId: 7, connectionId: 9, body: expect.stringContaining('"session"') }]);
  expect([readdirSync(dir), errors]).toEqual([[], []]);
});

it('a spool that no key opens is kept aside and reported', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'qr-spool-'));
  cleanUp.push(() => rmSync(dir, { recursive: true, force: true }));
  const errors: unknown[] = [];
  const spools = createSpools({
    dir,
    keys: [randomBytes(32)],
    enqueue: () => Promise.reject(new Error('must not be called')),
    onError: (error) => void errors.push(error),
  });
  const { path } = spools.spoolOf('7/9');
  writeFileSync(path, randomBytes(100));
  await spools.replay();
  await spools.replay();
  expect(errors).toHaveLength(1);
  expect(readdirSync(dir)).toEqual([expect.stringMatching(/\.unreadable$/)]);
});

describe('the real library with a local server', () => {
  it('reconnects with growing delays after each hang-up and stops when the session is closed', async () => {
    const fakeWhatsApp = await startFakeWhatsApp();
    cleanUp.push(fakeWhatsApp.close);
    const host = await startHostWith(() => startProcess('real', '', fakeWhatsApp.url, 150));
    const account = host.account();
    await host.channel.session!.open(account, false);
    await vi.waitUntil(() => fakeWhatsApp.attempts.length >= 4, POLL);
    // The hello of a linked device.
    expect((await fakeWhatsApp.attempts[0]!.hello).length).toBeGreaterThan(40);
    const waits = fakeWhatsApp.attempts.slice(1, 4).map(({ at }, n) => at - fakeWhatsApp.attempts[n]!.at);
    for (const [n, wait] of waits.entries()) expect(wait).toBeGreaterThanOrEqual(150 * 2 ** n - 5);
    // Reported once, not at every attempt.
    expect(host.states(account)).toEqual([
      { item: 'session', state: 'opening' },
      { item: 'session', state: 'opening', reason: 'network' },
    ]);
    await host.channel.session!.close(account, false);
    await vi.waitUntil(() => fakeWhatsApp.open() === 0 && host.childPool.count() === 0, POLL);
  });
});
