import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { startGraphSimulator } from '../packages/graph-simulator/src/simulator.ts';
import { startPaymentsSimulator } from '../packages/payments-simulator/src/simulator.ts';
import { providerAccount } from './support/billing.ts';

const ROOT = resolve(import.meta.dirname, '..');
const READY_PATTERN = /Balcão is ready: (\S+)/;
/** A machine that is busy takes more than a minute for two servers with demo data. */
const START_TIMEOUT_MS = 180_000;

/** One server per parallel worker: all journeys use the same admin of the demo company. */
export default async function startWorkerServers({ workers }: { workers: number }) {
  if (process.env['BASE_URL']) return undefined;
  const stops = await Promise.all(Array.from({ length: workers }, (_, n) => startServer(n)));
  return async () => void (await Promise.all(stops.map((stop) => stop())));
}

/** For scripts that run without parallel workers. */
export async function startServers() {
  if (process.env['BASE_URL']) return undefined;
  const stop = await startServer(0);
  process.env['BASE_URL'] = process.env['BASE_URL_0'];
  return stop;
}

/** The app of the platform at the simulated Meta. */
const app = {
  appId: '4242000000000002',
  appSecret: 'simulated-app-secret-of-journeys',
  verifyToken: 'simulated-verify-token',
};

/**
 * The product itself, started as a user starts it, with demo data in its own folder. Its channels are connected to a
 * simulated Meta and to fake phones, and keys of payment providers belong to an account at a simulator.
 */
async function startServer(n: number): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-journeys-'));
  const meta = await startGraphSimulator(app);
  const controlToken = randomBytes(16).toString('hex');
  const payments = await startPaymentsSimulator({
    efi: { clientId: 'client', clientSecret: 'secret', chave: 'pix@example.com' },
    stripe: { key: providerAccount.token },
    mercadopago: providerAccount,
    asaas: providerAccount,
    controlToken,
  });
  const receiverPort = await freePort();
  const server = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      DEMO: 'on',
      LOG_LEVEL: 'warn',
      NODE_ENV: 'test',
      WHATSAPP_QR: 'pretend',
      META_APP_ID: app.appId,
      META_APP_SECRET: app.appSecret,
      META_VERIFY_TOKEN: app.verifyToken,
      META_GRAPH_URL: meta.url,
      META_DIALOG_URL: meta.url,
      MERCADOPAGO_URL: payments.urls.mercadopago,
      // The journey of the integrations receives webhooks there.
      PRIVATE_HOSTS: `127.0.0.1:${receiverPort}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await waitForUrl(server.stdout);
  process.env[`BASE_URL_${n}`] = url;
  process.env[`META_URL_${n}`] = meta.url;
  process.env[`META_CONTROL_${n}`] = meta.controlToken;
  process.env[`PAYMENTS_URL_${n}`] = payments.url;
  process.env[`PAYMENTS_CONTROL_${n}`] = controlToken;
  process.env[`DATA_DIR_${n}`] = dataDir;
  process.env[`RECEIVER_PORT_${n}`] = String(receiverPort);
  await meta.control.platformWebhook(`${url}/webhooks/meta`);
  // An unread pipe would fill up and block the server.
  server.stdout.resume();
  return async () => {
    const exited = new Promise((done) => server.once('exit', done));
    server.kill('SIGTERM');
    await exited;
    await meta.close();
    await payments.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const listener = createServer().once('error', fail);
    listener.listen(0, '127.0.0.1', () => {
      const { port } = listener.address() as AddressInfo;
      listener.close(() => done(port));
    });
  });
}

function waitForUrl(output: NodeJS.ReadableStream): Promise<string> {
  return new Promise((done, fail) => {
    const late = setTimeout(() => fail(new Error('The product did not become ready')), START_TIMEOUT_MS);
    createInterface({ input: output }).on('line', (line) => {
      const url = READY_PATTERN.exec(line)?.[1];
      if (url === undefined) return;
      clearTimeout(late);
      done(url);
    });
    output.once('end', () => fail(new Error('The product stopped before it was ready')));
  });
}
