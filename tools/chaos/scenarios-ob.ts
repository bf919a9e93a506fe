/** The way out (OB): each answer reaches the phone once, whatever happens to whoever sends it. */
import { drained, judgeOutbound } from './judge.ts';
import { insist, type Scenario, type Scene } from './scenario.ts';
import { tickets } from './scenarios-cr.ts';
import type { Company, Node, Stage } from './stage.ts';
import { inParallel, pause, until } from './waiting.ts';

interface Row {
  id: number;
  body: string;
  delivery: string;
  failure: string | null;
  wid: string | null;
  ack: number;
  state: string;
}
const rowsOf = async (stage: Stage, company: Company): Promise<Row[]> =>
  (
    await stage.owner.query<Row>(
      `select m.id::float8 as id, m.body, m.delivery, m.failure_code as failure, m.wid, m.ack, o.state from messages m
         join outbox o on o.company_id = m.company_id and o.message_id = m.id and o.act = 'send'
        where m.company_id = $1 and m.from_me order by m.id`,
      [company.id],
    )
  ).rows;
const sendsOf = async ({ network }: Stage, company: Company) => {
  const calls = [];
  for (const { account } of company.lines)
    for (const entry of await network.journal(account))
      if (entry.what === 'call' && entry.does === 'send') calls.push(entry);
  return calls;
};
const say = (stage: Stage, company: Company, at: Node, ticket: number, body: string, key?: string) =>
  stage.ask(company, at, 'POST', `/messages/${ticket}`, { body }, key === undefined ? {} : { 'idempotency-key': key });
const becomes = (stage: Stage, company: Company, body: string, isSo: (row: Row) => boolean, withinMs = 30_000) =>
  until(
    `«${body}» to get there`,
    async () => (await rowsOf(stage, company)).find((row) => row.body === body),
    (row) => row !== undefined && isSo(row),
    { withinMs },
  ).then((row) => row!);

export const outgoing: Scenario[] = [
  {
    ids: ['OB-01', 'OB-02'],
    what: 'the same send again: the same key, two tabs, a lost answer, fifty at once',
    isQuick: true,
    wish: () => [{ lines: 1 }],
    async run({ stage, company, line, judge }) {
      const nodes = await stage.only('a', 'b');
      await stage.connect(company, nodes[0]!);
      const [ticket] = await tickets(stage, company, nodes[0]!, line, 1);
      const statuses: number[] = [];
      const note = (answer: Response) => void statuses.push(answer.status);
      note(await say(stage, company, nodes[0]!, ticket!, 'uma vez', 'k1'));
      note(await say(stage, company, nodes[0]!, ticket!, 'uma vez', 'k1'));
      const other = await say(stage, company, nodes[0]!, ticket!, 'outro corpo', 'k1');
      await inParallel(
        Array.from({ length: 50 }, (_, n) => n),
        50,
        async (n) => note(await say(stage, company, nodes[n % 2]!, ticket!, 'cinquenta de uma vez', 'k2')),
      );
      const program = (body: string, key: string, node: Node) =>
        fetch(`${node.url}/api/messages/send`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${line.apiToken}`,
            'content-type': 'application/json',
            'idempotency-key': key,
          },
          body: JSON.stringify({ number: '5511990000999', body }),
        });
      const first = await program('do programa', 'p1', nodes[0]!);
      const again = await program('do programa', 'p1', nodes[1]!);
      const [one, two] = [await first.text(), await again.text()];
      await drained(stage, [company]);
      const sends = await judgeOutbound(stage, company);
      judge('OB-01')
        .is(
          'answered neither 200 nor «still under way»',
          statuses.filter((status) => status !== 200 && status !== 409).length,
          0,
        )
        .is(
          'same key, other body',
          other.status === 409 || other.status === 422 ? 'refused' : `answered ${other.status}`,
          'refused',
        )
        .is('program', `${first.status} ${again.status} ${one === two ? 'same' : 'different'}`, '200 200 same')
        .is('sends', sends.sent, 3)
        .is('doubled', sends.doubled, 0);

      // A double click, two tabs at two servers, and an answer that never came back.
      await Promise.all([
        say(stage, company, nodes[0]!, ticket!, 'duas abas', 'k3'),
        say(stage, company, nodes[1]!, ticket!, 'duas abas', 'k3'),
      ]);
      for (let n = 0; n < 5; n += 1) {
        const lost = new AbortController();
        const asked = fetch(`${nodes[0]!.url}/api/messages/${ticket}`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${stage.tokenOf(company)}`,
            'content-type': 'application/json',
            'idempotency-key': `lost ${n}`,
          },
          body: JSON.stringify({ body: `resposta perdida ${n}` }),
          signal: lost.signal,
        }).catch(() => {});
        await pause(n * 6);
        lost.abort();
        await asked;
        await insist(
          stage,
          company,
          nodes,
          'POST',
          `/messages/${ticket}`,
          { body: `resposta perdida ${n}` },
          `lost ${n}`,
        );
      }
      await drained(stage, [company]);
      const after = await judgeOutbound(stage, company);
      judge('OB-02').is('sends', after.sent, 9).is('at the phone', after.atPhones, 9).is('doubled', after.doubled, 0);
    },
  },
  {
    ids: ['OB-03'],
    what: 'kill -9 at many moments of the send path, on a channel that knows repeats and on one that does not',
    isQuick: true,
    wish: () => [{ lines: 1 }, { lines: 1 }],
    async run(scene) {
      const { stage, companies, size, random, judge } = scene;
      const rounds = size.isShort ? 2 : 5;
      for (const [index, name] of ['a', 'forgetful'].entries()) {
        const company = companies[index]!;
        const line = company.lines[0]!;
        const [node] = await stage.only(name);
        await stage.connect(company, node!);
        const talks = await tickets(stage, company, node!, line, 5);
        await stage.network.faults(line.account, { slowMs: 60 });
        for (let round = 0; round < rounds; round += 1) {
          const asked = talks.map((ticket) =>
            insist(
              stage,
              company,
              [node!],
              'POST',
              `/messages/${ticket}`,
              { body: `${name} ${round} ${ticket}` },
              `${name} ${round} ${ticket}`,
            ),
          );
          await pause(random.between(0, 250));
          await node!.kill();
          await stage.endLeases();
          await node!.up();
          await Promise.all(asked);
        }
        await stage.network.faults(line.account, { slowMs: 0 });
        await drained(stage, [company]);
        const out = await judgeOutbound(stage, company);
        const rows = await rowsOf(stage, company);
        const unsure = rows.filter((row) => row.delivery === 'unknown').length;
        const silent = rows.length - unsure - out.atPhones;
        judge('OB-03')
          .say(name === 'a' ? `${rounds} kills with idempotency` : `${rounds} kills without`)
          .is('sends', rows.length, rounds * talks.length)
          .is('doubled', out.doubled, 0)
          .atMost('silently lost', silent, 0)
          .atMost('unknown', unsure, name === 'a' ? 0 : rounds * talks.length);
      }
    },
  },
  {
    ids: ['OB-04', 'OB-05', 'OB-06'],
    what: 'no answer: the outcome is unknown, is settled by a receipt, or by a person',
    isQuick: true,
    wish: () => [{ lines: 1 }],
    async run({ stage, company, line, judge }) {
      const [node] = await stage.only('forgetful');
      await stage.connect(company, node!);
      const [ticket] = await tickets(stage, company, node!, line, 1);
      const calls = async () => (await sendsOf(stage, company)).length;

      await stage.network.faults(line.account, { sends: 'after-read', times: 1, receiptsDelayMs: 5000 });
      await say(stage, company, node!, ticket!, 'lida e sem resposta');
      const unknown = await becomes(stage, company, 'lida e sem resposta', (row) => row.delivery === 'unknown');
      judge('OB-04')
        .is('state', `${unknown.delivery} ${unknown.state}`, 'unknown unknown')
        .is('calls', await calls(), 1);
      const since = Date.now();
      const settled = await becomes(stage, company, 'lida e sem resposta', (row) => row.delivery === 'delivered');
      judge('OB-04').is('calls in the end', await calls(), 1);
      judge('OB-05')
        .is('state', `${settled.delivery} ${settled.state}`, 'delivered done')
        .is('provider id', settled.wid === null ? 'missing' : 'kept', 'kept')
        .say(`settled ${((Date.now() - since) / 1000).toFixed(1)} s later`);

      await stage.network.faults(line.account, { sends: 'before-read', times: 1, receiptsDelayMs: 0 });
      await say(stage, company, node!, ticket!, 'nem lida');
      const { id } = await becomes(stage, company, 'nem lida', (row) => row.delivery === 'unknown');
      const before = await calls();
      await pause(1500);
      const tried = (await calls()) - before;
      const listed = await stage.ask(company, node!, 'GET', '/deliveries?state=troubled');
      const shown = (await listed.json()) as {
        messages?: { id: number; mayResend: boolean }[];
      };
      const resent = await stage.ask(company, node!, 'POST', `/messages/${id}/resend`);
      await becomes(stage, company, 'nem lida', (row) => row.delivery === 'delivered');
      const out = await judgeOutbound(stage, company);
      judge('OB-06')
        .is('blind tries', tried, 0)
        .is(
          'shown to a person',
          shown.messages?.some((one) => one.id === id && one.mayResend)
            ? 'with resend'
            : `no: ${listed.status} ${JSON.stringify(shown)}`,
          'with resend',
        )
        .is('resend', resent.status, 200)
        .is('at the phone', out.atPhones, 2)
        .is('doubled', out.doubled, 0);
    },
  },
  {
    ids: ['OB-07'],
    what: 'slower, too late, no longer: 429, the closed window and a dead account',
    isQuick: true,
    wish: () => [{ lines: 1 }, { lines: 1 }],
    async run({ stage, companies, judge }) {
      const [node] = await stage.only('a');
      const [company, dying] = companies as [Company, Company];
      const line = company.lines[0]!;
      await stage.connect(company, node!);
      const talks = await tickets(stage, company, node!, line, 3);
      await stage.network.faults(line.account, { sends: 'busy', times: 1, retryAfterSeconds: 3 });
      await say(stage, company, node!, talks[0]!, 'devagar');
      const refused = await until(
        'the 429',
        () => sendsOf(stage, company),
        (calls) => calls.length === 1,
      );
      for (const ticket of talks.slice(1)) await say(stage, company, node!, ticket, `na pausa ${ticket}`);
      await drained(stage, [company]);
      const calls = await sendsOf(stage, company);
      const tooEarly = calls.filter(({ status, atMs }) => status !== 429 && atMs < refused[0]!.atMs + 2800).length;
      judge('OB-07')
        .is('calls during the pause of the account', tooEarly, 0)
        .is('sent after it', (await judgeOutbound(stage, company)).atPhones, 3);

      await stage.network.faults(line.account, { sends: 'refuse', refusal: 'window', times: 1 });
      await say(stage, company, node!, talks[0]!, 'fora da janela');
      const late = await becomes(stage, company, 'fora da janela', (row) => row.delivery === 'failed');
      judge('OB-07').is('window', `${late.state} ${late.failure}`, 'failed ERR_REPLY_WINDOW');

      const own = dying.lines[0]!;
      await stage.connect(dying, node!);
      const [mine, other] = await tickets(stage, dying, node!, own, 2);
      await stage.network.faults(own.account, { sends: 'refuse', refusal: 'dead' });
      await say(stage, dying, node!, mine!, 'conta morta');
      await becomes(stage, dying, 'conta morta', (row) => row.delivery === 'failed');
      const before = (await sendsOf(stage, dying)).length;
      await say(stage, dying, node!, other!, 'na conta morta');
      await say(stage, dying, node!, mine!, 'e mais uma');
      await pause(1500);
      const status = await stage.owner.query<{ status: string }>(
        'select status from connections where company_id = $1',
        [dying.id],
      );
      judge('OB-07')
        .is('dead account', status.rows[0]!.status, 'DISCONNECTED')
        .is('sends while it is', (await sendsOf(stage, dying)).length - before, 0);
      await stage.network.faults(own.account, { sends: 'fine' });
      await stage.connect(dying, node!);
      await drained(stage, [dying]);
      judge('OB-07').is('sent when it is back', (await judgeOutbound(stage, dying)).atPhones, 2);
    },
  },
  {
    ids: ['OB-08'],
    what: 'a hundred answers of one conversation, some of which fail on the way, through two servers',
    isQuick: true,
    wish: () => [{ lines: 1 }],
    async run({ stage, company, line, size, judge }) {
      const nodes = await stage.only('a', 'b');
      await stage.connect(company, nodes[0]!);
      const [ticket] = await tickets(stage, company, nodes[0]!, line, 1);
      const count = size.isShort ? 30 : 100;
      for (let n = 0; n < count; n += 1) {
        if (n % 25 === 2) await stage.network.faults(line.account, { sends: 'down', times: 1 });
        await insist(
          stage,
          company,
          [nodes[n % 2]!],
          'POST',
          `/messages/${ticket}`,
          { body: `parte ${n}` },
          `parte ${n}`,
        );
      }
      await drained(stage, [company]);
      const out = await judgeOutbound(stage, company);
      judge('OB-08')
        .is('sends', out.sent, count)
        .is('at the phone', out.atPhones, count)
        .is('inversions', out.inversions, 0)
        .is('doubled', out.doubled, 0);
    },
  },
  {
    ids: ['OB-09'],
    what: 'a server is stopped in the middle of a send, another takes it up, and the first one wakes',
    isQuick: true,
    wish: () => [{ lines: 1 }],
    async run(scene: Scene) {
      const { stage, company, line, judge } = scene;
      const [late] = await stage.only('a');
      await stage.connect(company, late!);
      const [ticket] = await tickets(stage, company, late!, line, 1);
      await stage.network.faults(line.account, { slowMs: 1500 });
      await say(stage, company, late!, ticket!, 'no meio do caminho');
      await becomes(stage, company, 'no meio do caminho', (row) => row.state === 'sending');
      await pause(300);
      late!.process().signal('SIGSTOP');
      try {
        // As if the minute of the lease had gone by.
        await stage.endLeases();
        await stage.node('b');
        await becomes(stage, company, 'no meio do caminho', (row) => row.state === 'done');
      } finally {
        late!.process().signal('SIGCONT');
      }
      await stage.network.faults(line.account, { slowMs: 0 });
      await say(stage, company, late!, ticket!, 'e a seguinte');
      await becomes(stage, company, 'e a seguinte', (row) => row.state === 'done');
      await pause(2000);
      await drained(stage, [company]);
      const out = await judgeOutbound(stage, company);
      const { rows } = await stage.owner.query<{ n: number }>(
        `select count(*)::int as n from message_receipts r join messages m on m.company_id = r.company_id and m.id = r.message_id
          where m.company_id = $1 and m.body = 'no meio do caminho' and r.told = 'accepted'`,
        [company.id],
      );
      judge('OB-09')
        .is('sends', out.sent, 2)
        .is('at the phone', out.atPhones, 2)
        .is('doubled', out.doubled, 0)
        .is('results believed', rows[0]!.n, 1);
    },
  },
];
