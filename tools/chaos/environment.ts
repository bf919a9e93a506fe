/** What a scenario runs on: a database, the simulated networks, companies with connections, and servers. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { prepareDatabase } from '../../apps/server/src/infrastructure/db/prepare.ts';
import { createAccessTokens } from '../../apps/server/src/infrastructure/tokens/access-token.ts';
import { createCompanyFactory, type Company } from './companies.ts';
import { startGraph } from './graph.ts';
import { startNetwork } from './network.ts';
import { createNodePool, type Node } from './nodes.ts';
import { startDatabase } from './postgres.ts';
import { until } from './wait.ts';

const SECRET = 'a secret for scenarios only, longer than 32 characters';
const NETWORK_TOKEN = 'token-of-the-simulated-network';

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
  const createCompanies = createCompanyFactory({ dir, env, appUrl, owner, graph });
  const nodes = createNodePool(dir, env);

  /** Opens every session, scans its code and waits until all connections are connected, in the database of the server. */
  async function connect(company: Company, at: Node, database: Pick<pg.Pool, 'query'> = owner) {
    for (const connection of company.connections) {
      const answer = await request(company, at, 'POST', `/whatsappsession/${connection.connectionId}`);
      if (!answer.ok) throw new Error(`session: ${answer.status} ${await answer.text()}`);
      await network.perform(connection.account, [{ act: 'scan' }]);
    }
    await until(
      'all connections to be connected',
      async () =>
        (await database.query(`select from connections where company_id = $1 and status <> 'CONNECTED'`, [company.id]))
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
    const token = tokenOf(company);
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
    secret: SECRET,
    env,
    seed,
    network,
    graph,
    database,
    owner,
    ownerUrl,
    storageDir,
    createCompanies,
    ...nodes,
    connect,
    request,
    tokenOf,
    /** Ends the leases of killed servers at once, so that a scenario does not wait for their expiry. */
    async endLeases() {
      await owner.query(`update outbox set lease_until = now() where state = 'sending'`);
      await owner.query(
        `update idempotency_keys set created_at = created_at - interval '2 minutes' where status is null`,
      );
    },
    async close({ retainFiles = false } = {}) {
      await nodes.clear();
      await network.stop();
      await graph.close();
      await database.close();
      if (!retainFiles) rmSync(dir, { recursive: true, force: true });
    },
  };
}
export type Environment = Awaited<ReturnType<typeof openEnvironment>>;
