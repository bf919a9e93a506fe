/** The members of a team chat in one process: sends messages at a steady rate and times each of them at each member. */
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';

export type ChatCommand =
  | { type: 'connect'; url: string; companyId: number; tokens: string[]; until: 'connect' | 'resumed' }
  /** Replies with the milliseconds from each call to each member's frame. */
  | { type: 'send'; url: string; tokens: string[]; count: number; perSecond: number };
export interface Received {
  latencies: number[];
  expected: number;
}
/** Far above the slowest frame; a frame that has not arrived by then is lost. */
const TIMEOUT_MS = 5_000;

const sockets: Socket[] = [];
let latencies: number[] = [];

process.on('message', (command: ChatCommand) => {
  const work = command.type === 'connect' ? connectAll(command) : sendAll(command);
  void work.then((answer) => process.send?.(answer));
});

async function connectAll({ url, companyId, tokens, until }: Extract<ChatCommand, { type: 'connect' }>) {
  for (const token of tokens) {
    const options = { transports: ['websocket'], forceNew: true, reconnection: false, auth: { token } };
    const socket = io(`${url}/${companyId}`, options);
    socket.on(`company-${companyId}-chat`, ({ newMessage }: { newMessage?: { message: string } }) => {
      if (newMessage) latencies.push(Number(process.hrtime.bigint() - BigInt(newMessage.message)) / 1e6);
    });
    await new Promise<void>((resolve, reject) => {
      socket.on(until, () => resolve());
      socket.on('connect_error', reject);
    });
    sockets.push(socket);
  }
  return sockets.length;
}

async function sendAll({ url, tokens, count, perSecond }: Extract<ChatCommand, { type: 'send' }>): Promise<Received> {
  latencies = [];
  const agent = new Agent({ keepAlive: true, maxSockets: 10 });
  const startedAt = performance.now();
  const answers: Promise<void>[] = [];
  for (let n = 0; n < count; n++) {
    await delay(Math.max(0, startedAt + (n * 1000) / perSecond - performance.now()));
    answers.push(send(url, tokens[n % tokens.length]!, agent));
  }
  await Promise.all(answers);
  const expected = count * sockets.length;
  const deadline = performance.now() + TIMEOUT_MS;
  while (latencies.length < expected && performance.now() < deadline) await delay(20);
  agent.destroy();
  return { latencies, expected };
}

function send(url: string, token: string, agent: Agent): Promise<void> {
  const body = JSON.stringify({ message: String(process.hrtime.bigint()) });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    request(url, { method: 'POST', agent, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`));
      answer.resume().on('end', resolve);
    })
      .on('error', reject)
      .end(body);
  });
}
