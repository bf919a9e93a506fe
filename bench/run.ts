/** `npm run bench [scenario…]`: measures the house against its bare counterparts and fails when a budget is missed. */
import { availableParallelism, loadavg } from 'node:os';
import { printFigures, type Figure } from './figures.ts';
import { openWorld, type World } from './house.ts';
import { busy } from './scenarios/busy.ts';
import { channels } from './scenarios/channels.ts';
import { inbound } from './scenarios/inbound.ts';
import { inbox } from './scenarios/inbox.ts';
import { qr } from './scenarios/qr.ts';
import { response } from './scenarios/response.ts';
import { screen } from './scenarios/screen.ts';
import { sheets } from './scenarios/sheets.ts';
import { sizes } from './scenarios/sizes.ts';
import { sockets } from './scenarios/sockets.ts';
import { start } from './scenarios/start.ts';
import { sweeps } from './scenarios/sweeps.ts';
import { tags } from './scenarios/tags.ts';

type Scenario = (
  world: () => Promise<World>,
  say: (line: string) => void,
  how: { large: boolean },
) => Promise<Figure[]>;
/** Asks for what takes long, too. */
const LARGE = '--large';

const scenarios: Record<string, Scenario> = {
  tags,
  sockets,
  inbound,
  response,
  inbox,
  sweeps,
  sheets,
  busy,
  channels,
  qr,
  screen,
  start,
  sizes,
};

const words = process.argv.slice(2);
process.exitCode = await bench(
  words.filter((word) => word !== LARGE),
  words.includes(LARGE),
);

async function bench(asked: string[], large: boolean): Promise<number> {
  const stranger = asked.find((name) => !Object.hasOwn(scenarios, name));
  if (stranger !== undefined) {
    console.error(`There is no scenario ${stranger}; there are ${Object.keys(scenarios).join(', ')}.`);
    return 2;
  }
  const [load = 0] = loadavg();
  // Ratios bear some company, a p99 and a start do not.
  if (load > availableParallelism()) console.log(`The machine is busy (load ${load.toFixed(1)}): expect noise.`);
  let world: Promise<World> | undefined;
  const figures: Figure[] = [];
  try {
    for (const name of asked.length > 0 ? asked : Object.keys(scenarios)) {
      console.log(`\n${name}`);
      const say = (line: string) => console.log(`  ${line}`);
      figures.push(...(await scenarios[name]!(() => (world ??= openWorld(say)), say, { large })));
    }
  } finally {
    await (await world)?.close();
  }
  return printFigures(figures) ? 0 : 1;
}
