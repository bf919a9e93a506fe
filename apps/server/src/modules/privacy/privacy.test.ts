import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aService, person } from '../../../test/service.ts';
import { columnsOf, tenantTables } from '../../../test/world/rows.ts';
import { figure } from '../../../test/world/scale.ts';
import { hashOf } from './erasing.ts';
import { recordConsent } from './index.ts';
import { aPerson, placesOf, SECRET, unzip } from './person.fixture.ts';
import { aboutPerson, mentionsPerson, ofNobody } from './personal-tables.ts';

let service: Awaited<ReturnType<typeof aService>>;
beforeAll(async () => {
  service = await aService();
});
afterAll(() => service.house.stop());
const refusal = (answer: { statusCode: number; json(): { error: string } }) => [answer.statusCode, answer.json().error];

type Person = Awaited<ReturnType<typeof aPerson>>;
/** Another, in the same company: what is hers is neither handed over nor erased. */
async function anotherBeside({ ring, says, messages }: Person) {
  const words = says('5500987659999', 'palavras de outra pessoa', { peer: person('5500987659999', 'Rosa Lima') });
  await ring([words]);
  await service.until(messages, (rows) => rows.some((row) => row.body === 'palavras de outra pessoa'));
}
/** A group in which both write. */
async function inAGroup({ connectionId, ring, says, messages, peer, sql, admin }: Person) {
  await sql('update connections set allow_group = true, group_as_ticket = true where id = $1', [connectionId]);
  await admin.ask('PUT', `/whatsapp/${connectionId}`, { allowGroup: true });
  const group = {
    identities: [{ kind: 'group' as const, value: `${connectionId}-grupo` }],
    name: 'Turma',
    isGroup: true,
  };
  await ring([
    says('', 'do grupo, de outra', { peer: group, author: person('5500987659999', 'Rosa Lima') }),
    says('', `do grupo ${SECRET}`, { peer: group, author: peer }),
  ]);
  await service.until(messages, (rows) => rows.some((row) => row.body === `do grupo ${SECRET}`));
}
const agrees = (at: Person, answer: 'yes' | 'no' = 'yes') =>
  service.house.db.inCompany(at.companyId, (tx) =>
    recordConsent(tx, {
      contactId: at.contactId,
      ticketId: at.ticketId,
      connectionId: at.connectionId,
      answer,
      asked: { text: `Aceita? ${SECRET}`, link: 'https://example.com/lgpd' },
      messageId: null,
      answerText: `1 ${SECRET}`,
      at: service.house.clock.now(),
    }),
  );
async function copied(at: Person) {
  const made = await at.admin.ask('POST', `/contacts/${at.contactId}/personal-data`);
  expect(made.statusCode, made.body).toBe(200);
  const exportId = made.json<{ id: number }>().id;
  await service.house.modules.privacy.copy({ companyId: at.companyId, exportId });
  const [ready] = (await at.admin.ask('GET', `/contacts/${at.contactId}/personal-data`)).json<
    { id: number; state: string; url: string; done: number; total: number }[]
  >();
  return ready!;
}
async function erased(at: Person) {
  const [contact] = await at.sql('select name from contacts where id = $1', [at.contactId]);
  const asked = await at.admin.ask('POST', `/contacts/${at.contactId}/erasure`, { name: contact.name });
  expect(asked.statusCode, asked.body).toBe(200);
  const erasureId = asked.json<{ id: number }>().id;
  await service.house.modules.privacy.eraseNow({ companyId: at.companyId, erasureId });
  return service.until(
    async () => (await at.admin.ask('GET', `/erasures/${erasureId}`)).json(),
    ({ state }) => state === 'done',
  );
}

describe('the catalogue of personal data', () => {
  it('has every table with rows of companies, and none that points at a person among those of nobody [LG-05] [LG-06]', async () => {
    const tables = await tenantTables(service.house.asOwner);
    const declared = [aboutPerson, mentionsPerson, ofNobody].flatMap((part) => Object.keys(part));
    expect(declared.sort()).toEqual(tables.map(({ name }) => name).sort());
    const pointing = (await columnsOf(service.house.asOwner, tables)).filter(({ name }) =>
      ['contact_id', 'ticket_id', 'message_id', 'author_contact_id', 'kept_id', 'gone_id'].includes(name),
    );
    expect(pointing.length).toBeGreaterThan(15);
    expect(pointing.filter(({ table }) => table in ofNobody)).toEqual([]);
  });
});

describe('consent', () => {
  it('is a ledger: what was asked, what was answered, and taken back on the person’s word', async () => {
    const at = await aPerson(service, '5500987651001');
    await agrees(at);
    await at.sql('update contacts set consented_at = now() where id = $1', [at.contactId]);
    const read = async () => (await at.admin.ask('GET', `/contacts/${at.contactId}/consents`)).json();
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
    const path = `/contacts/${at.contactId}/consents/withdrawal`;
    expect((await at.admin.ask('POST', path, { reason: 'pediu por telefone' })).statusCode).toBe(200);
    expect(refusal(await at.admin.ask('POST', path, {}))).toEqual([409, 'ERR_NO_CONSENT']);
    expect((await read()).map(({ act }: { act: string }) => act)).toEqual(['withdrawn', 'given']);
    const [contact] = await at.sql('select consented_at from contacts where id = $1', [at.contactId]);
    expect(contact.consented_at).toBeNull();
    expect(
      await at.sql(`select subject from audit_log where company_id = $1 and act = 'contact.consent-withdrawn'`, [
        at.companyId,
      ]),
    ).toEqual([{ subject: `contact ${at.contactId}` }]);
    // Nothing in the ledger can be changed or taken out by the role that serves.
    const grants = await at.sql(
      `select privilege_type as what from information_schema.role_table_grants where grantee = 'balcao_app' and table_name = 'consents' order by 1`,
    );
    expect(grants.map(({ what }) => what)).toEqual(['INSERT', 'SELECT']);
  });
});

describe('a copy of everything about one person', () => {
  it('is complete against the tables themselves, and has nothing of anybody else [LG-05] [K16]', async () => {
    const at = await aPerson(service, '5500987651002');
    await anotherBeside(at);
    await inAGroup(at);
    await agrees(at);
    await at.sql('insert into user_ratings (company_id, ticket_id, rate) values ($1, $2, 9)', [
      at.companyId,
      at.ticketId,
    ]);
    const tag = (await at.admin.ask('POST', '/tags', { name: 'Cliente', color: '#0EA5E9' })).json<{ id: number }>();
    await at.admin.ask('POST', '/tags/sync', { contactId: at.contactId, tags: [{ id: tag.id }] });
    const ready = await copied(at);
    expect(ready).toMatchObject({ state: 'ready' });
    expect([ready.done, ready.total]).toEqual([5, 5]);

    const files = await unzip((await service.house.app.inject({ method: 'GET', url: ready.url })).rawPayload);
    const data = JSON.parse(files.get('dados.json')!.toString()) as Record<string, unknown[]>;
    const messages = JSON.parse(files.get('mensagens.json')!.toString()) as {
      id: number;
      body: string;
      file: string | null;
    }[];
    let rows = 0;
    for (const [table, { exported, link }] of Object.entries(aboutPerson)) {
      if (typeof exported !== 'string' || link === 'file' || link === 'message') continue;
      // Asked anew, by what the table itself says it points at.
      const columns = (await columnsOf(service.house.asOwner, [{ name: table, key: [] }])).map(({ name }) => name);
      const [own] = await at.sql(
        `select count(*)::int as n from ${table} t where company_id = $1 and (${[
          table === 'contacts' && 'id = $2',
          columns.includes('contact_id') && 'contact_id = $2',
          columns.includes('kept_id') && 'kept_id = $2 or gone_id = $2',
          !columns.includes('contact_id') &&
            columns.includes('ticket_id') &&
            'ticket_id in (select id from tickets where contact_id = $2)',
        ]
          .filter(Boolean)
          .join(' or ')})`,
        [at.companyId, at.contactId],
      );
      expect(data[exported], table).toHaveLength(own.n);
      rows += own.n;
    }
    const said = await at.sql(
      'select id::float8 from messages where contact_id = $1 or author_contact_id = $1 order by id',
      [at.contactId],
    );
    expect(messages.map(({ id }) => id)).toEqual(said.map(({ id }) => id));
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
    ])
      expect(data[name]!.length, name).toBeGreaterThan(0);
    const named = messages.find(({ file }) => file !== null)!.file!;
    expect(files.get(named)!.toString()).toBe(`OggS${SECRET}`);
    expect(files.get('leia-me.html')!.toString()).toContain(`bom dia ${SECRET}`);
    expect(files.get('mensagens.csv')!.toString().split('\r\n')).toHaveLength(5 + 2);

    for (const [name, content] of files)
      for (const word of ['outra pessoa', 'de outra', 'Rosa', '5500987659999'])
        expect(content.includes(word), `${word} in ${name}`).toBe(false);
    figure('LG-05', 'rows of the person in the copy, missing, of others', `${rows + messages.length}, 0, 0`);

    // Its address stops working, and after a day there is no file.
    service.house.clock.pass(2 * 3_600_000);
    expect((await service.house.app.inject({ method: 'GET', url: ready.url })).statusCode).toBe(404);
    service.house.clock.pass(23 * 3_600_000);
    await service.house.modules.privacy.sweep(at.companyId);
    service.house.clock.pass(-25 * 3_600_000);
    expect(await at.sql('select from person_exports where company_id = $1', [at.companyId])).toEqual([]);
    expect(
      await at.sql(`select from files where company_id = $1 and purpose = 'person-export'`, [at.companyId]),
    ).toEqual([]);
  });

  it('is asked for by admins alone, of people alone, and the audit log says so', async () => {
    const at = await aPerson(service, '5500987651003');
    const agent = await service.house.anAgent(at.companyId);
    for (const [method, path, body] of [
      ['GET', `/contacts/${at.contactId}/consents`, undefined],
      ['POST', `/contacts/${at.contactId}/personal-data`, undefined],
      ['POST', `/contacts/${at.contactId}/erasure`, { name: 'x' }],
    ] as const)
      expect(refusal(await agent.ask(method, path, body))).toEqual([403, 'ERR_NO_PERMISSION']);
    await inAGroup(at);
    const [group] = await at.sql('select id from contacts where company_id = $1 and is_group', [at.companyId]);
    expect(refusal(await at.admin.ask('POST', `/contacts/${group.id}/personal-data`))).toEqual([
      409,
      'ERR_NOT_A_PERSON',
    ]);
    await copied(at);
    expect(
      await at.sql(`select user_id, subject from audit_log where company_id = $1 and act = 'contact.data-exported'`, [
        at.companyId,
      ]),
    ).toEqual([{ user_id: at.admin.user.id, subject: `contact ${at.contactId}` }]);
  });
});

/** Lays the person into every in-tray and every copy that others made. */
async function everywhere(at: Person) {
  const { companyId, connectionId, contactId, number } = at;
  const signal = JSON.stringify(at.says(number, SECRET, { peer: at.peer }));
  const sheet = async (purpose: string) => {
    const stored = await service.house.modules.storage.put(Buffer.from(`${SECRET};${number}`), {
      companyId,
      kind: 'sheet',
    });
    await at.sql(
      `insert into files (company_id, storage_key, purpose, mime, bytes, sha256, name) values ($1, $2, $3, 'text/csv', 1, '', $4)`,
      [companyId, stored.key, purpose, SECRET],
    );
    return stored.key;
  };
  await at.sql(
    `insert into signals (company_id, connection_id, lane, conversation, signal, received_at, next_try_at) values ($1, $2, 7, $3, $4, now(), 'infinity')`,
    [companyId, connectionId, `phone::${number}`, signal],
  );
  await at.sql(
    `insert into history_messages (company_id, connection_id, wid, at, signal) values ($1, $2, 'antiga', now(), $3)`,
    [companyId, connectionId, signal],
  );
  await at.sql(
    `insert into quarantine (company_id, connection_id, kind, content, fault) values ($1, $2, 'message', $3, $4), ($1, $2, 'delivery', $5, '')`,
    [
      companyId,
      connectionId,
      signal,
      SECRET,
      JSON.stringify({ body: Buffer.from(`${number} ${SECRET}`).toString('base64') }),
    ],
  );
  await at.sql(
    `insert into idempotency_keys (company_id, key, request_hash, status, answer) values ($1, 'um', '', 200, $2)`,
    [companyId, JSON.stringify({ message: { ticketId: at.ticketId, body: SECRET } })],
  );
  await at.sql(
    `insert into contact_imports (company_id, file_name, sheet_key, error_sheet_key, format, columns, mapping, row_count, rows_exact, status)
     values ($1, 'contatos.csv', $2, $3, 'csv', $4, '{}', 1, true, 'done')`,
    [companyId, await sheet('sheet'), await sheet('sheet'), JSON.stringify([{ samples: [SECRET] }])],
  );
  await at.sql(
    `insert into contact_import_batches (company_id, import_id, first_row, created, changed)
     select $1, id, 1, array[$2::int, -5], $3 from contact_imports where company_id = $1`,
    [
      companyId,
      contactId,
      JSON.stringify([
        { id: contactId, name: [SECRET, SECRET] },
        { id: -5, name: ['a', 'b'] },
      ]),
    ],
  );
  await at.sql(
    `insert into contact_exports (company_id, user_id, filter, status, storage_key) values ($1, $2, $3, 'done', $4)`,
    [companyId, at.admin.user.id, JSON.stringify({ search: SECRET, tagIds: [] }), await sheet('sheet')],
  );
}

describe('erasing one person', () => {
  it('leaves nothing in any column or file, keeps the numbers, and says so in a receipt [LG-06]', async () => {
    const at = await aPerson(service, '5500987651004');
    await anotherBeside(at);
    await inAGroup(at);
    await agrees(at);
    await copied(at);
    await everywhere(at);
    // It is there, in all these places: a search that finds nothing would prove nothing.
    const before = await placesOf(service, at.companyId, [SECRET, at.number]);
    for (const place of [
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
      'quarantine.content',
      'idempotency_keys.answer',
      'contact_import_batches.changed',
      'contact_exports.filter',
      'files.name',
      'ticket_drafts.body',
    ])
      expect(before, place).toContain(place);
    expect(before.filter((place) => place.startsWith('/')).length).toBeGreaterThanOrEqual(4);

    const numbers = () =>
      at.sql(
        `select (select count(*)::int from tickets where company_id = $1) as tickets,
                (select count(*)::int from ticket_tracking where company_id = $1) as tracked,
                (select count(*)::int from ticket_log where company_id = $1 and type in ('create', 'open')) as logged`,
        [at.companyId],
      );
    const counted = await numbers();
    const said = await at.sql('select from messages where contact_id = $1 or author_contact_id = $1', [at.contactId]);
    const wrong = await at.admin.ask('POST', `/contacts/${at.contactId}/erasure`, { name: 'Helena' });
    expect(wrong.json()).toMatchObject({ error: 'ERR_VALIDATION', fields: [{ field: 'name' }] });
    const receipt = await erased(at);
    expect(await placesOf(service, at.companyId, [SECRET, at.number])).toEqual([]);
    expect(await numbers()).toEqual(counted);

    expect(receipt).toMatchObject({
      contactId: at.contactId,
      user: { id: at.admin.user.id },
      counts: {
        contacts: 1,
        messages: said.length,
        contact_identities: 1,
        contact_notes: 1,
        consents: 1,
        tickets: 1,
        quarantine: 2,
      },
    });
    expect(JSON.stringify(receipt)).not.toContain('Helena');
    const [row] = await at.sql('select * from erasures where company_id = $1', [at.companyId]);
    expect(row.sought).toBeNull();
    expect(receipt.hash).toBe(
      hashOf({
        id: row.id,
        companyId: at.companyId,
        contactId: at.contactId,
        userId: row.user_id,
        askedAt: row.asked_at,
        doneAt: row.done_at,
        counts: row.counts,
      }),
    );
    const [entry] = await at.sql(`select data from audit_log where company_id = $1 and act = 'contact.erased'`, [
      at.companyId,
    ]);
    expect(entry.data).toMatchObject({ hash: receipt.hash });
    expect((await at.admin.ask('GET', '/erasures')).json()).toMatchObject({ count: 1, erasures: [{ id: receipt.id }] });

    // Whoever wrote beside is untouched, in the group too; the contact is nowhere to be met.
    const bodies = (await at.messages()).map(({ body }) => body as string);
    expect(bodies.sort()).toEqual(['', 'do grupo, de outra', 'palavras de outra pessoa'].sort());
    expect((await at.admin.ask('GET', `/contacts/${at.contactId}`)).statusCode).toBe(404);
    const list = (await at.admin.ask('GET', '/contacts')).json<{ contacts: { name: string }[] }>();
    expect(list.contacts.map(({ name }) => name).sort()).toEqual(['Rosa Lima', 'Turma']);
    const [batch] = await at.sql('select created, changed from contact_import_batches where company_id = $1', [
      at.companyId,
    ]);
    expect(batch).toEqual({ created: [-5], changed: [{ id: -5, name: ['a', 'b'] }] });

    // Who writes again is a new acquaintance.
    await at.ring([at.says(at.number, 'voltei', { peer: person(at.number, 'Helena') })]);
    const rows = await service.until(at.messages, (all) => all.some(({ body }) => body === 'voltei'));
    expect(rows.find(({ body }) => body === 'voltei').contact_id).toBeGreaterThan(at.contactId);
    figure('LG-06', 'places that held the person, and still do', `${before.length}, 0`);
  });

  it('while messages come in: ends erased, loses nobody else’s words, and what comes later begins anew [LG-07]', async () => {
    const at = await aPerson(service, '5500987651005');
    const saying = Array.from({ length: 30 }, async (_, n) => {
      await at.ring([
        at.says(at.number, `depois ${n}`, { peer: person(at.number, 'Helena'), wid: randomUUID() }),
        at.says('5500987659998', `alheia ${n}`, { peer: person('5500987659998', 'Rosa Lima') }),
      ]);
    });
    const [receipt] = await Promise.all([erased(at), ...saying]);
    await service.until(at.messages, (rows) => rows.filter(({ body }) => body.startsWith('alheia')).length === 30);
    await service.until(
      () => at.sql('select from signals where company_id = $1', [at.companyId]),
      (rows) => rows.length === 0,
    );
    expect(receipt.state).toBe('done');
    expect(await at.sql('select from contacts where id = $1', [at.contactId])).toEqual([]);
    expect(await placesOf(service, at.companyId, [SECRET])).toEqual([]);
    expect(await at.sql('select from quarantine where company_id = $1', [at.companyId])).toEqual([]);
    // Nothing hangs on whoever was erased, and nothing of the person's that is left was said before.
    const left = await at.sql(
      `select m.body from messages m join contacts c on c.company_id = m.company_id and c.id = m.contact_id
        where m.company_id = $1 and c.merged_into_id is not null`,
      [at.companyId],
    );
    expect(left).toEqual([]);
  });
});
