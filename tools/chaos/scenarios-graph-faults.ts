/** What Meta's channels deliver while things fail (WH): statuses in any order, killed servers, files that do not come. */
import {
  answersOf,
  compareHeard,
  graphTickets,
  heardBy,
  personsOf,
  ringAt,
  sayAt,
  takenIn,
  type Said,
} from './graph-people.ts';
import { drained } from './judge.ts';
import type { Scenario } from './scenario.ts';
import { inParallel, pause, quantile, until } from './waiting.ts';

type Told = 'sent' | 'delivered' | 'read' | 'failed';

export const graphFaults: Scenario[] = [
  {
    ids: ['WH-07'],
    what: 'Graph: statuses in every order',
    isQuick: true,
    on: 'graph',
    wish: () => [{ lines: 0, official: { numbers: 1, pages: 0 } }],
    async run({ stage, company, size, judge }) {
      const [node] = await stage.only('a');
      const { control } = stage.graph;
      await ringAt(stage, node!);
      const all = permutations<Told>(['sent', 'delivered', 'read', 'failed', 'sent']);
      const orders = size.isShort ? all.filter((_, n) => n % 10 === 0) : all;
      // No more than forty each at once: beyond it a person has to be waited for.
      const people = personsOf(company.official[0]!, 4);
      const tickets = await graphTickets(stage, company, node!, people);
      await inParallel([...orders.keys()], 4, (n) =>
        stage.ask(company, node!, 'POST', `/messages/${tickets[n % 4]}`, { body: `ordem ${n}` }),
      );
      await drained(stage, [company]);
      const wids = new Map((await answersOf(stage, company)).map(({ body, wid }) => [body, wid!]));
      for (const [n, order] of orders.entries()) {
        for (const told of order)
          await control.status(wids.get(`ordem ${n}`)!, told, told === 'failed' ? { code: 131026 } : undefined);
      }
      await takenIn(stage, [company]);
      const { rows } = await stage.owner.query<{ ack: number; failures: number }>(
        `select m.ack, (select count(*)::int from message_receipts r where r.company_id = m.company_id and r.message_id = m.id
                           and r.told = 'failed') as failures
           from messages m where m.company_id = $1 and m.from_me`,
        [company.id],
      );
      judge('WH-07')
        .say(`${orders.length} orders`)
        .is('regressions', rows.filter(({ ack }) => ack !== 3).length, 0)
        .is('failures forgotten', rows.filter(({ failures }) => failures !== 1).length, 0);
    },
  },
  {
    ids: ['WH-08'],
    what: 'Graph: kill -9 between arrival and commit; what was not answered comes again',
    isQuick: true,
    on: 'graph',
    wish: () => [{ lines: 0, official: { numbers: 1, pages: 1 } }],
    async run({ stage, company, size, random, judge }) {
      const [node] = await stage.only('a');
      const { control } = stage.graph;
      await ringAt(stage, node!);
      await control.webhooks({ retryMs: 100, attempts: 20, timeoutMs: 3000, duplicate: 0.1 });
      const people = company.official.flatMap((line) => personsOf(line, 10));
      const said: Said[] = [];
      const count = size.isShort ? 150 : 1000;
      const kills = size.isShort ? 2 : 10;
      for (let n = 0; n < count; n += 1) {
        said.push(await sayAt(stage, people[n % people.length]!, `sob fogo ${n}`));
        if (n % Math.ceil(count / kills) !== 30) continue;
        await pause(random.between(0, 60));
        await node!.crash();
      }
      await takenIn(stage, [company]);
      await control.webhooks({ duplicate: 0, timeoutMs: 20_000 });
      const seen = compareHeard(said, await heardBy(stage, company));
      const given = (await control.deliveries()).filter(({ state }) => state === 'given-up').length;
      judge('WH-08')
        .say(`${kills} kills`)
        .is('given up', given, 0)
        .is('lost', seen.lost, 0)
        .is('doubled', seen.doubled, 0)
        .is('out of order', seen.outOfOrder, 0);
    },
  },
  {
    ids: ['WH-09'],
    what: 'Graph: files that cannot be had at first',
    isQuick: true,
    on: 'graph',
    wish: () => [{ lines: 0, official: { numbers: 1, pages: 1 } }],
    async run({ stage, company, judge }) {
      const [node] = await stage.only('a');
      const { control } = stage.graph;
      await ringAt(stage, node!);
      for (const line of company.official) {
        const [one] = personsOf(line, 1);
        await control.mishap({ accountId: line.accountId, call: 'download' }, { status: 500 });
        if (line.kind === 'whatsappapi')
          await control.mishap({ accountId: line.accountId, call: 'media' }, { code: 131000 });
        await control.act(line.accountId, one!.person, { does: 'media', type: 'image' });
      }
      await takenIn(stage, [company]);
      // The next try may be minutes away by then; in the play it is now.
      const helped = setInterval(
        () =>
          void stage.owner
            .query(`update messages set media_not_before = now() where company_id = $1 and media_state = 'pending'`, [
              company.id,
            ])
            .catch(() => {}),
        500,
      );
      try {
        const states = await until(
          'the files',
          async () =>
            (
              await stage.owner.query<{ state: string }>(
                'select media_state as state from messages where company_id = $1 order by id',
                [company.id],
              )
            ).rows.map(({ state }) => state),
          (seen) => seen.length === company.official.length && seen.every((state) => state !== 'pending'),
          { withinMs: 75_000 },
        );
        judge('WH-09').is('files', states.join(' '), company.official.map(() => 'ready').join(' '));
      } finally {
        clearInterval(helped);
        await control.clearMishaps();
      }
    },
  },
  {
    ids: ['WH-14'],
    what: 'Graph: how soon deliveries are answered in a burst',
    // A latency says nothing where other tests run beside it.
    isQuick: false,
    on: 'graph',
    wish: () => [{ lines: 0, official: { numbers: 2, pages: 1 } }],
    async run({ stage, company, size, judge }) {
      const [node] = await stage.only('a');
      const { control } = stage.graph;
      await ringAt(stage, node!);
      const people = company.official.flatMap((line) => personsOf(line, 50));
      const before = (await control.deliveries()).at(-1)?.seq ?? 0;
      await control.hold();
      for (let n = 0; n < size.messages; n += 1) await sayAt(stage, people[n % people.length]!, `rajada ${n}`);
      await control.release({ items: 1 });
      await control.idle();
      const took = (await control.deliveries({ after: before })).map(
        ({ tookMs }) => tookMs ?? Number.POSITIVE_INFINITY,
      );
      await takenIn(stage, [company]);
      judge('WH-14')
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
