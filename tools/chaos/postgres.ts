/** A real PostgreSQL that commits durably, can be killed at any moment and restarts on the same data. */
import { join } from 'node:path';
import pg from 'pg';
import { ownDatabase } from '../../apps/server/src/infrastructure/db/prepare.ts';
import { postmasterOf } from '../../packages/postgres-supervisor/src/postmaster.ts';
import { openPostgres, type OpenPostgres } from '../../packages/postgres-supervisor/src/supervisor.ts';
import { freePort } from './processes.ts';
import { pause } from './wait.ts';

export async function startDatabase(dir: string) {
  const port = await freePort();
  const open = () => openPostgres({ dir, onProgress: () => {}, port });
  let running: OpenPostgres = await open();
  const ownerUrl = await ownDatabase(running.url);
  /** Connection of the owner, without row-level security: the comparison sees every company. */
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 6 });
  owner.on('error', () => {});

  /** Kills all its processes at once, as when the machine runs out of memory. */
  function killAll() {
    const postmaster = postmasterOf(join(dir, 'data'));
    if (postmaster) process.kill(-postmaster.pid, 'SIGKILL');
  }
  async function restart() {
    // The process is already gone: this only releases the lock.
    await running.stop();
    for (let attempt = 1; ; attempt += 1) {
      try {
        running = await open();
        return;
      } catch (error) {
        // The shared memory of the killed server may take a moment to be released.
        if (attempt === 20) throw error;
        await pause(250);
      }
    }
  }

  return {
    ownerUrl,
    owner,
    async kill(downMs = 0) {
      killAll();
      await pause(downMs);
      await restart();
    },
    /** A temporary, orderly stop. */
    async stopFor(ms: number) {
      await running.stop();
      await pause(ms);
      running = await open();
    },
    async close() {
      await owner.end();
      await running.stop();
    },
  };
}
