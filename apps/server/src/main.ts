/** Starts the product: database, migrations, demo data on the first run, then the doors. */
import { ConfigError, readConfig, type Config } from './foundation/config.ts';
import { NewerDatabase } from './foundation/db/migrate.ts';
import { createLog } from './foundation/log/log.ts';
import { AlreadyRunning, NewerData, PortTaken } from './foundation/postgres/supervisor.ts';
import { openDatabase } from './wiring/database.ts';
import type { House } from './wiring/house.ts';

/** Whatever does not end in time is ended. */
const STOP_WITHIN_MS = 10_000;
const say = (line: string) => console.log(line);

/** What must be closed again, in the order it was opened. */
const opened: (() => Promise<void>)[] = [];

async function start() {
  const config = readConfig(process.env);
  const log = createLog({ level: config.logLevel });
  // Most of a start is reading code, most of the database's start is waiting: they go together.
  const wiring = import('./wiring/house.ts');
  const database = await openDatabase(config, say);
  opened.push(database.close);
  const { buildHouse } = await wiring;
  const house = await buildHouse({ config, appUrl: database.appUrl, log });
  opened.push(house.close);
  const isFirst = config.demo && (await firstDemo(house));
  const address = await house.open(config.port, config.host);
  welcome(config, address?.port ?? config.port, isFirst);
  await house.work();
  if (isFirst) await (await import('./wiring/demo-phones.ts')).startDemoPhones(house);
}

async function closeAll() {
  for (let close = opened.pop(); close; close = opened.pop()) await close();
}

async function firstDemo(house: House): Promise<boolean> {
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

/** A signal in the middle of a start waits for the step under way, or the database would be left running. */
function stopWhenTold(starting: Promise<void>) {
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) return;
    isStopping = true;
    say('Stopping');
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    starting
      .catch(() => {})
      .then(closeAll)
      .then(
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

const starting = start();
stopWhenTold(starting);
starting.catch(async (fault: unknown) => {
  const isPortTaken = (fault as { code?: string }).code === 'EADDRINUSE';
  if (isPortTaken)
    console.error(`Port ${process.env['PORT'] ?? 3000} is in use by another program. Set PORT to another one.`);
  else if (PLAIN.some((kind) => fault instanceof kind)) console.error((fault as Error).message);
  else console.error(fault);
  await closeAll().catch(() => {});
  process.exit(1);
});
