/** Webhooks (WH): genuine webhooks are stored completely and once, all others leave no row. */
import { createHmac } from 'node:crypto';
import { SIGNATURE_HEADER, signatureOf } from '../../apps/server/src/channels/sandbox/signature.ts';
import { drained, gapsOf } from './compare.ts';
import { webhookBody, message, sendWebhook, type WebhookResult } from './webhook-sender.ts';
import { newNumber, createCustomers, type Scenario } from './scenario.ts';
import { countStored, loadStored } from './stored-messages.ts';
import { inParallel, pause, until } from './wait.ts';

export const webhooks: Scenario[] = [
  {
    ids: ['WH-01', 'WH-12'],
    title: 'webhooks with a wrong signature or an unknown key',
    isQuick: true,
    setup: () => [{ connections: 2 }, { connections: 1 }],
    async run({ environment, company, companies, connection, check }) {
      const [node] = await environment.only('a');
      const body = webhookBody(connection, [message(newNumber(), 'falsa')]);
      const right = signatureOf(body, connection.webhookSecret);
      const sign = (value: string) => ({ [SIGNATURE_HEADER]: value });
      const sha1 = `sha1=${createHmac('sha1', connection.webhookSecret).update(body).digest('hex')}`;
      const forged: Record<string, string>[] = [
        {},
        sign(''),
        sign(`sha256=${'0'.repeat(64)}`),
        sign(sha1),
        sign(signatureOf(Buffer.from('outro corpo'), connection.webhookSecret)),
        sign(right.toUpperCase()),
        sign(right.replace('sha256=', 'sha256=').toUpperCase().replace('SHA256', 'sha256')),
        sign(signatureOf(body, companies[1]!.connections[0]!.webhookSecret)),
        sign(`${right}, ${right}`),
      ];
      const answers: WebhookResult[] = [];
      for (const headers of forged) answers.push(await sendWebhook(node!, connection, body, { headers }));
      check('WH-01')
        .is('refused with 401', answers.filter(({ status }) => status === 401).length, forged.length)
        .is('stored', await countStored(environment, company), 0);

      const unknownTargets: WebhookResult[] = [];
      for (const key of [
        'nada',
        connection.webhookKey.slice(0, -1),
        `${connection.webhookKey}x`,
        '%00',
        'a'.repeat(3000),
      ])
        unknownTargets.push(await sendWebhook(node!, connection, body, { key }));
      const crossed = await sendWebhook(node!, connection, webhookBody(connection, [message(newNumber(), 'cruzada')]), {
        key: company.connections[1]!.webhookKey,
      });
      check('WH-12')
        .is(
          'unknown webhook keys answered 404, 414 or 400',
          unknownTargets.filter(({ status }) => status === 404 || status === 414 || status === 400).length,
          unknownTargets.length,
        )
        .is('key of another connection', crossed.status, 401);
    },
  },
  {
    ids: ['WH-03'],
    title: 'the signature covers the raw bytes, independent of the JSON notation',
    isQuick: true,
    setup: () => [{ connections: 1 }],
    async run({ environment, company, connection, check }) {
      const [node] = await environment.only('a');
      const number = newNumber();
      const plain = (text: string) => webhookBody(connection, [message(number, text)]).toString();
      const spelled: [string, string][] = [
        ['emoji 🙂‍↔️ e acentos ãéîõü', plain('emoji 🙂‍↔️ e acentos ãéîõü')],
        ['é por escapes', plain('X por escapes').replace('X por', '\\u00e9 por')],
        ['barra / com escape', plain('barra / com escape').replace('barra / com', 'barra \\/ com')],
        [
          'números grandes',
          plain('números grandes').replace('"forwarded":false', '"forwarded":false,"n":123456789012345678901234567890'),
        ],
        ['com espaços', JSON.stringify(JSON.parse(plain('com espaços')), null, 4)],
        [
          'ordem trocada',
          JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(plain('ordem trocada')) as object).reverse())),
        ],
        ['com BOM', `\uFEFF${plain('com BOM')}`],
        ['com CRLF', plain('com CRLF').replaceAll('","', '",\r\n"')],
      ];
      const answers: WebhookResult[] = [];
      for (const [, body] of spelled) answers.push(await sendWebhook(node!, connection, body));
      await drained(environment, [company]);
      const storedBodies = new Set((await loadStored(environment, company)).map(({ body }) => body));
      check('WH-03')
        .is('accepted', answers.filter(({ status }) => status === 200).length, spelled.length)
        .is('parsed correctly', spelled.filter(([text]) => storedBodies.has(text)).length, spelled.length);
    },
  },
  {
    ids: ['WH-04', 'WH-05'],
    title: 'the same webhook many times, the same message in two webhooks at two servers, and after eight days',
    isQuick: true,
    setup: () => [{ connections: 1 }],
    async run({ environment, company, connection, size, check }) {
      const nodes = await environment.only('a', 'b');
      const times = size.isShort ? 60 : 1000;
      const number = newNumber();
      const body = webhookBody(connection, [
        message(number, 'repetida'),
        { event: 'status', id: 'never.sent', chat: { phone: number }, status: 'read', ts: 1 },
      ]);
      const answers: WebhookResult[] = [];
      await inParallel(
        Array.from({ length: times }, (_, n) => n),
        16,
        async (n) => void answers.push(await sendWebhook(nodes[n % 2]!, connection, body)),
      );
      const age = () =>
        environment.owner.query(
          `update seen_deliveries set at = at - interval '9 days'; delete from seen_deliveries where at < now() - interval '8 days'`,
        );
      const count = async () => (await loadStored(environment, company)).length;
      await until('the first message to be stored', count, (stored) => stored > 0);
      await age();
      answers.push(await sendWebhook(nodes[0]!, connection, body));
      await settled();
      check('WH-04')
        .is('answered 200', answers.filter(({ status }) => status === 200).length, times + 1)
        .is('rows added by replays', (await count()) - 1, 0);

      const messages = Array.from({ length: size.isShort ? 60 : Math.ceil(size.messages / 4) }, (_, n) =>
        message(number, `dupla ${n}`),
      );
      await inParallel(messages, 8, (item) =>
        Promise.all([sendWebhook(nodes[0]!, connection, [item]), sendWebhook(nodes[1]!, connection, [item])]),
      );
      await settled();
      await age();
      await inParallel(messages.slice(0, 20), 4, (item) => sendWebhook(nodes[1]!, connection, [item]));
      await settled();
      check('WH-05')
        .is('messages', (await count()) - 1, messages.length)
        .is('duplicates', (await count()) - 1 - messages.length, 0)
        .is('gaps', await gapsOf(environment, company), 0);

      /** Waits for messages only: the receipt of a message that never existed is discarded later, and deleted here. */
      async function settled() {
        await until(
          'all messages to be processed',
          async () =>
            (
              await environment.owner.query<{ n: number }>(
                `select ((select count(*) from inbox where company_id = $1) + (select count(*) from signals where company_id = $1 and signal ->> 'is' = 'message'))::int as n`,
                [company.id],
              )
            ).rows[0]!.n,
          (remaining) => remaining === 0,
          { timeoutMs: 90_000 },
        );
        await environment.owner.query(`delete from signals where company_id = $1 and signal ->> 'is' = 'receipt'`, [
          company.id,
        ]);
      }
    },
  },
  {
    ids: ['WH-06'],
    title: 'a thousand items in one webhook, some of them invalid',
    isQuick: true,
    setup: () => [{ connections: 1 }],
    async run({ environment, company, connection, size, check }) {
      const [node] = await environment.only('a');
      const numbers = Array.from({ length: 20 }, newNumber);
      const count = size.isShort ? 200 : 1000;
      const items: unknown[] = Array.from({ length: count }, (_, n) =>
        message(numbers[n % numbers.length]!, `item ${n}`),
      );
      const bad = [
        null,
        7,
        'texto',
        { event: 'message' },
        { event: 'nunca vista', id: 'x' },
        { event: 'message', id: 'sem chat', ts: 1 },
      ];
      bad.forEach((badItem, n) => items.splice(n * 30 + 5, 0, badItem));
      const { status } = await sendWebhook(node!, connection, items);
      await drained(environment, [company]);
      const stored = await loadStored(environment, company);
      const good = stored.filter(({ body }) => body.startsWith('item ')).length;
      const { rows } = await environment.owner.query<{ n: number }>(
        `select ((select count(*) from quarantine where company_id = $1)
               + (select coalesce(sum(count), 0) from connection_log where company_id = $1))::int as n`,
        [company.id],
      );
      check('WH-06')
        .is('answer', status, 200)
        .is('valid items processed', good, count)
        .is('messages made of invalid items', stored.length - good, 0)
        .is('invalid items set aside or logged', rows[0]!.n, bad.length);
    },
  },
  {
    ids: ['WH-07'],
    title: 'statuses in every order, and one before the response to our own send',
    isQuick: true,
    setup: () => [{ connections: 1 }],
    async run({ environment, company, connection, size, check }) {
      const [node] = await environment.only('a');
      await environment.connect(company, node!);
      const all = permutations(['sent', 'delivered', 'read', 'failed', 'sent']);
      const orders = size.isShort ? all.filter((_, n) => n % 10 === 0) : all;
      const [customer] = await createCustomers(environment, connection, 1);
      await environment.network.perform(connection.account, [
        { act: 'online', customerId: customer!.id, isOnline: false },
        { act: 'say', customerId: customer!.id, text: 'olá' },
      ]);
      const ticket = await until(
        'the ticket to be created',
        async () =>
          (await environment.owner.query<{ id: number }>('select id from tickets where company_id = $1', [company.id]))
            .rows[0]?.id,
        (id) => id !== undefined,
      );
      await environment.request(company, node!, 'PUT', `/tickets/${ticket}`, {
        status: 'open',
        userId: company.adminId,
      });
      await inParallel(orders, 4, (order) =>
        environment.request(company, node!, 'POST', `/messages/${ticket}`, { body: `ordem ${all.indexOf(order)}` }),
      );
      await drained(environment, [company]);
      const sent = await environment.owner.query<{ wid: string; body: string }>(
        'select wid, body from messages where company_id = $1 and from_me',
        [company.id],
      );
      const wids = new Map(sent.rows.map(({ wid, body }) => [body, wid]));
      await inParallel(orders, 12, async (order) => {
        const id = wids.get(`ordem ${all.indexOf(order)}`)!;
        for (const status of order)
          await sendWebhook(node!, connection, [
            {
              event: 'status',
              id,
              chat: { phone: customer!.number },
              status,
              ts: 1,
              ...(status === 'failed' && { fault: { code: 'other', message: 'perdida' } }),
            },
          ]);
      });
      await drained(environment, [company]);
      const { rows } = await environment.owner.query<{ ack: number; delivery: string; receipts: string }>(
        `select m.ack, m.delivery, (select string_agg(r.told, ' ' order by r.id) from message_receipts r
                  where r.company_id = m.company_id and r.message_id = m.id and r.told in ('delivered', 'read', 'failed')) as receipts
           from messages m where m.company_id = $1 and m.from_me`,
        [company.id],
      );
      check('WH-07')
        .is('orders', rows.length, orders.length)
        .is('regressions', rows.filter(({ ack, delivery }) => ack !== 3 || delivery !== 'read').length, 0)
        .is('incomplete delivery histories', rows.filter(({ receipts }) => receipts.split(' ').length !== 3).length, 0);

      // The receipt names our own id and comes while the call is still under way.
      await environment.network.faults(connection.account, { slowMs: 1200 });
      await environment.request(company, node!, 'POST', `/messages/${ticket}`, { body: 'mais rápida' });
      const correlation = await until(
        'the send to start',
        async () =>
          (
            await environment.owner.query<{ correlation: string }>(
              `select correlation from outbox where company_id = $1 and state = 'sending'`,
              [company.id],
            )
          ).rows[0]?.correlation,
        (value) => value !== undefined,
        { everyMs: 10 },
      );
      await sendWebhook(node!, connection, [
        { event: 'status', ref: correlation, chat: { phone: customer!.number }, status: 'read', ts: 1 },
      ]);
      await drained(environment, [company]);
      await environment.network.faults(connection.account, { slowMs: 0 });
      const early = await environment.owner.query<{ ack: number; wid: string | null }>(
        `select ack, wid from messages where company_id = $1 and body = 'mais rápida'`,
        [company.id],
      );
      check('WH-07')
        .is('ack received before the response', early.rows[0]!.ack, 3)
        .is('provider id', early.rows[0]!.wid === null ? 'missing' : 'kept', 'kept');
    },
  },
  {
    ids: ['WH-08'],
    title: 'the server is killed at many points between webhook and commit',
    isQuick: true,
    setup: () => [{ connections: 1 }],
    async run({ environment, company, connection, size, random, check }) {
      const [node] = await environment.only('a');
      const rounds = size.isShort ? 3 : 8;
      const numbers = Array.from({ length: 10 }, newNumber);
      const acked: string[] = [];
      const unanswered: { id: string; body: Buffer }[] = [];
      let killed = 0;
      for (let round = 0; round < rounds; round += 1) {
        const sends = Array.from({ length: 40 }, (_, n) => message(numbers[n % numbers.length]!, `${round}.${n}`)).map(
          async (item, n) => {
            const body = webhookBody(connection, [item]);
            await pause(n * 2);
            const { status } = await sendWebhook(node!, connection, body);
            if (status === 200) acked.push(item.id);
            else unanswered.push({ id: item.id, body });
          },
        );
        // Alternates between a kill after a given number of responses and a kill at a random moment.
        const enough = acked.length + random.between(1, 30);
        const end = Date.now() + (round % 2 === 0 ? 5000 : random.between(0, 600));
        while (acked.length < enough && Date.now() < end) await pause(1);
        await node!.kill();
        if (node!.process().hasEnded()) killed += 1;
        await Promise.all(sends);
        await node!.up();
      }
      await drained(environment, [company]);
      const storedWids = async () => (await loadStored(environment, company)).map(({ wid }) => wid);
      const before = new Set(await storedWids());
      const lost = acked.filter((wid) => !before.has(wid)).length;
      for (const { body } of unanswered) await sendWebhook(node!, connection, body);
      await drained(environment, [company]);
      const after = await storedWids();
      check('WH-08')
        .is('kills', killed, rounds)
        .atLeast('answered', acked.length, 1)
        .figure(`delivered again ${unanswered.length}`)
        .is('answered and lost', lost, 0)
        .is('stored in the end', new Set(after).size, rounds * 40)
        .is('doubled', after.length - rounds * 40, 0);
    },
  },
];

function permutations<T>(items: T[]): T[][] {
  if (items.length <= 1) return [items];
  return items.flatMap((item, n) => permutations(items.toSpliced(n, 1)).map((rest) => [item, ...rest]));
}
