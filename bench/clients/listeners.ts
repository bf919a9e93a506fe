/** Some hundred browsers in one process: each listens to its company and holds every frame against what it may have. */
import { io, type Socket } from 'socket.io-client';

export interface Seat {
  companyId: number;
  userId: number;
  isAdmin: boolean;
  token: string;
}
export type Order =
  /** Answers once all are connected (and, at ours, up to date). */
  | { do: 'connect'; url: string; seats: Seat[]; until: 'connect' | 'resumed' }
  /** Each knocks at the door of a company that is not its own; answers how many came in. */
  | { do: 'intrude'; url: string; seats: Seat[]; companyId: number }
  /** What was heard since the last report. */
  | { do: 'report' }
  | { do: 'leave' };
export interface Heard {
  /** Milliseconds from the write call to the frame. */
  latencies: number[];
  /** Frames about a colleague: whole for admins, short for everyone else. */
  colleagues: number;
  /** Frames that this socket should not have got. */
  breaches: string[];
}

const AT_ONCE = 40;
let sockets: Socket[] = [];
const nothing = (): Heard => ({ latencies: [], colleagues: 0, breaches: [] });
let heard = nothing();

process.on('message', (order: Order) => {
  void carryOut(order).then((answer) => process.send?.(answer));
});

async function carryOut(order: Order): Promise<unknown> {
  switch (order.do) {
    case 'connect':
      await inTurn(order.seats, (seat) => connect(seat, order.url, order.until));
      return order.seats.length;
    case 'intrude': {
      let admitted = 0;
      await inTurn(order.seats, async (seat) => {
        if (await isLetIn(order.url, order.companyId, seat.token)) admitted++;
      });
      return admitted;
    }
    case 'report': {
      const report = heard;
      heard = nothing();
      return report;
    }
    case 'leave':
      for (const socket of sockets) socket.disconnect();
      sockets = [];
      return 0;
  }
}

async function inTurn(seats: Seat[], work: (seat: Seat) => Promise<void>): Promise<void> {
  const waiting = seats.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const seat of waiting) await work(seat);
    }),
  );
}

const open = (url: string, companyId: number, token: string) =>
  io(`${url}/${companyId}`, { transports: ['websocket'], forceNew: true, reconnection: false, auth: { token } });

async function connect(seat: Seat, url: string, until: 'connect' | 'resumed'): Promise<void> {
  const socket = open(url, seat.companyId, seat.token);
  sockets.push(socket);
  socket.onAny((event: string, told: unknown) => listen(seat, event, told));
  await new Promise<void>((resolve, reject) => {
    socket.on(until, () => resolve());
    socket.on('connect_error', reject);
  });
  socket.on('disconnect', (why) => {
    if (why !== 'io client disconnect') heard.breaches.push(`lost its connection: ${why}`);
  });
}

function isLetIn(url: string, companyId: number, token: string): Promise<boolean> {
  const socket = open(url, companyId, token);
  return new Promise<boolean>((resolve) => {
    socket.on('connect', () => resolve(true));
    socket.on('connect_error', () => resolve(false));
  }).finally(() => socket.disconnect());
}

type Told = { tag?: { name: string }; user?: { id: number; email?: string; companyId?: number } } | undefined;

function listen(seat: Seat, event: string, told: unknown): void {
  if (event === 'resumed') return;
  const { tag, user } = told as NonNullable<Told>;
  if (event === `company-${seat.companyId}-tag` && tag) {
    const [companyId, at] = tag.name.split(' ');
    heard.latencies.push(Number(process.hrtime.bigint() - BigInt(at!)) / 1e6);
    if (Number(companyId) === seat.companyId) return;
  }
  if (event === `company-${seat.companyId}-user` && user) {
    heard.colleagues++;
    const isFull = user.email !== undefined;
    const mayHaveAll = seat.isAdmin || user.id === seat.userId;
    if (isFull === mayHaveAll && (user.companyId ?? seat.companyId) === seat.companyId) return;
  }
  heard.breaches.push(`user ${seat.userId} of company ${seat.companyId} heard ${event}: ${JSON.stringify(told)}`);
}
