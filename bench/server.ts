import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { ConnectionDraft } from '../packages/contract/src/endpoints/connections.ts';
import { readConfig } from '../apps/server/src/infrastructure/config.ts';
import { appUrlFor, ownDatabase, prepareDatabase } from '../apps/server/src/infrastructure/db/prepare.ts';
import { createLog } from '../apps/server/src/infrastructure/log/log.ts';
import { openPostgres } from '../packages/postgres-supervisor/src/supervisor.ts';
import { createAccessTokens } from '../apps/server/src/infrastructure/tokens/access-token.ts';
import { buildServer } from '../apps/server/src/wiring/server.ts';
import { startMeasured, type Measured } from './processes.ts';

const COMPANIES = 50;
const USERS = 40;
const TAGS = 20;
const SECRET = 'a secret for benches only, of more than thirty-two characters';
const MAIN = resolve(import.meta.dirname, '../apps/server/src/main.ts');

export interface BenchCompany {
  id: number;
  tagIds: number[];
  /** The users with a session; the first is an admin. */
  users: { id: number; sessionId: string; profile: 'user' | 'admin' }[];
}
/** The webhook path of a company's simulated channel, and the secret of its signature. */
export interface WebhookTarget {
  path: string;
  account: string;
  secret: string;
}

/** A real database with 50 companies of 40 signed-in users and 20 tags each. */
export interface BenchServer {
  ownerUrl: string;
  appUrl: string;
  /** Environment variables of a server on this database. */
  env: Record<string, string>;
  companies: BenchCompany[];
  /** One webhook target per company, in the order of the companies. */
  webhookTargets: WebhookTarget[];
  /** Tokens last ten minutes, so they are created on demand. */
  tokensOf(company: BenchCompany): string[];
  /** The product itself, as `npm start` runs it, with the meter preloaded. */
  startServer(env?: Record<string, string>): Promise<Measured>;
  close(): Promise<void>;
}

export async function openBenchServer(
  log: (line: string) => void,
  { durable = false, count = COMPANIES }: { durable?: boolean; count?: number } = {},
): Promise<BenchServer> {
  const dir = mkdtempSync(join(tmpdir(), 'balcao-bench-'));
  // Without fsync: both sides commit alike, and a slow disk would only make every ratio look smaller.
  const postgres = await openPostgres({ dir: join(dir, 'postgres'), onProgress: () => {}, durable });
  const env = { APP_SECRET: SECRET, DATA_DIR: dir, DEMO: 'off', LOG_LEVEL: 'warn', PORT: '0' };
  try {
    log(`making ${count} companies with ${USERS} users and ${TAGS} tags each`);
    const ownerUrl = await ownDatabase(postgres.url);
    const appUrl = await prepareDatabase(ownerUrl, SECRET, () => {});
    const { companies, webhookTargets } = await createCompanies(ownerUrl, appUrl, env, count);
    const tokens = createAccessTokens({ current: SECRET, now: Date.now });
    return {
      ownerUrl,
      appUrl: appUrlFor(ownerUrl, SECRET),
      env,
      companies,
      webhookTargets,
      tokensOf: ({ id: companyId, users }) =>
        users.map(({ id, profile, sessionId }) => tokens.sign({ id, profile, companyId, sid: sessionId, ver: 0 })),
      startServer: (more = {}) =>
        startMeasured(MAIN, { ...env, DATABASE_URL: ownerUrl, ...more }, /is ready: (\S+)/, startFlags()),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }

  async function close() {
    await postgres.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** The flags of Node in `npm start`. */
function startFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  return scripts.start.match(/--\S+/g) ?? [];
}

async function createCompanies(ownerUrl: string, appUrl: string, env: Record<string, string>, count: number) {
  const server = await buildServer({ config: readConfig(env), appUrl, log: createLog({ level: 'silent' }) });
  const { access, companies, connections } = server.modules;
  const webhookTargets: WebhookTarget[] = [];
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const plan = await companies.findOrCreatePlan({ name: 'Bench', users: 100, connections: 10, queues: 10 });
    const dueDate = new Date(Date.now() + 365 * 24 * 3_600_000);
    for (let n = 1; n <= count; n++) {
      const email = `admin${n}@example.com`;
      const { companyId, userId } = await access.createCompany({
        company: { name: `Empresa ${n}`, planId: plan.id, email, dueDate },
        admin: { name: 'Admin', email, password: 'Senha-de-bench-1' },
      });
      const draft = ConnectionDraft.parse({ name: 'Bancada', channel: 'whatsapp', provider: 'sandbox' });
      const { connection } = await connections.create(access.authenticator.asAdmin(companyId, userId), draft);
      const { secrets } = connections.accountOf(connection);
      webhookTargets.push({
        path: `/webhooks/sandbox/${secrets['webhookKey']!}`,
        account: secrets['account']!,
        secret: secrets['webhookSecret']!,
      });
    }
    // Inserted as the database owner: two thousand sign-ins are a minute of hashing and not part of the measurement.
    await owner.query(
      `insert into users (company_id, name, email, password_hash)
       select company_id, 'Pessoa ' || n, 'pessoa' || n || '@example.com', 'nobody signs in'
         from companies, generate_series(2, $1) n`,
      [USERS],
    );
    await owner.query(
      `insert into sessions (company_id, user_id, is_remembered, address, expires_at)
       select company_id, id, false, '127.0.0.1', now() + interval '1 day' from users`,
    );
    await owner.query(
      `insert into tags (company_id, name, color)
       select company_id, 'Etiqueta ' || n, '#1E88E5' from companies, generate_series(1, $1) n`,
      [TAGS],
    );
    await owner.query('analyze');
    const { rows } = await owner.query<BenchCompany>(
      `select c.company_id as id,
              array(select t.id from tags t where t.company_id = c.company_id order by t.id) as "tagIds",
              (select json_agg(json_build_object('id', u.id, 'profile', u.profile, 'sessionId', s.id) order by u.profile, u.id)
                 from users u join sessions s on s.company_id = u.company_id and s.user_id = u.id
                where u.company_id = c.company_id) as users
         from companies c order by 1`,
    );
    return { companies: rows, webhookTargets };
  } finally {
    await owner.end();
    await server.close();
  }
}
