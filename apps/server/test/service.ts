import { createHmac, randomUUID } from 'node:crypto';
import type { Content, Peer, Signal } from '../src/channels/port.ts';
import { aChannel } from './channel.ts';
import { aHouse } from './house.ts';

const PATIENCE_MS = 10_000;

/** A house at work: a channel that can be told what to do, and customers who write through its webhook. */
export async function aService(options: Parameters<typeof aChannel>[0] = {}, more: Parameters<typeof aHouse>[0] = {}) {
  const phone = aChannel(options);
  const house = await aHouse({
    ...more,
    open: true,
    channels: { of: (provider) => (provider === 'sandbox' ? phone.channel : undefined), close: async () => {} },
  });
  await house.work();

  async function aCounter(settings: Record<string, string | boolean> = {}) {
    const admin = await house.anAdmin({ settings: { requiredTag: 'disabled', ...settings } });
    const made = await admin.ask('POST', '/whatsapp', { name: 'Matriz', channel: 'whatsapp', provider: 'sandbox' });
    if (made.statusCode !== 200) throw new Error(made.body);
    const connectionId = made.json<{ id: number }>().id;
    const row = (await house.modules.connections.show(admin.companyId, connectionId))!;
    const { secrets } = house.modules.connections.accountOf(row);
    await house.asOwner.query(`update connections set status = 'CONNECTED' where id = $1`, [connectionId]);

    /** Rings at the street door like the channel does. */
    async function ring(signals: Signal[], more: { signature?: string } = {}) {
      const body = Buffer.from(JSON.stringify(signals));
      const signature = more.signature ?? createHmac('sha256', secrets['webhookSecret']!).update(body).digest('hex');
      return house.app.inject({
        method: 'POST',
        url: `/webhooks/sandbox/${secrets['webhookKey']}`,
        headers: { 'content-type': 'application/json', 'x-signature': signature },
        payload: body,
      });
    }
    const says = (
      number: string,
      content: string | Content,
      more: Partial<Extract<Signal, { is: 'message' }>> = {},
    ): Signal => ({
      is: 'message',
      wid: randomUUID(),
      peer: person(number),
      fromMe: false,
      at: new Date().toISOString(),
      content: typeof content === 'string' ? { kind: 'text', text: content } : content,
      ...more,
    });
    const tickets = async () =>
      (await house.asOwner.query('select * from tickets where company_id = $1 order by id', [admin.companyId])).rows;
    const messages = async () =>
      (await house.asOwner.query('select * from messages where company_id = $1 order by id', [admin.companyId])).rows;
    /** A conversation that this counter's admin attends. */
    async function attended(number: string, words = 'oi') {
      await ring([says(number, words)]);
      const [waits] = await until(tickets, (rows) => rows.some((row) => row.last_message === words)).then((rows) =>
        rows.filter((row) => row.last_message === words),
      );
      const taken = await admin.ask('PUT', `/tickets/${waits.id}`, { status: 'open', userId: admin.user.id });
      if (taken.statusCode !== 200) throw new Error(taken.body);
      return taken.json<{ id: number; uuid: string; contactId: number }>();
    }
    return {
      admin,
      connectionId,
      ring,
      says,
      tickets,
      messages,
      companyId: admin.companyId,
      token: made.json<{ token: string }>().token,
      attended,
    };
  }

  /** Until this is so; a test that waits for ever says what it saw last. */
  async function until<T>(look: () => Promise<T>, isSo: (seen: T) => boolean): Promise<T> {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const seen = await look();
      if (isSo(seen)) return seen;
      if (Date.now() > end) throw new Error(`still ${JSON.stringify(seen)}`);
      await new Promise((done) => setTimeout(done, 15));
    }
  }
  return { house, phone, aCounter, until };
}
export const person = (number: string, name = 'Helena Prado'): Peer => ({
  identities: [{ kind: 'phone', value: number }],
  name,
  isGroup: false,
});
