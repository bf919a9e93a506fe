import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createForm } from '../../../../test/form.ts';
import { startConnectedServer } from '../../../../test/connected-server.ts';

const GB = 1024 ** 3;
let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer({}, { env: { STORAGE_QUOTA_GB: '1' } });
});
afterAll(() => service.server.stop());

/** Sends the beginning of a large form and waits for the answer; the rest of the file never follows. */
async function beginUpload(path: string, token: string, announcedBytes: number) {
  const { headers, payload } = createForm([], [{ name: 'a.bin', bytes: Buffer.alloc(200_000) }]);
  const request = httpRequest(`${service.server.url}/api${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-length': announcedBytes, authorization: `Bearer ${token}` },
  });
  request.on('error', () => {});
  request.write(payload.subarray(0, 150_000));
  const [response] = await once(request, 'response');
  const body = JSON.parse(String(await response.toArray())) as { error: string };
  request.destroy();
  const uploads = join(service.server.config.storageDir, '.uploads');
  const written = readdirSync(uploads).flatMap((name) => readdirSync(join(uploads, name)));
  return { status: response.statusCode, error: body.error, written };
}

it('an upload to an unknown or foreign ticket is refused before its bytes are written [F-M9] [F-A10]', async () => {
  const company = await service.createConnectedCompany();
  const other = await service.createConnectedCompany();
  const ticket = await other.openTicket('5500971230001');
  for (const id of [987_654, ticket.id])
    expect(await beginUpload(`/messages/${id}`, company.admin.token, 126_000_000)).toEqual({
      status: 404,
      error: 'ERR_NO_TICKET_FOUND',
      written: [],
    });
});

it('an upload above the quota of the company is refused, and other companies are not affected [F-M9] [DX-09]', async () => {
  const company = await service.createConnectedCompany({ sendGreetingAccepted: 'disabled' });
  const other = await service.createConnectedCompany({ sendGreetingAccepted: 'disabled' });
  const { id } = await company.openTicket('5500971230002');
  await service.server.asOwner.query(
    `insert into files (company_id, storage_key, purpose, mime, bytes, sha256) values ($1, $2, 'media', 'a/b', $3, '')`,
    [company.companyId, `${company.companyId}/media/${'0'.repeat(32)}`, GB - 1_000_000],
  );
  expect(await beginUpload(`/messages/${id}`, company.admin.token, 90_000_000)).toEqual({
    status: 413,
    error: 'ERR_STORAGE_FULL',
    written: [],
  });
  const send = async ({ admin }: typeof company, ticketId: number, bytes: number) => {
    const form = createForm([], [{ name: 'a.pdf', bytes: Buffer.alloc(bytes) }]);
    const headers = { ...form.headers, authorization: `Bearer ${admin.token}` };
    const url = `/api/messages/${ticketId}`;
    return (await service.server.app.inject({ method: 'POST', url, headers, payload: form.payload })).statusCode;
  };
  const otherTicket = await other.openTicket('5500971230003', 'olá');
  expect(await send(other, otherTicket.id, 700_000)).toBe(200);
  // Uploads of the last minute count although the stored sum is older.
  expect([await send(company, id, 700_000), await send(company, id, 700_000)]).toEqual([200, 413]);
});

it('more bytes than ten of the largest files are refused at once', async () => {
  const company = await service.createConnectedCompany();
  const { id } = await company.openTicket('5500971230004');
  expect(await beginUpload(`/messages/${id}`, company.admin.token, 2 * GB)).toMatchObject({
    status: 413,
    error: 'ERR_BODY_TOO_LARGE',
    written: [],
  });
});
