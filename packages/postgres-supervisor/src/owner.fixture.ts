/** A separate process that owns a database, for tests of every way in which it can end. */
import { openPostgres, type PostgresOptions } from './supervisor.ts';

const options = JSON.parse(process.argv[2] ?? '{}') as Omit<PostgresOptions, 'onProgress'>;
try {
  const progress: string[] = [];
  const postgres = await openPostgres({ ...options, onProgress: (line) => progress.push(line) });
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => void postgres.stop().then(() => process.exit(0)));
  process.on('message', () => process.exit(0));
  process.send?.({ url: postgres.url, how: postgres.how, progress });
} catch (error) {
  process.send?.({ refused: error instanceof Error ? `${error.name}: ${error.message}` : '' });
  process.disconnect();
}
