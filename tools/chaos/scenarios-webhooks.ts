/** Webhooks (WH): genuine deliveries are taken whole and once, all others leave nothing. */
import { createHmac } from 'node:crypto';
import { connect as openSocket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { SIGNATURE_HEADER, signatureOf } from '../../apps/server/src/channels/sandbox/signature.ts';
import { drained, gapsOf } from './compare.ts';
import { webhookBody, message, sendWebhook, type WebhookResult } from './webhook-sender.ts';
import { newNumber, createCustomers, type Scenario } from './scenario.ts';
import type { Company, Environment } from './environment.ts';
import { inParallel, pause, quantile, until } from './wait.ts';

const LARGEST = 3 * 1024 * 1024;
interface StoredMessage {
  wid: string | null;
  body: string;
  seq: number;
  sent_at: Date;
  created_at: Date;
}
const loadStored = async ({ owner }: Environment, company: Company): Promise<StoredMessage[]> =>
  (
    await owner.query<StoredMessage>(
      'select wid, body, seq::int, sent_at, created_at from messages where company_id = $1 and not from_me order by ticket_id, seq',
      [company.id],
    )
  ).rows;
const countStored = async ({ owner }: Environment, company: Company) =>
  (
    await owner.query<{ n: number }>(
      `select ((select count(*) from inbox where company_id = $1) + (select count(*) from signals where company_id = $1)
             + (select count(*) from messages where company_id = $1) + (select count(*) from quarantine where company_id = $1))::int as n`,
      [company.id],
    )
  ).rows[0]!.n;

export const webhooks: Scenario[] = [
  {
    ids: ['WH-01', 'WH-12'],
    title: 'deliveries that are not genuine, and doors that are not there',
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
          'unknown doors answered 404 or 414',
          unknownTargets.filter(({ status }) => status === 404 || status === 414 || status === 400).length,
          unknownTargets.length,
        )
        .is('another connection’s door', crossed.status, 401);
    },
  },
  {
    ids: ['WH-03'],
    title: 'the signature counts on raw bytes, however the JSON is spelled',
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
        .is('read right', spelled.filter(([text]) => storedBodies.has(text)).length, spelled.length);
    },
  },
  {
    ids: ['WH-04', 'WH-05'],
    title: 'the same delivery again and again, the same message in two deliveries at two servers, and after eight days',
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
      await until('the first one', count, (stored) => stored > 0);
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

      /** Without the receipt of a message that never was: it is let go by and by. */
      async function settled() {
        await until(
          'everything to be read',
          async () =>
            (
              await environment.owner.query<{ n: number }>(
                `select ((select count(*) from inbox where company_id = $1) + (select count(*) from signals where company_id = $1 and signal ->> 'is' = 'message'))::int as n`,
                [company.id],
              )
            ).rows[0]!.n,
          (remaining) => remaining === 0,
          { withinMs: 90_000 },
        );
        await environment.owner.query(`delete from signals where company_id = $1 and signal ->> 'is' = 'receipt'`, [
          company.id,
        ]);
      }
    },
  },
  {
    ids: ['WH-06'],
    title: 'a thousand items in one delivery, some of them bad',
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
        'select count(*)::int as n from quarantine where company_id = $1',
        [company.id],
      );
      check('WH-06')
        .is('answer', status, 200)
        .is('good items processed', good, count)
        .figure(`bad ones kept as unsupported ${stored.length - good}, set aside ${rows[0]!.n}`)
        .is('bad ones lost', bad.length - (stored.length - good) - rows[0]!.n, 0);
    },
  },
  {
    ids: ['WH-07'],
    title: 'statuses in every order, and one before the answer to our own send',
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
        'the ticket',
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
      const { rows } = await environment.owner.query<{ ack: number; delivery: string; told: string }>(
        `select m.ack, m.delivery, (select string_agg(r.told, ' ' order by r.id) from message_receipts r
                  where r.company_id = m.company_id and r.message_id = m.id and r.told in ('delivered', 'read', 'failed')) as told
           from messages m where m.company_id = $1 and m.from_me`,
        [company.id],
      );
      check('WH-07')
        .is('orders', rows.length, orders.length)
        .is('regressions', rows.filter(({ ack, delivery }) => ack !== 3 || delivery !== 'read').length, 0)
        .is('histories with a hole', rows.filter(({ told }) => told.split(' ').length !== 3).length, 0);

      // The receipt names our own id and comes while the call is still under way.
      await environment.network.faults(connection.account, { slowMs: 1200 });
      await environment.request(company, node!, 'POST', `/messages/${ticket}`, { body: 'mais rápida' });
      const correlation = await until(
        'the send',
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
        .is('ack told before the answer', early.rows[0]!.ack, 3)
        .is('provider id', early.rows[0]!.wid === null ? 'missing' : 'kept', 'kept');
    },
  },
  {
    ids: ['WH-08'],
    title: 'kill -9 at many points between the ring and the commit',
    isQuick: true,
    setup: () => [{ connections: 1 }],
    async run({ environment, company, connection, size, random, check }) {
      const [node] = await environment.only('a');
      const rounds = size.isShort ? 3 : 8;
      const numbers = Array.from({ length: 10 }, newNumber);
      const acked: string[] = [];
      const unanswered: { id: string; body: Buffer }[] = [];
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
        // By turns at a moment that is seen, after so many answers, and at one that is not.
        const enough = acked.length + random.between(1, 30);
        const end = Date.now() + (round % 2 === 0 ? 5000 : random.between(0, 600));
        while (acked.length < enough && Date.now() < end) await pause(1);
        await node!.kill();
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
        .is('kills', rounds, rounds)
        .atLeast('answered', acked.length, 1)
        .figure(`delivered again ${unanswered.length}`)
        .is('lost of the answered', lost, 0)
        .is('kept in the end', new Set(after).size, rounds * 40)
        .is('doubled', after.length - rounds * 40, 0);
    },
  },
  {
    ids: ['WH-09'],
    title: 'the first attempts to work it off fail',
    isQuick: true,
    setup: () => [{ connections: 1 }],
    async run({ environment, company, connection, check }) {
      const [node] = await environment.only('a');
      // A counter is not rolled back with the work: so many first tries fail.
      await environment.owner.query(
        `create sequence if not exists flaky;
         grant usage on sequence flaky to balcao_app;
         create or replace function flaky() returns trigger language plpgsql as $$ begin
           if nextval('flaky') <= 6 then raise exception 'not now' using errcode = '40001'; end if; return new; end $$;
         create or replace trigger flaky before insert on messages for each row when (new.body like 'aos poucos%') execute function flaky()`,
      );
      try {
        const numbers = Array.from({ length: 4 }, newNumber);
        const messages = numbers.flatMap((number) =>
          [1, 2, 3].map((n) => message(number, `aos poucos ${n} de ${number}`)),
        );
        const body = webhookBody(connection, messages);
        await sendWebhook(node!, connection, body);
        await sendWebhook(node!, connection, body);
        await sendWebhook(node!, connection, messages);
        const helped = setInterval(
          () =>
            void environment.owner
              .query('update signals set next_try_at = now() where company_id = $1', [company.id])
              .catch(() => {}),
          300,
        );
        await drained(environment, [company]).finally(() => clearInterval(helped));
        const stored = await loadStored(environment, company);
        const set = await environment.owner.query('select from quarantine where company_id = $1', [company.id]);
        check('WH-09')
          .is('kept', new Set(stored.map(({ wid }) => wid)).size, messages.length)
          .is('doubled', stored.length - new Set(stored.map(({ wid }) => wid)).size, 0)
          .is(
            'out of order',
            stored.filter(({ body: text }, n) => n % 3 !== Number(/aos poucos (\d)/.exec(text)![1]) - 1).length,
            0,
          )
          .is('set aside', set.rowCount ?? 0, 0);
      } finally {
        await environment.owner.query('drop trigger flaky on messages');
      }
    },
  },
  {
    ids: ['WH-11'],
    title: 'deliveries that are too large, too deep, too slow',
    isQuick: true,
    setup: () => [{ connections: 1 }],
    async run({ environment, company, connection, check }) {
      const [node] = await environment.only('a');
      const number = newNumber();
      const padded = (text: string, bytes: number) => {
        const body = webhookBody(connection, [message(number, text)]);
        return Buffer.concat([body, Buffer.alloc(bytes - body.length, ' ')]);
      };
      const others = async () => {
        const times: number[] = [];
        for (let n = 0; n < 40; n += 1)
          times.push((await sendWebhook(node!, connection, [message(newNumber(), `outro ${n}`)])).ms);
        return quantile(times, 0.99);
      };
      await others();
      const alone = await others();
      const largest = await sendWebhook(node!, connection, padded('cabe', LARGEST));
      const tooLarge = await sendWebhook(node!, connection, padded('não cabe', LARGEST + 1));
      const huge = await sendWebhook(node!, connection, Buffer.alloc(2 * LARGEST, ' '));
      const keys = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`k${n}`, n]));
      const odd: WebhookResult[] = [
        await sendWebhook(node!, connection, [{ ...message(number, 'muitas chaves'), ...keys }]),
        await sendWebhook(
          node!,
          connection,
          `{"delivery":"fundo","account":"x","items":[${'['.repeat(10_000)}${']'.repeat(10_000)}]}`,
        ),
        await sendWebhook(node!, connection, gzipSync(Buffer.alloc(50_000_000, ' ')), {}),
        await sendWebhook(node!, connection, '[]'),
        await sendWebhook(node!, connection, ''),
      ];
      const sockets = Array.from({ length: 60 }, () => {
        const socket = openSocket(Number(new URL(node!.url).port), '127.0.0.1');
        socket.on('error', () => {});
        socket.write(
          `POST /webhooks/sandbox/${connection.webhookKey} HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n`,
        );
        const drip = setInterval(() => socket.write('x-a: b\r\n'), 100);
        socket.on('close', () => clearInterval(drip));
        return { socket, drip };
      });
      const underLoad = await others();
      for (const { socket, drip } of sockets) {
        clearInterval(drip);
        socket.destroy();
      }
      await drained(environment, [company]);
      const stored = await loadStored(environment, company);
      check('WH-11')
        .is('3 MB', largest.status, 200)
        .is('3 MB and one byte', tooLarge.status, 413)
        .is('6 MB', huge.status === 413 || huge.status === 0 ? 'refused' : String(huge.status), 'refused')
        .is(
          'odd ones answered with a fault of ours',
          odd.filter(({ status }) => status >= 500 || status === 0).length,
          0,
        )
        .is('kept', stored.filter(({ body }) => body === 'cabe').length, 1)
        .is('others kept', stored.filter(({ body }) => body.startsWith('outro')).length, 120)
        .figure(`others’ p99 alone ${alone} ms`)
        .atMost('beside the slow ones', underLoad, Math.max(2 * alone, alone + 100), ' ms');
    },
  },
  {
    ids: ['WH-13'],
    title: 'clocks that are wrong',
    isQuick: true,
    setup: () => [{ connections: 1 }],
    async run({ environment, company, connection, check }) {
      const [node] = await environment.only('a');
      const number = newNumber();
      const now = Math.floor(Date.now() / 1000);
      const hours = [now, now + 86_400 * 365, 0, now - 7 * 86_400, now, now];
      for (const [n, ts] of hours.entries())
        await sendWebhook(node!, connection, [message(number, `hora ${n}`, { ts })]);
      await drained(environment, [company]);
      const stored = await loadStored(environment, company);
      const withChannelTime = stored.filter(({ sent_at }, n) => Math.floor(+sent_at / 1000) === hours[n]).length;
      const received = stored.filter(({ created_at }) => Math.abs(+created_at / 1000 - now) < 120).length;
      check('WH-13')
        .is('in the order of arrival', stored.map(({ body }) => body.slice(5)).join(''), '012345')
        .is('shown with the channel’s hour', withChannelTime, hours.length)
        .is('counted by our own', received, hours.length);
    },
  },
];

function permutations<T>(items: T[]): T[][] {
  if (items.length <= 1) return [items];
  return items.flatMap((item, n) => permutations(items.toSpliced(n, 1)).map((rest) => [item, ...rest]));
}
