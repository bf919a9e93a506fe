import type { LivePanel, LivePanelChange } from '@balcao/contract/endpoints/live-panel';
import { patchPanel } from '@balcao/domain/insight/live-panel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertMaxDuration, createRandom } from '../../../test/case-counts.ts';
import { createPeer, startConnectedServer } from '../../../test/connected-server.ts';
import { openSocket, type TestSocket } from '../../../test/sockets.ts';
import type { Caller } from '../../../test/users.ts';
import { accept, createTicketHelpers, put, uniqueText } from '../tickets/tickets.fixture.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());
const { createFixture } = createTicketHelpers(() => service);
const panelOf = async (caller: Caller): Promise<LivePanel> => {
  const response = await caller.request('GET', '/live-panel');
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};
const changesOf = (screen: TestSocket) =>
  screen.received.filter(({ name }) => name.endsWith('-livePanel')).map(({ payload }) => payload as LivePanelChange);

describe('the live panel', () => {
  it('shows admins every waiting and open conversation, others those of their queues [M-296] [M-297] [M-321]', async () => {
    const { admin, ana, customerWrites, sales, support, companyId } = await createFixture();
    const viewer = await service.server.createAgent(companyId, { queueIds: [sales], allowRealTime: 'enabled' });
    const [own, foreign] = [await customerWrites(sales, uniqueText()), await customerWrites(support, uniqueText())];
    await accept(ana, own.id);
    const all = await panelOf(admin);
    expect(new Set(all.tickets.map(({ id }) => id))).toEqual(new Set([own.id, foreign.id]));
    expect(all.tickets.find(({ id }) => id === own.id)).toMatchObject({
      contact: { name: 'Rita' },
      queue: { id: sales, name: 'Vendas', color: '#112233' },
      whatsapp: { name: 'Matriz' },
      user: { id: ana.user.id, name: 'Ana', profile: 'user' },
      unreadMessages: expect.any(Number),
      waitingSince: expect.any(String),
      status: 'open',
    });
    expect(all.agents.map(({ name }) => name)).toContain('Ana');
    const mine = await panelOf(viewer);
    expect(mine.tickets.map(({ id }) => id)).toEqual([own.id]);
    expect(mine.queues.map(({ id }) => id)).toEqual([sales]);
    const moments = (caller: Caller, query = '') => caller.request('GET', `/usersMoments${query}`);
    expect((await moments(viewer)).json()).toHaveLength(1);
    // A queue of others is not shown, whatever is asked for.
    expect((await moments(viewer, `?queuesIds=[${support}]`)).json()).toEqual([]);
    expect((await admin.request('GET', `/dashboard/moments?userId=${ana.user.id}&status=open`)).json()).toMatchObject([
      { id: own.id },
    ]);
    expect((await viewer.request('GET', `/dashboard/moments?userId=${ana.user.id}`)).json()).toEqual([]);
    expect((await ana.request('GET', '/live-panel')).statusCode).toBe(403);
  });

  it('hides numbers on the panel and in its socket messages [IM-11]', async () => {
    const { admin, customerWrites, sales } = await createFixture({ enableLGPD: 'enabled', lgpdHideNumber: 'enabled' });
    const screen = await openSocket(service.server, admin);
    expect(await screen.emitWithAck('joinLivePanel')).toBeNull();
    const { id, number } = await customerWrites(sales, uniqueText());
    const shown = (await panelOf(admin)).tickets.find((ticket) => ticket.id === id)!;
    expect(shown.contact.number).toBe(`${number.slice(0, -6)}**-**${number.slice(-2)}`);
    await accept(admin, id);
    const change = await screen.waitFor(
      'livePanel',
      (payload) => 'ticket' in payload && payload.ticket.status === 'open',
    );
    expect(change).toMatchObject({ ticket: { id, contact: { number: shown.contact.number } } });
    expect(
      screen
        .allOf('livePanel')
        .map((payload) => JSON.stringify(payload))
        .join(),
    ).not.toContain(number);
    screen.close();
  });

  it('counts no first response of an imported or unlisted conversation', async () => {
    const { admin, customerWrites, sales } = await createFixture();
    const ids: number[] = [];
    for (let n = 0; n < 3; n += 1) ids.push((await customerWrites(sales, uniqueText())).id);
    const { asOwner } = service.server;
    await asOwner.query('update ticket_tracking set is_in_time = (ticket_id = $2) where ticket_id = any($1)', [
      ids,
      ids[2],
    ]);
    await asOwner.query('update tickets set imported_at = now() where id = $1', [ids[0]]);
    await asOwner.query('update tickets set is_unlisted = true where id = $1', [ids[1]]);
    expect((await panelOf(admin)).withinTarget).toBe(100);
  });

  it('shows the conversations that the dashboard counts now, without imported and unlisted ones', async () => {
    const { admin, customerWrites, customerMessage, sendWebhook, sales } = await createFixture();
    const tickets: Awaited<ReturnType<typeof customerWrites>>[] = [];
    for (let n = 0; n < 4; n += 1) tickets.push(await customerWrites(sales, uniqueText()));
    const [waiting, imported, unlisted, attended] = tickets.map(({ id }) => id) as [number, number, number, number];
    await accept(admin, attended);
    const { asOwner } = service.server;
    await asOwner.query('update tickets set imported_at = now() where id = $1', [imported]);
    await asOwner.query('update tickets set is_unlisted = true where id = $1', [unlisted]);
    const shown = (await panelOf(admin)).tickets;
    expect(shown.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([waiting, attended]);
    const countOf = (status: string) => shown.filter((ticket) => ticket.status === status).length;
    expect((await admin.request('GET', '/dashboard/now')).json()).toMatchObject({
      supportPending: countOf('pending'),
      supportHappening: countOf('open'),
    });
    // Nor does a socket message show them.
    const screen = await openSocket(service.server, admin);
    expect(await screen.emitWithAck('joinLivePanel')).toBeNull();
    for (const { number } of [tickets[1]!, tickets[0]!])
      await sendWebhook([customerMessage(number, uniqueText(), { peer: createPeer(number, 'Rita') })]);
    await expect
      .poll(() => changesOf(screen).some((change) => 'ticket' in change && change.ticket.id === waiting), {
        timeout: 8000,
      })
      .toBe(true);
    expect(changesOf(screen).filter((change) => 'ticket' in change && change.ticket.id === imported)).toEqual([]);
    screen.close();
  });

  it('removes a conversation that moves to another queue, without its content [SK-07]', async () => {
    const { admin, companyId, customerWrites, sales, support } = await createFixture();
    const viewer = await service.server.createAgent(companyId, { queueIds: [sales], allowRealTime: 'enabled' });
    const plain = await service.server.createAgent(companyId, { queueIds: [sales] });
    const [screen, without, unjoined] = [
      await openSocket(service.server, viewer),
      await openSocket(service.server, plain),
      await openSocket(service.server, admin),
    ];
    expect(await screen.emitWithAck('joinLivePanel')).toBeNull();
    expect(await without.emitWithAck('joinLivePanel')).toBe('ERR_NO_PERMISSION');
    const { id } = await customerWrites(sales, uniqueText());
    await accept(admin, id, { queueId: sales });
    await expect
      .poll(() => changesOf(screen).some((change) => 'ticket' in change && change.ticket.status === 'open'), {
        timeout: 8000,
      })
      .toBe(true);
    const movedAt = performance.now();
    await put(admin, id, { isTransfered: true, userId: null, queueId: support });
    await expect.poll(() => changesOf(screen).at(-1), { timeout: 8000 }).toEqual({ action: 'delete', ticketId: id });
    assertMaxDuration('SK-07 on the live panel', 1000, movedAt);
    const after = changesOf(screen).length;
    await put(admin, id, { status: 'open', userId: admin.user.id });
    // Something later that the viewer does receive.
    const other = await customerWrites(sales, uniqueText());
    await accept(admin, other.id, { queueId: sales });
    await expect
      .poll(() => changesOf(screen).some((change) => 'ticket' in change && change.ticket.id === other.id), {
        timeout: 8000,
      })
      .toBe(true);
    expect(
      changesOf(screen)
        .slice(after)
        .filter((change) => 'ticket' in change && change.ticket.id === id),
    ).toEqual([]);
    expect(changesOf(without)).toEqual([]);
    expect(changesOf(unjoined)).toEqual([]);
    for (const open of [screen, without, unjoined]) open.close();
  });

  it('is left by an open socket whose user may no longer see it [SK-06]', async () => {
    const { admin, companyId, customerWrites, sales } = await createFixture();
    const createViewer = () => service.server.createAgent(companyId, { queueIds: [sales], allowRealTime: 'enabled' });
    const [viewer, other] = [await createViewer(), await createViewer()];
    const [screen, control] = [await openSocket(service.server, viewer), await openSocket(service.server, other)];
    for (const socket of [screen, control]) expect(await socket.emitWithAck('joinLivePanel')).toBeNull();
    const shows = (socket: TestSocket, ticketId: number) =>
      changesOf(socket).some((change) => 'ticket' in change && change.ticket.id === ticketId);
    const acceptedTicket = async () => {
      const { id } = await customerWrites(sales, uniqueText());
      await accept(admin, id, { queueId: sales });
      await expect.poll(() => shows(control, id), { timeout: 8000 }).toBe(true);
      return id;
    };
    const before = await acceptedTicket();
    await expect.poll(() => shows(screen, before), { timeout: 8000 }).toBe(true);
    await admin.request('PUT', `/users/${viewer.user.id}`, { allowRealTime: 'disabled' });
    expect((await viewer.request('GET', '/live-panel')).statusCode).toBe(403);
    const after = await acceptedTicket();
    expect([shows(screen, after), screen.isClosed()]).toEqual([false, false]);
    for (const socket of [screen, control]) socket.close();
  });

  it('patched by socket messages equals a fresh one, after random changes [PB-05]', { timeout: 120_000 }, async () => {
    const random = createRandom();
    const fixture = await createFixture();
    const { admin, ana, bia, customerWrites, customerMessage, sendWebhook, companyId, sales, support } = fixture;
    const viewer = await service.server.createAgent(companyId, { queueIds: [sales], allowRealTime: 'enabled' });
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
    const viewers: [Caller, TestSocket, LivePanel][] = [];
    for (const caller of [admin, viewer]) {
      const screen = await openSocket(service.server, caller);
      expect(await screen.emitWithAck('joinLivePanel')).toBeNull();
      viewers.push([caller, screen, await panelOf(caller)]);
    }
    const tickets: Awaited<ReturnType<typeof customerWrites>>[] = [];
    for (let n = 0; n < 40; n += 1) {
      const step = random();
      if (tickets.length === 0 || step < 0.2) {
        // The queue is set through the API, because a row that is changed in the table has no socket message.
        const ticket = await customerWrites(null, uniqueText());
        const moved = await put(admin, ticket.id, {
          isTransfered: true,
          userId: null,
          queueId: pick([sales, support]),
        });
        expect(moved.statusCode).toBe(200);
        tickets.push(ticket);
        continue;
      }
      const { id, number, contactId } = pick(tickets);
      // The wait of a customer begins with a message and ends with the reply.
      if (step < 0.35) await sendWebhook([customerMessage(number, uniqueText(), { peer: createPeer(number, 'Rita') })]);
      else if (step < 0.45) await admin.request('POST', `/messages/${id}`, { body: uniqueText() });
      else if (step < 0.5) await admin.request('PUT', `/contacts/${contactId}`, { name: `Rita ${uniqueText()}` });
      else if (step < 0.55) await ana.request('PUT', `/users/${ana.user.id}/pause`, { paused: random() < 0.5 });
      else
        await put(
          admin,
          id,
          step < 0.7
            ? { status: 'open', userId: admin.user.id, queueId: pick([sales, support]) }
            : step < 0.8
              ? { isTransfered: true, userId: pick([ana.user.id, bia.user.id, null]), queueId: pick([sales, support]) }
              : step < 0.9
                ? { status: 'pending' }
                : { status: 'closed', sendFarewellMessage: false },
        );
    }
    await admin.request('PUT', `/users/${ana.user.id}`, { name: 'Ana Maria' });
    // Signed links differ between two answers.
    const comparable = ({ tickets: shown, agents }: Pick<LivePanel, 'tickets' | 'agents'>) => ({
      tickets: shown.map(({ contact: { id, name }, ...ticket }) => ({ ...ticket, contact: { id, name } })),
      agents,
    });
    for (const [caller, screen, initial] of viewers)
      await expect
        .poll(
          async () => {
            let panel = initial;
            for (const change of changesOf(screen)) panel = patchPanel(panel, change);
            const [patched, fresh] = [panel, await panelOf(caller)].map((one) => JSON.stringify(comparable(one)));
            return patched === fresh ? 'equal' : `${patched}\n${fresh}`;
          },
          { timeout: 20_000, interval: 200 },
        )
        .toBe('equal');
    for (const [, screen] of viewers) screen.close();
  });
});
