/** Sending through Meta channels (OB, CR-10): not idempotent, so an uncertain send is never repeated blindly. */
import type { Fault } from '../../packages/graph-simulator/src/faults.ts';
import {
  answersOf,
  compareAnswers,
  graphTickets,
  createGraphCustomers,
  pointWebhooksAt,
  waitUntilProcessed,
  type Answer,
  type GraphCustomer,
} from './graph-customers.ts';
import { drained } from './compare.ts';
import { sendUntilAnswered, type Scenario } from './scenario.ts';
import type { Company } from './companies.ts';
import type { Environment } from './environment.ts';
import type { Node } from './nodes.ts';
import { withRetriesDue } from './retries.ts';
import { inParallel, pause, quantile, until, untilMessage } from './wait.ts';

const send = (environment: Environment, company: Company, at: Node, ticket: number, body: string) =>
  environment.request(company, at, 'POST', `/messages/${ticket}`, { body });
const becomes = (
  environment: Environment,
  company: Company,
  ...expected: [string, (row: Answer) => boolean, number?]
) => untilMessage(() => answersOf(environment, company), ...expected);
/** Without read receipts and typing indicators, which are not messages to the customer. */
const sendsOf = async (environment: Environment, { account }: GraphCustomer, after = 0) =>
  (await environment.graph.control.received({ accountId: account.accountId, call: 'messages', after })).filter(
    ({ isSign }) => !isSign,
  );

export const graphOutgoing: Scenario[] = [
  {
    ids: ['OB-04', 'OB-05', 'OB-06'],
    title:
      'Graph: a send without a response is unknown until a status or an echo with our correlation id settles it, or an agent',
    isQuick: true,
    on: 'graph',
    setup: () => [{ connections: 0, metaAccounts: { numbers: 1, pages: 1 } }],
    async run({ environment, company, check }) {
      const [node] = await environment.only('non-idempotent');
      const { control } = environment.graph;
      await pointWebhooksAt(environment, node!);
      for (const account of company.metaAccounts) {
        const [customer] = createGraphCustomers(account, 1);
        const [ticket] = await graphTickets(environment, company, node!, [customer!]);
        const calls = async () =>
          (await sendsOf(environment, customer!)).filter(({ messageId }) => messageId !== undefined).length;
        const textFor = (text: string) => `${text} ${account.kind}`;
        const about = { accountId: account.accountId, call: 'messages', to: customer!.contact.id };
        const isWhatsApp = account.kind === 'whatsappapi';
        // On pages the echo settles the send; it arrives after the request has timed out.
        await control.statuses(account.accountId, { upTo: 'none', delayMs: isWhatsApp ? 0 : 4000 });
        await control.injectFault(about, 'silent-after');
        await send(environment, company, node!, ticket!, textFor('lida e sem resposta'));
        const unknown = await becomes(
          environment,
          company,
          textFor('lida e sem resposta'),
          ({ delivery }) => delivery === 'unknown',
        );
        check('OB-04')
          .figure(account.kind)
          .is('state', `${unknown.delivery} ${unknown.state}`, 'unknown unknown')
          .is('calls', await calls(), 1);
        const [delivered] = await control.inbox(account.accountId, customer!.contact.id);
        if (isWhatsApp) await control.status(delivered!.messageId, 'delivered');
        const settled = await becomes(
          environment,
          company,
          textFor('lida e sem resposta'),
          ({ state }) => state === 'done',
        );
        check('OB-05')
          .figure(account.kind)
          .is('settled', settled.delivery === 'unknown' ? 'no' : 'yes', 'yes')
          .is('provider id', settled.wid === delivered!.messageId ? 'kept' : `${settled.wid}`, 'kept')
          .is('calls in total', await calls(), 1);

        await control.statuses(account.accountId, { upTo: 'none' });
        await control.injectFault(about, 'silent-before');
        await send(environment, company, node!, ticket!, textFor('nem lida'));
        const { id } = await becomes(
          environment,
          company,
          textFor('nem lida'),
          ({ delivery }) => delivery === 'unknown',
        );
        const before = (await sendsOf(environment, customer!)).length;
        await pause(1500);
        const tried = (await sendsOf(environment, customer!)).length - before;
        const listed = await environment.request(company, node!, 'GET', '/deliveries?state=troubled');
        const list = (await listed.json()) as { messages?: { id: number; mayResend: boolean }[] };
        const resent = await environment.request(company, node!, 'POST', `/messages/${id}/resend`);
        await becomes(environment, company, textFor('nem lida'), ({ state }) => state === 'done');
        check('OB-06')
          .figure(account.kind)
          .is('automatic retries', tried, 0)
          .is(
            'shown',
            list.messages?.some((row) => row.id === id && row.mayResend) ? 'with resend' : 'no',
            'with resend',
          )
          .is('resend', resent.status, 200)
          .is('reached', (await control.inbox(account.accountId, customer!.contact.id)).length, 2);
      }
    },
  },
  {
    ids: ['OB-07'],
    title: 'Graph: 429, 130429, 131056, the closed window, 500 and a revoked token',
    isQuick: true,
    on: 'graph',
    setup: () => [
      { connections: 0, metaAccounts: { numbers: 1, pages: 0 } },
      { connections: 0, metaAccounts: { numbers: 1, pages: 0 } },
    ],
    async run({ environment, companies, size, check }) {
      const [node] = await environment.only('a');
      const [company, dying] = companies as [Company, Company];
      const { control } = environment.graph;
      await pointWebhooksAt(environment, node!);
      const customers = createGraphCustomers(company.metaAccounts[0]!, 3);
      const [ada, bia] = customers as [GraphCustomer, GraphCustomer];
      const talks = await graphTickets(environment, company, node!, customers);
      const { accountId } = ada.account;
      const during = async (fault: Fault, pauseMs: number, name: string) => {
        const from = (await sendsOf(environment, ada)).at(-1)?.seq ?? 0;
        await control.injectFault({ accountId, call: 'messages' }, fault);
        await send(environment, company, node!, talks[0]!, `${name} 0`);
        const [rateLimited] = await until(
          `the call with the fault ${name}`,
          () => sendsOf(environment, ada, from),
          (calls) => calls.length > 0,
        );
        for (const [n, ticket] of talks.slice(1).entries())
          await send(environment, company, node!, ticket, `${name} ${n + 1}`);
        await drained(environment, [company]);
        const calls = await sendsOf(environment, ada, rateLimited!.seq);
        // Recovered on its own, not by the sweep of the next minute.
        const recoveryMs = Math.max(...calls.map(({ at }) => Date.parse(at))) - Date.parse(rateLimited!.at);
        check('OB-07').atMost(`${name}: all sent after`, recoveryMs, 15_000, ' ms');
        return calls.filter(({ at }) => Date.parse(at) < Date.parse(rateLimited!.at) + pauseMs).length;
      };
      check('OB-07').is(
        'calls during the pause after a 429',
        await during({ status: 429, retryAfterSeconds: 2 }, 1900, 'devagar'),
        0,
      );
      check('OB-07').is('calls during the pause after a 130429', await during({ code: 130429 }, 1000, 'cheio'), 0);

      await control.injectFault({ accountId, to: ada.contact.id, call: 'messages' }, { code: 131056 });
      await send(environment, company, node!, talks[0]!, 'par 0');
      await until(
        'the call with the pair rate limit',
        () => sendsOf(environment, ada),
        (calls) => calls.at(-1)?.errorCode === 131056,
      );
      const since = Date.now();
      await send(environment, company, node!, talks[1]!, 'par 1');
      await becomes(environment, company, 'par 1', ({ state }) => state === 'done');
      check('OB-07').atMost('another contact meanwhile after', Date.now() - since, 3000, ' ms');
      const early = (await sendsOf(environment, ada)).filter(
        ({ to, at }) => to === ada.contact.id && Date.parse(at) > since,
      ).length;
      check('OB-07').is('calls of the pair meanwhile', early, 0);
      if (size.isShort) {
        // The queued send is made due, and a further message in the same conversation wakes the sender.
        await environment.owner.query(
          `update outbox set not_before = now() where company_id = $1 and state = 'queued'`,
          [company.id],
        );
        await send(environment, company, node!, talks[0]!, 'par 2');
      }

      for (const code of [131047, 470]) {
        await control.injectFault({ accountId, to: bia.contact.id, call: 'messages' }, { code });
        await send(environment, company, node!, talks[1]!, `fora da janela ${code}`);
        const late = await becomes(
          environment,
          company,
          `fora da janela ${code}`,
          ({ delivery }) => delivery === 'failed',
        );
        check('OB-07').is(`${code}`, `${late.state} ${late.failure}`, 'failed ERR_REPLY_WINDOW');
      }
      await control.injectFault({ accountId, to: bia.contact.id, call: 'messages' }, { status: 500 });
      await send(environment, company, node!, talks[1]!, 'com 500');
      await drained(environment, [company]);
      const out = await compareAnswers(environment, company, customers);
      check('OB-07').is('lost', out.lost, 0).is('doubled', out.doubled, 0).is('out of order', out.inversions, 0);

      const [eva] = createGraphCustomers(dying.metaAccounts[0]!, 1);
      const [dyingTicket] = await graphTickets(environment, dying, node!, [eva!]);
      const own = eva!.account;
      await control.injectFault({ accountId: own.accountId }, { code: 190 }, { share: 1 });
      await send(environment, dying, node!, dyingTicket!, 'conta morta');
      await becomes(environment, dying, 'conta morta', ({ delivery }) => delivery === 'failed');
      const before = (await sendsOf(environment, eva!)).length;
      await send(environment, dying, node!, dyingTicket!, 'na conta morta');
      await pause(1200);
      const { rows } = await environment.owner.query<{ status: string }>(
        'select status from connections where id = $1 and company_id = $2',
        [own.connectionId, dying.id],
      );
      check('OB-07')
        .is('status with the revoked token', rows[0]!.status, 'DISCONNECTED')
        .is('sends while it is revoked', (await sendsOf(environment, eva!)).length - before, 0);
      await control.clearFaults();
      await environment.request(dying, node!, 'POST', `/whatsapp/${own.connectionId}/check`);
      await drained(environment, [dying]);
      check('OB-07').is(
        'sent after the token is valid again',
        (await control.inbox(own.accountId, eva!.contact.id)).length,
        1,
      );
    },
  },
  {
    ids: ['CR-10'],
    title: 'Graph: one account has every fault while another works',
    isQuick: true,
    on: 'graph',
    setup: () => [{ connections: 0, metaAccounts: { numbers: 2, pages: 0 } }],
    async run({ environment, company, size, check }) {
      const [node] = await environment.only('non-idempotent');
      const { control } = environment.graph;
      await pointWebhooksAt(environment, node!);
      const [ill, well] = company.metaAccounts;
      const count = size.isShort ? 5 : 20;
      const sick = createGraphCustomers(ill!, count);
      const sound = createGraphCustomers(well!, count);
      const talks = {
        ill: await graphTickets(environment, company, node!, sick),
        well: await graphTickets(environment, company, node!, sound),
      };
      const quick: Fault[] = [
        { status: 503 },
        { status: 429, retryAfterSeconds: 1 },
        { code: 131016 },
        'reset-after',
        'garbage',
      ];
      const slow: Fault[] = [
        { status: 500 },
        'closed-before',
        'silent-after',
        'silent-before',
        'trickle',
        'garbage-after',
      ];
      const delays = { alone: [] as number[], beside: [] as number[] };
      let asked = 0;
      const answer = async (where: keyof typeof delays, name: string) => {
        for (const ticket of talks.well) {
          const since = Date.now();
          const text = `${name} bem ${ticket}`;
          await sendUntilAnswered(environment, company, [node!], ticket, text, text);
          await becomes(environment, company, text, ({ delivery }) => delivery !== 'queued' && delivery !== 'sending');
          delays[where].push(Date.now() - since);
        }
      };
      await answer('alone', 'antes');
      for (const [n, fault] of (size.isShort ? quick : [...quick, ...slow]).entries()) {
        await control.injectFault({ accountId: ill!.accountId }, fault, { share: 1 });
        await inParallel(talks.ill, 8, (ticket) =>
          sendUntilAnswered(environment, company, [node!], ticket, `mal ${n} ${ticket}`, `ill ${n} ${ticket}`),
        );
        asked += talks.ill.length;
        await answer('beside', `falha ${n}`);
        await control.clearFaults();
      }
      await withRetriesDue(environment, company, 'sends', () => drained(environment, [company], 150_000));
      await waitUntilProcessed(environment, [company]);
      const out = await compareAnswers(environment, company, [...sick, ...sound]);
      const [alone, beside] = [quantile(delays.alone, 0.99), quantile(delays.beside, 0.99)];
      check('CR-10')
        .is('answers', out.answers, delays.alone.length + delays.beside.length + asked)
        .figure(`${out.unsure} of them unknown`)
        .is('lost', out.lost, 0)
        .is('doubled', out.doubled, 0)
        .is('out of order', out.inversions, 0)
        .is('unsettled', out.unsettled, 0)
        .figure(`the other account’s p99 alone ${alone} ms`)
        .atMost('during the faults', beside, Math.max(2 * alone, alone + 1000), ' ms');
    },
  },
];
