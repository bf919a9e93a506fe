/** Creates the companies of a scenario with their connections. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { ConnectionDraft } from '../../packages/contract/src/endpoints/connections.ts';
import type { Actor } from '../../packages/domain/src/policy/actor.ts';
import { readConfig } from '../../apps/server/src/infrastructure/config.ts';
import { createLog } from '../../apps/server/src/infrastructure/log/log.ts';
import { buildServer, type Server } from '../../apps/server/src/wiring/server.ts';
import { linkMetaAccounts, type MetaAccount, type MetaAccountOptions } from '../meta-accounts.ts';
import type { startGraph } from './graph.ts';

const YEAR_MS = 365 * 24 * 3_600_000;

export interface SimulatedConnection {
  connectionId: number;
  account: string;
  webhookKey: string;
  webhookSecret: string;
  /** Token of the public send API. */
  apiToken: string;
}
export interface Company {
  id: number;
  adminId: number;
  sessionId: string;
  connections: SimulatedConnection[];
  /** Accounts of the Graph simulator, linked when the company is created. */
  metaAccounts: MetaAccount[];
}
export interface Setup {
  connections: number;
  channel?: 'whatsapp' | 'whatsappapi';
  metaAccounts?: MetaAccountOptions;
}
interface Deps {
  dir: string;
  env: Record<string, string>;
  appUrl: string;
  owner: Pick<pg.Pool, 'query'>;
  graph: Awaited<ReturnType<typeof startGraph>>;
}

export function createCompanyFactory({ dir, env, appUrl, owner, graph }: Deps) {
  let companies = 0;

  async function createCompany(server: Server, planId: number, setup: Setup): Promise<Company> {
    const { access } = server.modules;
    const email = `chaos${++companies}@example.com`;
    const { companyId, userId } = await access.createCompany({
      company: { name: `Empresa ${companies}`, planId, email, dueDate: new Date(Date.now() + YEAR_MS) },
      admin: { name: 'Admin', email, password: 'Senha-de-prova-1' },
      settings: { requiredTag: 'disabled', sendGreetingAccepted: 'disabled' },
      isSuper: false,
    });
    const { rows } = await owner.query<{ id: string }>(
      `insert into sessions (company_id, user_id, is_remembered, address, expires_at)
       values ($1, $2, false, '127.0.0.1', now() + interval '1 day') returning id`,
      [companyId, userId],
    );
    const actor = access.authenticator.asAdmin(companyId, userId);
    const { metaAccounts } = setup;
    return {
      id: companyId,
      adminId: userId,
      sessionId: rows[0]!.id,
      connections: await createConnections(server, actor, setup),
      metaAccounts: metaAccounts ? await linkMetaAccounts(server, graph.control, actor, metaAccounts) : [],
    };
  }

  /** Creates all companies with a server of its own, which is closed again. */
  return async function createCompanies(setups: Setup[]): Promise<Company[]> {
    const dataDir = join(dir, 'company-setup');
    mkdirSync(dataDir, { recursive: true });
    const config = readConfig({ ...env, DATA_DIR: dataDir });
    const server = await buildServer({ config, appUrl, log: createLog({ level: 'error' }) });
    try {
      const limits = { users: 50, connections: 200, queues: 50 };
      const plan = await server.modules.companies.findOrCreatePlan({ name: `Plano ${companies}`, ...limits });
      const created: Company[] = [];
      for (const setup of setups) created.push(await createCompany(server, plan.id, setup));
      return created;
    } finally {
      await server.close();
    }
  };
}

async function createConnections(
  { modules: { connections } }: Server,
  actor: Actor,
  { connections: count, channel = 'whatsapp' }: Setup,
): Promise<SimulatedConnection[]> {
  const created: SimulatedConnection[] = [];
  for (let n = 1; n <= count; n += 1) {
    const draft = ConnectionDraft.parse({ name: `Linha ${n}`, channel, provider: 'sandbox', allowGroup: true });
    const { connection, token } = await connections.create(actor, draft);
    const { secrets } = connections.accountOf(connection);
    created.push({
      connectionId: connection.id,
      account: secrets['account']!,
      webhookKey: secrets['webhookKey']!,
      webhookSecret: secrets['webhookSecret']!,
      apiToken: token,
    });
  }
  return created;
}
