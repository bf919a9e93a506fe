import { createHmac, randomUUID } from 'node:crypto';
import type { Content, Peer, ChannelEvent } from '../src/channels/port.ts';
import type { OpenChannels } from '../src/wiring/channels.ts';
import { createTestChannel } from './channel.ts';
import { startTestServer } from './server.ts';

const WAIT_MS = 20_000;

/** A server with a scriptable test channel and customers who write through its webhook. */
export async function startConnectedServer(
  options: Parameters<typeof createTestChannel>[0] = {},
  more: Parameters<typeof startTestServer>[0] = {},
) {
  const testChannel = createTestChannel(options);
  const channels: OpenChannels = {
    of: (provider) => (provider === 'sandbox' ? testChannel.channel : undefined),
    close: async () => {},
  };
  const server = await startTestServer({ ...more, open: true, channels });
  await server.work();
  /** Another server on the same database and channel. */
  const startNode = () => startTestServer({ ownerUrl: server.ownerUrl, channels });

  async function createConnectedCompany(settings: Record<string, string | boolean> = {}) {
    const admin = await server.createAdmin({ settings: { requiredTag: 'disabled', ...settings } });
    const response = await admin.request('POST', '/whatsapp', {
      name: 'Matriz',
      channel: 'whatsapp',
      provider: 'sandbox',
    });
    if (response.statusCode !== 200) throw new Error(response.body);
    const connectionId = response.json<{ id: number }>().id;
    const row = (await server.modules.connections.find(admin.companyId, connectionId))!;
    const { secrets } = server.modules.connections.accountOf(row);
    await server.asOwner.query(`update connections set status = 'CONNECTED' where id = $1`, [connectionId]);

    /** Sends a webhook like the channel does. */
    async function sendWebhook(events: ChannelEvent[], more: { signature?: string } = {}) {
      const body = Buffer.from(JSON.stringify(events));
      const signature = more.signature ?? createHmac('sha256', secrets['webhookSecret']!).update(body).digest('hex');
      return server.app.inject({
        method: 'POST',
        url: `/webhooks/sandbox/${secrets['webhookKey']}`,
        headers: { 'content-type': 'application/json', 'x-signature': signature },
        payload: body,
      });
    }
    const customerMessage = (
      number: string,
      content: string | Content,
      more: Partial<Extract<ChannelEvent, { type: 'message' }>> = {},
    ): ChannelEvent => ({
      type: 'message',
      wid: randomUUID(),
      peer: createPeer(number),
      fromMe: false,
      at: new Date().toISOString(),
      content: typeof content === 'string' ? { kind: 'text', text: content } : content,
      ...more,
    });
    const tickets = async () =>
      (await server.asOwner.query('select * from tickets where company_id = $1 order by id', [admin.companyId])).rows;
    const messages = async () =>
      (await server.asOwner.query('select * from messages where company_id = $1 order by id', [admin.companyId])).rows;
    /** Opens a ticket that the company's admin has accepted. */
    async function openTicket(number: string, text = 'oi', extra: Parameters<typeof customerMessage>[2] = {}) {
      await sendWebhook([customerMessage(number, text, extra)]);
      const [waiting] = await until(tickets, (rows) => rows.some((row) => row.last_message === text)).then((rows) =>
        rows.filter((row) => row.last_message === text),
      );
      const response = await admin.request('PUT', `/tickets/${waiting.id}`, { status: 'open', userId: admin.user.id });
      if (response.statusCode !== 200) throw new Error(response.body);
      return response.json<{ id: number; uuid: string; contactId: number }>();
    }
    return {
      admin,
      connectionId,
      sendWebhook,
      customerMessage,
      tickets,
      messages,
      companyId: admin.companyId,
      token: response.json<{ token: string }>().token,
      openTicket,
    };
  }

  /** Polls until the condition holds; the timeout error shows the last state. */
  async function until<T>(poll: () => Promise<T>, isDone: (state: T) => boolean): Promise<T> {
    const end = Date.now() + WAIT_MS;
    for (;;) {
      const state = await poll();
      if (isDone(state)) return state;
      if (Date.now() > end) throw new Error(`still ${JSON.stringify(state)}`);
      await new Promise((done) => setTimeout(done, 15));
    }
  }
  /** Contents sent to this number, once there are `count` of them. */
  const contentsSentTo = (number: string, count: number) =>
    until(
      async () =>
        testChannel.sent
          .filter(({ to }) => to.identities.some(({ value }) => number.endsWith(value.slice(-8))))
          .map(({ content }) => content),
      (sent) => sent.length >= count,
    );
  return { server, testChannel, startNode, createConnectedCompany, until, contentsSentTo };
}
export const createPeer = (number: string, name = 'Helena Prado'): Peer => ({
  identities: [{ kind: 'phone', value: number }],
  name,
  isGroup: false,
});
