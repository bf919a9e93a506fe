/** Starts the product: database, migrations, demo data on the first run, then the doors. */
import { ConfigError, readConfig, type Config } from './infrastructure/config.ts';
import { NewerDatabase } from './infrastructure/db/migrate.ts';
import { createLog } from './infrastructure/log/log.ts';
import { AlreadyRunning, NewerData, PortTaken } from '@balcao/postgres-supervisor/supervisor';
import { openDatabase } from './wiring/database.ts';
import type { Server } from './wiring/server.ts';

/** Whatever does not end in time is ended. */
const STOP_TIMEOUT_MS = 10_000;
const print = (line: string) => console.log(line);

/** What must be closed again, in the order it was opened. */
const opened: (() => Promise<void>)[] = [];

async function start() {
  const config = readConfig(process.env);
  const log = createLog({ level: config.logLevel });
  // Most of a start is reading code, most of the database's start is waiting: they go together.
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
    print(isFirst ? 'Sign in to one of the demo companies:' : 'Demo companies, as they were made on the first start:');
    for (const line of demoSummary()) print(line);
  });
}

/** A signal in the middle of a start waits for the step under way, or the database would be left running. */
function stopOnSignal(starting: Promise<void>) {
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) return;
    isStopping = true;
    print('Stopping');
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    starting
      .catch(() => {})
      .then(closeAll)
      .then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}

/** Faults that a person can mend are one line; everything else is ours and comes whole. */
const PLAIN = [ConfigError, AlreadyRunning, NewerData, NewerDatabase, PortTaken];

const starting = start();
stopOnSignal(starting);
starting.catch(async (error: unknown) => {
  const isPortTaken = (error as { code?: string }).code === 'EADDRINUSE';
  if (isPortTaken)
    console.error(`Port ${process.env['PORT'] ?? 3000} is in use by another program. Set PORT to another one.`);
  else if (PLAIN.some((kind) => error instanceof kind)) console.error((error as Error).message);
  else console.error(error);
  await closeAll().catch(() => {});
  process.exit(1);
});
