/** One admin per company subscribed to messages; reports how many messages each received, and which ones twice. */
import { io, type Socket } from 'socket.io-client';

export interface Subscriber {
  companyId: number;
  token: string;
}
export type SubscriberCommand =
  | { type: 'listen'; url: string; subscribers: Subscriber[] }
  | { type: 'until'; count: number; timeoutMs: number };
export interface ReceivedMessages {
  received: number;
  duplicated: number;
}

const sockets: Socket[] = [];
const received = new Set<string>();
let duplicated = 0;
let wake = () => {};

process.on('message', (command: SubscriberCommand) => {
  void execute(command).then((answer) => process.send?.(answer));
});

async function execute(command: SubscriberCommand): Promise<ReceivedMessages> {
  if (command.type === 'listen')
    await Promise.all(command.subscribers.map((subscriber) => listen(command.url, subscriber)));
  else await until(command.count, command.timeoutMs);
  return { received: received.size, duplicated };
}

function until(count: number, timeoutMs: number): Promise<void> {
  return new Promise((done) => {
    const late = setTimeout(done, timeoutMs);
    wake = () => {
      if (received.size < count) return;
      clearTimeout(late);
      done();
    };
    wake();
  });
}

async function listen(url: string, { companyId, token }: Subscriber): Promise<void> {
  const socket = io(`${url}/${companyId}`, { transports: ['websocket'], forceNew: true, auth: { token } });
  sockets.push(socket);
  socket.on(`company-${companyId}-appMessage`, ({ action, message }: { action: string; message: { id: number } }) => {
    if (action !== 'create') return;
    const name = `${companyId} ${message.id}`;
    if (received.has(name)) duplicated++;
    received.add(name);
    wake();
  });
  await new Promise((resolve, reject) => {
    socket.on('resumed', resolve);
    socket.on('connect_error', reject);
  });
}
