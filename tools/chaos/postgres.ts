/** A real Postgres that commits durably, can be killed at any moment and comes back where it was. */
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
  /** As the owner, past row-level security: the judge sees every company. */
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 6 });
  owner.on('error', () => {});

  /** The whole family at once, as when the machine's memory runs out. */
  function killAll() {
    const postmaster = postmasterOf(join(dir, 'data'));
    if (postmaster) process.kill(-postmaster.pid, 'SIGKILL');
  }
  async function restart() {
    // It is gone already: this only lets go of the lock.
    await running.stop();
    for (let attempt = 1; ; attempt += 1) {
      try {
        running = await open();
        return;
      } catch (error) {
        // What the killed one shared may take a moment to be let go.
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
    /** An orderly stop, for a while. */
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
