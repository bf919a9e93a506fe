import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../../test/users.ts';
import { startConnectedServer, createPeer } from '../../../test/connected-server.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());

let numbers = 0;
const aNumber = () => `55009876${String(++numbers).padStart(5, '0')}`;
/** A ticket in a queue that one agent has and another does not. */
async function createFixture() {
  const counter = await service.createConnectedCompany();
  const { admin, companyId } = counter;
  const queue = (await admin.request('POST', '/queue', { name: 'Suporte', color: '#0EA5E9' })).json<{ id: number }>();
  const agent = await service.server.createAgent(companyId, { queueIds: [queue.id] });
  const outsider = await service.server.createAgent(companyId);
  async function waiting() {
    const number = aNumber();
    await counter.sendWebhook([counter.customerMessage(number, number)]);
    const rows = await service.until(counter.tickets, (all) => all.some((row) => row.last_message === number));
    const ticket = rows.find((row) => row.last_message === number);
    await admin.request('PUT', `/tickets/${ticket.id}`, { queueId: queue.id });
    return { ticketId: ticket.id as number, contactId: ticket.contact_id as number };
  }
  return { ...counter, agent, outsider, waiting };
}
const write = (caller: Caller, at: { ticketId: number; contactId: number }, note: string) =>
  caller.request('POST', '/ticket-notes', { ...at, note });
const read = async (caller: Caller, contactId: number) =>
  (await caller.request('GET', `/ticket-notes/list?contactId=${contactId}`)).json<{ id: number; note: string }[]>();
const errorOf = (answer: { statusCode: number; json(): { error: string } }) => [answer.statusCode, answer.json().error];

describe('contact notes', () => {
  it('show author, text, time and ticket, newest first [M-101] [M-320]', async () => {
    const { admin, agent, waiting } = await createFixture();
    const at = await waiting();
    const first = await write(agent, at, '  Prefere falar à tarde ');
    expect(first.statusCode).toBe(200);
    expect(first.json()).toEqual({
      id: expect.any(Number),
      note: 'Prefere falar à tarde',
      ...at,
      userId: agent.user.id,
      createdAt: expect.stringMatching(/Z$/),
      user: { id: agent.user.id, name: agent.user.name },
      contact: { id: at.contactId, name: 'Helena Prado' },
      ticket: { id: at.ticketId, status: 'pending', createdAt: expect.stringMatching(/Z$/) },
    });
    await write(admin, at, 'Pediu desconto');
    expect((await read(agent, at.contactId)).map(({ note }) => note)).toEqual([
      'Pediu desconto',
      'Prefere falar à tarde',
    ]);
    expect(await read(agent, (await waiting()).contactId)).toEqual([]);
  });

  it('need at least two characters [M-101]', async () => {
    const { agent, waiting } = await createFixture();
    const at = await waiting();
    for (const [note, rule] of [
      ['', 'required'],
      [' x ', 'tooShort'],
    ] as const) {
      const answer = await write(agent, at, note);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ error: 'ERR_VALIDATION', fields: [{ field: 'note', rule }] });
    }
    expect((await write(agent, at, 'ok')).statusCode).toBe(200);
  });

  it('can be added only to a readable ticket of the contact [M-101]', async () => {
    const { agent, outsider, waiting } = await createFixture();
    const [at, other] = [await waiting(), await waiting()];
    expect(errorOf(await write(outsider, at, 'Não vejo'))).toEqual([404, 'ERR_NO_TICKET_FOUND']);
    expect(errorOf(await write(agent, { ...at, contactId: other.contactId }, 'De outra pessoa'))).toEqual([
      404,
      'ERR_NO_CONTACT_FOUND',
    ]);
    const list = (caller: Caller, contactId: number) =>
      caller.request('GET', `/ticket-notes/list?ticketId=${at.ticketId}&contactId=${contactId}`);
    expect((await list(agent, at.contactId)).json()).toEqual([]);
    expect(errorOf(await list(outsider, at.contactId))).toEqual([404, 'ERR_NO_TICKET_FOUND']);
    expect(errorOf(await list(agent, other.contactId))).toEqual([404, 'ERR_NO_CONTACT_FOUND']);
  });

  it('can be changed and removed only by their author or an admin [M-320]', async () => {
    const { admin, agent, outsider, waiting, companyId } = await createFixture();
    const at = await waiting();
    const { id } = (await write(agent, at, 'Gosta de armação leve')).json<{ id: number }>();
    for (const method of ['PUT', 'DELETE'] as const) {
      const answer = await outsider.request(
        method,
        `/ticket-notes/${id}`,
        method === 'PUT' ? { note: 'Outra' } : undefined,
      );
      expect(errorOf(answer)).toEqual([403, 'ERR_NO_PERMISSION']);
    }
    expect((await agent.request('PUT', `/ticket-notes/${id}`, { note: 'Gosta de armação fina' })).json()).toMatchObject(
      {
        id,
        note: 'Gosta de armação fina',
        userId: agent.user.id,
      },
    );
    expect((await admin.request('PUT', `/ticket-notes/${id}`, { note: 'Conferido' })).json()).toMatchObject({
      note: 'Conferido',
      userId: agent.user.id,
    });
    expect((await agent.request('DELETE', `/ticket-notes/${id}`)).statusCode).toBe(200);
    expect(errorOf(await agent.request('DELETE', `/ticket-notes/${id}`))).toEqual([404, 'ERR_NO_TICKETNOTE_FOUND']);
    expect(await read(admin, at.contactId)).toEqual([]);
    const { rows } = await service.server.asOwner.query(
      "select user_id, subject from audit_log where company_id = $1 and act = 'note.removed'",
      [companyId],
    );
    expect(rows).toEqual([{ user_id: agent.user.id, subject: `note ${id}` }]);
  });

  it('outlive their ticket and author and follow the contact through a merge and its undo', async () => {
    const { admin, agent, waiting } = await createFixture();
    const [survivor, merged] = [await waiting(), await waiting()];
    const { id } = (await write(agent, merged, 'Vem sempre aos sábados')).json<{ id: number }>();
    await admin.request('DELETE', `/tickets/${merged.ticketId}`);
    await admin.request('DELETE', `/users/${agent.user.id}`);
    expect(await read(admin, merged.contactId)).toMatchObject([{ id, ticketId: null, ticket: null, user: null }]);

    await admin.request('POST', `/contacts/${survivor.contactId}/merge`, {
      otherId: merged.contactId,
      reason: 'A mesma pessoa',
    });
    expect(await read(admin, survivor.contactId)).toMatchObject([
      { id, contactId: survivor.contactId, contact: { id: survivor.contactId } },
    ]);
    const [merge] = (await admin.request('GET', `/contacts/${survivor.contactId}/merges`)).json<{ id: number }[]>();
    await admin.request('POST', `/contact-merges/${merge!.id}/undo`);
    expect(await read(admin, survivor.contactId)).toEqual([]);
    expect(await read(admin, merged.contactId)).toMatchObject([{ id }]);
  });

  it('do not show a hidden number', async () => {
    const counter = await service.createConnectedCompany({
      enableLGPD: 'enabled',
      lgpdHideNumber: 'enabled',
      lgpdMessage: '',
    });
    const number = aNumber();
    await counter.sendWebhook([counter.customerMessage(number, 'oi', { peer: createPeer(number, number) })]);
    const [ticket] = await service.until(counter.tickets, (rows) => rows.length === 1);
    const at = { ticketId: ticket.id as number, contactId: ticket.contact_id as number };
    const written = await write(counter.admin, at, 'Ainda sem nome');
    expect(written.json()).toMatchObject({ note: 'Ainda sem nome', contact: { id: at.contactId } });
    for (const text of [written.body, JSON.stringify(await read(counter.admin, at.contactId))])
      expect(text).not.toContain(number);
  });

  it('of another company are not found [M-018]', async () => {
    const [ownCompany, otherCompany] = [await createFixture(), await createFixture()];
    const at = await ownCompany.waiting();
    const { id } = (await write(ownCompany.agent, at, 'Só nossa')).json<{ id: number }>();
    expect(errorOf(await otherCompany.admin.request('PUT', `/ticket-notes/${id}`, { note: 'Roubada' }))).toEqual([
      404,
      'ERR_NO_TICKETNOTE_FOUND',
    ]);
    expect((await otherCompany.admin.request('GET', `/ticket-notes/list?contactId=${at.contactId}`)).statusCode).toBe(
      404,
    );
  });
});
