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
  /** Control of the simulated phones, if the sandbox is on. */
  sandbox?: SandboxControl | undefined;
  /** Sign-in at Meta; needs a Meta app of the platform. */
  signIn?: MetaAccountLinking | undefined;
  /** Reports the server's port once it is known: channels on this machine send their webhooks there. */
  onListening?(port: number): void;
  close(): Promise<void>;
}
/** What the QR channel needs from the server. */
export type QrHost = Pick<QrDeps, 'state' | 'enqueue' | 'history' | 'isElsewhere' | 'onError'> & {
  spoolKeys: readonly Buffer[];
};
interface Deps {
  config: Config;
  openFile(key: string): Promise<{ stream: Readable; bytes: number } | undefined>;
  qr: QrHost;
  /** Another server may use the same accounts. */
  isBlocked?: () => boolean;
}

/** Opens the channel adapters. No other file knows which adapter implements the port. */
export async function openChannels({
  config,
  openFile,
  qr: qrHost,
  isBlocked = () => false,
}: Deps): Promise<OpenChannels> {
  const network = await openNetwork(config);
  const meta = openMeta(config, openFile, isBlocked);
  const providers = new Map<string, Channel>([['official', meta.channel]]);
  const qr = await openQr(config, openFile, qrHost);
  if (qr) providers.set('beta', qr.channel);
  if (!network) return { of: (name) => providers.get(name), signIn: meta.signIn, close: async () => qr?.close() };
  let port = config.port;
  const clientOptions = {
    networkUrl: network.url,
    serverUrl: () => `http://127.0.0.1:${port}`,
    safeFetch: createSafeFetch({ allowLoopback: true, isBlocked }),
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

/** WhatsApp by QR, if its optional package is installed. The library itself is loaded when a phone is linked. */
async function openQr(
  { whatsappQr, whatsappWebVersion, role, dataDir }: Config,
  openFile: Deps['openFile'],
  qrHost: QrHost,
) {
  if (whatsappQr === 'off') return undefined;
  const { hasLibrary, startProcess } = await import('../channels/qr/processes.ts');
  if (!hasLibrary()) return undefined;
  const { createQrChannel } = await import('../channels/qr/adapter.ts');
  const kind = whatsappQr === 'pretend' ? 'pretend' : 'real';
  const qr = createQrChannel({
    ...qrHost,
    openFile,
    holdsSessions: role !== 'api',
    spool: { dir: join(dataDir, 'whatsapp-qr-spool'), keys: qrHost.spoolKeys },
    start: () => startProcess(kind, whatsappWebVersion),
  });
  if (kind === 'real') return qr;
  const { watchSimulatedActions } = await import('../channels/qr/simulated-actions.ts');
  const stop = watchSimulatedActions(join(dataDir, 'whatsapp-qr'), qr.play, qrHost.onError);
  return { ...qr, close: async () => (stop(), qr.close()) };
}

/** Meta's three channels. Loopback addresses are reachable only if the Graph URL is a simulator on this machine. */
function openMeta({ meta }: Config, openFile: Deps['openFile'], isBlocked: () => boolean) {
  const host = new URL(meta.graphUrl).hostname.replace(/^\[|\]$/g, '');
  const clientOptions = {
    safeFetch: createSafeFetch({ allowLoopback: isLoopbackAddress(host) || host === 'localhost', isBlocked }),
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

/** A server with role `all` starts the simulated network itself; other roles use the one at SANDBOX_URL. */
async function openNetwork({ sandbox, sandboxUrl, sandboxToken, role, dataDir }: Config) {
  if (!sandbox) return undefined;
  if (sandboxUrl !== undefined) return { url: sandboxUrl, controlToken: sandboxToken ?? '', close: async () => {} };
  if (role !== 'all') return undefined;
  const { startSandboxNetwork } = await import('../channels/sandbox/network.ts');
  return startSandboxNetwork({ stateFile: join(dataDir, 'sandbox.json') });
}
