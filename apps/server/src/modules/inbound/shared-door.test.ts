import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  anOfficialHouse,
  delivery,
  named,
  ofNumber,
  platformApp,
  signed,
  whatsappText,
  written,
  type Linked,
} from '../../../test/official.ts';

// Where Meta rings: at a connection's own door, or at the one of the platform's app that leads to everybody.

const PLATFORM = '/webhooks/meta';
const own = () => ({ appSecret: randomUUID(), verifyToken: randomUUID() });
let official: Awaited<ReturnType<typeof anOfficialHouse>>;
beforeAll(async () => {
  official = await anOfficialHouse();
});
afterAll(() => official.house.stop());

/** All that lies anywhere in the way in, as text. */
const kept = async (connectionId: number): Promise<string[]> =>
  (await official.rows('select body from inbox where connection_id = $1 order by id', [connectionId])).map((row) =>
    String(row.body),
  );
const count = async () => Number((await official.rows('select count(*) as n from inbox'))[0].n);

describe('before anything is delivered Meta asks for a word [WH-02]', () => {
  const ask = (url: string, query: string) => official.house.app.inject({ method: 'GET', url: `${url}?${query}` });
  const query = (token: string, challenge = '1158201444') =>
    `hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=${encodeURIComponent(challenge)}`;

  it('and whoever knows it gets the challenge back, as plain text', async () => {
    const { own: url, secrets } = await official.anAccount('facebook', undefined, own());
    for (const [at, token] of [
      [url, secrets['verifyToken']!],
      [PLATFORM, platformApp.verifyToken],
    ] as const) {
      const answer = await ask(at, query(token));
      expect([answer.statusCode, answer.body]).toEqual([200, '1158201444']);
      expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      const html = await ask(at, query(token, '<script>alert(1)</script>'));
      expect(html.headers['content-type']).not.toContain('html');
      expect(html.body).not.toContain('<script>');
    }
  });

  it('and whoever does not is told nothing', async () => {
    const { own: url, secrets } = await official.anAccount('facebook', undefined, own());
    const token = secrets['verifyToken']!;
    const wrong = [
      ask(url, query('wrong')),
      ask(url, query('')),
      ask(url, 'hub.mode=subscribe&hub.challenge=1'),
      ask(url, query(token).replace('subscribe', 'unsubscribe')),
      ask(url, `${query(token)}&hub.verify_token=${token}`),
      ask(url, ''),
      // The platform's word opens no company's door, nor the other way about, and a door that is not there has none.
      ask(url, query(platformApp.verifyToken)),
      ask(PLATFORM, query(token)),
      ask(PLATFORM, query('')),
      ask(`/webhooks/meta/${randomUUID()}`, query(token)),
    ];
    expect((await Promise.all(wrong)).map((answer) => answer.statusCode)).toEqual(wrong.map(() => 403));
  });
});

describe('a delivery', () => {
  it('without a proof over its very bytes is not kept, at either door [WH-01]', async () => {
    const platforms = await official.anAccount('whatsappapi');
    const theirs = await official.anAccount('whatsappapi', undefined, own());
    const other = await official.anAccount('whatsappapi', undefined, own());
    const before = await count();
    for (const [to, url, secret] of [
      [platforms, PLATFORM, platformApp.secret],
      [theirs, theirs.own, theirs.secrets['appSecret']!],
    ] as const) {
      const told = Buffer.from(JSON.stringify(delivery('whatsappapi', written(to, 'oi'))));
      const good = signed(told, secret);
      const another = Buffer.from(JSON.stringify(delivery('whatsappapi', written(to, 'ai'))));
      const heads: (Record<string, string | string[]> | undefined)[] = [
        { 'x-hub-signature-256': '' },
        { 'x-hub-signature-256': good.replace(/.$/, (last) => (last === '0' ? '1' : '0')) },
        { 'x-hub-signature-256': '', 'x-hub-signature': good.replace('sha256', 'sha1') },
        { 'x-hub-signature-256': signed(another, secret) },
        { 'x-hub-signature-256': `sha256=${good.slice(7).toUpperCase()}` },
        { 'x-hub-signature-256': good.slice(7) },
        { 'x-hub-signature-256': signed(told, other.secrets['appSecret']!) },
        { 'x-hub-signature-256': [good, good] },
      ];
      for (const headers of heads)
        expect((await official.ring(url, told, { headers: headers! })).statusCode, JSON.stringify(headers)).toBe(401);
    }
    expect(await count()).toBe(before);
  });

  it('rung at another’s door, or at one that is not there, reaches nobody [WH-12]', async () => {
    const [one, other] = [
      await official.anAccount('instagram', undefined, own()),
      await official.anAccount('instagram', undefined, own()),
    ];
    const platforms = await official.anAccount('instagram', one);
    const before = await count();
    const told = delivery('instagram', written(one, 'segredo'));
    const secret = one.secrets['appSecret']!;
    const status = async (...ring: Parameters<typeof official.ring>) => (await official.ring(...ring)).statusCode;
    expect(await status(other.own, told, { secret })).toBe(401);
    expect(await status(`/webhooks/meta/${one.id}`, told, { secret })).toBe(404);
    expect(await status('/webhooks/meta/', told, { secret })).toBe(401);
    expect(await status(PLATFORM, told, { secret })).toBe(401);
    expect(await status(one.own, told)).toBe(401);
    // The platform's app vouches for its own accounts only, and a company's app not for those of the platform's.
    expect(await status(PLATFORM, told)).toBe(200);
    expect(await status(one.own, delivery('instagram', written(platforms, 'x')), { secret })).toBe(200);
    // Genuine at its own door, but about somebody else's account: that one hears nothing.
    expect(await status(one.own, delivery('instagram', written(other, 'x')), { secret })).toBe(200);
    expect(await count()).toBe(before);
    expect(await status(one.own, told, { secret })).toBe(200);
    expect(await kept(one.connectionId)).toEqual([JSON.stringify(told)]);
  });

  it('is proved on the bytes as they came, however they are written [WH-03]', async () => {
    const page = await official.anAccount('facebook');
    const words = '"text":"Ol\\u00e1 \\/ 👋🏽 ção"';
    const body = (extra: string) =>
      `{ "entry" : [{"messaging":[{"timestamp":1700000000000,"message":{${words},"mid":"m.${randomUUID()}"},` +
      `"recipient":{"id":"${page.id}"},"sender":{"id":"42"}}],"id":"${page.id}",${extra}"time":1}],"object":"page"}`;
    const forms = [body(''), `\uFEFF${body('')}`, body('"big":123456789012345678901234567890,'), body('"é":1.50e+3,')];
    for (const form of forms) expect((await official.ring(PLATFORM, form)).statusCode).toBe(200);
    expect(await kept(page.connectionId)).toEqual(forms);
  });

  it('larger than three megabytes is refused, one of three is not, and what is no JSON never is [WH-11]', async () => {
    const page = await official.anAccount('facebook');
    const told = JSON.stringify(delivery('facebook', written(page, 'grande')));
    const padded = (bytes: number) => told + ' '.repeat(bytes - Buffer.byteLength(told));
    const MB3 = 3 * 1024 * 1024;
    const deep = `{"object":"page","entry":[{"id":"${page.id}","x":${'['.repeat(50_000)}${']'.repeat(50_000)}},{"id":"1"}]}`;
    const keys = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`k${n}`, n]));
    const wide = { ...delivery('facebook', written(page, 'largo')), ...keys };
    const status = async (body: unknown, headers = {}) => (await official.ring(PLATFORM, body, { headers })).statusCode;
    expect(await status(padded(MB3))).toBe(200);
    expect(await status(padded(MB3 + 1))).toBe(413);
    expect(await status(wide)).toBe(200);
    expect(await status(deep)).toBe(400);
    expect(await status('{"object":"page"')).toBe(400);
    expect(await status(Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]), { 'content-encoding': 'gzip' })).toBe(400);
    expect(await kept(page.connectionId)).toHaveLength(2);
  });
});

describe('at the platform’s door', () => {
  it('everybody gets their own words and nobody else’s, by one commit; what is nobody’s stays outside', async () => {
    const accounts = [
      await official.anAccount('whatsappapi'),
      await official.anAccount('whatsappapi'),
      await official.anAccount('whatsappapi'),
    ] as const;
    const [a, b, c] = accounts;
    const stranger = { ...a, id: 'nobody.1', secrets: { wabaId: 'nobody.2' } } as Linked;
    const words = (to: Linked, n: number) => ofNumber(to, { messages: [whatsappText(`só de ${to.id} ${n}`)] });
    const metrics = async () => Number(/webhook_parts_of_nobody_total (\d+)/.exec((await measured()).body)?.[1] ?? 0);
    const measured = () =>
      official.house.app.inject({
        method: 'GET',
        url: '/metrics',
        headers: { authorization: `Bearer ${official.house.config.metricsToken ?? ''}` },
      });
    const passedBy = await metrics();
    const told = delivery(
      'whatsappapi',
      words(a, 1),
      { id: 'w', changes: [...words(b, 1).changes, ...words(stranger, 1).changes, ...words(a, 2).changes] },
      words(c, 1),
      { id: 'nobody.3', changes: [{ field: 'account_alerts', value: {} }] },
      'strange',
    );
    expect((await official.ring(PLATFORM, told)).statusCode).toBe(200);
    for (const account of accounts) {
      const [body, ...more] = await kept(account.connectionId);
      expect(more).toEqual([]);
      expect(body).toContain(`só de ${account.id} 1`);
      for (const other of [...accounts, stranger]) if (other !== account) expect(body).not.toContain(other.id);
    }
    expect((await kept(a.connectionId))[0]).toContain(`só de ${a.id} 2`);
    const commits = await official.rows('select distinct xmin::text from inbox where connection_id = any($1)', [
      accounts.map((account) => account.connectionId),
    ]);
    expect(commits).toHaveLength(1);
    const all = await official.rows(`select convert_from(body, 'UTF8') as body from inbox`);
    expect(all.filter(({ body }) => body.includes('nobody.'))).toEqual([]);
    expect((await metrics()) - passedBy).toBe(3);
  });

  it('what is said of a business account is heard by all of its numbers, and by no other company', async () => {
    const wabaId = String(Date.now());
    const one = await official.anAccount('whatsappapi', undefined, { wabaId });
    const two = await official.anAccount('whatsappapi', one, { wabaId });
    const foreign = await official.anAccount('whatsappapi', undefined, { wabaId });
    const separate = await official.anAccount('whatsappapi', one, { wabaId, appSecret: 'another app' });
    const told = delivery('whatsappapi', {
      id: wabaId,
      changes: [{ field: 'message_template_status_update', value: { event: 'APPROVED', message_template_name: 'x' } }],
    });
    expect((await official.ring(PLATFORM, told)).statusCode).toBe(200);
    const heard = await Promise.all([one, two, foreign, separate].map(({ connectionId }) => kept(connectionId)));
    expect(heard.map((bodies) => bodies.length)).toEqual([1, 1, 0, 0]);
  });

  it('one whose keys cannot be opened keeps its words for a person and holds up nobody', async () => {
    const [shut, open] = [await official.anAccount('facebook'), await official.anAccount('facebook')];
    await official.rows(`update connections set secrets = 'verdorben' where id = $1`, [shut.connectionId]);
    const told = delivery('facebook', written(shut, 'a'), written(open, 'b'));
    expect((await official.ring(PLATFORM, told)).statusCode).toBe(200);
    expect([(await kept(shut.connectionId)).length, (await kept(open.connectionId)).length]).toEqual([1, 1]);
  });
});

describe('once the house works', () => {
  beforeAll(async () => {
    await official.house.asOwner.query('delete from inbox');
    await official.house.work();
  });

  it('a thousand items of many accounts, one of them broken, are all handled once, however often they come', async () => {
    const accounts = await Promise.all(Array.from({ length: 5 }, () => official.anAccount('whatsappapi')));
    const from = (n: number) => `55009911${String(n % 40).padStart(5, '0')}`;
    const items = Array.from({ length: 1000 }, (_, n) => {
      const to = accounts[n % accounts.length]!;
      const item = n === 501 ? { id: `wamid.odd.${n}`, type: 'hologram', from: from(n), strange: '\0' } : undefined;
      return ofNumber(to, {
        messages: [item ?? whatsappText(`item ${n}`, { from: from(n), mid: `wamid.${to.id}.${n}` })],
        ...named(from(n)),
      });
    });
    const told = delivery('whatsappapi', ...items);
    const again = delivery('whatsappapi', ...items.slice(0, 300).reverse());
    expect((await official.ring(PLATFORM, told)).statusCode).toBe(200);
    const answers = await Promise.all([told, again, told].map((body) => official.ring(PLATFORM, body)));
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200]);
    const all = async () => (await Promise.all(accounts.map(official.bodies))).flat();
    await official.until(official.house.modules.inbound.waiting, ({ inbox, signals }) => inbox === 0 && signals === 0);
    const bodies = await all();
    expect(bodies).toHaveLength(1000);
    expect(new Set(bodies.filter((body) => body !== '')).size).toBe(999);
    // Whoever wrote twice to one account is read in the order of writing.
    const rows = await official.rows(
      `select body from messages where connection_id = $1 and body like 'item %' and contact_id =
         (select contact_id from messages where connection_id = $1 order by id limit 1) order by seq`,
      [accounts[0]!.connectionId],
    );
    const numbers = rows.map((row) => Number(row.body.slice(5)));
    expect(numbers).toEqual([...numbers].sort((x, y) => x - y));
    expect((await official.ring(PLATFORM, told)).statusCode).toBe(200);
    await official.until(official.house.modules.inbound.waiting, ({ inbox, signals }) => inbox === 0 && signals === 0);
    expect((await all()).length).toBe(1000);
  });

  it('a customer of each channel is heard, through the platform’s app and through the company’s own', async () => {
    const company = await official.house.anAdmin();
    for (const kind of ['whatsappapi', 'facebook', 'instagram'] as const) {
      const through = await official.anAccount(kind, company);
      const apart = await official.anAccount(kind, company, own());
      await official.ring(PLATFORM, delivery(kind, written(through, `${kind} pela plataforma`)));
      await official.ring(apart.own, delivery(kind, written(apart, `${kind} próprio`)), {
        secret: apart.secrets['appSecret']!,
      });
    }
    const bodies = await official.until(
      () => official.bodies(company),
      (seen) => seen.length >= 6,
    );
    expect([...bodies].sort()).toEqual(
      ['facebook', 'instagram', 'whatsappapi'].flatMap((kind) => [`${kind} pela plataforma`, `${kind} próprio`]),
    );
  });
});
