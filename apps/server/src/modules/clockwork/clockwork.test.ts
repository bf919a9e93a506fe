import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../../test/people.ts';
import { aService } from '../../../test/service.ts';
import type { SweepName } from '../../foundation/jobs/catalogue.ts';
import { jobHandlers } from '../../wiring/job-handlers.ts';
import { createRotating } from './rotating.ts';

let service: Awaited<ReturnType<typeof aService>>;
beforeAll(async () => {
  service = await aService();
});
afterAll(() => service.house.stop());

const MINUTE_MS = 60_000;
let numbers = 0;
const aNumber = () => `55009866${String(++numbers).padStart(5, '0')}`;

const inOrder = (ids: number[]) => ids.toSorted((a, b) => a - b);

/** Runs a sweep so many minutes from now; two at once stand for two nodes. */
async function later(minutes: number, name: SweepName, nodes = 1) {
  const { house } = service;
  house.clock.pass(minutes * MINUTE_MS);
  try {
    await Promise.all(Array.from({ length: nodes }, () => jobHandlers(house.modules, house)[name]({})));
  } finally {
    house.clock.pass(-minutes * MINUTE_MS);
  }
}

/** A counter whose connection has these rules, and words for looking at its tickets. */
async function aCounter(rules: Record<string, unknown> = {}, settings: Record<string, string> = {}) {
  const counter = await service.aCounter({ DirectTicketsToWallets: 'disabled', userRandom: 'disabled', ...settings });
  const columns = Object.keys(rules);
  if (columns.length > 0) await alter(rules);
  async function alter(change: Record<string, unknown>) {
    const set = Object.keys(change).map((column, n) => `${column} = $${n + 2}`);
    await service.house.asOwner.query(`update connections set ${set.join(', ')} where id = $1`, [
      counter.connectionId,
      ...Object.values(change),
    ]);
  }
  const ticket = async (id: number) => (await counter.tickets()).find((row) => row.id === id);
  const log = async (id: number) =>
    (
      await service.house.asOwner.query<{ type: string; why: string | null; user_id: number | null }>(
        'select type, why, user_id from ticket_log where ticket_id = $1 order by id',
        [id],
      )
    ).rows;
  const whys = async (id: number) =>
    (await log(id)).flatMap(({ type, why }) => (why === null ? [] : [`${type} ${why}`]));
  const said = async (id: number) =>
    (await counter.messages())
      .filter((row) => row.ticket_id === id && row.from_me && row.origin === 'bot')
      .map((row) => row.body as string);
  /** A customer who waits, in no queue. */
  async function waiting() {
    const number = aNumber();
    await counter.ring([counter.says(number, `oi ${number}`)]);
    const rows = await service.until(counter.tickets, (all) => all.some((row) => row.last_message === `oi ${number}`));
    return rows.find((row) => row.last_message === `oi ${number}`)!.id as number;
  }
  async function attended() {
    const number = aNumber();
    const { id } = await counter.attended(number, `oi ${number}`);
    return { id, number };
  }
  const speak = (id: number, body = 'Posso ajudar em algo mais?') =>
    counter.admin.ask('POST', `/messages/${id}`, { body });
  return { ...counter, alter, ticket, log, whys, said, waiting, attended, speak };
}

describe('a conversation that has gone silent', () => {
  const rules = {
    expires_minutes: 30,
    inactive_minutes: 10,
    inactive_message: 'Ainda está aí, {{firstName}}?',
    expires_inactive_message: 'Encerramos por falta de resposta.',
    rating_message: 'De 0 a 10?',
    farewell_message: 'Até logo!',
  };

  it('is warned once, and closes so many minutes after the warning: whoever runs it, and however often [M-161] [M-162]', async () => {
    const counter = await aCounter(rules, { userRating: 'enabled' });
    const { id } = await counter.attended();
    await later(9, 'inactivity.sweep');
    expect(await counter.said(id)).toEqual([]);
    await later(11, 'inactivity.sweep', 3);
    await later(12, 'inactivity.sweep');
    expect(await counter.said(id)).toEqual(['Ainda está aí, Helena?']);
    await later(40, 'inactivity.sweep');
    expect((await counter.ticket(id)).status).toBe('open');
    await later(42, 'inactivity.sweep', 3);
    // Neither the farewell nor the question how it was: nobody resolved anything.
    expect(await counter.said(id)).toEqual(['Ainda está aí, Helena?', 'Encerramos por falta de resposta.']);
    expect(await counter.ticket(id)).toMatchObject({ status: 'closed', unread: 0 });
    expect(await counter.whys(id)).toEqual(['chatBot inactivityWarned', 'autoClose inactivityClosed']);
    const { rows } = await service.house.asOwner.query(
      'select finished_at, rating_at from ticket_tracking where ticket_id = $1',
      [id],
    );
    expect(rows).toEqual([{ finished_at: expect.any(Date), rating_at: null }]);
  });

  it('starts anew when anybody speaks, and what ran late says by how much', async () => {
    const counter = await aCounter(rules);
    const { id, number } = await counter.attended();
    await later(11, 'inactivity.sweep');
    await counter.ring([counter.says(number, 'estou sim')]);
    await service.until(
      () => counter.ticket(id),
      (row) => row.last_message === 'estou sim',
    );
    await later(200, 'inactivity.sweep');
    // Warned again and not closed: the time counts from the new warning.
    expect(await counter.said(id)).toHaveLength(2);
    expect(await counter.whys(id)).toEqual(['chatBot inactivityWarned', 'chatBot inactivityWarned+190']);
    await later(300, 'inactivity.sweep');
    expect((await counter.whys(id)).at(-1)).toBe('autoClose inactivityClosed+70');
  });

  it('closes at once where no warning is wished for; only after our own words where those count', async () => {
    const counter = await aCounter({ expires_minutes: 30, expires_when: 1 });
    const [answered, unanswered] = [await counter.attended(), await counter.attended()];
    await counter.speak(answered.id);
    await later(31, 'inactivity.sweep');
    expect((await counter.ticket(answered.id)).status).toBe('closed');
    expect((await counter.ticket(unanswered.id)).status).toBe('open');
    await counter.alter({ expires_when: 0 });
    await later(31, 'inactivity.sweep');
    expect((await counter.ticket(unanswered.id)).status).toBe('closed');
    expect(await counter.said(unanswered.id)).toEqual([]);
  });

  it('is left alone while it waits, came with the history, or its connection or company is at rest', async () => {
    const counter = await aCounter({ expires_minutes: 30 });
    const [{ id }, { id: imported }, pending] = [
      await counter.attended(),
      await counter.attended(),
      await counter.waiting(),
    ];
    await service.house.asOwner.query('update tickets set imported_at = now() where id = $1', [imported]);
    await counter.alter({ status: 'DISCONNECTED' });
    await later(500, 'inactivity.sweep');
    await counter.alter({ status: 'CONNECTED' });
    const isActive = (yes: boolean) =>
      service.house.asOwner.query('update companies set is_active = $2 where company_id = $1', [
        counter.companyId,
        yes,
      ]);
    await isActive(false);
    await later(500, 'inactivity.sweep');
    expect((await counter.ticket(id)).status).toBe('open');
    await isActive(true);
    await later(500, 'inactivity.sweep');
    expect(await Promise.all([id, imported, pending].map(async (one) => (await counter.ticket(one)).status))).toEqual([
      'closed',
      'open',
      'pending',
    ]);
  });
});

describe('who was asked for a rating and did not say', () => {
  it('gets the farewell when the time is over, once, and stays unrated [M-154]', async () => {
    const counter = await aCounter(
      { rating_message: 'De 0 a 10?', rating_expires_minutes: 15, farewell_message: 'Até logo!' },
      { userRating: 'enabled' },
    );
    const { id } = await counter.attended();
    await counter.admin.ask('PUT', `/tickets/${id}`, { status: 'closed' });
    expect(await counter.ticket(id)).toMatchObject({ status: 'nps', rating_turns: 1 });
    await later(14, 'rating.sweep');
    expect((await counter.ticket(id)).status).toBe('nps');
    await later(16, 'rating.sweep', 3);
    await later(60, 'rating.sweep');
    expect(await counter.ticket(id)).toMatchObject({ status: 'closed', rating: null });
    expect(await counter.said(id)).toEqual(['De 0 a 10?', 'Até logo!']);
    expect(await counter.whys(id)).toEqual(['autoClose ratingExpired']);
  });
});

describe('who chose no queue', () => {
  it('is given the one that is meant for them, without a word, once [M-166]', async () => {
    const counter = await aCounter();
    const queue = (await counter.admin.ask('POST', '/queue', { name: 'Geral', color: '#112233' })).json<{
      id: number;
    }>();
    await counter.alter({ redirect_minutes: 5, redirect_queue_id: queue.id });
    const [id, { id: attended }] = [await counter.waiting(), await counter.attended()];
    const before = (await counter.messages()).length;
    await later(4, 'redirect.sweep');
    expect((await counter.ticket(id)).queue_id).toBeNull();
    await later(6, 'redirect.sweep', 3);
    expect(await counter.ticket(id)).toMatchObject({ status: 'pending', queue_id: queue.id, user_id: null });
    expect((await counter.ticket(attended)).queue_id).toBeNull();
    expect(await counter.whys(id)).toEqual(['redirect redirectedUnqueued']);
    expect((await counter.messages()).length).toBe(before);
  });
});

describe('a queue that rotates', () => {
  async function aRota(settings: Record<string, string> = {}) {
    const counter = await aCounter({}, settings);
    const queue = (
      await counter.admin.ask('POST', '/queue', {
        name: 'Vendas',
        color: '#445566',
        ativarRoteador: true,
        tempoRoteador: 5,
      })
    ).json<{ id: number }>();
    const agents: Caller[] = [];
    for (let n = 0; n < 2; n++)
      agents.push(await service.house.anAgent(counter.companyId, { queueIds: [queue.id], allTicket: 'enabled' }));
    const here = (who: Caller, is: boolean) =>
      service.house.asOwner.query('update users set is_online = $2, last_seen_at = now() where id = $1', [
        who.user.id,
        is,
      ]);
    for (const agent of agents) await here(agent, true);
    async function inQueue() {
      const id = await counter.waiting();
      await counter.admin.ask('PUT', `/tickets/${id}`, { queueId: queue.id });
      return id;
    }
    const holders = async (ids: number[]) => Promise.all(ids.map(async (id) => (await counter.ticket(id)).user_id));
    return { ...counter, queue, agents, ids: agents.map(({ user }) => user.id), here, inQueue, holders };
  }

  it('gives each waiting ticket to the next attendant, passes on what is not accepted, and stops when it is [M-165]', async () => {
    const rota = await aRota();
    const tickets = [await rota.inQueue(), await rota.inQueue()];
    await later(0, 'rotation.sweep', 3);
    const first = await rota.holders(tickets);
    expect(inOrder(first)).toEqual(inOrder(rota.ids));
    await later(4, 'rotation.sweep');
    expect(await rota.holders(tickets)).toEqual(first);
    const taker = rota.agents.find(({ user }) => user.id === first[0])!;
    expect(
      (await taker.ask('PUT', `/tickets/${tickets[0]}`, { status: 'open', userId: taker.user.id })).statusCode,
    ).toBe(200);
    await later(6, 'rotation.sweep', 3);
    await later(7, 'rotation.sweep');
    expect(await rota.holders(tickets)).toEqual([first[0], first[0]]);
    expect(await rota.whys(tickets[1]!)).toEqual(['queue rotated', 'queue rotated']);
    // Nobody was there for an hour: what is passed on late says so.
    await later(71, 'rotation.sweep');
    expect((await rota.whys(tickets[1]!)).at(-1)).toBe('queue rotated+60');
    expect(await rota.ticket(tickets[0]!)).toMatchObject({ status: 'open', user_id: first[0] });
  });

  it('gives to nobody who is away, paused, off work or full, and never more than the capacity at once', async () => {
    const rota = await aRota({ attendantCapacity: '2' });
    const [one, two] = rota.agents as [Caller, Caller];
    const tickets: number[] = [];
    for (let n = 0; n < 5; n++) tickets.push(await rota.inQueue());
    const given = async () => (await rota.holders(tickets)).filter((id) => id !== null);

    await rota.here(one, false);
    await rota.here(two, false);
    await later(0, 'rotation.sweep');
    expect(await given()).toEqual([]);
    await rota.here(two, true);
    await service.house.asOwner.query('update users set paused_at = now() where id = $1', [two.user.id]);
    await later(0, 'rotation.sweep');
    expect(await given()).toEqual([]);
    await service.house.asOwner.query(
      `update users set paused_at = null, start_work = to_char(now() at time zone 'America/Sao_Paulo' + interval '2 hours', 'HH24:MI'),
              end_work = to_char(now() at time zone 'America/Sao_Paulo' + interval '3 hours', 'HH24:MI') where id = $1`,
      [two.user.id],
    );
    await later(0, 'rotation.sweep');
    expect(await given()).toEqual([]);
    await service.house.asOwner.query(`update users set start_work = '00:00', end_work = '23:59' where id = $1`, [
      two.user.id,
    ]);
    // All of them in the same moment: each of two that are given sees what the other one got.
    const { offer } = createRotating({ ...service.house.modules, clock: service.house.clock });
    await Promise.all(tickets.map((id) => service.house.db.inCompany(rota.companyId, (tx) => offer(tx, id))));
    expect(await given()).toEqual([two.user.id, two.user.id]);
    await rota.here(one, true);
    await later(1, 'rotation.sweep', 3);
    expect(inOrder(await given())).toEqual(inOrder([one.user.id, one.user.id, two.user.id, two.user.id]));
    // Both are full: what is due to be passed on stays where it is.
    await later(10, 'rotation.sweep');
    expect(await given()).toHaveLength(4);
  });

  it('does not stand before another: a queue that is full and long is passed by', async () => {
    const [full, free] = [await aRota({ attendantCapacity: '1' }), await aRota()];
    const { rows } = await service.house.asOwner.query<{ id: number }>(
      `with people as (insert into contacts (company_id, name, number)
         select $1, 'Fila ' || n, '55009855' || lpad(n::text, 5, '0') from generate_series(1, 210) n returning id)
       insert into tickets (company_id, contact_id, connection_id, channel, status, queue_id)
       select $1, id, $2, 'whatsapp', 'pending', $3 from people returning id`,
      [full.companyId, full.connectionId, full.queue.id],
    );
    const last = await free.inQueue();
    await later(0, 'rotation.sweep');
    expect(free.ids).toContain((await free.ticket(last)).user_id);
    const given = (await full.tickets()).filter((row) => row.user_id !== null);
    expect(inOrder(given.map((row) => row.user_id))).toEqual(inOrder(full.ids));
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(given.map((row) => row.id)));
  });
});

describe('a lane of the board', () => {
  async function aBoard(plan: { useKanban?: boolean } = {}) {
    const counter = await aCounter();
    const lane = async (name: string, more: object = {}) =>
      (await counter.admin.ask('POST', '/tags', { name, color: '#1E88E5', kanban: 1, ...more })).json<{ id: number }>()
        .id;
    const talking = await lane('Conversando');
    const last = await lane('Sem resposta', {
      greetingMessageLane: 'Seguimos à disposição.',
      rollbackLaneId: talking,
      timeLane: 60,
      nextLaneId: talking,
    });
    const sent = await lane('Proposta', {
      timeLane: 60,
      nextLaneId: last,
      rollbackLaneId: talking,
      greetingMessageLane: 'A proposta está com você, {{firstName}}.',
    });
    const { id, number } = await counter.attended();
    await counter.speak(id, 'Enviei a proposta');
    if (plan.useKanban === false)
      await service.house.asOwner.query(
        'update plans set use_kanban = false where id = (select plan_id from companies where company_id = $1)',
        [counter.companyId],
      );
    const laneNow = async () => {
      const { tags } = (await counter.admin.ask('GET', `/tickets/${id}`)).json<{ tags: { id: number }[] }>();
      const kept = (await counter.ticket(id)).lane_id as number | null;
      expect(kept).toBe(tags[0]?.id ?? null);
      return kept;
    };
    const writes = async (text: string) => {
      await counter.ring([counter.says(number, text)]);
      await service.until(
        () => counter.ticket(id),
        (row) => row.last_message === text,
      );
    };
    const put = (laneId: number) => counter.admin.ask('PUT', `/ticket-tags/${id}/${laneId}`);
    return { ...counter, id, talking, sent, last, laneNow, writes, put };
  }

  it('greets whoever comes in, leads on after its time, and back when the customer writes [M-136]', async () => {
    const board = await aBoard();
    expect((await board.put(board.sent)).statusCode).toBe(201);
    const name = board.admin.user.name;
    expect(await board.said(board.id)).toEqual([`*${name}:*\nA proposta está com você, Helena.`]);
    await later(59, 'lane.sweep');
    expect(await board.laneNow()).toBe(board.sent);
    await later(61, 'lane.sweep', 3);
    await later(62, 'lane.sweep');
    expect(await board.laneNow()).toBe(board.last);
    expect((await board.said(board.id)).slice(1)).toEqual([`*${name}:*\nSeguimos à disposição.`]);
    expect(await board.whys(board.id)).toEqual(['chatBot laneTimeOver']);

    await board.writes('desculpe a demora');
    expect(await board.laneNow()).toBe(board.talking);
    expect(await board.said(board.id)).toHaveLength(2);

    // The customer spoke last: it is our turn, and no time runs.
    await board.put(board.sent);
    await board.writes('me dê um momento');
    expect(await board.laneNow()).toBe(board.talking);
    await service.house.asOwner.query('update tags set rollback_lane_id = null where id = $1', [board.sent]);
    await board.put(board.sent);
    await board.writes('ainda penso');
    await later(500, 'lane.sweep');
    expect(await board.laneNow()).toBe(board.sent);
  });

  it('leads nowhere where the plan has no board', async () => {
    const board = await aBoard({ useKanban: false });
    await service.house.asOwner.query('update tickets set lane_id = $2 where id = $1', [board.id, board.sent]);
    await later(500, 'lane.sweep');
    await board.writes('oi de novo');
    expect((await board.ticket(board.id)).lane_id).toBe(board.sent);
  });
});
