import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startFakeWhatsApp } from './fake-whatsapp.fixture.ts';
import { startProcess } from './processes.ts';
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
  it('has no secrets in its environment and is replaced after a crash, continuing from the stored state', async () => {
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
