/** Campaigns of an official number against the simulated Graph API: messages that Meta holds, refuses or asks to slow down. */
import type { Campaign, CampaignConnection, CampaignReport } from '@balcao/contract/endpoints/campaigns';
import type { Fault, GraphSimulator } from '@balcao/graph-simulator/simulator';
import { describe, expect, it } from 'vitest';
import type { TestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';
import { eventually, linkOfficialNumber, shareMetaServer } from '../connections/account-linking.fixture.ts';
import { unlimitedSettings } from './campaigns.fixture.ts';

let graph: GraphSimulator;
let server: TestServer;
shareMetaServer((started) => ({ graph, server } = started));

let people = 0;
/** A campaign to new people; its messages end like these, the first ones first. */
async function startCampaign(count: number, faults: { fault: Fault; times: number }[], messageInterval = 0) {
  const admin = await server.createAdmin();
  const number = await linkOfficialNumber(graph, admin);
  const must = async <T>(...args: Parameters<Caller['request']>): Promise<T> => {
    const answer = await admin.request(...args);
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    return (answer.body === '' ? undefined : answer.json()) as T;
  };
  await must('POST', '/campaign-settings', {
    settings: { ...unlimitedSettings, messageInterval },
  });
  const { id: contactListId } = await must<{ id: number }>('POST', '/contact-lists', { name: 'Clientes' });
  for (let n = 0; n < count; n += 1)
    await must('POST', '/contact-list-items', {
      contactListId,
      name: 'Rui Teles',
      number: `55119875${String(10_000 + ++people)}`,
    });
  for (const { fault, times } of faults)
    await graph.control.injectFault({ accountId: number.accountId, call: 'messages' }, fault, { times });
  const { id } = await must<Campaign>('POST', '/campaigns', {
    name: 'Mês do cliente',
    whatsappId: number.id,
    contactListId,
    templateId: number.templateId,
    templateValues: { 'body.1': '{nome}' },
    scheduledAt: new Date(Date.now() - 60_000).toISOString(),
  });
  const recipients = async () => {
    await server.modules.campaignModule.worker.poll();
    return (
      await server.asOwner.query<{ state: string; reason: string; wid: string | null }>(
        `select r.state, r.reason, m.wid from campaign_recipients r
           left join messages m on m.company_id = r.company_id and m.id = r.message_id
          where r.company_id = $1 and r.campaign_id = $2 order by r.id`,
        [admin.companyId, id],
      )
    ).rows;
  };
  const untilStates = (...states: string[]) =>
    eventually(async () => {
      const rows = await recipients();
      return rows.length > 0 && rows.every(({ state, reason }, n) => `${state} ${reason}`.trim() === states[n])
        ? rows
        : undefined;
    });
  const read = () => must<Campaign>('GET', `/campaigns/${id}`);
  const report = () => must<CampaignReport>('GET', `/campaigns/${id}/report`);
  const received = () => graph.control.received({ accountId: number.accountId, call: 'messages' });
  const calls = async () => (await received()).length;
  return {
    id,
    connectionId: number.id,
    companyId: admin.companyId,
    must,
    recipients,
    untilStates,
    read,
    report,
    received,
    calls,
  };
}

describe('messages that the channel holds', () => {
  it('keep a campaign running until they are released or dropped, and are never sent again [G5]', async () => {
    const { untilStates, read, report, calls } = await startCampaign(2, [{ fault: 'held', times: 2 }]);
    const [released, dropped] = await untilStates('held', 'held');
    expect(await read()).toMatchObject({ status: 'EM_ANDAMENTO', counts: { waiting: 2, sent: 0 } });
    await graph.control.status(released!.wid!, 'sent');
    await untilStates('sent', 'held');
    expect((await read()).status).toBe('EM_ANDAMENTO');
    await graph.control.status(dropped!.wid!, 'failed', { code: 131_049 });
    await untilStates('sent', 'failed ERR_CHANNEL_HELD_BACK');
    await eventually(async () => (await read()).status === 'FINALIZADA');
    expect((await report()).states).toMatchObject({ held: 0, sent: 1, failed: 1 });
    expect(await calls()).toBe(2);
  });

  it('stop the campaign when the channel drops one with its template: no other recipient gets it', async () => {
    const { id, must, untilStates, read, calls } = await startCampaign(2, [{ fault: 'held', times: 2 }], 120);
    const [dropped] = await untilStates('held', 'planned');
    await graph.control.status(dropped!.wid!, 'failed', { code: 132_015 });
    await untilStates('failed ERR_TEMPLATE_STOPPED', 'planned');
    await eventually(async () => (await read()).hold?.reason === 'template');
    await server.asOwner.query(
      'update campaign_connections set next_at = now() where company_id in (select company_id from campaigns where id = $1)',
      [id],
    );
    await untilStates('failed ERR_TEMPLATE_STOPPED', 'planned');
    expect(await calls()).toBe(1);
    await must('POST', `/campaigns/${id}/cancel`);
  });
});

describe('pacing errors of the channel', () => {
  it.each([130_429, 131_056])('(%i) halve the share of the connection, and everyone is sent to once', async (code) => {
    const { companyId, connectionId, must, recipients, read, received } = await startCampaign(2, [
      { fault: { code }, times: 1 },
    ]);
    const share = async () =>
      (await must<CampaignConnection[]>('GET', '/campaign-connections')).find(({ id }) => id === connectionId)?.share;
    await eventually(async () => {
      await recipients();
      return (await share()) === 0.5;
    });
    // The message would wait seconds until it is tried again.
    await eventually(async () => {
      await server.asOwner.query(`update outbox set not_before = now() where company_id = $1 and state = 'queued'`, [
        companyId,
      ]);
      await server.modules.deliveryWorker.sweep();
      return (await recipients()).every(({ state }) => state === 'sent');
    });
    await eventually(async () => (await read()).status === 'FINALIZADA');
    const calls = await received();
    expect(calls).toHaveLength(3);
    const reached = calls.filter(({ isDone }) => isDone).map(({ to }) => to);
    expect([reached.length, new Set(reached).size]).toEqual([2, 2]);
    await server.asOwner.query(
      `update campaign_connections set share_at = now() - interval '2 minutes' where company_id = $1`,
      [companyId],
    );
    expect(await share()).toBeCloseTo(0.7);
  });
});

describe('people who received enough marketing (131049)', () => {
  it('hold nothing, however many they are, and none of them is sent to again', async () => {
    const refused = 8;
    const { recipients, read, report, calls } = await startCampaign(refused + 1, [
      { fault: { failsLater: 131_049 }, times: refused },
      // The campaign cannot end meanwhile.
      { fault: 'held', times: 1 },
    ]);
    const [held] = await eventually(async () => {
      const others = (await recipients()).filter(({ reason }) => reason !== 'ERR_CHANNEL_HELD_BACK');
      return others.length === 1 && others[0]!.state === 'held' ? others : undefined;
    });
    expect(await read()).toMatchObject({ status: 'EM_ANDAMENTO', hold: null });
    await graph.control.status(held!.wid!, 'sent');
    await eventually(async () => {
      await recipients();
      return (await read()).status === 'FINALIZADA';
    });
    expect((await report()).states).toMatchObject({ failed: refused, sent: 1 });
    expect(await calls()).toBe(refused + 1);
  });
});
