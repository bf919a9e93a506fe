/** Everything a play needs: a database, the network, companies with their connections, and as many servers as it asks for. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConnectionDraft } from '../../packages/contract/src/endpoints/connections.ts';
import { readConfig } from '../../apps/server/src/infrastructure/config.ts';
import { prepareDatabase } from '../../apps/server/src/infrastructure/db/prepare.ts';
import { createLog } from '../../apps/server/src/infrastructure/log/log.ts';
import { createAccessTokens } from '../../apps/server/src/infrastructure/tokens/access-token.ts';
import { buildServer } from '../../apps/server/src/wiring/server.ts';
import { linkMetaAccounts, type MetaAccount, type MetaAccountOptions } from '../meta-accounts.ts';
import { startGraph } from './graph.ts';
import { startNetwork } from './network.ts';
import { startDatabase } from './postgres.ts';
import { EndedEarly, freePort, start, type Spawned } from './processes.ts';
import { pause, until } from './wait.ts';

const SECRET = 'a secret for plays only, of more than thirty-two characters';
const NETWORK_TOKEN = 'whoever-shows-this-plays';
const MAIN = join(import.meta.dirname, '../../apps/server/src/main.ts');
/** The same house with a channel that does not know a message when it sees it twice. */
const NON_IDEMPOTENT = fileURLToPath(new URL('non-idempotent-node.ts', import.meta.url));
const YEAR_MS = 365 * 24 * 3_600_000;

export interface SimulatedConnection {
  connectionId: number;
  account: string;
  webhookKey: string;
  webhookSecret: string;
  /** For the programs of others. */
  apiToken: string;
}
export interface Company {
  id: number;
  adminId: number;
  sessionId: string;
  connections: SimulatedConnection[];
  /** Accounts at the Graph simulator; linked from the beginning. */
  metaAccounts: MetaAccount[];
}
export interface Setup {
  connections: number;
  channel?: 'whatsapp' | 'whatsappapi';
  metaAccounts?: MetaAccountOptions;
}
export interface Node {
  name: string;
  url: string;
  process(): Spawned;
  /** -9, and up again; answers after how many milliseconds it was ready. */
  crash(downMs?: number): Promise<number>;
  kill(): Promise<void>;
  stop(): Promise<void>;
  up(): Promise<void>;
}

export async function openEnvironment(seed: number) {
  const dir = mkdtempSync(join(tmpdir(), 'balcao-chaos-'));
  const database = await startDatabase(join(dir, 'postgres'));
  const { owner, ownerUrl } = database;
  const appUrl = await prepareDatabase(ownerUrl, SECRET, () => {});
  const network = await startNetwork({ seed, log: join(dir, 'network.log'), token: NETWORK_TOKEN });
  const graph = await startGraph(seed);
  const storageDir = join(dir, 'files');
  const env = {
    APP_SECRET: SECRET,
    DATABASE_URL: ownerUrl,
    STORAGE_DIR: storageDir,
    DEMO: 'off',
    LOG_LEVEL: 'error',
    SANDBOX_URL: network.url,
    SANDBOX_TOKEN: NETWORK_TOKEN,
    ...graph.env,
  };
  const tokens = createAccessTokens({ current: SECRET, now: Date.now });
  const nodes = new Map<string, Node>();
  let companies = 0;

  /** Founds them all at once: a house of our own is built for it and closed again. */
  async function createCompanies(setups: Setup[]): Promise<Company[]> {
    const dataDir = join(dir, 'founder');
    mkdirSync(dataDir, { recursive: true });
    const config = readConfig({ ...env, DATA_DIR: dataDir });
    const server = await buildServer({ config, appUrl, log: createLog({ level: 'error' }) });
    const { access, connections, companies: companiesModule } = server.modules;
    try {
      const plan = await companiesModule.findOrCreatePlan({
        name: `Plano ${companies}`,
        users: 50,
        connections: 200,
        queues: 50,
      });
      const created: Company[] = [];
      for (const { connections: count, channel = 'whatsapp', metaAccounts: accountOptions } of setups) {
        const email = `chaos${++companies}@example.com`;
        const { companyId, userId } = await access.createCompany({
          company: {
            name: `Empresa ${companies}`,
            planId: plan.id,
            email,
            dueDate: new Date(Date.now() + YEAR_MS),
          },
          admin: { name: 'Admin', email, password: 'Senha-de-prova-1' },
          settings: { requiredTag: 'disabled', sendGreetingAccepted: 'disabled' },
          isSuper: false,
        });
        const { rows } = await owner.query<{ id: string }>(
          `insert into sessions (company_id, user_id, is_remembered, address, expires_at)
           values ($1, $2, false, '127.0.0.1', now() + interval '1 day') returning id`,
          [companyId, userId],
        );
        const simulatedConnections: SimulatedConnection[] = [];
        const actor = access.authenticator.asAdmin(companyId, userId);
        for (let n = 1; n <= count; n += 1) {
          const draft = ConnectionDraft.parse({ name: `Linha ${n}`, channel, provider: 'sandbox', allowGroup: true });
          const { connection, token } = await connections.create(actor, draft);
          const { secrets } = connections.accountOf(connection);
          simulatedConnections.push({
            connectionId: connection.id,
            account: secrets['account']!,
            webhookKey: secrets['webhookKey']!,
            webhookSecret: secrets['webhookSecret']!,
            apiToken: token,
          });
        }
        const metaAccounts = accountOptions ? await linkMetaAccounts(server, graph.control, actor, accountOptions) : [];
        created.push({
          id: companyId,
          adminId: userId,
          sessionId: rows[0]!.id,
          connections: simulatedConnections,
          metaAccounts,
        });
      }
      return created;
    } finally {
      await server.close();
    }
  }

  async function node(name: string, { forgetful = false } = {}): Promise<Node> {
    const existing = nodes.get(name);
    if (existing) {
      await existing.up();
      return existing;
    }
    const port = await freePort();
    const dataDir = join(dir, name);
    mkdirSync(dataDir, { recursive: true });
    let running: Spawned | undefined;
    async function up() {
      if (running && !running.hasEnded()) return;
      running = await start({
        file: forgetful ? NON_IDEMPOTENT : MAIN,
        env: { ...env, PORT: String(port), DATA_DIR: dataDir },
        log: join(dir, `${name}.log`),
        readyPattern: /is ready: (\S+)/,
      }).catch(async (error: unknown) => {
        // Without a database there is no start; whoever keeps the server running tries again.
        if (!(error instanceof EndedEarly)) throw error;
        await pause(200);
        return undefined;
      });
      if (!running) await up();
    }
    const newNode: Node = {
      name,
      url: `http://127.0.0.1:${port}`,
      process: () => running!,
      up,
      async crash(downMs = 0) {
        await running?.kill();
        await pause(downMs);
        const since = Date.now();
        await up();
        return Date.now() - since;
      },
      kill: async () => running?.kill(),
      stop: async () => running?.stop(),
    };
    nodes.set(name, newNode);
    await up();
    return newNode;
  }

  /** As the admin would: opens every session, scans the code, and waits until the house knows. */
  async function connect(company: Company, at: Node) {
    for (const connection of company.connections) {
      const answer = await request(company, at, 'POST', `/whatsappsession/${connection.connectionId}`);
      if (!answer.ok) throw new Error(`session: ${answer.status} ${await answer.text()}`);
      await network.perform(connection.account, [{ act: 'scan' }]);
    }
    await until(
      'the connections to be there',
      async () =>
        (await owner.query(`select from connections where company_id = $1 and status <> 'CONNECTED'`, [company.id]))
          .rowCount,
      (missing) => missing === 0,
    );
  }

  function request(
    company: Company,
    at: Node,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const token = tokens.sign({
      id: company.adminId,
      profile: 'admin',
      companyId: company.id,
      sid: company.sessionId,
      ver: 0,
    });
    return fetch(`${at.url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    });
  }
  const tokenOf = (company: Company) =>
    tokens.sign({ id: company.adminId, profile: 'admin', companyId: company.id, sid: company.sessionId, ver: 0 });

  return {
    dir,
    seed,
    network,
    graph,
    database,
    owner,
    ownerUrl,
    storageDir,
    createCompanies,
    node,
    connect,
    request,
    tokenOf,
    /** Just these servers, up; any other is ended. */
    async only(...names: string[]): Promise<Node[]> {
      await Promise.all(
        [...nodes.values()].filter((running) => !names.includes(running.name)).map((running) => running.stop()),
      );
      return Promise.all(names.map((name) => node(name, { forgetful: name.startsWith('forgetful') })));
    },
    /** What a dead server had in hand is free at once: nobody waits a minute for somebody who is surely gone. */
    async endLeases() {
      await owner.query(`update outbox set lease_until = now() where state = 'sending'`);
      await owner.query(
        `update idempotency_keys set created_at = created_at - interval '2 minutes' where status is null`,
      );
    },
    /** Every server of the play, down for good. */
    async clear() {
      await Promise.all([...nodes.values()].map((running) => running.kill()));
      nodes.clear();
    },
    async close({ retainFiles = false } = {}) {
      await this.clear();
      await network.stop();
      await graph.close();
      await database.close();
      if (!retainFiles) rmSync(dir, { recursive: true, force: true });
    },
  };
}
export type Environment = Awaited<ReturnType<typeof openEnvironment>>;
