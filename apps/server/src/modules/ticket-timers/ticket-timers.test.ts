import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../../test/users.ts';
import { startConnectedServer } from '../../../test/connected-server.ts';
import type { SweepName } from '../../infrastructure/jobs/catalogue.ts';
import { jobHandlers } from '../../wiring/job-handlers.ts';
import { createRotation } from './rotation.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());

const MINUTE_MS = 60_000;
let numbers = 0;
const aNumber = () => `55009866${String(++numbers).padStart(5, '0')}`;

const inOrder = (ids: number[]) => ids.toSorted((a, b) => a - b);

/** Runs a sweep so many minutes from now; two at once stand for two nodes. */
async function later(minutes: number, name: SweepName, nodes = 1) {
  const { server } = service;
  server.clock.pass(minutes * MINUTE_MS);
  try {
    await Promise.all(Array.from({ length: nodes }, () => jobHandlers(server.modules, server)[name]({})));
  } finally {
    server.clock.pass(-minutes * MINUTE_MS);
  }
}

/** A counter whose connection has these rules, and words for looking at its tickets. */
async function aCounter(rules: Record<string, unknown> = {}, settings: Record<string, string> = {}) {
  const counter = await service.createConnectedCompany({
    DirectTicketsToWallets: 'disabled',
    userRandom: 'disabled',
    ...settings,
  });
  const columns = Object.keys(rules);
  if (columns.length > 0) await alter(rules);
  async function alter(change: Record<string, unknown>) {
    const set = Object.keys(change).map((column, n) => `${column} = $${n + 2}`);
    await service.server.asOwner.query(`update connections set ${set.join(', ')} where id = $1`, [
      counter.connectionId,
      ...Object.values(change),
    ]);
  }
  const ticket = async (id: number) => (await counter.tickets()).find((row) => row.id === id);
  const log = async (id: number) =>
    (
      await service.server.asOwner.query<{ type: string; why: string | null; user_id: number | null }>(
        'select type, why, user_id from ticket_log where ticket_id = $1 order by id',
        [id],
      )
    ).rows;
  const logReasons = async (id: number) =>
    (await log(id)).flatMap(({ type, why }) => (why === null ? [] : [`${type} ${why}`]));
  const autoMessages = async (id: number) =>
    (await counter.messages())
      .filter((row) => row.ticket_id === id && row.from_me && row.origin === 'bot')
      .map((row) => row.body as string);
  /** A customer who waits, in no queue. */
  async function waiting() {
    const number = aNumber();
    await counter.sendWebhook([counter.customerMessage(number, `oi ${number}`)]);
    const rows = await service.until(counter.tickets, (all) => all.some((row) => row.last_message === `oi ${number}`));
    return rows.find((row) => row.last_message === `oi ${number}`)!.id as number;
  }
  async function attended() {
    const number = aNumber();
    const { id } = await counter.openTicket(number, `oi ${number}`);
    return { id, number };
  }
  const sendText = (id: number, body = 'Posso ajudar em algo mais?') =>
    counter.admin.request('POST', `/messages/${id}`, { body });
  return { ...counter, alter, ticket, log, logReasons, autoMessages, waiting, attended, sendText };
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
    expect(await counter.autoMessages(id)).toEqual([]);
    await later(11, 'inactivity.sweep', 3);
    await later(12, 'inactivity.sweep');
    expect(await counter.autoMessages(id)).toEqual(['Ainda está aí, Helena?']);
    await later(40, 'inactivity.sweep');
    expect((await counter.ticket(id)).status).toBe('open');
    await later(42, 'inactivity.sweep', 3);
    // Neither the farewell nor the question how it was: nobody resolved anything.
    expect(await counter.autoMessages(id)).toEqual(['Ainda está aí, Helena?', 'Encerramos por falta de resposta.']);
    expect(await counter.ticket(id)).toMatchObject({ status: 'closed', unread: 0 });
    expect(await counter.logReasons(id)).toEqual(['chatBot inactivityWarned', 'autoClose inactivityClosed']);
    const { rows } = await service.server.asOwner.query(
      'select finished_at, rating_at from ticket_tracking where ticket_id = $1',
      [id],
    );
    expect(rows).toEqual([{ finished_at: expect.any(Date), rating_at: null }]);
  });

  it('starts anew when anybody speaks, and what ran late says by how much', async () => {
    const counter = await aCounter(rules);
    const { id, number } = await counter.attended();
    await later(11, 'inactivity.sweep');
    await counter.sendWebhook([counter.customerMessage(number, 'estou sim')]);
    await service.until(
      () => counter.ticket(id),
      (row) => row.last_message === 'estou sim',
    );
    await later(200, 'inactivity.sweep');
    // Warned again and not closed: the time counts from the new warning.
    expect(await counter.autoMessages(id)).toHaveLength(2);
    expect(await counter.logReasons(id)).toEqual(['chatBot inactivityWarned', 'chatBot inactivityWarned+190']);
    await later(300, 'inactivity.sweep');
    expect((await counter.logReasons(id)).at(-1)).toBe('autoClose inactivityClosed+70');
  });

  it('closes at once where no warning is wished for; only after our own words where those count', async () => {
    const counter = await aCounter({ expires_minutes: 30, expires_when: 1 });
    const [answered, unanswered] = [await counter.attended(), await counter.attended()];
    await counter.sendText(answered.id);
    await later(31, 'inactivity.sweep');
    expect((await counter.ticket(answered.id)).status).toBe('closed');
    expect((await counter.ticket(unanswered.id)).status).toBe('open');
    await counter.alter({ expires_when: 0 });
    await later(31, 'inactivity.sweep');
    expect((await counter.ticket(unanswered.id)).status).toBe('closed');
    expect(await counter.autoMessages(unanswered.id)).toEqual([]);
  });

  it('is left alone while it waits, came with the history, or its connection or company is at rest', async () => {
    const counter = await aCounter({ expires_minutes: 30 });
    const [{ id }, { id: imported }, pending] = [
      await counter.attended(),
      await counter.attended(),
      await counter.waiting(),
    ];
    await service.server.asOwner.query('update tickets set imported_at = now() where id = $1', [imported]);
    await counter.alter({ status: 'DISCONNECTED' });
    await later(500, 'inactivity.sweep');
    await counter.alter({ status: 'CONNECTED' });
    const isActive = (yes: boolean) =>
      service.server.asOwner.query('update companies set is_active = $2 where company_id = $1', [
        counter.companyId,
        yes,
      ]);
    await isActive(false);
    await later(500, 'inactivity.sweep');
    expect((await counter.ticket(id)).status).toBe('open');
    await isActive(true);
    await later(500, 'inactivity.sweep');
    expect(
      await Promise.all([id, imported, pending].map(async (ticketId) => (await counter.ticket(ticketId)).status)),
    ).toEqual(['closed', 'open', 'pending']);
  });
});

describe('who was asked for a rating and did not say', () => {
  it('gets the farewell when the time is over, once, and stays unrated [M-154]', async () => {
    const counter = await aCounter(
      { rating_message: 'De 0 a 10?', rating_expires_minutes: 15, farewell_message: 'Até logo!' },
      { userRating: 'enabled' },
    );
    const { id } = await counter.attended();
    await counter.admin.request('PUT', `/tickets/${id}`, { status: 'closed' });
    expect(await counter.ticket(id)).toMatchObject({ status: 'nps', rating_turns: 1 });
    await later(14, 'rating.sweep');
    expect((await counter.ticket(id)).status).toBe('nps');
    await later(16, 'rating.sweep', 3);
    await later(60, 'rating.sweep');
    expect(await counter.ticket(id)).toMatchObject({ status: 'closed', rating: null });
    expect(await counter.autoMessages(id)).toEqual(['De 0 a 10?', 'Até logo!']);
    expect(await counter.logReasons(id)).toEqual(['autoClose ratingExpired']);
  });
});

describe('who chose no queue', () => {
  it('is given the one that is meant for them, without a word, once [M-166]', async () => {
    const counter = await aCounter();
    const queue = (await counter.admin.request('POST', '/queue', { name: 'Geral', color: '#112233' })).json<{
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
    expect(await counter.logReasons(id)).toEqual(['redirect redirectedUnqueued']);
    expect((await counter.messages()).length).toBe(before);
  });
});

describe('a queue that rotates', () => {
  async function createRotatingQueue(settings: Record<string, string> = {}) {
    const counter = await aCounter({}, settings);
    const queue = (
      await counter.admin.request('POST', '/queue', {
        name: 'Vendas',
        color: '#445566',
        ativarRoteador: true,
        tempoRoteador: 5,
      })
    ).json<{ id: number }>();
    const agents: Caller[] = [];
    for (let n = 0; n < 2; n++)
      agents.push(await service.server.createAgent(counter.companyId, { queueIds: [queue.id], allTicket: 'enabled' }));
    const setOnline = (caller: Caller, isOnline: boolean) =>
      service.server.asOwner.query('update users set is_online = $2, last_seen_at = now() where id = $1', [
        caller.user.id,
        isOnline,
      ]);
    for (const agent of agents) await setOnline(agent, true);
    async function inQueue() {
      const id = await counter.waiting();
      await counter.admin.request('PUT', `/tickets/${id}`, { queueId: queue.id });
      return id;
    }
    const holders = async (ids: number[]) => Promise.all(ids.map(async (id) => (await counter.ticket(id)).user_id));
    return { ...counter, queue, agents, ids: agents.map(({ user }) => user.id), setOnline, inQueue, holders };
  }

  it('gives each waiting ticket to the next attendant, passes on what is not accepted, and stops when it is [M-165]', async () => {
    const rotation = await createRotatingQueue();
    const tickets = [await rotation.inQueue(), await rotation.inQueue()];
    await later(0, 'rotation.sweep', 3);
    const first = await rotation.holders(tickets);
    expect(inOrder(first)).toEqual(inOrder(rotation.ids));
    await later(4, 'rotation.sweep');
    expect(await rotation.holders(tickets)).toEqual(first);
    const taker = rotation.agents.find(({ user }) => user.id === first[0])!;
    expect(
      (await taker.request('PUT', `/tickets/${tickets[0]}`, { status: 'open', userId: taker.user.id })).statusCode,
    ).toBe(200);
    await later(6, 'rotation.sweep', 3);
    await later(7, 'rotation.sweep');
    expect(await rotation.holders(tickets)).toEqual([first[0], first[0]]);
    expect(await rotation.logReasons(tickets[1]!)).toEqual(['queue rotated', 'queue rotated']);
    // Nobody was there for an hour: what is passed on late says so.
    await later(71, 'rotation.sweep');
    expect((await rotation.logReasons(tickets[1]!)).at(-1)).toBe('queue rotated+60');
    expect(await rotation.ticket(tickets[0]!)).toMatchObject({ status: 'open', user_id: first[0] });
  });

  it('gives to nobody who is away, paused, off work or full, and never more than the capacity at once', async () => {
    const rotation = await createRotatingQueue({ attendantCapacity: '2' });
    const [first, second] = rotation.agents as [Caller, Caller];
    const tickets: number[] = [];
    for (let n = 0; n < 5; n++) tickets.push(await rotation.inQueue());
    const assignedUserIds = async () => (await rotation.holders(tickets)).filter((id) => id !== null);

    await rotation.setOnline(first, false);
    await rotation.setOnline(second, false);
    await later(0, 'rotation.sweep');
    expect(await assignedUserIds()).toEqual([]);
    await rotation.setOnline(second, true);
    await service.server.asOwner.query('update users set paused_at = now() where id = $1', [second.user.id]);
    await later(0, 'rotation.sweep');
    expect(await assignedUserIds()).toEqual([]);
    await service.server.asOwner.query(
      `update users set paused_at = null, start_work = to_char(now() at time zone 'America/Sao_Paulo' + interval '2 hours', 'HH24:MI'),
              end_work = to_char(now() at time zone 'America/Sao_Paulo' + interval '3 hours', 'HH24:MI') where id = $1`,
      [second.user.id],
    );
    await later(0, 'rotation.sweep');
    expect(await assignedUserIds()).toEqual([]);
    await service.server.asOwner.query(`update users set start_work = '00:00', end_work = '23:59' where id = $1`, [
      second.user.id,
    ]);
    // All of them in the same moment: each of two that are given sees what the other one got.
    const { assignNext } = createRotation({ ...service.server.modules, clock: service.server.clock });
    await Promise.all(tickets.map((id) => service.server.db.inCompany(rotation.companyId, (tx) => assignNext(tx, id))));
    expect(await assignedUserIds()).toEqual([second.user.id, second.user.id]);
    await rotation.setOnline(first, true);
    await later(1, 'rotation.sweep', 3);
    expect(inOrder(await assignedUserIds())).toEqual(
      inOrder([first.user.id, first.user.id, second.user.id, second.user.id]),
    );
    // Both are full: what is due to be passed on stays where it is.
    await later(10, 'rotation.sweep');
    expect(await assignedUserIds()).toHaveLength(4);
  });

  it('does not stand before another: a queue that is full and long is passed by', async () => {
    const [full, free] = [await createRotatingQueue({ attendantCapacity: '1' }), await createRotatingQueue()];
    const { rows } = await service.server.asOwner.query<{ id: number }>(
      `with people as (insert into contacts (company_id, name, number)
         select $1, 'Fila ' || n, '55009855' || lpad(n::text, 5, '0') from generate_series(1, 210) n returning id)
       insert into tickets (company_id, contact_id, connection_id, channel, status, queue_id)
       select $1, id, $2, 'whatsapp', 'pending', $3 from people returning id`,
      [full.companyId, full.connectionId, full.queue.id],
    );
    const last = await free.inQueue();
    await later(0, 'rotation.sweep');
    expect(free.ids).toContain((await free.ticket(last)).user_id);
    const assignedTickets = (await full.tickets()).filter((row) => row.user_id !== null);
    expect(inOrder(assignedTickets.map((row) => row.user_id))).toEqual(inOrder(full.ids));
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(assignedTickets.map((row) => row.id)));
  });
});

describe('a lane of the board', () => {
  async function aBoard(plan: { useKanban?: boolean } = {}) {
    const counter = await aCounter();
    const lane = async (name: string, more: object = {}) =>
      (await counter.admin.request('POST', '/tags', { name, color: '#1E88E5', kanban: 1, ...more })).json<{
        id: number;
      }>().id;
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
    await counter.sendText(id, 'Enviei a proposta');
    if (plan.useKanban === false)
      await service.server.asOwner.query(
        'update plans set use_kanban = false where id = (select plan_id from companies where company_id = $1)',
        [counter.companyId],
      );
    const getLane = async () => {
      const { tags } = (await counter.admin.request('GET', `/tickets/${id}`)).json<{ tags: { id: number }[] }>();
      const laneId = (await counter.ticket(id)).lane_id as number | null;
      expect(laneId).toBe(tags[0]?.id ?? null);
      return laneId;
    };
    const receiveText = async (text: string) => {
      await counter.sendWebhook([counter.customerMessage(number, text)]);
      await service.until(
        () => counter.ticket(id),
        (row) => row.last_message === text,
      );
    };
    const put = (laneId: number) => counter.admin.request('PUT', `/ticket-tags/${id}/${laneId}`);
    return { ...counter, id, talking, sent, last, getLane, receiveText, put };
  }

  it('greets whoever comes in, leads on after its time, and back when the customer writes [M-136]', async () => {
    const board = await aBoard();
    expect((await board.put(board.sent)).statusCode).toBe(201);
    const name = board.admin.user.name;
    expect(await board.autoMessages(board.id)).toEqual([`*${name}:*\nA proposta está com você, Helena.`]);
    await later(59, 'lane.sweep');
    expect(await board.getLane()).toBe(board.sent);
    await later(61, 'lane.sweep', 3);
    await later(62, 'lane.sweep');
    expect(await board.getLane()).toBe(board.last);
    expect((await board.autoMessages(board.id)).slice(1)).toEqual([`*${name}:*\nSeguimos à disposição.`]);
    expect(await board.logReasons(board.id)).toEqual(['chatBot laneTimeOver']);

    await board.receiveText('desculpe a demora');
    expect(await board.getLane()).toBe(board.talking);
    expect(await board.autoMessages(board.id)).toHaveLength(2);

    // The customer spoke last: it is our turn, and no time runs.
    await board.put(board.sent);
    await board.receiveText('me dê um momento');
    expect(await board.getLane()).toBe(board.talking);
    await service.server.asOwner.query('update tags set rollback_lane_id = null where id = $1', [board.sent]);
    await board.put(board.sent);
    await board.receiveText('ainda penso');
    await later(500, 'lane.sweep');
    expect(await board.getLane()).toBe(board.sent);
  });

  it('leads nowhere where the plan has no board', async () => {
    const board = await aBoard({ useKanban: false });
    await service.server.asOwner.query('update tickets set lane_id = $2 where id = $1', [board.id, board.sent]);
    await later(500, 'lane.sweep');
    await board.receiveText('oi de novo');
    expect((await board.ticket(board.id)).lane_id).toBe(board.sent);
  });
});
