import type { GraphSimulator } from '@balcao/graph-simulator/simulator';
import { afterEach, describe, expect, it } from 'vitest';
import type { TestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';
import { freshToken } from '../../../test/fixtures/tenants.ts';
import {
  app,
  shareMetaServer,
  nextSequence,
  nextNumber,
  errorOf,
  getWithHost,
  ownersOf,
  eventually,
} from './account-linking.fixture.ts';

let graph: GraphSimulator;
let server: TestServer;
shareMetaServer((started) => ({ graph, server } = started));
afterEach(() => server.clock.set(new Date()));

describe('linking pages and Instagram accounts', () => {
  const createPage = async (more: object = {}) => {
    const page = {
      pageId: nextNumber(),
      igId: nextNumber(),
      name: `Página ${nextSequence()}`,
      token: `EAApage${nextNumber()}`,
    };
    await graph.control.addPage({ ...page, igUsername: `perfil${page.igId}`, ...more });
    return page;
  };
  const createMetaUser = async (...pageIds: string[]) => {
    const user = { id: nextNumber(), name: 'Dona Exemplo', pageIds };
    await graph.control.addUser(user);
    return user;
  };
  /** Answers Meta's dialog as the user's browser does; returns the URL that it is redirected to. */
  async function answerDialog(
    url: string,
    user: { id: string; pageIds: string[] },
    answer: 'allow' | 'deny' = 'allow',
  ) {
    const params = new URL(url).searchParams;
    const form = new URLSearchParams({
      user: user.id,
      redirect_uri: params.get('redirect_uri') ?? '',
      state: params.get('state') ?? '',
      answer,
    });
    for (const id of user.pageIds) form.append('page', id);
    const response = await fetch(`${graph.url}/dialog/oauth`, { method: 'POST', body: form, redirect: 'manual' });
    return new URL(response.headers.get('location') ?? '');
  }
  /** Follows the redirect without a bearer token; returns the query of the connections screen. */
  async function followCallback(to: URL) {
    const answer = await fetch(to, { redirect: 'manual' });
    expect(answer.status).toBe(303);
    const next = new URL(answer.headers.get('location') ?? '', server.url);
    expect(next.origin + next.pathname).toBe(`${server.url}/connections`);
    return Object.fromEntries(next.searchParams);
  }
  const startLink = async (admin: Caller) =>
    (await getWithHost(server, admin, '/facebook/link')).json<{ url: string }>().url;
  async function signIn(admin: Caller, user: { id: string; pageIds: string[] }): Promise<string> {
    return (await followCallback(await answerDialog(await startLink(admin), user)))['link']!;
  }

  it('connects the pages chosen after a sign-in to Meta [M-182]', async () => {
    const admin = await server.createAdmin();
    const [firstPage, secondPage] = [await createPage(), await createPage()];
    const user = await createMetaUser(firstPage.pageId, secondPage.pageId);
    const dialog = new URL(await startLink(admin));
    expect(dialog.searchParams.get('scope')).toContain('pages_messaging');
    expect(dialog.searchParams.get('scope')).toContain('instagram_manage_messages');
    const link = await signIn(admin, user);
    const listed = (await admin.request('GET', `/facebook/pages?link=${link}`)).json().pages;
    expect(listed).toMatchObject([
      {
        id: firstPage.pageId,
        name: firstPage.name,
        instagram: { id: firstPage.igId },
        whatsappId: null,
        instagramWhatsappId: null,
      },
      { id: secondPage.pageId, name: secondPage.name },
    ]);
    const joined = await admin.request('POST', '/facebook', { link, pageIds: [firstPage.pageId], addInstagram: true });
    expect(joined.json()).toMatchObject([
      { channel: 'facebook', name: firstPage.name, status: 'CONNECTED', provider: 'official' },
      { channel: 'instagram', status: 'CONNECTED' },
    ]);
    for (const secret of [firstPage.token, secondPage.token, user.id]) expect(joined.body).not.toContain(secret);
    const [page, instagram] = joined.json<{ id: number }[]>() as [{ id: number }, { id: number }];
    expect(await ownersOf(server, 'facebook', firstPage.pageId)).toEqual([[admin.companyId, page.id]]);
    expect(await ownersOf(server, 'instagram', firstPage.igId)).toEqual([[admin.companyId, instagram.id]]);
    expect(await graph.control.received({ accountId: firstPage.pageId, call: 'subscribed_apps' })).not.toEqual([]);
    // The link cannot be used twice.
    expect(errorOf(await admin.request('GET', `/facebook/pages?link=${link}`))).toEqual([404, 'ERR_LINK_EXPIRED']);

    // Linking again updates the same connection; removing it removes its Instagram connection.
    const again = await signIn(admin, user);
    expect((await admin.request('GET', `/facebook/pages?link=${again}`)).json().pages[0]).toMatchObject({
      whatsappId: page.id,
      instagramWhatsappId: instagram.id,
    });
    const rejoined = await admin.request('POST', '/facebook', { link: again, pageIds: [firstPage.pageId] });
    expect(rejoined.json()).toMatchObject([{ id: page.id, status: 'CONNECTED' }]);
    expect((await admin.request('DELETE', `/whatsapp/${page.id}`)).statusCode).toBe(200);
    expect((await admin.request('GET', '/whatsapp')).json()).toEqual([]);
    expect([
      ...(await ownersOf(server, 'facebook', firstPage.pageId)),
      ...(await ownersOf(server, 'instagram', firstPage.igId)),
    ]).toEqual([]);
  });

  it('with a user token connects every page and refuses a token without pages [M-182]', async () => {
    const [admin, rival] = [await server.createAdmin(), await server.createAdmin()];
    const [firstPage, secondPage] = [await createPage(), await createPage({ igId: undefined })];
    const user = await createMetaUser(firstPage.pageId, secondPage.pageId);
    const token = await tokenOf(user);
    const body = { facebookUserId: user.id, facebookUserToken: token };
    const join = (caller: Caller, more: object) => caller.request('POST', '/facebook', { ...body, ...more });
    const channels = (answer: { json(): unknown }) =>
      (answer.json() as { channel: string }[]).map(({ channel }) => channel);
    expect(channels(await join(admin, {}))).toEqual(['facebook', 'facebook']);
    expect(channels(await join(admin, { addInstagram: true }))).toEqual(['facebook', 'instagram', 'facebook']);
    expect((await admin.request('GET', '/whatsapp')).json()).toHaveLength(3);
    // Another company with the same pages; the token of another user; a user without pages.
    expect(errorOf(await join(rival, {}))).toEqual([409, 'ERR_ACCOUNT_TAKEN']);
    expect(errorOf(await join(admin, { facebookUserId: '1' }))).toEqual([400, 'ERR_LINK_REFUSED']);
    const userWithoutPages = await createMetaUser();
    const none = { facebookUserId: userWithoutPages.id, facebookUserToken: await tokenOf(userWithoutPages) };
    expect(errorOf(await rival.request('POST', '/facebook', none))).toEqual([400, 'ERR_NO_PAGES']);
    expect((await rival.request('GET', '/whatsapp')).json()).toEqual([]);
  });
  /** A user token as the old social login of a browser returned it. */
  async function tokenOf(user: { id: string; pageIds: string[] }): Promise<string> {
    const redirectUri = 'https://example.com/';
    const dialog = `${graph.url}/dialog/oauth?${new URLSearchParams({ redirect_uri: redirectUri, state: '' })}`;
    const code = (await answerDialog(dialog, user)).searchParams.get('code') ?? '';
    const query = { client_id: app.id, client_secret: app.secret, redirect_uri: redirectUri, code };
    const answer = await fetch(`${graph.url}/v24.0/oauth/access_token?${new URLSearchParams(query)}`);
    return ((await answer.json()) as { access_token: string }).access_token;
  }

  it('links nothing if the plan lacks a channel or free connections', async () => {
    const [firstPage, secondPage] = [await createPage(), await createPage()];
    const user = await createMetaUser(firstPage.pageId, secondPage.pageId);
    for (const [plan, code] of [
      [{ useInstagram: false }, 'ERR_CHANNEL_NOT_IN_PLAN'],
      [{ connections: 1 }, 'ERR_CONNECTION_LIMIT_REACHED'],
    ] as const) {
      const admin = await server.createAdmin({ plan });
      const link = await signIn(admin, user);
      const joinRequest = { link, pageIds: user.pageIds, addInstagram: true };
      expect((await admin.request('POST', '/facebook', joinRequest)).json().error).toBe(code);
      expect((await admin.request('GET', '/whatsapp')).json()).toEqual([]);
    }
    expect(await ownersOf(server, 'facebook', firstPage.pageId)).toEqual([]);
  });

  it.each(['facebook', 'instagram'] as const)('allows free text of an agent on %s for seven days', async (kind) => {
    const admin = await server.createAdmin({
      settings: { requiredTag: 'disabled', sendGreetingAccepted: 'disabled' },
    });
    const page = await createPage();
    const user = await createMetaUser(page.pageId);
    const link = await signIn(admin, user);
    await admin.request('POST', '/facebook', { link, pageIds: [page.pageId], addInstagram: true });
    const customer = { id: `77${nextNumber()}`, name: 'Bia Prado' };
    if (kind === 'facebook') await graph.control.customer('messenger', page.pageId, customer).sendText('oi');
    else await graph.control.customer('instagram', page.igId, customer).sendText('oi');
    const ticket = await eventually(async () => {
      const { rows } = await server.asOwner.query('select id from tickets where company_id = $1', [admin.companyId]);
      return rows[0] as { id: number } | undefined;
    });
    await admin.request('PUT', `/tickets/${ticket.id}`, { status: 'open', userId: admin.user.id });
    const ticketResponse = (await admin.request('GET', `/tickets/${ticket.id}`)).json();
    expect(ticketResponse.channel).toBe(kind);
    expect(Math.round((Date.parse(ticketResponse.windowEndsAt) - Date.now()) / 3_600_000)).toBe(7 * 24);
    expect((await admin.request('POST', `/messages/${ticket.id}`, { body: 'no prazo' })).statusCode).toBe(200);
    await eventually(
      async () => (await graph.control.inbox(kind === 'facebook' ? page.pageId : page.igId, customer.id))[0],
    );
    server.clock.pass(7 * 25 * 3_600_000);
    const late = server.withToken(freshToken(server, admin));
    expect(errorOf(await late('POST', `/messages/${ticket.id}`, { body: 'tarde' }))).toEqual([400, 'ERR_REPLY_WINDOW']);
  });

  it('limits a sign-in to one session, one use and ten minutes, and rejects forged states', async () => {
    const [admin, other] = [await server.createAdmin(), await server.createAdmin()];
    const page = await createPage();
    const user = await createMetaUser(page.pageId);
    const used = await answerDialog(await startLink(admin), user);
    const { link } = await followCallback(used);
    expect(await followCallback(used)).toEqual({ linkError: 'ERR_LINK_EXPIRED' });
    // Not for another admin, another company or a new session of the same user.
    const colleague = await server.signIn((await server.createUser(admin.companyId, { profile: 'admin' })).email);
    const reads = (caller: Caller) => caller.request('GET', `/facebook/pages?link=${link}`);
    expect((await reads(colleague)).statusCode).toBe(403);
    expect((await reads(other)).statusCode).toBe(404);
    const newSession = await server.signIn(admin.email);
    expect((await reads(newSession)).statusCode).toBe(403);

    // Forged, of an ended session, too late, or denied at Meta.
    const callbackUrl = await answerDialog(await startLink(newSession), user);
    const forged = new URL(callbackUrl);
    const [content = '', signature = ''] = callbackUrl.searchParams.get('state')!.split('.');
    const claims = JSON.parse(Buffer.from(content, 'base64url').toString()) as { c: number };
    claims.c = other.companyId;
    forged.searchParams.set('state', `${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`);
    expect(await followCallback(forged)).toEqual({ linkError: 'ERR_LINK_EXPIRED' });
    // Additional parameters do not change the redirect target [SS-01].
    forged.searchParams.set('redirect_uri', 'https://example.com/');
    forged.searchParams.set('next', '//example.com');
    for (const state of ['', 'x', '.', 'e30.e30']) {
      forged.searchParams.set('state', state);
      expect(await followCallback(forged)).toEqual({ linkError: 'ERR_LINK_EXPIRED' });
    }
    expect(await followCallback(await answerDialog(await startLink(newSession), user, 'deny'))).toEqual({
      linkError: 'ERR_LINK_REFUSED',
    });
    server.clock.pass(10 * 60_000);
    expect(await followCallback(callbackUrl)).toEqual({ linkError: 'ERR_LINK_EXPIRED' });
    server.clock.set(new Date());
    const ended = await answerDialog(await startLink(newSession), user);
    await newSession.request('POST', '/auth/logout');
    await newSession.request('DELETE', '/auth/logout');
    expect(await followCallback(ended)).toEqual({ linkError: 'ERR_SESSION_EXPIRED' });

    // The stored token is sealed and pruned after its expiry.
    const { rows } = await server.asOwner.query('select token from channel_links where company_id = $1', [
      admin.companyId,
    ]);
    expect(rows.some(({ token }) => token.startsWith('v1.'))).toBe(true);
    expect(JSON.stringify(rows)).not.toContain('EAA');
    server.clock.pass(16 * 60_000);
    await server.modules.metaSignIn.prune(admin.companyId);
    expect(
      (await server.asOwner.query('select 1 from channel_links where company_id = $1', [admin.companyId])).rows,
    ).toEqual([]);
    const late = server.withToken(freshToken(server, colleague));
    expect((await late('GET', `/facebook/pages?link=${link}`)).statusCode).toBe(404);
  });
});
