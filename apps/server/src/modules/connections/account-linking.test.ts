import type { GraphSimulator } from '@balcao/graph-simulator/simulator';
import { afterEach, describe, expect, it } from 'vitest';
import { createForm } from '../../../test/form.ts';
import type { TestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';
import { freshToken } from '../../../test/fixtures/tenants.ts';
import { hashKey } from '../../infrastructure/db/directory.store.ts';
import { samplePicture } from '../../channels/conformance.samples.ts';
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

/** A WhatsApp account at Meta and the keys that an admin copies from there. */
async function createAccount(more: Partial<Parameters<typeof graph.control.addWhatsApp>[0]> = {}) {
  const keys = { phoneNumberId: nextNumber(), wabaId: nextNumber(), accessToken: `EAAtoken${nextNumber()}` };
  await graph.control.addWhatsApp({
    wabaId: keys.wabaId,
    phoneNumberId: keys.phoneNumberId,
    token: keys.accessToken,
    displayNumber: `+55 00 9${nextNumber().slice(-8)}`,
    isSubscribed: true,
    templates: [{ name: 'retomar', language: 'pt_BR', components: [{ type: 'BODY', text: 'Olá {{1}}' }] }],
    ...more,
  });
  return keys;
}
async function link(admin: Caller, linking: object, more: object = {}) {
  const draft = { name: `Oficial ${nextSequence()}`, channel: 'whatsappapi', provider: 'official', linking, ...more };
  const answer = await admin.request('POST', '/whatsapp', draft);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<{ id: number; status: string; number: string }>();
}
const check = async (admin: Caller, id: number) => (await admin.request('POST', `/whatsapp/${id}/check`)).json();
const findingsOf = async (admin: Caller, id: number) =>
  (await check(admin, id)).findings.map(({ field, error: code }: { field: string; error: string }) => [field, code]);

describe('linking a WhatsApp account', () => {
  it('remembers when the access token was stored, for the doctor', async () => {
    const admin = await server.createAdmin();
    const keys = await createAccount();
    const { id } = await link(admin, keys);
    const storedAt = async () =>
      (await server.asOwner.query<{ at: Date }>('select access_token_at as at from connections where id = $1', [id]))
        .rows[0]!.at;
    const first = await storedAt();
    expect(Math.abs(+first - Date.now())).toBeLessThan(60_000);
    const save = (linking: object) => admin.request('PUT', `/whatsapp/${id}`, { linking });
    await server.asOwner.query(`update connections set access_token_at = '2020-01-01' where id = $1`, [id]);
    await save({ wabaId: nextNumber(), accessToken: keys.accessToken });
    expect((await storedAt()).getUTCFullYear()).toBe(2020);
    await save({ accessToken: `EAAtoken${nextNumber()}` });
    expect(+(await storedAt())).toBeGreaterThanOrEqual(+first);
  });

  it('registers a number with its PIN, which is not stored, and names a refused PIN [F-E6]', async () => {
    const admin = await server.createAdmin();
    const keys = await createAccount({ isRegistered: false, pin: '482913' });
    const { id } = await link(admin, keys);
    expect(await findingsOf(admin, id)).toEqual([['phoneNumberId', 'ERR_CHANNEL_UNREGISTERED']]);
    const register = async (pin: string) => (await admin.request('POST', `/whatsapp/${id}/check`, { pin })).json();
    expect(await register('000000')).toMatchObject({
      findings: [{ error: 'ERR_META_PIN' }, { error: 'ERR_CHANNEL_UNREGISTERED' }],
    });
    expect((await register('12ab')).error).toBe('ERR_VALIDATION');
    expect(await register('482913')).toMatchObject({ findings: [], connection: { status: 'CONNECTED' } });
    const { secrets } = server.modules.connections.accountOf(
      (await server.modules.connections.find(admin.companyId, id))!,
    );
    expect(JSON.stringify(secrets)).not.toContain('482913');
  });

  it('connects with valid keys and loads number and templates', async () => {
    const admin = await server.createAdmin();
    const keys = await createAccount({ isSubscribed: false });
    const connection = await link(admin, keys);
    // The app was not subscribed to the account's webhooks before.
    const calls = await graph.control.received({ call: 'subscribed_apps' });
    expect(calls.filter(({ method, path }) => method === 'POST' && path.includes(keys.wabaId))).toHaveLength(1);
    expect(connection).toMatchObject({ status: 'CONNECTED', number: expect.stringMatching(/^55009\d{8}$/) });
    expect(await ownersOf(server, 'whatsappapi', keys.phoneNumberId)).toEqual([[admin.companyId, connection.id]]);
    expect(await check(admin, connection.id)).toMatchObject({ findings: [], connection: { status: 'CONNECTED' } });
    const [template] = await eventually(async () => {
      const { templates } = (await admin.request('GET', `/templates?whatsappId=${connection.id}`)).json();
      return templates.length > 0 ? templates : undefined;
    });
    expect(template).toMatchObject({ name: 'retomar', body: 'Olá {{1}}', isSendable: true });
    expect((await admin.request('DELETE', `/whatsapp/${connection.id}`)).statusCode).toBe(200);
    expect(await ownersOf(server, 'whatsappapi', keys.phoneNumberId)).toEqual([]);
  });

  it('can start a ticket with a template that has a picture, which is uploaded first', async () => {
    const admin = await server.createAdmin();
    // Created before the connection, which would check the number.
    const contact = await admin.request('POST', '/contacts', { name: 'Rui Teles', number: '5500987651234' });
    const components = [
      { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['x'] } },
      { type: 'BODY', text: 'Olá {{1}}, veja' },
    ];
    const keys = await createAccount({ hasWindow: true, templates: [{ name: 'foto', language: 'pt_BR', components }] });
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

  it('reports findings per field and stays disconnected until they are fixed', async () => {
    const admin = await server.createAdmin();
    const [keys, other] = [await createAccount(), await createAccount()];
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
    expect(errorOf(await admin.request('POST', `/whatsappsession/${id}`))).toMatchObject([
      expect.any(Number),
      /^ERR_META/,
    ]);
    expect((await admin.request('GET', `/whatsapp/${id}`)).json()).toMatchObject({
      status: 'DISCONNECTED',
      pausedBecause: expect.stringMatching(/^ERR_META/),
    });
    expect(await ownersOf(server, 'whatsappapi', keys.phoneNumberId)).toEqual([]);
    await enter(keys);
    expect(await findingsOf(admin, id)).toEqual([]);
    expect((await admin.request('GET', `/whatsapp/${id}`)).json()).toMatchObject({
      status: 'CONNECTED',
      pausedBecause: '',
    });
  });

  it('assigns an account to one connection and only with its token', async () => {
    const [admin, rival] = [await server.createAdmin(), await server.createAdmin()];
    const keys = await createAccount();
    // Entered first, but with the token of another account.
    const early = await link(rival, { ...keys, accessToken: (await createAccount()).accessToken });
    expect(early.status).toBe('DISCONNECTED');
    const ownConnection = await link(admin, keys);
    expect(ownConnection.status).toBe('CONNECTED');
    for (const caller of [admin, rival]) {
      const again = await link(caller, keys);
      expect(again.status).toBe('DISCONNECTED');
      expect(await findingsOf(caller, again.id)).toEqual([['phoneNumberId', 'ERR_ACCOUNT_TAKEN']]);
    }
    expect(await ownersOf(server, 'whatsappapi', keys.phoneNumberId)).toEqual([[admin.companyId, ownConnection.id]]);
    // Another phone number id releases this account.
    await admin.request('PUT', `/whatsapp/${ownConnection.id}`, { linking: { phoneNumberId: nextNumber() } });
    expect(await ownersOf(server, 'whatsappapi', keys.phoneNumberId)).toEqual([]);
    expect((await admin.request('GET', `/whatsapp/${ownConnection.id}`)).json().status).toBe('DISCONNECTED');
  });

  it('routes a business account to the company that proved a number of it, until its last connection goes [F-H3] [F-L9]', async () => {
    const [admin, rival] = [await server.createAdmin(), await server.createAdmin()];
    const keys = await createAccount();
    const second = await createAccount({ wabaId: keys.wabaId });
    const { id } = await link(admin, keys);
    const other = await link(admin, { ...second, wabaId: keys.wabaId });
    const owners = async () =>
      (
        await server.asOwner.query('select company_id from directory where kind = $1 and key_hash = $2', [
          'meta-account',
          hashKey(`waba:${keys.wabaId}`),
        ])
      ).rows.map(({ company_id }) => company_id);
    expect(await owners()).toEqual([admin.companyId]);
    // A page has no business account.
    const draft = { name: 'Página', channel: 'facebook', provider: 'official', linking: { wabaId: keys.wabaId } };
    expect(errorOf(await rival.request('POST', '/whatsapp', draft))).toEqual([400, 'ERR_VALIDATION']);
    // A number of the rival in the same business account, and its own number with a foreign business account.
    const third = await createAccount({ wabaId: keys.wabaId });
    expect((await link(rival, { ...third, wabaId: keys.wabaId })).status).toBe('CONNECTED');
    const foreign = await link(rival, { ...(await createAccount()), wabaId: keys.wabaId });
    expect(foreign.status).toBe('DISCONNECTED');
    expect(await owners()).toEqual([admin.companyId]);
    await admin.request('DELETE', `/whatsapp/${id}`);
    expect(await owners()).toEqual([admin.companyId]);
    // Another business account releases the former one, and has to be checked.
    await admin.request('PUT', `/whatsapp/${other.id}`, { linking: { wabaId: nextNumber() } });
    expect(await owners()).toEqual([]);
    expect((await admin.request('GET', `/whatsapp/${other.id}`)).json().status).toBe('DISCONNECTED');
  });

  it('shows the last four characters of keys and the webhook data for Meta [SE-01]', async () => {
    const admin = await server.createAdmin();
    const keys = {
      ...(await createAccount()),
      appSecret: 'secret-of-our-own-app-0123',
      verifyToken: 'our-own-verify-token',
    };
    const { id } = await link(admin, keys);
    const linkingResponse = (await getWithHost(server, admin, `/whatsapp/${id}/linking`)).json();
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
    // The platform's app is subscribed by the operator; its verify token is never shown.
    await admin.request('PUT', `/whatsapp/${id}`, { linking: { appSecret: '' } });
    const platforms = await getWithHost(server, admin, `/whatsapp/${id}/linking`);
    expect(platforms.json().webhook).toEqual({
      url: `${server.url}/webhooks/meta`,
      verifyToken: '',
      isOfPlatform: true,
    });
    expect(platforms.body).not.toContain(app.verifyToken);
    const agent = await server.createAgent(admin.companyId);
    expect(errorOf(await agent.request('GET', `/whatsapp/${id}/linking`))).toEqual([403, 'ERR_NO_PERMISSION']);
  });

  it('disconnects with a reason when the token is revoked and sends nothing until it is linked again', async () => {
    const admin = await server.createAdmin({ settings: { requiredTag: 'disabled', sendGreetingAccepted: 'disabled' } });
    const keys = await createAccount();
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
    const newAccount = await createAccount({ phoneNumberId: keys.phoneNumberId, wabaId: keys.wabaId });
    await admin.request('PUT', `/whatsapp/${id}`, { linking: { accessToken: newAccount.accessToken } });
    expect(await findingsOf(admin, id)).toEqual([]);
    await eventually(async () =>
      (await graph.control.inbox(keys.phoneNumberId, '5500912340001')).some(({ body }) =>
        /dois/.test(JSON.stringify(body)),
      ),
    );
  });

  it('accepts no key that changes the URL of a Graph request [SS-01]', async () => {
    const admin = await server.createAdmin();
    const { id } = await link(admin, {});
    const before = (await graph.control.received()).length;
    for (const value of [
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
        expect((await admin.request('PUT', `/whatsapp/${id}`, { linking: { [field]: value } })).statusCode, value).toBe(
          400,
        );
    for (const value of ['EAA x', 'EAA\r\nhost: evil', 'EAA\0'])
      expect(
        (await admin.request('PUT', `/whatsapp/${id}`, { linking: { accessToken: value } })).statusCode,
        value,
      ).toBe(400);
    expect((await graph.control.received()).length).toBe(before);
  });

  it('refuses the provider official for other channels', async () => {
    const admin = await server.createAdmin();
    const draft = { name: 'Outra', channel: 'whatsapp', provider: 'official' };
    expect(errorOf(await admin.request('POST', '/whatsapp', draft))).toEqual([400, 'ERR_PROVIDER_UNAVAILABLE']);
  });
});
