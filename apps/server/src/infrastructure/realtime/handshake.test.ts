import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockTable, retryOnTimeout } from '../../../test/table-lock.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { openSocket, connect } from '../../../test/sockets.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ open: true });
});
afterAll(() => server.stop());

describe('socket handshake', () => {
  it('accepts a valid token in auth or in the query, with or without the prefix Bearer [SK-01]', async () => {
    const { companyId, token } = await server.createAdmin();
    for (const options of [
      { auth: { token } },
      { auth: { token: `Bearer ${token}` } },
      { query: { token } },
      { query: { token: `Bearer ${token}`, userId: '7' } },
      { auth: { token }, transports: ['polling'] },
    ]) {
      expect(await connect(server, companyId, options)).toBe('open');
    }
  });

  it('rejects a missing token, an invalid one and one of another company [SK-01]', async () => {
    const ownAdmin = await server.createAdmin();
    const otherCompanyAdmin = await server.createAdmin();
    const [header, payload, signature] = ownAdmin.token.split('.') as [string, string, string];
    const stolen = Buffer.from(
      Buffer.from(payload, 'base64url')
        .toString()
        .replace(/"companyId":\d+/, `"companyId":${otherCompanyAdmin.companyId}`),
    ).toString('base64url');
    const invalid: [object, string][] = [
      [{}, 'ERR_TOKEN_EXPIRED'],
      [{ token: '' }, 'ERR_TOKEN_EXPIRED'],
      [{ token: 'x' }, 'ERR_TOKEN_EXPIRED'],
      [{ token: `${header}.${stolen}.${signature}` }, 'ERR_TOKEN_EXPIRED'],
      [{ token: ownAdmin.token }, 'ERR_NO_PERMISSION'],
      [
        { token: ownAdmin.token, companyId: otherCompanyAdmin.companyId, userId: otherCompanyAdmin.user.id },
        'ERR_NO_PERMISSION',
      ],
    ];
    for (const [auth, code] of invalid) {
      expect(await connect(server, otherCompanyAdmin.companyId, { auth }), JSON.stringify(auth)).toBe(code);
      expect(await connect(server, otherCompanyAdmin.companyId, { query: auth }), JSON.stringify(auth)).toBe(code);
    }
    // `auth` takes precedence: a valid token in the query is ignored.
    expect(
      await connect(server, otherCompanyAdmin.companyId, {
        auth: { token: 'x' },
        query: { token: otherCompanyAdmin.token },
      }),
    ).toBe('ERR_TOKEN_EXPIRED');
  });

  it('rejects values of every type that are not a token [AU-06]', async () => {
    const { companyId, token } = await server.createAdmin();
    for (const value of [
      null,
      0,
      true,
      [],
      [token],
      {},
      { token },
      `${token}\0`,
      `${token} `,
      ` ${token}`,
      'undefined',
      'x'.repeat(50_000),
    ]) {
      expect(await connect(server, companyId, { auth: { token: value } }), String(value).slice(0, 30)).toBe(
        'ERR_TOKEN_EXPIRED',
      );
    }
  });

  it('rejects an ended session and users of a deactivated company [AU-06] [SK-01]', async () => {
    const signedOutAdmin = await server.createAdmin();
    await signedOutAdmin.request('DELETE', '/auth/logout');
    expect(await connect(server, signedOutAdmin.companyId, { auth: { token: signedOutAdmin.token } })).toBe(
      'ERR_SESSION_EXPIRED',
    );
    const deactivated = await server.createAdmin();
    await server.db.inCompany(deactivated.companyId, (tx) => server.modules.companies.change(tx, { isActive: false }));
    expect(await connect(server, deactivated.companyId, { auth: { token: deactivated.token } })).toBe(
      'ERR_SESSION_EXPIRED',
    );
  });

  it('opens only namespaces of existing companies [SK-09]', async () => {
    const { token } = await server.createAdmin();
    for (const namespace of ['', 'admin', '999999', '9999999999', '0', '-1', '01', '1e0', 'workspace-1', '__proto__']) {
      expect(await connect(server, namespace, { auth: { token } }), namespace).toMatch(
        /^(Invalid namespace|ERR_[A-Z_]+)$/,
      );
    }
    expect((await server.app.inject('/socket.io/socket.io.js')).headers['content-type'] ?? '').not.toContain(
      'javascript',
    );
  });

  it('rejects a token without a valid signature before any query [F-M2]', async () => {
    const [admin, other] = [await server.createAdmin(), await server.createAdmin()];
    // A query about the company or its sessions would wait, and then time out.
    const lock = await lockTable(server, 'companies, sessions', 'access exclusive');
    for (const options of [{}, { auth: { token: 'x' } }, { query: { token: 'x' } }])
      expect(await connect(server, admin.companyId, options)).toBe('ERR_TOKEN_EXPIRED');
    for (const options of [{ auth: { token: other.token } }, { query: { token: other.token } }])
      expect(await connect(server, admin.companyId, options)).toBe('ERR_NO_PERMISSION');
    await lock.release();
    expect(await connect(server, admin.companyId, { auth: { token: admin.token } })).toBe('open');
  });

  it('compares the origin with the host that a trusted proxy forwards, and only then [F-L6]', async () => {
    const proxied = await startTestServer({ open: true, env: { TRUST_PROXY: '127.0.0.0/8' } });
    const from = async (target: TestServer, origin: string, forwardedHost: string) => {
      const { companyId, token } = await target.createAdmin();
      return connect(target, companyId, {
        auth: { token },
        extraHeaders: { origin, 'x-forwarded-host': forwardedHost },
      });
    };
    expect(await from(proxied, 'https://chat.example.com', 'chat.example.com')).toBe('open');
    expect(await from(proxied, 'https://chat.example.com', 'evil.example, chat.example.com')).toBe('open');
    expect(await from(proxied, 'https://evil.example', 'chat.example.com')).not.toBe('open');
    expect(await from(proxied, proxied.url!, 'chat.example.com')).not.toBe('open');
    expect(await from(server, 'https://chat.example.com', 'chat.example.com')).not.toBe('open');
    await proxied.stop();
  });

  it('rejects a page of another site [SK-16]', async () => {
    const { companyId, token } = await server.createAdmin();
    const from = (origin: string, transports: ['websocket'] | ['polling']) =>
      connect(server, companyId, { auth: { token }, transports, extraHeaders: { origin } });
    for (const transports of [['websocket'], ['polling']] as const) {
      for (const origin of [
        'https://evil.example',
        'null',
        `${server.url}.evil.example`,
        'http://127.0.0.1:1',
        'http://localhost',
      ]) {
        expect(await from(origin, [...transports] as ['polling']), origin).not.toBe('open');
      }
      expect(await from(server.url!, [...transports] as ['polling'])).toBe('open');
    }
  });

  it('completes while another socket of the same namespace is rejected, and events are received [SK-01]', async () => {
    const { admin, screen } = await retryOnTimeout(async () => {
      const admin = await server.createAdmin();
      const lock = await lockTable(server, 'sessions', 'access exclusive');
      const opening = openSocket(server, admin);
      await lock.waiting(1).catch((timeout: unknown) => lock.release().then(() => Promise.reject(timeout)));
      expect(await connect(server, admin.companyId, { auth: { token: 'x' } })).toBe('ERR_TOKEN_EXPIRED');
      await lock.release();
      return { admin, screen: await opening };
    });
    await admin.request('POST', '/tags', { name: 'Ouvida' });
    expect(await screen.waitFor('tag')).toMatchObject({ action: 'create', tag: { name: 'Ouvida' } });
    screen.close();
  });
});

describe('token renewal', () => {
  it('keeps the socket open; without it the socket is closed within a minute of expiry [SK-02]', async () => {
    const later = await startTestServer({ open: true });
    const [first, second] = [await later.createAdmin(), await later.createAdmin()];
    const [renewing, expiring] = [await openSocket(later, first), await openSocket(later, second)];
    later.clock.pass(9 * 60_000);
    const renewed = await later.anonymous('POST', '/auth/refresh_token', undefined, {
      cookie: first.cookie,
      'sec-fetch-site': 'same-origin',
    });
    expect(await renewing.emitWithAck('renew', renewed.json().token)).toBeNull();
    // 31 seconds after the first tokens expired.
    later.clock.pass(60_000 + 31_000);
    await expiring.closes(20_000);
    expect(renewing.isClosed()).toBe(false);
    await later.withToken(renewed.json().token)('POST', '/tags', { name: 'Ainda aqui' });
    await renewing.waitFor('tag');
    await later.stop();
  }, 30_000);

  it('rejects an invalid token and a token of another user [SK-02]', async () => {
    const admin = await server.createAdmin();
    const colleague = await server.createAgent(admin.companyId);
    const screen = await openSocket(server, admin);
    expect(await screen.emitWithAck('renew', 'x')).toBe('ERR_TOKEN_EXPIRED');
    expect(await screen.emitWithAck('renew', { token: admin.token })).toBe('ERR_VALIDATION');
    expect(await screen.emitWithAck('renew', colleague.token)).toBe('ERR_SESSION_EXPIRED');
    expect(await screen.emitWithAck('renew', admin.token)).toBeNull();
    screen.close();
  });
});
