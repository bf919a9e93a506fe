import { afterAll, beforeAll, expect, it } from 'vitest';
import { startConnectedServer } from '../../../../test/connected-server.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer({ replyWindowHours: 24, agentWindowHours: 168 });
});
afterAll(() => service.server.stop());

it('an agent answers up to seven days later where the channel allows it, the bot only within 24 hours [F-E6]', async () => {
  const company = await service.createConnectedCompany({ sendGreetingAccepted: 'disabled' });
  const ticket = await company.openTicket('5500941230001');
  const setInbound = (hours: number) =>
    service.server.asOwner.query(
      'update tickets set last_inbound_at = now() - make_interval(hours => $2) where id = $1',
      [ticket.id, hours],
    );
  const send = async (body: string) => company.admin.request('POST', `/messages/${ticket.id}`, { body });
  const sentAs = async (body: string) => {
    expect((await send(body)).statusCode).toBe(200);
    await service.until(company.messages, (rows) => rows.some((row) => row.body === body && row.wid !== null));
    return service.testChannel.sent.at(-1)?.isLateAgentReply ?? false;
  };
  expect(await sentAs('na hora')).toBe(false);
  await setInbound(30);
  expect(await sentAs('um dia depois')).toBe(true);
  const shown = (await company.admin.request('GET', `/tickets/${ticket.id}`)).json<{ windowEndsAt: string }>();
  const hoursLeft = (Date.parse(shown.windowEndsAt) - Date.now()) / 3_600_000;
  expect(Math.round(hoursLeft)).toBe(168 - 30);
  const { autoMessages, tickets } = service.server.modules;
  const botSent = await service.server.db.inCompany(company.companyId, async (tx) =>
    autoMessages.sendText(tx, await tickets.inTx.get(tx, ticket.id), 'Ainda está aí?'),
  );
  expect(botSent).toBe(false);
  await setInbound(169);
  expect((await send('tarde demais')).json().error).toBe('ERR_REPLY_WINDOW');
});
