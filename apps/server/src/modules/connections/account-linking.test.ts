import { startGraphSimulator, type GraphSimulator } from '@balcao/graph-simulator/simulator';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createForm } from '../../../test/form.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';
import { freshToken } from '../../../test/fixtures/tenants.ts';
import { samplePicture } from '../../channels/conformance.samples.ts';
import { hashKey } from '../../infrastructure/db/directory.store.ts';

const app = { id: '424200000001', secret: 'secret-of-the-platforms-app', verifyToken: 'what-the-platform-typed-in' };
let graph: GraphSimulator;
let server: TestServer;
beforeAll(async () => {
  graph = await startGraphSimulator({ appId: app.id, appSecret: app.secret, verifyToken: app.verifyToken });
  server = await startTestServer({
    open: true,
    env: {
      META_APP_ID: app.id,
      META_APP_SECRET: app.secret,
      META_VERIFY_TOKEN: app.verifyToken,
      META_GRAPH_URL: graph.url,
      META_DIALOG_URL: graph.url,
    },
  });
  await server.work();
  await graph.control.platformWebhook(`${server.url}/webhooks/meta`);
});
afterEach(() => server.clock.set(new Date()));
afterAll(async () => {
  await server.stop();
  await graph.close();
});

let sequence = 0;
const aNumber = () => String(880_000_000_000 + ++sequence);
const error = (answer: { statusCode: number; json(): { error?: string } }) => [answer.statusCode, answer.json().error];
/** A number at Meta, and what an admin copies from there. */
async function anAccount(more: Partial<Parameters<typeof graph.control.addWhatsApp>[0]> = {}) {
  const keys = { phoneNumberId: aNumber(), wabaId: aNumber(), accessToken: `EAAtoken${aNumber()}` };
  await graph.control.addWhatsApp({
    wabaId: keys.wabaId,
    phoneNumberId: keys.phoneNumberId,
    token: keys.accessToken,
    displayNumber: `+55 00 9${aNumber().slice(-8)}`,
    isSubscribed: true,
    templates: [{ name: 'retomar', language: 'pt_BR', components: [{ type: 'BODY', text: 'Olá {{1}}' }] }],
    ...more,
  });
  return keys;
}
async function link(admin: Caller, linking: object, more: object = {}) {
  const draft = { name: `Oficial ${++sequence}`, channel: 'whatsappapi', provider: 'official', linking, ...more };
  const answer = await admin.request('POST', '/whatsapp', draft);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<{ id: number; status: string; number: string }>();
}
/** By the address of this very server, as a browser would ask. */
const atHome = (admin: Caller, path: string) =>
  admin.request('GET', path, undefined, { host: new URL(server.url!).host });
const check = async (admin: Caller, id: number) => (await admin.request('POST', `/whatsapp/${id}/check`)).json();
const findingsOf = async (admin: Caller, id: number) =>
  (await check(admin, id)).findings.map(({ field, error: code }: { field: string; error: string }) => [field, code]);
const owners = async (kind: string, id: string) =>
  (
    await server.asOwner.query<{ company_id: number; row_id: string }>(
      "select company_id, row_id from directory where kind = 'meta-account' and key_hash = $1",
      [hashKey(`${kind}:${id}`)],
    )
  ).rows.map((row) => [row.company_id, Number(row.row_id)]);

describe('an official number', () => {
  it('is connected once everything that was entered is right, with its number and its templates', async () => {
    const admin = await server.createAdmin();
    const keys = await anAccount({ isSubscribed: false });
    const connection = await link(admin, keys);
    // Nobody had asked for its deliveries yet.
    const calls = await graph.control.received({ call: 'subscribed_apps' });
    expect(calls.filter(({ method, path }) => method === 'POST' && path.includes(keys.wabaId))).toHaveLength(1);
    expect(connection).toMatchObject({ status: 'CONNECTED', number: expect.stringMatching(/^55009\d{8}$/) });
    expect(await owners('whatsappapi', keys.phoneNumberId)).toEqual([[admin.companyId, connection.id]]);
    expect(await check(admin, connection.id)).toMatchObject({ findings: [], connection: { status: 'CONNECTED' } });
    const [template] = await eventually(async () => {
      const { templates } = (await admin.request('GET', `/templates?whatsappId=${connection.id}`)).json();
      return templates.length > 0 ? templates : undefined;
    });
    expect(template).toMatchObject({ name: 'retomar', body: 'Olá {{1}}', isSendable: true });
    expect((await admin.request('DELETE', `/whatsapp/${connection.id}`)).statusCode).toBe(200);
    expect(await owners('whatsappapi', keys.phoneNumberId)).toEqual([]);
  });

  it('begins a conversation with a picture above an approved text, which goes up first', async () => {
    const admin = await server.createAdmin();
    // Before there is a line that could be asked about a number nobody has.
    const contact = await admin.request('POST', '/contacts', { name: 'Rui Teles', number: '5500987651234' });
    const components = [
      { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['x'] } },
      { type: 'BODY', text: 'Olá {{1}}, veja' },
    ];
    const keys = await anAccount({ hasWindow: true, templates: [{ name: 'foto', language: 'pt_BR', components }] });
    const { id } = await link(admin, keys);
    const [template] = await eventually(async () => {
      const { templates } = (await admin.request('GET', `/templates?whatsappId=${id}&sendable=true`)).json();
      return templates.length > 0 ? templates : undefined;
    });
    const form = createForm(
      [
        ['contactId', String(contact.json().id)],
        ['values', JSON.stringify({ 'body.1': 'Rui' })],
      ],
      [{ name: 'vitrine.png', bytes: samplePicture }],
    );
    const started = await server.app.inject({
      method: 'POST',
      url: `/api/templates/${template.id}/start`,
      headers: { ...form.headers, authorization: `Bearer ${freshToken(server, admin)}` },
      payload: form.payload,
    });
    expect(started.json()).toMatchObject({ newMsg: { body: 'Olá Rui, veja' } });
    const sent = await eventually(async () =>
      (await graph.control.received({ accountId: keys.phoneNumberId, call: 'messages' })).at(0),
    );
    expect(sent).toMatchObject({
      isDone: true,
      body: {
        type: 'template',
        template: {
          name: 'foto',
          components: [
            { type: 'header', parameters: [{ type: 'image', image: { id: expect.any(String) } }] },
            { type: 'body', parameters: [{ type: 'text', text: 'Rui' }] },
          ],
        },
      },
    });
    expect(await graph.control.received({ accountId: keys.phoneNumberId, call: 'media' })).toHaveLength(1);
  });

  it('tells field by field what is wrong, and stays out until it is mended', async () => {
    const admin = await server.createAdmin();
    const [keys, other] = [await anAccount(), await anAccount()];
    const { id } = await link(admin, {});
    expect(await findingsOf(admin, id)).toEqual([
      ['accessToken', 'ERR_META_FIELD_MISSING'],
      ['phoneNumberId', 'ERR_META_FIELD_MISSING'],
      ['wabaId', 'ERR_META_FIELD_MISSING'],
    ]);
    const enter = (linking: object) => admin.request('PUT', `/whatsapp/${id}`, { linking });
    await enter({ ...keys, accessToken: 'EAAnothing' });
    expect(await findingsOf(admin, id)).toEqual([['accessToken', 'ERR_META_TOKEN']]);
    await enter({ ...keys, wabaId: other.wabaId });
    expect((await findingsOf(admin, id)).map(([field]: [string]) => field)).toContain('wabaId');
    expect(error(await admin.request('POST', `/whatsappsession/${id}`))).toMatchObject([
      expect.any(Number),
      /^ERR_META/,
    ]);
    expect((await admin.request('GET', `/whatsapp/${id}`)).json()).toMatchObject({
      status: 'DISCONNECTED',
      pausedBecause: expect.stringMatching(/^ERR_META/),
    });
    expect(await owners('whatsappapi', keys.phoneNumberId)).toEqual([]);
    await enter(keys);
    expect(await findingsOf(admin, id)).toEqual([]);
    expect((await admin.request('GET', `/whatsapp/${id}`)).json()).toMatchObject({
      status: 'CONNECTED',
      pausedBecause: '',
    });
  });

  it('belongs to one connection; whoever only knows its number gets nothing of it', async () => {
    const [admin, rival] = [await server.createAdmin(), await server.createAdmin()];
    const keys = await anAccount();
    // Typed in first, without a token for it.
    const early = await link(rival, { ...keys, accessToken: (await anAccount()).accessToken });
    expect(early.status).toBe('DISCONNECTED');
    const ownConnection = await link(admin, keys);
    expect(ownConnection.status).toBe('CONNECTED');
    for (const caller of [admin, rival]) {
      const again = await link(caller, keys);
      expect(again.status).toBe('DISCONNECTED');
      expect(await findingsOf(caller, again.id)).toEqual([['phoneNumberId', 'ERR_ACCOUNT_TAKEN']]);
    }
    expect(await owners('whatsappapi', keys.phoneNumberId)).toEqual([[admin.companyId, ownConnection.id]]);
    // With another number it lets go of this one.
    await admin.request('PUT', `/whatsapp/${ownConnection.id}`, { linking: { phoneNumberId: aNumber() } });
    expect(await owners('whatsappapi', keys.phoneNumberId)).toEqual([]);
    expect((await admin.request('GET', `/whatsapp/${ownConnection.id}`)).json().status).toBe('DISCONNECTED');
  });

  it('shows of what was entered its last four places, and what has to be pasted at Meta [SE-01]', async () => {
    const admin = await server.createAdmin();
    const keys = {
      ...(await anAccount()),
      appSecret: 'secret-of-our-own-app-0123',
      verifyToken: 'our-own-verify-token',
    };
    const { id } = await link(admin, keys);
    const linkingResponse = (await atHome(admin, `/whatsapp/${id}/linking`)).json();
    expect(linkingResponse.fields).toContainEqual({ field: 'appSecret', isSet: true, last4: '0123' });
    expect(linkingResponse.fields).toContainEqual({
      field: 'accessToken',
      isSet: true,
      last4: keys.accessToken.slice(-4),
    });
    expect(linkingResponse.webhook).toEqual({
      url: expect.stringMatching(new RegExp(`^${server.url}/webhooks/meta/[\\w-]{20,}$`)),
      verifyToken: 'our-own-verify-token',
      isOfPlatform: false,
    });
    expect(
      await graph.control.handshake(linkingResponse.webhook.url, linkingResponse.webhook.verifyToken),
    ).toMatchObject({ status: 200 });

    const responses = [
      ...(await Promise.all(
        ['/whatsapp', `/whatsapp/${id}`, `/whatsapp/${id}/linking`].map(
          async (path) => (await admin.request('GET', path)).body,
        ),
      )),
      (await admin.request('POST', `/whatsapp/${id}/check`)).body,
      (await admin.request('PUT', `/whatsapp/${id}`, { linking: { accessToken: 'EAAbroken-and-refused' } })).body,
      (await admin.request('POST', `/whatsapp/${id}/check`)).body,
      JSON.stringify((await server.asOwner.query('select * from connections where id = $1', [id])).rows),
      JSON.stringify(
        (await server.asOwner.query('select * from audit_log where company_id = $1', [admin.companyId])).rows,
      ),
      JSON.stringify(
        (await server.asOwner.query('select * from event_log where company_id = $1', [admin.companyId])).rows,
      ),
    ].join('\n');
    for (const secret of [keys.accessToken, keys.appSecret, 'EAAbroken-and-refused'])
      expect(responses).not.toContain(secret);
    // The platform's own app is subscribed once, by whoever runs it; its token is nobody else's.
    await admin.request('PUT', `/whatsapp/${id}`, { linking: { appSecret: '' } });
    const platforms = await atHome(admin, `/whatsapp/${id}/linking`);
    expect(platforms.json().webhook).toEqual({
      url: `${server.url}/webhooks/meta`,
      verifyToken: '',
      isOfPlatform: true,
    });
    expect(platforms.body).not.toContain(app.verifyToken);
    const agent = await server.createAgent(admin.companyId);
    expect(error(await agent.request('GET', `/whatsapp/${id}/linking`))).toEqual([403, 'ERR_NO_PERMISSION']);
  });

  it('rests with its reason when its token is revoked, and sends nothing until it is linked again', async () => {
    const admin = await server.createAdmin({ settings: { requiredTag: 'disabled', sendGreetingAccepted: 'disabled' } });
    const keys = await anAccount();
    const { id } = await link(admin, keys);
    const customer = graph.control.customer('whatsapp', keys.phoneNumberId, { id: '5500912340001', name: 'Rui Teles' });
    await customer.sendText('oi');
    const ticketId = await eventually(async () => {
      const { rows } = await server.asOwner.query('select id from tickets where connection_id = $1', [id]);
      return rows[0]?.id as number | undefined;
    });
    await admin.request('PUT', `/tickets/${ticketId}`, { status: 'open', userId: admin.user.id });
    await graph.control.revokeToken(keys.accessToken);
    await admin.request('POST', `/messages/${ticketId}`, { body: 'um' });
    await eventually(async () => {
      const { status, pausedBecause } = (await admin.request('GET', `/whatsapp/${id}`)).json();
      return status === 'DISCONNECTED' && pausedBecause === 'ERR_CHANNEL_ACCOUNT';
    });
    const sends = async () =>
      (await graph.control.received({ accountId: keys.phoneNumberId, call: 'messages' })).length;
    const before = await sends();
    await admin.request('POST', `/messages/${ticketId}`, { body: 'dois' });
    await server.modules.deliveryWorker.sweep();
    await eventually(async () => server.modules.deliveryWorker.isIdle());
    expect(await sends()).toBe(before);
    const newAccount = await anAccount({ phoneNumberId: keys.phoneNumberId, wabaId: keys.wabaId });
    await admin.request('PUT', `/whatsapp/${id}`, { linking: { accessToken: newAccount.accessToken } });
    expect(await findingsOf(admin, id)).toEqual([]);
    await eventually(async () =>
      (await graph.control.inbox(keys.phoneNumberId, '5500912340001')).some(({ body }) =>
        /dois/.test(JSON.stringify(body)),
      ),
    );
  });

  it('nothing that is typed in leads anywhere but to the Graph [SS-01]', async () => {
    const admin = await server.createAdmin();
    const { id } = await link(admin, {});
    const before = (await graph.control.received()).length;
    for (const odd of [
      '../me',
      '1/../../evil',
      '1?x=',
      '//127.0.0.1:1',
      'http://169.254.169.254/',
      '1#',
      '１２',
      '1 2',
    ])
      for (const field of ['phoneNumberId', 'wabaId'])
        expect((await admin.request('PUT', `/whatsapp/${id}`, { linking: { [field]: odd } })).statusCode, odd).toBe(
          400,
        );
    for (const odd of ['EAA x', 'EAA\r\nhost: evil', 'EAA\0'])
      expect((await admin.request('PUT', `/whatsapp/${id}`, { linking: { accessToken: odd } })).statusCode, odd).toBe(
        400,
      );
    expect((await graph.control.received()).length).toBe(before);
  });

  it('is no matter of other providers, nor other channels of this one', async () => {
    const admin = await server.createAdmin();
    const draft = { name: 'Outra', channel: 'whatsapp', provider: 'official' };
    expect(error(await admin.request('POST', '/whatsapp', draft))).toEqual([400, 'ERR_PROVIDER_UNAVAILABLE']);
  });
});

describe('pages and Instagram accounts', () => {
  const aPage = async (more: object = {}) => {
    const page = { pageId: aNumber(), igId: aNumber(), name: `Página ${++sequence}`, token: `EAApage${aNumber()}` };
    await graph.control.addPage({ ...page, igUsername: `perfil${sequence}`, ...more });
    return page;
  };
  const createMetaUser = async (...pageIds: string[]) => {
    const user = { id: aNumber(), name: 'Dona Exemplo', pageIds };
    await graph.control.addUser(user);
    return user;
  };
  /** Says yes or no at Meta's dialog, as the browser of whoever stands there would; answers where it is sent back to. */
  async function atTheDialog(url: string, user: { id: string; pageIds: string[] }, answer: 'allow' | 'deny' = 'allow') {
    const params = new URL(url).searchParams;
    const form = new URLSearchParams({
      user: user.id,
      redirect_uri: params.get('redirect_uri') ?? '',
      state: params.get('state') ?? '',
      answer,
    });
    for (const id of user.pageIds) form.append('page', id);
    const went = await fetch(`${graph.url}/dialog/oauth`, { method: 'POST', body: form, redirect: 'manual' });
    return new URL(went.headers.get('location') ?? '');
  }
  /** The browser comes back, with no token of ours; answers what the connections screen is opened with. */
  async function followCallback(to: URL) {
    const answer = await fetch(to, { redirect: 'manual' });
    expect(answer.status).toBe(303);
    const next = new URL(answer.headers.get('location') ?? '', server.url);
    expect(next.origin + next.pathname).toBe(`${server.url}/connections`);
    return Object.fromEntries(next.searchParams);
  }
  const startLink = async (admin: Caller) => (await atHome(admin, '/facebook/link')).json<{ url: string }>().url;
  async function signIn(admin: Caller, user: { id: string; pageIds: string[] }): Promise<string> {
    return (await followCallback(await atTheDialog(await startLink(admin), user)))['link']!;
  }

  it('are handed over by signing in at Meta, chosen and connected [M-182]', async () => {
    const admin = await server.createAdmin();
    const [firstPage, secondPage] = [await aPage(), await aPage()];
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
    expect(await owners('facebook', firstPage.pageId)).toEqual([[admin.companyId, page.id]]);
    expect(await owners('instagram', firstPage.igId)).toEqual([[admin.companyId, instagram.id]]);
    expect(await graph.control.received({ accountId: firstPage.pageId, call: 'subscribed_apps' })).not.toEqual([]);
    // Spent: it opens nothing a second time.
    expect(error(await admin.request('GET', `/facebook/pages?link=${link}`))).toEqual([404, 'ERR_LINK_EXPIRED']);

    // Handed over again it is the same connection; removed, its Instagram account goes with it.
    const again = await signIn(admin, user);
    expect((await admin.request('GET', `/facebook/pages?link=${again}`)).json().pages[0]).toMatchObject({
      whatsappId: page.id,
      instagramWhatsappId: instagram.id,
    });
    const rejoined = await admin.request('POST', '/facebook', { link: again, pageIds: [firstPage.pageId] });
    expect(rejoined.json()).toMatchObject([{ id: page.id, status: 'CONNECTED' }]);
    expect((await admin.request('DELETE', `/whatsapp/${page.id}`)).statusCode).toBe(200);
    expect((await admin.request('GET', '/whatsapp')).json()).toEqual([]);
    expect([...(await owners('facebook', firstPage.pageId)), ...(await owners('instagram', firstPage.igId))]).toEqual(
      [],
    );
  });

  it('with a token that somebody brought along: one connection a page, and nothing without pages [M-182]', async () => {
    const [admin, rival] = [await server.createAdmin(), await server.createAdmin()];
    const [firstPage, secondPage] = [await aPage(), await aPage({ igId: undefined })];
    const user = await createMetaUser(firstPage.pageId, secondPage.pageId);
    const token = await tokenOf(user);
    const body = { facebookUserId: user.id, facebookUserToken: token };
    const join = (caller: Caller, more: object) => caller.request('POST', '/facebook', { ...body, ...more });
    const channels = (answer: { json(): unknown }) =>
      (answer.json() as { channel: string }[]).map(({ channel }) => channel);
    expect(channels(await join(admin, {}))).toEqual(['facebook', 'facebook']);
    expect(channels(await join(admin, { addInstagram: true }))).toEqual(['facebook', 'instagram', 'facebook']);
    expect((await admin.request('GET', '/whatsapp')).json()).toHaveLength(3);
    // Another company with the same pages; another person's token; none of its own.
    expect(error(await join(rival, {}))).toEqual([409, 'ERR_ACCOUNT_TAKEN']);
    expect(error(await join(admin, { facebookUserId: '1' }))).toEqual([400, 'ERR_LINK_REFUSED']);
    const userWithoutPages = await createMetaUser();
    const none = { facebookUserId: userWithoutPages.id, facebookUserToken: await tokenOf(userWithoutPages) };
    expect(error(await rival.request('POST', '/facebook', none))).toEqual([400, 'ERR_NO_PAGES']);
    expect((await rival.request('GET', '/whatsapp')).json()).toEqual([]);
  });
  /** As the old social login in a browser would have given it. */
  async function tokenOf(user: { id: string; pageIds: string[] }): Promise<string> {
    const redirectUri = 'https://example.com/';
    const dialog = `${graph.url}/dialog/oauth?${new URLSearchParams({ redirect_uri: redirectUri, state: '' })}`;
    const code = (await atTheDialog(dialog, user)).searchParams.get('code') ?? '';
    const query = { client_id: app.id, client_secret: app.secret, redirect_uri: redirectUri, code };
    const answer = await fetch(`${graph.url}/v24.0/oauth/access_token?${new URLSearchParams(query)}`);
    return ((await answer.json()) as { access_token: string }).access_token;
  }

  it('within the plan: what it does not include, or has no room for, is not joined in part', async () => {
    const [firstPage, secondPage] = [await aPage(), await aPage()];
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
    expect(await owners('facebook', firstPage.pageId)).toEqual([]);
  });

  it.each(['facebook', 'instagram'] as const)(
    'on %s free text is taken for a day, and the server knows',
    async (kind) => {
      const admin = await server.createAdmin({
        settings: { requiredTag: 'disabled', sendGreetingAccepted: 'disabled' },
      });
      const page = await aPage();
      const user = await createMetaUser(page.pageId);
      const link = await signIn(admin, user);
      await admin.request('POST', '/facebook', { link, pageIds: [page.pageId], addInstagram: true });
      const customer = { id: `77${aNumber()}`, name: 'Bia Prado' };
      if (kind === 'facebook') await graph.control.customer('messenger', page.pageId, customer).sendText('oi');
      else await graph.control.customer('instagram', page.igId, customer).sendText('oi');
      const ticket = await eventually(async () => {
        const { rows } = await server.asOwner.query('select id from tickets where company_id = $1', [admin.companyId]);
        return rows[0] as { id: number } | undefined;
      });
      await admin.request('PUT', `/tickets/${ticket.id}`, { status: 'open', userId: admin.user.id });
      const ticketResponse = (await admin.request('GET', `/tickets/${ticket.id}`)).json();
      expect(ticketResponse.channel).toBe(kind);
      expect(Math.round((Date.parse(ticketResponse.windowEndsAt) - Date.now()) / 3_600_000)).toBe(24);
      expect((await admin.request('POST', `/messages/${ticket.id}`, { body: 'no prazo' })).statusCode).toBe(200);
      await eventually(
        async () => (await graph.control.inbox(kind === 'facebook' ? page.pageId : page.igId, customer.id))[0],
      );
      server.clock.pass(25 * 3_600_000);
      const late = server.withToken(freshToken(server, admin));
      expect(error(await late('POST', `/messages/${ticket.id}`, { body: 'tarde' }))).toEqual([400, 'ERR_REPLY_WINDOW']);
    },
  );

  it('a sign-in is good for one session, once and for some minutes; whoever is lured into one gives nothing away', async () => {
    const [admin, other] = [await server.createAdmin(), await server.createAdmin()];
    const page = await aPage();
    const user = await createMetaUser(page.pageId);
    const used = await atTheDialog(await startLink(admin), user);
    const { link } = await followCallback(used);
    expect(await followCallback(used)).toEqual({ linkError: 'ERR_LINK_EXPIRED' });
    // Not for a colleague, not for another company, and not for the same person signed in anew.
    const colleague = await server.signIn((await server.createUser(admin.companyId, { profile: 'admin' })).email);
    const reads = (caller: Caller) => caller.request('GET', `/facebook/pages?link=${link}`);
    expect((await reads(colleague)).statusCode).toBe(403);
    expect((await reads(other)).statusCode).toBe(404);
    const anew = await server.signIn(admin.email);
    expect((await reads(anew)).statusCode).toBe(403);

    // Forged, of a session that is over, too late, or refused at Meta.
    const callbackUrl = await atTheDialog(await startLink(anew), user);
    const forged = new URL(callbackUrl);
    const [content = '', signature = ''] = callbackUrl.searchParams.get('state')!.split('.');
    const claims = JSON.parse(Buffer.from(content, 'base64url').toString()) as { c: number };
    claims.c = other.companyId;
    forged.searchParams.set('state', `${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`);
    expect(await followCallback(forged)).toEqual({ linkError: 'ERR_LINK_EXPIRED' });
    // Whatever else stands in the address, it leads to our own screen [SS-01].
    forged.searchParams.set('redirect_uri', 'https://example.com/');
    forged.searchParams.set('next', '//example.com');
    for (const state of ['', 'x', '.', 'e30.e30']) {
      forged.searchParams.set('state', state);
      expect(await followCallback(forged)).toEqual({ linkError: 'ERR_LINK_EXPIRED' });
    }
    expect(await followCallback(await atTheDialog(await startLink(anew), user, 'deny'))).toEqual({
      linkError: 'ERR_LINK_REFUSED',
    });
    server.clock.pass(10 * 60_000);
    expect(await followCallback(callbackUrl)).toEqual({ linkError: 'ERR_LINK_EXPIRED' });
    server.clock.set(new Date());
    const ended = await atTheDialog(await startLink(anew), user);
    await anew.request('POST', '/auth/logout');
    await anew.request('DELETE', '/auth/logout');
    expect(await followCallback(ended)).toEqual({ linkError: 'ERR_SESSION_EXPIRED' });

    // What lies here meanwhile is sealed, and gone after its minutes.
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

/** Until it is so; a test that waits for ever says what it saw last. */
async function eventually<T>(poll: () => Promise<T>): Promise<NonNullable<T>> {
  const end = Date.now() + 10_000;
  for (;;) {
    const seen = await poll();
    if (seen) return seen;
    if (Date.now() > end) throw new Error(`still ${String(seen)}`);
    await new Promise((done) => setTimeout(done, 15));
  }
}
