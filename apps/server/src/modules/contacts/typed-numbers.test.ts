import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConnectedServer } from '../../../test/connected-server.ts';
import type { Caller } from '../../../test/users.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());

const create = (caller: Caller, number: string) => caller.request('POST', '/contacts', { name: 'Rita Lima', number });
const errorOf = async (request: ReturnType<Caller['request']>) => {
  const { error, fields } = (await request).json<{ error: string; fields?: { field: string; rule: string }[] }>();
  return [error, fields?.[0]?.field, fields?.[0]?.rule];
};
const numbers = async (caller: Caller) =>
  (await caller.request('GET', '/contacts'))
    .json<{ contacts: { name: string; number: string }[] }>()
    .contacts.map(({ number }) => number)
    .sort();

describe('a typed number', () => {
  it.each(['(11) 98765-4321', '0 15 11 98765-4321', '+55 11 98765-4321', '5511987654321'])(
    '%s is stored with its calling code, and the customer who writes is that contact [F-U1]',
    async (typed) => {
      const company = await service.createConnectedCompany();
      const contact = (await create(company.admin, typed)).json();
      expect(contact).toMatchObject({ number: '5511987654321' });
      // The channel knows this account without the ninth digit.
      const ticket = await company.openTicket('551187654321');
      expect(ticket.contactId).toBe(contact.id);
      expect(await numbers(company.admin)).toEqual(['5511987654321']);
      expect((await create(company.admin, '11 8765-4321')).json().error).toBe('ERR_DUPLICATED_CONTACT');
    },
  );

  it.each([
    ['98765-4321', 'areaCode'],
    ['(23) 98765-4321', 'unknownAreaCode'],
    ['351 912 345 678', 'callingCode'],
    ['00 11 98765-4321', 'callingCode'],
  ])('%s is asked about and not stored [F-U1]', async (typed, rule) => {
    const { admin } = await service.createConnectedCompany();
    expect(await errorOf(create(admin, typed))).toEqual(['ERR_VALIDATION', 'number', rule]);
    expect(await numbers(admin)).toEqual([]);
  });

  it('gets the calling code of the company’s country [F-U1]', async () => {
    const { admin } = await service.createConnectedCompany({ defaultCountry: 'PT' });
    expect((await create(admin, '912 345 678')).json().number).toBe('351912345678');
    expect(await errorOf(create(admin, '5511987654321'))).toEqual(['ERR_VALIDATION', 'number', 'callingCode']);
    expect((await create(admin, '+55 11 98765-4321')).json().number).toBe('5511987654321');
  });

  it.each([
    '(11) 98765-4321',
    '0 15 11 98765-4321',
    '(0xx11) 98765-4321',
    '\u202a+55 11 98765\u20114321\u202c',
    '+55 (0) 11 98765 4321',
    '98765\u20134321',
    '8765-4321',
  ])('%s finds the contact and their conversation, however it is written [F-U12]', async (typed) => {
    const company = await service.createConnectedCompany();
    const ticket = await company.openTicket('5511987654321');
    await company.openTicket('5521912345678', 'outra');
    const query = encodeURIComponent(typed);
    const { contacts } = (await company.admin.request('GET', `/contacts?searchParam=${query}`)).json();
    expect(contacts.map(({ id }: { id: number }) => id)).toEqual([ticket.contactId]);
    const found = await company.admin.request('GET', `/tickets?status=search&showAll=true&searchParam=${query}`);
    expect(found.json().tickets.map(({ id }: { id: number }) => id)).toEqual([ticket.id]);
  });

  it('is searched with the calling code of the company’s country, also while numbers are hidden [F-U12]', async () => {
    const hidden = { enableLGPD: 'enabled', lgpdHideNumber: 'enabled' };
    const { admin } = await service.createConnectedCompany({ defaultCountry: 'PT', ...hidden });
    const contact = (await create(admin, '912 345 678')).json();
    const { contacts } = (await admin.request('GET', '/contacts?searchParam=912%20345%20678')).json();
    expect(contacts.map(({ id }: { id: number }) => id)).toEqual([contact.id]);
  });

  it('that is saved as it is shown keeps the spelling of the channel [F-U22]', async () => {
    const { admin } = await service.createConnectedCompany();
    const contact = (await create(admin, '551187654321')).json();
    const saved = await admin.request('PUT', `/contacts/${contact.id}`, { number: '+55 11 98765-4321' });
    expect(saved.json().number).toBe('551187654321');
  });

  it('of an API message without calling code reaches the same contact [F-U1]', async () => {
    const company = await service.createConnectedCompany();
    const contact = (await create(company.admin, '11 98765-4321')).json();
    const send = async (number: string) =>
      (await service.server.withToken(company.token)('POST', '/messages/send', { number, body: 'oi' })).statusCode;
    expect([await send('11987654321'), await send('351912345678'), await send('2098765432')]).toEqual([200, 200, 400]);
    expect((await company.tickets()).map((ticket) => ticket.contact_id)).toContain(contact.id);
    expect(await numbers(company.admin)).toEqual(['351912345678', '5511987654321']);
  });
});

describe('a number that was stored without its calling code', () => {
  async function storeIncomplete(companyId: number, ...incomplete: string[]): Promise<number[]> {
    const ids: number[] = [];
    for (const number of incomplete) {
      const { rows } = await service.server.asOwner.query<{ id: number }>(
        `with stored as (insert into contacts (company_id, name, number) values ($1, $2, $2) returning id)
         insert into contact_identities (company_id, contact_id, kind, value)
         select $1, id, 'phone', $2 from stored returning contact_id as id`,
        [companyId, number],
      );
      ids.push(rows[0]!.id);
    }
    return ids;
  }
  const incompleteNumbers = async (caller: Caller) =>
    (await caller.request('GET', '/contact-numbers/incomplete')).json<{
      contacts: { contact: { id: number }; number: string; isUncertain: boolean }[];
      next: number | null;
    }>();

  it('is offered with its calling code and corrected, which is audited [F-U1]', async () => {
    const { admin, companyId } = await service.createConnectedCompany();
    const ids = await storeIncomplete(companyId, '11987654321', '1132210098', '51987654321', '12025550100');
    const { contacts, next } = await incompleteNumbers(admin);
    expect(contacts.map(({ number, isUncertain }) => [number, isUncertain])).toEqual([
      ['5511987654321', false],
      ['551132210098', false],
      // Porto Alegre, or Peru.
      ['5551987654321', true],
    ]);
    expect(next).toBeNull();
    const answer = await admin.request('POST', '/contact-numbers/correct', { contactIds: ids });
    expect(answer.json()).toEqual({ corrected: 3, skipped: 1 });
    expect(await numbers(admin)).toEqual(['12025550100', '551132210098', '5511987654321', '5551987654321']);
    expect((await incompleteNumbers(admin)).contacts).toEqual([]);
    const { rows } = await service.server.asOwner.query(
      "select data from audit_log where company_id = $1 and act = 'contact.number-corrected'",
      [companyId],
    );
    expect(rows).toEqual([{ data: { contactIds: ids.slice(0, 3) } }]);
  });

  it('is not offered while another contact has the complete number, nor when the channel gave it [F-U1]', async () => {
    const company = await service.createConnectedCompany();
    const [duplicateId] = await storeIncomplete(company.companyId, '11987654321');
    await create(company.admin, '+55 11 98765-4321');
    await company.openTicket('51987654321');
    expect((await incompleteNumbers(company.admin)).contacts).toEqual([]);
    const answer = await company.admin.request('POST', '/contact-numbers/correct', { contactIds: [duplicateId] });
    expect(answer.json()).toEqual({ corrected: 0, skipped: 1 });
  });

  it('is corrected with all others in the background, in portions [F-U1]', async () => {
    const { admin, companyId } = await service.createConnectedCompany();
    const national = Array.from({ length: 60 }, (_, at) => `1198765${String(4000 + at)}`);
    await storeIncomplete(companyId, ...national, '51987654321');
    expect((await admin.request('GET', '/contact-numbers/correction')).json()).toEqual({ correction: null });
    const start = () => admin.request('POST', '/contact-numbers/correct-all', { includesUncertain: false });
    const answers = await Promise.all([start(), start()]);
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200]);
    expect(new Set(answers.map((answer) => answer.json().id)).size, 'one at a time').toBe(1);
    const correction = await service.until(
      async () => (await admin.request('GET', '/contact-numbers/correction')).json().correction,
      ({ finishedAt }) => finishedAt !== null,
    );
    expect(correction).toMatchObject({ includesUncertain: false, checked: 61, total: 61, corrected: 60 });
    // A number that may be of another country waits for a person.
    expect((await incompleteNumbers(admin)).contacts.map(({ number }) => number)).toEqual(['5551987654321']);
    const { rows } = await service.server.asOwner.query<{ data: { contactIds: number[] } }>(
      "select data from audit_log where company_id = $1 and act = 'contact.number-corrected'",
      [companyId],
    );
    expect(rows.flatMap(({ data }) => data.contactIds)).toHaveLength(60);
  });

  it('is corrected by admins only', async () => {
    const { companyId } = await service.createConnectedCompany();
    const [id] = await storeIncomplete(companyId, '11987654321');
    const agent = await service.server.createAgent(companyId);
    expect((await agent.request('GET', '/contact-numbers/incomplete')).statusCode).toBe(403);
    expect((await agent.request('POST', '/contact-numbers/correct', { contactIds: [id] })).statusCode).toBe(403);
  });
});
