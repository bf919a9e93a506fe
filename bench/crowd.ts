import { setTimeout as delay } from 'node:timers/promises';
import type { Heard, Order, Seat } from './clients/listeners.ts';
import type { World } from './house.ts';
import { startHelper, type Measured } from './processes.ts';

const PROCESSES = 2;
/** Long after the slowest frame; whatever has not come by then is lost. */
const PATIENCE_MS = 5_000;

/** What says that a socket is in: ours also brings it up to date. */
export type Greeting = 'connect' | 'resumed';

/** Many browsers at one server, in processes of their own. */
export function gather({ url }: Measured, until: Greeting) {
  const listeners = Array.from({ length: PROCESSES }, () => startHelper('listeners.ts'));
  const order = <Answer>(one: (typeof listeners)[number], what: Order) => one.ask<Answer>(what);
  return {
    connect: (seats: Seat[]) =>
      Promise.all(
        listeners.map((one, n) => {
          const own = seats.filter((_, place) => place % PROCESSES === n);
          return order(one, { do: 'connect', url, seats: own, until });
        }),
      ),
    leave: () => Promise.all(listeners.map((one) => order(one, { do: 'leave' }))),
    /** What was heard since the last time, once that many frames have come or no more are to be expected. */
    async hear(frames: number): Promise<Heard> {
      const all: Heard = { latencies: [], colleagues: 0, breaches: [] };
      const deadline = performance.now() + PATIENCE_MS;
      while (all.latencies.length + all.colleagues < frames && performance.now() < deadline) {
        for (const one of listeners) {
          const heard = await order<Heard>(one, { do: 'report' });
          all.latencies.push(...heard.latencies);
          all.colleagues += heard.colleagues;
          all.breaches.push(...heard.breaches);
        }
        await delay(50);
      }
      return all;
    },
    /** How many of these come into a company that is not theirs. */
    intrude: (seats: Seat[], companyId: number) =>
      order<number>(listeners[0]!, { do: 'intrude', url, seats, companyId }),
    stop: () => Promise.all(listeners.map((one) => one.stop())),
  };
}
export type Crowd = ReturnType<typeof gather>;

/** One after the other from each company, so that any part of the list has as many of each. */
export function seatsOf({ companies, tokensOf }: World): Seat[] {
  const byCompany = companies.map((company) => {
    const tokens = tokensOf(company);
    return company.users.map(({ id, profile }, n) => ({
      companyId: company.id,
      userId: id,
      isAdmin: profile === 'admin',
      token: tokens[n]!,
    }));
  });
  return byCompany[0]!.flatMap((_, n) => byCompany.map((seats) => seats[n]!));
}
