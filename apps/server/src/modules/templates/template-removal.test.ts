import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTemplate } from '../../../test/channel.ts';
import { startConnectedServer } from '../../../test/connected-server.ts';
import { countRowsPerTransaction } from '../../../test/fixtures/transaction-sizes.ts';
import { runRemovals } from '../removals/removals.fixture.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
let transactionSizes: Awaited<ReturnType<typeof countRowsPerTransaction>>;
beforeAll(async () => {
  service = await startConnectedServer();
  transactionSizes = await countRowsPerTransaction(service.server.asOwner, ['schedules', 'campaigns']);
});
afterAll(() => service.server.stop());

const SCHEDULES = 2500;
const CAMPAIGNS = 1200;
const LARGEST_PORTION = 1000;
const sql = async (text: string, values: unknown[] = []) => (await service.server.asOwner.query(text, values)).rows;

/** A company whose channel has a template that many schedules and campaigns use. */
async function createUsedTemplate(name: string) {
  const { testChannel, createConnectedCompany } = service;
  testChannel.approved.push(createTemplate(name));
  const company = await createConnectedCompany({ sendGreetingAccepted: 'disabled' });
  const { admin, companyId, connectionId } = company;
  const sync = () => admin.request('POST', '/templates/sync', { whatsappId: connectionId });
  await sync();
  const names = async (query = ''): Promise<string[]> =>
    (await admin.request('GET', `/templates${query}`))
      .json()
      .templates.map((template: { name: string }) => template.name);
  const [{ id }] = await sql('select id from templates where company_id = $1 and name = $2', [companyId, name]);
  const [{ id: contactId }] = await sql(
    `insert into contacts (company_id, name, number) values ($1, 'Cliente', '5500955110001') returning id`,
    [companyId],
  );
  await sql(
    `insert into schedules (company_id, contact_id, connection_id, body, template_id, anchor, time_zone, unit, every, count,
       shift, status)
     select $1, $2, $3, 'oi', $4, now(), 'UTC', 'days', 0, 1, 'keep', 'sent' from generate_series(1, $5)`,
    [companyId, contactId, connectionId, id, SCHEDULES],
  );
  await sql(
    `insert into campaigns (company_id, name, connection_id, messages, confirmations, template_id)
     select $1, 'Campanha ' || n, $2, array['', '', '', '', ''], array['', '', '', '', ''], $3
       from generate_series(1, $4) n`,
    [companyId, connectionId, id, CAMPAIGNS],
  );
  await transactionSizes.forget();
  const countUses = async () =>
    Number(
      (
        await sql(
          `select (select count(*) from schedules where template_id = $1)
                + (select count(*) from campaigns where template_id = $1) as n`,
          [id],
        )
      )[0].n,
    );
  const withdraw = () => void testChannel.approved.pop();
  return { ...company, id: id as number, sync, names, countUses, withdraw };
}

describe('a template that the channel no longer has', () => {
  it('leaves its schedules and campaigns in short transactions [F-C2]', async () => {
    const { sync, names, countUses, withdraw } = await createUsedTemplate('promo');
    withdraw();
    expect((await sync()).json()).toEqual({ count: 1 });
    expect(await names()).toEqual(['retomar']);
    expect(await countUses()).toBe(0);
    const written = await transactionSizes.read();
    expect(written.all).toBe(SCHEDULES + CAMPAIGNS);
    expect(written.largest).toBeLessThanOrEqual(LARGEST_PORTION);
  });

  it('is refused at once, and its removal continues after the process died [F-C2]', async () => {
    const { admin, companyId, connectionId, id, sync, names, countUses, withdraw, openTicket } =
      await createUsedTemplate('inverno');
    const ticket = await openTicket('5500955110002');
    const send = async () => {
      const request = { templateId: id, values: { 'body.1': 'Helena' } };
      return (await admin.request('POST', `/messages/template/${ticket.id}`, request)).json().error;
    };
    withdraw();
    await sql(`create or replace function interrupt() returns trigger language plpgsql as $$ begin
                 if exists (select from templates where id = old.template_id and name = 'inverno') then
                   raise exception 'the process died';
                 end if;
                 return new;
               end $$;
               create or replace trigger zz_interrupt before update on campaigns for each row execute function interrupt()`);
    expect((await sync()).statusCode).toBe(500);
    // Portions of schedules are done; the first one with campaigns failed.
    const left = await countUses();
    expect(left).toBeGreaterThanOrEqual(CAMPAIGNS);
    expect(left).toBeLessThan(SCHEDULES + CAMPAIGNS);
    expect(await names('?sendable=true')).toEqual(['retomar']);
    expect(await send()).toBe('ERR_TEMPLATE_NOT_SENDABLE');
    await sql('drop trigger zz_interrupt on campaigns');

    const jobs = await sql(
      `select data from jobs.job where name = 'template.sync' and data ->> 'companyId' = $1 and start_after > now()`,
      [String(companyId)],
    );
    expect(jobs).toEqual([{ data: { companyId, connectionId } }]);
    await service.server.modules.templates.runSync(jobs[0].data);
    expect(await countUses()).toBe(0);
    expect(await names()).toEqual(['retomar']);
    expect(await send()).toBe('ERR_NO_TEMPLATE_FOUND');
  });

  it('stays when the channel lists it again meanwhile', async () => {
    const { connectionId, sync, names, withdraw } = await createUsedTemplate('volta');
    withdraw();
    await sql(`create or replace function relist() returns trigger language plpgsql as $$ begin
                 update templates set status = 'approved' where company_id = new.company_id and name = 'volta';
                 return null;
               end $$;
               create or replace trigger zz_relist after update on campaigns for each row execute function relist()`);
    expect((await sync()).statusCode).toBe(200);
    await sql('drop trigger zz_relist on campaigns');
    expect(await names(`?whatsappId=${connectionId}&sendable=true`)).toEqual(['retomar', 'volta']);
  });
});

it('a removed connection leaves its schedules and campaigns in short transactions, with its templates [F-C2]', async () => {
  const { admin, companyId, connectionId, countUses } = await createUsedTemplate('filial');
  expect((await admin.request('DELETE', `/whatsapp/${connectionId}`)).statusCode).toBe(200);
  await runRemovals(service.server, companyId);
  expect(await countUses()).toBe(0);
  const [left] = await sql(
    `select (select count(*) from schedules where connection_id = $1)::int as schedules,
            (select count(*) from campaigns where connection_id = $1)::int as campaigns,
            (select count(*) from connections where id = $1)::int as connections,
            (select count(*) from templates where connection_id = $1)::int as templates`,
    [connectionId],
  );
  expect(left).toEqual({ schedules: 0, campaigns: 0, connections: 0, templates: 0 });
  const written = await transactionSizes.read();
  // Each leaves the template, and then the connection.
  expect(written.all).toBeGreaterThanOrEqual(2 * (SCHEDULES + CAMPAIGNS));
  expect(written.largest).toBeLessThanOrEqual(LARGEST_PORTION);
});
