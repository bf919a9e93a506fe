import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { figure } from '../../apps/server/test/case-counts.ts';
import { startConnectedServer, createPeer } from '../../apps/server/test/connected-server.ts';
import type { TestServer } from '../../apps/server/test/server.ts';
import { setDaysLeft } from '../../apps/server/test/subscriptions.ts';
import { jobHandlers } from '../../apps/server/src/wiring/job-handlers.ts';
import { checks } from './checks.ts';
import { findingsOf, report, verify } from './verify.ts';

const STUCK_AFTER_SECONDS = 60;
let service: Awaited<ReturnType<typeof startConnectedServer>>;
let client: pg.Client;
beforeAll(async () => {
  service = await startConnectedServer();
  await aDay();
  client = new pg.Client({ connectionString: service.server.ownerUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await service.server.stop();
});

/** Some of everything that leaves rows: conversations accepted, answered, transferred, closed, reopened. */
async function aDay() {
  const { createConnectedCompany, until, testChannel } = service;
  const {
    admin,
    sendWebhook: sendWebhooks,
    customerMessage: textMessage,
    messages,
    tickets,
    token,
  } = await createConnectedCompany();
  const queue = (await admin.request('POST', '/queue', { name: 'Vendas', color: '#112233' })).json<{ id: number }>();
  const numbers = ['5511990000101', '5521990000102', '5531990000103'];
  // One after the other, so that the first ticket belongs to the first number.
  for (const [n, number] of numbers.entries()) {
    await sendWebhooks([textMessage(number, 'Bom dia'), textMessage(number, 'Tem alguém aí?')]);
    await until(messages, (rows) => rows.length === 2 * (n + 1));
  }
  const [first, second, third] = (await tickets()).map((row: { id: number }) => row.id);
  const change = (id: number | undefined, body: object) => admin.request('PUT', `/tickets/${id}`, body);

  const chat = await admin.request('POST', '/chats', { title: 'Equipe', users: [] });
  await admin.request('POST', `/chats/${chat.json<{ id: number }>().id}/messages`, { message: 'Bom dia' });

  await change(first, { status: 'open', userId: admin.user.id, queueId: queue.id });
  await admin.request('POST', `/messages/${first}`, { body: 'Bom dia, em que posso ajudar?' });
  const note = await admin.request('POST', `/messages/${first}`, { body: 'cliente antigo', isPrivate: true });
  await admin.request('POST', `/messages/${first}`, { body: 'fica', isPrivate: true });
  if (note.statusCode !== 200) throw new Error(note.body);
  await admin.request('DELETE', `/messages/${note.json<{ id: number }[]>()[0]!.id}`);
  await until(
    async () => testChannel.texts(),
    (texts) => texts.length === 1,
  );

  await change(second, { status: 'open', userId: admin.user.id, queueId: queue.id });
  await change(second, { status: 'closed', userId: admin.user.id });
  await sendWebhooks([textMessage(numbers[1]!, 'Esqueci uma coisa')]);
  await until(messages, (rows) => rows.length === 9);

  // A ticket that no list shows.
  const unlisted = { number: '5541990000104', body: 'Seu pedido saiu', noRegister: true };
  await service.server.withToken(token)('POST', '/messages/send', unlisted);
  await until(messages, (rows) => rows.length === 10);

  await change(third, { status: 'open', userId: admin.user.id, queueId: queue.id });
  await change(third, { status: 'pending', userId: null });
  // An answer from the phone itself marks the earlier messages as read.
  await sendWebhooks([textMessage(numbers[1]!, 'do meu telefone', { fromMe: true, peer: createPeer(numbers[1]!) })]);
  await sendWebhooks([textMessage(numbers[2]!, 'e mais uma')]);
  await until(messages, (rows) => rows.length === 12);
  const outbox = async () => (await service.server.asOwner.query(`select from outbox where state <> 'done'`)).rowCount;
  await until(outbox, (open) => open === 0);
  await invoicesOf(service.server);
}

/** A paid invoice, the renewal after it, one that costs nothing, and a replaced one. */
async function invoicesOf(server: TestServer) {
  const owner = await server.createSuperUser();
  const [paying, free, late] = [
    await server.createAdmin({ plan: { amountCents: 9900 } }),
    await server.createAdmin({ plan: { amountCents: 0 } }),
    await server.createAdmin({ plan: { amountCents: 4900 } }),
  ];
  await setDaysLeft(server, late.companyId, -40);
  for (const { companyId } of [paying, free]) await setDaysLeft(server, companyId, 2);
  const { issuing } = server.modules.billing;
  await issuing.issueAll();
  for (const { companyId, request } of [paying, late]) {
    const { id } = (await request('GET', '/invoices/all')).json<{ invoices: { id: number }[] }>().invoices[0]!;
    const receipt = { reason: 'Transferência', reference: `recibo ${id}` };
    await owner.request('POST', `/companies/${companyId}/invoices/${id}/settle`, receipt);
  }
  await setDaysLeft(server, late.companyId, 3);
  await issuing.issueAll();
  const discount = { kind: 'percent', value: 10, invoices: 1 };
  await owner.request('PUT', `/companies/${late.companyId}/discount`, { discount });
}

const firstId = (table: string) => `(select id from ${table} order by id limit 1)`;
const anyMessage = 'company_id, ticket_id, contact_id, connection_id, from_me, origin, body, sent_at, wid, delivery';
const company = `(select company_id from messages order by id limit 1)`;
const newCampaign = (columns: string, values: string) =>
  `insert into campaigns (company_id, name, messages, confirmations${columns})
   select ${company}, 'Campanha', array_fill(''::text, array[5]), array_fill(''::text, array[5])${values}`;
/** A campaign that was planned this many minutes ago and has no recipient. */
const runningSince = (minutes: number) => {
  const at = `now() - interval '${minutes} minutes'`;
  return newCampaign(', status, planned_at, updated_at', `, 'EM_ANDAMENTO', ${at}, ${at}`);
};
/** A schedule with one date. */
const newSchedule = (nextAt: string, status: string, done: number) =>
  `insert into schedules (company_id, contact_id, body, anchor, time_zone, unit, every, count, shift, next_at, status, done)
   select company_id, id, 'Oi', now(), 'America/Sao_Paulo', 'days', 1, 1, 'keep', ${nextAt}, '${status}', ${done}
     from contacts where id = ${firstId('contacts')}`;
/** A statement that breaks each rule. */
const breaks: Record<string, string> = {
  'one live ticket': `drop index tickets_one_live; update tickets set status = 'pending', closed_at = null`,
  'attended tickets': `update tickets set closed_at = now() where id = ${firstId(`tickets where status <> 'closed'`)}`,
  'newest closed': `update tickets set is_newest_closed = false`,
  'unread counter': `update tickets set unread = unread + 1 where id = ${firstId('tickets')}`,
  'last message': `update tickets set last_message = 'outra coisa' where id = ${firstId('tickets')}`,
  'log replays': `update tickets set status = 'nps' where id = ${firstId(`tickets where status = 'open'`)}`,
  tracking: `update ticket_tracking set finished_at = now()`,
  'runs of flows': `insert into flow_runs (company_id, ticket_id, flow_id, version_id, node_version_id, trigger, state, node)
    select company_id, id, 1, 1, 1, 'phrase', '{"seq": 0}', 'q' from tickets where id = ${firstId(`tickets where status = 'open'`)}`,
  sequence: `delete from messages where id = ${firstId('messages')}`,
  'numbered twice': `alter table messages drop constraint messages_company_id_ticket_id_seq_key; update messages set seq = 1`,
  'numbered too high': `update messages set seq = 1000 where id = ${firstId('messages')}`,
  'kept twice': `drop index messages_wid; insert into messages (${anyMessage}, seq) select ${anyMessage}, 1001 from messages where wid is not null limit 1`,
  'sent twice': `insert into outbox (company_id, connection_id, ticket_id, message_id) select company_id, connection_id, ticket_id, message_id from outbox`,
  'in the right ticket': `update messages set contact_id = (select max(id) from contacts) where id = ${firstId('messages')}`,
  acknowledged: `insert into message_receipts (company_id, message_id, told) select company_id, message_id, 'read' from outbox`,
  files: `update messages set media_key = '1/message/none' where id = ${firstId('messages')}`,
  identities: `delete from contact_identities`,
  'one person': `insert into contacts (company_id, name, number) select company_id, name, regexp_replace(number, '^(55..)9', '\\1') from contacts`,
  'merged contacts': `update contacts set merged_into_id = ${firstId('contacts')} where id <> ${firstId('contacts')}`,
  'outbox and message': `update outbox set state = 'unknown'`,
  'never forgotten': `delete from outbox`,
  leases: `update outbox set state = 'sending', lease_until = now() - interval '2 minutes'`,
  'stuck on the way out': `update outbox set state = 'queued', not_before = now() - interval '2 minutes'`,
  'stuck on the way in': `insert into inbox (company_id, connection_id, digest, body, received_at)
    select company_id, id, 'd', 'b', now() - interval '2 minutes' from connections`,
  periods: `delete from ticket_periods where id = ${firstId('ticket_periods')}`,
  'waiting customers': `update tickets set status = 'closed' where id = ${firstId('tickets')};
    update tickets set waiting_since = now() where id = ${firstId('tickets')}`,
  'stored days': `delete from metric_state;
    insert into metric_state (company_id, zone, built_from, built_to)
      values (${company}, 'America/Sao_Paulo', '2020-01-01', '2020-01-02');
    insert into metric_days (company_id, zone, day, dimension, subject_id, metric, n, sum_s)
      values (${company}, 'America/Sao_Paulo', '2020-01-01', 'all', 0, 'tickets', 1, 0);
    delete from metric_dirty_days`,
  'stored sums': `delete from metric_state;
    insert into metric_state (company_id, zone, built_from, built_to)
      values (${company}, 'America/Sao_Paulo', '2020-01-01', '2020-01-02');
    insert into metric_days (company_id, zone, day, dimension, subject_id, metric, n, sum_s)
      values (${company}, 'America/Sao_Paulo', '2020-01-01', 'all', 0, 'support', 1, 60);
    delete from metric_dirty_days`,
  'compared days': `delete from metric_state;
    insert into metric_state (company_id, zone, differences) values (${company}, 'America/Sao_Paulo', 1)`,
  'campaign ledger': `${newCampaign('', '')};
    insert into campaign_recipients (company_id, campaign_id, name, number, address_key, not_before, message_id)
    select company_id, ${firstId('campaigns')}, 'Ana', '551199', '551199', now(), id from messages order by messages.id limit 1`,
  'campaign messages': `update messages set origin = 'campaign', delivery = 'sent', client_key = 'campaign 1 ' || id where from_me`,
  'finished campaigns': newCampaign(', status, completed_at', `, 'FINALIZADA', now()`),
  'ended schedules': newSchedule('now()', 'pending', 1),
  'list counters': `insert into contact_lists (company_id, name, item_count) values (${company}, 'Clientes', 3)`,
  'team chats': `update team_chats set last_seq = last_seq + 1`,
  'due date': `update companies set due_date = due_date + interval '1 day'`,
  money: `delete from payment_ledger`,
  'one open renewal': `drop index invoices_one_open_renewal;
    insert into invoices (company_id, number, kind, due_day, cents, plan_id, plan_name, users, connections, queues, months)
    select company_id, number || ' again', kind, due_day, cents, plan_id, plan_name, users, connections, queues, months from invoices`,
  'invoice numbers': `update invoice_counters set last_number = last_number + 1`,
  'unfinished charges': `insert into charges (company_id, invoice_id, provider, method, reference, expires_at, created_at)
    select company_id, id, 'efi', 'pix', number, now(), now() - interval '11 minutes' from invoices`,
  'events of tickets': `delete from event_log where kind = 'ticket.changed'`,
  'events of messages': `delete from event_log where kind = 'message.stored'`,
};

describe('verify', () => {
  it('finds nothing in a database the product wrote [OP-06]', async () => {
    const results = await verify({ ownerUrl: service.server.ownerUrl, stuckAfterSeconds: STUCK_AFTER_SECONDS });
    const lines: string[] = [];
    const findings = report(results, (line) => lines.push(line));
    expect(lines.filter((line) => !line.endsWith(': 0 findings'))).toEqual([]);
    expect(findings).toBe(0);
    figure('OP-06', `${results.length} checks, ${findings} findings`);
  });

  it.each(checks)('reports a broken rule: $name', async (check) => {
    const broken = breaks[check.name];
    if (broken === undefined) throw new Error(`The check «${check.name}» needs a statement that breaks its rule`);
    await client.query('begin');
    try {
      expect(await findingsOf(client, check, STUCK_AFTER_SECONDS)).toEqual([]);
      await client.query(broken);
      expect(await findingsOf(client, check, STUCK_AFTER_SECONDS)).not.toEqual([]);
    } finally {
      await client.query('rollback');
    }
  });

  it('reports an invoice that two payments were applied to, and accepts a second one that was returned', async () => {
    const money = checks.find(({ name }) => name === 'money')!;
    const insertSecond = (state: string) =>
      client.query(
        `insert into payment_ledger (provider, payment_id, company_id, invoice_number, cents, currency, paid_at, state)
         select 'efi', 'E ' || payment_id, company_id, invoice_number, cents, currency, paid_at, $1 from payment_ledger limit 1`,
        [state],
      );
    await client.query('begin');
    try {
      await insertSecond('returned');
      expect(await findingsOf(client, money, STUCK_AFTER_SECONDS)).toEqual([]);
      await client.query(`delete from payment_ledger where state = 'returned'`);
      await insertSecond('applied');
      expect(await findingsOf(client, money, STUCK_AFTER_SECONDS)).toHaveLength(1);
    } finally {
      await client.query('rollback');
    }
  });

  it.each([
    ['finished campaigns', runningSince(11), 1],
    ['finished campaigns', runningSince(9), 0],
    [
      'finished campaigns',
      `${runningSince(60)};
       insert into campaign_recipients (company_id, campaign_id, name, number, address_key, not_before, state, state_at)
       select company_id, id, 'Ana', '551199', '551199', now(), 'sent', now() - interval '9 minutes' from campaigns`,
      0,
    ],
    ['ended schedules', newSchedule('now()', 'pending', 0), 0],
    ['ended schedules', newSchedule('null', 'sent', 1), 0],
    [
      'ended schedules',
      `alter table schedules drop constraint schedules_check; ${newSchedule('null', 'pending', 0)}`,
      1,
    ],
    ['ended schedules', `alter table schedules drop constraint schedules_check; ${newSchedule('now()', 'sent', 0)}`, 1],
  ])('reports %s from both sides: %s', async (name, statement, findings) => {
    const check = checks.find((one) => one.name === name)!;
    await client.query('begin');
    try {
      await client.query(statement);
      expect(await findingsOf(client, check, STUCK_AFTER_SECONDS)).toHaveLength(findings);
    } finally {
      await client.query('rollback');
    }
  });

  it('accepts the gap of a removed note and reports a gap without a removal event', async () => {
    const sequence = checks.find(({ name }) => name === 'sequence')!;
    await client.query('begin');
    try {
      await client.query(`delete from event_log where kind = 'note.removed'`);
      expect(await findingsOf(client, sequence, STUCK_AFTER_SECONDS)).toHaveLength(1);
    } finally {
      await client.query('rollback');
    }
  });

  it('finds nothing after a person was erased, nor during a removal [F-A10]', async () => {
    const { server, until, createConnectedCompany } = service;
    const company = await createConnectedCompany({ sendGreetingAccepted: 'disabled' });
    const erased = await company.openTicket('5500971110001', 'vou embora');
    const removed = await company.openTicket('5500971110002', 'tchau');
    await company.admin.request('POST', `/messages/${erased.id}`, { body: 'até logo' });
    const unsent = async () => (await server.asOwner.query(`select from outbox where state <> 'done'`)).rowCount;
    await until(unsent, (open) => open === 0);
    const contact = (await company.admin.request('GET', `/contacts/${erased.contactId}`)).json<{ name: string }>();
    const asked = await company.admin.request('POST', `/contacts/${erased.contactId}/erasure`, { name: contact.name });
    const erasure = async () =>
      (await company.admin.request('GET', `/erasures/${asked.json<{ id: number }>().id}`)).json();
    await until(erasure, ({ state }) => state === 'done');
    const actor = server.modules.access.authenticator.asAdmin(company.companyId, company.admin.user.id);
    const { removals } = server.modules;
    // Hidden, not deleted yet; the connection goes next.
    await server.db.inCompany(company.companyId, (tx) =>
      removals.inTx.start(tx, actor, { kind: 'ticket', ids: [removed.id] }),
    );
    await server.db.inCompany(company.companyId, (tx) =>
      removals.inTx.start(tx, actor, { kind: 'connection', ids: [company.connectionId] }),
    );
    const findings = async () =>
      (await verify({ ownerUrl: server.ownerUrl, stuckAfterSeconds: STUCK_AFTER_SECONDS })).flatMap((result) =>
        result.findings.map(({ row }) => [result.name, row]),
      );
    expect(await findings()).toEqual([]);
    await server.asOwner.query('update messages set connection_id = null where ticket_id = $1', [removed.id]);
    expect(await findings()).toEqual([]);
  });

  it('finds nothing after old sends were pruned, and still a message that was never sent', async () => {
    const { server, until, createConnectedCompany } = service;
    const { companyId, admin, openTicket } = await createConnectedCompany({ sendGreetingAccepted: 'disabled' });
    const { id } = await openTicket('5500971110003', 'oi');
    await admin.request('POST', `/messages/${id}`, { body: 'até logo' });
    const inOutbox = async (where: string) =>
      (await server.asOwner.query(`select from outbox where company_id = $1 and ${where}`, [companyId])).rowCount;
    await until(
      () => inOutbox(`state <> 'done'`),
      (open) => open === 0,
    );
    const ago = `- interval '30 days'`;
    await server.asOwner.query(`update outbox set updated_at = updated_at ${ago} where company_id = $1`, [companyId]);
    await server.asOwner.query(`update messages set created_at = created_at ${ago} where company_id = $1`, [companyId]);
    await jobHandlers(server.modules, server)['outbox.prune']({});
    expect(await inOutbox('true')).toBe(0);
    const neverForgotten = checks.find(({ name }) => name === 'never forgotten')!;
    expect(await findingsOf(client, neverForgotten, STUCK_AFTER_SECONDS)).toEqual([]);
    await server.asOwner.query(`update messages set delivery = 'queued' where company_id = $1 and from_me`, [
      companyId,
    ]);
    expect(await findingsOf(client, neverForgotten, STUCK_AFTER_SECONDS)).toHaveLength(1);
    await server.asOwner.query('delete from messages where company_id = $1', [companyId]);
  });

  it('reports a file that is missing on the disk, and one that is incomplete', async () => {
    const { asOwner, ownerUrl } = service.server;
    const storageDir = mkdtempSync(join(tmpdir(), 'balcao-verify-'));
    const put = async (key: string, bytes: number, onDisk: number | null) => {
      await asOwner.query(
        `insert into files (company_id, storage_key, purpose, mime, bytes, sha256) select min(company_id), $1, 'message', 'text/plain', $2, '' from companies`,
        [key, bytes],
      );
      if (onDisk === null) return;
      await mkdir(dirname(join(storageDir, key)), { recursive: true });
      await writeFile(join(storageDir, key), Buffer.alloc(onDisk));
    };
    try {
      await put('1/message/whole', 5, 5);
      await put('1/message/half', 5, 3);
      await put('1/message/none', 5, null);
      const results = await verify({ ownerUrl, stuckAfterSeconds: STUCK_AFTER_SECONDS, storageDir });
      const { findings } = results.find(({ name }) => name === 'files on disk')!;
      expect(findings.map(({ row }) => row)).toMatchObject([
        { storage_key: '1/message/half', onDisk: 3 },
        { storage_key: '1/message/none', onDisk: null },
      ]);
    } finally {
      await asOwner.query(`delete from files where purpose = 'message'`);
      rmSync(storageDir, { recursive: true, force: true });
    }
  });
});
