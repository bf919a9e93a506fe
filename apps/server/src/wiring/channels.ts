import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Channels } from '../channels/port.ts';
import { createSandboxChannel } from '../channels/sandbox/adapter.ts';
import { createSandboxControl } from '../channels/sandbox/control.ts';
import type { SandboxControl } from '../channels/sandbox/port.ts';
import type { Config } from '../foundation/config.ts';
import { createSafeFetch } from '../foundation/safe-fetch/safe-fetch.ts';

export interface OpenChannels {
  of: Channels;
  /** The simulated phones, where there are any. */
  sandbox?: SandboxControl | undefined;
  /** The server's own port, once it is known: channels on this machine ring there. */
  reachedAt?(port: number): void;
  close(): Promise<void>;
}
interface Needs {
  config: Config;
  openFile(key: string): Promise<{ stream: Readable } | undefined>;
}

/** The only place that knows who is behind the port. */
export async function openChannels({ config, openFile }: Needs): Promise<OpenChannels> {
  const network = await openNetwork(config);
  if (!network) return { of: () => undefined, close: async () => {} };
  let port = config.port;
  const reach = {
    networkUrl: network.url,
    serverUrl: () => `http://127.0.0.1:${port}`,
    safeFetch: createSafeFetch({ allowLoopback: true }),
  };
  const sandbox = createSandboxChannel({ ...reach, openFile });
  return {
    of: (provider) => (provider === 'sandbox' ? sandbox : undefined),
    sandbox: createSandboxControl({ ...reach, controlToken: network.controlToken }),
    reachedAt: (known) => void (port = known),
    close: network.close,
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
