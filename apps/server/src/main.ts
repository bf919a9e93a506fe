/** Starts the product: database, migrations, demo data on the first run, then the server. */
import { ConfigError, readConfig, type Config } from './infrastructure/config.ts';
import { NewerDatabase } from './infrastructure/db/migrate.ts';
import { createLog, type Log } from './infrastructure/log/log.ts';
import { stopOnTermination } from './infrastructure/stop-process.ts';
import { AlreadyRunning, NewerData, PortTaken } from '@balcao/postgres-supervisor/supervisor';
import { openDatabase } from './wiring/database.ts';
import type { Server } from './wiring/server.ts';

const print = (line: string) => console.log(line);

/** Close functions in the order of opening; called in reverse. */
const opened: (() => Promise<void>)[] = [];

let log: Log | undefined;

async function start() {
  const config = readConfig(process.env);
  log = createLog({ level: config.logLevel });
  // The import takes CPU time and the database start is mostly waiting, so they run in parallel.
  const wiring = import('./wiring/server.ts');
  const database = await openDatabase(config, print);
  opened.push(database.close);
  const { buildServer } = await wiring;
  const server = await buildServer({ config, appUrl: database.appUrl, log });
  opened.push(server.close);
  const isFirst = config.demo && (await firstDemo(server));
  const address = await server.open(config.port, config.host);
  welcome(config, address?.port ?? config.port, isFirst);
  await server.work();
  if (isFirst) await (await import('./wiring/demo-customers.ts')).startDemoCustomers(server);
}

async function closeAll() {
  for (let close = opened.pop(); close; close = opened.pop()) await close();
}

async function firstDemo(server: Server): Promise<boolean> {
  if ((await server.modules.companies.allIds()).length > 0) return false;
  const { createDemo } = await import('./wiring/demo.ts');
  return createDemo(server, print);
}

function welcome(config: Config, port: number, isFirst: boolean) {
  print(`Balcão is ready: ${config.publicUrl ?? `http://localhost:${port}`}`);
  if (!config.demo) return;
  void import('./wiring/demo.ts').then(({ demoSummary }) => {
    print(isFirst ? 'Sign in to one of the demo companies:' : 'Demo companies, as created on the first start:');
    for (const line of demoSummary()) print(line);
  });
}

/** Errors that the operator can fix are printed as one line; other errors with their stack. */
const OPERATOR_ERRORS = [ConfigError, AlreadyRunning, NewerData, NewerDatabase, PortTaken];

const starting = start();
stopOnTermination({
  starting,
  close: closeAll,
  onStopping: () => print('Stopping'),
  onError: (error) => (log ? log.fatal({ err: error }, 'unexpected error, stopping') : console.error(error)),
});
starting.catch(async (error: unknown) => {
  const isPortTaken = (error as { code?: string }).code === 'EADDRINUSE';
  if (isPortTaken)
    console.error(`Port ${process.env['PORT'] ?? 3000} is in use by another program. Set PORT to another one.`);
  else if (OPERATOR_ERRORS.some((kind) => error instanceof kind)) console.error((error as Error).message);
  else console.error(error);
  await closeAll().catch(() => {});
  process.exit(1);
});
