import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createMetaChannel } from '../channels/meta/adapter.ts';
import { createMetaAccountLinking, type MetaAccountLinking } from '../channels/meta/account-linking.ts';
import type { Channel, Channels } from '../channels/port.ts';
import { createSandboxChannel } from '../channels/sandbox/adapter.ts';
import { createSandboxControl } from '../channels/sandbox/control.ts';
import type { SandboxControl } from '../channels/sandbox/port.ts';
import type { QrDeps } from '../channels/qr/adapter.ts';
import type { Config } from '../infrastructure/config.ts';
import { isLoopbackAddress } from '../infrastructure/safe-fetch/address.ts';
import { createSafeFetch } from '../infrastructure/safe-fetch/safe-fetch.ts';

export interface OpenChannels {
  of: Channels;
  /** The simulated phones, where there are any. */
  sandbox?: SandboxControl | undefined;
  /** Signing in at Meta, where the platform has an app of its own there. */
  signIn?: MetaAccountLinking | undefined;
  /** The server's own port, once it is known: channels on this machine ring there. */
  onListening?(port: number): void;
  close(): Promise<void>;
}
/** What linked devices need of the house. */
export type QrHost = Pick<QrDeps, 'state' | 'enqueue' | 'history' | 'isElsewhere' | 'onError'>;
interface Deps {
  config: Config;
  openFile(key: string): Promise<{ stream: Readable } | undefined>;
  qr: QrHost;
}

/** The only place that knows who is behind the port. */
export async function openChannels({ config, openFile, qr: qrHost }: Deps): Promise<OpenChannels> {
  const network = await openNetwork(config);
  const meta = openMeta(config, openFile);
  const providers = new Map<string, Channel>([['official', meta.channel]]);
  const qr = await openQr(config, openFile, qrHost);
  if (qr) providers.set('beta', qr.channel);
  if (!network) return { of: (name) => providers.get(name), signIn: meta.signIn, close: async () => qr?.close() };
  let port = config.port;
  const clientOptions = {
    networkUrl: network.url,
    serverUrl: () => `http://127.0.0.1:${port}`,
    safeFetch: createSafeFetch({ allowLoopback: true }),
  };
  providers.set('sandbox', createSandboxChannel({ ...clientOptions, openFile }));
  return {
    of: (name) => providers.get(name),
    sandbox: createSandboxControl({ ...clientOptions, controlToken: network.controlToken }),
    signIn: meta.signIn,
    onListening: (listeningPort) => void (port = listeningPort),
    async close() {
      await qr?.close();
      await network.close();
    },
  };
}

/** WhatsApp by QR, where its optional library is installed. Nothing of it is loaded before somebody links a phone. */
async function openQr({ whatsappQr, role, dataDir }: Config, openFile: Deps['openFile'], qrHost: QrHost) {
  if (whatsappQr === 'off') return undefined;
  const { hasLibrary, startProcess } = await import('../channels/qr/processes.ts');
  if (!hasLibrary()) return undefined;
  const { createQrChannel } = await import('../channels/qr/adapter.ts');
  const kind = whatsappQr === 'pretend' ? 'pretend' : 'real';
  const qr = createQrChannel({ ...qrHost, openFile, holdsSessions: role !== 'api', start: () => startProcess(kind) });
  if (kind === 'real') return qr;
  const { watchSimulatedActions } = await import('../channels/qr/simulated-actions.ts');
  const stop = watchSimulatedActions(join(dataDir, 'whatsapp-qr'), qr.play, qrHost.onError);
  return { ...qr, close: async () => (stop(), qr.close()) };
}

/** Meta's three channels. Only a simulator on this very machine is reached inside the house's own network. */
function openMeta({ meta }: Config, openFile: Deps['openFile']) {
  const host = new URL(meta.graphUrl).hostname.replace(/^\[|\]$/g, '');
  const clientOptions = {
    safeFetch: createSafeFetch({ allowLoopback: isLoopbackAddress(host) || host === 'localhost' }),
    graphUrl: meta.graphUrl,
    version: meta.version,
    app: { id: meta.appId, secret: meta.appSecret, verifyToken: meta.verifyToken },
  };
  return {
    channel: createMetaChannel({ ...clientOptions, openFile }),
    signIn:
      meta.appId === undefined ? undefined : createMetaAccountLinking({ ...clientOptions, dialogUrl: meta.dialogUrl }),
  };
}

/** A server that works alone brings the phones along; several share those of another process. */
async function openNetwork({ sandbox, sandboxUrl, sandboxToken, role, dataDir }: Config) {
  if (!sandbox) return undefined;
  if (sandboxUrl !== undefined) return { url: sandboxUrl, controlToken: sandboxToken ?? '', close: async () => {} };
  if (role !== 'all') return undefined;
  const { startSandboxNetwork } = await import('../channels/sandbox/network.ts');
  return startSandboxNetwork({ stateFile: join(dataDir, 'sandbox.json') });
}
