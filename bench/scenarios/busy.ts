import { setTimeout as delay } from 'node:timers/promises';
import type { Rings } from '../clients/ringers.ts';
import { gather, seatsOf } from '../crowd.ts';
import { delivery } from '../deliveries.ts';
import { atMost, megabytes, type Figure } from '../figures.ts';
import type { World } from '../house.ts';
import { startHelper } from '../processes.ts';

const PER_SECOND = 100;
const SECONDS = 20;
const LOOK_EVERY_MS = 250;

/** How much memory a server takes while 2,000 people are signed in and 100 customers a second write. */
export async function busy(open: () => Promise<World>, say: (line: string) => void): Promise<Figure[]> {
  const world = await open();
  const seats = seatsOf(world);
  const server = await world.startServer();
  const crowd = gather(server, 'resumed');
  const ringers = startHelper('ringers.ts');
  try {
    await crowd.connect(seats);
    const rings = Array.from({ length: PER_SECOND * SECONDS }, (_, n) => {
      const { path, body, signature } = delivery(world, n);
      return { path, body, signature };
    });
    let isRinging = true;
    const rung = ringers
      .ask<{ refused: number }>({ url: server.url, rings, concurrency: 32, perSecond: PER_SECOND } satisfies Rings)
      .finally(() => (isRinging = false));
    let most = 0;
    while (isRinging) {
      most = Math.max(most, await server.resident());
      await delay(LOOK_EVERY_MS);
    }
    const { refused } = await rung;
    say(`${seats.length} sockets, ${rings.length} messages in ${SECONDS} s, ${refused} refused`);
    return [
      atMost('busy: resident memory', most, megabytes, `${seats.length} sockets, ${PER_SECOND} messages a second`),
    ];
  } finally {
    await Promise.all([server.stop(), crowd.stop(), ringers.stop()]);
  }
}
