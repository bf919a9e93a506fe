import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../../../test/server.ts';
import { openSocket } from '../../../test/sockets.ts';
import { createConnection, read, startConnectionServer } from './connections.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startConnectionServer();
});
afterAll(() => server.stop());

describe('the API token', () => {
  it('has 30 letters and digits, is shown once, stored as a hash, and replaces the former one at once [M-177] [SE-05]', async () => {
    const admin = await server.createAdmin();
    const { id, token, tokenLast4 } = await createConnection(admin);
    expect(token).toMatch(/^[A-Za-z0-9]{30}$/);
    expect(tokenLast4).toBe(token.slice(-4));
    const { rows } = await server.asOwner.query('select token_hash from connections where id = $1', [id]);
    expect(rows[0].token_hash).toEqual(createHash('sha256').update(token).digest());
    expect((await admin.request('GET', `/whatsapp/${id}`)).body).not.toContain(token);
    // An invalid number: with a valid token the request fails with a validation error.
    const trySend = async (apiToken: string) =>
      (await server.withToken(apiToken)('POST', '/messages/send', { number: '1', body: 'oi' })).json<{
        error: string;
      }>().error;
    expect(await trySend(token)).toBe('ERR_VALIDATION');
    const next = (await admin.request('POST', `/whatsapp/${id}/token`)).json<{ token: string }>().token;
    expect(next).toMatch(/^[A-Za-z0-9]{30}$/);
    expect(next).not.toBe(token);
    expect((await read(admin, id)).tokenLast4).toBe(next.slice(-4));
    expect(await trySend(next)).toBe('ERR_VALIDATION');
    const refused = await trySend(token);
    expect(refused).not.toBe('ERR_VALIDATION');
    await admin.request('DELETE', `/whatsapp/${id}`);
    expect(await trySend(next)).toBe(refused);
  });
});

describe('secrets of a connection', () => {
  it('appear in no response, socket message, event or audit entry, except the token when it is created [SK-05]', async () => {
    const admin = await server.createAdmin();
    const connector = await server.createAgent(admin.companyId, { allowConnections: 'enabled' });
    const plain = await server.createAgent(admin.companyId);
    const screens = [
      await openSocket(server, admin),
      await openSocket(server, connector),
      await openSocket(server, plain),
    ];
    const { token, ...connection } = await createConnection(admin);
    const { id } = connection;
    const row = (await server.modules.connections.find(admin.companyId, id))!;
    const inside = Object.values(server.modules.connections.accountOf(row).secrets);
    expect(inside).toHaveLength(2);
    const renewed = (await admin.request('POST', `/whatsapp/${id}/token`)).json<{ token: string }>().token;
    const hash = (await server.asOwner.query('select token_hash from connections where id = $1', [id])).rows[0]
      .token_hash;

    const responses = [JSON.stringify(connection)];
    for (const caller of [admin, connector, plain])
      for (const [method, path, body] of [
        ['GET', '/whatsapp'],
        ['GET', '/whatsapp?session=1'],
        ['GET', `/whatsapp/${id}`],
        ['GET', `/whatsapp/${id}?session=1`],
        ['PUT', `/whatsapp/${id}`, { name: `Nova ${randomUUID().slice(0, 8)}` }],
        ['PUT', `/whatsapp/${id}`, { name: 'x' }],
        ['POST', `/whatsappsession/${id}`],
        ['PUT', `/whatsappsession/${id}`],
        ['DELETE', `/whatsappsession/${id}`],
        ['POST', '/whatsapp-restart'],
      ] as const)
        responses.push((await caller.request(method, path, body)).body);
    await admin.request('DELETE', `/whatsapp/${id}`);
    for (const screen of screens) await screen.waitFor('whatsapp', ({ action }) => action === 'delete');
    const rows = async (table: 'event_log' | 'audit_log') =>
      (
        await server.asOwner.query(
          `select to_jsonb(t)::text as row from ${table} t where company_id = $1 order by id`,
          [admin.companyId],
        )
      ).rows;
    const [events, entries] = [await rows('event_log'), await rows('audit_log')];
    const auditEntries = entries
      .map(({ row: entry }) => JSON.parse(entry))
      .filter(({ subject }) => subject === `connection ${id}`);
    expect(auditEntries.map(({ act, data }) => [act, data])).toEqual([
      ['connection.changed', { channel: 'whatsapp', provider: 'beta' }],
      ['connection.changed', { fields: ['token'] }],
      ['connection.changed', { fields: ['name'] }],
      ['connection.changed', { fields: ['name'] }],
      ['connection.removed', { name: expect.stringMatching(/^Nova /) }],
    ]);
    const all = [...responses, ...screens.flatMap(({ frames }) => frames), JSON.stringify([events, entries])].join(
      '\n',
    );
    // Proves that the search can find texts.
    expect(all).toContain(renewed.slice(-4));
    for (const secret of [...inside, row.secrets!, token, renewed, hash.toString('hex'), hash.toString('base64')])
      expect(all.includes(secret), secret).toBe(false);
    screens.forEach((screen) => screen.close());
  });

  it('are stored sealed and can be opened only for their company', async () => {
    const admin = await server.createAdmin();
    const { id } = await createConnection(admin);
    const row = (await server.modules.connections.find(admin.companyId, id))!;
    const { secrets } = server.modules.connections.accountOf(row);
    for (const secret of Object.values(secrets)) expect(row.secrets).not.toContain(secret);
    const otherCompanyAdmin = await server.createAdmin();
    expect(() => server.modules.connections.accountOf({ ...row, companyId: otherCompanyAdmin.companyId })).toThrow();
  });
});
