import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConnectedServer } from '../../../test/connected-server.ts';
import { onePixelPicture } from '../../../test/fixtures/values.ts';
import { createForm } from '../../../test/form.ts';
import { removeUnreferenced } from './unreferenced-files.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());
type Company = Awaited<ReturnType<typeof service.createConnectedCompany>>;

const upload = (company: Company, path: string, field: string, name: string, bytes: Buffer) => {
  const form = createForm([], [{ field, name, bytes }]);
  return company.admin.request('POST', path, form.payload, form.headers);
};
const filesOf = async (companyId: number) =>
  (
    await service.server.asOwner.query<{ key: string; purpose: string }>(
      `select storage_key as key, purpose from files where company_id = $1 and purpose = 'media' order by id`,
      [companyId],
    )
  ).rows.map(({ key }) => key);
async function isStored(key: string): Promise<boolean> {
  const file = await service.server.storage.open(key);
  file?.stream.destroy();
  return file !== undefined;
}

describe('a file that was sent', () => {
  it('stays with the messages when the greeting is replaced, removed, or its connection is removed [F-A8]', async () => {
    const company = await service.createConnectedCompany();
    const { admin, connectionId } = company;
    const queueIds: number[] = [];
    for (const [n, name] of ['Vendas', 'Suporte'].entries())
      queueIds.push((await admin.request('POST', '/queue', { name, color: `#00000${n}` })).json().id);
    await admin.request('PUT', `/whatsapp/${connectionId}`, { name: 'Matriz', greetingMessage: 'Olá!', queueIds });
    await upload(company, `/whatsapp/${connectionId}/media-upload`, 'file', 'boas-vindas.png', onePixelPicture());
    const [key] = await filesOf(company.companyId);
    await company.sendWebhook([company.customerMessage('5500951110001', 'oi')]);
    await service.until(company.messages, (rows) => rows.some(({ media_key: sent }) => sent === key));

    const other = Buffer.from('%PDF-1.7 outra saudação');
    await upload(company, `/whatsapp/${connectionId}/media-upload`, 'file', 'outra.pdf', other);
    const [, unsent] = await filesOf(company.companyId);
    expect(await filesOf(company.companyId)).toHaveLength(2);
    await admin.request('DELETE', `/whatsapp/${connectionId}/media-upload`);
    await admin.request('DELETE', `/whatsapp/${connectionId}`);
    expect(await filesOf(company.companyId)).toEqual([key]);
    expect([await isStored(key!), await isStored(unsent!)]).toEqual([true, false]);
    const shown = (await company.messages()).find(({ media_key: sent }) => sent === key);
    const { messages } = (await admin.request('GET', `/messages/${(await company.tickets())[0].uuid}`)).json();
    const { mediaUrl } = messages.find(({ id }: { id: number }) => id === Number(shown.id));
    expect((await service.server.app.inject(mediaUrl)).statusCode).toBe(200);
  });

  it('is stored once, however often it is sent, and removed with its last conversation [F-M7]', async () => {
    const company = await service.createConnectedCompany({ sendGreetingAccepted: 'disabled' });
    const tickets = [await company.openTicket('5500951110002', 'a'), await company.openTicket('5500951110003', 'b')];
    const contract = Buffer.from('%PDF-1.7 contrato');
    for (const { id } of [...tickets, ...tickets])
      expect((await upload(company, `/messages/${id}`, 'medias', 'contrato.pdf', contract)).statusCode).toBe(200);
    const keys = await filesOf(company.companyId);
    expect(keys).toHaveLength(1);
    await service.until(company.messages, (rows) => rows.filter(({ media_key: key }) => key === keys[0]).length === 4);
    // Another name is another file: a download has the name under which the file was sent.
    await upload(company, `/messages/${tickets[0]!.id}`, 'medias', 'copia.pdf', contract);
    expect(await filesOf(company.companyId)).toHaveLength(2);

    // The hour in which a reused file is protected has passed.
    await service.server.asOwner.query(
      `update files set reused_at = now() - interval '2 hours' where company_id = $1`,
      [company.companyId],
    );
    await company.admin.request('DELETE', `/contacts/${tickets[0]!.contactId}`);
    expect(await filesOf(company.companyId)).toEqual(keys);
    expect(await isStored(keys[0]!)).toBe(true);
    await company.admin.request('DELETE', `/tickets/${tickets[1]!.id}`);
    expect(await filesOf(company.companyId)).toEqual([]);
    expect(await isStored(keys[0]!)).toBe(false);
  });

  it('that no message refers to is removed after a day [F-M7]', async () => {
    const { server } = service;
    const company = await service.createConnectedCompany({ sendGreetingAccepted: 'disabled' });
    const ticket = await company.openTicket('5500951110004');
    await upload(company, `/messages/${ticket.id}`, 'medias', 'usado.pdf', Buffer.from('%PDF-1.7 usado'));
    const stored = await server.storage.put(Buffer.from('resto'), { companyId: company.companyId, kind: 'media' });
    const [used] = await filesOf(company.companyId);
    await server.asOwner.query(
      `insert into files (company_id, storage_key, purpose, mime, bytes, sha256) values ($1, $2, 'media', 'text/plain', 5, 'x')`,
      [company.companyId, stored.key],
    );
    await removeUnreferenced(server.db, server.storage, company.companyId);
    expect(await filesOf(company.companyId)).toEqual([used, stored.key]);
    await server.asOwner.query(`update files set created_at = now() - interval '2 days' where company_id = $1`, [
      company.companyId,
    ]);
    await removeUnreferenced(server.db, server.storage, company.companyId);
    expect(await filesOf(company.companyId)).toEqual([used]);
    expect(await isStored(stored.key)).toBe(false);
  });
});
