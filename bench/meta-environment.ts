import { readConfig } from '../apps/server/src/infrastructure/config.ts';
import { createLog } from '../apps/server/src/infrastructure/log/log.ts';
import { buildServer } from '../apps/server/src/wiring/server.ts';
import { startGraphSimulator } from '../packages/graph-simulator/src/simulator.ts';
import type { GraphControl, NewWhatsApp } from '../packages/graph-simulator/src/control.ts';
import { linkMetaAccounts, type MetaAccount, type MetaAccountOptions } from '../tools/meta-accounts.ts';
import type { BenchCompany, BenchServer } from './server.ts';
import type { Measured } from './processes.ts';

export const META_APP = {
  appId: '42420002',
  appSecret: 'the-secret-of-a-measured-app',
  verifyToken: 'verify-token-of-a-bench',
};

export interface Linked {
  company: BenchCompany;
  accounts: MetaAccount[];
}
/** Companies with accounts at a Graph simulator, and the server that receives all their webhooks. */
export interface MetaEnvironment {
  control: GraphControl;
  server: Measured;
  linked: Linked[];
  close(): Promise<void>;
}

export async function openMetaEnvironment(
  bench: BenchServer,
  options: MetaAccountOptions[],
  how: Partial<NewWhatsApp> = {},
): Promise<MetaEnvironment> {
  const simulator = await startGraphSimulator({ ...META_APP, seed: 7 });
  const env = {
    META_APP_ID: META_APP.appId,
    META_APP_SECRET: META_APP.appSecret,
    META_VERIFY_TOKEN: META_APP.verifyToken,
    META_GRAPH_URL: simulator.url,
    META_DIALOG_URL: simulator.url,
  };
  const setupServer = await buildServer({
    config: readConfig({ ...bench.env, ...env }),
    appUrl: bench.appUrl,
    log: createLog({ level: 'silent' }),
  });
  const linked: Linked[] = [];
  for (const [index, accountOptions] of options.entries()) {
    const company = bench.companies[index]!;
    const actor = setupServer.modules.access.authenticator.asAdmin(company.id, company.users[0]!.id);
    const accounts = await linkMetaAccounts(setupServer, simulator.control, actor, accountOptions, how);
    linked.push({ company, accounts });
  }
  await setupServer.close();
  const server = await bench.startServer(env);
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
