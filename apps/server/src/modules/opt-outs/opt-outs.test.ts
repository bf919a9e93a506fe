import type { OptOut } from '@balcao/contract/endpoints/opt-outs';
import { phrases } from '@balcao/domain/bot/phrases';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSocket, drainEvents } from '../../../test/sockets.ts';
import { startConnectedServer } from '../../../test/connected-server.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());
type Company = Awaited<ReturnType<typeof service.createConnectedCompany>>;

let sequence = 0;
const newNumber = () => `55119777${String(10_000 + ++sequence)}`;
const noGreeting = { sendGreetingAccepted: 'disabled' };

/** A contact who wrote once; `campaignDaysAgo` marks a message to the contact as one of a campaign. */
async function createContact(company: Company, { campaignDaysAgo }: { campaignDaysAgo?: number } = {}) {
  const number = newNumber();
  const { id: ticketId, contactId } = await company.openTicket(number, `oi ${number}`);
  if (campaignDaysAgo !== undefined) {
    const answer = await company.admin.request('POST', `/messages/${ticketId}`, { body: `promoção ${number}` });
    const [{ id }] = answer.json<[{ id: number }]>();
    await service.server.asOwner.query(
      `update messages set origin = 'campaign', sent_at = now() - make_interval(days => $2) where id = $1`,
      [id, campaignDaysAgo],
    );
  }
  const close = () => company.admin.request('PUT', `/tickets/${ticketId}`, { status: 'closed', justClose: true });
  const write = async (text: string) => {
    await company.sendWebhook([company.customerMessage(number, text)]);
    const rows = await service.until(company.messages, (all) =>
      all.some((row) => row.body === text && row.contact_id === contactId && !row.from_me),
    );
    return rows.filter((row) => row.contact_id === contactId);
  };
  const optOuts = async () => (await company.admin.request('GET', `/contacts/${contactId}/opt-outs`)).json<OptOut[]>();
  return { number, contactId, ticketId, close, write, optOuts };
}
const repliesAfter = (rows: { body: string; from_me: boolean }[], text: string) =>
  rows
    .slice(rows.findLastIndex((row) => row.body === text && !row.from_me) + 1)
    .filter((row) => row.from_me)
    .map((row) => row.body);

describe('an opt-out word', () => {
  it('after a campaign opts the contact out, is confirmed once and keeps the bot silent', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const contact = await createContact(company, { campaignDaysAgo: 3 });
    await contact.close();
    expect(repliesAfter(await contact.write('  Sair! '), '  Sair! ')).toEqual([phrases.optedOut]);
    expect(await contact.optOuts()).toMatchObject([
      { source: 'word', words: '  Sair! ', whatsapp: null, user: null, mayLift: true },
    ]);
    // A second time there is nothing to confirm.
    expect(repliesAfter(await contact.write('parar'), 'parar')).toEqual([]);
    expect(await contact.optOuts()).toHaveLength(1);
  });

  it('without a campaign, or more than 30 days after it, is a message like any other', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const contacts = [await createContact(company), await createContact(company, { campaignDaysAgo: 31 })];
    for (const contact of contacts) {
      await contact.close();
      await contact.write('sair');
      expect(await contact.optOuts()).toEqual([]);
    }
  });

  it('is offered to the agent who has the conversation, and not performed', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const contact = await createContact(company, { campaignDaysAgo: 3 });
    const rows = await contact.write('sair');
    expect(rows.at(-1)).toMatchObject({ body: 'sair', data: { optOut: 'offered' } });
    expect(repliesAfter(rows, 'sair')).toEqual([]);
    expect(await contact.optOuts()).toEqual([]);
    const performed = await company.admin.request('POST', `/contacts/${contact.contactId}/opt-outs`, { words: 'sair' });
    expect(performed.json()).toMatchObject([{ source: 'user', words: 'sair', user: { id: company.admin.user.id } }]);
  });
});

describe('an opt-out by a user', () => {
  it('is set and lifted once, live and in the audit log', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const { contactId, optOuts } = await createContact(company);
    const screen = await openSocket(service.server, company.admin);
    await drainEvents(company.admin, screen);
    const url = `/contacts/${contactId}/opt-outs`;
    await company.admin.request('POST', url, { words: '' });
    await company.admin.request('POST', url, { words: '' });
    expect(await optOuts()).toMatchObject([{ source: 'user', mayLift: true }]);
    await screen.waitFor(
      'contact',
      (message) => 'contact' in message && (message.contact as { id: number }).id === contactId,
    );
    screen.close();
    expect((await company.admin.request('DELETE', url)).json()).toEqual([]);
    expect((await company.admin.request('DELETE', url)).json()).toMatchObject({ error: 'ERR_NO_OPT_OUT' });
    const { rows } = await service.server.asOwner.query(
      `select act as action, subject from audit_log where company_id = $1 and act like 'contact.opt%' order by id`,
      [company.companyId],
    );
    expect(rows.map(({ action, subject }) => [action, subject])).toEqual([
      ['contact.opted-out', `contact ${contactId}`],
      ['contact.opt-out-lifted', `contact ${contactId}`],
    ]);
  });

  it('outlives the contact: a new contact with the number in its other form is opted out', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const create = async (number: string) =>
      (await company.admin.request('POST', '/contacts', { name: 'Rui Teles', number })).json<{ id: number }>().id;
    const id = await create('5511987651111');
    await company.admin.request('POST', `/contacts/${id}/opt-outs`, {});
    await company.admin.request('DELETE', `/contacts/${id}`);
    await service.until(
      async () => (await service.server.asOwner.query('select from contacts where id = $1', [id])).rowCount,
      (count) => count === 0,
    );
    const again = await create('551187651111');
    expect((await company.admin.request('GET', `/contacts/${again}/opt-outs`)).json()).toHaveLength(1);
  });
});

describe('an erasure', () => {
  it('leaves a keyed hash: the person stays opted out and is not named', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const { optOuts } = service.server.modules;
    const { number, contactId } = await createContact(company);
    await company.admin.request('POST', `/contacts/${contactId}/opt-outs`, { words: 'sair' });
    await optOuts.resolveKey();
    const identities = [{ kind: 'phone', value: number }];
    await service.server.db.inCompany(company.companyId, (tx) => optOuts.inTx.erase(tx, identities));
    const { rows } = await service.server.asOwner.query('select * from opt_outs where company_id = $1', [
      company.companyId,
    ]);
    expect(rows).toMatchObject([{ address_key: expect.stringMatching(/^hash:[\w-]{43}$/) as string, words: '' }]);
    const among = (addresses: string[]) =>
      service.server.db.inCompany(company.companyId, (tx) => optOuts.inTx.among(tx, addresses, company.connectionId));
    const key = number.replace(/^(55\d\d)9/, '$1');
    expect(await among([key, '551187650000'])).toEqual([key]);
    // The opt-out does not apply to another company.
    const other = await service.createConnectedCompany(noGreeting);
    const elsewhere = await service.server.db.inCompany(other.companyId, (tx) =>
      optOuts.inTx.among(tx, [key], other.connectionId),
    );
    expect(elsewhere).toEqual([]);
  });
});
