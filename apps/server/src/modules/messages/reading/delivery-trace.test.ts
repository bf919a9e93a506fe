import { afterAll, beforeAll, expect, it } from 'vitest';
import { startConnectedServer } from '../../../../test/connected-server.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());

it('lists every reply once, with its newest step [F-U30]', async () => {
  const company = await service.createConnectedCompany({ sendGreetingAccepted: 'disabled' });
  const number = '5500951190001';
  const ticket = await company.openTicket(number, 'oi');
  await company.admin.request('POST', `/messages/${ticket.id}`, { body: 'olá,\n\ntudo bem?' });
  const [sent] = await service.until(
    async () => (await company.messages()).filter((row) => row.from_me && row.wid !== null),
    (rows) => rows.length === 1,
  );
  const { peer } = company.customerMessage(number, '') as Extract<
    ReturnType<typeof company.customerMessage>,
    { type: 'message' }
  >;
  await company.sendWebhook([
    { type: 'receipt', wid: sent.wid, peer, status: 'delivered', at: new Date().toISOString() },
  ]);
  const { companyId, connectionId } = company;
  const trace = await service.until(
    () => service.server.modules.messages.trace({ companyId, connectionId, peer }),
    ({ events }) => events.some(({ what }) => what === 'delivered'),
  );
  expect(trace.ticket).toMatchObject({ id: ticket.id, uuid: ticket.uuid });
  const replies = trace.events.filter(({ detail }) => detail === 'olá, tudo bem?');
  expect(replies.map(({ what }) => what)).toEqual(['delivered']);
});
