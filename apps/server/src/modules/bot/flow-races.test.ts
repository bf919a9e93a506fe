import { isDeepStrictEqual } from 'node:util';
import { flow, menu, message, node, question } from '@balcao/domain/flow/flow.fixture';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createRandom } from '../../../test/case-counts.ts';
import { figure, isFull, timeLimitMs, times } from '../../../test/fixtures/scale.ts';
import { createFlowTimers } from './index.ts';
import type { Bot } from './bot.fixture.ts';
import { startFlowServer, type FlowServer } from './flows.fixture.ts';

// Concurrency of flows. The order of what happens at once comes from the seed of the run.

let service: FlowServer;
beforeAll(async () => {
  service = await startFlowServer();
});
afterAll(() => service.server.stop());
const random = createRandom();
const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
const minutes = (id: string, count: number) =>
  node(id, 'wait', {
    until: 'minutes',
    minutes: count,
    onlyInHours: false,
    hours: 'company',
    queueId: null,
    template: null,
  });
/** At once; the next ones begin when these are over. */
const SLICE = 25;
async function inSlices<T>(items: readonly T[], work: (slice: readonly T[], done: number) => Promise<unknown>) {
  for (let from = 0; from < items.length; from += SLICE)
    await work(items.slice(from, from + SLICE), Math.min(from + SLICE, items.length));
}
const numberOf = async (text: string, values: unknown[]): Promise<number> =>
  (await service.server.asOwner.query<{ n: number }>(text, values)).rows[0]!.n;
const stored = (bot: Bot, count: number) =>
  service.until(
    () => numberOf('select count(*)::int as n from messages where company_id = $1 and not from_me', [bot.companyId]),
    (n) => n === count,
  );
/** Conversations that wait in a flow; returns their tickets. */
async function startWaiting(bot: Bot, count: number): Promise<number[]> {
  const waiting = async () =>
    (
      await service.server.asOwner.query<{ ticket_id: number }>(
        'select ticket_id from flow_runs where company_id = $1 and wake_at is not null order by id',
        [bot.companyId],
      )
    ).rows.map((row) => row.ticket_id);
  const customers = Array.from({ length: count }, () => service.createCustomer(bot));
  await inSlices(customers, async (slice, done) => {
    await bot.sendWebhook(slice.map(({ number }) => bot.customerMessage(number, 'espera')));
    await service.until(waiting, (ids) => ids.length === done);
  });
  return waiting();
}
const anotherNode = (onError: (error: unknown) => void = () => {}) =>
  createFlowTimers({ ...service.server.modules, onError });
const greeting = () => flow([minutes('w', 60), message('m', 'Voltei'), question('q', 'nome')], ['w a m', 'm a q']);

/** Every text of this flow holds what the customer answered. */
const canaryFlow = (calledId: number) =>
  flow(
    [
      question('nome', 'nome', { message: '1 {{firstName}}' }),
      question('pedido', 'pedido', { message: '2 {{nome}}' }),
      node('d', 'data', { entries: [{ target: 'variable', key: 'chave', value: '{{nome}}+{{pedido}}' }] }),
      menu('menu', ['Seguir', 'Parar'], { message: '3 {{chave}}' }),
      node('c', 'condition', {
        match: 'all',
        rules: [{ subject: 'chave', operator: 'equal', value: '{{nome}}+{{pedido}}' }],
      }),
      message('m', '4 {{nome}} {{pedido}}'),
      node('f', 'flow', { flowId: calledId, mode: 'call' }),
      node('n', 'note', { text: '6 {{chave}}' }),
    ],
    ['nome a pedido', 'pedido a d', 'd a menu', 'menu a1 c', 'c a m', 'm a f', 'f done n'],
  );
const calledFlow = flow([message('inside', '5 {{nome}}/{{pedido}}/{{chave}}')]);
/** A conversation that answers with words of its own, and the replies that it must have got. */
function canaryConversation(bot: Bot, company: number, index: number) {
  const [name, order] = ['nome', 'pedido'].map((word) => `${word}-${company}-${index}-canary`) as [string, string];
  // The same numbers write to every company.
  const customer = service.createCustomer(bot, `5511930${String(index).padStart(6, '0')}`);
  const key = `${name}+${order}`;
  const replies = ['1 Helena', `2 ${name}`, `3 ${key}`, `4 ${name} ${order}`, `5 ${name}/${order}/${key}`, `6 ${key}`];
  return { bot, customer, answers: ['oi', name, order, '1'], vars: { nome: name, pedido: order, chave: key }, replies };
}

it(
  'conversations of many companies in the same flow at once never see a value of each other [FL-01]',
  async () => {
    const [companies, customersEach] = isFull ? [20, 10] : [6, 10];
    const conversations: ReturnType<typeof canaryConversation>[] = [];
    for (let company = 0; company < companies; company++) {
      const bot = await service.createBot();
      await service.publish(bot, canaryFlow(await service.publish(bot, calledFlow)), { phrase: 'oi' });
      for (let n = 0; n < customersEach; n++) conversations.push(canaryConversation(bot, company, n));
    }
    for (const round of [0, 1, 2, 3]) {
      await Promise.all(
        shuffled(conversations).map(({ bot, customer, answers }) =>
          bot.sendWebhook([bot.customerMessage(customer.number, answers[round]!)]),
        ),
      );
      for (const bot of new Set(conversations.map((conversation) => conversation.bot)))
        await stored(bot, customersEach * (round + 1));
    }
    const wrong: unknown[] = [];
    const storedTexts: string[] = [];
    for (const { bot, customer, vars, replies } of conversations) {
      const thread = (await customer.thread()).filter((row) => row.from_me).map(({ body }) => body.split('\n')[0]!);
      const [run] = await service.runs((await customer.ticket()).id);
      const isOwn = isDeepStrictEqual(
        [thread, run?.state.vars, run?.company_id, run?.end_reason],
        [replies, vars, bot.companyId, 'completed'],
      );
      if (!isOwn) wrong.push({ thread, vars: run?.state.vars });
      storedTexts.push(...thread.filter((body) => !body.startsWith('6')).map((body) => `${customer.number} ${body}`));
    }
    figure(
      'FL-01',
      'conversations, companies, with a value of another',
      `${conversations.length}, ${companies}, ${wrong.length}`,
    );
    expect(wrong).toEqual([]);
    const sentTexts = () => {
      const bodies = service.testChannel.sent.flatMap(({ to, content }) => {
        const { value } = to.identities[0]!;
        const text = 'text' in content ? content.text : '';
        return value.startsWith('5511930') ? [`${value} ${text.split('\n')[0]!}`] : [];
      });
      return Promise.resolve(bodies.toSorted());
    };
    await service.until(sentTexts, (sent) => isDeepStrictEqual(sent, storedTexts.toSorted()));
  },
  timeLimitMs(90),
);

it(
  'messages at once start one run of a ticket [FL-08]',
  async () => {
    const bot = await service.createBot();
    await service.publish(bot, flow([question('q', 'nome')]), { phrase: 'oi', mode: 'starts' });
    await service.publish(bot, flow([question('q', 'pedido')]), { phrase: 'bom dia' });
    const races = times(1000, 40);
    const numbers = Array.from({ length: races }, (_, n) => `5511970${String(n).padStart(6, '0')}`);
    await inSlices(numbers, async (slice, done) => {
      const messages = slice.flatMap((number) =>
        shuffled(['oi', 'bom dia', 'oi?'])
          .slice(1)
          .map((text) => bot.customerMessage(number, text)),
      );
      // Some arrive in one payload, the others each in its own.
      const payloads = Map.groupBy(shuffled(messages), (_, n) => (random() < 0.5 ? n : -1));
      await Promise.all([...payloads.values()].map((events) => bot.sendWebhook(events)));
      await stored(bot, done * 2);
    });
    const { rows } = await service.server.asOwner.query<{ tickets: number; runs: number; asked: number }>(
      `select (select count(*)::int from tickets where company_id = $1) as tickets,
              (select count(*)::int from flow_runs where company_id = $1) as runs,
              (select count(*)::int from messages where company_id = $1 and body like 'Qual é %') as asked`,
      [bot.companyId],
    );
    expect(rows).toEqual([{ tickets: races, runs: races, asked: races }]);
    figure('FL-08', 'races, tickets with more than one run', `${races}, 0`);
  },
  timeLimitMs(60),
);

it(
  'after a message from the phone itself the bot says nothing, whatever comes at once [FL-10]',
  async () => {
    const bot = await service.createBot();
    await service.publish(
      bot,
      flow([question('q', 'nome', { timeoutMinutes: 10 }), message('m', 'Olá')], ['q a m', 'q timeout m', 'm a q']),
      { phrase: 'oi' },
    );
    const customers = Array.from({ length: times(10_000, 250) }, () => service.createCustomer(bot));
    const other = anotherNode();
    await inSlices(customers, async (slice, done) => {
      await bot.sendWebhook(slice.map(({ number }) => bot.customerMessage(number, 'oi')));
      await stored(bot, (done - slice.length) * 2 + slice.length);
      service.server.clock.pass(11 * 60_000);
      await Promise.all(
        shuffled([
          () => service.server.modules.flowTimers.sweep(),
          () => other.sweep(),
          ...slice.flatMap(({ number }) => [
            () => bot.sendWebhook([bot.customerMessage(number, 'Do celular', { fromMe: true })]),
            () => bot.sendWebhook([bot.customerMessage(number, 'Ana')]),
          ]),
        ]).map((happen) => happen()),
      );
      await stored(bot, done * 2);
      await service.until(
        () =>
          numberOf(`select count(*)::int as n from messages where company_id = $1 and body = 'Do celular'`, [
            bot.companyId,
          ]),
        (n) => n === done,
      );
    });
    service.server.clock.pass(11 * 60_000);
    await service.server.modules.flowTimers.sweep();
    const late = await numberOf(
      `select count(*)::int as n from messages p join messages b on b.company_id = p.company_id and b.ticket_id = p.ticket_id
        where p.company_id = $1 and p.body = 'Do celular' and b.origin = 'bot' and b.seq > p.seq`,
      [bot.companyId],
    );
    const live = await numberOf('select count(*)::int as n from flow_runs where company_id = $1 and ended_at is null', [
      bot.companyId,
    ]);
    figure('FL-10', 'races, messages of the bot after the phone’s own', `${customers.length}, ${late}`);
    expect({ late, live }).toEqual({ late: 0, live: 0 });
  },
  timeLimitMs(60),
);

it(
  'two nodes wake each run once, and never beside a human [FL-12]',
  async () => {
    const bot = await service.createBot();
    await service.publish(bot, greeting(), { phrase: 'espera' });
    const count = times(10_000, 330);
    const ticketIds = await startWaiting(bot, count);
    service.server.clock.pass(61 * 60_000);
    const { modules } = service.server;
    const taken = new Set(shuffled(ticketIds).slice(0, Math.ceil(count / 5)));
    const accept = (id: number) =>
      bot.admin.request('PUT', `/tickets/${id}`, { status: 'open', userId: bot.admin.user.id });
    await Promise.all([
      modules.flowTimers.sweep(),
      anotherNode().sweep(),
      inSlices([...taken], (slice) => Promise.all(slice.map(accept))),
    ]);
    await modules.flowTimers.sweep();
    const { rows } = await service.server.asOwner.query<{ ticketId: number; times: number; isLate: boolean }>(
      `select t.id as "ticketId", count(m.id)::int as times,
            coalesce(bool_or(m.id is not null and t.status = 'open' and m.created_at > l.created_at), false) as "isLate"
       from tickets t left join messages m on m.company_id = $1 and m.ticket_id = t.id and m.body = 'Voltei'
       left join ticket_log l on l.company_id = $1 and l.ticket_id = t.id and l.type = 'open'
      where t.company_id = $1 group by t.id`,
      [bot.companyId],
    );
    expect(rows).toHaveLength(count);
    const wrong = rows.filter(({ ticketId, times: woken }) => (taken.has(ticketId) ? woken > 1 : woken !== 1));
    expect(wrong).toEqual([]);
    expect(rows.filter(({ isLate }) => isLate)).toEqual([]);
    figure('FL-12', 'timers of two nodes, woken twice', `${count}, ${wrong.length}`);
  },
  timeLimitMs(60),
);

it(
  'runs of a company that was moved here wait until a person confirms the move',
  async () => {
    const [moved, other] = [await service.createBot(), await service.createBot()];
    for (const bot of [moved, other]) await service.publish(bot, greeting(), { phrase: 'espera' });
    const count = 3;
    for (const bot of [moved, other]) await startWaiting(bot, count);
    const { server } = service;
    await server.asOwner.query('insert into platform_settings (key, value) values ($1, now())', [
      `moved-in.${moved.companyId}`,
    ]);
    // It arrives closed, which would end its runs.
    const setActive = async (isActive: boolean) => {
      await server.asOwner.query('update companies set is_active = $2 where company_id = $1', [
        moved.companyId,
        isActive,
      ]);
      server.db.invalidate(moved.companyId);
    };
    await setActive(false);
    server.clock.pass(61 * 60_000);
    // More and fewer than are due.
    for (const limit of [1000, 1]) {
      const due = await server.modules.flowRuns.due(server.clock.now(), 40, limit);
      expect(due.filter(({ companyId }) => companyId === moved.companyId)).toEqual([]);
      expect(due.length).toBeGreaterThan(0);
    }
    const woken = async ({ companyId }: { companyId: number }) => {
      await server.modules.flowTimers.sweep();
      return numberOf(`select count(*)::int as n from messages where company_id = $1 and body = 'Voltei'`, [companyId]);
    };
    expect([await woken(moved), await woken(other)]).toEqual([0, count]);
    await setActive(true);
    expect(await woken(moved)).toBe(0);
    expect(await server.doctor.continueCompany(moved.companyId)).toBe(true);
    expect(await woken(moved)).toBe(count);
  },
  timeLimitMs(60),
);

it(
  'a company with many due runs leaves turns to others',
  async () => {
    const [busy, quiet] = [await service.createBot(), await service.createBot()];
    for (const bot of [busy, quiet]) await service.publish(bot, greeting(), { phrase: 'espera' });
    const busyIds = await startWaiting(busy, 160);
    // Due last.
    service.server.clock.pass(60_000);
    const [quietId] = await startWaiting(quiet, 1);
    service.server.clock.pass(61 * 60_000);
    const { flowRuns, flowTimers } = service.server.modules;
    const now = service.server.clock.now();
    for (const limit of [1000, 50]) {
      const due = await flowRuns.due(now, 40, limit);
      const ofCompany = (companyId: number) => due.filter((run) => run.companyId === companyId);
      expect(ofCompany(quiet.companyId)).toMatchObject([{ ticketId: quietId }]);
      expect(ofCompany(busy.companyId).length).toBeLessThanOrEqual(40);
      // In front of the second run of any company.
      const companies = new Set(due.map(({ companyId }) => companyId));
      expect(due.findIndex(({ companyId }) => companyId === quiet.companyId)).toBeLessThan(companies.size);
    }
    await flowTimers.sweep();
    const before = await numberOf(
      `select count(*)::int as n from messages m where m.company_id = $1 and m.body = 'Voltei'
          and m.id < (select q.id from messages q where q.company_id = $2 and q.body = 'Voltei')`,
      [busy.companyId, quiet.companyId],
    );
    expect(before).toBeLessThanOrEqual(100);
    expect(
      await numberOf(`select count(*)::int as n from messages where company_id = $1 and body = 'Voltei'`, [
        busy.companyId,
      ]),
    ).toBe(busyIds.length);
  },
  timeLimitMs(60),
);

it(
  'runs that cannot be woken are tried again later and do not hold up the others',
  async () => {
    const bot = await service.createBot();
    await service.publish(bot, greeting(), { phrase: 'espera' });
    const ticketIds = await startWaiting(bot, 130);
    // The engine cannot read these. They are due first, and more than are asked for at once.
    const broken = ticketIds.slice(0, 110);
    await service.server.asOwner.query(`update flow_runs set state = state - 'stack' where ticket_id = any($1)`, [
      broken,
    ]);
    service.server.clock.pass(61 * 60_000);
    const errors: unknown[] = [];
    await anotherNode((error) => void errors.push(error)).sweep();
    const woken = await numberOf(`select count(*)::int as n from messages where company_id = $1 and body = 'Voltei'`, [
      bot.companyId,
    ]);
    expect(errors).not.toEqual([]);
    expect(woken).toBe(ticketIds.length - broken.length);
    expect(
      await numberOf('select count(*)::int as n from flow_runs where company_id = $1 and wake_at > $2', [
        bot.companyId,
        service.server.clock.now(),
      ]),
    ).toBeGreaterThanOrEqual(broken.length);
  },
  timeLimitMs(60),
);

it('a run whose process ended is found by the timer of another one within seconds [FL-11]', async () => {
  // It announces its waits to itself only, and has ended.
  await service.server.modules.flowTimers.stop();
  const asked = vi.spyOn(service.server.modules.flowRuns, 'due');
  const another = anotherNode();
  another.start();
  try {
    // For what is due, and for what will be: it has seen that nothing waits.
    await service.until(
      async () => asked.mock.calls.length,
      (times) => times >= 2,
    );
    const bot = await service.createBot();
    await service.publish(bot, flow([node('i', 'interval', { seconds: 2 }), message('m', 'Pronto')], ['i a m']), {
      phrase: 'espera',
    });
    const customer = service.createCustomer(bot);
    await customer.send('espera');
    await service.until(customer.thread, (thread) => thread.at(-1)?.body === 'Pronto');
  } finally {
    await another.stop();
    asked.mockRestore();
  }
});

it('a timer of the process wakes a run when its wait is over, without a sweep', async () => {
  const bot = await service.createBot();
  await service.publish(bot, flow([node('i', 'interval', { seconds: 1 }), message('m', 'Pronto')], ['i a m']), {
    phrase: 'espera',
  });
  // The last test: from now on runs are also woken without being asked.
  service.server.modules.flowTimers.start();
  const customer = service.createCustomer(bot);
  await customer.send('espera');
  await service.until(customer.thread, (thread) => thread.at(-1)?.body === 'Pronto');
});
