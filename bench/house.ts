import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { readConfig } from '../apps/server/src/foundation/config.ts';
import { appUrlFor, ownDatabase, prepareDatabase } from '../apps/server/src/foundation/db/prepare.ts';
import { createLog } from '../apps/server/src/foundation/log/log.ts';
import { openPostgres } from '../apps/server/src/foundation/postgres/supervisor.ts';
import { createAccessTokens } from '../apps/server/src/foundation/tokens/access-token.ts';
import { buildHouse } from '../apps/server/src/wiring/house.ts';
import { startMeasured, type Measured } from './processes.ts';

const COMPANIES = 50;
const USERS = 40;
const TAGS = 20;
const SECRET = 'a secret for benches only, of more than thirty-two characters';
const MAIN = resolve(import.meta.dirname, '../apps/server/src/main.ts');

export interface BenchCompany {
  id: number;
  tagIds: number[];
  /** Whose session each is; the first is an admin. */
  users: { id: number; sessionId: string; profile: 'user' | 'admin' }[];
}

/** A real database with 50 companies of 40 signed-in users and 20 tags each. */
export interface World {
  ownerUrl: string;
  appUrl: string;
  companies: BenchCompany[];
  /** Tokens last ten minutes, so they are made when they are needed. */
  tokensOf(company: BenchCompany): string[];
  /** The product itself, as `npm start` runs it, with a meter in it. */
  startServer(): Promise<Measured>;
  close(): Promise<void>;
}

export async function openWorld(say: (line: string) => void): Promise<World> {
  const dir = mkdtempSync(join(tmpdir(), 'balcao-bench-'));
  // Without fsync: both sides commit alike, and a slow disk would only make every ratio look smaller.
  const postgres = await openPostgres({ dir: join(dir, 'postgres'), say: () => {}, durable: false });
  const env = { APP_SECRET: SECRET, DATA_DIR: dir, DEMO: 'off', LOG_LEVEL: 'warn', PORT: '0' };
  try {
    say(`making ${COMPANIES} companies with ${USERS} users and ${TAGS} tags each`);
    const ownerUrl = await ownDatabase(postgres.url);
    const appUrl = await prepareDatabase(ownerUrl, SECRET, () => {});
    const companies = await settle(ownerUrl, appUrl, env);
    const tokens = createAccessTokens({ current: SECRET, now: Date.now });
    return {
      ownerUrl,
      appUrl: appUrlFor(ownerUrl, SECRET),
      companies,
      tokensOf: ({ id: companyId, users }) =>
        users.map(({ id, profile, sessionId }) => tokens.sign({ id, profile, companyId, sid: sessionId, ver: 0 })),
      startServer: () => startMeasured(MAIN, { ...env, DATABASE_URL: ownerUrl }, /is ready: (\S+)/),
      close,
    };
  } catch (fault) {
    await close();
    throw fault;
  }

  async function close() {
    await postgres.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function settle(ownerUrl: string, appUrl: string, env: Record<string, string>): Promise<BenchCompany[]> {
  const house = await buildHouse({ config: readConfig(env), appUrl, log: createLog({ level: 'silent' }) });
  const { access, companies } = house.modules;
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const plan = await companies.planNamed({ name: 'Bench', users: 100, connections: 10, queues: 10 });
    const dueDate = new Date(Date.now() + 365 * 24 * 3_600_000);
    for (let n = 1; n <= COMPANIES; n++) {
      const email = `admin${n}@example.com`;
      await access.found({
        company: { name: `Empresa ${n}`, planId: plan.id, email, dueDate },
        admin: { name: 'Admin', email, password: 'Senha-de-bench-1' },
      });
    }
    // As the owner of the database: two thousand sign-ins would be a minute of hashing and are not what is measured.
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
    return rows;
  } finally {
    await owner.end();
    await house.close();
  }
}
