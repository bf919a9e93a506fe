import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTestIpc } from './ipc.fixture.ts';
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

describe('a child is a process', () => {
  it('without any secret of the house; killed, it is followed by another that goes on from what was kept', async () => {
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
    await host.until(() => host.states(account).length > before && host.states(account).at(-1)?.state === 'open');
    expect(
      host
        .states(account)
        .slice(before)
        .map(({ state }) => state),
    ).toEqual(['opening', 'open']);
    const [second] = await host.childPool.figures();
    expect(second!.pid).not.toBe(first!.pid);
  });

  it('that ends when the house does, however that ends', async () => {
    const script = `import { startProcess } from ${JSON.stringify(new URL('processes.ts', import.meta.url).href)};
      import { createLink } from '@balcao/whatsapp-qr/link';
      const { pid } = await createLink(startProcess('pretend'), {}).ask('ping', {}, 20_000);
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

describe('the real library, against this machine', () => {
  it('connects, is hung up on, and comes back later and later; closed, it stays away', async () => {
    const testIpc = await createTestIpc();
    cleanUp.push(testIpc.close);
    const host = await startHostWith(() => startProcess('real', testIpc.url, 150));
    const account = host.account();
    await host.channel.session!.open(account, false);
    await vi.waitUntil(() => testIpc.attempts.length >= 4, POLL);
    // The first words are those of a linked device.
    expect((await testIpc.attempts[0]!.hello).length).toBeGreaterThan(40);
    const waits = testIpc.attempts.slice(1, 4).map(({ at }, n) => at - testIpc.attempts[n]!.at);
    for (const [n, wait] of waits.entries()) expect(wait).toBeGreaterThanOrEqual(150 * 2 ** n - 5);
    // Told once, not at every try.
    expect(host.states(account)).toEqual([
      { item: 'session', state: 'opening' },
      { item: 'session', state: 'opening', reason: 'network' },
    ]);
    await host.channel.session!.close(account, false);
    await vi.waitUntil(() => testIpc.open() === 0 && host.childPool.count() === 0, POLL);
  });
});
