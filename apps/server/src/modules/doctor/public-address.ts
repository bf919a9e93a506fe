/** How people reach the product: name server, certificate, proxy. */
import { createHash, randomBytes } from 'node:crypto';
import { connect as connectPlain, type Socket } from 'node:net';
import { connect } from 'node:tls';
import { DAY_MS } from '@balcao/domain/kit/durations';
import type { Forwarding } from '../../infrastructure/http/health.ts';
import { createSafeFetch } from '../../infrastructure/safe-fetch/safe-fetch.ts';

const CONNECT_TIMEOUT_MS = 3000;
/** Headers of an answer are shorter; whatever sends more is not the product. */
const MAX_HEAD_BYTES = 16_384;

/** Whether this address leads to the product, by way of name server and proxy. A node that is not ready counts too. */
export const reachesProduct = async (publicUrl: string): Promise<boolean> => (await liveness(publicUrl)) !== undefined;

/** Whether the server knows the addresses of its clients, and not that of the proxy. Null when it is not reached. */
export async function knowsClients(publicUrl: string, trustsProxies: boolean): Promise<boolean | null> {
  const answer = await liveness(publicUrl);
  if (!answer) return null;
  // Without a proxy nothing is forwarded, and then no proxy may be believed.
  return answer.forwarding === 'believed' || (answer.forwarding === 'none' && !trustsProxies);
}

async function liveness(publicUrl: string): Promise<{ forwarding?: Forwarding } | undefined> {
  const { host, port } = addressOf(publicUrl);
  // The operator chose this host, which may be in a private network.
  const safeFetch = createSafeFetch({ allowLoopback: true, privateHosts: [{ host, port }] });
  try {
    const answer = await safeFetch(new URL('/health/live', publicUrl), { timeoutMs: CONNECT_TIMEOUT_MS });
    const body = (await answer.json()) as { status?: string; forwarding?: Forwarding };
    return body.status === 'live' || body.status === 'stuck' ? body : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a WebSocket of the screens opens at this address; proxies often pass ordinary requests only. */
export function opensWebSocket(publicUrl: string): Promise<boolean> {
  const key = randomBytes(16).toString('base64');
  // The accepted key proves that a WebSocket server answers (RFC 6455, 4.2.2).
  const accepted = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
  const { promise, resolve } = Promise.withResolvers<boolean>();
  let head = '';
  const socket = openSocket(publicUrl, () => socket.write(upgradeRequest(publicUrl, key)));
  const end = (isOpen: boolean) => {
    socket.destroy();
    resolve(isOpen);
  };
  socket.setTimeout(CONNECT_TIMEOUT_MS, () => end(false));
  socket.once('error', () => end(false)).once('close', () => end(false));
  socket.on('data', (chunk: Buffer) => {
    head += chunk.toString('latin1');
    const isComplete = head.includes('\r\n\r\n');
    if (!isComplete && head.length < MAX_HEAD_BYTES) return;
    const acceptedKey = /^sec-websocket-accept:\s*(\S+)\s*$/im.exec(head)?.[1];
    end(isComplete && /^HTTP\/1\.1 101\b/.test(head) && acceptedKey === accepted);
  });
  return promise;
}

function openSocket(publicUrl: string, onOpen: () => void): Socket {
  const { host, port, isSecure } = addressOf(publicUrl);
  return isSecure ? connect({ host, port, servername: host }, onOpen) : connectPlain({ host, port }, onOpen);
}

const upgradeRequest = (publicUrl: string, key: string): string =>
  [
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
    `Host: ${new URL(publicUrl).host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${key}`,
    `Origin: ${new URL(publicUrl).origin}`,
    '\r\n',
  ].join('\r\n');

function addressOf(publicUrl: string): { host: string; port: number; isSecure: boolean } {
  const { hostname, port, protocol } = new URL(publicUrl);
  const isSecure = protocol === 'https:';
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (isSecure ? 443 : 80)), isSecure };
}

/** Null when the host does not answer with a certificate. */
export function certificateDays(publicUrl: string): Promise<number | null> {
  const { host, port } = addressOf(publicUrl);
  return new Promise((resolve) => {
    // An expired or foreign certificate is what this check is for, so it is read unverified; nothing is sent.
    const socket = connect({
      host,
      port,
      servername: host,
      rejectUnauthorized: false,
      timeout: CONNECT_TIMEOUT_MS,
    });
    const end = (days: number | null) => {
      socket.destroy();
      resolve(days);
    };
    socket.once('secureConnect', () => {
      const until = Date.parse(socket.getPeerX509Certificate()?.validTo ?? '');
      end(Number.isNaN(until) ? null : (until - Date.now()) / DAY_MS);
    });
    socket.once('error', () => end(null)).once('timeout', () => end(null));
  });
}
