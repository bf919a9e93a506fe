import { expect } from 'vitest';
import { createPeer } from '../../../test/connected-server.ts';
import { recordConsent } from './index.ts';
import { createPersonFixture, SECRET, type Service } from './person.fixture.ts';

type PersonFixture = Awaited<ReturnType<typeof createPersonFixture>>;
export const errorOf = (answer: { statusCode: number; json(): { error: string } }) => [
  answer.statusCode,
  answer.json().error,
];

/** Another person of the same company, whose data is neither exported nor erased. */
export async function addOtherPerson(service: Service, { sendWebhook, customerMessage, messages }: PersonFixture) {
  const event = customerMessage('5500987659999', 'palavras de outra pessoa', {
    peer: createPeer('5500987659999', 'Rosa Lima'),
  });
  await sendWebhook([event]);
  await service.until(messages, (rows) => rows.some((row) => row.body === 'palavras de outra pessoa'));
}
/** A group with messages of both persons. */
export async function addGroup(
  service: Service,
  { connectionId, sendWebhook, customerMessage, messages, peer, sql, admin }: PersonFixture,
) {
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
export const giveConsent = (service: Service, person: PersonFixture, answer: 'yes' | 'no' = 'yes') =>
  service.server.db.inCompany(person.companyId, (tx) =>
    recordConsent(tx, {
      contactId: person.contactId,
      ticketId: person.ticketId,
      connectionId: person.connectionId,
      answer,
      question: { text: `Aceita? ${SECRET}`, link: 'https://example.com/lgpd' },
      messageId: null,
      answerText: `1 ${SECRET}`,
      at: service.server.clock.now(),
    }),
  );
export async function exportPerson(service: Service, person: PersonFixture) {
  const response = await person.admin.request('POST', `/contacts/${person.contactId}/personal-data`);
  expect(response.statusCode, response.body).toBe(200);
  const exportId = response.json<{ id: number }>().id;
  await service.server.modules.privacy.runExport({ companyId: person.companyId, exportId });
  const [exportResult] = (await person.admin.request('GET', `/contacts/${person.contactId}/personal-data`)).json<
    { id: number; state: string; url: string; done: number; total: number }[]
  >();
  return exportResult!;
}
/** The job of the server may run beside these workers. */
export async function erasePerson(service: Service, person: PersonFixture, { workers = 1 } = {}) {
  const [contact] = await person.sql('select name from contacts where id = $1', [person.contactId]);
  const response = await person.admin.request('POST', `/contacts/${person.contactId}/erasure`, { name: contact.name });
  expect(response.statusCode, response.body).toBe(200);
  const erasureId = response.json<{ id: number }>().id;
  const erase = () => service.server.modules.privacy.runErasure({ companyId: person.companyId, erasureId });
  await Promise.all(Array.from({ length: workers }, erase));
  return service.until(
    async () => (await person.admin.request('GET', `/erasures/${erasureId}`)).json(),
    ({ state }) => state === 'done',
  );
}

/** Inserts the person's data into every queue table and every file that other features create. */
export async function insertEverywhere(service: Service, person: PersonFixture) {
  const { companyId, connectionId, contactId, number } = person;
  const event = JSON.stringify(person.customerMessage(number, SECRET, { peer: person.peer }));
  const storeSpreadsheet = async (purpose: string) => {
    const stored = await service.server.modules.storage.put(Buffer.from(`${SECRET};${number}`), {
      companyId,
      kind: 'sheet',
    });
    await person.sql(
      `insert into files (company_id, storage_key, purpose, mime, bytes, sha256, name) values ($1, $2, $3, 'text/csv', 1, '', $4)`,
      [companyId, stored.key, purpose, SECRET],
    );
    return stored.key;
  };
  await person.sql(
    `insert into signals (company_id, connection_id, lane, conversation, signal, received_at, next_try_at) values ($1, $2, 7, $3, $4, now(), 'infinity')`,
    [companyId, connectionId, `phone::${number}`, event],
  );
  await person.sql(
    `insert into history_messages (company_id, connection_id, wid, at, signal) values ($1, $2, 'antiga', now(), $3)`,
    [companyId, connectionId, event],
  );
  await person.sql(
    `insert into early_message_changes (company_id, connection_id, wid, sender, edit) values ($1, $2, 'cedo', '', $3)`,
    [companyId, connectionId, event],
  );
  await person.sql(
    `update contacts set username = $2, source = jsonb_build_object('type', 'link', 'ref', $2::text, 'at', now()) where id = $1`,
    [person.contactId, SECRET],
  );
  await person.sql(
    `insert into quarantine (company_id, connection_id, kind, content, fault) values ($1, $2, 'message', $3, $4), ($1, $2, 'delivery', $5, '')`,
    [
      companyId,
      connectionId,
      event,
      SECRET,
      JSON.stringify({ body: Buffer.from(`${number} ${SECRET}`).toString('base64') }),
    ],
  );
  await person.sql(
    `insert into idempotency_keys (company_id, key, request_hash, status, answer) values ($1, 'um', '', 200, $2)`,
    [companyId, JSON.stringify({ message: { ticketId: person.ticketId, body: SECRET } })],
  );
  await person.sql(
    `insert into contact_imports (company_id, file_name, sheet_key, error_sheet_key, format, columns, mapping, row_count, rows_exact, status)
     values ($1, 'contatos.csv', $2, $3, 'csv', $4, '{}', 1, true, 'done')`,
    [
      companyId,
      await storeSpreadsheet('sheet'),
      await storeSpreadsheet('sheet'),
      JSON.stringify([{ samples: [SECRET] }]),
    ],
  );
  await person.sql(
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
  await person.sql(
    `insert into contact_exports (company_id, user_id, filter, status, storage_key) values ($1, $2, $3, 'done', $4)`,
    [companyId, person.admin.user.id, JSON.stringify({ search: SECRET, tagIds: [] }), await storeSpreadsheet('sheet')],
  );
}
