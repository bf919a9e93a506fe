import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { aLine } from './line.fixture.ts';
import { startProcess } from './processes.ts';
import { aQrHouse } from './proving.fixture.ts';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanUp.splice(0).toReversed()) await clean();
});
const SOON = { timeout: 20_000, interval: 20 };
async function aHouseWith(start: () => ReturnType<typeof startProcess>) {
  const house = await aQrHouse({ start });
  cleanUp.push(() => house.close());
  return house;
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
    const house = await aHouseWith(() => startProcess('pretend'));
    const account = house.account();
    vi.stubEnv('DATABASE_URL', 'postgres://canary');
    cleanUp.push(() => vi.unstubAllEnvs());
    await house.channel.session!.open(account, false);
    await house.until(() => house.states(account).some(({ state }) => state === 'code'));
    await house.tell(account, { act: 'scan' });
    await house.until(() => house.states(account).at(-1)?.state === 'open');
    const [first] = await house.children.figures();
    const environment = readFileSync(`/proc/${first!.pid}/environ`, 'latin1').split('\0');
    expect(environment.filter((entry) => entry !== '' && !entry.startsWith('NODE_CHANNEL_'))).toEqual([]);

    const before = house.states(account).length;
    process.kill(first!.pid, 'SIGKILL');
    await house.until(() => house.states(account).length > before && house.states(account).at(-1)?.state === 'open');
    expect(
      house
        .states(account)
        .slice(before)
        .map(({ state }) => state),
    ).toEqual(['opening', 'open']);
    const [second] = await house.children.figures();
    expect(second!.pid).not.toBe(first!.pid);
  });

  it('that ends when the house does, however that ends', async () => {
    const script = `import { startProcess } from ${JSON.stringify(new URL('processes.ts', import.meta.url).href)};
      import { createLink } from '@balcao/whatsapp-qr/link';
      const { pid } = await createLink(startProcess('pretend'), {}).ask('ping', {}, 20_000);
      console.log(pid);`;
    const house = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'ignore'],
      cwd: import.meta.dirname,
    });
    cleanUp.push(() => house.kill('SIGKILL'));
    const pid = await new Promise<number>((done) => house.stdout.once('data', (line: Buffer) => done(Number(line))));
    expect(isAlive(pid)).toBe(true);
    house.kill('SIGKILL');
    await vi.waitUntil(() => !isAlive(pid), SOON);
  });
});

describe('the real library, against this machine', () => {
  it('connects, is hung up on, and comes back later and later; closed, it stays away', async () => {
    const line = await aLine();
    cleanUp.push(line.close);
    const house = await aHouseWith(() => startProcess('real', line.url, 150));
    const account = house.account();
    await house.channel.session!.open(account, false);
    await vi.waitUntil(() => line.attempts.length >= 4, SOON);
    // The first words are those of a linked device.
    expect((await line.attempts[0]!.hello).length).toBeGreaterThan(40);
    const waits = line.attempts.slice(1, 4).map(({ at }, n) => at - line.attempts[n]!.at);
    for (const [n, wait] of waits.entries()) expect(wait).toBeGreaterThanOrEqual(150 * 2 ** n - 5);
    // Told once, not at every try.
    expect(house.states(account)).toEqual([
      { item: 'session', state: 'opening' },
      { item: 'session', state: 'opening', why: 'network' },
    ]);
    await house.channel.session!.close(account, false);
    await vi.waitUntil(() => line.open() === 0 && house.children.count() === 0, SOON);
  });
});
