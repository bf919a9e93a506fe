/** Webhooks (WH): late, failing, oversized, slow and wrongly dated payloads. */
import { connect as openSocket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { drained } from './compare.ts';
import { webhookBody, message, sendWebhook, type WebhookResult } from './webhook-sender.ts';
import { newNumber, type Scenario } from './scenario.ts';
import { quantile } from './wait.ts';
import { loadStored } from './stored-messages.ts';

const DAY = 86_400;
const LARGEST = 3 * 1024 * 1024;

export const webhookLimits: Scenario[] = [
  {
    ids: ['WH-09'],
    title: 'the first attempts to process a message fail',
    isQuick: true,
    setup: () => [{ connections: 1 }],
    async run({ environment, company, connection, check }) {
      const [node] = await environment.only('a');
      // A sequence is not rolled back with the transaction: the first six attempts fail.
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
        const { rows: attempts } = await environment.owner.query<{ n: number }>(
          'select last_value::int as n from flaky',
        );
        check('WH-09')
          .atLeast('attempts, the first six of which failed', attempts[0]!.n, 7)
          .is('stored', new Set(stored.map(({ wid }) => wid)).size, messages.length)
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
    title: 'webhooks that are too large, too deeply nested or too slow',
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
          'unusual requests answered with a server error',
          odd.filter(({ status }) => status >= 500 || status === 0).length,
          0,
        )
        .is('stored', stored.filter(({ body }) => body === 'cabe').length, 1)
        .is('others stored', stored.filter(({ body }) => body.startsWith('outro')).length, 120)
        .figure(`others’ p99 alone ${alone} ms`)
        .atMost('others’ p99 beside slow requests', underLoad, Math.max(2 * alone, alone + 100), ' ms');
    },
  },
  {
    ids: ['WH-13'],
    title: 'webhooks with wrong timestamps',
    isQuick: true,
    setup: () => [{ connections: 1 }],
    async run({ environment, company, connection, check }) {
      const [node] = await environment.only('a');
      const number = newNumber();
      const now = Math.floor(Date.now() / 1000);
      const times = [now, now + 300 * DAY, now - 7 * DAY, now, 1, 0, now + 3000 * DAY];
      // A missing time and one that is years ahead are no times: the message is shown with the time of its arrival.
      const withoutTime = new Set([0, now + 3000 * DAY]);
      for (const [n, ts] of times.entries())
        await sendWebhook(node!, connection, [message(number, `hora ${n}`, { ts })]);
      await drained(environment, [company]);
      const stored = await loadStored(environment, company);
      const isNow = (at: Date) => Math.abs(+at / 1000 - now) < 120;
      const withRightTime = stored.filter(({ sent_at }, n) =>
        withoutTime.has(times[n]!) ? isNow(sent_at) : Math.floor(+sent_at / 1000) === times[n],
      ).length;
      const received = stored.filter(({ created_at }) => isNow(created_at)).length;
      check('WH-13')
        .is('in the order of arrival', stored.map(({ body }) => body.slice(5)).join(''), '0123456')
        .is('shown with the time of the channel, or of the arrival if it has none', withRightTime, times.length)
        .is('stored with our own time', received, times.length);
    },
  },
];
