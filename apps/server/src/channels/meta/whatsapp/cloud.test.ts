import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { somePicture } from '../../conformance.samples.ts';
import {
  NotSent,
  OutcomeUnknown,
  Refused,
  type Account,
  type Content,
  type Signal,
  type StoredMedia,
} from '../../port.ts';
import { aGraph, app, type SimulatedGraph } from '../simulated.fixture.ts';
import { aNumber } from './proving.fixture.ts';

let graph: SimulatedGraph;
let account: Account;
let count = 0;
const helena = { id: '5500987650001', name: 'Helena' };
const customer = { identities: [{ kind: 'phone' as const, value: helena.id }], isGroup: false };
const newKey = () => `00000000-0000-4000-8000-${String((count += 1)).padStart(12, '0')}`;
const idOf = ({ secrets }: Account) => secrets['phoneNumberId']!;
const send = (content: Content<StoredMedia>, more: object = {}, correlation = newKey()) =>
  graph.channel.send(account, { to: customer, content, correlation, ...more });
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (fault: unknown) => fault,
  );
const lastCall = async (call = 'messages') => (await graph.control.received({ call })).at(-1)!;

beforeAll(async () => {
  graph = await aGraph();
  account = await aNumber(graph, 1);
});
afterAll(() => graph.dispose());

describe('a send', () => {
  it('carries our mark, a quote and the proof that we know the secret, and its status brings the mark back', async () => {
    const id = idOf(account);
    const { id: asked } = await graph.control.customer('whatsapp', id, helena).says('Oi');
    const correlation = newKey();
    const { wid } = await send({ kind: 'text', text: 'Olá' }, { quotes: asked }, correlation);
    const { body, query, path } = await lastCall();
    expect(path).toBe(`/${id}/messages`);
    expect(body).toMatchObject({
      to: helena.id,
      context: { message_id: asked },
      biz_opaque_callback_data: correlation,
    });
    const { accessToken, appSecret } = account.secrets as { accessToken: string; appSecret: string };
    expect(query['appsecret_proof']).toBe(createHmac('sha256', appSecret).update(accessToken).digest('hex'));

    await graph.control.status(wid, 'delivered');
    const { body: told, headers } = await graph.house.until((all) => all.find((one) => one.body.includes(correlation)));
    expect(graph.channel.isAuthentic({ headers, body: told }, account)).toBe(true);
    expect(graph.channel.read(told, account)).toMatchObject([{ is: 'receipt', wid, correlation, told: 'delivered' }]);
  });

  it('goes to a number, or to a business-scoped id of this very account', async () => {
    const ana = { id: '5500987650002', userId: 'BR.1A2B3C', hidesNumber: true };
    await graph.control.customer('whatsapp', idOf(account), ana).says('Oi');
    const scope = account.secrets['wabaId']!;
    const bsuid = { kind: 'bsuid' as const, value: 'BR.1A2B3C', scope };
    await send({ kind: 'text', text: 'Olá' }, { to: { identities: [bsuid], isGroup: false } });
    const { body } = await lastCall();
    expect(body).toMatchObject({ recipient: 'BR.1A2B3C' });
    expect(body).not.toHaveProperty('to');
    for (const to of [
      { identities: [{ ...bsuid, scope: 'another' }], isGroup: false },
      { identities: [{ kind: 'group', value: 'g' }], isGroup: true },
    ])
      expect(await faultOf(send({ kind: 'text', text: 'x' }, { to }))).toMatchObject({
        fault: { code: 'ERR_WAPP_INVALID_CONTACT' },
      });
  });

  it('says a charge in words where the account may not take payments, and only then', async () => {
    const pix = {
      kind: 'pix',
      title: 'Óculos',
      keyType: 'EMAIL',
      key: 'loja@example.com',
      merchantName: 'Ótica',
      cents: 100,
      brCode: '000201',
    } as const;
    const scope = { accountId: idOf(account), call: 'messages' };
    await graph.control.mishap(scope, { code: 134_011 });
    const correlation = newKey();
    await send(pix, {}, correlation);
    const reached = (await graph.control.inbox(idOf(account), helena.id)).filter(
      (one) => one.correlation === correlation,
    );
    expect(reached.map(({ type }) => type)).toEqual(['text']);

    await graph.control.mishap(scope, { code: 131_047 });
    expect(await faultOf(send(pix))).toMatchObject({ fault: { code: 'ERR_REPLY_WINDOW' } });
    await graph.control.mishap(scope, 'garbage-after');
    expect(await faultOf(send(pix))).toBeInstanceOf(OutcomeUnknown);
  });

  it('in several parts quotes with the first, has our mark alone on the last, and is never begun twice', async () => {
    const { id: asked } = await graph.control.customer('whatsapp', idOf(account), helena).says('Conte tudo');
    const long = { kind: 'text', text: 'palavra '.repeat(1100) } as const;
    const correlation = newKey();
    const { wid } = await send(long, { quotes: asked }, correlation);
    const told = (await graph.control.inbox(idOf(account), helena.id)).filter((one) =>
      one.correlation?.startsWith(correlation),
    );
    expect(told.map((one) => [one.correlation, one.quotes])).toEqual([
      [`${correlation}#1`, asked],
      [`${correlation}#2`, undefined],
      [correlation, undefined],
    ]);
    expect(wid).toBe(told.at(-1)!.messageId);

    const scope = { accountId: idOf(account), call: 'messages' };
    await graph.control.mishap(scope, { code: 2 });
    expect(await faultOf(send(long))).toBeInstanceOf(NotSent);
    await graph.control.mishap(scope, { failsLater: 131_026 });
    await graph.control.mishap(scope, { code: 2 });
    expect(await faultOf(send(long))).toBeInstanceOf(OutcomeUnknown);
  });

  it('quotes by the name that the channel has for it, or not at all', async () => {
    const { id: asked } = await graph.control.customer('whatsapp', idOf(account), helena).says('Quanto?');
    await send({ kind: 'text', text: 'Dez' }, { quotes: `${asked}.ad` });
    expect((await lastCall()).body).toMatchObject({ context: { message_id: asked } });
    await send({ kind: 'text', text: 'Onze' }, { quotes: 'unread.status.wamid.1' });
    expect((await lastCall()).body).not.toHaveProperty('context');
  });

  it('[OB-04] that was answered with more than anybody reads may have left', async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(6 * 1024 * 1024) });
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const channel = graph.channelWith({ graphUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    const outgoing = { to: customer, content: { kind: 'text', text: 'x' } as const, correlation: newKey() };
    expect(await faultOf(channel.send(account, outgoing))).toBeInstanceOf(OutcomeUnknown);
    await new Promise((resolve) => server.close(resolve));
  });

  it('[OB-07] tells who has to wait, and for how long', async () => {
    const scope = { accountId: idOf(account), call: 'messages' };
    const ends = async (code: number) => {
      await graph.control.mishap(scope, { code });
      return faultOf(send({ kind: 'text', text: 'x' }));
    };
    expect(await ends(131_056)).toMatchObject({
      fault: { code: 'ERR_CHANNEL_PAIR_RATE' },
      scope: 'pair',
      retryAfterMs: 6000,
    });
    expect(await ends(130_429)).toMatchObject({ fault: { code: 'ERR_CHANNEL_RATE' }, scope: 'account' });
    expect(await ends(131_026)).toMatchObject({ fault: { code: 'ERR_CHANNEL_NOT_REACHABLE' }, isAccountDead: false });
    expect(await ends(133_010)).toMatchObject({ fault: { code: 'ERR_CHANNEL_UNREGISTERED' }, isAccountDead: true });
  });

  it('[SE-03] never tells the token, though the Graph does', async () => {
    const token = account.secrets['accessToken']!;
    const server = createServer((_, response) => {
      response.writeHead(400, {
        'content-type': 'application/json',
        'x-business-use-case-usage': '{"1":[{"type":"messaging","estimated_time_to_regain_access":2}]}',
      });
      response.end(JSON.stringify({ error: { code: 4, message: `Malformed access token ${token}` } }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const channel = graph.channelWith({ graphUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    const fault = (await faultOf(
      channel.send(account, { to: customer, content: { kind: 'text', text: 'x' }, correlation: newKey() }),
    )) as NotSent;
    expect(fault).toMatchObject({ retryAfterMs: 120_000, fault: { detail: '4: Malformed access token …' } });
    expect(JSON.stringify(fault) + fault.message).not.toContain(token);
    await new Promise((resolve) => server.close(resolve));
  });

  it('an account without keys sends nothing', async () => {
    const bare = { ...account, secrets: {} };
    const fault = await faultOf(
      graph.channel.send(bare, { to: customer, content: { kind: 'text', text: 'x' }, correlation: newKey() }),
    );
    expect(fault).toBeInstanceOf(Refused);
    expect(fault).toMatchObject({ isAccountDead: true });
  });
});

describe('files', () => {
  it('that the channel does not take are refused as files, and nothing is sent', async () => {
    const odd = graph.keep(somePicture, 'image/heic', 'foto.heic');
    const correlation = newKey();
    const fault = await faultOf(send({ kind: 'media', type: 'image', media: odd }, {}, correlation));
    expect(fault).toMatchObject({ fault: { code: 'ERR_CHANNEL_MEDIA' } });
    expect((await graph.control.received({ call: 'messages' })).some((one) => one.correlation === correlation)).toBe(
      false,
    );
  });

  it('whose upload has no answer leave the message unsent, to be tried again', async () => {
    const file = graph.keep(somePicture, 'image/png', 'foto.png');
    await graph.control.mishap({ accountId: idOf(account), call: 'media' }, 'garbage-after');
    expect(await faultOf(send({ kind: 'media', type: 'image', media: file }))).toMatchObject({
      name: 'NotSent',
      fault: { code: 'ERR_CHANNEL_DOWN' },
      // A file that does not get through keeps nobody else waiting.
      scope: 'pair',
    });
    const huge = { ...file, bytes: 101 * 1024 * 1024 };
    expect(await faultOf(send({ kind: 'media', type: 'document', media: huge }))).toMatchObject({
      fault: { code: 'ERR_CHANNEL_MEDIA' },
    });
  });

  it("[SS-02] are fetched at the channel's own places only, and the token goes nowhere else", async () => {
    const asked: string[] = [];
    const trap = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end('x');
    });
    await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
    const place = `http://127.0.0.1:${(trap.address() as AddressInfo).port}/file`;
    const refs = [
      place,
      place.replace('127.0.0.1', 'lookaside.fbsbx.com'),
      'https://fbcdn.net.example.com/x',
      'file:///etc/passwd',
    ];
    for (const address of refs) {
      const media = { mime: 'image/jpeg', ref: `url:${address}` };
      expect(await faultOf(graph.channel.fetchMedia(account, media, 1000))).toMatchObject({
        fault: { code: 'ERR_WAPP_DOWNLOAD_MEDIA' },
      });
    }
    expect(asked).toEqual([]);
    await new Promise((resolve) => trap.close(resolve));
  });

  it('of another account, or long gone, are not there', async () => {
    const { id } = await graph.control
      .customer('whatsapp', idOf(account), helena)
      .does({ does: 'media', type: 'document', mime: 'application/pdf' });
    const { body } = await graph.deliveryOf(id);
    const [signal] = graph.channel.read(body, account) as Extract<Signal, { is: 'message' }>[];
    const { media } = signal!.content as Extract<Content, { kind: 'media' }>;
    expect((await buffer(await graph.channel.fetchMedia(account, media, 1_000_000))).length).toBeGreaterThan(0);
    const neighbour = await aNumber(graph, 9);
    expect(await faultOf(graph.channel.fetchMedia(neighbour, media, 1_000_000))).toMatchObject({
      fault: { code: 'ERR_WAPP_DOWNLOAD_MEDIA' },
    });
  });
});

describe('small signs', () => {
  it('what was read, by the last of it; and that somebody writes', async () => {
    const { id } = await graph.control.customer('whatsapp', idOf(account), helena).says('Oi?');
    await graph.channel.markRead!(account, customer, ['wamid.unknown', id]);
    const { body } = await lastCall();
    expect(body).toMatchObject({ messaging_product: 'whatsapp', status: 'read', message_id: id });
    expect(body).not.toHaveProperty('typing_indicator');
    await graph.channel.typing!(account, customer, id);
    expect((await lastCall()).body).toMatchObject({ message_id: id, typing_indicator: { type: 'text' } });
    const { seq } = await lastCall();
    await graph.channel.typing!(account, customer, undefined);
    await graph.channel.markRead!(account, customer, []);
    expect((await lastCall()).seq).toBe(seq);
  });

  it.each([
    ['5511987654321', '5511987654321'],
    ['551187654321', '5511987654321'],
    ['551133334444', '551133334444'],
    ['5511951234567', '5511951234567'],
    ['351912345678', '351912345678'],
    ['551190000', null],
    ['5501987654321', null],
    ['55119876543210', null],
    ['123', null],
    ['abc', null],
  ])('a number is spelled as it is today: %s', async (digits, number) => {
    expect(await graph.channel.lookUp(account, digits)).toEqual(number === null ? null : { number });
  });
});

describe('a handshake', () => {
  const query = (token: string, challenge = '1158201444') => ({
    'hub.mode': 'subscribe',
    'hub.verify_token': token,
    'hub.challenge': challenge,
  });
  it('[WH-02] is answered to whoever knows the word of this connection, or of the platform where it has none', () => {
    const { handshake } = graph.channel;
    const own = account.secrets['verifyToken']!;
    expect(handshake!(query(own), account)).toBe('1158201444');
    for (const wrong of ['', 'x', app.verifyToken]) expect(handshake!(query(wrong), account)).toBeUndefined();
    expect(handshake!({ ...query(own), 'hub.mode': 'unsubscribe' }, account)).toBeUndefined();
    expect(handshake!(query(own, '<script>'), account)).toBeUndefined();
    expect(handshake!({}, account)).toBeUndefined();
    expect(handshake!(query(app.verifyToken), { ...account, secrets: {} })).toBe('1158201444');
  });
});

describe('the check says', () => {
  const findings = async (secrets: Record<string, string>) => {
    const of = { ...account, secrets: { ...account.secrets, ...secrets } };
    const { finding } = await graph.channel.check!(of);
    return finding.map(({ field, fault }) => `${field}: ${fault.code}`);
  };
  it('nothing but the number and its name where all is well', async () => {
    expect(await graph.channel.check!(account)).toEqual({ finding: [], number: '550033330001', name: 'Ótica Exemplo' });
  });
  it('which key is wrong, and why', async () => {
    expect(await findings({ accessToken: '', phoneNumberId: ' ', wabaId: '' })).toEqual([
      'accessToken: ERR_META_FIELD_MISSING',
      'phoneNumberId: ERR_META_FIELD_MISSING',
      'wabaId: ERR_META_FIELD_MISSING',
    ]);
    expect(await findings({ accessToken: 'EAAnobody' })).toEqual(['accessToken: ERR_META_TOKEN']);
    expect(await findings({ phoneNumberId: '5500987650001' })).toEqual(['phoneNumberId: ERR_META_PHONE_ID']);
    expect(await findings({ wabaId: '123' })).toEqual(['wabaId: ERR_META_WABA']);
    expect(await findings({ appSecret: 'of-another-app-entirely' })).toEqual(['appSecret: ERR_META_APP_SECRET']);
  });
  it('that rights are missing, that a number is elsewhere or not registered, that nobody listens', async () => {
    const waba = account.secrets['wabaId']!;
    await graph.control.mishap({ call: 'phone_numbers' }, { code: 200 });
    expect(await findings({})).toEqual(['accessToken: ERR_META_TOKEN_SCOPE']);

    const { accessToken } = account.secrets as { accessToken: string };
    await graph.control.addWhatsApp({
      wabaId: '300000000000001',
      phoneNumberId: '300000000000002',
      displayNumber: '+55 00 3333-0003',
      token: accessToken,
      isRegistered: false,
    });
    const other = { accessToken, phoneNumberId: '300000000000002', wabaId: waba };
    expect(await findings(other)).toEqual([
      'phoneNumberId: ERR_CHANNEL_UNREGISTERED',
      'wabaId: ERR_META_NUMBER_ELSEWHERE',
    ]);
  });
  it('subscribes the app where nothing would be delivered, and complains only when that fails', async () => {
    const given = { wabaId: '310000000000001', phoneNumberId: '310000000000002', accessToken: 'EAA-of-a-silent-one' };
    const { accessToken: token, ...ids } = given;
    const deaf = () =>
      graph.control.addWhatsApp({ ...ids, displayNumber: '+55 00 3333-0004', token, isSubscribed: false });
    await deaf();
    await graph.control.mishap({ accountId: given.wabaId, call: 'subscribed_apps' }, { code: 100 }, { times: 1 });
    expect(await findings(given)).toEqual(['wabaId: ERR_META_WABA']);
    expect(await findings(given)).toEqual([]);
    expect(await lastCall('subscribed_apps')).toMatchObject({ method: 'POST', accountId: given.wabaId, isDone: true });
  });
  it('is not content with the subscription of another app, whether the app is the company’s own or the platform’s', async () => {
    for (const [n, appSecret] of ['', app.secret].entries()) {
      const ids = { wabaId: `32000000000000${n}`, phoneNumberId: `32000000000001${n}` };
      const accessToken = `EAA-heard-by-others-${n}`;
      const displayNumber = `+55 00 3333-001${n}`;
      await graph.control.addWhatsApp({
        ...ids,
        displayNumber,
        token: accessToken,
        isSubscribed: false,
        otherApps: ['999'],
      });
      expect(await findings({ ...ids, accessToken, appSecret })).toEqual([]);
      expect(await lastCall('subscribed_apps')).toMatchObject({ method: 'POST', accountId: ids.wabaId });
    }
  });
  it('nothing at all when nobody answers: then it has to be asked again', async () => {
    await graph.control.mishap({ accountId: idOf(account), call: 'info' }, { status: 503 });
    expect(await faultOf(graph.channel.check!(account))).toBeInstanceOf(NotSent);
  });
});

describe('templates', () => {
  it('are listed whole, page by page, each with its parts', async () => {
    const waba = account.secrets['wabaId']!;
    for (let n = 0; n < 205; n += 1)
      await graph.control.addTemplate(waba, {
        name: `t${n}`,
        language: 'pt_BR',
        components: [{ type: 'BODY', text: `n ${n}` }],
      });
    await graph.control.addTemplate(waba, {
      id: '900',
      name: 'promo',
      language: 'es',
      category: 'MARKETING',
      status: 'REJECTED',
      rejectedReason: 'ABUSIVE_CONTENT',
      components: [
        { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['x'] } },
        { type: 'BODY', text: 'Hola {{nombre}}' },
        { type: 'FOOTER', text: 'Óptica' },
        {
          type: 'BUTTONS',
          buttons: [
            { type: 'QUICK_REPLY', text: 'Sí' },
            { type: 'URL', text: 'Ver', url: 'https://example.com/{{1}}' },
            { type: 'PHONE_NUMBER', text: 'Llamar', phone_number: '+550033330001' },
            { type: 'COPY_CODE', example: ['DIEZ'] },
            { type: 'FLOW', text: 'Abrir' },
          ],
        },
      ],
    });
    const found = await graph.channel.templates!(account);
    expect(found).toHaveLength(207);
    expect(new Set(found.map(({ name }) => name)).size).toBe(207);
    expect(found.find(({ name }) => name === 'promo')).toEqual({
      id: '900',
      name: 'promo',
      language: 'es',
      category: 'marketing',
      status: 'rejected',
      because: 'ABUSIVE_CONTENT',
      header: { format: 'image', text: '' },
      body: 'Hola {{nombre}}',
      footer: 'Óptica',
      buttons: [
        { type: 'reply', text: 'Sí', value: '' },
        { type: 'url', text: 'Ver', value: 'https://example.com/{{1}}' },
        { type: 'call', text: 'Llamar', value: '+550033330001' },
        { type: 'copy', text: '', value: 'DIEZ' },
        { type: 'other', text: 'Abrir', value: '' },
      ],
    });
  });
  it('that may not be listed do not make the account dead', async () => {
    await graph.control.mishap({ call: 'message_templates' }, { code: 200 });
    expect(await faultOf(graph.channel.templates!(account))).toMatchObject({
      fault: { code: 'ERR_CHANNEL_RIGHTS' },
      isAccountDead: false,
    });
  });
});
