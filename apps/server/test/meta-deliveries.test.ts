/** Mutated webhook payloads of Meta, sent through the whole server: a message is saved completely or not at all. */
import { startGraphSimulator, type GraphSimulator } from '@balcao/graph-simulator/simulator';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drawn, mutated } from '../src/channels/meta/mutations.fixture.ts';
import { ids, samples } from '../src/channels/meta/payloads.fixture.ts';
import { silentSamples } from '../src/channels/meta/silent-items.fixture.ts';
import { startMetaServer, delivery, platformApp, type Linked, type Meta } from './meta-server.ts';
import { figure, caseCounts } from './case-counts.ts';
import { timeLimitMs } from './fixtures/scale.ts';

let official: Awaited<ReturnType<typeof startMetaServer>>;
let graph: GraphSimulator;
beforeAll(async () => {
  const { id: appId, secret: appSecret, verifyToken } = platformApp;
  graph = await startGraphSimulator({ appId, appSecret, verifyToken });
  official = await startMetaServer({ open: true }, graph.url);
  await official.server.work();
});
afterAll(async () => {
  await official.server.stop();
  await graph.close();
});

/** Replaces the account ids of the samples by those of this account. */
const withAccountIds = (text: string, { secrets }: Linked): string =>
  Object.entries(ids).reduce((all, [name, id]) => all.replaceAll(id, secrets[name] ?? id), text);
const text = (kind: Meta, mid: string, content: string, to: Linked): unknown =>
  kind === 'whatsappapi'
    ? { from: '5500990000001', id: mid, timestamp: '1762000000', type: 'text', text: { body: content } }
    : {
        sender: { id: '7001' },
        recipient: { id: to.id },
        timestamp: 1_762_000_000_000,
        message: { mid, text: content },
      };

it.each(['facebook', 'instagram', 'whatsappapi'] as const)(
  '%s: valid messages among malformed items are saved once, and nothing is saved partially [FZ-02]',
  async (kind) => {
    const own = { appSecret: `the-secret-of-an-app-for-${kind}` };
    const accounts = [await official.createAccount(kind), await official.createAccount(kind, undefined, own)] as const;
    const kin = samples[kind].filter(({ item }) => kind !== 'whatsappapi' || 'from' in item);
    const rounds = caseCounts(500);
    const expected = accounts.map((): string[] => []);
    for (let round = 0; round < rounds; round += 1) {
      for (const [n, to] of accounts.entries()) {
        const draw = drawn(round * 7919 + n);
        const malformed = Array.from({ length: 4 }, () => mutated(kin[draw(kin.length)]!.item, draw, 1 + draw(4)));
        const contents = [`antes ${round}`, `depois ${round}`];
        expected[n]!.push(...contents);
        const valid = contents.map((content) => text(kind, `${kind}.${n}.${content.replace(' ', '.')}`, content, to));
        const body = JSON.stringify(kin[0]!.among([valid[0], ...malformed, valid[1]]));
        const target = n === 0 ? { url: '/webhooks/meta' } : { url: to.own, secret: own.appSecret };
        const answer = await official.sendWebhook(
          target.url,
          withAccountIds(body, to),
          target.secret ? { secret: target.secret } : {},
        );
        expect(answer.statusCode).toBe(200);
      }
    }
    const { rows, until } = official;
    for (const [n, { companyId, connectionId }] of accounts.entries()) {
      // Events about unknown messages are dropped after some retries; everything else is processed.
      await until(
        () =>
          rows(
            `select (select count(*)::int from inbox where connection_id = $1)
                  + (select count(*)::int from signals where connection_id = $1 and signal->>'is' = 'message') as n`,
            [connectionId],
          ),
        ([count]) => count.n === 0,
      );
      const saved = await rows('select body from messages where company_id = $1 and body ~ $2 order by id', [
        companyId,
        '^(antes|depois) \\d+$',
      ]);
      expect(saved.map(({ body }) => body)).toEqual(expected[n]);
      expect(
        await rows(
          `select t.id from tickets t left join messages m on m.ticket_id = t.id and m.company_id = t.company_id
            where t.company_id = $1 group by t.id having count(m.id) = 0 or count(m.id) <> max(m.seq)`,
          [companyId],
        ),
      ).toEqual([]);
      expect(
        await rows(`select wid from messages where company_id = $1 group by wid having count(*) > 1`, [companyId]),
      ).toEqual([]);
      const quarantined = await rows('select kind, fault from quarantine where company_id = $1', [companyId]);
      expect(quarantined).toEqual([]);
    }
    figure('FZ-02', `${rounds * 12} items of ${kind} through the server, 0 lost, 0 partial`);
  },
  timeLimitMs(60),
);

it.each(['facebook', 'instagram', 'whatsappapi'] as const)(
  '%s: items without a customer’s words open no ticket, raise no unread count and wake no bot [F-G1] [F-G2] [F-G4]',
  async (kind) => {
    const to = await official.createAccount(kind);
    const items = silentSamples[kind];
    const silent = items.filter(({ item }) => !('message' in item) && !('type' in item));
    const draw = drawn(4711);
    const bodies = [
      ...items.map(({ among, item }) => among([item])),
      ...Array.from({ length: 40 }, () => {
        const { among, item } = silent[draw(silent.length)]!;
        return among([mutated(item, draw, 1 + draw(3))]);
      }),
    ];
    for (const body of bodies) {
      const answer = await official.sendWebhook('/webhooks/meta', withAccountIds(JSON.stringify(body), to));
      expect(answer.statusCode).toBe(200);
    }
    const { rows, until } = official;
    await until(
      () =>
        rows(
          `select (select count(*)::int from inbox where connection_id = $1)
                + (select count(*)::int from signals where connection_id = $1
                      and signal->>'is' not in ('receipt', 'reported', 'removed', 'edited', 'read-up-to')) as n`,
          [to.connectionId],
        ),
      ([count]) => count.n === 0,
    );
    expect(await rows('select id from tickets where company_id = $1', [to.companyId])).toEqual([]);
    expect(await rows('select id from messages where company_id = $1', [to.companyId])).toEqual([]);
    expect(await rows('select id from outbox where company_id = $1', [to.companyId])).toEqual([]);
    expect(await rows('select kind from quarantine where company_id = $1', [to.companyId])).toEqual([]);
    const logged = await rows('select label from connection_log where company_id = $1', [to.companyId]);
    expect(logged.length).toBeGreaterThan(3);
    expect(await rows(`select id from contacts where company_id = $1 and name = '?'`, [to.companyId])).toEqual([]);
  },
  timeLimitMs(60),
);

it('fetches the name of a contact known only by id, and keeps a name that a user has set', async () => {
  const to = await official.createAccount('facebook', undefined, { accessToken: 'EAAtoken-of-the-page' });
  const webhook = { url: `${official.server.url}/webhooks/meta` };
  await graph.control.addPage({ pageId: to.id, name: 'Loja', token: 'EAAtoken-of-the-page', webhook });
  await graph.control.performAction(to.id, { id: '7001', name: 'Helena Prado' }, { kind: 'text', text: 'oi' });
  const contacts = () => official.rows('select id, name from contacts where company_id = $1', [to.companyId]);
  const [helena] = await official.until(contacts, ([contact]) => contact?.name === 'Helena Prado');
  await official.rows(`update contacts set name = 'Dona Helena' where id = $1`, [helena.id]);
  const profileRequest = { companyId: to.companyId, contactId: helena.id as number, connectionId: to.connectionId };
  await official.server.modules.fetchProfile(profileRequest);
  expect(await contacts()).toEqual([{ id: helena.id, name: 'Dona Helena' }]);
});

it('deletes all pictures of an album when the customer deletes it', async () => {
  const to = await official.createAccount('instagram');
  const around = { sender: { id: '7002' }, recipient: { id: to.id }, timestamp: 1_762_000_000_000 };
  const sendWebhook = (message: object) =>
    official.sendWebhook(
      '/webhooks/meta',
      delivery('instagram', { id: to.id, time: 1, messaging: [{ ...around, message }] }),
    );
  const attachments = [1, 2, 3].map((n) => ({
    type: 'image',
    payload: { url: `https://scontent.xx.fbcdn.net/${n}.jpg` },
  }));
  await sendWebhook({ mid: 'ig_album', attachments });
  await sendWebhook({ mid: 'ig_after', text: 'depois' });
  const messages = () =>
    official.rows('select wid, is_deleted from messages where company_id = $1 order by id', [to.companyId]);
  await official.until(messages, (rows) => rows.length === 4);
  await sendWebhook({ mid: 'ig_album', is_deleted: true });
  const rows = await official.until(messages, ([first]) => first.is_deleted);
  expect(rows.map(({ wid, is_deleted }) => [wid, is_deleted])).toEqual([
    ['ig_album', true],
    ['ig_album#2', true],
    ['ig_album#3', true],
    ['ig_after', false],
  ]);
});

it.each(['facebook', 'instagram'] as const)(
  '%s: a long answer is sent in parts and stays one message with its receipts',
  async (kind) => {
    const admin = await official.server.createAdmin({ settings: { requiredTag: 'disabled' } });
    const to = await official.createAccount(kind, admin, { accessToken: `EAAtoken-for-a-long-answer-${kind}` });
    const webhook = { url: `${official.server.url}/webhooks/meta` };
    const { pageId = '', igId, accessToken = '' } = to.secrets;
    const page = { pageId, name: 'Loja', token: accessToken, webhook, ...(igId && { igId, igUsername: 'loja' }) };
    await graph.control.addPage(page);
    await graph.control.statuses(to.id, { upTo: 'read' });
    await graph.control.performAction(
      to.id,
      { id: `70030${kind.length}`, name: 'Helena Prado' },
      { kind: 'text', text: 'oi' },
    );
    const tickets = () => official.rows('select id from tickets where company_id = $1', [to.companyId]);
    const [ticket] = await official.until(tickets, (rows) => rows.length === 1);
    await admin.request('PUT', `/tickets/${ticket.id}`, { status: 'open', userId: admin.user.id });
    const longText = 'ção '.repeat(900).trim();
    const response = await admin.request('POST', `/messages/${ticket.id}`, { body: longText });
    expect(response.statusCode, response.body).toBe(200);
    const ownMessages = () =>
      official.rows('select body, ack, delivery, wid from messages where company_id = $1 and from_me order by id', [
        to.companyId,
      ]);
    const [message, ...others] = await official.until(
      ownMessages,
      (rows) => rows.length > 0 && rows.every(({ ack }) => ack >= 3),
    );
    expect(others).toEqual([]);
    expect(message).toMatchObject({ delivery: 'read' });
    const parts = await graph.control.inbox(to.id, `70030${kind.length}`);
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.map(({ body }) => (body['message'] as { text: string }).text).join('')).toBe(message.body);
    expect(message.wid).toBe(parts.at(-1)!.messageId);
  },
);
