import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConnectedServer } from '../../../test/connected-server.ts';
import { columnsOf } from '../../../test/fixtures/rows.ts';
import { figure } from '../../../test/fixtures/scale.ts';
import { createPersonFixture, SECRET, type Service, unzip } from './person.fixture.ts';
import { personTables } from './personal-tables.ts';
import { addGroup, addOtherPerson, errorOf, exportPerson, giveConsent } from './privacy.fixture.ts';

let service: Service;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());

describe('a personal data export', () => {
  it('contains every row of the person and nothing of others [LG-05] [K16]', async () => {
    const person = await createPersonFixture(service, '5500987651002');
    await addOtherPerson(service, person);
    await addGroup(service, person);
    await giveConsent(service, person);
    await person.sql('insert into user_ratings (company_id, ticket_id, rate) values ($1, $2, 9)', [
      person.companyId,
      person.ticketId,
    ]);
    const tag = (await person.admin.request('POST', '/tags', { name: 'Cliente', color: '#0EA5E9' })).json<{
      id: number;
    }>();
    await person.admin.request('POST', '/tags/sync', { contactId: person.contactId, tags: [{ id: tag.id }] });
    const refusal = await person.admin.request('POST', `/contacts/${person.contactId}/opt-outs`, {});
    expect(refusal.statusCode, refusal.body).toBe(200);
    const exportResult = await exportPerson(service, person);
    expect(exportResult).toMatchObject({ state: 'ready' });
    expect([exportResult.done, exportResult.total]).toEqual([5, 5]);

    const files = await unzip((await service.server.app.inject({ method: 'GET', url: exportResult.url })).rawPayload);
    const data = JSON.parse(files.get('dados.json')!.toString()) as Record<string, unknown[]>;
    const messages = JSON.parse(files.get('mensagens.json')!.toString()) as {
      id: number;
      body: string;
      file: string | null;
    }[];
    let rows = 0;
    for (const [table, { exported, link }] of Object.entries(personTables)) {
      if (typeof exported !== 'string' || link === 'file' || link === 'message') continue;
      // Counted independently, by the foreign key columns of the table.
      const columns = (await columnsOf(service.server.asOwner, [{ name: table, key: [] }])).map(({ name }) => name);
      const [own] = await person.sql(
        `select count(*)::int as n from ${table} t where company_id = $1 and (${[
          table === 'contacts' && 'id = $2',
          columns.includes('contact_id') && 'contact_id = $2',
          columns.includes('kept_id') && 'kept_id = $2 or gone_id = $2',
          !columns.includes('contact_id') &&
            columns.includes('ticket_id') &&
            'ticket_id in (select id from tickets where contact_id = $2)',
          columns.includes('address_key') &&
            `address_key in (select regexp_replace(value, '^(55[1-9].)9(\\d{8})$', '\\1\\2') from contact_identities
               where contact_id = $2)`,
          columns.includes('schedule_id') && 'schedule_id in (select id from schedules where contact_id = $2)',
          columns.includes('cycle_id') &&
            !columns.includes('ticket_id') &&
            'cycle_id in (select k.id from ticket_tracking k join tickets x on x.id = k.ticket_id where x.contact_id = $2)',
          columns.includes('run_id') &&
            'run_id in (select r.id from flow_runs r join tickets x on x.id = r.ticket_id where x.contact_id = $2)',
        ]
          .filter(Boolean)
          .join(' or ')})`,
        [person.companyId, person.contactId],
      );
      expect(data[exported], table).toHaveLength(own.n);
      rows += own.n;
    }
    const messageRows = await person.sql(
      'select id::float8 from messages where contact_id = $1 or author_contact_id = $1 order by id',
      [person.contactId],
    );
    expect(messages.map(({ id }) => id)).toEqual(messageRows.map(({ id }) => id));
    for (const name of [
      'contato',
      'identidades',
      'informacoesAdicionais',
      'tags',
      'observacoes',
      'consentimentos',
      'conversas',
      'registro',
      'avaliacoes',
      'recusasDeCampanhas',
    ])
      expect(data[name]!.length, name).toBeGreaterThan(0);
    const named = messages.find(({ file }) => file !== null)!.file!;
    expect(files.get(named)!.toString()).toBe(`OggS${SECRET}`);
    expect(files.get('leia-me.html')!.toString()).toContain(`bom dia ${SECRET}`);
    expect(files.get('mensagens.csv')!.toString().split('\r\n')).toHaveLength(5 + 2);

    for (const [name, content] of files)
      for (const text of ['outra pessoa', 'de outra', 'Rosa', '5500987659999'])
        expect(content.includes(text), `${text} in ${name}`).toBe(false);
    figure('LG-05', 'rows of the person in the copy, missing, of others', `${rows + messages.length}, 0, 0`);

    // The link expires, and after a day the file is deleted.
    service.server.clock.pass(2 * 3_600_000);
    expect((await service.server.app.inject({ method: 'GET', url: exportResult.url })).statusCode).toBe(404);
    service.server.clock.pass(23 * 3_600_000);
    await service.server.modules.privacy.sweep(person.companyId);
    service.server.clock.pass(-25 * 3_600_000);
    expect(await person.sql('select from person_exports where company_id = $1', [person.companyId])).toEqual([]);
    expect(
      await person.sql(`select from files where company_id = $1 and purpose = 'person-export'`, [person.companyId]),
    ).toEqual([]);
  });

  it('can be requested only by admins and only for persons, with an audit entry', async () => {
    const person = await createPersonFixture(service, '5500987651003');
    const agent = await service.server.createAgent(person.companyId);
    for (const [method, path, body] of [
      ['GET', `/contacts/${person.contactId}/consents`, undefined],
      ['POST', `/contacts/${person.contactId}/personal-data`, undefined],
      ['POST', `/contacts/${person.contactId}/erasure`, { name: 'x' }],
    ] as const)
      expect(errorOf(await agent.request(method, path, body))).toEqual([403, 'ERR_NO_PERMISSION']);
    await addGroup(service, person);
    const [group] = await person.sql('select id from contacts where company_id = $1 and is_group', [person.companyId]);
    expect(errorOf(await person.admin.request('POST', `/contacts/${group.id}/personal-data`))).toEqual([
      409,
      'ERR_NOT_A_PERSON',
    ]);
    await exportPerson(service, person);
    expect(
      await person.sql(
        `select user_id, subject from audit_log where company_id = $1 and act = 'contact.data-exported'`,
        [person.companyId],
      ),
    ).toEqual([{ user_id: person.admin.user.id, subject: `contact ${person.contactId}` }]);
  });
});
