import type { Fault } from '@balcao/graph-simulator/simulator';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { SafeFetch } from '../../../infrastructure/safe-fetch/safe-fetch.ts';
import { samplePicture } from '../../conformance.samples.ts';
import { OutcomeUnknown, Refused, type Account, type Channel, type Content, type StoredMedia } from '../../port.ts';
import { startMeta } from './conformance.fixture.ts';

type Meta = Awaited<ReturnType<typeof startMeta>>;
let meta: Meta;
let channel: Channel;
let facebook: Account;
let instagram: Account;
let count = 0;
const helena = '24390120';
let receivedMessageId: string;

beforeAll(async () => {
  meta = await startMeta();
  channel = meta.channelWith({});
  facebook = await meta.page('facebook', 1);
  instagram = { ...facebook, kind: 'instagram' };
  const { control } = meta.meta;
  ({ id: receivedMessageId } = await control.customer('messenger', idOf(facebook), { id: helena }).sendText('Oi'));
  await control.customer('instagram', idOf(instagram), { id: `${helena}9` }).sendText('Oi');
});
beforeEach(() => meta.meta.control.clearFaults());
afterAll(() => meta.close());

const idOf = ({ kind, secrets }: Account) => secrets[kind === 'instagram' ? 'igId' : 'pageId']!;
const customerIdOf = (account: Account) => (account.kind === 'instagram' ? `${helena}9` : helena);
const peerOf = (account: Account) => ({
  identities: [
    {
      kind: account.kind === 'instagram' ? 'igsid' : 'psid',
      value: customerIdOf(account),
      scope: idOf(account),
    } as const,
  ],
  isGroup: false,
});
const newKey = () => `00000000-0000-4000-8000-${String((count += 1)).padStart(12, '0')}`;
const send = (account: Account, content: Content<StoredMedia>, quotes?: string) =>
  channel.send(account, { to: peerOf(account), content, correlation: newKey(), ...(quotes && { quotes }) });
const inbox = (account: Account) => meta.meta.control.inbox(idOf(account), customerIdOf(account));
const lastCall = async (call: string) => (await meta.meta.control.received({ call })).at(-1)!;

it('sends a long text in parts; only the echo of the last part becomes an event', async () => {
  const text = 'ção '.repeat(1000);
  for (const account of [facebook, instagram]) {
    const before = (await inbox(account)).length;
    const { wid } = await send(account, { kind: 'text', text });
    const parts = (await inbox(account)).slice(before);
    expect(parts.map(({ body }) => (body['message'] as { text: string }).text).join('')).toBe(text);
    expect(wid).toBe(parts.at(-1)!.messageId);
    const echo = await meta.webhookServer.until((all) => all.find(({ body }) => body.includes(wid)));
    expect([...channel.parse(echo.body, account)]).toMatchObject([
      { type: 'message', wid, fromMe: true, correlation: parts.at(-1)!.correlation },
    ]);
    const first = await meta.webhookServer.until((all) => all.find(({ body }) => body.includes(parts[0]!.messageId)));
    expect([...channel.parse(first.body, account)]).toEqual([]);
  }
});

it('reports an unknown outcome or a refusal, never a retryable error, after the first part was sent', async () => {
  const picture = meta.storeFile(samplePicture, 'image/png', 'foto.png');
  const content: Content<StoredMedia> = { kind: 'media', type: 'image', media: picture, caption: 'Essa' };
  /** The first of two calls succeeds. */
  const endingWith = async (fault: Fault) => {
    let calls = 0;
    const safeFetch: SafeFetch = async (url, init) => {
      if (new URL(url).pathname.endsWith('/messages') && (calls += 1) === 2)
        await meta.meta.control.injectFault({ call: 'messages' }, fault, { times: 1 });
      return meta.safeFetch(url, init);
    };
    const before = (await inbox(facebook)).length;
    const outgoing = { to: peerOf(facebook), content, correlation: newKey() };
    const error = await meta
      .channelWith({ safeFetch })
      .send(facebook, outgoing)
      .catch((end: unknown) => end);
    const texts = (await inbox(facebook)).slice(before).map(({ body }) => (body['message'] as { text: string }).text);
    expect(texts).toEqual(['Essa']);
    return error;
  };
  expect(await endingWith({ status: 503 })).toBeInstanceOf(OutcomeUnknown);
  expect(await endingWith({ status: 429, retryAfterSeconds: 3 })).toBeInstanceOf(OutcomeUnknown);
  expect(await endingWith({ code: 10, subcode: 2_018_278 })).toMatchObject({ fault: { code: 'ERR_REPLY_WINDOW' } });
  expect(await endingWith({ code: 190 })).toMatchObject({ isAccountDead: true });
});

it('quotes by the channel’s own message id', async () => {
  await send(facebook, { kind: 'text', text: 'sim' }, receivedMessageId);
  expect((await inbox(facebook)).at(-1)).toMatchObject({ quotes: receivedMessageId });
  await send(facebook, { kind: 'text', text: 'esta' }, `${receivedMessageId}#2`);
  expect((await inbox(facebook)).at(-1)).toMatchObject({ quotes: receivedMessageId });
  await send(facebook, { kind: 'text', text: 'aquela' }, 'unread.abc.0');
  expect((await inbox(facebook)).at(-1)).not.toHaveProperty('quotes');
});

it('sends and removes reactions, marks as read and shows typing', async () => {
  const to = peerOf(facebook);
  await send(facebook, { kind: 'reaction', to: receivedMessageId, emoji: '🎉' });
  expect((await lastCall('messages')).body).toMatchObject({
    recipient: { id: helena },
    sender_action: 'react',
    payload: { message_id: receivedMessageId, reaction: '🎉' },
  });
  await send(facebook, { kind: 'reaction', to: receivedMessageId, emoji: '' });
  expect((await lastCall('messages')).body).toMatchObject({
    sender_action: 'unreact',
    payload: { message_id: receivedMessageId },
  });
  await channel.markRead!(facebook, to, [receivedMessageId]);
  expect((await lastCall('messages')).body).toMatchObject({ sender_action: 'mark_seen' });
  await channel.typing!(facebook, to, receivedMessageId);
  expect((await lastCall('messages')).body).toMatchObject({ sender_action: 'typing_on' });
});

it('uploads a file before its message and refuses one that is too large or missing', async () => {
  const picture = meta.storeFile(samplePicture, 'image/png', 'foto.png');
  await send(instagram, { kind: 'media', type: 'image', media: picture });
  expect((await lastCall('message_attachments')).body).toMatchObject({ platform: 'instagram' });
  const before = (await inbox(instagram)).length;
  const tooLarge = { ...picture, bytes: 9 * 1024 * 1024 };
  await expect(send(instagram, { kind: 'media', type: 'image', media: tooLarge })).rejects.toMatchObject({
    fault: { code: 'ERR_CHANNEL_MEDIA' },
  });
  const missing = { ...picture, key: '1/media/gone' };
  await expect(send(instagram, { kind: 'media', type: 'image', media: missing })).rejects.toBeInstanceOf(Refused);
  expect((await inbox(instagram)).length).toBe(before);
});

it('refuses a contact id of another page', async () => {
  const to = { identities: [{ kind: 'psid', value: helena, scope: 'another page' } as const], isGroup: false };
  const sending = channel.send(facebook, { to, content: { kind: 'text', text: 'oi' }, correlation: newKey() });
  await expect(sending).rejects.toMatchObject({ fault: { code: 'ERR_WAPP_INVALID_CONTACT' } });
});

it('checks each secret and reports which one is wrong', async () => {
  expect(await channel.check!(facebook)).toEqual({ finding: [], name: 'Loja 1' });
  expect(await channel.check!(instagram)).toEqual({ finding: [], name: 'loja1' });
  const findings = async (secrets: Record<string, string>) => {
    const { finding } = await channel.check!({ ...instagram, secrets: { ...instagram.secrets, ...secrets } });
    return finding.map(({ field, fault }) => [field, fault.code]);
  };
  expect(await findings({ accessToken: '' })).toEqual([['accessToken', 'ERR_META_FIELD_MISSING']]);
  expect(await findings({ accessToken: 'EAAnobody' })).toEqual([['accessToken', 'ERR_META_TOKEN']]);
  expect(await findings({ igId: '1' })).toEqual([['igId', 'ERR_CHANNEL_NOT_FOUND']]);
  expect(await findings({ pageId: '1' })).toEqual([['pageId', 'ERR_CHANNEL_NOT_FOUND']]);
});

it('tags a late answer of an agent, and a missing permission for the tag does not stop the account [F-E6]', async () => {
  const late = { to: peerOf(facebook), content: { kind: 'text', text: 'tarde' } as const, isLateAgentReply: true };
  const channel = meta.channelWith({});
  await channel.send(facebook, { ...late, correlation: newKey() });
  expect((await lastCall('messages')).body).toMatchObject({ messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' });
  await send(facebook, { kind: 'text', text: 'na hora' });
  expect((await lastCall('messages')).body).not.toHaveProperty('tag');
  await meta.meta.control.injectFault({ call: 'messages' }, { code: 10 }, { times: 1 });
  const refused = await channel.send(facebook, { ...late, correlation: newKey() }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ fault: { code: 'ERR_REPLY_WINDOW' }, isAccountDead: false });
});
