/** Starts the product: database, migrations, demo data on the first run, then the server. */
import { ConfigError, readConfig } from './infrastructure/config.ts';
import { EarlyContraction, NewerDatabase } from './infrastructure/db/migrate.ts';
import { removeCompany as removeCompanyOf } from './infrastructure/db/remove-company.ts';
import { createLog, type Log } from './infrastructure/log/log.ts';
import { stopOnTermination } from './infrastructure/stop-process.ts';
import { AlreadyRunning, ForeignCluster, NewerData, PortTaken } from '@balcao/postgres-supervisor/supervisor';
import { openDatabase } from './wiring/database.ts';
import { assertSecretsKnown, UnknownSecret } from './wiring/secret-change.ts';
import type { findDemo } from './wiring/demo.ts';

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
  if (!config.isOldSecretLost)
    await assertSecretsKnown(server.db, { current: config.secret, previous: config.oldSecret });
  const demo = await import('./wiring/demo.ts');
  const removeCompany = (companyId: number) => removeCompanyOf(database.ownerUrl, companyId);
  const made = config.demo ? await demo.createDemo(server, { removeCompany, onProgress: print }) : [];
  const address = await server.open(config.port, config.host);
  print(`Balcão is ready: ${config.publicUrl ?? `http://localhost:${address?.port ?? config.port}`}`);
  if (config.demo) printDemo(demo.demoSummary(), made.length > 0);
  else printLeftovers(await demo.findDemo(server));
  await server.work();
  if (config.backup && config.databaseUrl === undefined) {
    const { startBackups } = await import('./wiring/backups.ts');
    const { backup } = config;
    const { onError, storage, restored } = server;
    const backups = startBackups({
      config: { ...config, backup },
      ownerUrl: database.ownerUrl,
      storage,
      restored,
      onError,
    });
    opened.push(backups.stop);
  }
  if (made.length === 0) return;
  await (await import('./wiring/demo-customers.ts')).startDemoCustomers(server, made);
  await (await import('./wiring/demo-billing.ts')).startDemoBilling(server, made);
  await demo.finishDemo(server, made);
}

async function closeAll() {
  for (let close = opened.pop(); close; close = opened.pop()) await close();
}

function printDemo(summary: string[], isFirst: boolean) {
  print(isFirst ? 'Sign in to one of the demo companies:' : 'Demo companies, as created on the first start:');
  for (const line of summary) print(line);
}

function printLeftovers({ names, ownerEmails }: Awaited<ReturnType<typeof findDemo>>) {
  const left = [...names, ...ownerEmails];
  if (left.length === 0) return;
  print(`Demo data is still stored: ${left.join(', ')}. Its users cannot sign in here, because their password`);
  print('is public. Stop the server and run npm run remove-demo to remove it.');
}

/** Errors that the operator can fix are printed as one line; other errors with their stack. */
const OPERATOR_ERRORS = [
  ConfigError,
  AlreadyRunning,
  NewerData,
  NewerDatabase,
  EarlyContraction,
  ForeignCluster,
  PortTaken,
  UnknownSecret,
];

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
