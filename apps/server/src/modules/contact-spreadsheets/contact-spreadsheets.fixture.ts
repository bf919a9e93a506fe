import type { ContactImport } from '@balcao/contract/endpoints/contact-spreadsheets';
import type { Contact } from '@balcao/contract/endpoints/contacts';
import { expect } from 'vitest';
import { createTestChannel } from '../../../test/channel.ts';
import { createForm } from '../../../test/form.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';

/** Jobs are enqueued, but tests run them. */
export async function startSpreadsheetServer(): Promise<TestServer> {
  const { channel } = createTestChannel();
  const channels = { of: () => channel, close: async () => {} };
  const server = await startTestServer({ env: { ROLE: 'api' }, channels });
  await server.work();
  return server;
}

export const NAMED = [
  { column: 0, field: 'name' as const },
  { column: 1, field: 'number' as const },
];
export const MAPPING = { columns: NAMED };
export const uploadFile = async (caller: Caller, text: string | Buffer, path = '/contact-imports') => {
  const form = createForm([], [{ field: 'file', name: 'clientes.csv', bytes: Buffer.from(text) }]);
  return caller.request('POST', path, form.payload, form.headers);
};
export const uploaded = async (caller: Caller, text: string | Buffer) =>
  (await uploadFile(caller, text)).json<ContactImport>();
export const start = async (caller: Caller, id: number, body: object = { mapping: MAPPING }) => {
  const answer = await caller.request('POST', `/contact-imports/${id}/start`, body);
  expect(answer.statusCode, answer.body).toBe(200);
};
export const getImport = async (caller: Caller, id: number) =>
  (await caller.request('GET', `/contact-imports/${id}`)).json<ContactImport>();
export const listContacts = async (caller: Caller) =>
  (await caller.request('GET', '/contacts')).json<{ contacts: Contact[] }>().contacts;
export const summarize = (contacts: Contact[]) => contacts.map(({ name, number }) => `${name} ${number}`).sort();
export const errorOf = (answer: { statusCode: number; json(): { error: string; message: string } }) => [
  answer.statusCode,
  answer.json().message,
];
export async function hideNumbers(admin: Caller) {
  for (const column of ['enableLGPD', 'lgpdHideNumber'])
    await admin.request('PUT', '/companySettings', { column, data: 'enabled' });
}

/** Helpers that run jobs and download files on the server of a test file. */
export function createSpreadsheetHelpers(getServer: () => TestServer) {
  const run = (caller: Caller, importId: number) =>
    getServer().modules.contactSpreadsheets.run({ companyId: caller.companyId, importId });
  async function imported(caller: Caller, text: string | Buffer, body?: object) {
    const { id, mapping } = await uploaded(caller, text);
    await start(caller, id, body ?? { mapping });
    await run(caller, id);
    return getImport(caller, id);
  }
  async function download(url: string): Promise<Buffer> {
    const answer = await getServer().app.inject({ method: 'GET', url });
    expect(answer.statusCode).toBe(200);
    return answer.rawPayload;
  }

  return { run, imported, download };
}
