import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConnectedServer, createPeer } from '../../../test/connected-server.ts';
import { countRowsPerTransaction } from '../../../test/fixtures/transaction-sizes.ts';
import { figure } from '../../../test/fixtures/scale.ts';
import { addClosedTickets, addMessages } from '../removals/removals.fixture.ts';
import { hashOf } from './erasure.ts';
import { createPersonFixture, findOccurrences, SECRET, type Service } from './person.fixture.ts';
import {
  addGroup,
  addOtherPerson,
  erasePerson,
  exportPerson,
  giveConsent,
  insertEverywhere,
} from './privacy.fixture.ts';

let service: Service;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());

describe('erasing a person', () => {
  it('removes the data from all columns and files, keeps statistics and returns a receipt [LG-06]', async () => {
    const person = await createPersonFixture(service, '5500987651004');
    await addOtherPerson(service, person);
    await addGroup(service, person);
    await giveConsent(service, person);
    await exportPerson(service, person);
    await insertEverywhere(service, person);
    // The data exists in all these columns; otherwise an empty search would prove nothing.
    const before = await findOccurrences(service, person.companyId, [SECRET, person.number]);
    for (const occurrence of [
      'contacts.name',
      'contact_identities.value',
      'contact_extra_info.value',
      'contact_notes.note',
      'messages.body',
      'messages.said',
      'tickets.last_message',
      'consents.answer_text',
      'outbox.payload',
      'signals.signal',
      'history_messages.signal',
      'early_message_changes.edit',
      'contacts.username',
      'contacts.source',
      'quarantine.content',
      'idempotency_keys.answer',
      'contact_import_batches.changed',
      'contact_exports.filter',
      'files.name',
      'ticket_drafts.body',
    ])
      expect(before, occurrence).toContain(occurrence);
    expect(before.filter((occurrence) => occurrence.startsWith('/')).length).toBeGreaterThanOrEqual(4);

    const numbers = () =>
      person.sql(
        `select (select count(*)::int from tickets where company_id = $1) as tickets,
                (select count(*)::int from ticket_tracking where company_id = $1) as tracked,
                (select count(*)::int from ticket_log where company_id = $1 and type in ('create', 'open')) as logged`,
        [person.companyId],
      );
    const counted = await numbers();
    const messageRows = await person.sql('select from messages where contact_id = $1 or author_contact_id = $1', [
      person.contactId,
    ]);
    const wrong = await person.admin.request('POST', `/contacts/${person.contactId}/erasure`, { name: 'Helena' });
    expect(wrong.json()).toMatchObject({ error: 'ERR_VALIDATION', fields: [{ field: 'name' }] });
    const receipt = await erasePerson(service, person);
    expect(await findOccurrences(service, person.companyId, [SECRET, person.number])).toEqual([]);
    expect(await numbers()).toEqual(counted);

    expect(receipt).toMatchObject({
      contactId: person.contactId,
      user: { id: person.admin.user.id },
      counts: {
        contacts: 1,
        messages: messageRows.length,
        contact_identities: 1,
        contact_notes: 1,
        consents: 1,
        tickets: 1,
        quarantine: 2,
        early_message_changes: 1,
      },
    });
    expect(JSON.stringify(receipt)).not.toContain('Helena');
    const [row] = await person.sql('select * from erasures where company_id = $1', [person.companyId]);
    expect(row.sought).toBeNull();
    expect(receipt.hash).toBe(
      hashOf({
        id: row.id,
        companyId: person.companyId,
        contactId: person.contactId,
        userId: row.user_id,
        askedAt: row.asked_at,
        doneAt: row.done_at,
        counts: row.counts,
      }),
    );
    const [entry] = await person.sql(`select data from audit_log where company_id = $1 and act = 'contact.erased'`, [
      person.companyId,
    ]);
    expect(entry.data).toMatchObject({ hash: receipt.hash });
    expect((await person.admin.request('GET', '/erasures')).json()).toMatchObject({
      count: 1,
      erasures: [{ id: receipt.id }],
    });

    // Messages of others are untouched, in the group too; the contact is gone.
    const bodies = (await person.messages()).map(({ body }) => body as string);
    expect(bodies.sort()).toEqual(['', 'do grupo, de outra', 'palavras de outra pessoa'].sort());
    expect((await person.admin.request('GET', `/contacts/${person.contactId}`)).statusCode).toBe(404);
    const list = (await person.admin.request('GET', '/contacts')).json<{ contacts: { name: string }[] }>();
    expect(list.contacts.map(({ name }) => name).sort()).toEqual(['Rosa Lima', 'Turma']);
    const [batch] = await person.sql('select created, changed from contact_import_batches where company_id = $1', [
      person.companyId,
    ]);
    expect(batch).toEqual({ created: [-5], changed: [{ id: -5, name: ['a', 'b'] }] });

    // A later message creates a new contact.
    await person.sendWebhook([
      person.customerMessage(person.number, 'voltei', { peer: createPeer(person.number, 'Helena') }),
    ]);
    const rows = await service.until(person.messages, (all) => all.some(({ body }) => body === 'voltei'));
    expect(rows.find(({ body }) => body === 'voltei').contact_id).toBeGreaterThan(person.contactId);
    figure('LG-06', 'places that held the person, and still do', `${before.length}, 0`);
  });

  it('during incoming messages keeps messages of others and creates a new contact for later ones [LG-07]', async () => {
    const person = await createPersonFixture(service, '5500987651005');
    const sends = Array.from({ length: 30 }, async (_, n) => {
      await person.sendWebhook([
        person.customerMessage(person.number, `depois ${n}`, {
          peer: createPeer(person.number, 'Helena'),
          wid: randomUUID(),
        }),
        person.customerMessage('5500987659998', `alheia ${n}`, { peer: createPeer('5500987659998', 'Rosa Lima') }),
      ]);
    });
    const [receipt] = await Promise.all([erasePerson(service, person), ...sends]);
    await service.until(person.messages, (rows) => rows.filter(({ body }) => body.startsWith('alheia')).length === 30);
    await service.until(
      () => person.sql('select from signals where company_id = $1', [person.companyId]),
      (rows) => rows.length === 0,
    );
    expect(receipt.state).toBe('done');
    expect(await person.sql('select from contacts where id = $1', [person.contactId])).toEqual([]);
    expect(await findOccurrences(service, person.companyId, [SECRET])).toEqual([]);
    expect(await person.sql('select from quarantine where company_id = $1', [person.companyId])).toEqual([]);
    // No message belongs to a merged contact, so none of the erased person is left.
    const remaining = await person.sql(
      `select m.body from messages m join contacts c on c.company_id = m.company_id and c.id = m.contact_id
        where m.company_id = $1 and c.merged_into_id is not null`,
      [person.companyId],
    );
    expect(remaining).toEqual([]);
  });

  it('that another worker finishes meanwhile keeps nothing of the person', async () => {
    const person = await createPersonFixture(service, '5500987651007');
    await insertEverywhere(service, person);
    await person.sql(`create function finish_erasure() returns trigger language plpgsql as $$ begin
                        update erasures set state = 'done', sought = null where company_id = old.company_id;
                        return old;
                      end $$;
                      create trigger zz_finish_erasure after delete on quarantine for each row execute function finish_erasure()`);
    const [contact] = await person.sql('select name from contacts where id = $1', [person.contactId]);
    const asked = await person.admin.request('POST', `/contacts/${person.contactId}/erasure`, { name: contact.name });
    await service.server.modules.privacy.runErasure({ companyId: person.companyId, erasureId: asked.json().id });
    await person.sql('drop trigger zz_finish_erasure on quarantine; drop function finish_erasure()');
    const rows = await person.sql('select state, sought from erasures where company_id = $1', [person.companyId]);
    expect(rows).toEqual([{ state: 'done', sought: null }]);
  });

  it('with many tickets, messages and events writes a bounded number of rows in each transaction [F-M15]', async () => {
    const person = await createPersonFixture(service, '5500987651006');
    const [ticket] = await person.sql('select id from tickets where contact_id = $1', [person.contactId]);
    await addMessages(service.server, ticket.id, 1500);
    await addClosedTickets(service.server, ticket.id, 1200);
    await person.sql(
      `insert into event_log (company_id, kind, data, at)
       select $1, 'contact.saved', jsonb_build_object('contactId', $2::int), now() - interval '1 minute' from generate_series(1, 4500)`,
      [person.companyId, person.contactId],
    );
    const transactionSizes = await countRowsPerTransaction(service.server.asOwner, [
      'messages',
      'tickets',
      'event_log',
    ]);
    // Workers of one erasure lock in the same order, or they would deadlock.
    const receipt = await erasePerson(service, person, { workers: 3 });
    expect(receipt.counts).toMatchObject({ tickets: 1201 });
    expect(receipt.counts['event_log']).toBeGreaterThanOrEqual(4500);
    expect(await person.sql('select from messages where contact_id = $1', [person.contactId])).toEqual([]);
    expect(await person.sql('select from contacts where id = $1', [person.contactId])).toEqual([]);
    const written = await transactionSizes.read();
    expect(written.all).toBeGreaterThan(7000);
    expect(written.largest).toBeLessThanOrEqual(2000);
  });
});
