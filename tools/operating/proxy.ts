/** Tries ops/Caddyfile for real, with a local certificate. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:https';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { missingPrograms, type Report } from './report.ts';
import { APP_SECRET, repository } from './test-server.ts';

const SERVER_PORT = 43_100;
const PROXY_PORT = 43_101;
const START_MS = 60_000;
const STOP_MS = 10_000;
/** Failures that one address may have; forged headers must not give a new address. */
const MAX_FAILURES = 110;

type Answer = { status: number; body: string };

function call(
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: Buffer | string } = {},
): Promise<Answer> {
  return new Promise((done, failed) => {
    const outgoing = request(
      {
        host: 'localhost',
        port: PROXY_PORT,
        path,
        method: options.method ?? 'GET',
        headers: options.headers,
        rejectUnauthorized: false,
      },
      (answer) => {
        let body = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
        answer.on('end', () => done({ status: answer.statusCode ?? 0, body }));
      },
    );
    outgoing.on('error', failed);
    outgoing.end(options.body);
  });
}

/** Resolves to the status of the answer to a WebSocket handshake. */
const upgrade = (): Promise<number> =>
  new Promise((done, failed) => {
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.from('0123456789abcdef').toString('base64'),
      origin: `https://localhost:${PROXY_PORT}`,
    };
    const path = '/socket.io/?EIO=4&transport=websocket';
    const outgoing = request({ host: 'localhost', port: PROXY_PORT, path, headers, rejectUnauthorized: false });
    outgoing.on('upgrade', (answer, socket) => {
      socket.destroy();
      done(answer.statusCode ?? 0);
    });
    outgoing.on('response', (answer) => done(answer.statusCode ?? 0));
    outgoing.on('error', failed).end();
  });

async function waitFor(path: string): Promise<void> {
  const deadline = Date.now() + START_MS;
  for (;;) {
    const answer = await call(path).catch(() => undefined);
    if (answer?.status === 200) return;
    if (Date.now() > deadline) throw new Error(`${path} did not answer: ${answer?.status}`);
    await pause(300);
  }
}

export async function tryProxy(root: string, report: Report): Promise<void> {
  if (missingPrograms({ caddy: 'caddy' }).length > 0) return report.skip('the proxy', 'apt-get install caddy');
  const { check } = report;
  const children: ChildProcess[] = [];
  let proxyLog = '';
  const start = (file: string, args: string[], env: Record<string, string>) => {
    const child = spawn(file, args, {
      cwd: repository,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', file === 'caddy' ? 'pipe' : 'inherit'],
    });
    if (file === 'caddy') child.stderr!.on('data', (part: Buffer) => (proxyLog += part.toString()));
    children.push(child);
  };
  try {
    start(process.execPath, ['apps/server/src/main.ts'], {
      DATA_DIR: join(root, 'proxied'),
      PORT: String(SERVER_PORT),
      HOST: '127.0.0.1',
      PUBLIC_URL: `https://localhost:${PROXY_PORT}`,
      APP_SECRET,
      TRUST_PROXY: '127.0.0.1,::1',
      LOG_LEVEL: 'fatal',
      WHATSAPP_QR: 'off',
    });
    start('caddy', ['run', '--config', 'ops/Caddyfile', '--adapter', 'caddyfile'], {
      DOMAIN: `https://localhost:${PROXY_PORT}`,
      API_NODES: `127.0.0.1:${SERVER_PORT}`,
      XDG_DATA_HOME: join(root, 'caddy'),
      XDG_CONFIG_HOME: join(root, 'caddy'),
      HOME: root,
    });
    await waitFor('/health/ready');
    check('the proxy reaches the server through TLS', true);
    await call('/api/tickets?searchParam=not-in-the-log');
    check(
      'the log of the proxy has paths without query strings',
      proxyLog.includes('"/api/tickets"') && !proxyLog.includes('not-in-the-log'),
    );
    check('the metrics are not public', (await call('/metrics')).status === 404);
    check('a WebSocket opens through the proxy', (await upgrade()) === 101);
    const huge = await call('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.alloc(170 * 1024 * 1024, ' '),
    }).catch(() => ({ status: 413, body: '' }));
    check('a body above the limit is refused', huge.status === 413 || huge.status === 400, String(huge.status));
    let limited = 0;
    for (let at = 0; at < MAX_FAILURES && limited === 0; at += 1) {
      const { status } = await call('/api/auth/login', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `203.0.113.${at}`,
          'x-real-ip': `203.0.113.${at}`,
        },
        body: JSON.stringify({ email: `nobody${at}@example.com`, password: 'wrong-password' }),
      });
      if (status === 429) limited = at;
    }
    check('a forged X-Forwarded-For gives no new address to the limits', limited > 0);
  } finally {
    for (const child of children) child.kill('SIGTERM');
    for (const child of children)
      if (child.exitCode === null) await Promise.race([once(child, 'exit'), pause(STOP_MS)]);
  }
}
