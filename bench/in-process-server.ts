import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readConfig } from '../apps/server/src/infrastructure/config.ts';
import { createLog } from '../apps/server/src/infrastructure/log/log.ts';
import { buildServer, type Server } from '../apps/server/src/wiring/server.ts';
import { openBenchServer } from './server.ts';

interface InProcessServer {
  server: Server;
  /** A client of the owner of its database. */
  owner: pg.Client;
}

/** Runs the work with a server in this process, whose use cases it calls itself. No worker is started. */
export async function withInProcessServer<T>(
  { log, companies }: { log: (line: string) => void; companies: number },
  work: (opened: InProcessServer) => Promise<T>,
): Promise<T> {
  const bench = await openBenchServer(log, { count: companies });
  const dir = mkdtempSync(join(tmpdir(), 'balcao-bench-files-'));
  const owner = new pg.Client({ connectionString: bench.ownerUrl });
  await owner.connect();
  const config = readConfig({ ...bench.env, DATA_DIR: dir });
  const server = await buildServer({ config, appUrl: bench.appUrl, log: createLog({ level: 'silent' }) });
  try {
    return await work({ server, owner });
  } finally {
    await server.close();
    await owner.end();
    await bench.close();
    rmSync(dir, { recursive: true, force: true });
  }
}
