/**
 * A few hundred browsers in one process: each subscribes to its company and compares every frame with what it may
 * receive.
 */
import { io, type Socket } from 'socket.io-client';

export interface SocketClient {
  companyId: number;
  userId: number;
  isAdmin: boolean;
  token: string;
}
export type ListenerCommand =
  /** Replies once all clients are connected (and, on the product, up to date). */
  | { type: 'connect'; url: string; clients: SocketClient[]; until: 'connect' | 'resumed' }
  /** Each client connects to a company that is not its own; replies with the number of accepted connections. */
  | { type: 'intrude'; url: string; clients: SocketClient[]; companyId: number }
  /** Frames received since the last report. */
  | { type: 'report' }
  | { type: 'leave' };
export interface ReceivedFrames {
  /** Milliseconds from the write call to the frame. */
  latencies: number[];
  /** Frames about a colleague: complete for admins, short for all other users. */
  colleagues: number;
  /** Frames that this socket must not receive. */
  breaches: string[];
}

const AT_ONCE = 40;
let sockets: Socket[] = [];
const emptyReport = (): ReceivedFrames => ({ latencies: [], colleagues: 0, breaches: [] });
let received = emptyReport();

process.on('message', (command: ListenerCommand) => {
  void execute(command).then((answer) => process.send?.(answer));
});

async function execute(command: ListenerCommand): Promise<unknown> {
  switch (command.type) {
    case 'connect':
      await inTurn(command.clients, (client) => connect(client, command.url, command.until));
      return command.clients.length;
    case 'intrude': {
      let admitted = 0;
      await inTurn(command.clients, async (client) => {
        if (await isAdmitted(command.url, command.companyId, client.token)) admitted++;
      });
      return admitted;
    }
    case 'report': {
      const report = received;
      received = emptyReport();
      return report;
    }
    case 'leave':
      for (const socket of sockets) socket.disconnect();
      sockets = [];
      return 0;
  }
}

async function inTurn(clients: SocketClient[], work: (client: SocketClient) => Promise<void>): Promise<void> {
  const waiting = clients.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const client of waiting) await work(client);
    }),
  );
}

const open = (url: string, companyId: number, token: string) =>
  io(`${url}/${companyId}`, { transports: ['websocket'], forceNew: true, reconnection: false, auth: { token } });

async function connect(client: SocketClient, url: string, until: 'connect' | 'resumed'): Promise<void> {
  const socket = open(url, client.companyId, client.token);
  sockets.push(socket);
  socket.onAny((event: string, payload: unknown) => listen(client, event, payload));
  await new Promise<void>((resolve, reject) => {
    socket.on(until, () => resolve());
    socket.on('connect_error', reject);
  });
  socket.on('disconnect', (reason) => {
    if (reason !== 'io client disconnect') received.breaches.push(`lost its connection: ${reason}`);
  });
}

function isAdmitted(url: string, companyId: number, token: string): Promise<boolean> {
  const socket = open(url, companyId, token);
  return new Promise<boolean>((resolve) => {
    socket.on('connect', () => resolve(true));
    socket.on('connect_error', () => resolve(false));
  }).finally(() => socket.disconnect());
}

type Payload = { tag?: { name: string }; user?: { id: number; email?: string; companyId?: number } } | undefined;

function listen(client: SocketClient, event: string, payload: unknown): void {
  if (event === 'resumed') return;
  const { tag, user } = payload as NonNullable<Payload>;
  if (event === `company-${client.companyId}-tag` && tag) {
    const [companyId, at] = tag.name.split(' ');
    received.latencies.push(Number(process.hrtime.bigint() - BigInt(at!)) / 1e6);
    if (Number(companyId) === client.companyId) return;
  }
  if (event === `company-${client.companyId}-user` && user) {
    received.colleagues++;
    const isFull = user.email !== undefined;
    const canSeeAll = client.isAdmin || user.id === client.userId;
    if (isFull === canSeeAll && (user.companyId ?? client.companyId) === client.companyId) return;
  }
  received.breaches.push(
    `user ${client.userId} of company ${client.companyId} received ${event}: ${JSON.stringify(payload)}`,
  );
}
