/** `npm run bench [scenario…]`: measures the product against bare counterparts and fails when a budget is missed. */
import { availableParallelism, loadavg } from 'node:os';
import { printFigures, type Figure } from './figures.ts';
import { openBenchServer, type BenchServer } from './server.ts';
import { busy } from './scenarios/busy.ts';
import { channels } from './scenarios/channels.ts';
import { checkout } from './scenarios/checkout.ts';
import { flowEditor } from './scenarios/flow-editor.ts';
import { flowEngine } from './scenarios/flow-engine.ts';
import { calls } from './scenarios/calls.ts';
import { campaignReplies } from './scenarios/campaign-replies.ts';
import { campaigns } from './scenarios/campaigns.ts';
import { flows } from './scenarios/flows.ts';
import { hour } from './scenarios/hour.ts';
import { inbound } from './scenarios/inbound.ts';
import { inbox } from './scenarios/inbox.ts';
import { insightLoad } from './scenarios/insight-load.ts';
import { invoices } from './scenarios/invoices.ts';
import { neighbors } from './scenarios/neighbors.ts';
import { nodes } from './scenarios/nodes.ts';
import { numbers } from './scenarios/numbers.ts';
import { owner } from './scenarios/owner.ts';
import { panel } from './scenarios/panel.ts';
import { payments } from './scenarios/payments.ts';
import { qr } from './scenarios/qr.ts';
import { response } from './scenarios/response.ts';
import { screen } from './scenarios/screen.ts';
import { spreadsheets } from './scenarios/spreadsheets.ts';
import { signUp } from './scenarios/sign-up.ts';
import { sizes } from './scenarios/sizes.ts';
import { sockets } from './scenarios/sockets.ts';
import { start } from './scenarios/start.ts';
import { sweeps } from './scenarios/sweeps.ts';
import { tags } from './scenarios/tags.ts';
import { teamChat } from './scenarios/team-chat.ts';

type Scenario = (
  open: () => Promise<BenchServer>,
  log: (line: string) => void,
  how: { large: boolean; small: boolean },
) => Promise<Figure[]>;
/** Includes the slow scenarios. */
const LARGE = '--large';
/** A tenth of the data, to try out a change. */
const SMALL = '--small';

const scenarios: Record<string, Scenario> = {
  tags,
  sockets,
  inbound,
  nodes,
  response,
  inbox,
  hour,
  sweeps,
  spreadsheets,
  busy,
  channels,
  ...neighbors,
  payments,
  checkout,
  invoices,
  'sign-up': signUp,
  owner,
  'flow-engine': flowEngine,
  'flow-editor': flowEditor,
  flows,
  calls,
  campaigns,
  'campaign-replies': campaignReplies,
  numbers,
  'insight-load': insightLoad,
  'team-chat': teamChat,
  qr,
  screen,
  panel,
  start,
  sizes,
};

const args = process.argv.slice(2);
process.exitCode = await bench(
  args.filter((arg) => arg !== LARGE && arg !== SMALL),
  { large: args.includes(LARGE), small: args.includes(SMALL) },
);

async function bench(names: string[], how: Parameters<Scenario>[2]): Promise<number> {
  const unknownName = names.find((name) => !Object.hasOwn(scenarios, name));
  if (unknownName !== undefined) {
    console.error(`There is no scenario ${unknownName}; there are ${Object.keys(scenarios).join(', ')}.`);
    return 2;
  }
  const [load = 0] = loadavg();
  // Ratios tolerate other load on the machine; a p99 and a start time do not.
  if (load > availableParallelism()) console.log(`The machine is busy (load ${load.toFixed(1)}): expect noise.`);
  let benchServer: Promise<BenchServer> | undefined;
  const figures: Figure[] = [];
  try {
    for (const name of names.length > 0 ? names : Object.keys(scenarios)) {
      console.log(`\n${name}`);
      const log = (line: string) => console.log(`  ${line}`);
      figures.push(...(await scenarios[name]!(() => (benchServer ??= openBenchServer(log)), log, how)));
    }
  } finally {
    await (await benchServer)?.close();
  }
  return printFigures(figures) ? 0 : 1;
}
