import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

const POLL_MS = 100;

/**
 * Takes an advisory lock that the connection keeps until it ends. It asks again and again, because a statement that waits
 * for the lock holds a snapshot, and an index that is built concurrently waits for the end of every snapshot.
 */
export async function takeLock(client: pg.Client, key: number): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isMine: boolean }>('select pg_try_advisory_lock($1) as "isMine"', [key]);
    if (rows[0]!.isMine) return;
    await pause(POLL_MS);
  }
}
