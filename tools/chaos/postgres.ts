/** A real PostgreSQL that commits durably and can be killed at any moment. The supervisor of the product restarts it. */
import { join } from 'node:path';
import pg from 'pg';
import { ownDatabase } from '../../apps/server/src/infrastructure/db/prepare.ts';
import { postmasterOf } from '../../packages/postgres-supervisor/src/postmaster.ts';
import { openPostgres, type OpenPostgres } from '../../packages/postgres-supervisor/src/supervisor.ts';
import { freePort } from './processes.ts';
import { pause, until } from './wait.ts';

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
  return {
    ownerUrl,
    owner,
    /** Resolves when the supervisor of the product has restarted it. */
    async kill() {
      killAll();
      await until(
        'PostgreSQL to be restarted',
        () => owner.query('select 1'),
        () => true,
      );
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
