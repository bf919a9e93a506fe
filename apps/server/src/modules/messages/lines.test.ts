import { afterAll, beforeAll, expect, it } from 'vitest';
import { aService } from '../../../test/service.ts';

let service: Awaited<ReturnType<typeof aService>>;
beforeAll(async () => {
  service = await aService({ idempotent: true });
});
afterAll(() => service.house.stop());

it('whoever waits behind the head of a line does not stand before lines that can leave', async () => {
  const counter = await service.aCounter();
  const { asOwner } = service.house;
  const [held, free] = [await counter.attended('5511990006001', 'um'), await counter.attended('5511990006002', 'dois')];
  const queue = (ticketId: number, notBefore: string) =>
    asOwner.query(
      `insert into outbox (company_id, connection_id, ticket_id, message_id, not_before)
       select company_id, connection_id, ticket_id, id, now() + $2::interval from messages where ticket_id = $1 limit 1`,
      [ticketId, notBefore],
    );
  const client = await asOwner.connect();
  try {
    await queue(held.id, '1 hour');
    for (let n = 0; n < 5; n++) await queue(held.id, '-1 hour');
    await queue(free.id, '-1 second');
    const { rows } = await client.query('select ticket_id from outbox_lines_due(3)');
    expect(rows).toEqual([{ ticket_id: free.id }]);
  } finally {
    client.release();
    await asOwner.query('delete from outbox where company_id = $1', [counter.companyId]);
  }
});

it('a channel that gives two messages one name holds up no conversation', async () => {
  const counter = await service.aCounter();
  const { channel } = service.phone;
  const ticket = await counter.attended('5511990006003', 'três');
  const { send } = channel;
  channel.send = async () => ({ wid: 'o mesmo nome' });
  try {
    for (const body of ['primeira', 'segunda', 'terceira']) await counter.admin.ask('POST', `/messages/${ticket.id}`, { body });
    const rows = await service.until(counter.messages, (seen) => seen.filter((one) => one.delivery === 'sent').length === 3);
    expect(rows.filter((one) => one.wid === 'o mesmo nome').map((one) => one.body)).toEqual(['primeira']);
  } finally {
    channel.send = send;
  }
});
