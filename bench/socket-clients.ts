import { setTimeout as delay } from 'node:timers/promises';
import type { ReceivedFrames, ListenerCommand, SocketClient } from './clients/listeners.ts';
import type { BenchServer } from './server.ts';
import { startHelper, type Measured } from './processes.ts';

const PROCESSES = 2;
/** Far above the slowest frame; a frame that has not arrived by then is lost. */
const TIMEOUT_MS = 5_000;

/** The event that marks a socket as ready: the product also brings it up to date. */
export type ReadyEvent = 'connect' | 'resumed';

/** Many browsers connected to one server, in separate processes. */
export function createSocketClients({ url }: Measured, until: ReadyEvent) {
  const listeners = Array.from({ length: PROCESSES }, () => startHelper('listeners.ts'));
  const send = <Answer>(listener: (typeof listeners)[number], command: ListenerCommand) =>
    listener.request<Answer>(command);
  return {
    connect: (clients: SocketClient[]) =>
      Promise.all(
        listeners.map((listener, n) => {
          const own = clients.filter((_, index) => index % PROCESSES === n);
          return send(listener, { type: 'connect', url, clients: own, until });
        }),
      ),
    leave: () => Promise.all(listeners.map((listener) => send(listener, { type: 'leave' }))),
    /** Frames received since the last call, once that many have arrived or no more are expected. */
    async collectFrames(frames: number): Promise<ReceivedFrames> {
      const all: ReceivedFrames = { latencies: [], colleagues: 0, breaches: [] };
      const deadline = performance.now() + TIMEOUT_MS;
      while (all.latencies.length + all.colleagues < frames && performance.now() < deadline) {
        for (const listener of listeners) {
          const report = await send<ReceivedFrames>(listener, { type: 'report' });
          all.latencies.push(...report.latencies);
          all.colleagues += report.colleagues;
          all.breaches.push(...report.breaches);
        }
        await delay(50);
      }
      return all;
    },
    /** The number of these clients that can connect to a company that is not theirs. */
    intrude: (clients: SocketClient[], companyId: number) =>
      send<number>(listeners[0]!, { type: 'intrude', url, clients, companyId }),
    stop: () => Promise.all(listeners.map((listener) => listener.stop())),
  };
}
export type SocketClients = ReturnType<typeof createSocketClients>;

/** Alternates between the companies, so that any slice of the list has equally many clients of each. */
export function clientsOf({ companies, tokensOf }: BenchServer): SocketClient[] {
  const byCompany = companies.map((company) => {
    const tokens = tokensOf(company);
    return company.users.map(({ id, profile }, n) => ({
      companyId: company.id,
      userId: id,
      isAdmin: profile === 'admin',
      token: tokens[n]!,
    }));
  });
  return byCompany[0]!.flatMap((_, n) => byCompany.map((clients) => clients[n]!));
}
