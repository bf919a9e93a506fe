import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';
import { createPeer, type startConnectedServer } from '../../../test/connected-server.ts';
import { columnsOf, tenantTables } from '../../../test/fixtures/rows.ts';

export type Service = Awaited<ReturnType<typeof startConnectedServer>>;
/** Only rows and files of the person contain this text. */
export const SECRET = 'xqsegredoqx';

/** A person with data in every table that can contain personal data. */
export async function createPersonFixture(service: Service, number: string) {
  const { server } = service;
  const counter = await service.createConnectedCompany();
  const { admin } = counter;
  const sql = async (text: string, values: unknown[] = []) => (await server.asOwner.query(text, values)).rows;
  const peer = createPeer(number, `Helena ${SECRET}`);
  service.testChannel.files.set(`voice-${number}`, Buffer.from(`OggS${SECRET}`));
  await counter.sendWebhook([
    counter.customerMessage(number, `bom dia ${SECRET}`, { peer }),
    counter.customerMessage(
      number,
      {
        kind: 'media',
        type: 'document',
        media: { mime: 'text/plain', ref: `voice-${number}`, fileName: `${SECRET}.txt` },
      },
      { peer },
    ),
  ]);
  const [ticket] = await service.until(counter.tickets, (rows) => rows.length === 1);
  await service.until(counter.messages, (rows) => rows.some((row) => row.media_key !== null));
  const contactId = ticket.contact_id as number;
  await admin.request('PUT', `/tickets/${ticket.id}`, { status: 'open', userId: admin.user.id });
  await admin.request('POST', `/messages/${ticket.id}`, { body: `olá ${SECRET}` });
  await admin.request('POST', `/messages/${ticket.id}`, { body: `nota ${SECRET}`, isPrivate: true });
  await admin.request('POST', '/ticket-notes', { note: `ligar ${SECRET}`, ticketId: ticket.id, contactId });
  await admin.request('PUT', `/contacts/${contactId}`, {
    email: `${SECRET}@example.com`,
    extraInfo: [{ name: 'CPF', value: SECRET }],
  });
  await admin.request('PUT', `/tickets/${ticket.id}/draft`, { body: `rascunho ${SECRET}`, isPrivate: false });
  return { ...counter, contactId, ticketId: ticket.id as number, peer, sql, number };
}

/** Where the texts occur in the company's data: as `table.column`, in jobs and in stored files. */
export async function findOccurrences(service: Service, companyId: number, texts: string[]): Promise<string[]> {
  const { server } = service;
  const occurrences: string[] = [];
  const tables = await tenantTables(server.asOwner);
  const containsText = 'exists (select from unnest($2::text[]) w where position(w in content) > 0)';
  const queries = (await columnsOf(server.asOwner, tables))
    .filter(({ type }) => ['text', 'jsonb', 'bytea'].includes(type))
    .map(({ table, name, type }) => {
      const expression = type === 'bytea' ? `encode(${name}, 'escape')` : `${name}::text`;
      return `select '${table}.${name}' as occurrence from (select ${expression} as content from ${table} where company_id = $1) t where ${containsText}`;
    });
  // Unparsable payloads are stored as base64.
  queries.push(
    `select 'quarantine' as occurrence from (select convert_from(decode(content ->> 'body', 'base64'), 'UTF8') as content
       from quarantine where company_id = $1 and content ? 'body') t where ${containsText}`,
    `select 'jobs' as occurrence from (select data::text || coalesce(output::text, '') as content from jobs.job) t where ${containsText}`,
  );
  const { rows } = await server.asOwner.query<{ occurrence: string }>(queries.join(' union '), [companyId, texts]);
  occurrences.push(...rows.map(({ occurrence }) => occurrence));
  for (const path of filesIn(join(server.config.storageDir, String(companyId))))
    if (texts.some((text) => readFileSync(path).includes(text))) occurrences.push(path);
  return occurrences;
}
const filesIn = (dir: string): string[] =>
  readdirSync(dir, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Files of a zip archive by name. */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const zip = await new Promise<yauzl.ZipFile>((done, failed) =>
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, opened) => (opened ? done(opened) : failed(error))),
  );
  await new Promise<void>((done, failed) => {
    zip.on('end', done).on('error', failed);
    zip.on('entry', (entry: yauzl.Entry) =>
      zip.openReadStream(entry, (error, stream) => {
        if (!stream) return failed(error);
        buffer(stream).then((content) => {
          files.set(entry.fileName, content);
          zip.readEntry();
        }, failed);
      }),
    );
    zip.readEntry();
  });
  return files;
}
