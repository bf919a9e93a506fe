import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConnectedServer, createPeer } from '../../../test/connected-server.ts';
import { columnsOf, tenantTables } from '../../../test/fixtures/rows.ts';
import { figure } from '../../../test/fixtures/scale.ts';
import { hashOf } from './erasure.ts';
import { recordConsent } from './index.ts';
import { createPersonFixture, findOccurrences, SECRET, unzip } from './person.fixture.ts';
import { personTables, tablesMentioningPerson, tablesWithoutPersonalData } from './personal-tables.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());
const errorOf = (answer: { statusCode: number; json(): { error: string } }) => [answer.statusCode, answer.json().error];

type PersonFixture = Awaited<ReturnType<typeof createPersonFixture>>;
/** Another, in the same company: what is hers is neither handed over nor erased. */
async function addOtherPerson({ sendWebhook, customerMessage, messages }: PersonFixture) {
  const event = customerMessage('5500987659999', 'palavras de outra pessoa', {
    peer: createPeer('5500987659999', 'Rosa Lima'),
  });
  await sendWebhook([event]);
  await service.until(messages, (rows) => rows.some((row) => row.body === 'palavras de outra pessoa'));
}
/** A group in which both write. */
async function inAGroup({ connectionId, sendWebhook, customerMessage, messages, peer, sql, admin }: PersonFixture) {
  await sql('update connections set allow_group = true, group_as_ticket = true where id = $1', [connectionId]);
  await admin.request('PUT', `/whatsapp/${connectionId}`, { allowGroup: true });
  const group = {
    identities: [{ kind: 'group' as const, value: `${connectionId}-grupo` }],
    name: 'Turma',
    isGroup: true,
  };
  await sendWebhook([
    customerMessage('', 'do grupo, de outra', { peer: group, author: createPeer('5500987659999', 'Rosa Lima') }),
    customerMessage('', `do grupo ${SECRET}`, { peer: group, author: peer }),
  ]);
  await service.until(messages, (rows) => rows.some((row) => row.body === `do grupo ${SECRET}`));
}
const agrees = (at: PersonFixture, answer: 'yes' | 'no' = 'yes') =>
  service.server.db.inCompany(at.companyId, (tx) =>
    recordConsent(tx, {
      contactId: at.contactId,
      ticketId: at.ticketId,
      connectionId: at.connectionId,
      answer,
      question: { text: `Aceita? ${SECRET}`, link: 'https://example.com/lgpd' },
      messageId: null,
      answerText: `1 ${SECRET}`,
      at: service.server.clock.now(),
    }),
  );
async function copied(at: PersonFixture) {
  const response = await at.admin.request('POST', `/contacts/${at.contactId}/personal-data`);
  expect(response.statusCode, response.body).toBe(200);
  const exportId = response.json<{ id: number }>().id;
  await service.server.modules.privacy.runExport({ companyId: at.companyId, exportId });
  const [exportResult] = (await at.admin.request('GET', `/contacts/${at.contactId}/personal-data`)).json<
    { id: number; state: string; url: string; done: number; total: number }[]
  >();
  return exportResult!;
}
async function erased(at: PersonFixture) {
  const [contact] = await at.sql('select name from contacts where id = $1', [at.contactId]);
  const response = await at.admin.request('POST', `/contacts/${at.contactId}/erasure`, { name: contact.name });
  expect(response.statusCode, response.body).toBe(200);
  const erasureId = response.json<{ id: number }>().id;
  await service.server.modules.privacy.runErasure({ companyId: at.companyId, erasureId });
  return service.until(
    async () => (await at.admin.request('GET', `/erasures/${erasureId}`)).json(),
    ({ state }) => state === 'done',
  );
}

describe('the catalogue of personal data', () => {
  it('has every table with rows of companies, and none that points at a person among those of nobody [LG-05] [LG-06]', async () => {
    const tables = await tenantTables(service.server.asOwner);
    const declared = [personTables, tablesMentioningPerson, tablesWithoutPersonalData].flatMap((part) =>
      Object.keys(part),
    );
    expect(declared.sort()).toEqual(tables.map(({ name }) => name).sort());
    const pointing = (await columnsOf(service.server.asOwner, tables)).filter(({ name }) =>
      ['contact_id', 'ticket_id', 'message_id', 'author_contact_id', 'kept_id', 'gone_id'].includes(name),
    );
    expect(pointing.length).toBeGreaterThan(15);
    expect(pointing.filter(({ table }) => table in tablesWithoutPersonalData)).toEqual([]);
  });
});

describe('consent', () => {
  it('is a ledger: what was asked, what was answered, and taken back on the person’s word', async () => {
    const at = await createPersonFixture(service, '5500987651001');
    await agrees(at);
    await at.sql('update contacts set consented_at = now() where id = $1', [at.contactId]);
    const read = async () => (await at.admin.request('GET', `/contacts/${at.contactId}/consents`)).json();
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
    expect((await at.admin.request('POST', path, { reason: 'pediu por telefone' })).statusCode).toBe(200);
    expect(errorOf(await at.admin.request('POST', path, {}))).toEqual([409, 'ERR_NO_CONSENT']);
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
    const at = await createPersonFixture(service, '5500987651002');
    await addOtherPerson(at);
    await inAGroup(at);
    await agrees(at);
    await at.sql('insert into user_ratings (company_id, ticket_id, rate) values ($1, $2, 9)', [
      at.companyId,
      at.ticketId,
    ]);
    const tag = (await at.admin.request('POST', '/tags', { name: 'Cliente', color: '#0EA5E9' })).json<{ id: number }>();
    await at.admin.request('POST', '/tags/sync', { contactId: at.contactId, tags: [{ id: tag.id }] });
    const exportResult = await copied(at);
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
      // Asked anew, by what the table itself says it points at.
      const columns = (await columnsOf(service.server.asOwner, [{ name: table, key: [] }])).map(({ name }) => name);
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
    const messageRows = await at.sql(
      'select id::float8 from messages where contact_id = $1 or author_contact_id = $1 order by id',
      [at.contactId],
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

    // Its address stops working, and after a day there is no file.
    service.server.clock.pass(2 * 3_600_000);
    expect((await service.server.app.inject({ method: 'GET', url: exportResult.url })).statusCode).toBe(404);
    service.server.clock.pass(23 * 3_600_000);
    await service.server.modules.privacy.sweep(at.companyId);
    service.server.clock.pass(-25 * 3_600_000);
    expect(await at.sql('select from person_exports where company_id = $1', [at.companyId])).toEqual([]);
    expect(
      await at.sql(`select from files where company_id = $1 and purpose = 'person-export'`, [at.companyId]),
    ).toEqual([]);
  });

  it('is asked for by admins alone, of people alone, and the audit log says so', async () => {
    const at = await createPersonFixture(service, '5500987651003');
    const agent = await service.server.createAgent(at.companyId);
    for (const [method, path, body] of [
      ['GET', `/contacts/${at.contactId}/consents`, undefined],
      ['POST', `/contacts/${at.contactId}/personal-data`, undefined],
      ['POST', `/contacts/${at.contactId}/erasure`, { name: 'x' }],
    ] as const)
      expect(errorOf(await agent.request(method, path, body))).toEqual([403, 'ERR_NO_PERMISSION']);
    await inAGroup(at);
    const [group] = await at.sql('select id from contacts where company_id = $1 and is_group', [at.companyId]);
    expect(errorOf(await at.admin.request('POST', `/contacts/${group.id}/personal-data`))).toEqual([
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
async function everywhere(at: PersonFixture) {
  const { companyId, connectionId, contactId, number } = at;
  const event = JSON.stringify(at.customerMessage(number, SECRET, { peer: at.peer }));
  const storeSpreadsheet = async (purpose: string) => {
    const stored = await service.server.modules.storage.put(Buffer.from(`${SECRET};${number}`), {
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
    [companyId, connectionId, `phone::${number}`, event],
  );
  await at.sql(
    `insert into history_messages (company_id, connection_id, wid, at, signal) values ($1, $2, 'antiga', now(), $3)`,
    [companyId, connectionId, event],
  );
  await at.sql(
    `insert into quarantine (company_id, connection_id, kind, content, fault) values ($1, $2, 'message', $3, $4), ($1, $2, 'delivery', $5, '')`,
    [
      companyId,
      connectionId,
      event,
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
    [
      companyId,
      await storeSpreadsheet('sheet'),
      await storeSpreadsheet('sheet'),
      JSON.stringify([{ samples: [SECRET] }]),
    ],
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
    [companyId, at.admin.user.id, JSON.stringify({ search: SECRET, tagIds: [] }), await storeSpreadsheet('sheet')],
  );
}

describe('erasing one person', () => {
  it('leaves nothing in any column or file, keeps the numbers, and says so in a receipt [LG-06]', async () => {
    const at = await createPersonFixture(service, '5500987651004');
    await addOtherPerson(at);
    await inAGroup(at);
    await agrees(at);
    await copied(at);
    await everywhere(at);
    // It is there, in all these places: a search that finds nothing would prove nothing.
    const before = await findOccurrences(service, at.companyId, [SECRET, at.number]);
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
      at.sql(
        `select (select count(*)::int from tickets where company_id = $1) as tickets,
                (select count(*)::int from ticket_tracking where company_id = $1) as tracked,
                (select count(*)::int from ticket_log where company_id = $1 and type in ('create', 'open')) as logged`,
        [at.companyId],
      );
    const counted = await numbers();
    const messageRows = await at.sql('select from messages where contact_id = $1 or author_contact_id = $1', [
      at.contactId,
    ]);
    const wrong = await at.admin.request('POST', `/contacts/${at.contactId}/erasure`, { name: 'Helena' });
    expect(wrong.json()).toMatchObject({ error: 'ERR_VALIDATION', fields: [{ field: 'name' }] });
    const receipt = await erased(at);
    expect(await findOccurrences(service, at.companyId, [SECRET, at.number])).toEqual([]);
    expect(await numbers()).toEqual(counted);

    expect(receipt).toMatchObject({
      contactId: at.contactId,
      user: { id: at.admin.user.id },
      counts: {
        contacts: 1,
        messages: messageRows.length,
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
    expect((await at.admin.request('GET', '/erasures')).json()).toMatchObject({
      count: 1,
      erasures: [{ id: receipt.id }],
    });

    // Whoever wrote beside is untouched, in the group too; the contact is nowhere to be met.
    const bodies = (await at.messages()).map(({ body }) => body as string);
    expect(bodies.sort()).toEqual(['', 'do grupo, de outra', 'palavras de outra pessoa'].sort());
    expect((await at.admin.request('GET', `/contacts/${at.contactId}`)).statusCode).toBe(404);
    const list = (await at.admin.request('GET', '/contacts')).json<{ contacts: { name: string }[] }>();
    expect(list.contacts.map(({ name }) => name).sort()).toEqual(['Rosa Lima', 'Turma']);
    const [batch] = await at.sql('select created, changed from contact_import_batches where company_id = $1', [
      at.companyId,
    ]);
    expect(batch).toEqual({ created: [-5], changed: [{ id: -5, name: ['a', 'b'] }] });

    // Who writes again is a new acquaintance.
    await at.sendWebhook([at.customerMessage(at.number, 'voltei', { peer: createPeer(at.number, 'Helena') })]);
    const rows = await service.until(at.messages, (all) => all.some(({ body }) => body === 'voltei'));
    expect(rows.find(({ body }) => body === 'voltei').contact_id).toBeGreaterThan(at.contactId);
    figure('LG-06', 'places that held the person, and still do', `${before.length}, 0`);
  });

  it('while messages come in: ends erased, loses nobody else’s words, and what comes later begins anew [LG-07]', async () => {
    const at = await createPersonFixture(service, '5500987651005');
    const sends = Array.from({ length: 30 }, async (_, n) => {
      await at.sendWebhook([
        at.customerMessage(at.number, `depois ${n}`, { peer: createPeer(at.number, 'Helena'), wid: randomUUID() }),
        at.customerMessage('5500987659998', `alheia ${n}`, { peer: createPeer('5500987659998', 'Rosa Lima') }),
      ]);
    });
    const [receipt] = await Promise.all([erased(at), ...sends]);
    await service.until(at.messages, (rows) => rows.filter(({ body }) => body.startsWith('alheia')).length === 30);
    await service.until(
      () => at.sql('select from signals where company_id = $1', [at.companyId]),
      (rows) => rows.length === 0,
    );
    expect(receipt.state).toBe('done');
    expect(await at.sql('select from contacts where id = $1', [at.contactId])).toEqual([]);
    expect(await findOccurrences(service, at.companyId, [SECRET])).toEqual([]);
    expect(await at.sql('select from quarantine where company_id = $1', [at.companyId])).toEqual([]);
    // Nothing hangs on whoever was erased, and nothing of the person's that is left was said before.
    const remaining = await at.sql(
      `select m.body from messages m join contacts c on c.company_id = m.company_id and c.id = m.contact_id
        where m.company_id = $1 and c.merged_into_id is not null`,
      [at.companyId],
    );
    expect(remaining).toEqual([]);
  });
});
