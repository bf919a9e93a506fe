import type { Contact } from '@balcao/contract/endpoints/contacts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../../../test/server.ts';
import {
  createSpreadsheetHelpers,
  startSpreadsheetServer,
  listContacts,
  summarize,
} from './contact-spreadsheets.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startSpreadsheetServer();
});
afterAll(() => server.stop());
const { imported } = createSpreadsheetHelpers(() => server);

/** As contacts were stored before numbers were completed. */
async function storedWithoutCallingCode(admin: { companyId: number }, name: string, number: string): Promise<number> {
  const { rows } = await server.asOwner.query<{ id: number }>(
    'insert into contacts (company_id, name, number) values ($1, $2, $3) returning id',
    [admin.companyId, name, number],
  );
  await server.asOwner.query(
    "insert into contact_identities (company_id, contact_id, kind, value) values ($1, $2, 'phone', $3)",
    [admin.companyId, rows[0]!.id, number],
  );
  return rows[0]!.id;
}

describe('duplicate contacts', () => {
  it('are listed by number, e-mail and name in pages until they are merged', async () => {
    const admin = await server.createAdmin();
    await imported(
      admin,
      [
        'Nome;Número;E-mail',
        'Ana;5511987650001;',
        'Bia;5500987650002;bia@example.com',
        'Bia Reis;5500987651234;bia@example.com',
        'Caio Melo;5500987650003;',
        'Caio Melo;5500987650013;',
        'Davi;5500987650004;',
        'Davi;5521911112222;',
      ].join('\n'),
    );
    await storedWithoutCallingCode(admin, 'Ana Lima', '11987650001');
    type Page = { groups: { why: string; contacts: Contact[] }[]; next: string | null };
    const found: string[] = [];
    let after: string | null = '';
    let first: Contact[] = [];
    while (after !== null) {
      const page: Page = (
        await admin.request('GET', `/contact-duplicates?after=${encodeURIComponent(after)}`)
      ).json<Page>();
      for (const { why, contacts } of page.groups) {
        if (first.length === 0) first = contacts;
        found.push(`${why}: ${contacts.map(({ name }) => name).join(' + ')}`);
      }
      after = page.next;
    }
    expect(found).toEqual(['callingCode: Ana + Ana Lima', 'email: Bia + Bia Reis', 'name: Caio Melo + Caio Melo']);
    const merged = await admin.request('POST', `/contacts/${first[0]!.id}/merge`, {
      otherId: first[1]!.id,
      reason: 'A mesma pessoa',
    });
    expect(merged.statusCode).toBe(200);
    const page = (await admin.request('GET', '/contact-duplicates')).json<Page>();
    expect(page.groups).toEqual([]);
  });

  it('say that a name has no number instead of a similar one [F-U19]', async () => {
    const admin = await server.createAdmin();
    await imported(admin, 'Nome;Número\nEva Prado;5500987650001\n');
    await server.asOwner.query(
      "insert into contacts (company_id, name, channel) values ($1, 'Eva Prado', 'instagram')",
      [admin.companyId],
    );
    const { groups } = (await admin.request('GET', '/contact-duplicates?after=name:')).json<{
      groups: { why: string }[];
    }>();
    expect(groups.map(({ why }) => why)).toEqual(['nameOnly']);
  });

  it('lose the number without calling code when they are merged, and get it back with an undo [F-U1]', async () => {
    const admin = await server.createAdmin();
    await imported(admin, 'Nome;Número\nAna;5511987650001\n');
    const [complete] = await listContacts(admin);
    const survivorId = await storedWithoutCallingCode(admin, 'Ana Lima', '11987650001');
    const phones = async () =>
      (
        await server.asOwner.query<{ owner: string }>(
          "select contact_id || ' ' || value as owner from contact_identities where company_id = $1 order by 1",
          [admin.companyId],
        )
      ).rows.map(({ owner }) => owner);
    const merged = await admin.request('POST', `/contacts/${survivorId}/merge`, {
      otherId: complete!.id,
      reason: 'Número sem o código do país',
    });
    expect(merged.json()).toMatchObject({ name: 'Ana Lima', number: '5511987650001' });
    expect(await phones()).toEqual([`${survivorId} 551187650001`]);

    const [merge] = (await admin.request('GET', `/contacts/${survivorId}/merges`)).json<{ id: number }[]>();
    await admin.request('POST', `/contact-merges/${merge!.id}/undo`);
    expect(summarize(await listContacts(admin))).toEqual(['Ana 5511987650001', 'Ana Lima 11987650001']);
    expect(await phones()).toEqual([`${complete!.id} 551187650001`, `${survivorId} 11987650001`].sort());
  });

  it('stay hidden once they are marked as different persons, until that is undone', async () => {
    const admin = await server.createAdmin();
    const agent = await server.createAgent(admin.companyId);
    await imported(
      admin,
      'Nome;Número;E-mail\nAna;5500987650001;loja@example.com\nLia;5500987650002;loja@example.com\n',
    );
    const duplicateGroups = async () =>
      (await admin.request('GET', '/contact-duplicates?after=email:'))
        .json<{ groups: { contacts: Contact[] }[] }>()
        .groups.map(({ contacts }) => contacts.map(({ name }) => name).sort());
    const contactIds = (await listContacts(admin)).map(({ id }) => id).reverse();
    const sendDecision = async (decision: 'dismiss' | 'restore', by = admin) =>
      (await by.request('POST', `/contact-duplicates/${decision}`, { contactIds })).statusCode;
    expect(await duplicateGroups()).toEqual([['Ana', 'Lia']]);
    expect(await sendDecision('dismiss', agent)).toBe(403);
    // Marking a pair twice has no further effect.
    expect([await sendDecision('dismiss'), await sendDecision('dismiss')]).toEqual([200, 200]);
    expect(await duplicateGroups()).toEqual([]);
    // A third contact that matches both joins one of them; the marked pair stays apart.
    await imported(admin, 'Nome;Número;E-mail\nRui;5500987650003;loja@example.com\n');
    expect(await duplicateGroups()).toEqual([['Ana', 'Rui']]);
    expect(await sendDecision('restore')).toBe(200);
    expect(await duplicateGroups()).toEqual([['Ana', 'Lia', 'Rui']]);
  });
});
