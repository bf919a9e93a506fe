/** Two servers on one database and one network are one product. */
import { aScreen } from '../../apps/server/test/screens.ts';
import { drained, judgeOutbound } from './judge.ts';
import { insist, peopleAt, type Scenario } from './scenario.ts';
import { tickets } from './scenarios-cr.ts';
import { inParallel, until } from './waiting.ts';

export const twoNodes: Scenario[] = [
  {
    ids: ['TWO-01', 'TWO-02'],
    what: 'events cross from one server to the other, and no work is done by both',
    isQuick: true,
    wish: () => [{ lines: 2 }],
    async run({ stage, company, line, size, judge }) {
      const [a, b] = await stage.only('a', 'b');
      await stage.connect(company, a!);
      const caller = { companyId: company.id, token: stage.tokenOf(company) };
      const screens = [await aScreen(a!, caller), await aScreen(b!, caller)];
      const talks = await tickets(stage, company, a!, line, 4);
      const count = size.isShort ? 20 : 100;
      await inParallel(
        Array.from({ length: count }, (_, n) => n),
        4,
        (n) =>
          insist(
            stage,
            company,
            [n % 2 ? a! : b!],
            'POST',
            `/messages/${talks[n % talks.length]}`,
            { body: `de ${n % 2 ? 'a' : 'b'} ${n}` },
            `two ${n}`,
          ),
      );
      await drained(stage, [company]);
      const heard = (screen: (typeof screens)[number]) =>
        screen
          .allOf('appMessage')
          .flatMap((told) => ('message' in told && told.action === 'create' ? [told.message.body] : []));
      for (const screen of screens)
        await until(
          'the screen to hear everything',
          async () => heard(screen).length,
          (n) => n >= count + talks.length,
          { withinMs: 10_000 },
        );
      const [near, far] = screens.map(heard);
      for (const screen of screens) screen.close();
      const calls = [];
      for (const { account } of company.lines)
        for (const entry of await stage.network.journal(account))
          if (entry.what === 'call' && entry.does === 'send') calls.push(entry);
      const out = await judgeOutbound(stage, company);
      judge('TWO-01')
        .is('heard at one', near!.length, count + talks.length)
        .is('heard at the other', far!.length, count + talks.length)
        .is('order', near!.join() === far!.join() ? 'the same' : 'different', 'the same');
      judge('TWO-02')
        .is('answers', out.sent, count)
        .is('calls at the channel', calls.length, count)
        .is('at the phones', out.atPhones, count)
        .is('overtaken', out.inversions, 0);
    },
  },
  {
    ids: ['TWO-03'],
    what: 'a killed server’s sessions move to the other one',
    isQuick: false,
    wish: () => [{ lines: 4 }],
    async run({ stage, company, judge }) {
      const nodes = await stage.only('a', 'b');
      await stage.connect(company, nodes[0]!);
      const holders = async () =>
        (
          await stage.owner.query<{ id: number; pid: number; fence: string }>(
            `select id, split_part(lease_node, ' ', 2)::int as pid, lease_fence as fence from connections where company_id = $1 and lease_until > now() order by id`,
            [company.id],
          )
        ).rows;
      const before = await until('the sessions to be held', holders, (rows) => rows.length === company.lines.length);
      const dying = nodes.find((node) => node.process().pid === before[0]!.pid)!;
      const heir = nodes.find((node) => node !== dying)!;
      const moved = before.filter(({ pid }) => pid === dying.process().pid).length;
      await dying.kill();
      const since = Date.now();
      const after = await until(
        'the other to hold them',
        holders,
        (rows) => rows.length === company.lines.length && rows.every(({ pid }) => pid === heir.process().pid),
        { withinMs: 40_000, everyMs: 200 },
      );
      const seconds = (Date.now() - since) / 1000;
      for (const line of company.lines) {
        const [person] = await peopleAt(stage, line, 1);
        await stage.network.act(line.account, [
          { act: 'say', customerId: person!.id, text: `depois da mudança ${line.connectionId}` },
        ]);
      }
      await drained(stage, [company]);
      const kept = (await stage.owner.query('select from messages where company_id = $1', [company.id])).rowCount;
      judge('TWO-03')
        .is('moved', after.filter(({ pid }, n) => before[n]!.pid !== pid).length, moved)
        .atMost('within', Math.round(seconds), 25, ' s')
        .is('messages through the other', kept ?? 0, company.lines.length);
    },
  },
];
