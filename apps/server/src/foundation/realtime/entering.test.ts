import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hold, inTime } from '../../../test/hold.ts';
import { aHouse, type TestHouse } from '../../../test/house.ts';
import { aScreen, knock } from '../../../test/screens.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await aHouse({ open: true });
});
afterAll(() => house.stop());

describe('a socket', () => {
  it('opens with a good token in auth or in the query, with or without the word Bearer [SK-01]', async () => {
    const { companyId, token } = await house.anAdmin();
    for (const options of [
      { auth: { token } },
      { auth: { token: `Bearer ${token}` } },
      { query: { token } },
      { query: { token: `Bearer ${token}`, userId: '7' } },
      { auth: { token }, transports: ['polling'] },
    ]) {
      expect(await knock(house, companyId, options)).toBe('open');
    }
  });

  it('stays shut without a token, with a bad one and with one of another company [SK-01]', async () => {
    const ours = await house.anAdmin();
    const neighbour = await house.anAdmin();
    const [header, payload, signature] = ours.token.split('.') as [string, string, string];
    const stolen = Buffer.from(
      Buffer.from(payload, 'base64url')
        .toString()
        .replace(/"companyId":\d+/, `"companyId":${neighbour.companyId}`),
    ).toString('base64url');
    const bad: [object, string][] = [
      [{}, 'ERR_TOKEN_EXPIRED'],
      [{ token: '' }, 'ERR_TOKEN_EXPIRED'],
      [{ token: 'x' }, 'ERR_TOKEN_EXPIRED'],
      [{ token: `${header}.${stolen}.${signature}` }, 'ERR_TOKEN_EXPIRED'],
      [{ token: ours.token }, 'ERR_NO_PERMISSION'],
      [{ token: ours.token, companyId: neighbour.companyId, userId: neighbour.user.id }, 'ERR_NO_PERMISSION'],
    ];
    for (const [auth, code] of bad) {
      expect(await knock(house, neighbour.companyId, { auth }), JSON.stringify(auth)).toBe(code);
      expect(await knock(house, neighbour.companyId, { query: auth }), JSON.stringify(auth)).toBe(code);
    }
    // What `auth` says counts: a good token beside it in the query opens nothing.
    expect(await knock(house, neighbour.companyId, { auth: { token: 'x' }, query: { token: neighbour.token } })).toBe(
      'ERR_TOKEN_EXPIRED',
    );
  });

  it('stays shut for every kind of thing that is no token [AU-06]', async () => {
    const { companyId, token } = await house.anAdmin();
    for (const no of [
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
      expect(await knock(house, companyId, { auth: { token: no } }), String(no).slice(0, 30)).toBe('ERR_TOKEN_EXPIRED');
    }
  });

  it('stays shut for a session that is over and for people of a company that was switched off [AU-06] [SK-01]', async () => {
    const gone = await house.anAdmin();
    await gone.ask('DELETE', '/auth/logout');
    expect(await knock(house, gone.companyId, { auth: { token: gone.token } })).toBe('ERR_SESSION_EXPIRED');
    const off = await house.anAdmin();
    await house.db.inCompany(off.companyId, (tx) => house.modules.companies.change(tx, { isActive: false }));
    expect(await knock(house, off.companyId, { auth: { token: off.token } })).toBe('ERR_SESSION_EXPIRED');
  });

  it('leads to companies that exist and to nothing else: no root, no tools, no debugging [SK-09]', async () => {
    const { token } = await house.anAdmin();
    for (const place of ['', 'admin', '999999', '9999999999', '0', '-1', '01', '1e0', 'workspace-1', '__proto__']) {
      expect(await knock(house, place, { auth: { token } }), place).toMatch(/^(Invalid namespace|ERR_[A-Z_]+)$/);
    }
    expect((await house.app.inject('/socket.io/socket.io.js')).headers['content-type'] ?? '').not.toContain(
      'javascript',
    );
  });

  it('is not opened by a page of another site [SK-16]', async () => {
    const { companyId, token } = await house.anAdmin();
    const from = (origin: string, transports: ['websocket'] | ['polling']) =>
      knock(house, companyId, { auth: { token }, transports, extraHeaders: { origin } });
    for (const transports of [['websocket'], ['polling']] as const) {
      for (const origin of [
        'https://evil.example',
        'null',
        `${house.url}.evil.example`,
        'http://127.0.0.1:1',
        'http://localhost',
      ]) {
        expect(await from(origin, [...transports] as ['polling']), origin).not.toBe('open');
      }
      expect(await from(house.url!, [...transports] as ['polling'])).toBe('open');
    }
  });

  it('hears what happens though a stranger was turned away at the same door while it opened [SK-01]', async () => {
    const { admin, screen } = await inTime(async () => {
      const admin = await house.anAdmin();
      const held = await hold(house, 'sessions', 'access exclusive');
      const opening = aScreen(house, admin);
      await held.waiting(1).catch((late: unknown) => held.release().then(() => Promise.reject(late)));
      expect(await knock(house, admin.companyId, { auth: { token: 'x' } })).toBe('ERR_TOKEN_EXPIRED');
      await held.release();
      return { admin, screen: await opening };
    });
    await admin.ask('POST', '/tags', { name: 'Ouvida' });
    expect(await screen.hears('tag')).toMatchObject({ action: 'create', tag: { name: 'Ouvida' } });
    screen.close();
  });
});

describe('an open socket outlives its token', () => {
  it('when it shows the next one in time, and is closed within a minute when it does not [SK-02]', async () => {
    const later = await aHouse({ open: true });
    const [one, other] = [await later.anAdmin(), await later.anAdmin()];
    const [careful, careless] = [await aScreen(later, one), await aScreen(later, other)];
    later.clock.pass(9 * 60_000);
    const renewed = await later.stranger('POST', '/auth/refresh_token', undefined, {
      cookie: one.cookie,
      'sec-fetch-site': 'same-origin',
    });
    expect(await careful.says('renew', renewed.json().token)).toBeNull();
    // A minute and a half later: half a minute past the end of the first tokens.
    later.clock.pass(60_000 + 31_000);
    await careless.closes(20_000);
    expect(careful.isClosed()).toBe(false);
    await later.withToken(renewed.json().token)('POST', '/tags', { name: 'Ainda aqui' });
    await careful.hears('tag');
    await later.stop();
  }, 30_000);

  it('but not with a bad token, a used-up one or somebody else’s [SK-02]', async () => {
    const admin = await house.anAdmin();
    const colleague = await house.anAgent(admin.companyId);
    const screen = await aScreen(house, admin);
    expect(await screen.says('renew', 'x')).toBe('ERR_TOKEN_EXPIRED');
    expect(await screen.says('renew', { token: admin.token })).toBe('ERR_TOKEN_EXPIRED');
    expect(await screen.says('renew', colleague.token)).toBe('ERR_SESSION_EXPIRED');
    expect(await screen.says('renew', admin.token)).toBeNull();
    screen.close();
  });
});
