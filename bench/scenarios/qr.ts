import { setTimeout as sleep } from 'node:timers/promises';
import { createLink } from '@balcao/whatsapp-qr/link';
import { aLine } from '../../apps/server/src/channels/qr/line.fixture.ts';
import { startProcess } from '../../apps/server/src/channels/qr/processes.ts';
import { atMost, type Figure } from '../figures.ts';
import type { World } from '../house.ts';

const MOST_SESSIONS = 20;
/** Connecting is over, and what was made for it has been thrown away. */
const SETTLE_MS = 8000;
const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/**
 * What one more linked device costs a child. The real library, connected to a line on this machine that never answers:
 * nobody but WhatsApp itself can let it in, so what a device learns after that is not in the figure.
 */
export async function qr(_: () => Promise<World>, say: (line: string) => void): Promise<Figure[]> {
  const line = await aLine({ hangsUp: false });
  const idle = async () => undefined;
  const child = startProcess('real', line.url);
  const link = createLink(child, { deliver: idle, set: idle, forget: idle, log: idle, get: async () => ({}) });
  const memory = async () => (await link.ask<{ memory: number }>('ping', {}, 60_000)).memory;
  const open = (count: number, from: number) =>
    Promise.all(Array.from({ length: count }, (_none, n) => link.ask('open', { session: `1/${from + n}` }, 60_000)));
  try {
    const empty = await memory();
    await open(1, 1);
    await sleep(SETTLE_MS);
    const one = await memory();
    await open(MOST_SESSIONS - 1, 2);
    await sleep(SETTLE_MS);
    const full = await memory();
    say(
      `a child: ${megabytes(empty)} empty, ${megabytes(one)} with 1 session, ${megabytes(full)} with ${MOST_SESSIONS}`,
    );
    const more = Math.max(0, full - one) / (MOST_SESSIONS - 1);
    const from = `${megabytes(one)} with 1, ${megabytes(full)} with ${MOST_SESSIONS}`;
    return [atMost('qr: memory per extra idle session', more, megabytes, from)];
  } finally {
    link.close();
    child.kill();
    await line.close();
  }
}
