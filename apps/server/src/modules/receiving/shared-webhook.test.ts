import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startMetaServer,
  delivery,
  named,
  ofNumber,
  platformApp,
  signed,
  whatsappText,
  incomingText,
  type Linked,
} from '../../../test/meta-server.ts';

// Webhooks of Meta: the one of a connection, and the one of the platform's app that all companies share.

const PLATFORM = '/webhooks/meta';
const own = () => ({ appSecret: randomUUID(), verifyToken: randomUUID() });
let meta: Awaited<ReturnType<typeof startMetaServer>>;
beforeAll(async () => {
  meta = await startMetaServer();
});
afterAll(() => meta.server.stop());

/** Stored payloads of a connection, as text. */
const storedBodies = async (connectionId: number): Promise<string[]> =>
  (await meta.rows('select body from inbox where connection_id = $1 order by id', [connectionId])).map((row) =>
    String(row.body),
  );
const count = async () => Number((await meta.rows('select count(*) as n from inbox'))[0].n);

describe('the verification request of Meta [WH-02]', () => {
  const sendChallenge = (url: string, query: string) =>
    meta.server.app.inject({ method: 'GET', url: `${url}?${query}` });
  const query = (token: string, challenge = '1158201444') =>
    `hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=${encodeURIComponent(challenge)}`;

  it('returns the challenge as plain text for the right token', async () => {
    const { own: url, secrets } = await meta.createAccount('facebook', undefined, own());
    for (const [at, token] of [
      [url, secrets['verifyToken']!],
      [PLATFORM, platformApp.verifyToken],
    ] as const) {
      const answer = await sendChallenge(at, query(token));
      expect([answer.statusCode, answer.body]).toEqual([200, '1158201444']);
      expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      const html = await sendChallenge(at, query(token, '<script>alert(1)</script>'));
      expect(html.headers['content-type']).not.toContain('html');
      expect(html.body).not.toContain('<script>');
    }
  });

  it('is refused for a wrong token, a wrong mode and an unknown URL', async () => {
    const { own: url, secrets } = await meta.createAccount('facebook', undefined, own());
    const token = secrets['verifyToken']!;
    const wrong = [
      sendChallenge(url, query('wrong')),
      sendChallenge(url, query('')),
      sendChallenge(url, 'hub.mode=subscribe&hub.challenge=1'),
      sendChallenge(url, query(token).replace('subscribe', 'unsubscribe')),
      sendChallenge(url, `${query(token)}&hub.verify_token=${token}`),
      sendChallenge(url, ''),
      // The platform's token is not valid for a connection, nor the other way round, nor at an unknown URL.
      sendChallenge(url, query(platformApp.verifyToken)),
      sendChallenge(PLATFORM, query(token)),
      sendChallenge(PLATFORM, query('')),
      sendChallenge(`/webhooks/meta/${randomUUID()}`, query(token)),
    ];
    expect((await Promise.all(wrong)).map((answer) => answer.statusCode)).toEqual(wrong.map(() => 403));
  });
});

describe('a webhook payload', () => {
  it('is refused and not stored without a signature of its exact bytes [WH-01]', async () => {
    const platforms = await meta.createAccount('whatsappapi');
    const ownAppAccount = await meta.createAccount('whatsappapi', undefined, own());
    const other = await meta.createAccount('whatsappapi', undefined, own());
    const before = await count();
    for (const [to, url, secret] of [
      [platforms, PLATFORM, platformApp.secret],
      [ownAppAccount, ownAppAccount.own, ownAppAccount.secrets['appSecret']!],
    ] as const) {
      const payload = Buffer.from(JSON.stringify(delivery('whatsappapi', incomingText(to, 'oi'))));
      const good = signed(payload, secret);
      const another = Buffer.from(JSON.stringify(delivery('whatsappapi', incomingText(to, 'ai'))));
      const heads: (Record<string, string | string[]> | undefined)[] = [
        { 'x-hub-signature-256': '' },
        { 'x-hub-signature-256': good.replace(/.$/, (last) => (last === '0' ? '1' : '0')) },
        { 'x-hub-signature-256': '', 'x-hub-signature': good.replace('sha256', 'sha1') },
        { 'x-hub-signature-256': signed(another, secret) },
        { 'x-hub-signature-256': `sha256=${good.slice(7).toUpperCase()}` },
        { 'x-hub-signature-256': good.slice(7) },
        { 'x-hub-signature-256': signed(payload, other.secrets['appSecret']!) },
        { 'x-hub-signature-256': [good, good] },
      ];
      for (const headers of heads)
        expect((await meta.sendWebhook(url, payload, { headers: headers! })).statusCode, JSON.stringify(headers)).toBe(
          401,
        );
    }
    expect(await count()).toBe(before);
  });

  it('reaches no connection at another connection’s or an unknown webhook [WH-12]', async () => {
    const [first, other] = [
      await meta.createAccount('instagram', undefined, own()),
      await meta.createAccount('instagram', undefined, own()),
    ];
    const platforms = await meta.createAccount('instagram', first);
    const before = await count();
    const payload = delivery('instagram', incomingText(first, 'segredo'));
    const secret = first.secrets['appSecret']!;
    const status = async (...args: Parameters<typeof meta.sendWebhook>) => (await meta.sendWebhook(...args)).statusCode;
    expect(await status(other.own, payload, { secret })).toBe(401);
    expect(await status(`/webhooks/meta/${first.id}`, payload, { secret })).toBe(404);
    expect(await status('/webhooks/meta/', payload, { secret })).toBe(401);
    expect(await status(PLATFORM, payload, { secret })).toBe(401);
    expect(await status(first.own, payload)).toBe(401);
    // The platform's app is authentic for its own accounts only, and a company's app not for those of the platform.
    expect(await status(PLATFORM, payload)).toBe(200);
    expect(await status(first.own, delivery('instagram', incomingText(platforms, 'x')), { secret })).toBe(200);
    // Authentic at its own webhook, but about another company's account: not stored there.
    expect(await status(first.own, delivery('instagram', incomingText(other, 'x')), { secret })).toBe(200);
    expect(await count()).toBe(before);
    expect(await status(first.own, payload, { secret })).toBe(200);
    expect(await storedBodies(first.connectionId)).toEqual([JSON.stringify(payload)]);
  });

  it('is verified and stored byte by byte, however the JSON is written [WH-03]', async () => {
    const page = await meta.createAccount('facebook');
    const textJson = '"text":"Ol\\u00e1 \\/ 👋🏽 ção"';
    const body = (extra: string) =>
      `{ "entry" : [{"messaging":[{"timestamp":1700000000000,"message":{${textJson},"mid":"m.${randomUUID()}"},` +
      `"recipient":{"id":"${page.id}"},"sender":{"id":"42"}}],"id":"${page.id}",${extra}"time":1}],"object":"page"}`;
    const forms = [body(''), `\uFEFF${body('')}`, body('"big":123456789012345678901234567890,'), body('"é":1.50e+3,')];
    for (const form of forms) expect((await meta.sendWebhook(PLATFORM, form)).statusCode).toBe(200);
    expect(await storedBodies(page.connectionId)).toEqual(forms);
  });

  it('is refused above three megabytes and when it is not JSON [WH-11]', async () => {
    const page = await meta.createAccount('facebook');
    const payload = JSON.stringify(delivery('facebook', incomingText(page, 'grande')));
    const padded = (bytes: number) => payload + ' '.repeat(bytes - Buffer.byteLength(payload));
    const MB3 = 3 * 1024 * 1024;
    const deep = `{"object":"page","entry":[{"id":"${page.id}","x":${'['.repeat(50_000)}${']'.repeat(50_000)}},{"id":"1"}]}`;
    const keys = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`k${n}`, n]));
    const wide = { ...delivery('facebook', incomingText(page, 'largo')), ...keys };
    const status = async (body: unknown, headers = {}) =>
      (await meta.sendWebhook(PLATFORM, body, { headers })).statusCode;
    expect(await status(padded(MB3))).toBe(200);
    expect(await status(padded(MB3 + 1))).toBe(413);
    expect(await status(wide)).toBe(200);
    expect(await status(deep)).toBe(413);
    expect(await status('{"object":"page"')).toBe(400);
    expect(await status(Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]), { 'content-encoding': 'gzip' })).toBe(400);
    expect(await storedBodies(page.connectionId)).toHaveLength(2);
  });
});

describe('the shared webhook', () => {
  it('stores each account’s part for that account only, in one commit, and counts parts of unknown accounts', async () => {
    const accounts = [
      await meta.createAccount('whatsappapi'),
      await meta.createAccount('whatsappapi'),
      await meta.createAccount('whatsappapi'),
    ] as const;
    const [a, b, c] = accounts;
    const unknownAccount = { ...a, id: 'nobody.1', secrets: { wabaId: 'nobody.2' } } as Linked;
    const textEntry = (to: Linked, n: number) => ofNumber(to, { messages: [whatsappText(`só de ${to.id} ${n}`)] });
    const metrics = async () => Number(/webhook_parts_of_nobody_total (\d+)/.exec((await measured()).body)?.[1] ?? 0);
    const measured = () =>
      meta.server.app.inject({
        method: 'GET',
        url: '/metrics',
        headers: { authorization: `Bearer ${meta.server.config.metricsToken ?? ''}` },
      });
    const unknownBefore = await metrics();
    const payload = delivery(
      'whatsappapi',
      textEntry(a, 1),
      {
        id: 'w',
        changes: [...textEntry(b, 1).changes, ...textEntry(unknownAccount, 1).changes, ...textEntry(a, 2).changes],
      },
      textEntry(c, 1),
      { id: 'nobody.3', changes: [{ field: 'account_alerts', value: {} }] },
      'strange',
    );
    expect((await meta.sendWebhook(PLATFORM, payload)).statusCode).toBe(200);
    for (const account of accounts) {
      const [body, ...more] = await storedBodies(account.connectionId);
      expect(more).toEqual([]);
      expect(body).toContain(`só de ${account.id} 1`);
      for (const other of [...accounts, unknownAccount]) if (other !== account) expect(body).not.toContain(other.id);
    }
    expect((await storedBodies(a.connectionId))[0]).toContain(`só de ${a.id} 2`);
    const commits = await meta.rows('select distinct xmin::text from inbox where connection_id = any($1)', [
      accounts.map((account) => account.connectionId),
    ]);
    expect(commits).toHaveLength(1);
    const all = await meta.rows(`select convert_from(body, 'UTF8') as body from inbox`);
    expect(all.filter(({ body }) => body.includes('nobody.'))).toEqual([]);
    expect((await metrics()) - unknownBefore).toBe(3);
  });

  it('delivers events of a business account to all of its numbers, and to no other company', async () => {
    const wabaId = String(Date.now());
    const first = await meta.createAccount('whatsappapi', undefined, { wabaId });
    const two = await meta.createAccount('whatsappapi', first, { wabaId });
    const foreign = await meta.createAccount('whatsappapi', undefined, { wabaId });
    const separate = await meta.createAccount('whatsappapi', first, { wabaId, appSecret: 'another app' });
    const payload = delivery('whatsappapi', {
      id: wabaId,
      changes: [{ field: 'message_template_status_update', value: { event: 'APPROVED', message_template_name: 'x' } }],
    });
    expect((await meta.sendWebhook(PLATFORM, payload)).statusCode).toBe(200);
    const receivedBodies = await Promise.all(
      [first, two, foreign, separate].map(({ connectionId }) => storedBodies(connectionId)),
    );
    expect(receivedBodies.map((bodies) => bodies.length)).toEqual([1, 1, 0, 0]);
  });

  it('stores the part of a connection whose keys cannot be opened, and the other parts', async () => {
    const [unusable, open] = [await meta.createAccount('facebook'), await meta.createAccount('facebook')];
    await meta.rows(`update connections set secrets = 'verdorben' where id = $1`, [unusable.connectionId]);
    const payload = delivery('facebook', incomingText(unusable, 'a'), incomingText(open, 'b'));
    expect((await meta.sendWebhook(PLATFORM, payload)).statusCode).toBe(200);
    expect([
      (await storedBodies(unusable.connectionId)).length,
      (await storedBodies(open.connectionId)).length,
    ]).toEqual([1, 1]);
  });
});

describe('with running workers', () => {
  beforeAll(async () => {
    await meta.server.asOwner.query('delete from inbox');
    await meta.server.work();
  });

  it('processes a thousand items of several accounts once each, one of them broken, however often they arrive', async () => {
    const accounts = await Promise.all(Array.from({ length: 5 }, () => meta.createAccount('whatsappapi')));
    const from = (n: number) => `55009911${String(n % 40).padStart(5, '0')}`;
    const items = Array.from({ length: 1000 }, (_, n) => {
      const to = accounts[n % accounts.length]!;
      const item = n === 501 ? { id: `wamid.odd.${n}`, type: 'hologram', from: from(n), strange: '\0' } : undefined;
      return ofNumber(to, {
        messages: [item ?? whatsappText(`item ${n}`, { from: from(n), mid: `wamid.${to.id}.${n}` })],
        ...named(from(n)),
      });
    });
    const payload = delivery('whatsappapi', ...items);
    const again = delivery('whatsappapi', ...items.slice(0, 300).reverse());
    expect((await meta.sendWebhook(PLATFORM, payload)).statusCode).toBe(200);
    const answers = await Promise.all([payload, again, payload].map((body) => meta.sendWebhook(PLATFORM, body)));
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200]);
    const all = async () => (await Promise.all(accounts.map(meta.bodies))).flat();
    await meta.until(
      meta.server.modules.receiving.waiting,
      ({ inbox, signals: queuedEvents }) => inbox === 0 && queuedEvents === 0,
    );
    const bodies = await all();
    expect(bodies).toHaveLength(1000);
    expect(new Set(bodies.filter((body) => body !== '')).size).toBe(999);
    // Messages of one contact to one account keep their order.
    const rows = await meta.rows(
      `select body from messages where connection_id = $1 and body like 'item %' and contact_id =
         (select contact_id from messages where connection_id = $1 order by id limit 1) order by seq`,
      [accounts[0]!.connectionId],
    );
    const numbers = rows.map((row) => Number(row.body.slice(5)));
    expect(numbers).toEqual([...numbers].sort((x, y) => x - y));
    expect((await meta.sendWebhook(PLATFORM, payload)).statusCode).toBe(200);
    await meta.until(
      meta.server.modules.receiving.waiting,
      ({ inbox, signals: queuedEvents }) => inbox === 0 && queuedEvents === 0,
    );
    expect((await all()).length).toBe(1000);
  });

  it('stores messages of each channel, through the platform’s app and through the company’s own', async () => {
    const company = await meta.server.createAdmin();
    for (const kind of ['whatsappapi', 'facebook', 'instagram'] as const) {
      const sharedApp = await meta.createAccount(kind, company);
      const ownApp = await meta.createAccount(kind, company, own());
      await meta.sendWebhook(PLATFORM, delivery(kind, incomingText(sharedApp, `${kind} pela plataforma`)));
      await meta.sendWebhook(ownApp.own, delivery(kind, incomingText(ownApp, `${kind} próprio`)), {
        secret: ownApp.secrets['appSecret']!,
      });
    }
    const bodies = await meta.until(
      () => meta.bodies(company),
      (seen) => seen.length >= 6,
    );
    expect([...bodies].sort()).toEqual(
      ['facebook', 'instagram', 'whatsappapi'].flatMap((kind) => [`${kind} pela plataforma`, `${kind} próprio`]),
    );
  });
});
