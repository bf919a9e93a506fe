/** Sends one request to addresses that were already checked: no DNS query, no redirect, no proxy. */
import http from 'node:http';
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { isIPv6 } from 'node:net';
import { createSecureContext } from 'node:tls';
import { releaseBytes } from '../release-bytes.ts';
import { EgressRefused } from './egress.ts';
import { StreamedBody } from './streamed-body.ts';

/** The certificate by which a server recognizes us, and the authority of that server if it is not a public one. */
export type ClientCertificate = { pfx: Buffer; passphrase: string; ca?: string };
export type Outgoing = {
  url: URL;
  method: string;
  headers: Headers;
  body: Buffer | StreamedBody | undefined;
  client?: ClientCertificate | undefined;
};
export type Hop = Outgoing & { addresses: string[] };

export type Watch = {
  signal: AbortSignal;
  /** Called again with the address that the socket actually reached. */
  canReach: (address: string) => boolean;
  /** Called when the server may have read a part of the request. */
  onSent: () => void;
  /** Bytes of a streamed body that left this process. */
  onProgress?: (bytes: number) => void;
  /** A streamed body was handed over completely. */
  onBodyEnd?: (length: number) => void;
};

// No keep-alive: when a reused socket fails, it is unknown whether the message was read, and a person must check it.
const agents = { http: new http.Agent({ keepAlive: false }), https: new https.Agent({ keepAlive: false }) };
/** Reading a certificate takes milliseconds, so it is read once. Its own agent keeps its TLS sessions from other clients. */
const clientAgents = new WeakMap<ClientCertificate, https.Agent>();

function agentOf(client: ClientCertificate): https.Agent {
  const known = clientAgents.get(client);
  if (known) return known;
  const agent = new https.Agent({ keepAlive: false, secureContext: createSecureContext(client) });
  clientAgents.set(client, agent);
  return agent;
}

/** How long one of several addresses may take to answer. Node's own 250 ms give up addresses that are only far away or busy. */
const MAX_ATTEMPT_MS = 2500;

export function exchange(hop: Hop, watch: Watch): Promise<IncomingMessage> {
  const { url, method, headers, body, client } = hop;
  const secure = url.protocol === 'https:';
  const options: RequestOptions & { autoSelectFamilyAttemptTimeout: number } = {
    autoSelectFamilyAttemptTimeout: MAX_ATTEMPT_MS,
    method,
    hostname: bareHost(url),
    port: url.port || (secure ? 443 : 80),
    path: url.pathname + url.search,
    headers: { ...Object.fromEntries(headers), ...(body && { 'content-length': body.length }) },
    lookup: pinned(hop.addresses),
    agent: client ? agentOf(client) : secure ? agents.https : agents.http,
  };
  return new Promise((resolve, reject) => {
    const request = (secure ? https : http).request(options);
    request.on('error', reject);
    request.on('response', resolve);
    guardSocket(request, secure, watch);
    cutOffWith(watch.signal, request);
    if (body instanceof StreamedBody) writeStream(request, body, watch).catch((error: Error) => request.destroy(error));
    else request.end(body);
  });
}

/** The host as an address or a name; a URL writes IPv6 in brackets. */
export const bareHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/** Checks the address before the request is flushed, so a forbidden address receives no byte. */
function guardSocket(request: ClientRequest, secure: boolean, { canReach, onSent }: Watch): void {
  request.on('socket', (socket) => {
    socket.once('connect', () => {
      if (!canReach(socket.remoteAddress ?? '')) request.destroy(new EgressRefused('address'));
      else if (!secure) onSent();
    });
    if (secure) socket.once('secureConnect', onSent);
  });
}

/** Writes as fast as the socket takes it. Ends early without an error when the server already answered. */
async function writeStream(
  request: ClientRequest,
  { stream, length }: StreamedBody,
  { onProgress, onBodyEnd }: Watch,
): Promise<void> {
  let isOver = false;
  let resume = () => {};
  const end = () => {
    isOver = true;
    resume();
    stream.destroy();
  };
  request.once('response', end).once('close', end);
  request.on('drain', () => resume());
  let written = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      if (isOver) return;
      const { length: size } = chunk;
      written += size;
      if (written > length) throw new Error('the body is longer than announced');
      const isFlowing = request.write(chunk, (error) => void (error || releaseBytes(chunk)));
      if (!isFlowing) await new Promise<void>((done) => (resume = done));
      onProgress?.(size);
    }
  } catch (error) {
    if (isOver) return;
    throw error;
  }
  if (isOver) return;
  if (written < length) throw new Error('the body is shorter than announced');
  request.once('finish', () => onBodyEnd?.(length));
  request.end();
}

/** Also covers the response body: the request closes only with its response. */
function cutOffWith(signal: AbortSignal, request: ClientRequest): void {
  const cut = () => request.destroy(signal.reason);
  if (signal.aborted) cut();
  signal.addEventListener('abort', cut, { once: true });
  request.once('close', () => signal.removeEventListener('abort', cut));
}

const pinned =
  (addresses: string[]): LookupFunction =>
  (_name, { all }, answer) => {
    const records = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    if (all) answer(null, records);
    else answer(null, records[0]!.address, records[0]!.family);
  };
