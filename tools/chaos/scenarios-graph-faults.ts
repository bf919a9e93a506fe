/** Webhooks of Meta channels during faults (WH): statuses in any order, killed servers, failed downloads. */
import {
  answersOf,
  compareReceived,
  graphTickets,
  storedMessages,
  createGraphCustomers,
  pointWebhooksAt,
  sendFrom,
  waitUntilProcessed,
  type SentMessage,
} from './graph-customers.ts';
import { drained } from './compare.ts';
import { withRetriesDue } from './retries.ts';
import type { Scenario } from './scenario.ts';
import { inParallel, pause, quantile, until } from './wait.ts';

type ReceiptStatus = 'sent' | 'delivered' | 'read' | 'failed';

export const graphFaults: Scenario[] = [
  {
    ids: ['WH-07'],
    title: 'Graph: statuses in every order',
    isQuick: true,
    on: 'graph',
    setup: () => [{ connections: 0, metaAccounts: { numbers: 1, pages: 0 } }],
    async run({ environment, company, size, check }) {
      const [node] = await environment.only('a');
      const { control } = environment.graph;
      await pointWebhooksAt(environment, node!);
      const all = permutations<ReceiptStatus>(['sent', 'delivered', 'read', 'failed', 'sent']);
      const orders = size.isShort ? all.filter((_, n) => n % 10 === 0) : all;
      // Four customers: all messages to one of them would exceed the burst of the pair rate limit (45).
      const customers = createGraphCustomers(company.metaAccounts[0]!, 4);
      const tickets = await graphTickets(environment, company, node!, customers);
      await inParallel([...orders.keys()], 4, (n) =>
        environment.request(company, node!, 'POST', `/messages/${tickets[n % 4]}`, { body: `ordem ${n}` }),
      );
      await drained(environment, [company]);
      const wids = new Map((await answersOf(environment, company)).map(({ body, wid }) => [body, wid!]));
      for (const [n, order] of orders.entries()) {
        for (const status of order)
          await control.status(wids.get(`ordem ${n}`)!, status, status === 'failed' ? { code: 131026 } : undefined);
      }
      await waitUntilProcessed(environment, [company]);
      const { rows } = await environment.owner.query<{ ack: number; failures: number }>(
        `select m.ack, (select count(*)::int from message_receipts r where r.company_id = m.company_id and r.message_id = m.id
                           and r.told = 'failed') as failures
           from messages m where m.company_id = $1 and m.from_me`,
        [company.id],
      );
      check('WH-07')
        .is('orders', rows.length, orders.length)
        .is('regressions', rows.filter(({ ack }) => ack !== 3).length, 0)
        .is('failures not stored', rows.filter(({ failures }) => failures !== 1).length, 0);
    },
  },
  {
    ids: ['WH-08'],
    title: 'Graph: the server is killed between request and commit; unanswered webhooks are delivered again',
    isQuick: true,
    on: 'graph',
    setup: () => [{ connections: 0, metaAccounts: { numbers: 1, pages: 1 } }],
    async run({ environment, company, size, random, check }) {
      const [node] = await environment.only('a');
      const { control } = environment.graph;
      await pointWebhooksAt(environment, node!);
      await control.webhooks({ retryMs: 100, attempts: 20, timeoutMs: 3000, duplicate: 0.1 });
      const customers = company.metaAccounts.flatMap((account) => createGraphCustomers(account, 10));
      const sent: SentMessage[] = [];
      const count = size.isShort ? 150 : 1000;
      const kills = size.isShort ? 2 : 10;
      let killed = 0;
      for (let n = 0; n < count; n += 1) {
        sent.push(await sendFrom(environment, customers[n % customers.length]!, `sob fogo ${n}`));
        if (n % Math.ceil(count / kills) !== 30) continue;
        await pause(random.between(0, 60));
        await node!.crash();
        killed += 1;
      }
      await waitUntilProcessed(environment, [company]);
      await control.webhooks({ duplicate: 0, timeoutMs: 20_000 });
      const seen = compareReceived(sent, await storedMessages(environment, company));
      const givenUp = (await control.deliveries()).filter(({ state }) => state === 'given-up').length;
      check('WH-08')
        .is('kills', killed, kills)
        .is('messages', sent.length, count)
        .is('given up', givenUp, 0)
        .is('lost', seen.lost, 0)
        .is('doubled', seen.doubled, 0)
        .is('out of order', seen.outOfOrder, 0);
    },
  },
  {
    ids: ['WH-09'],
    title: 'Graph: media downloads fail at first',
    isQuick: true,
    on: 'graph',
    setup: () => [{ connections: 0, metaAccounts: { numbers: 1, pages: 1 } }],
    async run({ environment, company, check }) {
      const [node] = await environment.only('a');
      const { control } = environment.graph;
      await pointWebhooksAt(environment, node!);
      for (const account of company.metaAccounts) {
        const [customer] = createGraphCustomers(account, 1);
        await control.injectFault({ accountId: account.accountId, call: 'download' }, { status: 500 });
        if (account.kind === 'whatsappapi')
          await control.injectFault({ accountId: account.accountId, call: 'media' }, { code: 131000 });
        await control.performAction(account.accountId, customer!.contact, { kind: 'media', type: 'image' });
      }
      await waitUntilProcessed(environment, [company]);
      try {
        const states = await withRetriesDue(environment, company, 'media', () =>
          until(
            'the files to be downloaded',
            async () =>
              (
                await environment.owner.query<{ state: string; tries: number }>(
                  'select media_state as state, media_tries as tries from messages where company_id = $1 order by id',
                  [company.id],
                )
              ).rows,
            (seen) => seen.length === company.metaAccounts.length && seen.every(({ state }) => state !== 'pending'),
            { timeoutMs: 75_000 },
          ),
        );
        check('WH-09')
          .atLeast('accounts', company.metaAccounts.length, 1)
          .is('files whose first download failed', states.filter(({ tries }) => tries > 1).length, states.length)
          .is('files', states.filter(({ state }) => state === 'ready').length, company.metaAccounts.length);
      } finally {
        await control.clearFaults();
      }
    },
  },
  {
    ids: ['WH-14'],
    title: 'Graph: latency of webhook responses in a burst',
    // A latency is not meaningful while other tests run on the machine.
    isQuick: false,
    on: 'graph',
    setup: () => [{ connections: 0, metaAccounts: { numbers: 2, pages: 1 } }],
    async run({ environment, company, size, check }) {
      const [node] = await environment.only('a');
      const { control } = environment.graph;
      await pointWebhooksAt(environment, node!);
      const customers = company.metaAccounts.flatMap((account) => createGraphCustomers(account, 50));
      const before = (await control.deliveries()).at(-1)?.seq ?? 0;
      await control.hold();
      for (let n = 0; n < size.messages; n += 1)
        await sendFrom(environment, customers[n % customers.length]!, `rajada ${n}`);
      await control.release({ items: 1 });
      await control.idle();
      const took = (await control.deliveries({ after: before })).map(
        ({ tookMs }) => tookMs ?? Number.POSITIVE_INFINITY,
      );
      await waitUntilProcessed(environment, [company]);
      check('WH-14')
        .atLeast('webhooks', took.length, size.messages)
        .atMost('median', Math.round(quantile(took, 0.5)), 250, ' ms')
        .atMost(
          'over a second',
          Math.round((1000 * took.filter((ms) => ms > 1000).length) / took.length) / 10,
          1,
          ' %',
        );
    },
  },
];

function permutations<T>(items: T[]): T[][] {
  if (items.length <= 1) return [items];
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}
