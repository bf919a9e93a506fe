import { inPortions } from '../db/portions.ts';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Db } from '../db/tx.ts';
import type { SentFile } from '../http/handle.ts';
import { AppError, refuse } from '../app-error.ts';
import { idempotencyStore } from './idempotency.store.ts';

interface IdempotentRequest {
  companyId: number;
  /** Includes the caller's id, because two callers may choose the same key. */
  key: string;
  request: Buffer;
}
/** Longer than any call takes: a call without an answer by then was killed, and its work either committed or did not. */
const ABANDONED_SECONDS = 60;

/**
 * Runs a repeated request once and repeats its answer. The work must be safe to restart after a crash (its rows carry a
 * unique key of their own). A refused request had no effect, so its key is released.
 */
export const createIdempotency = ({ db }: { db: Db }) => ({
  async once<T>({ companyId, key, request }: IdempotentRequest, work: () => Promise<T>): Promise<T> {
    const existing = await db.inCompany(companyId, async (tx) =>
      (await idempotencyStore.claim(tx, key, request, ABANDONED_SECONDS))
        ? undefined
        : ((await idempotencyStore.find(tx, key)) ?? 'gone'),
    );
    if (existing === 'gone') busy();
    if (existing) {
      if (!existing.requestHash.equals(request)) refuse('ERR_IDEMPOTENCY_REUSED');
      return existing.status === null ? busy() : (existing.answer as T);
    }
    try {
      const answer = await work();
      await db.inCompany(companyId, (tx) => idempotencyStore.answer(tx, key, answer));
      return answer;
    } catch (error) {
      if (error instanceof AppError) await db.inCompany(companyId, (tx) => idempotencyStore.release(tx, key));
      throw error;
    }
  },

  async prune(before: Date) {
    for (const companyId of await db.onPlatform((tx) => idempotencyStore.companiesBefore(tx, before)))
      await inPortions((limit) => db.inCompany(companyId, (tx) => idempotencyStore.prune(tx, before, limit)));
  },
});
export type Idempotency = ReturnType<typeof createIdempotency>;

function busy(): never {
  throw new AppError('ERR_IDEMPOTENCY_BUSY', { retryAfterSeconds: 1 });
}

/** SHA-256 of the request content and its files. */
export async function requestHash(content: unknown, files: SentFile[]): Promise<Buffer> {
  const hash = createHash('sha256').update(JSON.stringify(content));
  for (const file of files) {
    hash.update(`\n${file.fileName}\n${file.bytes}\n`);
    for await (const chunk of createReadStream(file.path)) hash.update(chunk as Buffer);
  }
  return hash.digest();
}
