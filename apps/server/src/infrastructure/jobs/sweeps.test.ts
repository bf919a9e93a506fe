import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';
import { PRUNE_ROWS } from '../db/portions.ts';
import { jobHandlers } from '../../wiring/job-handlers.ts';
import type { SweepName } from './catalogue.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const run = (name: SweepName) => jobHandlers(server.modules, server)[name]({});
const renew = (caller: Caller) =>
  server.anonymous('POST', '/auth/refresh_token', undefined, {
    cookie: caller.cookie,
    'sec-fetch-site': 'same-origin',
  });
const keysOf = async (companyId: number) =>
  (
    await server.asOwner.query<{ n: number }>(
      `select count(*)::int as n from directory where company_id = $1 and kind = 'refresh'`,
      [companyId],
    )
  ).rows[0]!.n;

async function uploadPicture(caller: Caller): Promise<string> {
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#808080' } })
    .png()
    .toBuffer();
  const form = Buffer.concat([
    Buffer.from('--x\r\ncontent-disposition: form-data; name="profileImage"; filename="a.png"\r\n\r\n'),
    picture,
    Buffer.from('\r\n--x--\r\n'),
  ]);
  const answer = await caller.request('POST', `/users/${caller.user.id}/media-upload`, form, {
    'content-type': 'multipart/form-data; boundary=x',
  });
  return answer.json().user.profileImage;
}
const keyOf = (address: string) => address.slice('/media/'.length).split('?')[0]!;
const age = (key: string) => utimes(join(server.config.storageDir, key), new Date(0), new Date(0));

describe('scheduled jobs', () => {
  it('delete sessions a month after they expired, with their directory keys', async () => {
    const { companyId } = await server.createAdmin();
    const [old, live] = [await server.createAgent(companyId), await server.createAgent(companyId)];
    for (const caller of [old, live]) expect((await renew(caller)).statusCode).toBe(200);
    const before = await keysOf(companyId);
    await server.asOwner.query(
      `update sessions set expires_at = now() - interval '31 days' where company_id = $1 and user_id = $2`,
      [companyId, old.user.id],
    );
    for (let n = 0; n < 2; n++) await run('session.prune');
    const { rows } = await server.asOwner.query(
      'select user_id from sessions where company_id = $1 and user_id = any($2)',
      [companyId, [old.user.id, live.user.id]],
    );
    expect(rows).toEqual([{ user_id: live.user.id }]);
    expect(await keysOf(companyId)).toBe(before - 2);
    expect((await live.request('GET', '/auth/me')).statusCode).toBe(200);
  });

  it('delete the session keys and the picture of a removed user', async () => {
    const admin = await server.createAdmin();
    const before = await keysOf(admin.companyId);
    const agent = await server.createAgent(admin.companyId);
    await renew(agent);
    const address = await uploadPicture(agent);
    expect((await server.app.inject(address)).statusCode).toBe(200);
    await admin.request('DELETE', `/users/${agent.user.id}`);
    expect(await keysOf(admin.companyId)).toBe(before);
    expect((await server.app.inject(address)).statusCode).toBe(404);
    await age(keyOf(address));
    await run('file.sweep');
    expect(await server.storage.open(keyOf(address))).toBeUndefined();
  });

  it('delete old events and digests in portions until none are left, and report the oldest row [F-M18]', async () => {
    const { companyId } = await server.createCompany();
    // More than one portion.
    const count = 2 * PRUNE_ROWS + 500;
    await server.asOwner.query(
      `insert into event_log (company_id, kind, data, at)
       select $1, 'company.changed', '{}', now() - interval '3 days' from generate_series(1, $2)`,
      [companyId, count],
    );
    await server.asOwner.query(
      `insert into seen_deliveries (connection_id, digest, at)
       select -1, int4send(n), now() - interval '9 days' from generate_series(1, $1) n`,
      [count],
    );
    const oldest = async (table: string) => {
      const line = (await server.metrics.text())
        .split('\n')
        .find((text) => text.startsWith(`retention_oldest_row_seconds{table="${table}"}`));
      return Number(line?.split(' ')[1] ?? 0);
    };
    expect(await oldest('event_log')).toBeGreaterThan(2 * 86_400);
    expect(await oldest('seen_deliveries')).toBeGreaterThan(8 * 86_400);
    await run('event-log.prune');
    await run('inbox.prune');
    const left = async (text: string, values: unknown[]) => (await server.asOwner.query(text, values)).rowCount;
    expect(
      await left(`select from event_log where company_id = $1 and at < now() - interval '2 days'`, [companyId]),
    ).toBe(0);
    expect(await left('select from seen_deliveries where connection_id = -1', [])).toBe(0);
    expect(await left('select from event_log_floor where company_id = $1', [companyId])).toBe(1);
    expect(await oldest('event_log')).toBeLessThan(86_400);
  });

  it('delete old counts, reports, invitations and reset codes in portions, and report the oldest row [F-M18]', async () => {
    const { companyId } = await server.createCompany();
    const own = async (text: string, values: unknown[] = []) => (await server.asOwner.query(text, values)).rows;
    const [{ id }] = await own(
      `insert into connections (company_id, name, channel) values ($1, 'Filial', 'whatsapp') returning id`,
      [companyId],
    );
    await own(`insert into sending_pools (company_id, pool) values ($1, 'p')`, [companyId]);
    const inserts = {
      number_health_slots: `(company_id, connection_id, slot) select $1, $2::int, now() - interval '4 days' - n * interval '5 minutes'`,
      connection_log: `(company_id, connection_id, label, first_at, last_at)
                       select $1, $2::int, n::text, now() - interval '91 days', now() - interval '91 days'`,
      sending_pool_people: `(company_id, pool, person, slot) select $1, 'p', int4send(n + 0 * $2::int), now() - interval '4 days'`,
      sending_pool_slots: `(company_id, pool, slot) select $1, 'p', now() - interval '4 days' - (n + 0 * $2::int) * interval '5 minutes'`,
      invitations: `(company_id, email, token_hash, expires_at)
                    select $1, n || '@example.com', int4send(n + 0 * $2::int), now() - interval '40 days'`,
      reset_codes: `(company_id, user_id, code_hash, expires_at)
                    select $1, (select min(id) from users where company_id = $1 and name = 'Codigo') + n - 1 + 0 * $2::int,
                           int4send(n), now() - interval '1 day'`,
      early_message_changes: `(company_id, connection_id, wid, sender, at)
                              select $1, $2::int, n::text, 's', now() - interval '31 days'`,
    };
    const tables = Object.keys(inserts);
    await own(
      `insert into users (company_id, name, email, password_hash)
       select $1, 'Codigo', 'codigo' || n || '@example.com', '' from generate_series(1, ${PRUNE_ROWS + 500}) n`,
      [companyId],
    );
    await own('create table pruned_rows (source text, n integer)');
    await own(
      `create function record_pruned() returns trigger language plpgsql security definer as $$
       begin insert into pruned_rows select tg_table_name, count(*) from gone; return null; end $$`,
    );
    try {
      for (const [table, insert] of Object.entries(inserts)) {
        await own(`insert into ${table} ${insert} from generate_series(1, ${PRUNE_ROWS + 500}) n`, [companyId, id]);
        await own(
          `create trigger record_pruned after delete on ${table} referencing old table as gone
           for each statement execute function record_pruned()`,
        );
      }
      const metrics = await server.metrics.text();
      for (const table of ['number_health_slots', 'sending_pool_people', 'sending_pool_slots']) {
        const [, seconds] = new RegExp(`retention_oldest_row_seconds\\{table="${table}"\\} (\\S+)`).exec(metrics)!;
        expect(Number(seconds), table).toBeGreaterThan(3 * 86_400);
      }
      await run('outbox.prune');
      await run('inbox.prune');
      await run('invitation.prune');
      const pruned = await own(
        'select source, max(n) <= $1 as "isBounded", sum(n)::int as all from pruned_rows where n > 0 group by 1',
        [PRUNE_ROWS],
      );
      expect(pruned.toSorted((a, b) => a.source.localeCompare(b.source))).toEqual(
        tables.toSorted().map((source) => ({ source, isBounded: true, all: PRUNE_ROWS + 500 })),
      );
    } finally {
      for (const table of tables) await own(`drop trigger if exists record_pruned on ${table}`);
      await own('drop function record_pruned; drop table pruned_rows');
    }
  });

  it('delete files without a row once they are old enough, and no others', async () => {
    const admin = await server.createAdmin();
    const [referenced, young, orphan] = [keyOf(await uploadPicture(admin)), await put(), await put()];
    for (const key of [referenced, orphan]) await age(key);
    for (let n = 0; n < 2; n++) await run('file.sweep');
    const exists = async (key: string) => {
      const file = await server.storage.open(key);
      file?.stream.destroy();
      return file !== undefined;
    };
    expect(await Promise.all([referenced, young, orphan].map(exists))).toEqual([true, true, false]);

    async function put() {
      return (await server.storage.put(Buffer.from('bytes'), { companyId: admin.companyId, kind: 'user' })).key;
    }
  });
});
