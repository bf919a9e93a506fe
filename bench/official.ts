import { readConfig } from '../apps/server/src/foundation/config.ts';
import { createLog } from '../apps/server/src/foundation/log/log.ts';
import { buildHouse } from '../apps/server/src/wiring/house.ts';
import { startGraphSimulator } from '../packages/graph-simulator/src/simulator.ts';
import type { GraphControl } from '../packages/graph-simulator/src/control.ts';
import { linkOfficial, type OfficialLine, type OfficialWish } from '../tools/official-lines.ts';
import type { BenchCompany, World } from './house.ts';
import type { Measured } from './processes.ts';

const app = { appId: '42420002', appSecret: 'the-secret-of-a-measured-app', verifyToken: 'verify-token-of-a-bench' };

export interface Linked {
  company: BenchCompany;
  lines: OfficialLine[];
}
/** Companies whose accounts are at a Graph simulator, and a server that they all ring at. */
export interface OfficialWorld {
  control: GraphControl;
  server: Measured;
  linked: Linked[];
  close(): Promise<void>;
}

export async function openOfficial(world: World, wishes: OfficialWish[]): Promise<OfficialWorld> {
  const simulator = await startGraphSimulator({ ...app, seed: 7 });
  const env = {
    META_APP_ID: app.appId,
    META_APP_SECRET: app.appSecret,
    META_VERIFY_TOKEN: app.verifyToken,
    META_GRAPH_URL: simulator.url,
    META_DIALOG_URL: simulator.url,
  };
  const house = await buildHouse({
    config: readConfig({ ...world.env, ...env }),
    appUrl: world.appUrl,
    log: createLog({ level: 'silent' }),
  });
  const linked: Linked[] = [];
  for (const [index, wish] of wishes.entries()) {
    const company = world.companies[index]!;
    const actor = house.modules.access.doorkeeper.asAdmin(company.id, company.users[0]!.id);
    linked.push({ company, lines: await linkOfficial(house, simulator.control, actor, wish) });
  }
  await house.close();
  const server = await world.startServer(env);
  await simulator.control.platformWebhook(`${server.url}/webhooks/meta`);
  return {
    control: simulator.control,
    server,
    linked,
    async close() {
      await server.stop();
      await simulator.close();
    },
  };
}
