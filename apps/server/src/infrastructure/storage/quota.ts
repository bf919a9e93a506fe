/** Bounds the stored bytes of each company. Files of customers are always stored; only uploads are refused. */
import { AppError } from '../app-error.ts';
import type { Db } from '../db/tx.ts';
import { fileStore } from './files.store.ts';

/** The sum reads one index entry per file, so it is not computed for each upload. */
const CACHED_MS = 60_000;
const MAX_COMPANIES = 1000;

export function createStorageQuota({ db, maxBytes }: { db: Db; maxBytes: number }) {
  const sums = new Map<number, { bytes: number; until: number }>();

  async function usageOf(companyId: number) {
    const known = sums.get(companyId);
    if (known && known.until > Date.now()) return known;
    const bytes = await db.readCompany(companyId, (tx) => fileStore.totalBytes(tx));
    const usage = { bytes, until: Date.now() + CACHED_MS };
    if (sums.size >= MAX_COMPANIES) sums.clear();
    sums.set(companyId, usage);
    return usage;
  }

  return {
    /** Refuses an upload that would exceed the quota; an accepted one counts from now on. */
    async reserve(companyId: number, bytes: number): Promise<void> {
      const usage = await usageOf(companyId);
      if (usage.bytes + bytes > maxBytes) throw new AppError('ERR_STORAGE_FULL');
      usage.bytes += bytes;
    },
  };
}
