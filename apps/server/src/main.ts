/** Starts the product: database, migrations, demo data on the first run, then the doors. */
import { join } from 'node:path';
import { ConfigError, readConfig, type Config } from './foundation/config.ts';
import { NewerDatabase } from './foundation/db/migrate.ts';
import { appUrlFor, ownDatabase, prepareDatabase } from './foundation/db/prepare.ts';
import { migrations } from './foundation/db/migrate.ts';
import { createLog } from './foundation/log/log.ts';
import { AlreadyRunning, NewerData, openPostgres, PortTaken } from './foundation/postgres/supervisor.ts';
import { buildHouse } from './wiring/house.ts';

/** Whatever does not end in time is ended. */
const STOP_WITHIN_MS = 10_000;
const say = (line: string) => console.log(line);

async function start() {
  const config = readConfig(process.env);
  const log = createLog({ level: config.logLevel });
  const { ownerUrl, closeDatabase } = await openDatabase(config);
  try {
    await prepareDatabase(ownerUrl, config.secret, say);
    const house = await buildHouse({ config, appUrl: config.databaseAppUrl ?? appUrlFor(ownerUrl, config.secret), log });
    stopWhenTold(async () => {
      await house.close();
      await closeDatabase();
    });
    const isFirst = config.demo && (await firstDemo(house));
    const address = await house.open(config.port, config.host);
    welcome(config, address?.port ?? config.port, isFirst);
    await house.work();
  } catch (fault) {
    await closeDatabase();
    throw fault;
  }
}

async function openDatabase(config: Config) {
  if (config.databaseUrl !== undefined) return { ownerUrl: config.databaseUrl, closeDatabase: async () => {} };
  const postgres = await openPostgres({
    dir: join(config.dataDir, 'postgres'),
    say,
    schema: migrations().at(-1)?.number,
    where: config.publicUrl ?? `http://localhost:${config.port}`,
  });
  try {
    return { ownerUrl: await ownDatabase(postgres.url), closeDatabase: () => postgres.stop() };
  } catch (fault) {
    await postgres.stop();
    throw fault;
  }
}

async function firstDemo(house: Awaited<ReturnType<typeof buildHouse>>): Promise<boolean> {
  if ((await house.modules.companies.allIds()).length > 0) return false;
  const { makeDemo } = await import('./wiring/demo.ts');
  return makeDemo(house, say);
}

function welcome(config: Config, port: number, isFirst: boolean) {
  say(`Balcão is ready: ${config.publicUrl ?? `http://localhost:${port}`}`);
  if (!config.demo) return;
  void import('./wiring/demo.ts').then(({ demoLines }) => {
    say(isFirst ? 'Sign in to one of the demo companies:' : 'Demo companies, as they were made on the first start:');
    for (const line of demoLines()) say(line);
  });
}

function stopWhenTold(stop: () => Promise<void>) {
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) return;
    isStopping = true;
    say('Stopping');
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    stop().then(
      () => process.exit(0),
      (fault: unknown) => {
        console.error(fault);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}

/** Faults that a person can mend are one line; everything else is ours and comes whole. */
const PLAIN = [ConfigError, AlreadyRunning, NewerData, NewerDatabase, PortTaken];

start().catch((fault: unknown) => {
  const isPortTaken = (fault as { code?: string }).code === 'EADDRINUSE';
  if (isPortTaken) console.error(`Port ${process.env['PORT'] ?? 3000} is in use by another program. Set PORT to another one.`);
  else if (PLAIN.some((kind) => fault instanceof kind)) console.error((fault as Error).message);
  else console.error(fault);
  process.exit(1);
});
