import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestBots } from '../../../test/bots.ts';
import { createTestChannel } from '../../../test/channel.ts';
import { createTenantFixture, type TenantFixture } from '../../../test/fixtures/tenant-fixture.ts';
import { createTenant } from '../../../test/fixtures/tenants.ts';
import { createTestPayments } from '../../../test/payments.ts';
import { createTestPhones } from '../../../test/phones.ts';
import { createTestSignIn } from '../../../test/sign-in.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { verify } from '../../../../../tools/verify/verify.ts';
import { createCodec } from '../backup/codec.ts';
import { createFolderDestination, type Destination } from '../backup/destination.ts';
import { newestMigration } from '../db/migrate.ts';
import { prepareDatabase } from '../db/prepare.ts';
import { moveIn } from './move-in.store.ts';
import { moveOut } from './move-out.store.ts';
import { portionsOf } from './portions.ts';
import { snapshotTables, type SnapshotTable } from './snapshot-tables.store.ts';

const LONG_MS = 120_000;
const root = mkdtempSync(join(tmpdir(), 'balcao-snapshot-'));
const codec = createCodec({ recipients: [] });
let fixture: TenantFixture;
let target: TestServer;

beforeAll(async () => {
  fixture = await createTenantFixture();
  const { channel } = createTestChannel();
  target = await startTestServer({
    // Jobs are enqueued but never run.
    env: { ROLE: 'api' },
    channels: { of: () => channel, signIn: createTestSignIn(), sandbox: createTestPhones(), close: async () => {} },
    payments: createTestPayments(),
    bots: createTestBots(),
  });
  await target.work();
  // Rows are compared before and after the move, so no worker may change them.
  await Promise.all([target.modules.deliveryWorker.stop(), target.modules.receiving.stop()]);
  await target.createPlatformOwner();
  // The numbers of the moved companies are free here.
  await target.asOwner.query('alter sequence company_ids restart 1000; alter sequence connection_ids restart 1000');
}, LONG_MS);
afterAll(async () => {
  await target.stop();
  await fixture.stop();
  rmSync(root, { recursive: true, force: true });
});

const out = (to: string, companyId?: number) =>
  moveOut({
    ownerUrl: fixture.server.ownerUrl,
    codec,
    destination: createFolderDestination(join(root, to)),
    storage: fixture.server.storage,
    companyId,
    product: 'test',
    schema: newestMigration(),
    secretId: 'secret',
    onProgress: () => {},
  });
const into = (ownerUrl: string, from: string, destination: Destination = createFolderDestination(join(root, from))) =>
  moveIn({
    ownerUrl,
    codec,
    destination,
    storageDir: join(root, `${from}-files`),
    secretIds: ['other', 'secret'],
    onProgress: () => {},
  });

/** One digest per table; `which` limits it to a company. */
async function digestsOf(ownerUrl: string, { tables }: { tables: { name: string; columns: string[] }[] }, which = '') {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const digests: Record<string, string> = {};
    for (const { name, columns } of tables) {
      const compared = columns.filter((column) => !(CHANGED[name] ?? []).includes(column)).join(', ');
      const { rows } = await client.query<{ digest: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(row::text, '|' order by row::text)), '') as digest
           from (select ${compared} from ${name} ${which}) row`,
      );
      digests[name] = rows[0]!.digest;
    }
    return digests;
  } finally {
    await client.end();
  }
}
async function tablesOf(ownerUrl: string): Promise<SnapshotTable[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    return await snapshotTables(client);
  } finally {
    await client.end();
  }
}
const filledIn = (digests: Record<string, string>): number =>
  Object.values(digests).filter((digest) => !digest.startsWith('0 ')).length;
/** The companies of the fixture have rows in more tables than this. */
const FILLED_TABLES = 60;
/** A moved company is closed and has the plan of its new place; its messages in flight wait for a person. */
const CHANGED: Record<string, string[]> = {
  companies: ['is_active', 'plan_id', 'next_plan_id'],
  outbox: ['state', 'lease_until', 'fault'],
  messages: ['delivery', 'failure_code'],
};

describe('a snapshot of one company', () => {
  it(
    'has nothing of others, arrives complete beside others, also after an interruption, and only once [BK-05]',
    async () => {
      const { companyId } = fixture.a;
      const tables = await tablesOf(fixture.server.ownerUrl);
      await fixture.server.asOwner.query(
        `with queued as (update outbox set state = 'queued' where company_id = $1 and act = 'send' returning message_id)
         update messages m set delivery = 'queued', ack = 0 from queued q where m.company_id = $1 and m.id = q.message_id`,
        [companyId],
      );
      const source = await digestsOf(fixture.server.ownerUrl, { tables });
      const { manifest, missingFiles } = await out('company', companyId);
      expect(missingFiles).toEqual([]);
      const destination = createFolderDestination(join(root, 'company'));
      const stored: string[] = [];
      for (const { object } of manifest.tables.flatMap(({ portions }) => portions))
        stored.push(await text((await codec.open(destination, object))!));
      const content = stored.join('\n');
      expect(fixture.secrets.filter((secret) => content.includes(secret))).toEqual([]);
      expect(content).toContain('Bom dia');

      // Nothing of the company is left out but what belongs to the platform or to this installation.
      const moved = new Set(manifest.tables.map(({ name }) => name));
      const omitted = tables.filter(({ name, isTenant }) => isTenant && !moved.has(name)).map(({ name }) => name);
      expect(omitted).toEqual(['announcement_reads']);

      await createTenant(target);
      const others = `where company_id <> ${companyId}`;
      const before = await digestsOf(target.ownerUrl, manifest, others);
      expect(filledIn(before)).toBeGreaterThan(FILLED_TABLES);
      // Its plan is added, and a setting holds it back until a person confirms the move.
      const platform = tables.filter(
        ({ name, isTenant }) => !isTenant && !['plans', 'platform_settings'].includes(name),
      );
      const platformBefore = await digestsOf(target.ownerUrl, { tables: platform });
      let reads = 0;
      const interrupted: Destination = {
        ...destination,
        async get(name) {
          if (++reads > 60) throw new Error('the connection was lost');
          return destination.get(name);
        },
      };
      await expect(into(target.ownerUrl, 'company', interrupted)).rejects.toThrow('the connection was lost');
      expect((await into(target.ownerUrl, 'company')).missingFiles).toEqual([]);

      const own = `where company_id = ${companyId}`;
      const arrived = await digestsOf(target.ownerUrl, manifest, own);
      expect(filledIn(arrived)).toBeGreaterThan(FILLED_TABLES);
      expect(arrived).toEqual(await digestsOf(fixture.server.ownerUrl, manifest, own));
      expect(await digestsOf(target.ownerUrl, manifest, others)).toEqual(before);
      expect(await digestsOf(target.ownerUrl, { tables: platform })).toEqual(platformBefore);
      // The server that it comes from has the same rows as before, of this company and of others.
      expect(await digestsOf(fixture.server.ownerUrl, { tables })).toEqual(source);
      // Its server may have sent them: none is sent again, on no channel.
      const sends = `select o.state, m.delivery from outbox o join messages m on m.company_id = o.company_id
        and m.id = o.message_id where o.company_id = $1 and o.act = 'send' and o.id = any($2::bigint[])`;
      const { rows: open } = await fixture.server.asOwner.query<{ id: string }>(
        `select id from outbox where company_id = $1 and act = 'send' and state in ('queued', 'sending')`,
        [companyId],
      );
      expect(open.length).toBeGreaterThan(0);
      const { rows: closed } = await target.asOwner.query(sends, [companyId, open.map(({ id }) => id)]);
      expect(closed).toEqual(open.map(() => ({ state: 'unknown', delivery: 'unknown' })));
      expect(filesIn(join(root, 'company-files'))).toBe(manifest.files);
      await expect(into(target.ownerUrl, 'company')).rejects.toThrow(`Company ${companyId} exists here`);
      // New rows do not collide with the moved ones.
      const { rows } = await target.asOwner.query<{ free: boolean }>(
        `select nextval('company_ids') > $1 and nextval('ticket_ids') >
              (select max(id) from tickets where company_id = $1) as free`,
        [companyId],
      );
      expect(rows[0]!.free).toBe(true);
    },
    LONG_MS,
  );

  it(
    'sends no schedule and no campaign before a person confirms the move',
    async () => {
      const { companyId } = fixture.a;
      const moved = async <Row>(text: string) => (await target.asOwner.query(text, [companyId])).rows as Row[];
      await moved('delete from schedule_runs where company_id = $1');
      // A super user opened it; one schedule is overdue and one campaign runs.
      await moved(`update companies set is_active = true, due_date = now() + interval '1 year' where company_id = $1`);
      await moved(
        `update schedules set next_at = now() - interval '1 minute', status = 'pending' where company_id = $1`,
      );
      await moved(`update campaigns set status = 'EM_ANDAMENTO', planned_at = now(), completed_at = null, hold = null
                    where company_id = $1`);
      // Without a recipient who may still answer it would be over.
      await moved(`insert into campaign_recipients (company_id, campaign_id, name, number, address_key, not_before, state)
                   select company_id, id, 'Ana', '5511990001234', '5511990001234', now(), 'asked' from campaigns where company_id = $1`);
      const sweep = async () => {
        await target.modules.scheduleWorker.sweep();
        await target.modules.campaignModule.worker.sweep();
        const runs = await moved<{ n: number }>('select n from schedule_runs where company_id = $1');
        const holds = await moved<{ hold: string }>('select hold from campaigns where company_id = $1');
        return { runs: runs.length, holds: [...new Set(holds.map(({ hold }) => hold))] };
      };
      expect(await sweep()).toEqual({ runs: 0, holds: ['company'] });
      const waiting = async () =>
        (await target.doctor.report({ isNow: true })).checks.find(({ id }) => id === 'movedCompanies');
      expect(await waiting()).toMatchObject({ state: 'warning', value: 1 });

      expect(await target.doctor.continueCompany(companyId)).toBe(true);
      expect((await sweep()).holds).toEqual([null]);
      expect([await waiting(), await target.doctor.continueCompany(companyId)]).toEqual([undefined, false]);
    },
    LONG_MS,
  );

  it(
    'is refused with the table when something of it exists, and then leaves nothing',
    async () => {
      const { companyId } = fixture.b;
      const { manifest } = await out('conflict', companyId);
      const { rows } = await fixture.server.asOwner.query<{ hash: Buffer }>(
        `select key_hash as hash from directory where company_id = $1 and kind = 'email' limit 1`,
        [companyId],
      );
      const other = await target.createCompany();
      await target.asOwner.query(
        `insert into directory (kind, key_hash, company_id, row_id) values ('email', $1, $2, '1')`,
        [rows[0]!.hash, other.companyId],
      );
      await expect(into(target.ownerUrl, 'conflict')).rejects.toThrow(/^directory, row \d+, directory_pkey/);
      const left = await digestsOf(target.ownerUrl, manifest, `where company_id = ${companyId}`);
      expect(Object.values(left).filter((digest) => !digest.startsWith('0 '))).toEqual([]);
    },
    LONG_MS,
  );
});

describe('a snapshot of everything', () => {
  it(
    'fills an empty database, which is passive and consistent; another one is refused',
    async () => {
      const { manifest } = await out('everything');
      await expect(out('everything')).rejects.toThrow('has a snapshot already');
      await expect(into(target.ownerUrl, 'everything')).rejects.toThrow('not empty');
      const name = `moved_${process.pid}`;
      await target.asOwner.query(`create database ${name}`);
      const ownerUrl = target.ownerUrl.replace(/\/[^/]*$/, `/${name}`);
      try {
        await into(ownerUrl, 'everything');
        await prepareDatabase(ownerUrl, target.config.secret, () => {});
        expect(await digestsOf(ownerUrl, manifest)).toEqual(await digestsOf(fixture.server.ownerUrl, manifest));
        const storageDir = join(root, 'everything-files');
        const [moved, original] = await Promise.all([
          verify({ ownerUrl, stuckAfterSeconds: 86_400, storageDir }),
          verify({ ownerUrl: fixture.server.ownerUrl, stuckAfterSeconds: 86_400 }),
        ]);
        const failed = (results: typeof moved) => results.filter(({ findings }) => findings.length > 0);
        expect(failed(moved).map((check) => check.name)).toEqual(failed(original).map((check) => check.name));
        await expect(into(ownerUrl, 'everything')).rejects.toThrow('not empty');
      } finally {
        await target.asOwner.query(`drop database ${name} with (force)`);
      }
    },
    LONG_MS,
  );
});

it('portions end with whole rows and keep every byte', async () => {
  const rows = Array.from({ length: 50 }, (_, at) => `${at}\t${'x'.repeat(at)}\n`).join('');
  async function* chunks() {
    for (let at = 0; at < rows.length; at += 7) yield Buffer.from(rows.slice(at, at + 7));
  }
  for (const limits of [{ maxRows: 8 }, { maxBytes: 40 }, {}]) {
    const portions = [];
    for await (const portion of portionsOf(chunks(), limits)) portions.push(portion);
    const texts = portions.map((portion) => Buffer.concat(portion.chunks).toString());
    expect(texts.join('')).toBe(rows);
    for (const [at, portion] of portions.entries()) {
      expect(texts[at]!.endsWith('\n')).toBe(true);
      expect(texts[at]!.split('\n')).toHaveLength(portion.rows + 1);
    }
    expect(portions.length).toBe(limits.maxRows ? 7 : limits.maxBytes ? portions.length : 1);
  }
});

const filesIn = (dir: string): number =>
  readdirSync(dir, { recursive: true }).filter((name) => statSync(join(dir, String(name))).isFile()).length;
