import { setTimeout as sleep } from 'node:timers/promises';
import { createIpc } from '../../packages/whatsapp-qr/src/ipc.ts';
import { startFakeWhatsApp } from '../../apps/server/src/channels/qr/fake-whatsapp.fixture.ts';
import { startProcess } from '../../apps/server/src/channels/qr/processes.ts';
import { atMost, type Figure } from '../figures.ts';
import type { BenchServer } from '../server.ts';

const MAX_SESSIONS = 20;
/** Time after which connecting has ended and its temporary objects are collected. */
const SETTLE_MS = 8000;
const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/**
 * Memory per additional linked device in a child process. Uses the real library, connected to a local server that never
 * answers: only WhatsApp itself can complete the login, so the state a device loads after login is not in the figure.
 */
export async function qr(_: () => Promise<BenchServer>, log: (line: string) => void): Promise<Figure[]> {
  const fakeWhatsApp = await startFakeWhatsApp({ hangsUp: false });
  const idle = async () => undefined;
  const child = startProcess('real', fakeWhatsApp.url);
  const link = createIpc(child, { deliver: idle, set: idle, forget: idle, log: idle, get: async () => ({}) });
  const memory = async () => (await link.request<{ memory: number }>('ping', {}, 60_000)).memory;
  const open = (count: number, from: number) =>
    Promise.all(
      Array.from({ length: count }, (_none, n) => link.request('open', { session: `1/${from + n}` }, 60_000)),
    );
  try {
    const empty = await memory();
    await open(1, 1);
    await sleep(SETTLE_MS);
    const oneSession = await memory();
    await open(MAX_SESSIONS - 1, 2);
    await sleep(SETTLE_MS);
    const full = await memory();
    log(
      `a child: ${megabytes(empty)} empty, ${megabytes(oneSession)} with 1 session, ${megabytes(full)} with ${MAX_SESSIONS}`,
    );
    const more = Math.max(0, full - oneSession) / (MAX_SESSIONS - 1);
    const from = `${megabytes(oneSession)} with 1, ${megabytes(full)} with ${MAX_SESSIONS}`;
    return [atMost('qr: memory per extra idle session', more, megabytes, from)];
  } finally {
    link.close();
    child.kill();
    await fakeWhatsApp.close();
  }
}
