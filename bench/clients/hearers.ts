/** An admin of each company who listens for messages; tells how many each of them has heard of, and which twice. */
import { io, type Socket } from 'socket.io-client';

export interface Hearer {
  companyId: number;
  token: string;
}
export type HearOrder =
  | { do: 'listen'; url: string; hearers: Hearer[] }
  | { do: 'until'; count: number; patienceMs: number };
export interface HeardMessages {
  heard: number;
  doubled: number;
}

const sockets: Socket[] = [];
const heard = new Set<string>();
let doubled = 0;
let wake = () => {};

process.on('message', (order: HearOrder) => {
  void carryOut(order).then((answer) => process.send?.(answer));
});

async function carryOut(order: HearOrder): Promise<HeardMessages> {
  if (order.do === 'listen') await Promise.all(order.hearers.map((hearer) => listen(order.url, hearer)));
  else await until(order.count, order.patienceMs);
  return { heard: heard.size, doubled };
}

function until(count: number, patienceMs: number): Promise<void> {
  return new Promise((done) => {
    const late = setTimeout(done, patienceMs);
    wake = () => {
      if (heard.size < count) return;
      clearTimeout(late);
      done();
    };
    wake();
  });
}

async function listen(url: string, { companyId, token }: Hearer): Promise<void> {
  const socket = io(`${url}/${companyId}`, { transports: ['websocket'], forceNew: true, auth: { token } });
  sockets.push(socket);
  socket.on(`company-${companyId}-appMessage`, ({ action, message }: { action: string; message: { id: number } }) => {
    if (action !== 'create') return;
    const name = `${companyId} ${message.id}`;
    if (heard.has(name)) doubled++;
    heard.add(name);
    wake();
  });
  await new Promise((resolve, reject) => {
    socket.on('resumed', resolve);
    socket.on('connect_error', reject);
  });
}
