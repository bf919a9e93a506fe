/** The way out through Meta's channels (OB, CR-10): not idempotent, so what is unsure is never repeated blindly. */
import type { Mishap } from '../../packages/graph-simulator/src/mishaps.ts';
import {
  answersOf,
  compareAnswers,
  graphTickets,
  personsOf,
  ringAt,
  takenIn,
  type Answer,
  type GraphPerson,
} from './graph-people.ts';
import { drained } from './judge.ts';
import { insist, type Scenario } from './scenario.ts';
import type { Company, Node, Stage } from './stage.ts';
import { inParallel, pause, quantile, until } from './waiting.ts';

const say = (stage: Stage, company: Company, at: Node, ticket: number, body: string) =>
  stage.ask(company, at, 'POST', `/messages/${ticket}`, { body });
const becomes = (stage: Stage, company: Company, body: string, isSo: (row: Answer) => boolean, withinMs = 30_000) =>
  until(
    `«${body}» to get there`,
    async () => (await answersOf(stage, company)).find((row) => row.body === body),
    (row) => row !== undefined && isSo(row),
    { withinMs },
  ).then((row) => row!);
/** Without read marks and typing, which no customer sees as words. */
const sendsOf = async (stage: Stage, { line }: GraphPerson, after = 0) =>
  (await stage.graph.control.received({ accountId: line.accountId, call: 'messages', after })).filter(
    ({ isSign }) => !isSign,
  );

export const graphOutgoing: Scenario[] = [
  {
    ids: ['OB-04', 'OB-05', 'OB-06'],
    what: 'Graph: no answer: unknown, settled by a status or an echo that names our correlation, or by a person',
    isQuick: true,
    on: 'graph',
    wish: () => [{ lines: 0, official: { numbers: 1, pages: 1 } }],
    async run({ stage, company, judge }) {
      const [node] = await stage.only('forgetful');
      const { control } = stage.graph;
      await ringAt(stage, node!);
      for (const line of company.official) {
        const [one] = personsOf(line, 1);
        const [ticket] = await graphTickets(stage, company, node!, [one!]);
        const calls = async () =>
          (await sendsOf(stage, one!)).filter(({ messageId }) => messageId !== undefined).length;
        const told = (text: string) => `${text} ${line.kind}`;
        const about = { accountId: line.accountId, call: 'messages', to: one!.person.id };
        const isWhatsApp = line.kind === 'whatsappapi';
        // On pages the echo settles it; it comes once nobody waits for the answer any more.
        await control.statuses(line.accountId, { upTo: 'none', delayMs: isWhatsApp ? 0 : 4000 });
        await control.mishap(about, 'silent-after');
        await say(stage, company, node!, ticket!, told('lida e sem resposta'));
        const unknown = await becomes(
          stage,
          company,
          told('lida e sem resposta'),
          ({ delivery }) => delivery === 'unknown',
        );
        judge('OB-04')
          .say(line.kind)
          .is('state', `${unknown.delivery} ${unknown.state}`, 'unknown unknown')
          .is('calls', await calls(), 1);
        const [reached] = await control.inbox(line.accountId, one!.person.id);
        if (isWhatsApp) await control.status(reached!.messageId, 'delivered');
        const settled = await becomes(stage, company, told('lida e sem resposta'), ({ state }) => state === 'done');
        judge('OB-05')
          .say(line.kind)
          .is('settled', settled.delivery === 'unknown' ? 'no' : 'yes', 'yes')
          .is('provider id', settled.wid === reached!.messageId ? 'kept' : `${settled.wid}`, 'kept')
          .is('calls in the end', await calls(), 1);

        await control.statuses(line.accountId, { upTo: 'none' });
        await control.mishap(about, 'silent-before');
        await say(stage, company, node!, ticket!, told('nem lida'));
        const { id } = await becomes(stage, company, told('nem lida'), ({ delivery }) => delivery === 'unknown');
        const before = (await sendsOf(stage, one!)).length;
        await pause(1500);
        const tried = (await sendsOf(stage, one!)).length - before;
        const listed = await stage.ask(company, node!, 'GET', '/deliveries?state=troubled');
        const shown = (await listed.json()) as { messages?: { id: number; mayResend: boolean }[] };
        const resent = await stage.ask(company, node!, 'POST', `/messages/${id}/resend`);
        await becomes(stage, company, told('nem lida'), ({ state }) => state === 'done');
        judge('OB-06')
          .say(line.kind)
          .is('blind tries', tried, 0)
          .is(
            'shown',
            shown.messages?.some((row) => row.id === id && row.mayResend) ? 'with resend' : 'no',
            'with resend',
          )
          .is('resend', resent.status, 200)
          .is('reached', (await control.inbox(line.accountId, one!.person.id)).length, 2);
      }
    },
  },
  {
    ids: ['OB-07'],
    what: 'Graph: 429, 130429, 131056, the closed window, 500 and a dead token',
    isQuick: true,
    on: 'graph',
    wish: () => [
      { lines: 0, official: { numbers: 1, pages: 0 } },
      { lines: 0, official: { numbers: 1, pages: 0 } },
    ],
    async run({ stage, companies, size, judge }) {
      const [node] = await stage.only('a');
      const [company, dying] = companies as [Company, Company];
      const { control } = stage.graph;
      await ringAt(stage, node!);
      const people = personsOf(company.official[0]!, 3);
      const [ada, bia] = people as [GraphPerson, GraphPerson];
      const talks = await graphTickets(stage, company, node!, people);
      const { accountId } = ada.line;
      const during = async (mishap: Mishap, restMs: number, name: string) => {
        const from = (await sendsOf(stage, ada)).at(-1)?.seq ?? 0;
        await control.mishap({ accountId, call: 'messages' }, mishap);
        await say(stage, company, node!, talks[0]!, `${name} 0`);
        const [refused] = await until(
          `the ${name}`,
          () => sendsOf(stage, ada, from),
          (calls) => calls.length > 0,
        );
        for (const [n, ticket] of talks.slice(1).entries())
          await say(stage, company, node!, ticket, `${name} ${n + 1}`);
        await drained(stage, [company]);
        const calls = await sendsOf(stage, ada, refused!.seq);
        // By itself, and not with the sweep of the next minute.
        const back = Math.max(...calls.map(({ at }) => Date.parse(at))) - Date.parse(refused!.at);
        judge('OB-07').atMost(`${name}: all gone after`, back, 15_000, ' ms');
        return calls.filter(({ at }) => Date.parse(at) < Date.parse(refused!.at) + restMs).length;
      };
      judge('OB-07').is(
        'calls in the pause of a 429',
        await during({ status: 429, retryAfterSeconds: 2 }, 1900, 'devagar'),
        0,
      );
      judge('OB-07').is('calls in the pause of a 130429', await during({ code: 130429 }, 1000, 'cheio'), 0);

      await control.mishap({ accountId, to: ada.person.id, call: 'messages' }, { code: 131056 });
      await say(stage, company, node!, talks[0]!, 'par 0');
      await until(
        'the pair limit',
        () => sendsOf(stage, ada),
        (calls) => calls.at(-1)?.errorCode === 131056,
      );
      const since = Date.now();
      await say(stage, company, node!, talks[1]!, 'par 1');
      await becomes(stage, company, 'par 1', ({ state }) => state === 'done');
      judge('OB-07').atMost('another person meanwhile after', Date.now() - since, 3000, ' ms');
      const early = (await sendsOf(stage, ada)).filter(
        ({ to, at }) => to === ada.person.id && Date.parse(at) > since,
      ).length;
      judge('OB-07').is('tries of the pair meanwhile', early, 0);
      if (size.isShort) {
        // Its time has come, and somebody who says more wakes its line.
        await stage.owner.query(`update outbox set not_before = now() where company_id = $1 and state = 'queued'`, [
          company.id,
        ]);
        await say(stage, company, node!, talks[0]!, 'par 2');
      }

      for (const code of [131047, 470]) {
        await control.mishap({ accountId, to: bia.person.id, call: 'messages' }, { code });
        await say(stage, company, node!, talks[1]!, `fora da janela ${code}`);
        const late = await becomes(stage, company, `fora da janela ${code}`, ({ delivery }) => delivery === 'failed');
        judge('OB-07').is(`${code}`, `${late.state} ${late.failure}`, 'failed ERR_REPLY_WINDOW');
      }
      await control.mishap({ accountId, to: bia.person.id, call: 'messages' }, { status: 500 });
      await say(stage, company, node!, talks[1]!, 'com 500');
      await drained(stage, [company]);
      const out = await compareAnswers(stage, company, people);
      judge('OB-07').is('lost', out.lost, 0).is('doubled', out.doubled, 0).is('overtaken', out.inversions, 0);

      const [eva] = personsOf(dying.official[0]!, 1);
      const [mine] = await graphTickets(stage, dying, node!, [eva!]);
      const own = eva!.line;
      await control.mishap({ accountId: own.accountId }, { code: 190 }, { share: 1 });
      await say(stage, dying, node!, mine!, 'conta morta');
      await becomes(stage, dying, 'conta morta', ({ delivery }) => delivery === 'failed');
      const before = (await sendsOf(stage, eva!)).length;
      await say(stage, dying, node!, mine!, 'na conta morta');
      await pause(1200);
      const { rows } = await stage.owner.query<{ status: string }>(
        'select status from connections where id = $1 and company_id = $2',
        [own.connectionId, dying.id],
      );
      judge('OB-07')
        .is('dead token', rows[0]!.status, 'DISCONNECTED')
        .is('sends while it is', (await sendsOf(stage, eva!)).length - before, 0);
      await control.clearMishaps();
      await stage.ask(dying, node!, 'POST', `/whatsapp/${own.connectionId}/check`);
      await drained(stage, [dying]);
      judge('OB-07').is('sent when it is back', (await control.inbox(own.accountId, eva!.person.id)).length, 1);
    },
  },
  {
    ids: ['CR-10'],
    what: 'Graph: one account misbehaves in every way while another works',
    isQuick: true,
    on: 'graph',
    wish: () => [{ lines: 0, official: { numbers: 2, pages: 0 } }],
    async run({ stage, company, size, judge }) {
      const [node] = await stage.only('forgetful');
      const { control } = stage.graph;
      await ringAt(stage, node!);
      const [ill, well] = company.official;
      const count = size.isShort ? 5 : 20;
      const sick = personsOf(ill!, count);
      const sound = personsOf(well!, count);
      const talks = {
        ill: await graphTickets(stage, company, node!, sick),
        well: await graphTickets(stage, company, node!, sound),
      };
      const quick: Mishap[] = [
        { status: 503 },
        { status: 429, retryAfterSeconds: 1 },
        { code: 131016 },
        'reset-after',
        'garbage',
      ];
      const slow: Mishap[] = [
        { status: 500 },
        'closed-before',
        'silent-after',
        'silent-before',
        'trickle',
        'garbage-after',
      ];
      const delays = { alone: [] as number[], beside: [] as number[] };
      const answer = async (where: keyof typeof delays, name: string) => {
        for (const ticket of talks.well) {
          const since = Date.now();
          const text = `${name} bem ${ticket}`;
          await insist(stage, company, [node!], 'POST', `/messages/${ticket}`, { body: text }, text);
          await becomes(stage, company, text, ({ delivery }) => delivery !== 'queued' && delivery !== 'sending');
          delays[where].push(Date.now() - since);
        }
      };
      await answer('alone', 'antes');
      for (const [n, mishap] of (size.isShort ? quick : [...quick, ...slow]).entries()) {
        await control.mishap({ accountId: ill!.accountId }, mishap, { share: 1 });
        await inParallel(talks.ill, 8, (ticket) =>
          insist(
            stage,
            company,
            [node!],
            'POST',
            `/messages/${ticket}`,
            { body: `mal ${n} ${ticket}` },
            `ill ${n} ${ticket}`,
          ),
        );
        await answer('beside', `falha ${n}`);
        await control.clearMishaps();
      }
      // Tries that failed wait longer and longer; in the play their time has come.
      const helped = setInterval(
        () =>
          void stage.owner
            .query(
              `update outbox set not_before = now() where company_id = ${company.id} and state = 'queued';
               update connections set paused_until = null where company_id = ${company.id}`,
            )
            .catch(() => {}),
        500,
      );
      try {
        await drained(stage, [company], 150_000);
      } finally {
        clearInterval(helped);
      }
      await takenIn(stage, [company]);
      const out = await compareAnswers(stage, company, [...sick, ...sound]);
      const [alone, beside] = [quantile(delays.alone, 0.99), quantile(delays.beside, 0.99)];
      judge('CR-10')
        .say(`${out.answers} answers, ${out.unsure} of them unsure`)
        .is('lost', out.lost, 0)
        .is('doubled', out.doubled, 0)
        .is('overtaken', out.inversions, 0)
        .is('unsettled', out.unsettled, 0)
        .say(`the other account’s p99 alone ${alone} ms`)
        .atMost('beside', beside, Math.max(2 * alone, alone + 1000), ' ms');
    },
  },
];
