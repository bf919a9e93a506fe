import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './server.ts';
import { lockTable } from './table-lock.ts';
import type { Caller } from './users.ts';

// Passing trouble of the database: a write fails with a code and a time to wait, changes nothing, and succeeds afterwards.

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.createAdmin();
});
afterAll(() => server.stop());

const create = (name: string) => admin.request('POST', '/tags', { name, color: '#0EA5E9', kanban: 0 });
const stored = async (name: string) =>
  (await server.asOwner.query('select from tags where company_id = $1 and name = $2', [admin.companyId, name]))
    .rowCount;
const expectBusy = ({ statusCode, headers, json }: Awaited<ReturnType<typeof create>>) => {
  expect([statusCode, json().error]).toEqual([503, 'ERR_BUSY']);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
};

describe('a write', () => {
  it.each([
    ['has no connection left', '53300'],
    ['has no memory left', '53200'],
    ['is shut down', '57P01'],
    ['starts', '57P03'],
    ['loses the connection', '08006'],
    ['finds a deadlock', '40P01'],
    ['cannot serialize it', '40001'],
    ['waits too long for a lock', '55P03'],
    ['takes too long', '57014'],
    ['is read-only', '25006'],
  ])('is refused for a moment while the database %s, and done once afterwards [CR-06]', async (_, code) => {
    const name = `Depois de ${code}`;
    await server.asOwner.query(
      `create function tag_trouble() returns trigger language plpgsql as
         $$ begin raise exception 'trouble' using errcode = '${code}'; end $$;
       create trigger tag_trouble before insert on tags for each row execute function tag_trouble()`,
    );
    const refused = await create(name);
    await server.asOwner.query('drop trigger tag_trouble on tags; drop function tag_trouble()');
    expectBusy(refused);
    expect(await stored(name)).toBe(0);
    expect((await create(name)).statusCode).toBe(200);
    expect(await stored(name)).toBe(1);
  });

  it('is refused when a lock is not free within two seconds, and done once afterwards [CR-06]', async () => {
    const lock = await lockTable(server, 'tags', 'share row exclusive');
    const refused = await create('Depois da trava');
    await lock.release();
    expectBusy(refused);
    expect((await create('Depois da trava')).statusCode).toBe(200);
    expect(await stored('Depois da trava')).toBe(1);
  });
});
