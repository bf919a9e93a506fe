/** Two servers on one database and one network are one product. */
import { openSocket } from '../../apps/server/test/sockets.ts';
import { drained, compareSent } from './compare.ts';
import { requestUntilAnswered, createCustomers, type Scenario } from './scenario.ts';
import { openTickets } from './agents.ts';
import { inParallel, until } from './wait.ts';

export const twoNodes: Scenario[] = [
  {
    ids: ['TWO-01', 'TWO-02'],
    title: 'sockets at both servers receive every event, and each send is done by one server',
    isQuick: true,
    setup: () => [{ connections: 2 }],
    async run({ environment, company, connection, size, check }) {
      const [a, b] = await environment.only('a', 'b');
      await environment.connect(company, a!);
      const caller = { companyId: company.id, token: environment.tokenOf(company) };
      const screens = [await openSocket(a!, caller), await openSocket(b!, caller)];
      const talks = await openTickets(environment, company, a!, connection, 4);
      const count = size.isShort ? 20 : 100;
      await inParallel(
        Array.from({ length: count }, (_, n) => n),
        4,
        (n) =>
          requestUntilAnswered(
            environment,
            company,
            [n % 2 ? a! : b!],
            'POST',
            `/messages/${talks[n % talks.length]}`,
            { body: `de ${n % 2 ? 'a' : 'b'} ${n}` },
            `two ${n}`,
          ),
      );
      await drained(environment, [company]);
      const received = (screen: (typeof screens)[number]) =>
        screen
          .allOf('appMessage')
          .flatMap((payload) => ('message' in payload && payload.action === 'create' ? [payload.message.body] : []));
      for (const screen of screens)
        await until(
          'both sockets to receive every event',
          async () => received(screen).length,
          (n) => n >= count + talks.length,
          { timeoutMs: 10_000 },
        );
      const [near, far] = screens.map(received);
      for (const screen of screens) screen.close();
      const calls = [];
      for (const { account } of company.connections)
        for (const entry of await environment.network.journal(account))
          if (entry.type === 'call' && entry.does === 'send') calls.push(entry);
      const out = await compareSent(environment, company);
      check('TWO-01')
        .is('events at the first server', near!.length, count + talks.length)
        .is('events at the second server', far!.length, count + talks.length)
        .is('order', near!.join() === far!.join() ? 'the same' : 'different', 'the same');
      check('TWO-02')
        .is('answers', out.sent, count)
        .is('calls at the channel', calls.length, count)
        .is('at the phones', out.atPhones, count)
        .is('out of order', out.inversions, 0);
    },
  },
  {
    ids: ['TWO-03'],
    title: 'a killed server’s sessions move to the other one',
    isQuick: false,
    setup: () => [{ connections: 4 }],
    async run({ environment, company, check }) {
      const nodes = await environment.only('a', 'b');
      await environment.connect(company, nodes[0]!);
      const holders = async () =>
        (
          await environment.owner.query<{ id: number; pid: number; fence: string }>(
            `select id, split_part(lease_node, ' ', 2)::int as pid, lease_fence as fence from connections where company_id = $1 and lease_until > now() order by id`,
            [company.id],
          )
        ).rows;
      const before = await until(
        'the sessions to be leased',
        holders,
        (rows) => rows.length === company.connections.length,
      );
      const dying = nodes.find((node) => node.process().pid === before[0]!.pid)!;
      const heir = nodes.find((node) => node !== dying)!;
      const moved = before.filter(({ pid }) => pid === dying.process().pid).length;
      await dying.kill();
      const since = Date.now();
      const after = await until(
        'the other server to lease them',
        holders,
        (rows) => rows.length === company.connections.length && rows.every(({ pid }) => pid === heir.process().pid),
        { timeoutMs: 40_000, everyMs: 200 },
      );
      const seconds = (Date.now() - since) / 1000;
      for (const connection of company.connections) {
        const [customer] = await createCustomers(environment, connection, 1);
        await environment.network.perform(connection.account, [
          { act: 'say', customerId: customer!.id, text: `depois da mudança ${connection.connectionId}` },
        ]);
      }
      await drained(environment, [company]);
      const stored = (await environment.owner.query('select from messages where company_id = $1', [company.id]))
        .rowCount;
      check('TWO-03')
        .is('moved', after.filter(({ pid }, n) => before[n]!.pid !== pid).length, moved)
        .atMost('within', Math.round(seconds), 25, ' s')
        .is('messages through the other server', stored ?? 0, company.connections.length);
    },
  },
];
