import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createConnection,
  createQueue,
  errorOf,
  read,
  startConnectionServer,
} from '../connections/connections.fixture.ts';
import type { ConnectionNotice } from '@balcao/contract';
import type { TestServer } from '../../../test/server.ts';
import { openSocket } from '../../../test/sockets.ts';
import type { Caller } from '../../../test/users.ts';

let server: TestServer;
let owner: Caller;
const closed: number[] = [];
beforeAll(async () => {
  server = await startConnectionServer((connectionId) => void closed.push(connectionId));
  owner = await server.createSuperUser();
});
afterAll(() => server.stop());

const setStatus = (id: number, status: string, qrcode = '') =>
  server.asOwner.query('update connections set status = $2, qrcode = $3 where id = $1', [id, status, qrcode]);
const counts = async (query = '') => (await owner.request('GET', `/whatsapp/all/?session=0${query}`)).json();
const draft = { name: 'Recepção', channel: 'whatsapp', provider: 'sandbox' };

describe('all connections [M-031]', () => {
  it('are counted by client company, with a total, without the company of the platform', async () => {
    const [busy, empty] = [
      await server.createAdmin({ name: 'AA Clínica' }),
      await server.createAdmin({ name: 'AB Vazia' }),
    ];
    const ids = [];
    for (const name of ['Um', 'Dois', 'Três']) ids.push((await createConnection(busy, { name })).id);
    await setStatus(ids[0]!, 'CONNECTED');
    await setStatus(ids[1]!, 'qrcode');
    await setStatus(ids[2]!, 'DISCONNECTED');
    const { companies, total } = await counts();
    expect(companies.slice(0, 2)).toEqual([
      {
        id: busy.companyId,
        name: 'AA Clínica',
        connected: 1,
        disconnected: 2,
        total: 3,
        connections: ['qrcode', 'DISCONNECTED', 'CONNECTED'].map((status) => ({ channel: 'whatsapp', status })),
        lastChange: {
          at: expect.any(String),
          channel: 'whatsapp',
          status: expect.stringMatching(/qrcode|DISCONNECTED/),
        },
      },
      {
        id: empty.companyId,
        name: 'AB Vazia',
        connected: 0,
        disconnected: 0,
        total: 0,
        connections: [],
        lastChange: null,
      },
    ]);
    expect(companies.map(({ id }: { id: number }) => id)).not.toContain(1);
    expect(total.total).toBe(companies.reduce((sum: number, row: { total: number }) => sum + row.total, 0));
    const troubled = await counts('&which=troubled&searchParam=clinica');
    expect(troubled.companies).toMatchObject([{ id: busy.companyId }]);
    expect(troubled.total).toEqual(total);
    await busy.request('DELETE', `/whatsapp/${ids[2]}`);
    expect((await counts()).companies[0]).toMatchObject({ connected: 1, disconnected: 1, total: 2 });
  });
});

it('the last page has the totals by channel, also of companies with many connections [M-031]', async () => {
  const before = (await counts()).total;
  const admin = await server.createAdmin({ name: 'AC Canais', plan: { connections: 50 } });
  for (let n = 0; n < 14; n++) await createConnection(admin, { name: `Linha ${n}` });
  const insta = (await createConnection(admin, { name: 'Insta' })).id;
  const second = await server.createAdmin({ name: 'AD Canais' });
  const face = (await createConnection(second, { name: 'Face' })).id;
  await server.asOwner.query("update connections set channel = 'instagram' where id = $1", [insta]);
  await server.asOwner.query("update connections set channel = 'facebook' where id = $1", [face]);
  const { total } = await counts();
  const of = (totals: { channels: { channel: string; count: number }[] }, name: string) =>
    totals.channels.find(({ channel }) => channel === name)?.count ?? 0;
  expect(of(total, 'whatsapp') - of(before, 'whatsapp')).toBe(14);
  expect(of(total, 'instagram') - of(before, 'instagram')).toBe(1);
  expect(of(total, 'facebook') - of(before, 'facebook')).toBe(1);
  expect(total.channels.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(total.total);
  expect(total.channels[0].channel).toBe('whatsapp');
});

it('companies are found by the name or number of a connection [M-031]', async () => {
  const named = async (search: string) =>
    (await counts(`&searchParam=${encodeURIComponent(search)}`)).companies.map(({ id }: { id: number }) => id);
  const admin = await server.createAdmin({ name: 'AE Busca' });
  const other = await server.createAdmin({ name: 'AF Busca' });
  const { id } = await createConnection(admin, { name: 'Recepção 100% sul' });
  const sales = await createConnection(other, { name: 'Vendas' });
  await server.asOwner.query('update connections set number = $2 where id = $1', [id, '5581999990001']);
  expect(await named('recepcao 100%')).toEqual([admin.companyId]);
  for (const search of ['+55 (81) 99999-0001', '999990001']) expect(await named(search)).toEqual([admin.companyId]);
  for (const search of ['99999000100', 'recep%sul', '81 recepção']) expect(await named(search)).toEqual([]);
  expect(new Set(await named('busca'))).toEqual(new Set([admin.companyId, other.companyId]));
  const troubled = async () => (await counts('&which=troubled&searchParam=vendas')).companies.length as number;
  expect(await troubled()).toBe(1);
  await setStatus(sales.id, 'CONNECTED');
  expect(await troubled()).toBe(0);
  await admin.request('PUT', `/whatsapp/${id}`, { name: 'Balcão norte' });
  expect([await named('recepcao 100%'), await named('balcao norte')]).toEqual([[], [admin.companyId]]);
  await owner.request('DELETE', `/whatsapp-admin/${id}`);
  expect([await named('balcao norte'), await named('999990001')]).toEqual([[], []]);
});

it('companies with a connection that does not work come first, also behind the first page [M-031]', async () => {
  const working = await server.createAdmin({ name: 'AA Fluxo' });
  await setStatus((await createConnection(working)).id, 'CONNECTED');
  const troubled = await server.createAdmin({ name: 'ZA Fluxo' });
  const down = await createConnection(troubled);
  await setStatus(down.id, 'DISCONNECTED');
  const order = async () =>
    (await counts('&searchParam=fluxo')).companies.map(({ id }: { id: number }) => id) as number[];
  expect(await order()).toEqual([troubled.companyId, working.companyId]);
  const after = Buffer.from(JSON.stringify([false, 'ZA Fluxo', troubled.companyId])).toString('base64url');
  expect((await counts(`&searchParam=fluxo&after=${after}`)).companies).toMatchObject([{ id: working.companyId }]);
  await setStatus(down.id, 'CONNECTED');
  expect(await order()).toEqual([working.companyId, troubled.companyId]);
});

describe('companies beyond a page', () => {
  it('follow by name, each once, also those that have the same name', async () => {
    await server.asOwner.query(
      `insert into companies (name, plan_id, due_date)
       select case when n <= 150 then 'ZZ Igual' else 'ZZ ' || n end, (select min(id) from plans), now()
         from generate_series(1, 210) n`,
    );
    const names: string[] = [];
    const seen = new Set<number>();
    for (let after: string | null = ''; after !== null;) {
      const page: { companies: { id: number; name: string }[]; next: string | null; counts: { all: number } } =
        await counts(`&searchParam=zz${after === '' ? '' : `&after=${after}`}`);
      expect(page.companies.length).toBeLessThanOrEqual(100);
      expect(page.counts.all).toBeGreaterThanOrEqual(210);
      for (const { id, name } of page.companies) {
        seen.add(id);
        names.push(name);
      }
      after = page.next;
    }
    expect([names.length, seen.size]).toEqual([210, 210]);
    expect(names.filter((name) => name === 'ZZ Igual')).toHaveLength(150);
    for (const after of ['x', Buffer.from('["a",0]').toString('base64url'), Buffer.from('[1]').toString('base64url')])
      expect(errorOf(await owner.request('GET', `/whatsapp/all?after=${after}`))).toEqual([400, 'ERR_VALIDATION']);
  });
});

describe('the connections of one company [M-032]', () => {
  it('are listed without their QR codes', async () => {
    const admin = await server.createAdmin();
    const { id } = await createConnection(admin);
    await setStatus(id, 'qrcode', 'the-code');
    const list = (await owner.request('GET', `/whatsapp-admin/${admin.companyId}?session=0`)).json();
    expect(list).toMatchObject([{ id, name: 'Matriz', status: 'qrcode', qrcode: '' }]);
    expect(errorOf(await owner.request('GET', '/whatsapp-admin/999999'))).toEqual([404, 'ERR_NO_COMPANY_FOUND']);
  });

  it('are added within the plan of the company; its log names the super user', async () => {
    const admin = await server.createAdmin({ plan: { connections: 1, useInstagram: false } });
    const path = `/whatsapp-admin/${admin.companyId}`;
    const added = await owner.request('POST', path, draft);
    expect(added.json()).toMatchObject({ name: 'Recepção', companyId: admin.companyId, qrcode: '' });
    expect(added.json()).not.toHaveProperty('token');
    expect((await admin.request('GET', '/whatsapp')).json()).toMatchObject([{ name: 'Recepção' }]);
    expect(errorOf(await owner.request('POST', path, { ...draft, name: 'Outra' }))).toEqual([
      400,
      'ERR_CONNECTION_LIMIT_REACHED',
    ]);
    expect(errorOf(await owner.request('POST', path, { ...draft, name: 'Insta', channel: 'instagram' }))).toEqual([
      403,
      'ERR_CHANNEL_NOT_IN_PLAN',
    ]);
    const { rows } = await server.asOwner.query(
      "select user_id from audit_log where company_id = $1 and act = 'connection.changed'",
      [admin.companyId],
    );
    expect(rows).toEqual([{ user_id: owner.user.id }]);
  });

  it('show their QR code only to the super user who started the session', async () => {
    const admin = await server.createAdmin();
    const { id } = await createConnection(admin);
    const started = (await owner.request('POST', `/whatsappsession/admin/${id}`)).json();
    await setStatus(id, 'qrcode', 'the-code');
    const path = `/whatsappsession/admin/${id}?qrTicket=${started.qrTicket}`;
    expect((await owner.request('GET', path)).json()).toEqual({ status: 'qrcode', qrcode: 'the-code' });

    const other = await server.signIn((await server.createCompany({ isSuper: true })).email);
    expect((await other.request('GET', path)).json()).toEqual({ status: 'qrcode', qrcode: '' });
    const again = await server.signIn(owner.email);
    expect((await again.request('GET', path)).json().qrcode).toBe('');
    owner = again;
    const second = await createConnection(admin, { name: 'Segunda' });
    await setStatus(second.id, 'qrcode', 'the-code');
    expect((await other.request('GET', path.replace(String(id), String(second.id)))).json().qrcode).toBe('');
  });

  it('are changed by the owner; the history of the company names the super user', async () => {
    const admin = await server.createAdmin();
    const { id, token } = await createConnection(admin);
    await setStatus(id, 'qrcode', 'the-code');
    const queueId = await createQueue(admin, 'Vendas');
    const path = `/whatsapp-admin/${id}`;
    const saved = await owner.request('PUT', path, { name: 'Filial', greetingMessage: 'Olá', queueIds: [queueId] });
    expect(saved.json()).toMatchObject({ id, companyId: admin.companyId, name: 'Filial', qrcode: '' });
    expect(await read(admin, id)).toMatchObject({ name: 'Filial', greetingMessage: 'Olá', qrcode: 'the-code' });
    expect((await read(admin, id)).queues.map((queue) => queue.id)).toEqual([queueId]);
    expect(saved.body).not.toContain(token);
    const { rows } = await server.asOwner.query(
      "select user_id from audit_log where company_id = $1 and act = 'connection.changed' and user_id = $2",
      [admin.companyId, owner.user.id],
    );
    expect(rows).toHaveLength(1);
  });

  it('are changed within their company only, by super users only', async () => {
    const [admin, other] = [await server.createAdmin(), await server.createAdmin()];
    const { id } = await createConnection(admin);
    await createConnection(admin, { name: 'Segunda' });
    const path = `/whatsapp-admin/${id}`;
    const queueId = await createQueue(other, 'Alheia');
    const ownQueueId = await createQueue(owner, 'Da plataforma');
    for (const queueIds of [[queueId], [ownQueueId], [2_147_483_647]])
      expect((await owner.request('PUT', path, { queueIds })).statusCode).toBe(404);
    expect((await owner.request('PUT', path, { name: '' })).statusCode).toBe(400);
    expect((await owner.request('PUT', path, { name: 'Segunda' })).statusCode).toBe(400);
    for (const caller of [admin, other])
      expect(errorOf(await caller.request('PUT', path, { name: 'Minha' }))).toEqual([403, 'ERR_NO_PERMISSION']);
    expect(errorOf(await owner.request('PUT', '/whatsapp-admin/2147483647', { name: 'Filial' }))).toEqual([
      404,
      'ERR_NO_WAPP_FOUND',
    ]);
    expect(await read(admin, id)).toMatchObject({ name: 'Matriz', queues: [] });
  });

  it('are reported to the windows of super users, and no others, when they change', async () => {
    const admin = await server.createAdmin();
    const [ownerScreen, adminScreen] = [await openSocket(server, owner), await openSocket(server, admin)];
    const { id } = await createConnection(admin, { name: 'canary-conexao' });
    const noticeOf = (action: ConnectionNotice['action']) =>
      ownerScreen.waitForEvent<ConnectionNotice>(
        'admin-whatsapp',
        (notice) => notice.whatsappId === id && notice.action === action,
      );
    expect(await noticeOf('create')).toEqual({ action: 'create', companyId: admin.companyId, whatsappId: id });
    await owner.request('DELETE', `/whatsappsession/admin/${id}`);
    expect(await noticeOf('update')).toEqual({ action: 'update', companyId: admin.companyId, whatsappId: id });
    await owner.request('DELETE', `/whatsapp-admin/${id}`);
    expect(await noticeOf('delete')).toEqual({ action: 'delete', companyId: admin.companyId, whatsappId: id });
    await adminScreen.waitFor('whatsapp', (payload) => payload.action === 'delete');
    expect(adminScreen.frames.join()).not.toContain('admin-whatsapp');
    expect(ownerScreen.frames.join()).not.toContain('canary');
    ownerScreen.close();
    adminScreen.close();
  });

  it('are deleted by the owner; the history of the company names the super user', async () => {
    const admin = await server.createAdmin();
    const { id } = await createConnection(admin);
    const path = `/whatsapp-admin/${id}`;
    expect(errorOf(await admin.request('DELETE', path))).toEqual([403, 'ERR_NO_PERMISSION']);
    expect((await owner.request('DELETE', path)).statusCode).toBe(200);
    expect(closed).toContain(id);
    expect((await admin.request('GET', '/whatsapp')).json()).toEqual([]);
    const { rows } = await server.asOwner.query(
      "select user_id from audit_log where company_id = $1 and act = 'connection.removed'",
      [admin.companyId],
    );
    expect(rows).toEqual([{ user_id: owner.user.id }]);
    expect(errorOf(await owner.request('DELETE', path))).toEqual([404, 'ERR_NO_WAPP_FOUND']);
  });

  it('are disconnected by the owner', async () => {
    const admin = await server.createAdmin();
    const { id } = await createConnection(admin);
    await setStatus(id, 'CONNECTED');
    expect((await owner.request('DELETE', `/whatsappsession/admin/${id}`)).statusCode).toBe(200);
    expect(closed).toContain(id);
    expect((await admin.request('GET', `/whatsapp/${id}`)).json().status).toBe('DISCONNECTED');
    expect(errorOf(await owner.request('DELETE', '/whatsappsession/admin/2147483647'))).toEqual([
      404,
      'ERR_NO_WAPP_FOUND',
    ]);
    expect(errorOf(await admin.request('DELETE', `/whatsappsession/admin/${id}`))).toEqual([403, 'ERR_NO_PERMISSION']);
  });
});
