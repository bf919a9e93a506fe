import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConnectedServer } from '../../../test/connected-server.ts';
import { createPersonFixture, SECRET, type Service } from './person.fixture.ts';
import { errorOf, giveConsent } from './privacy.fixture.ts';

let service: Service;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());

describe('consents', () => {
  it('are append-only with question and answer and can be withdrawn', async () => {
    const person = await createPersonFixture(service, '5500987651001');
    await giveConsent(service, person);
    await person.sql('update contacts set consented_at = now() where id = $1', [person.contactId]);
    const read = async () => (await person.admin.request('GET', `/contacts/${person.contactId}/consents`)).json();
    expect(await read()).toEqual([
      expect.objectContaining({
        act: 'given',
        askedText: `Aceita? ${SECRET}`,
        askedLink: 'https://example.com/lgpd',
        askedHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        answerText: `1 ${SECRET}`,
        identity: '5500987651001',
        connection: 'Matriz',
        user: null,
      }),
    ]);
    const path = `/contacts/${person.contactId}/consents/withdrawal`;
    expect((await person.admin.request('POST', path, { reason: 'pediu por telefone' })).statusCode).toBe(200);
    expect(errorOf(await person.admin.request('POST', path, {}))).toEqual([409, 'ERR_NO_CONSENT']);
    expect((await read()).map(({ act }: { act: string }) => act)).toEqual(['withdrawn', 'given']);
    const [contact] = await person.sql('select consented_at from contacts where id = $1', [person.contactId]);
    expect(contact.consented_at).toBeNull();
    expect(
      await person.sql(`select subject from audit_log where company_id = $1 and act = 'contact.consent-withdrawn'`, [
        person.companyId,
      ]),
    ).toEqual([{ subject: `contact ${person.contactId}` }]);
    // The database role of the server cannot change or delete consents.
    const grants = await person.sql(
      `select privilege_type as what from information_schema.role_table_grants where grantee = 'balcao_app' and table_name = 'consents' order by 1`,
    );
    expect(grants.map(({ what }) => what)).toEqual(['INSERT', 'SELECT']);
  });
});
