/** Webhooks of Meta channels (WH): batches over companies and channels, every kind of item, duplicates, forgeries. */
import { createHmac } from 'node:crypto';
import type { CustomerAction } from '../../packages/graph-simulator/src/customer-actions.ts';
import {
  compareReceived,
  storedMessages,
  createGraphCustomers,
  pointWebhooksAt,
  sendFrom,
  waitUntilProcessed,
  type GraphCustomer,
  type SentMessage,
} from './graph-customers.ts';
import type { Scenario } from './scenario.ts';
import type { Company } from './companies.ts';
import type { Environment } from './environment.ts';
import { until } from './wait.ts';

/** Items of the company's channels that no customer wrote; one that is delivered again may count twice. */
const loggedItems = async ({ owner }: Environment, { id }: Company): Promise<number> =>
  (
    await owner.query<{ n: number }>(
      'select coalesce(sum(count), 0)::int as n from connection_log where company_id = $1',
      [id],
    )
  ).rows[0]!.n;
const quarantined = async ({ owner }: Environment, { id }: Company): Promise<number> =>
  (await owner.query<{ n: number }>('select count(*)::int as n from quarantine where company_id = $1', [id])).rows[0]!
    .n;

/** Unreadable items of each channel. */
const broken = {
  whatsappapi: (accountId: string) => {
    const metadata = { phone_number_id: accountId, display_phone_number: '0' };
    return [
      { field: 'messages', value: { messaging_product: 'whatsapp', metadata, messages: [null] } },
      { field: 'messages', value: { messaging_product: 'whatsapp', metadata, messages: [{ type: 'text' }] } },
      { field: 'never_seen', value: { metadata, surprise: true } },
    ];
  },
  facebook: () => [null, { sender: {}, message: 7 }],
  instagram: () => ['texto', { message: { mid: '', text: {} } }],
};

export const graphPlays: Scenario[] = [
  {
    ids: ['WH-06'],
    title: 'Graph: a thousand items of two companies and three channels in one webhook, some invalid, delivered twice',
    isQuick: true,
    on: 'graph',
    setup: () => [
      { connections: 0, metaAccounts: { numbers: 2, pages: 1 } },
      { connections: 0, metaAccounts: { numbers: 1, pages: 1 } },
    ],
    async run({ environment, companies, size, check }) {
      const [node] = await environment.only('a');
      const { control } = environment.graph;
      await pointWebhooksAt(environment, node!);
      const accounts = companies.flatMap(({ metaAccounts }) => metaAccounts);
      const customers = accounts.flatMap((account) => createGraphCustomers(account, 5));
      const count = size.isShort ? 200 : 1000;
      const sent: SentMessage[] = [];
      const bad = accounts.flatMap((account) =>
        broken[account.kind](account.accountId).map((item) => ({ account, item })),
      );
      await control.hold();
      for (let n = 0; n < count; n += 1) {
        sent.push(await sendFrom(environment, customers[n % customers.length]!, `item ${n}`));
        const worse = n % 10 === 5 ? bad[(n - 5) / 10] : undefined;
        if (worse) await control.raw(worse.account.accountId, worse.item);
      }
      await control.webhooks({ duplicate: 1 });
      await control.release();
      await waitUntilProcessed(environment, companies);
      await control.webhooks({ duplicate: 0 });
      let [others, items] = [0, 0];
      for (const company of companies) {
        const own = new Set(company.metaAccounts.map(({ connectionId }) => connectionId));
        const stored = await storedMessages(environment, company);
        const ownItems = sent.filter(({ by }) => own.has(by.account.connectionId));
        const seen = compareReceived(ownItems, stored);
        items += ownItems.length;
        others +=
          stored.filter(({ body }) => !body.startsWith('item ')).length +
          (await quarantined(environment, company)) +
          (await loggedItems(environment, company));
        check('WH-06')
          .is('lost', seen.lost, 0)
          .is('doubled', seen.doubled, 0)
          .is('at another connection', seen.astray, 0)
          .is('out of order', seen.outOfOrder, 0);
      }
      check('WH-06').is('items', items, count).atLeast('invalid items stored, set aside or logged', others, bad.length);
    },
  },
  {
    ids: ['WH-10', 'WH-13'],
    title: 'Graph: every kind of item on each channel, and wrong timestamps',
    isQuick: true,
    on: 'graph',
    setup: () => [{ connections: 0, metaAccounts: { numbers: 1, pages: 1 } }],
    async run({ environment, company, check }) {
      const [node] = await environment.only('a');
      await pointWebhooksAt(environment, node!);
      const expected = new Map<string, string>();
      const customers: GraphCustomer[] = [];
      for (const account of company.metaAccounts) {
        const [customer] = createGraphCustomers(account, 1);
        customers.push(customer!);
        const first = await sendFrom(environment, customer!, 'a primeira');
        expected.set(first.id, `${account.kind} text`);
        for (const action of actionsByChannel[account.kind](first.id)) {
          const { id } = await environment.graph.control.performAction(account.accountId, customer!.contact, action);
          if (!isAbout(action)) expected.set(id, `${account.kind} ${action.kind}`);
        }
      }
      await waitUntilProcessed(environment, [company]);
      const wids = async () =>
        new Set(
          (
            await environment.owner.query<{ wid: string }>('select wid from messages where company_id = $1', [
              company.id,
            ])
          ).rows.map(({ wid }) => wid),
        );
      const storedWids = await wids();
      const dropped = [...expected].filter(([id]) => !storedWids.has(id)).map(([, label]) => label);
      check('WH-10')
        .atLeast('channels', company.metaAccounts.length, 3)
        .atLeast('items', expected.size, 10 * company.metaAccounts.length)
        .is('dropped', dropped.join(', ') || 'none', 'none')
        .is('set aside', await quarantined(environment, company), 0);

      const hours = ['1970-01-01T00:00:01Z', '2999-01-01T00:00:00Z', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'];
      const sent: SentMessage[] = [];
      for (const [n, at] of hours.entries()) sent.push(await sendFrom(environment, customers[0]!, `hora ${n}`, { at }));
      await waitUntilProcessed(environment, [company]);
      const seen = compareReceived(sent, await storedMessages(environment, company));
      check('WH-13').is('lost', seen.lost, 0).is('out of order', seen.outOfOrder, 0);
    },
  },
  {
    ids: ['WH-01', 'WH-02', 'WH-03', 'WH-04', 'WH-05', 'WH-12'],
    title: 'Graph: the platform webhook rejects forged requests, answers the handshake and stores replays once',
    isQuick: true,
    on: 'graph',
    setup: () => [{ connections: 0, metaAccounts: { numbers: 1, pages: 0 } }],
    async run({ environment, company, size, check }) {
      const nodes = await environment.only('a', 'b');
      const { control, env } = environment.graph;
      const webhookUrl = `${nodes[0]!.url}/webhooks/meta`;
      await pointWebhooksAt(environment, nodes[0]!);
      const [customer] = createGraphCustomers(company.metaAccounts[0]!, 1);
      const text = 'a genuína 🙂‍↔️ e/ou «çã» https://example.com/é';
      const first = await sendFrom(environment, customer!, text);
      await waitUntilProcessed(environment, [company]);
      const genuine = (await control.deliveries()).at(-1)!.body;
      check('WH-03')
        .is('escaped in the body', genuine.includes(text) ? 'no' : 'yes', 'yes')
        .is('parsed text', (await storedMessages(environment, company))[0]?.body ?? '', text);
      const body = genuine.replace('a genu', 'a falsa');
      const sign = (secret: string, how = 'sha256') => `${how}=${createHmac(how, secret).update(body).digest('hex')}`;
      const forged = [
        '',
        sign('another secret'),
        sign(env.META_APP_SECRET, 'sha1'),
        sign(env.META_APP_SECRET).toUpperCase(),
      ];
      const statuses: number[] = [];
      for (const signature of forged) {
        const headers = {
          'content-type': 'application/json',
          ...(signature !== '' && { 'x-hub-signature-256': signature }),
        };
        statuses.push((await fetch(webhookUrl, { method: 'POST', headers, body })).status);
      }
      check('WH-01')
        .is('refused with 401', statuses.filter((status) => status === 401).length, forged.length)
        .is('stored', (await storedMessages(environment, company)).length - 1, 0);
      const headers = { 'content-type': 'application/json', 'x-hub-signature-256': sign(env.META_APP_SECRET) };
      const unknownStatuses: number[] = [];
      for (const key of ['nada', 'a'.repeat(32), '%00'])
        unknownStatuses.push((await fetch(`${webhookUrl}/${key}`, { method: 'POST', headers, body })).status);
      check('WH-12').is(
        'unknown webhook keys answered 404 or 400',
        unknownStatuses.filter((status) => status === 404 || status === 400).length,
        3,
      );
      const handshake = await control.handshake(webhookUrl, env.META_VERIFY_TOKEN);
      const wrong = [await control.handshake(webhookUrl, 'wrong'), await control.handshake(webhookUrl, '')];
      check('WH-02')
        .is(
          'handshake with the right token',
          handshake.isAgreed ? handshake.contentType.split(';')[0]! : `refused ${handshake.status}`,
          'text/plain',
        )
        .is('handshake with a wrong token', wrong.map(({ status }) => status).join(' '), '403 403');

      for (let n = 0; n < (size.isShort ? 5 : 50); n += 1) await control.redeliver(1);
      const again: SentMessage[] = [first];
      for (let n = 0; n < (size.isShort ? 20 : 500); n += 1) {
        await pointWebhooksAt(environment, nodes[n % 2]!);
        const message = await sendFrom(environment, customer!, `dupla ${n}`);
        await pointWebhooksAt(environment, nodes[(n + 1) % 2]!);
        await sendFrom(environment, customer!, `dupla ${n}`, { id: message.id });
        again.push(message);
      }
      await waitUntilProcessed(environment, [company]);
      const stored = await until(
        'the repeated messages to be stored',
        () => storedMessages(environment, company),
        (rows) => rows.length >= again.length,
      );
      const seen = compareReceived(again, stored);
      check('WH-04').is('rows added by replays', stored.length - again.length, 0);
      check('WH-05')
        .is('messages sent twice', again.length, size.isShort ? 21 : 501)
        .is('lost', seen.lost, 0)
        .is('doubled', seen.doubled, 0);
    },
  },
];

/** Refers to another message or to the customer: not a message of its own. */
const isAbout = ({ kind }: CustomerAction) =>
  ['reaction', 'edit', 'revoke', 'read', 'delivered', 'new-number', 'echo-edit', 'echo-revoke', 'referral'].includes(
    kind,
  );

const url = 'https://example.com/historia';
const media: CustomerAction[] = [
  { kind: 'media', type: 'image', caption: 'foto' },
  { kind: 'media', type: 'audio', isVoice: true },
  { kind: 'media', type: 'video' },
  { kind: 'media', type: 'document', fileName: 'nota.pdf' },
  { kind: 'media', type: 'sticker' },
];
const actionsByChannel = {
  whatsappapi: (first: string): CustomerAction[] => [
    ...media,
    { kind: 'text', text: 'do anúncio', ad: { headline: 'Promoção', url } },
    { kind: 'text', text: 'encaminhada', forwarded: 'often' },
    { kind: 'text', text: 'em resposta', quotes: first },
    { kind: 'location', latitude: -1.5, longitude: -48.5, name: 'Praça' },
    { kind: 'contacts', contacts: [{ name: 'Bia', phones: ['+55 00 91111-1111'] }] },
    { kind: 'button', title: 'Sim', payload: 'yes', quotes: first },
    { kind: 'button', title: 'Sim', payload: 'yes', ofTemplate: true },
    { kind: 'row', title: 'Vendas', payload: 'sales' },
    { kind: 'flow', answers: { nome: 'Ana' } },
    { kind: 'order', catalogId: '7', items: [{ id: 'sku', quantity: 2, price: 10.5, currency: 'BRL' }] },
    { kind: 'unsupported', what: 'poll' },
    { kind: 'echo', text: 'do celular' },
    { kind: 'reaction', to: first, emoji: '👍' },
    { kind: 'reaction', to: first },
    { kind: 'edit', of: first, text: 'a primeira, corrigida' },
    { kind: 'revoke', of: first },
  ],
  facebook: (first: string): CustomerAction[] => [
    ...media,
    { kind: 'location', latitude: -1.5, longitude: -48.5 },
    { kind: 'button', title: 'Sim', payload: 'yes' },
    { kind: 'postback', title: 'Começar', payload: 'start' },
    { kind: 'share', url, title: 'Uma página' },
    { kind: 'unsupported' },
    { kind: 'echo', text: 'de outro programa', appId: '99' },
    { kind: 'reaction', to: first, emoji: '❤' },
    { kind: 'edit', of: first, text: 'a primeira, corrigida' },
    { kind: 'delivered' },
    { kind: 'read' },
    { kind: 'referral', ref: 'promo' },
  ],
  instagram: (first: string): CustomerAction[] => [
    ...media.slice(0, 3),
    { kind: 'story-reply', text: 'linda', storyId: '9', url },
    { kind: 'story-mention', url },
    { kind: 'share', url, type: 'ig_reel' },
    { kind: 'postback', title: 'Começar', payload: 'start' },
    { kind: 'unsupported' },
    { kind: 'echo', text: 'do telefone' },
    { kind: 'reaction', to: first, emoji: '❤' },
    { kind: 'reaction', to: first },
    { kind: 'read', of: first },
    { kind: 'revoke', of: first },
  ],
};
