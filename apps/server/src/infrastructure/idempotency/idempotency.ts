import { inPortions } from '../db/portions.ts';
import { createHash, randomUUID } from 'node:crypto';
import type { Db } from '../db/tx.ts';
import type { SentFile } from '../http/handle.ts';
import { readPieces } from '../read-pieces.ts';
import { AppError, refuse } from '../app-error.ts';
import { idempotencyStore, type Claim } from './idempotency.store.ts';

interface IdempotentRequest {
  companyId: number;
  /** Includes the caller's id, because two callers may choose the same key. */
  key: string;
  request: Buffer;
}
/** A crashed process blocks its keys for this long at most. */
const LEASE_SECONDS = 10;
const RENEW_MS = 3_000;

/**
 * Runs a repeated request once and repeats its answer. The work must be safe to restart after a crash (its rows carry a
 * unique key of their own), so that a request that failed in any way releases its key.
 */
export function createIdempotency({ db }: { db: Db }) {
  const holder = randomUUID();
  /** Number of requests with the same key in this process. */
  const running = new Map<string, number>();

  /** Undefined when the request may run now; otherwise the row of the same key. */
  const findOrClaim = (companyId: number, claim: Claim, request: Buffer, isRunning: boolean) =>
    db.inCompany(companyId, async (tx) =>
      (await idempotencyStore.claim(tx, claim, request, isRunning))
        ? undefined
        : ((await idempotencyStore.find(tx, claim.key)) ?? 'gone'),
    );

  async function run<T>(companyId: number, claim: Claim, work: () => Promise<T>): Promise<T> {
    const renew = () => db.inCompany(companyId, (tx) => idempotencyStore.renew(tx, claim)).catch(() => {});
    const renewing = setInterval(() => void renew(), RENEW_MS);
    try {
      const answer = await work();
      await db.inCompany(companyId, (tx) => idempotencyStore.answer(tx, claim, answer));
      return answer;
    } catch (error) {
      // If this fails too, the key is still free for this process, and for others when the lease is over.
      await db.inCompany(companyId, (tx) => idempotencyStore.release(tx, claim)).catch(() => {});
      throw error;
    } finally {
      clearInterval(renewing);
    }
  }

  return {
    async once<T>({ companyId, key, request }: IdempotentRequest, work: () => Promise<T>): Promise<T> {
      const claim: Claim = { key, holder, leaseSeconds: LEASE_SECONDS };
      const name = `${companyId} ${key}`;
      const others = running.get(name) ?? 0;
      running.set(name, others + 1);
      try {
        const existing = await findOrClaim(companyId, claim, request, others > 0);
        if (existing === 'gone') busy();
        if (!existing) return await run(companyId, claim, work);
        if (!existing.requestHash.equals(request)) refuse('ERR_IDEMPOTENCY_REUSED');
        return existing.status === null ? busy() : (existing.answer as T);
      } finally {
        const remaining = running.get(name)! - 1;
        if (remaining === 0) running.delete(name);
        else running.set(name, remaining);
      }
    },

    async prune(before: Date) {
      for (const companyId of await db.onPlatform((tx) => idempotencyStore.companiesBefore(tx, before)))
        await inPortions((limit) => db.inCompany(companyId, (tx) => idempotencyStore.prune(tx, before, limit)));
    },
  };
}
export type Idempotency = ReturnType<typeof createIdempotency>;

function busy(): never {
  throw new AppError('ERR_IDEMPOTENCY_BUSY', { retryAfterSeconds: 1 });
}

/** SHA-256 of the request content and its files. */
export async function requestHash(content: unknown, files: SentFile[]): Promise<Buffer> {
  const hash = createHash('sha256').update(JSON.stringify(content));
  for (const file of files) {
    hash.update(`\n${file.fileName}\n${file.bytes}\n`);
    for await (const piece of readPieces(file.path)) hash.update(piece);
  }
  return hash.digest();
}
