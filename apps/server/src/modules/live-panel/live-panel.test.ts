import type { LivePanel, LivePanelChange } from '@balcao/contract/endpoints/live-panel';
import { patchPanel } from '@balcao/domain/insight/live-panel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../../../test/case-counts.ts';
import { startConnectedServer } from '../../../test/connected-server.ts';
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

  it('removes a conversation that moves to another queue, without its content [RB-08]', async () => {
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
    await put(admin, id, { isTransfered: true, userId: null, queueId: support });
    await expect.poll(() => changesOf(screen).at(-1), { timeout: 8000 }).toEqual({ action: 'delete', ticketId: id });
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
    // Without the permission the panel is left.
    await admin.request('PUT', `/users/${viewer.user.id}`, { allowRealTime: 'disabled' });
    await expect
      .poll(async () => (await viewer.request('GET', '/live-panel')).statusCode, { timeout: 8000 })
      .not.toBe(200);
    for (const open of [screen, without, unjoined]) open.close();
  });

  it('patched by socket messages equals a fresh one, after random changes [PB-05]', { timeout: 120_000 }, async () => {
    const random = createRandom();
    const { admin, ana, bia, customerWrites, companyId, sales, support } = await createFixture();
    const viewer = await service.server.createAgent(companyId, { queueIds: [sales], allowRealTime: 'enabled' });
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
    const viewers: [Caller, TestSocket, LivePanel][] = [];
    for (const caller of [admin, viewer]) {
      const screen = await openSocket(service.server, caller);
      expect(await screen.emitWithAck('joinLivePanel')).toBeNull();
      viewers.push([caller, screen, await panelOf(caller)]);
    }
    const tickets: number[] = [];
    for (let n = 0; n < 25; n += 1) {
      const step = random();
      if (tickets.length === 0 || step < 0.25) {
        // The queue is set through the API, because a row that is changed in the table has no socket message.
        const { id } = await customerWrites(null, uniqueText());
        const moved = await put(admin, id, { isTransfered: true, userId: null, queueId: pick([sales, support]) });
        expect(moved.statusCode).toBe(200);
        tickets.push(id);
      } else {
        const id = pick(tickets);
        const body =
          step < 0.5
            ? { status: 'open', userId: admin.user.id, queueId: pick([sales, support]) }
            : step < 0.65
              ? { isTransfered: true, userId: pick([ana.user.id, bia.user.id, null]), queueId: pick([sales, support]) }
              : step < 0.8
                ? { status: 'pending' }
                : { status: 'closed', sendFarewellMessage: false };
        await put(admin, id, body);
      }
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
          { timeout: 10_000, interval: 200 },
        )
        .toBe('equal');
    for (const [, screen] of viewers) screen.close();
  });
});
