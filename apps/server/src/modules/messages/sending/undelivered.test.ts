import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConnectedServer } from '../../../../test/connected-server.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());

const noGreeting = { sendGreetingAccepted: 'disabled' };

/** A sent message, a refused one, one with unknown outcome, and an internal note. */
async function createUndelivered() {
  const company = await service.createConnectedCompany(noGreeting);
  const ticket = await company.openTicket('5500941110001');
  service.testChannel.moods.push('well', 'refused', 'silent-before');
  for (const body of ['chegou', 'recusada', 'sumiu'])
    await company.admin.request('POST', `/messages/${ticket.id}`, { body });
  await company.admin.request('POST', `/messages/${ticket.id}`, { body: 'só nossa', isPrivate: 'true' });
  const rows = await service.until(company.messages, (seen) => seen.some(({ delivery }) => delivery === 'unknown'));
  return { company, ticket, idOf: (body: string) => Number(rows.find((row) => row.body === body).id) };
}

describe('deliveries', () => {
  it('lists the reason, the number of tries and whether the message can be resent', async () => {
    const { company, ticket } = await createUndelivered();
    const { messages, hasMore, counts } = (await company.admin.request('GET', '/deliveries')).json();
    expect(messages).toMatchObject([
      { body: 'sumiu', delivery: 'unknown', failure: 'ERR_OUTCOME_UNKNOWN', tries: 1, mayResend: true },
      {
        body: 'recusada',
        delivery: 'failed',
        failure: 'ERR_CHANNEL_REFUSED',
        ticketId: ticket.id,
        ticketUuid: ticket.uuid,
        contactName: 'Helena Prado',
        connectionName: 'Matriz',
        mayResend: true,
      },
    ]);
    expect([hasMore, counts]).toEqual([false, { failed: 1, unknown: 1 }]);
  });

  it('lists all messages of a connection without notes, page by page', async () => {
    const { company, idOf } = await createUndelivered();
    const bodies = async (query: string) =>
      (await company.admin.request('GET', `/deliveries?state=all${query}`))
        .json()
        .messages.map(({ body }: { body: string }) => body);
    expect(await bodies('')).toEqual(['sumiu', 'recusada', 'chegou', 'oi']);
    expect(await bodies(`&before=${idOf('recusada')}`)).toEqual(['chegou', 'oi']);
    expect(await bodies(`&connectionId=${company.connectionId}`)).toHaveLength(4);
    expect(await bodies('&connectionId=999999')).toEqual([]);
  });

  it('lists the receipts of a message in order, a failure by its code [F-U21]', async () => {
    const { company, idOf } = await createUndelivered();
    const deliverySteps = async (body: string) =>
      (await company.admin.request('GET', `/deliveries/${idOf(body)}`))
        .json()
        .steps.map((step: Record<string, string>) => [step['told'], step['detail']]);
    expect(await deliverySteps('chegou')).toEqual([
      ['stored', ''],
      ['accepted', ''],
    ]);
    expect(await deliverySteps('recusada')).toEqual([
      ['stored', ''],
      ['failed', 'ERR_CHANNEL_REFUSED: no such number'],
    ]);
    await company.admin.request('POST', `/messages/${idOf('recusada')}/resend`);
    await service.until(
      () => deliverySteps('recusada'),
      (steps) => steps.length === 4,
    );
    expect((await deliverySteps('recusada')).slice(2)).toEqual([
      ['resent', `user ${company.admin.user.id}`],
      ['accepted', ''],
    ]);
    expect((await company.admin.request('GET', '/deliveries')).json().counts).toEqual({ unknown: 1 });
  });

  it('is available to admins of the company only', async () => {
    const { company, idOf } = await createUndelivered();
    const agent = await service.server.createAgent(company.companyId);
    const otherCompanyAdmin = await service.server.createAdmin();
    const id = idOf('recusada');
    for (const path of ['/deliveries', `/deliveries/${id}`])
      expect((await agent.request('GET', path)).json().error).toBe('ERR_NO_PERMISSION');
    expect((await otherCompanyAdmin.request('GET', '/deliveries?state=all')).json().messages).toEqual([]);
    expect((await otherCompanyAdmin.request('GET', `/deliveries/${id}`)).statusCode).toBe(404);
    // The ticket belongs to the admin: the agent must not learn that a message can be resent.
    for (const caller of [agent, otherCompanyAdmin])
      expect((await caller.request('POST', `/messages/${id}/resend`)).json().error).toBe('ERR_NO_MESSAGE_FOUND');
  });

  it('omits a message that was deleted before it was sent', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const ticket = await company.openTicket('5500941110002');
    service.testChannel.moods.push('not-sent');
    const [message] = (await company.admin.request('POST', `/messages/${ticket.id}`, { body: 'melhor não' })).json();
    await service.until(
      async () => (await company.admin.request('GET', `/deliveries/${message.id}`)).json().steps,
      (steps) => steps.some((step: Record<string, string>) => step['told'] === 'waiting'),
    );
    expect((await company.admin.request('DELETE', `/messages/${message.id}`)).statusCode).toBe(200);
    await company.admin.request('POST', `/messages/${ticket.id}`, { body: 'isto sim' });
    await service.until(company.messages, (rows) => rows.at(-1).delivery === 'sent');
    expect(service.testChannel.texts()).not.toContain('melhor não');
    expect((await company.admin.request('GET', '/deliveries')).json().messages).toEqual([]);
    expect((await company.admin.request('POST', `/messages/${message.id}/resend`)).json().error).toBe(
      'ERR_NOT_RESENDABLE',
    );
  });
});

it('an automatic text in a ticket without connection fails instead of waiting for ever [F-L10]', async () => {
  const company = await service.createConnectedCompany(noGreeting);
  await company.sendWebhook([company.customerMessage('5500941110077', 'oi')]);
  const [ticket] = await service.until(company.tickets, (rows) => rows.length === 1);
  await service.server.asOwner.query('update tickets set connection_id = null where id = $1', [ticket.id]);
  const { autoMessages, tickets } = service.server.modules;
  await service.server.db.inCompany(company.companyId, async (tx) =>
    autoMessages.sendText(tx, await tickets.inTx.get(tx, ticket.id), 'Você ainda está aí?'),
  );
  const text = (await company.messages()).find(({ from_me }) => from_me);
  expect(text).toMatchObject({ delivery: 'failed', failure_code: 'ERR_NO_WAPP_FOUND' });
});
