import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../../test/users.ts';
import { startConnectedServer } from '../../../test/connected-server.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());

let numbers = 0;
const newNumber = () => `55009877${String(++numbers).padStart(5, '0')}`;
const errorOf = (answer: { statusCode: number; json(): { error: string } }) => [answer.statusCode, answer.json().error];
/** A ticket that the administrator handles, and an agent who may not read it. */
async function createFixture() {
  const company = await service.createConnectedCompany();
  const outsider = await service.server.createAgent(company.companyId);
  const { id } = await company.openTicket(newNumber(), 'oi');
  return { ...company, outsider, id };
}

describe('drafts', () => {
  const NONE = { body: '', isPrivate: false, updatedAt: null };

  it('are saved per user, replaced by the next, and removed when empty', async () => {
    const { admin, id, companyId } = await createFixture();
    const other = await service.server.createAgent(companyId, { profile: 'admin' });
    const read = async (caller: Caller) => (await caller.request('GET', `/tickets/${id}/draft`)).json();
    expect(await read(admin)).toEqual(NONE);
    const saved = await admin.request('PUT', `/tickets/${id}/draft`, { body: 'Bom dia, vou', isPrivate: true });
    expect(saved.json()).toEqual({ body: 'Bom dia, vou', isPrivate: true, updatedAt: expect.stringMatching(/Z$/) });
    expect(await read(admin)).toEqual(saved.json());
    expect(await read(other)).toEqual(NONE);
    await admin.request('PUT', `/tickets/${id}/draft`, { body: 'Bom dia, vou ver' });
    expect(await read(admin)).toMatchObject({ body: 'Bom dia, vou ver', isPrivate: false });
    expect((await admin.request('PUT', `/tickets/${id}/draft`, { body: '' })).json()).toEqual(NONE);
    expect(await read(admin)).toEqual(NONE);
    const { rows } = await service.server.asOwner.query('select from ticket_drafts where company_id = $1', [companyId]);
    expect(rows).toEqual([]);
  });

  it('may be as long as a message and no longer', async () => {
    const { admin, id } = await createFixture();
    const saveDraft = (length: number) => admin.request('PUT', `/tickets/${id}/draft`, { body: 'a'.repeat(length) });
    expect((await saveDraft(65_536)).statusCode).toBe(200);
    expect((await saveDraft(65_537)).json()).toMatchObject({ error: 'ERR_VALIDATION', fields: [{ rule: 'tooLong' }] });
  });

  it('need a readable ticket and are removed with the ticket or the user', async () => {
    const { admin, outsider, id, companyId } = await createFixture();
    const second = await service.server.createAgent(companyId, { profile: 'admin' });
    for (const answer of [
      await outsider.request('GET', `/tickets/${id}/draft`),
      await outsider.request('PUT', `/tickets/${id}/draft`, { body: 'Oi' }),
    ])
      expect(errorOf(answer)).toEqual([404, 'ERR_NO_TICKET_FOUND']);
    for (const caller of [admin, second]) await caller.request('PUT', `/tickets/${id}/draft`, { body: 'Oi' });
    const authors = async () =>
      (await service.server.asOwner.query('select user_id from ticket_drafts where ticket_id = $1', [id])).rows;
    await admin.request('DELETE', `/users/${second.user.id}`);
    expect(await authors()).toEqual([{ user_id: admin.user.id }]);
    await admin.request('DELETE', `/tickets/${id}`);
    // A job removes the rows of a ticket.
    await service.until(authors, (rows) => rows.length === 0);
  });
});
