/** A real Postgres that commits durably, can be killed at any moment and comes back where it was. */
import { join } from 'node:path';
import pg from 'pg';
import { ownDatabase } from '../../apps/server/src/foundation/db/prepare.ts';
import { postmasterOf } from '../../apps/server/src/foundation/postgres/postmaster.ts';
import { openPostgres, type OpenPostgres } from '../../apps/server/src/foundation/postgres/supervisor.ts';
import { freePort } from './processes.ts';
import { pause } from './waiting.ts';

export async function startDatabase(dir: string) {
  const port = await freePort();
  const open = () => openPostgres({ dir, say: () => {}, port });
  let running: OpenPostgres = await open();
  const ownerUrl = await ownDatabase(running.url);
  /** As the owner, past row-level security: the judge sees every company. */
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 6 });
  owner.on('error', () => {});

  /** The whole family at once, as when the machine's memory runs out. */
  function killAll() {
    const found = postmasterOf(join(dir, 'data'));
    if (found) process.kill(-found.pid, 'SIGKILL');
  }
  async function again() {
    // It is gone already: this only lets go of the lock.
    await running.stop();
    for (let attempt = 1; ; attempt += 1) {
      try {
        running = await open();
        return;
      } catch (fault) {
        // What the killed one shared may take a moment to be let go.
        if (attempt === 20) throw fault;
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
      await again();
    },
    /** An orderly stop, for a while. */
    async rest(ms: number) {
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
