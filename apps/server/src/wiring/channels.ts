import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createMetaChannel } from '../channels/meta/adapter.ts';
import { createMetaLinking, type MetaLinking } from '../channels/meta/linking.ts';
import type { Channel, Channels } from '../channels/port.ts';
import { createSandboxChannel } from '../channels/sandbox/adapter.ts';
import { createSandboxControl } from '../channels/sandbox/control.ts';
import type { SandboxControl } from '../channels/sandbox/port.ts';
import type { QrNeeds } from '../channels/qr/adapter.ts';
import type { Config } from '../foundation/config.ts';
import { isLoopbackAddress } from '../foundation/safe-fetch/address.ts';
import { createSafeFetch } from '../foundation/safe-fetch/safe-fetch.ts';

export interface OpenChannels {
  of: Channels;
  /** The simulated phones, where there are any. */
  sandbox?: SandboxControl | undefined;
  /** Signing in at Meta, where the platform has an app of its own there. */
  signIn?: MetaLinking | undefined;
  /** The server's own port, once it is known: channels on this machine ring there. */
  reachedAt?(port: number): void;
  close(): Promise<void>;
}
/** What linked devices need of the house. */
export type QrHouse = Pick<QrNeeds, 'state' | 'lay' | 'history' | 'isElsewhere' | 'failed'>;
interface Needs {
  config: Config;
  openFile(key: string): Promise<{ stream: Readable } | undefined>;
  qr: QrHouse;
}

/** The only place that knows who is behind the port. */
export async function openChannels({ config, openFile, qr: house }: Needs): Promise<OpenChannels> {
  const network = await openNetwork(config);
  const meta = openMeta(config, openFile);
  const providers = new Map<string, Channel>([['official', meta.channel]]);
  const qr = await openQr(config, openFile, house);
  if (qr) providers.set('beta', qr.channel);
  if (!network) return { of: (name) => providers.get(name), signIn: meta.signIn, close: async () => qr?.close() };
  let port = config.port;
  const reach = {
    networkUrl: network.url,
    serverUrl: () => `http://127.0.0.1:${port}`,
    safeFetch: createSafeFetch({ allowLoopback: true }),
  };
  providers.set('sandbox', createSandboxChannel({ ...reach, openFile }));
  return {
    of: (name) => providers.get(name),
    sandbox: createSandboxControl({ ...reach, controlToken: network.controlToken }),
    signIn: meta.signIn,
    reachedAt: (known) => void (port = known),
    async close() {
      await qr?.close();
      await network.close();
    },
  };
}

/** WhatsApp by QR, where its optional library is installed. Nothing of it is loaded before somebody links a phone. */
async function openQr({ whatsappQr, role, dataDir }: Config, openFile: Needs['openFile'], house: QrHouse) {
  if (whatsappQr === 'off') return undefined;
  const { hasLibrary, startProcess } = await import('../channels/qr/processes.ts');
  if (!hasLibrary()) return undefined;
  const { createQrChannel } = await import('../channels/qr/adapter.ts');
  const kind = whatsappQr === 'pretend' ? 'pretend' : 'real';
  const qr = createQrChannel({ ...house, openFile, holds: role !== 'api', start: () => startProcess(kind) });
  if (kind === 'real') return qr;
  const { watchActs } = await import('../channels/qr/acts.ts');
  const stop = watchActs(join(dataDir, 'whatsapp-qr'), qr.play, house.failed);
  return { ...qr, close: async () => (stop(), qr.close()) };
}

/** Meta's three channels. Only a simulator on this very machine is reached inside the house's own network. */
function openMeta({ meta }: Config, openFile: Needs['openFile']) {
  const host = new URL(meta.graphUrl).hostname.replace(/^\[|\]$/g, '');
  const reach = {
    safeFetch: createSafeFetch({ allowLoopback: isLoopbackAddress(host) || host === 'localhost' }),
    graphUrl: meta.graphUrl,
    version: meta.version,
    app: { id: meta.appId, secret: meta.appSecret, verifyToken: meta.verifyToken },
  };
  return {
    channel: createMetaChannel({ ...reach, openFile }),
    signIn: meta.appId === undefined ? undefined : createMetaLinking({ ...reach, dialogUrl: meta.dialogUrl }),
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
