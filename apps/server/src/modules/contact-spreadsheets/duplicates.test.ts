import type { Contact } from '@balcao/contract/endpoints/contacts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../../../test/server.ts';
import { createSpreadsheetHelpers, startSpreadsheetServer, listContacts } from './contact-spreadsheets.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startSpreadsheetServer();
});
afterAll(() => server.stop());
const { imported } = createSpreadsheetHelpers(() => server);

describe('duplicate contacts', () => {
  it('are listed by number, e-mail and name in pages until they are merged', async () => {
    const admin = await server.createAdmin();
    await imported(
      admin,
      [
        'Nome;Número;E-mail',
        'Ana;5511987650001;',
        'Ana Lima;11987650001;',
        'Bia;5500987650002;bia@example.com',
        'Bia Reis;5500987651234;bia@example.com',
        'Caio Melo;5500987650003;',
        'Caio Melo;5500987650013;',
        'Davi;5500987650004;',
        'Davi;5521911112222;',
      ].join('\n'),
    );
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
    expect(found).toEqual(['number: Ana + Ana Lima', 'email: Bia + Bia Reis', 'name: Caio Melo + Caio Melo']);
    const merged = await admin.request('POST', `/contacts/${first[0]!.id}/merge`, {
      otherId: first[1]!.id,
      reason: 'A mesma pessoa',
    });
    expect(merged.statusCode).toBe(200);
    const page = (await admin.request('GET', '/contact-duplicates')).json<Page>();
    expect(page.groups).toEqual([]);
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
