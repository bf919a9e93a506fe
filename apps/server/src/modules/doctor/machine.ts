/** Facts about the machine, the files and the certificate. */
import { readFileSync, statSync } from 'node:fs';
import { readdir, statfs } from 'node:fs/promises';
import { freemem, totalmem } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { createSafeFetch } from '../../infrastructure/safe-fetch/safe-fetch.ts';
import type { Storage } from '../../infrastructure/storage/storage.ts';

const DAY_MS = 24 * 3_600_000;
const TLS_TIMEOUT_MS = 3000;
const REACH_TIMEOUT_MS = 3000;

export async function diskUsedPercent(dir: string): Promise<number> {
  const { blocks, bavail } = await statfs(dir);
  return 100 * (1 - bavail / blocks);
}

export async function diskFreeBytes(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize;
}

/** Memory that the system can give back counts as free. */
export function memoryUsedPercent(): number {
  let available = freemem();
  try {
    available = Number(/^MemAvailable:\s+(\d+)/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1]) * 1024 || available;
  } catch {
    // Only Linux has this file.
  }
  return 100 * (1 - available / totalmem());
}

/** Files with keys that other users of the machine can read. */
export const openSecretFiles = (dataDir: string): number =>
  ['secret', 'signing-secret', 'backup/machine-key', 'postgres/password'].filter((name) => {
    try {
      return (statSync(join(dataDir, name)).mode & 0o077) !== 0;
    } catch {
      return false;
    }
  }).length;

/** Age of the oldest log segment that is not uploaded. */
export async function oldestWaitingSeconds(archiveDir: string): Promise<number> {
  const names = await readdir(archiveDir).catch(() => []);
  const times = names.flatMap((name) => {
    try {
      return [statSync(join(archiveDir, name)).mtimeMs];
    } catch {
      return [];
    }
  });
  return times.length === 0 ? 0 : Math.max(0, (Date.now() - Math.min(...times)) / 1000);
}

export async function canStore(storage: Storage): Promise<boolean> {
  const content = Buffer.from(`doctor ${Date.now()}`);
  const { key } = await storage.put(content, { companyId: 2_147_483_647, kind: 'doctor' });
  try {
    const file = await storage.open(key);
    return file !== undefined && (await buffer(file.stream)).equals(content);
  } finally {
    await storage.remove(key);
  }
}

/** Whether this address leads to the product, by way of name server and proxy. A node that is not ready counts too. */
export async function reachesProduct(publicUrl: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(publicUrl);
  // The operator chose this host, which may be in a private network.
  const safeFetch = createSafeFetch({
    allowLoopback: true,
    privateHosts: [
      { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (protocol === 'https:' ? 443 : 80)) },
    ],
  });
  try {
    const answer = await safeFetch(new URL('/health/live', publicUrl), { timeoutMs: REACH_TIMEOUT_MS });
    const { status } = (await answer.json()) as { status?: string };
    return status === 'live' || status === 'stuck';
  } catch {
    return false;
  }
}

/** Null when the host does not answer with a certificate. */
export function certificateDays(publicUrl: string): Promise<number | null> {
  const { hostname, port } = new URL(publicUrl);
  return new Promise((resolve) => {
    // An expired or foreign certificate is what this check is for, so it is read unverified; nothing is sent.
    const socket = connect({
      host: hostname,
      port: Number(port || 443),
      servername: hostname,
      rejectUnauthorized: false,
      timeout: TLS_TIMEOUT_MS,
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
