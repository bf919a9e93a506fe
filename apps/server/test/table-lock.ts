import { vi } from 'vitest';
import type { TestServer } from './server.ts';

/** Keeps everybody off a table (or only its writers), so that a test decides who meets whom inside. Less than 2 s, the server's own patience. */
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
    /** As soon as this many wait, for this table or for one another. */
    waiting: (count: number) =>
      vi.waitUntil(async () => (await countWaiting()) >= count, { timeout: 1_500, interval: 10 }),
    async release() {
      await client.query('commit');
      client.release();
    },
  };
}

/** A scene that needs several at the same place within two seconds: on a busy machine it is set again. */
export async function retryOnTimeout<T>(scenario: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await scenario();
    } catch (error) {
      if (tries === 5 || !(error as Error).message.startsWith('Timed out')) throw error;
    }
  }
}
