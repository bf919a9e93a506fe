import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AlreadyRunning, openPostgres } from '../packages/postgres-supervisor/src/supervisor.ts';

interface OwnServer {
  url: string;
  /** Another process holds it, usually the product. */
  isRunning: boolean;
  stop(): Promise<void>;
}

/** The bundled database: used if the product is running, otherwise started for the command. */
export async function ownServer(dir: string, isArchiving = false): Promise<OwnServer> {
  if (!existsSync(join(dir, 'data'))) throw new Error(`There is no database in ${dir} yet.`);
  try {
    return { ...(await openPostgres({ dir, isArchiving, onProgress: console.log })), isRunning: false };
  } catch (error) {
    if (!(error instanceof AlreadyRunning)) throw error;
    const readSaved = (name: string) => readFileSync(join(dir, name), 'utf8').trim();
    return {
      url: `postgres://postgres:${readSaved('password')}@127.0.0.1:${readSaved('port')}/postgres`,
      isRunning: true,
      stop: async () => {},
    };
  }
}
