import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorOf } from '../../conformance.ts';
import { pixCharge, samplePicture } from '../../conformance.samples.ts';
import {
  NotSent,
  OutcomeUnknown,
  Refused,
  type Account,
  type Content,
  type ChannelEvent,
  type StoredMedia,
} from '../../port.ts';
import { startGraph, app, type SimulatedGraph } from '../simulated.fixture.ts';
import { addNumber } from './conformance.fixture.ts';

let graph: SimulatedGraph;
let account: Account;
let count = 0;
const helena = { id: '5500987650001', name: 'Helena' };
const customer = { identities: [{ kind: 'phone' as const, value: helena.id }], isGroup: false };
const newKey = () => `00000000-0000-4000-8000-${String((count += 1)).padStart(12, '0')}`;
const idOf = ({ secrets }: Account) => secrets['phoneNumberId']!;
const send = (content: Content<StoredMedia>, more: object = {}, correlation = newKey()) =>
  graph.channel.send(account, { to: customer, content, correlation, ...more });
const lastCall = async (call = 'messages') => (await graph.control.received({ call })).at(-1)!;

beforeAll(async () => {
  graph = await startGraph();
  account = await addNumber(graph, 1);
});
afterAll(() => graph.dispose());

describe('send', () => {
  it('includes correlation, quote and app secret proof, and the status returns the correlation', async () => {
    const id = idOf(account);
    const { id: receivedId } = await graph.control.customer('whatsapp', id, helena).sendText('Oi');
    const correlation = newKey();
    const { wid } = await send({ kind: 'text', text: 'Olá' }, { quotes: receivedId }, correlation);
    const { body, query, path } = await lastCall();
    expect(path).toBe(`/${id}/messages`);
    expect(body).toMatchObject({
      to: helena.id,
      context: { message_id: receivedId },
      biz_opaque_callback_data: correlation,
    });
    const { accessToken, appSecret } = account.secrets as { accessToken: string; appSecret: string };
    expect(query['appsecret_proof']).toBe(createHmac('sha256', appSecret).update(accessToken).digest('hex'));

    await graph.control.status(wid, 'delivered');
    const { body: statusBody, headers } = await graph.webhookServer.until((all) =>
      all.find((request) => request.body.includes(correlation)),
    );
    expect(graph.channel.isAuthentic({ headers, body: statusBody }, account)).toBe(true);
    expect([...graph.channel.parse(statusBody, account)]).toMatchObject([
      { type: 'receipt', wid, correlation, status: 'delivered' },
    ]);
  });

  it('addresses a number or a business-scoped id of the same account', async () => {
    const ana = { id: '5500987650002', userId: 'BR.1A2B3C', hidesNumber: true };
    await graph.control.customer('whatsapp', idOf(account), ana).sendText('Oi');
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
      expect(await errorOf(send({ kind: 'text', text: 'x' }, { to }))).toMatchObject({
        fault: { code: 'ERR_WAPP_INVALID_CONTACT' },
      });
  });

  it('sends a Pix charge as text only if the account may not take payments', async () => {
    const pix = { ...pixCharge, cents: 100 };
    const scope = { accountId: idOf(account), call: 'messages' };
    await graph.control.injectFault(scope, { code: 134_011 });
    const correlation = newKey();
    await send(pix, {}, correlation);
    const receivedMessages = (await graph.control.inbox(idOf(account), helena.id)).filter(
      (message) => message.correlation === correlation,
    );
    expect(receivedMessages.map(({ type }) => type)).toEqual(['text']);

    await graph.control.injectFault(scope, { code: 131_047 });
    expect(await errorOf(send(pix))).toMatchObject({ fault: { code: 'ERR_REPLY_WINDOW' } });
    await graph.control.injectFault(scope, 'garbage-after');
    expect(await errorOf(send(pix))).toBeInstanceOf(OutcomeUnknown);
  });

  it('quotes in the first part, has the bare correlation in the last and never repeats the first part', async () => {
    const { id: receivedId } = await graph.control.customer('whatsapp', idOf(account), helena).sendText('Conte tudo');
    const long = { kind: 'text', text: 'palavra '.repeat(1100) } as const;
    const correlation = newKey();
    const { wid } = await send(long, { quotes: receivedId }, correlation);
    const messages = (await graph.control.inbox(idOf(account), helena.id)).filter((message) =>
      message.correlation?.startsWith(correlation),
    );
    expect(messages.map((message) => [message.correlation, message.quotes])).toEqual([
      [`${correlation}#1`, receivedId],
      [`${correlation}#2`, undefined],
      [correlation, undefined],
    ]);
    expect(wid).toBe(messages.at(-1)!.messageId);

    const scope = { accountId: idOf(account), call: 'messages' };
    await graph.control.injectFault(scope, { code: 130_429 });
    expect(await errorOf(send(long))).toBeInstanceOf(NotSent);
    await graph.control.injectFault(scope, { failsLater: 131_026 });
    await graph.control.injectFault(scope, { code: 130_429 });
    expect(await errorOf(send(long))).toBeInstanceOf(OutcomeUnknown);
  });

  it('quotes by the channel’s own message id or not at all', async () => {
    const { id: receivedId } = await graph.control.customer('whatsapp', idOf(account), helena).sendText('Quanto?');
    await send({ kind: 'text', text: 'Dez' }, { quotes: `${receivedId}.ad` });
    expect((await lastCall()).body).toMatchObject({ context: { message_id: receivedId } });
    await send({ kind: 'text', text: 'Onze' }, { quotes: 'unread.status.wamid.1' });
    expect((await lastCall()).body).not.toHaveProperty('context');
  });

  it('reports an unknown outcome for an oversized response [OB-04]', async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(6 * 1024 * 1024) });
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const channel = graph.channelWith({ graphUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    const outgoing = { to: customer, content: { kind: 'text', text: 'x' } as const, correlation: newKey() };
    expect(await errorOf(channel.send(account, outgoing))).toBeInstanceOf(OutcomeUnknown);
    await new Promise((resolve) => server.close(resolve));
  });

  it('reports what has to wait and for how long [OB-07]', async () => {
    const scope = { accountId: idOf(account), call: 'messages' };
    const ends = async (code: number) => {
      await graph.control.injectFault(scope, { code });
      return errorOf(send({ kind: 'text', text: 'x' }));
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

  it('removes the token from the error message of the Graph API [SE-03]', async () => {
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
    const error = (await errorOf(
      channel.send(account, { to: customer, content: { kind: 'text', text: 'x' }, correlation: newKey() }),
    )) as NotSent;
    expect(error).toMatchObject({ retryAfterMs: 120_000, fault: { detail: '4: Malformed access token …' } });
    expect(JSON.stringify(error) + error.message).not.toContain(token);
    await new Promise((resolve) => server.close(resolve));
  });

  it('refuses an account without secrets', async () => {
    const bare = { ...account, secrets: {} };
    const error = await errorOf(
      graph.channel.send(bare, { to: customer, content: { kind: 'text', text: 'x' }, correlation: newKey() }),
    );
    expect(error).toBeInstanceOf(Refused);
    expect(error).toMatchObject({ isAccountDead: true });
  });
});

describe('files', () => {
  it('of an unsupported type are refused and no message is sent', async () => {
    const odd = graph.storeFile(samplePicture, 'image/heic', 'foto.heic');
    const correlation = newKey();
    const error = await errorOf(send({ kind: 'media', type: 'image', media: odd }, {}, correlation));
    expect(error).toMatchObject({ fault: { code: 'ERR_CHANNEL_MEDIA' } });
    expect((await graph.control.received({ call: 'messages' })).some((call) => call.correlation === correlation)).toBe(
      false,
    );
  });

  it('with an upload that gets no response leave the message unsent and retryable', async () => {
    const file = graph.storeFile(samplePicture, 'image/png', 'foto.png');
    await graph.control.injectFault({ accountId: idOf(account), call: 'media' }, 'garbage-after');
    expect(await errorOf(send({ kind: 'media', type: 'image', media: file }))).toMatchObject({
      name: 'NotSent',
      fault: { code: 'ERR_CHANNEL_DOWN' },
      // A failed upload does not delay other conversations.
      scope: 'pair',
    });
    const huge = { ...file, bytes: 101 * 1024 * 1024 };
    expect(await errorOf(send({ kind: 'media', type: 'document', media: huge }))).toMatchObject({
      fault: { code: 'ERR_CHANNEL_MEDIA' },
    });
  });

  it("are downloaded from the channel's own hosts only, and the token is sent nowhere else [SS-02]", async () => {
    const requests: string[] = [];
    const trap = createServer((request, response) => {
      requests.push(request.url ?? '');
      response.end('x');
    });
    await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
    const fileUrl = `http://127.0.0.1:${(trap.address() as AddressInfo).port}/file`;
    const refs = [
      fileUrl,
      fileUrl.replace('127.0.0.1', 'lookaside.fbsbx.com'),
      'https://fbcdn.net.example.com/x',
      'file:///etc/passwd',
    ];
    for (const address of refs) {
      const media = { mime: 'image/jpeg', ref: `url:${address}` };
      expect(await errorOf(graph.channel.fetchMedia(account, media, 1000))).toMatchObject({
        fault: { code: 'ERR_WAPP_DOWNLOAD_MEDIA' },
      });
    }
    expect(requests).toEqual([]);
    await new Promise((resolve) => trap.close(resolve));
  });

  it('of another account cannot be downloaded', async () => {
    const { id } = await graph.control
      .customer('whatsapp', idOf(account), helena)
      .perform({ kind: 'media', type: 'document', mime: 'application/pdf' });
    const { body } = await graph.deliveryOf(id);
    const [event] = [...graph.channel.parse(body, account)] as Extract<ChannelEvent, { type: 'message' }>[];
    const { media } = event!.content as Extract<Content, { kind: 'media' }>;
    expect((await buffer(await graph.channel.fetchMedia(account, media, 1_000_000))).length).toBeGreaterThan(0);
    const otherCompanyAccount = await addNumber(graph, 9);
    expect(await errorOf(graph.channel.fetchMedia(otherCompanyAccount, media, 1_000_000))).toMatchObject({
      fault: { code: 'ERR_WAPP_DOWNLOAD_MEDIA' },
    });
  });
});

describe('markRead, typing and findNumber', () => {
  it('mark the last message as read and show the typing indicator', async () => {
    const { id } = await graph.control.customer('whatsapp', idOf(account), helena).sendText('Oi?');
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
  ])('normalize the number %s to its modern form', async (digits, number) => {
    expect(await graph.channel.findNumber(account, digits)).toEqual(number === null ? null : { number });
  });
});

describe('handshake', () => {
  const query = (token: string, challenge = '1158201444') => ({
    'hub.mode': 'subscribe',
    'hub.verify_token': token,
    'hub.challenge': challenge,
  });
  it('returns the challenge for the verify token of the connection, else of the platform [WH-02]', () => {
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
