import { createHmac, randomUUID } from 'node:crypto';
import type { Connection } from '@balcao/contract/endpoints/connections';
import { vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createTestChannel } from '../../../test/channel.ts';
import type { Caller } from '../../../test/users.ts';
import { createPeer } from '../../../test/connected-server.ts';
import type { ChannelEvent } from '../../channels/port.ts';

/** Starts a server whose channel opens every session; `onClose` receives each closed session. */
export async function startConnectionServer(
  onClose: (connectionId: number, forGood: boolean) => void = () => {},
): Promise<TestServer> {
  const { channel } = createTestChannel();
  channel.session = {
    open: async () => {},
    close: async ({ connectionId }, forGood) => onClose(connectionId, forGood),
  };
  const server = await startTestServer({ open: true, channels: { of: () => channel, close: async () => {} } });
  await server.work();
  return server;
}

export type CreatedConnection = Connection & { token: string };
interface Answer {
  statusCode: number;
  json(): { error: string; fields?: { field: string; rule: string }[] };
}
export const errorOf = (answer: Answer) => [answer.statusCode, answer.json().error];
export const fieldErrors = (answer: Answer) => answer.json().fields?.map(({ field, rule }) => [field, rule]);

export async function createConnection(admin: Caller, draft: object = {}): Promise<CreatedConnection> {
  const answer = await admin.request('POST', '/whatsapp', { name: 'Matriz', ...draft });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<CreatedConnection>();
}
export const read = async (admin: Caller, id: number) =>
  (await admin.request('GET', `/whatsapp/${id}?session=0`)).json<Connection>();
export const list = async (caller: Caller) => (await caller.request('GET', '/whatsapp')).json<Connection[]>();
export const change = (admin: Caller, id: number, body: object) => admin.request('PUT', `/whatsapp/${id}`, body);
let colorCount = 0;
export const createQueue = async (admin: Caller, name: string) =>
  (await admin.request('POST', '/queue', { name, color: `#${(0x100000 + ++colorCount).toString(16)}` })).json<{
    id: number;
  }>().id;
export const defaults = async (admin: Caller) =>
  (await list(admin)).filter((connection) => connection.isDefault).map(({ name }) => name);

/** Sends signed webhooks to the URL of a connection. */
export async function createWebhookSender(server: TestServer, companyId: number, id: number) {
  const row = (await server.modules.connections.find(companyId, id))!;
  const { webhookKey, webhookSecret } = server.modules.connections.accountOf(row).secrets;
  return (events: ChannelEvent[]) => {
    const payload = Buffer.from(JSON.stringify(events));
    return server.app.inject({
      method: 'POST',
      url: `/webhooks/${row.provider}/${webhookKey}`,
      headers: {
        'content-type': 'application/json',
        'x-signature': createHmac('sha256', webhookSecret!).update(payload).digest('hex'),
      },
      payload,
    });
  };
}
/** Opens a ticket on the connection with a customer's message. */
export async function openTicket(server: TestServer, admin: Caller, id: number, number: string) {
  const sendWebhook = await createWebhookSender(server, admin.companyId, id);
  const message = { kind: 'text', text: 'oi' } as const;
  const at = new Date().toISOString();
  await sendWebhook([
    { type: 'message', wid: randomUUID(), peer: createPeer(number), fromMe: false, at, content: message },
  ]);
  const findTicket = async () =>
    (await server.asOwner.query('select * from tickets where connection_id = $1', [id])).rows[0] as
      | { id: number; uuid: string; connection_id: number | null }
      | undefined;
  const started = await vi.waitUntil(findTicket, { timeout: 8_000, interval: 20 });
  return async () =>
    (
      await server.asOwner.query('select * from tickets where company_id = $1 and id = $2', [
        admin.companyId,
        started.id,
      ])
    ).rows[0] as { uuid: string; connection_id: number | null };
}
