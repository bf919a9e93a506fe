import { afterEach, describe, expect, it } from 'vitest';
import { startConnectedServer } from '../../../test/connected-server.ts';

type Service = Awaited<ReturnType<typeof startConnectedServer>>;
const POLL = { timeout: 9000, interval: 20 };
const running: Service[] = [];
afterEach(async () => {
  for (const service of running.splice(0)) await service.server.stop();
});
async function start(more: Parameters<typeof startConnectedServer>[1] = {}): Promise<Service> {
  const service = await startConnectedServer({}, more);
  running.push(service);
  return service;
}

describe('a server that was restored from a backup', () => {
  it('sends nothing until a person confirms it, and queued messages wait for a second decision [BK-01]', async () => {
    const live = await start();
    const company = await live.createConnectedCompany();
    const ticket = await company.openTicket('5500987650010', 'bom dia');
    await live.server.asOwner.query('insert into restored_state (restored_to) values (now())');

    const restored = await start({ ownerUrl: live.server.ownerUrl });
    await live.server.modules.deliveryWorker.stop();
    const state = restored.server.restored;
    expect(state.isPassive()).toBe(true);
    const admin = await restored.server.signIn(company.admin.email);
    const answer = await admin.request('POST', `/messages/${ticket.id}`, { body: 'resposta' });
    expect(answer.statusCode, answer.body).toBe(200);
    const outbox = async () =>
      (
        await restored.server.asOwner.query(`select state from outbox where company_id = $1 order by id desc limit 1`, [
          company.companyId,
        ])
      ).rows[0]?.state as string;
    await restored.server.modules.deliveryWorker.sweep();
    expect(await outbox()).toBe('queued');

    await state.confirm('operator@example.com');
    expect(state.isPassive()).toBe(false);
    await restored.server.modules.deliveryWorker.sweep();
    expect(await outbox()).toBe('queued');
    expect(restored.testChannel.sent).toEqual([]);

    await state.continueSending();
    await expect.poll(outbox, POLL).toBe('done');
    expect(restored.testChannel.sent).toHaveLength(1);
    expect(await state.read()).toMatchObject({ mode: 'active', confirmedBy: 'operator@example.com' });
  });

  it('repeats no send that was in progress at the moment of the backup, on any channel [BK-01]', async () => {
    const live = await start();
    const company = await live.createConnectedCompany();
    const ticket = await company.openTicket('5500987650011', 'bom dia');
    await live.server.asOwner.query('insert into restored_state (restored_to) values (now())');
    const restored = await start({ ownerUrl: live.server.ownerUrl });
    await live.server.modules.deliveryWorker.stop();
    restored.testChannel.abilities.idempotent = true;
    const admin = await restored.server.signIn(company.admin.email);
    await admin.request('POST', `/messages/${ticket.id}`, { body: 'resposta' });
    await restored.server.asOwner.query(
      `update outbox set state = 'sending', lease_until = now() - interval '1 second' where company_id = $1 and state = 'queued'`,
      [company.companyId],
    );
    await restored.server.modules.deliveryWorker.giveUpExpired();
    const { rows } = await restored.server.asOwner.query(
      `select o.state, m.delivery from outbox o join messages m on m.company_id = o.company_id and m.id = o.message_id
        where o.company_id = $1 order by o.id desc limit 1`,
      [company.companyId],
    );
    expect(rows).toEqual([{ state: 'unknown', delivery: 'unknown' }]);
    expect(restored.testChannel.sent).toEqual([]);
  });

  it('stays active without a restore, also when it cannot be asked', async () => {
    const { server } = await start();
    expect([server.restored.isPassive(), server.restored.isSending()]).toEqual([false, true]);
    expect(await server.restored.read()).toBeUndefined();
  });
});
