import { vi } from 'vitest';
import type { TestServer } from './server.ts';

/** Locks a table (or only its writers), so that a test controls the order of transactions. Release within 2 s, the server's lock timeout. */
export async function lockTable(server: TestServer, table: string, mode: 'access exclusive' | 'share row exclusive') {
  const client = await server.asOwner.connect();
  await client.query(`begin; lock table ${table} in ${mode} mode`);
  const countWaiting = async () =>
    (
      await server.asOwner.query(
        'select from pg_locks l join pg_database d on d.oid = l.database where not l.granted and d.datname = current_database()',
      )
    ).rowCount!;
  return {
    /** Waits until this many transactions wait for a lock. */
    waiting: (count: number) =>
      vi.waitUntil(async () => (await countWaiting()) >= count, { timeout: 1_500, interval: 10 }),
    async release() {
      await client.query('commit');
      client.release();
    },
  };
}

/** Repeats a scenario that must happen within two seconds and may time out on a busy machine. */
export async function retryOnTimeout<T>(scenario: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await scenario();
    } catch (error) {
      if (attempt === 5 || !(error as Error).message.startsWith('Timed out')) throw error;
    }
  }
}
