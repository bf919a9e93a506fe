import { MINUTE_MS } from '@balcao/domain/kit/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../../test/users.ts';
import { startConnectedServer } from '../../../test/connected-server.ts';
import type { SweepName } from '../../infrastructure/jobs/catalogue.ts';
import { jobHandlers } from '../../wiring/job-handlers.ts';
import { createRotation } from './rotation.ts';
import { dueStatements, loadDue } from './ticket-timers.store.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());

let numbers = 0;
const newNumber = () => `55009866${String(++numbers).padStart(5, '0')}`;

const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b);

/** Runs a sweep with the clock moved by some minutes; several runs at once simulate several nodes. */
async function sweepAfter(minutes: number, name: SweepName, nodes = 1) {
  const { server } = service;
  server.clock.pass(minutes * MINUTE_MS);
  try {
    await Promise.all(Array.from({ length: nodes }, () => jobHandlers(server.modules, server)[name]({})));
  } finally {
    server.clock.pass(-minutes * MINUTE_MS);
  }
}

/** A company whose connection has these columns, with helpers to read its tickets. */
async function createFixture(rules: Record<string, unknown> = {}, settings: Record<string, string> = {}) {
  const fixture = await service.createConnectedCompany({
    DirectTicketsToWallets: 'disabled',
    userRandom: 'disabled',
    ...settings,
  });
  const columns = Object.keys(rules);
  if (columns.length > 0) await alter(rules);
  async function alter(change: Record<string, unknown>) {
    const set = Object.keys(change).map((column, n) => `${column} = $${n + 2}`);
    await service.server.asOwner.query(`update connections set ${set.join(', ')} where id = $1`, [
      fixture.connectionId,
      ...Object.values(change),
    ]);
  }
  const ticket = async (id: number) => (await fixture.tickets()).find((row) => row.id === id);
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
    (await fixture.messages())
      .filter((row) => row.ticket_id === id && row.from_me && row.origin === 'bot')
      .map((row) => row.body as string);
  /** A pending ticket without a queue. */
  async function pendingTicket() {
    const number = newNumber();
    await fixture.sendWebhook([fixture.customerMessage(number, `oi ${number}`)]);
    const rows = await service.until(fixture.tickets, (all) => all.some((row) => row.last_message === `oi ${number}`));
    return rows.find((row) => row.last_message === `oi ${number}`)!.id as number;
  }
  async function openedTicket() {
    const number = newNumber();
    const { id } = await fixture.openTicket(number, `oi ${number}`);
    return { id, number };
  }
  const sendText = (id: number, body = 'Posso ajudar em algo mais?') =>
    fixture.admin.request('POST', `/messages/${id}`, { body });
  return { ...fixture, alter, ticket, log, logReasons, autoMessages, pendingTicket, openedTicket, sendText };
}

describe('an inactive ticket', () => {
  const rules = {
    expires_minutes: 30,
    inactive_minutes: 10,
    inactive_message: 'Ainda está aí, {{firstName}}?',
    expires_inactive_message: 'Encerramos por falta de resposta.',
    rating_message: 'De 0 a 10?',
    farewell_message: 'Até logo!',
  };

  it('is warned once and closes after the warning, with any number of nodes and runs [M-161] [M-162]', async () => {
    const fixture = await createFixture(rules, { userRating: 'enabled' });
    const { id } = await fixture.openedTicket();
    await sweepAfter(9, 'inactivity.sweep');
    expect(await fixture.autoMessages(id)).toEqual([]);
    await sweepAfter(11, 'inactivity.sweep', 3);
    await sweepAfter(12, 'inactivity.sweep');
    expect(await fixture.autoMessages(id)).toEqual(['Ainda está aí, Helena?']);
    await sweepAfter(40, 'inactivity.sweep');
    expect((await fixture.ticket(id)).status).toBe('open');
    await sweepAfter(42, 'inactivity.sweep', 3);
    // Neither the farewell nor the rating: no agent closed the ticket.
    expect(await fixture.autoMessages(id)).toEqual(['Ainda está aí, Helena?', 'Encerramos por falta de resposta.']);
    expect(await fixture.ticket(id)).toMatchObject({ status: 'closed', unread: 0 });
    expect(await fixture.logReasons(id)).toEqual(['chatBot inactivityWarned', 'autoClose inactivityClosed']);
    const { rows } = await service.server.asOwner.query(
      'select finished_at, rating_at from ticket_tracking where ticket_id = $1',
      [id],
    );
    expect(rows).toEqual([{ finished_at: expect.any(Date), rating_at: null }]);
  });

  it('starts again after a new message; a late step reports its delay', async () => {
    const fixture = await createFixture(rules);
    const { id, number } = await fixture.openedTicket();
    await sweepAfter(11, 'inactivity.sweep');
    await fixture.sendWebhook([fixture.customerMessage(number, 'estou sim')]);
    await service.until(
      () => fixture.ticket(id),
      (row) => row.last_message === 'estou sim',
    );
    await sweepAfter(200, 'inactivity.sweep');
    // Warned again, not closed: the time counts from the new warning.
    expect(await fixture.autoMessages(id)).toHaveLength(2);
    expect(await fixture.logReasons(id)).toEqual(['chatBot inactivityWarned', 'chatBot inactivityWarned+190']);
    await sweepAfter(300, 'inactivity.sweep');
    expect((await fixture.logReasons(id)).at(-1)).toBe('autoClose inactivityClosed+70');
  });

  it('closes without a warning if there is no warning time; only after own messages with expiresWhen 1', async () => {
    const fixture = await createFixture({ expires_minutes: 30, expires_when: 1 });
    const [answered, unanswered] = [await fixture.openedTicket(), await fixture.openedTicket()];
    await fixture.sendText(answered.id);
    await sweepAfter(31, 'inactivity.sweep');
    expect((await fixture.ticket(answered.id)).status).toBe('closed');
    expect((await fixture.ticket(unanswered.id)).status).toBe('open');
    await fixture.alter({ expires_when: 0 });
    await sweepAfter(31, 'inactivity.sweep');
    expect((await fixture.ticket(unanswered.id)).status).toBe('closed');
    expect(await fixture.autoMessages(unanswered.id)).toEqual([]);
  });

  it('stays unchanged if it is pending or imported, or if its connection or company is inactive', async () => {
    const fixture = await createFixture({ expires_minutes: 30 });
    const [{ id }, { id: imported }, pending] = [
      await fixture.openedTicket(),
      await fixture.openedTicket(),
      await fixture.pendingTicket(),
    ];
    await service.server.asOwner.query('update tickets set imported_at = now() where id = $1', [imported]);
    await fixture.alter({ status: 'DISCONNECTED' });
    await sweepAfter(500, 'inactivity.sweep');
    await fixture.alter({ status: 'CONNECTED' });
    const isActive = (yes: boolean) =>
      service.server.asOwner.query('update companies set is_active = $2 where company_id = $1', [
        fixture.companyId,
        yes,
      ]);
    await isActive(false);
    await sweepAfter(500, 'inactivity.sweep');
    expect((await fixture.ticket(id)).status).toBe('open');
    await isActive(true);
    await sweepAfter(500, 'inactivity.sweep');
    expect(
      await Promise.all([id, imported, pending].map(async (ticketId) => (await fixture.ticket(ticketId)).status)),
    ).toEqual(['closed', 'open', 'pending']);
  });
});

describe('a ticket of a company that was moved here', () => {
  it('is left alone until a person confirms the move, and does not stand before those of others', async () => {
    const [moved, other] = [await createFixture(), await createFixture()];
    const [{ id }, { id: otherId }] = [await moved.openedTicket(), await other.openedTicket()];
    for (const { alter } of [moved, other]) await alter({ expires_minutes: 30 });
    const { server } = service;
    await server.asOwner.query('insert into platform_settings (key, value) values ($1, $2)', [
      `moved-in.${moved.companyId}`,
      '2026-11-01T00:00:00.000Z',
    ]);
    // One ticket may be found: that of the moved company would be the first.
    const at = new Date(+server.clock.now() + 31 * MINUTE_MS);
    const one = { at, limit: 1, skippedQueueIds: undefined, companyId: undefined };
    const due = await loadDue(server.db, dueStatements.inactive, one);
    expect(due.map(({ companyId }) => companyId === moved.companyId)).toEqual([false]);
    await sweepAfter(31, 'inactivity.sweep');
    expect((await moved.ticket(id)).status).toBe('open');
    expect((await other.ticket(otherId)).status).toBe('closed');
    expect(await server.doctor.continueCompany(moved.companyId)).toBe(true);
    await sweepAfter(31, 'inactivity.sweep');
    expect((await moved.ticket(id)).status).toBe('closed');
  });
});

describe('a ticket that waits for a rating', () => {
  it('closes once with the farewell and without a rating when the time is over [M-154]', async () => {
    const fixture = await createFixture(
      { rating_message: 'De 0 a 10?', rating_expires_minutes: 15, farewell_message: 'Até logo!' },
      { userRating: 'enabled' },
    );
    const { id } = await fixture.openedTicket();
    await fixture.admin.request('PUT', `/tickets/${id}`, { status: 'closed' });
    expect(await fixture.ticket(id)).toMatchObject({ status: 'nps', rating_turns: 1 });
    await sweepAfter(14, 'rating.sweep');
    expect((await fixture.ticket(id)).status).toBe('nps');
    await sweepAfter(16, 'rating.sweep', 3);
    await sweepAfter(60, 'rating.sweep');
    expect(await fixture.ticket(id)).toMatchObject({ status: 'closed', rating: null });
    expect(await fixture.autoMessages(id)).toEqual(['De 0 a 10?', 'Até logo!']);
    expect(await fixture.logReasons(id)).toEqual(['autoClose ratingExpired']);
  });
});

describe('a ticket without a queue', () => {
  it('gets the redirect queue once, without a message [M-166]', async () => {
    const fixture = await createFixture();
    const queue = (await fixture.admin.request('POST', '/queue', { name: 'Geral', color: '#112233' })).json<{
      id: number;
    }>();
    await fixture.alter({ redirect_minutes: 5, redirect_queue_id: queue.id });
    const [id, { id: openedTicket }] = [await fixture.pendingTicket(), await fixture.openedTicket()];
    const before = (await fixture.messages()).length;
    await sweepAfter(4, 'redirect.sweep');
    expect((await fixture.ticket(id)).queue_id).toBeNull();
    await sweepAfter(6, 'redirect.sweep', 3);
    expect(await fixture.ticket(id)).toMatchObject({ status: 'pending', queue_id: queue.id, user_id: null });
    expect((await fixture.ticket(openedTicket)).queue_id).toBeNull();
    expect(await fixture.logReasons(id)).toEqual(['redirect redirectedUnqueued']);
    expect((await fixture.messages()).length).toBe(before);
  });
});

describe('a rotating queue', () => {
  async function createRotatingQueue(settings: Record<string, string> = {}) {
    const fixture = await createFixture({}, settings);
    const queue = (
      await fixture.admin.request('POST', '/queue', {
        name: 'Vendas',
        color: '#445566',
        ativarRoteador: true,
        tempoRoteador: 5,
      })
    ).json<{ id: number }>();
    const agents: Caller[] = [];
    for (let n = 0; n < 2; n++)
      agents.push(await service.server.createAgent(fixture.companyId, { queueIds: [queue.id], allTicket: 'enabled' }));
    const setOnline = (caller: Caller, isOnline: boolean) =>
      service.server.asOwner.query('update users set is_online = $2, last_seen_at = now() where id = $1', [
        caller.user.id,
        isOnline,
      ]);
    for (const agent of agents) await setOnline(agent, true);
    async function inQueue() {
      const id = await fixture.pendingTicket();
      await fixture.admin.request('PUT', `/tickets/${id}`, { queueId: queue.id });
      return id;
    }
    const agentsOf = async (ids: number[]) => Promise.all(ids.map(async (id) => (await fixture.ticket(id)).user_id));
    return { ...fixture, queue, agents, ids: agents.map(({ user }) => user.id), setOnline, inQueue, agentsOf };
  }

  it('offers each pending ticket to the next agent until one accepts [M-165]', async () => {
    const rotation = await createRotatingQueue();
    const tickets = [await rotation.inQueue(), await rotation.inQueue()];
    await sweepAfter(0, 'rotation.sweep', 3);
    const first = await rotation.agentsOf(tickets);
    expect(sorted(first)).toEqual(sorted(rotation.ids));
    await sweepAfter(4, 'rotation.sweep');
    expect(await rotation.agentsOf(tickets)).toEqual(first);
    const acceptingAgent = rotation.agents.find(({ user }) => user.id === first[0])!;
    expect(
      (
        await acceptingAgent.request('PUT', `/tickets/${tickets[0]}`, {
          status: 'open',
          userId: acceptingAgent.user.id,
        })
      ).statusCode,
    ).toBe(200);
    await sweepAfter(6, 'rotation.sweep', 3);
    await sweepAfter(7, 'rotation.sweep');
    expect(await rotation.agentsOf(tickets)).toEqual([first[0], first[0]]);
    expect(await rotation.logReasons(tickets[1]!)).toEqual(['queue rotated', 'queue rotated']);
    // An hour late: the log entry reports the delay.
    await sweepAfter(71, 'rotation.sweep');
    expect((await rotation.logReasons(tickets[1]!)).at(-1)).toBe('queue rotated+60');
    expect(await rotation.ticket(tickets[0]!)).toMatchObject({ status: 'open', user_id: first[0] });
  });

  it('skips agents who are offline, paused, outside work hours or at capacity', async () => {
    const rotation = await createRotatingQueue({ attendantCapacity: '2' });
    const [first, second] = rotation.agents as [Caller, Caller];
    // Agents become unavailable before there are tickets: the server sweeps once a minute on its own.
    await rotation.setOnline(first, false);
    await rotation.setOnline(second, false);
    const tickets: number[] = [];
    for (let n = 0; n < 5; n++) tickets.push(await rotation.inQueue());
    const assignedUserIds = async () => (await rotation.agentsOf(tickets)).filter((id) => id !== null);

    await sweepAfter(0, 'rotation.sweep');
    expect(await assignedUserIds()).toEqual([]);
    await service.server.asOwner.query('update users set paused_at = now() where id = $1', [second.user.id]);
    await rotation.setOnline(second, true);
    await sweepAfter(0, 'rotation.sweep');
    expect(await assignedUserIds()).toEqual([]);
    await service.server.asOwner.query(
      `update users set paused_at = null, start_work = to_char($2::timestamptz at time zone 'America/Sao_Paulo' + interval '2 hours', 'HH24:MI'),
              end_work = to_char($2::timestamptz at time zone 'America/Sao_Paulo' + interval '3 hours', 'HH24:MI') where id = $1`,
      // The clock of the server, which earlier tests have advanced.
      [second.user.id, service.server.clock.now()],
    );
    await sweepAfter(0, 'rotation.sweep');
    expect(await assignedUserIds()).toEqual([]);
    await service.server.asOwner.query(`update users set start_work = '00:00', end_work = '23:59' where id = $1`, [
      second.user.id,
    ]);
    // Concurrent assignments: each sees what the others assigned.
    const { assignNext } = createRotation({ ...service.server.modules, clock: service.server.clock });
    await Promise.all(tickets.map((id) => service.server.db.inCompany(rotation.companyId, (tx) => assignNext(tx, id))));
    expect(await assignedUserIds()).toEqual([second.user.id, second.user.id]);
    await rotation.setOnline(first, true);
    await sweepAfter(1, 'rotation.sweep', 3);
    expect(sorted(await assignedUserIds())).toEqual(
      sorted([first.user.id, first.user.id, second.user.id, second.user.id]),
    );
    // Both agents are at capacity: due tickets stay with their agents.
    await sweepAfter(10, 'rotation.sweep');
    expect(await assignedUserIds()).toHaveLength(4);
  });

  it('does not block other queues when it is long and all its agents are at capacity', async () => {
    const [full, free] = [await createRotatingQueue({ attendantCapacity: '1' }), await createRotatingQueue()];
    const { rows } = await service.server.asOwner.query<{ id: number }>(
      `with people as (insert into contacts (company_id, name, number)
         select $1, 'Fila ' || n, '55009855' || lpad(n::text, 5, '0') from generate_series(1, 210) n returning id)
       insert into tickets (company_id, contact_id, connection_id, channel, status, queue_id)
       select $1, id, $2, 'whatsapp', 'pending', $3 from people returning id`,
      [full.companyId, full.connectionId, full.queue.id],
    );
    const last = await free.inQueue();
    await sweepAfter(0, 'rotation.sweep');
    expect(free.ids).toContain((await free.ticket(last)).user_id);
    const assignedTickets = (await full.tickets()).filter((row) => row.user_id !== null);
    expect(sorted(assignedTickets.map((row) => row.user_id))).toEqual(sorted(full.ids));
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(assignedTickets.map((row) => row.id)));
  });
});

describe('a kanban lane', () => {
  async function createBoard(plan: { useKanban?: boolean } = {}) {
    const fixture = await createFixture();
    const lane = async (name: string, more: object = {}) =>
      (await fixture.admin.request('POST', '/tags', { name, color: '#1E88E5', kanban: 1, ...more })).json<{
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
    const { id, number } = await fixture.openedTicket();
    await fixture.sendText(id, 'Enviei a proposta');
    if (plan.useKanban === false)
      await service.server.asOwner.query(
        'update plans set use_kanban = false where id = (select plan_id from companies where company_id = $1)',
        [fixture.companyId],
      );
    const getLane = async () => {
      const { tags } = (await fixture.admin.request('GET', `/tickets/${id}`)).json<{ tags: { id: number }[] }>();
      const laneId = (await fixture.ticket(id)).lane_id as number | null;
      expect(laneId).toBe(tags[0]?.id ?? null);
      return laneId;
    };
    const receiveText = async (text: string) => {
      await fixture.sendWebhook([fixture.customerMessage(number, text)]);
      await service.until(
        () => fixture.ticket(id),
        (row) => row.last_message === text,
      );
    };
    const put = (laneId: number) => fixture.admin.request('PUT', `/ticket-tags/${id}/${laneId}`);
    return { ...fixture, id, talking, sent, last, getLane, receiveText, put };
  }

  it('sends its greeting, moves the ticket on after its time, and back when the customer writes [M-136]', async () => {
    const board = await createBoard();
    expect((await board.put(board.sent)).statusCode).toBe(201);
    const name = board.admin.user.name;
    expect(await board.autoMessages(board.id)).toEqual([`*${name}:*\nA proposta está com você, Helena.`]);
    await sweepAfter(59, 'lane.sweep');
    expect(await board.getLane()).toBe(board.sent);
    await sweepAfter(61, 'lane.sweep', 3);
    await sweepAfter(62, 'lane.sweep');
    expect(await board.getLane()).toBe(board.last);
    expect((await board.autoMessages(board.id)).slice(1)).toEqual([`*${name}:*\nSeguimos à disposição.`]);
    expect(await board.logReasons(board.id)).toEqual(['chatBot laneTimeOver']);

    await board.receiveText('desculpe a demora');
    expect(await board.getLane()).toBe(board.talking);
    expect(await board.autoMessages(board.id)).toHaveLength(2);

    // The customer wrote last: the lane's time does not run.
    await board.put(board.sent);
    await board.receiveText('me dê um momento');
    expect(await board.getLane()).toBe(board.talking);
    await service.server.asOwner.query('update tags set rollback_lane_id = null where id = $1', [board.sent]);
    await board.put(board.sent);
    await board.receiveText('ainda penso');
    await sweepAfter(500, 'lane.sweep');
    expect(await board.getLane()).toBe(board.sent);
  });

  it('moves no ticket without the plan feature', async () => {
    const board = await createBoard({ useKanban: false });
    await service.server.asOwner.query('update tickets set lane_id = $2 where id = $1', [board.id, board.sent]);
    await sweepAfter(500, 'lane.sweep');
    await board.receiveText('oi de novo');
    expect((await board.ticket(board.id)).lane_id).toBe(board.sent);
  });
});

describe('time that a simulated connection passes', () => {
  it('runs the timers of its own company only [F-M16]', async () => {
    const rules = { expires_minutes: 30, expires_inactive_message: 'Encerramos por aqui.' };
    const [own, other] = [await createFixture(rules), await createFixture(rules)];
    const [{ id }, { id: otherId }] = [await own.openedTicket(), await other.openedTicket()];
    await own.sendText(id);
    await other.sendText(otherId);
    // Both are due; the sweep of the platform has not run yet.
    const old = `update tickets set updated_at = now() - interval '2 hours' where id = any($1)`;
    await service.server.asOwner.query(old, [[id, otherId]]);
    await service.server.modules.ticketTimers.pass(own.companyId, own.connectionId, 1);
    expect([(await own.ticket(id))?.status, (await other.ticket(otherId))?.status]).toEqual(['closed', 'open']);
  });

  it('closes the reply window and publishes it to open screens [F-U30]', async () => {
    const fixture = await createFixture();
    const { id } = await fixture.openedTicket();
    const [{ last }] = (await service.server.asOwner.query(`select coalesce(max(id), 0)::text as last from event_log`))
      .rows;
    await service.server.modules.ticketTimers.pass(fixture.companyId, fixture.connectionId, 25 * 60);
    const hoursAgo = (Date.now() - +(await fixture.ticket(id))!.last_inbound_at) / 3_600_000;
    expect(Math.round(hoursAgo)).toBe(25);
    const events = await service.server.asOwner.query(
      `select data from event_log where company_id = $1 and id > $2::bigint`,
      [fixture.companyId, last],
    );
    expect(events.rows.map(({ data }) => data)).toContainEqual(expect.objectContaining({ ticketId: id }));
  });
});
