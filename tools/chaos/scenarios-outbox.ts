/** Sending (OB): each answer reaches the phone once, whatever happens to the sending server. */
import { drained, compareSent } from './compare.ts';
import { requestUntilAnswered, sendUntilAnswered, type Scenario, type ScenarioContext } from './scenario.ts';
import { openTickets } from './agents.ts';
import type { Company } from './companies.ts';
import type { Environment } from './environment.ts';
import type { Node } from './nodes.ts';
import { inParallel, pause, until, untilMessage } from './wait.ts';

interface Row {
  id: number;
  body: string;
  delivery: string;
  failure: string | null;
  wid: string | null;
  ack: number;
  state: string;
}
const rowsOf = async (environment: Environment, company: Company): Promise<Row[]> =>
  (
    await environment.owner.query<Row>(
      `select m.id::float8 as id, m.body, m.delivery, m.failure_code as failure, m.wid, m.ack, o.state from messages m
         join outbox o on o.company_id = m.company_id and o.message_id = m.id and o.act = 'send'
        where m.company_id = $1 and m.from_me order by m.id`,
      [company.id],
    )
  ).rows;
const sendsOf = async ({ network }: Environment, company: Company) => {
  const calls = [];
  for (const { account } of company.connections)
    for (const entry of await network.journal(account))
      if (entry.type === 'call' && entry.does === 'send') calls.push(entry);
  return calls;
};
const send = (environment: Environment, company: Company, at: Node, ticket: number, body: string, key?: string) =>
  environment.request(
    company,
    at,
    'POST',
    `/messages/${ticket}`,
    { body },
    key === undefined ? {} : { 'idempotency-key': key },
  );
const becomes = (environment: Environment, company: Company, ...expected: [string, (row: Row) => boolean, number?]) =>
  untilMessage(() => rowsOf(environment, company), ...expected);

export const outgoing: Scenario[] = [
  {
    ids: ['OB-01', 'OB-02'],
    title: 'repeated sends: the same key, two tabs, a lost response, fifty at once',
    isQuick: true,
    setup: () => [{ connections: 1 }],
    async run({ environment, company, connection, check }) {
      const nodes = await environment.only('a', 'b');
      await environment.connect(company, nodes[0]!);
      const [ticket] = await openTickets(environment, company, nodes[0]!, connection, 1);
      const statuses: number[] = [];
      const note = (answer: Response) => void statuses.push(answer.status);
      note(await send(environment, company, nodes[0]!, ticket!, 'uma vez', 'k1'));
      note(await send(environment, company, nodes[0]!, ticket!, 'uma vez', 'k1'));
      const other = await send(environment, company, nodes[0]!, ticket!, 'outro corpo', 'k1');
      await inParallel(
        Array.from({ length: 50 }, (_, n) => n),
        50,
        async (n) => note(await send(environment, company, nodes[n % 2]!, ticket!, 'cinquenta de uma vez', 'k2')),
      );
      const program = (body: string, key: string, node: Node) =>
        fetch(`${node.url}/api/messages/send`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${connection.apiToken}`,
            'content-type': 'application/json',
            'idempotency-key': key,
          },
          body: JSON.stringify({ number: '5511990000999', body }),
        });
      const first = await program('do programa', 'p1', nodes[0]!);
      const again = await program('do programa', 'p1', nodes[1]!);
      const [firstBody, secondBody] = [await first.text(), await again.text()];
      await drained(environment, [company]);
      const sends = await compareSent(environment, company);
      check('OB-01')
        .is('answered neither 200 nor 409', statuses.filter((status) => status !== 200 && status !== 409).length, 0)
        .is(
          'same key with another body',
          other.status === 409 || other.status === 422 ? 'refused' : `answered ${other.status}`,
          'refused',
        )
        .is(
          'API request repeated',
          `${first.status} ${again.status} ${firstBody === secondBody ? 'same' : 'different'}`,
          '200 200 same',
        )
        .is('sends', sends.sent, 3)
        .is('doubled', sends.doubled, 0);

      // A double click, two tabs on two servers, and a response that was lost.
      await Promise.all([
        send(environment, company, nodes[0]!, ticket!, 'duas abas', 'k3'),
        send(environment, company, nodes[1]!, ticket!, 'duas abas', 'k3'),
      ]);
      for (let n = 0; n < 5; n += 1) {
        const lost = new AbortController();
        const request = fetch(`${nodes[0]!.url}/api/messages/${ticket}`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${environment.tokenOf(company)}`,
            'content-type': 'application/json',
            'idempotency-key': `lost ${n}`,
          },
          body: JSON.stringify({ body: `resposta perdida ${n}` }),
          signal: lost.signal,
        }).catch(() => {});
        await pause(n * 6);
        lost.abort();
        await request;
        await sendUntilAnswered(environment, company, nodes, ticket!, `resposta perdida ${n}`, `lost ${n}`);
      }
      await drained(environment, [company]);
      const after = await compareSent(environment, company);
      check('OB-02').is('sends', after.sent, 9).is('at the phone', after.atPhones, 9).is('doubled', after.doubled, 0);
    },
  },
  {
    ids: ['OB-03'],
    title: 'the server is killed at many moments of a send, on a channel with idempotency and on one without',
    isQuick: true,
    setup: () => [{ connections: 1 }, { connections: 1 }],
    async run(context) {
      const { environment, companies, size, random, check } = context;
      const rounds = size.isShort ? 2 : 5;
      for (const [index, name] of ['a', 'non-idempotent'].entries()) {
        const company = companies[index]!;
        const connection = company.connections[0]!;
        const [node] = await environment.only(name);
        await environment.connect(company, node!);
        const talks = await openTickets(environment, company, node!, connection, 5);
        await environment.network.faults(connection.account, { slowMs: 60 });
        for (let round = 0; round < rounds; round += 1) {
          const requests = talks.map((ticket) =>
            sendUntilAnswered(
              environment,
              company,
              [node!],
              ticket,
              `${name} ${round} ${ticket}`,
              `${name} ${round} ${ticket}`,
            ),
          );
          await pause(random.between(0, 250));
          await node!.kill();
          await environment.endLeases();
          await node!.up();
          await Promise.all(requests);
        }
        await environment.network.faults(connection.account, { slowMs: 0 });
        await drained(environment, [company]);
        const out = await compareSent(environment, company);
        const rows = await rowsOf(environment, company);
        const unsure = rows.filter((row) => row.delivery === 'unknown').length;
        const silent = rows.length - unsure - out.atPhones;
        check('OB-03')
          .figure(name === 'a' ? `${rounds} kills with idempotency` : `${rounds} kills without`)
          .is('sends', rows.length, rounds * talks.length)
          .is('doubled', out.doubled, 0)
          .atMost('silently lost', silent, 0)
          .atMost('unknown', unsure, name === 'a' ? 0 : rounds * talks.length);
      }
    },
  },
  {
    ids: ['OB-04', 'OB-05', 'OB-06'],
    title: 'a send without a response is unknown until a receipt or an agent settles it',
    isQuick: true,
    setup: () => [{ connections: 1 }],
    async run({ environment, company, connection, check }) {
      const [node] = await environment.only('non-idempotent');
      await environment.connect(company, node!);
      const [ticket] = await openTickets(environment, company, node!, connection, 1);
      const calls = async () => (await sendsOf(environment, company)).length;

      await environment.network.faults(connection.account, { sends: 'after-read', times: 1, receiptsDelayMs: 5000 });
      await send(environment, company, node!, ticket!, 'lida e sem resposta');
      const unknown = await becomes(environment, company, 'lida e sem resposta', (row) => row.delivery === 'unknown');
      check('OB-04')
        .is('state', `${unknown.delivery} ${unknown.state}`, 'unknown unknown')
        .is('calls', await calls(), 1);
      const since = Date.now();
      const settled = await becomes(environment, company, 'lida e sem resposta', (row) => row.delivery === 'delivered');
      check('OB-04').is('calls in total', await calls(), 1);
      check('OB-05')
        .is('state', `${settled.delivery} ${settled.state}`, 'delivered done')
        .is('provider id', settled.wid === null ? 'missing' : 'kept', 'kept')
        .figure(`settled ${((Date.now() - since) / 1000).toFixed(1)} s later`);

      await environment.network.faults(connection.account, { sends: 'before-read', times: 1, receiptsDelayMs: 0 });
      await send(environment, company, node!, ticket!, 'nem lida');
      const { id } = await becomes(environment, company, 'nem lida', (row) => row.delivery === 'unknown');
      const before = await calls();
      await pause(1500);
      const tried = (await calls()) - before;
      const listed = await environment.request(company, node!, 'GET', '/deliveries?state=troubled');
      const list = (await listed.json()) as {
        messages?: { id: number; mayResend: boolean }[];
      };
      const resent = await environment.request(company, node!, 'POST', `/messages/${id}/resend`);
      await becomes(environment, company, 'nem lida', (row) => row.delivery === 'delivered');
      const out = await compareSent(environment, company);
      check('OB-06')
        .is('automatic retries', tried, 0)
        .is(
          'listed for agents',
          list.messages?.some((message) => message.id === id && message.mayResend)
            ? 'with resend'
            : `no: ${listed.status} ${JSON.stringify(list)}`,
          'with resend',
        )
        .is('resend', resent.status, 200)
        .is('at the phone', out.atPhones, 2)
        .is('doubled', out.doubled, 0);
    },
  },
  {
    ids: ['OB-07'],
    title: '429, the closed 24-hour window and a disconnected account',
    isQuick: true,
    setup: () => [{ connections: 1 }, { connections: 1 }],
    async run({ environment, companies, check }) {
      const [node] = await environment.only('a');
      const [company, dying] = companies as [Company, Company];
      const connection = company.connections[0]!;
      await environment.connect(company, node!);
      const talks = await openTickets(environment, company, node!, connection, 3);
      await environment.network.faults(connection.account, { sends: 'busy', times: 1, retryAfterSeconds: 3 });
      await send(environment, company, node!, talks[0]!, 'devagar');
      const rateLimited = await until(
        'the call answered 429',
        () => sendsOf(environment, company),
        (calls) => calls.length === 1,
      );
      for (const ticket of talks.slice(1)) await send(environment, company, node!, ticket, `na pausa ${ticket}`);
      await drained(environment, [company]);
      const calls = await sendsOf(environment, company);
      const tooEarly = calls.filter(({ status, atMs }) => status !== 429 && atMs < rateLimited[0]!.atMs + 2800).length;
      check('OB-07')
        .is('calls during the pause of the account', tooEarly, 0)
        .is('sent after the pause', (await compareSent(environment, company)).atPhones, 3);

      await environment.network.faults(connection.account, { sends: 'refuse', refusal: 'window', times: 1 });
      await send(environment, company, node!, talks[0]!, 'fora da janela');
      const late = await becomes(environment, company, 'fora da janela', (row) => row.delivery === 'failed');
      check('OB-07').is('window', `${late.state} ${late.failure}`, 'failed ERR_REPLY_WINDOW');

      const own = dying.connections[0]!;
      await environment.connect(dying, node!);
      const [firstTicket, other] = await openTickets(environment, dying, node!, own, 2);
      await environment.network.faults(own.account, { sends: 'refuse', refusal: 'dead' });
      await send(environment, dying, node!, firstTicket!, 'conta morta');
      await becomes(environment, dying, 'conta morta', (row) => row.delivery === 'failed');
      const before = (await sendsOf(environment, dying)).length;
      await send(environment, dying, node!, other!, 'na conta morta');
      await send(environment, dying, node!, firstTicket!, 'e mais uma');
      await pause(1500);
      const status = await environment.owner.query<{ status: string }>(
        'select status from connections where company_id = $1',
        [dying.id],
      );
      check('OB-07')
        .is('status of the rejected account', status.rows[0]!.status, 'DISCONNECTED')
        .is('sends while it is rejected', (await sendsOf(environment, dying)).length - before, 0);
      await environment.network.faults(own.account, { sends: 'fine' });
      await environment.connect(dying, node!);
      await drained(environment, [dying]);
      check('OB-07').is('sent after it is accepted again', (await compareSent(environment, dying)).atPhones, 2);
    },
  },
  {
    ids: ['OB-08'],
    title: 'a hundred answers of one conversation through two servers, with some failed calls',
    isQuick: true,
    setup: () => [{ connections: 1 }],
    async run({ environment, company, connection, size, check }) {
      const nodes = await environment.only('a', 'b');
      await environment.connect(company, nodes[0]!);
      const [ticket] = await openTickets(environment, company, nodes[0]!, connection, 1);
      const count = size.isShort ? 30 : 100;
      for (let n = 0; n < count; n += 1) {
        if (n % 25 === 2) await environment.network.faults(connection.account, { sends: 'down', times: 1 });
        await requestUntilAnswered(
          environment,
          company,
          [nodes[n % 2]!],
          'POST',
          `/messages/${ticket}`,
          { body: `parte ${n}` },
          `parte ${n}`,
        );
      }
      await drained(environment, [company]);
      const out = await compareSent(environment, company);
      check('OB-08')
        .is('sends', out.sent, count)
        .is('at the phone', out.atPhones, count)
        .is('out of order', out.inversions, 0)
        .is('doubled', out.doubled, 0);
    },
  },
  {
    ids: ['OB-09'],
    title: 'a server is paused during a send, another server takes the send over, and the first one continues',
    isQuick: true,
    setup: () => [{ connections: 1 }],
    async run(context: ScenarioContext) {
      const { environment, company, connection, check } = context;
      const [late] = await environment.only('a');
      await environment.connect(company, late!);
      const [ticket] = await openTickets(environment, company, late!, connection, 1);
      await environment.network.faults(connection.account, { slowMs: 1500 });
      await send(environment, company, late!, ticket!, 'no meio do caminho');
      await becomes(environment, company, 'no meio do caminho', (row) => row.state === 'sending');
      await pause(300);
      late!.process().signal('SIGSTOP');
      try {
        // As if the minute of the lease had passed.
        await environment.endLeases();
        await environment.node('b');
        await becomes(environment, company, 'no meio do caminho', (row) => row.state === 'done');
      } finally {
        late!.process().signal('SIGCONT');
      }
      await environment.network.faults(connection.account, { slowMs: 0 });
      await send(environment, company, late!, ticket!, 'e a seguinte');
      await becomes(environment, company, 'e a seguinte', (row) => row.state === 'done');
      await pause(2000);
      await drained(environment, [company]);
      const out = await compareSent(environment, company);
      const { rows } = await environment.owner.query<{ n: number }>(
        `select count(*)::int as n from message_receipts r join messages m on m.company_id = r.company_id and m.id = r.message_id
          where m.company_id = $1 and m.body = 'no meio do caminho' and r.told = 'accepted'`,
        [company.id],
      );
      check('OB-09')
        .is('sends', out.sent, 2)
        .is('at the phone', out.atPhones, 2)
        .is('doubled', out.doubled, 0)
        .is('accepted results', rows[0]!.n, 1);
    },
  },
];
