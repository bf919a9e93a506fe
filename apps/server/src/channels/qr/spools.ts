/** Spools of child processes: what they had received when the server died. Stored into the inbox before a session opens. */
import { createHmac, randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openSpool, type Spool } from '@balcao/whatsapp-qr/spool';

export interface SpoolOptions {
  dir: string;
  /** The present key first, then the former one. */
  keys: readonly Buffer[];
}
interface Deps extends SpoolOptions {
  enqueue(companyId: number, connectionId: number, body: Buffer): Promise<void>;
  onError(error: unknown): void;
}
const SPOOL = /^(\d+)-(\d+)\.[\da-f-]{36}$/;

export function createSpools({ dir, keys, enqueue, onError }: Deps) {
  /** A child knows the key of its own sessions only. */
  const keyFor = (key: Buffer, session: string) => createHmac('sha256', key).update(session).digest('base64');
  let replaying: Promise<void> = Promise.resolve();

  async function replayFile(name: string): Promise<void> {
    const [, companyId, connectionId] = SPOOL.exec(name) ?? [];
    if (companyId === undefined || connectionId === undefined) return;
    const path = join(dir, name);
    const deliveries = open(`${companyId}/${connectionId}`, await readFile(path));
    if (!deliveries) {
      onError(new Error(`the spool ${name} cannot be opened; it was kept with the ending .unreadable`));
      return rename(path, `${path}.unreadable`);
    }
    // A delivery that was stored before the server died is recognized by its messages.
    for (const body of deliveries) await enqueue(Number(companyId), Number(connectionId), Buffer.from(body));
    await rm(path);
  }
  function open(session: string, bytes: Buffer): string[] | undefined {
    for (const key of keys) {
      try {
        return openSpool(keyFor(key, session), session, bytes);
      } catch {
        // The next key may fit.
      }
    }
    return undefined;
  }
  async function replayAll(): Promise<void> {
    for (const name of await readdir(dir).catch((): string[] => [])) await replayFile(name).catch(onError);
  }

  return {
    /** A new file for each opening: an earlier one may still wait for its replay. */
    spoolOf: (session: string): Spool => ({
      path: join(dir, `${session.replace('/', '-')}.${randomUUID()}`),
      key: keyFor(keys[0]!, session),
    }),
    /** Stores what all sessions left behind, also those that are not opened here any more. */
    replay: (): Promise<void> => (replaying = replaying.then(replayAll)),
  };
}
