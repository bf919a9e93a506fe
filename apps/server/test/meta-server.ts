import { createHmac, randomInt, randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { createMetaChannel } from '../src/channels/meta/adapter.ts';
import type { ChannelKind } from '../src/channels/port.ts';
import { hashKey } from '../src/infrastructure/db/directory.store.ts';
import { createSafeFetch } from '../src/infrastructure/safe-fetch/safe-fetch.ts';
import { createVault } from '../src/infrastructure/secrets/secrets.ts';
import { TEST_SECRET } from './database.ts';
import { startTestServer } from './server.ts';

export const platformApp = { id: '1', secret: 'the-secret-of-the-platform', verifyToken: 'the-word-of-the-platform' };
export type Meta = 'whatsappapi' | 'facebook' | 'instagram';
const randomId = () => String(randomInt(1e11, 9e11));

/** A server with Meta's channels, for tests of webhooks. It makes no outgoing requests unless `graphUrl` is set. */
export async function startMetaServer(
  more: Parameters<typeof startTestServer>[0] = {},
  graphUrl = 'http://127.0.0.1:9',
) {
  const channel = createMetaChannel({
    safeFetch: createSafeFetch({ allowLoopback: true }),
    graphUrl,
    version: 'v24.0',
    app: platformApp,
    openFile: async () => undefined,
  });
  const server = await startTestServer({
    ...more,
    channels: { of: (provider) => (provider === 'official' ? channel : undefined), close: async () => {} },
  });
  const rows = async (text: string, values: unknown[] = []) => (await server.asOwner.query(text, values)).rows;

  /** A linked account, through the platform's app or through an app of the company. */
  async function createAccount(kind: Meta, company?: { companyId: number }, own: Record<string, string> = {}) {
    const { companyId } = company ?? (await server.createAdmin());
    const id = randomId();
    const ids: Record<Meta, Record<string, string>> = {
      whatsappapi: { phoneNumberId: id, wabaId: randomId() },
      facebook: { pageId: id },
      instagram: { igId: id, pageId: randomId() },
    };
    const secrets: Record<string, string> = { ...ids[kind], webhookKey: randomUUID(), accessToken: 'x', ...own };
    const [row] = await rows(
      `insert into connections (company_id, name, channel, provider, status) values ($1, $2, $3, 'official', 'CONNECTED')
       returning id`,
      [companyId, randomUUID(), kind satisfies ChannelKind],
    );
    const sealContext = { company: companyId, table: 'connections', field: 'secrets' };
    const sealed = createVault({ current: TEST_SECRET }).seal(JSON.stringify(secrets), sealContext);
    await rows('update connections set secrets = $2 where id = $1', [row.id, sealed]);
    const addDirectoryEntry = (type: string, name: string, rowId: string) =>
      rows(
        `insert into directory (kind, key_hash, company_id, row_id) values ($1, $2, $3, $4) on conflict do nothing`,
        [type, hashKey(name), companyId, rowId],
      );
    await addDirectoryEntry('webhook', secrets['webhookKey']!, String(row.id));
    const account = { companyId, connectionId: row.id, kind, number: '', secrets };
    for (const [n, name] of channel.accountSplitter!.aliasesOf(account).entries())
      await addDirectoryEntry('meta-account', name, n === 0 ? String(row.id) : 'shared');
    return {
      id,
      kind,
      companyId,
      connectionId: row.id as number,
      secrets,
      own: `/webhooks/meta/${secrets['webhookKey']}`,
    };
  }

  /** Sends a webhook like Meta: the signature is computed over the sent bytes. */
  function sendWebhook(
    url: string,
    content: unknown,
    { secret = platformApp.secret, headers = {} }: WebhookOptions = {},
  ) {
    const payload = Buffer.isBuffer(content)
      ? content
      : Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
    return server.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signed(payload, secret), ...headers },
      payload,
    });
  }
  const bodies = async (of: { companyId: number }) =>
    (await rows('select body from messages where company_id = $1 order by id', [of.companyId])).map(
      (row) => row.body as string,
    );
  async function until<T>(poll: () => Promise<T>, isDone: (state: T) => boolean): Promise<T> {
    const end = Date.now() + 30_000;
    for (;;) {
      const state = await poll();
      if (isDone(state)) return state;
      if (Date.now() > end) throw new Error(`still ${JSON.stringify(state).slice(0, 2000)}`);
      await new Promise((done) => setTimeout(done, 50));
    }
  }
  return { server, rows, createAccount, sendWebhook, bodies, until };
}
export type Linked = Awaited<ReturnType<Awaited<ReturnType<typeof startMetaServer>>['createAccount']>>;
interface WebhookOptions {
  secret?: string;
  headers?: NonNullable<InjectOptions['headers']>;
}
export const signed = (body: Buffer, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

// Webhook payloads as in Meta's documentation ----------------------------------------------------------------------

const seconds = () => String(Math.floor(Date.now() / 1000));

/** A customer's text message, as a webhook entry of the receiving account. */
export function incomingText(to: Linked, text: string, { from = '5500990000001', mid = `mid.${randomUUID()}` } = {}) {
  if (to.kind === 'whatsappapi') return ofNumber(to, { messages: [whatsappText(text, { from, mid })], ...named(from) });
  return {
    id: to.id,
    time: Date.now(),
    messaging: [{ sender: { id: from }, recipient: { id: to.id }, timestamp: Date.now(), message: { mid, text } }],
  };
}
export const whatsappText = (text: string, { from = '5500990000001', mid = `wamid.${randomUUID()}` } = {}) => ({
  from,
  id: mid,
  timestamp: seconds(),
  type: 'text',
  text: { body: text },
});
export const named = (from: string, name = 'Helena Prado') => ({ contacts: [{ profile: { name }, wa_id: from }] });
export const ofNumber = ({ id, secrets }: Linked, value: object, field = 'messages') => ({
  id: secrets['wabaId'],
  changes: [
    {
      field,
      value: {
        messaging_product: 'whatsapp',
        metadata: { display_phone_number: '550033334444', phone_number_id: id },
        ...value,
      },
    },
  ],
});
const objects = { whatsappapi: 'whatsapp_business_account', facebook: 'page', instagram: 'instagram' };
export const delivery = (kind: Meta, ...entry: unknown[]) => ({ object: objects[kind], entry });
