import { startGraphSimulator, type GraphSimulator } from '@balcao/graph-simulator/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSafeFetch } from '../../infrastructure/safe-fetch/safe-fetch.ts';
import { NotSent, Refused } from '../port.ts';
import { createMetaAccountLinking, type MetaAccountLinking } from './account-linking.ts';

const app = { id: '900100', secret: 'the-platform-app-secret' };
const redirectUri = 'https://balcao.example.com/meta/back';
let meta: GraphSimulator;
let linking: MetaAccountLinking;
const linkingAt = (graphUrl: string, own: { id?: string; secret?: string } = app) =>
  createMetaAccountLinking({
    safeFetch: createSafeFetch({ allowLoopback: true }),
    graphUrl,
    dialogUrl: graphUrl,
    version: 'v24.0',
    app: own,
  });
beforeAll(async () => {
  meta = await startGraphSimulator({ appId: app.id, appSecret: app.secret, verifyToken: 'verify-the-platform' });
  linking = linkingAt(meta.url);
});
afterAll(() => meta.close());

/** Accepts the dialog like a browser. */
async function allow(address: string): Promise<URL> {
  const dialogUrl = new URL(address);
  const form = new URLSearchParams({ answer: 'allow', user: '100001' });
  for (const name of ['redirect_uri', 'state']) form.set(name, dialogUrl.searchParams.get(name)!);
  for (let n = 1; n <= PAGES; n += 1) form.append('page', String(5000 + n));
  const answer = await fetch(`${dialogUrl.origin}/dialog/oauth`, { method: 'POST', body: form, redirect: 'manual' });
  return new URL(answer.headers.get('location')!);
}
const PAGES = 230;

describe('linking pages', () => {
  it('builds the dialog URL with the scopes for messaging and a state', () => {
    const url = new URL(linking.dialogUrl('state-1', redirectUri));
    expect(url.pathname).toBe('/v24.0/dialog/oauth');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: app.id,
      redirect_uri: redirectUri,
      state: 'state-1',
      response_type: 'code',
    });
    const scopes = url.searchParams.get('scope')!.split(',');
    for (const scope of ['pages_messaging', 'pages_manage_metadata', 'pages_show_list', 'instagram_manage_messages'])
      expect(scopes).toContain(scope);
    expect(url.href).not.toContain(app.secret);
  });

  it('lists all pages with their Instagram accounts and subscribes to the webhook fields', async () => {
    for (let n = 1; n <= PAGES; n += 1) {
      const igId = n % 2 === 0 ? { igId: String(178_000 + n), igUsername: `loja${n}` } : {};
      await meta.control.addPage({ pageId: String(5000 + n), name: `Loja ${n}`, token: `page-token-${n}`, ...igId });
    }
    const returned = await allow(linking.dialogUrl('state-2', redirectUri));
    expect(returned.searchParams.get('state')).toBe('state-2');
    const token = await linking.exchange(returned.searchParams.get('code')!, redirectUri);
    const pages = await linking.pages(token);
    expect(pages).toHaveLength(PAGES);
    expect(pages.find(({ id }) => id === '5002')).toEqual({
      id: '5002',
      name: 'Loja 2',
      token: 'page-token-2',
      instagram: { id: '178002', name: 'loja2' },
    });
    expect(pages.find(({ id }) => id === '5001')).toMatchObject({ instagram: null });

    await linking.subscribe('5002', 'page-token-2');
    const [call] = await meta.control.received({ accountId: '5002', call: 'subscribed_apps' });
    const fields = String(call!.query['subscribed_fields']).split(',');
    for (const field of ['messages', 'messaging_postbacks', 'message_echoes', 'message_reads', 'message_deliveries'])
      expect(fields).toContain(field);
  });

  it('accepts a code once and only with its own redirect URI', async () => {
    const code = (await allow(linking.dialogUrl('s', redirectUri))).searchParams.get('code')!;
    await expect(linking.exchange(code, 'https://elsewhere.example.com/')).rejects.toBeInstanceOf(Refused);
    await linking.exchange(code, redirectUri);
    await expect(linking.exchange(code, redirectUri)).rejects.toBeInstanceOf(Refused);
  });

  it('reports a revoked token as a dead account and an unreachable Graph API as retryable', async () => {
    await meta.control.revokeToken('page-token-2');
    const dead = await linking.subscribe('5002', 'page-token-2').catch((error: unknown) => error);
    expect(dead).toMatchObject({ name: 'Refused', isAccountDead: true, fault: { code: 'ERR_CHANNEL_ACCOUNT' } });
    await expect(linkingAt('http://127.0.0.1:1').pages('x')).rejects.toBeInstanceOf(NotSent);
  });

  it('refuses when no app is configured', async () => {
    const none = linkingAt(meta.url, {});
    expect(() => none.dialogUrl('s', redirectUri)).toThrow(Refused);
    await expect(none.exchange('c', redirectUri)).rejects.toMatchObject({ fault: { code: 'ERR_META_APP_MISSING' } });
  });
});
