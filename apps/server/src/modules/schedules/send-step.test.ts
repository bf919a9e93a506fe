import { DAY_MS, HOUR_MS } from '@balcao/domain/kit/durations';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { caseCounts } from '../../../test/case-counts.ts';
import { startConnectedServer } from '../../../test/connected-server.ts';
import { jobHandlers } from '../../wiring/job-handlers.ts';
import { createScheduleCompany, sweep, type ConnectedServer } from './schedules.fixture.ts';

let service: ConnectedServer;
beforeAll(async () => {
  service = await startConnectedServer({ replyWindowHours: 24 });
});
afterEach(() => service.server.clock.set(new Date()));
afterAll(() => service.server.stop());

/** For the sizes of the full run. */
const FULL_MS = 1_800_000;
const pass = (ms: number) => service.server.clock.pass(ms);
type Company = Awaited<ReturnType<typeof createScheduleCompany>>;

/** A customer who just wrote, so that the reply window is open; without a live ticket. */
async function recentCustomer(company: Company) {
  const { id, number } = await company.createContact();
  await wrote(company, number, `oi de ${number}`);
  const [ticket] = (await company.tickets()).filter((row) => row.contact_id === id);
  await company.ask('PUT', `/tickets/${ticket.id}`, { status: 'closed', sendFarewellMessage: false });
  return { id, number, closedTicketId: ticket.id as number };
}
async function wrote(company: Company, number: string, text: string) {
  await company.sendWebhook([company.customerMessage(number, text)]);
  await service.until(company.messages, (rows) => rows.some(({ body }) => body === text));
}
/** The same for many, without a request for each. */
async function recentCustomers({ companyId, connectionId }: Company, count: number): Promise<number[]> {
  const { rows } = await service.server.asOwner.query<{ id: number }>(
    `with people as (insert into contacts (company_id, name, number)
       select $1, 'Pessoa ' || n, (5500953400000 + n)::text from generate_series(1, $3::int) n returning id, number)
     , known as (insert into contact_identities (company_id, contact_id, kind, value)
       select $1, id, 'phone', number from people)
     insert into tickets (company_id, contact_id, connection_id, channel, status, closed_at, last_inbound_at)
     select $1, id, $2, 'whatsapp', 'closed', now(), now() from people returning contact_id as id`,
    [companyId, connectionId, count],
  );
  await service.server.asOwner.query('analyze contacts, contact_identities, tickets');
  return rows.map(({ id }) => id);
}
const liveTickets = async (company: Company) => (await company.tickets()).filter(({ status }) => status !== 'closed');

describe('a scheduled message', () => {
  it('is sent once its date has come, signed, with its variables filled in, by any number of nodes [SC-03]', async () => {
    const company = await createScheduleCompany(service);
    const { id, number } = await recentCustomer(company);
    const queue = (await company.ask('POST', '/queue', { name: 'Vendas', color: '#2f9e44' })).json<{ id: number }>();
    const schedule = await company.create(id, {
      assinar: true,
      queueId: queue.id,
      ticketUserId: company.admin.user.id,
    });
    await sweep(service, 2);
    expect(await company.runs(schedule.id)).toEqual([]);
    pass(HOUR_MS + 30_000);
    await sweep(service, 3);
    await sweep(service, 3);
    expect(await company.delivered(number, 1)).toEqual([
      { kind: 'text', text: `*${company.admin.user.name}:*\nSua armação chegou, Helena!` },
    ]);
    expect(await company.runs(schedule.id)).toEqual([{ n: 1, state: 'sent', error: null, late_seconds: 30 }]);
    const [ticket] = await liveTickets(company);
    expect(ticket).toMatchObject({
      status: 'open',
      user_id: company.admin.user.id,
      queue_id: queue.id,
      is_active_demand: true,
    });
    expect((await company.messages()).at(-1)).toMatchObject({ origin: 'schedule', ticket_id: ticket.id });
    const today = dayOf(service.server.clock.now());
    const shown = await company.occurrences(today, today);
    expect(shown.filter(({ scheduleId }) => scheduleId === schedule.id)).toMatchObject([{ state: 'sent', run: 1 }]);
  });

  it('is sent together with others of its company; one that fails does not stop them', async () => {
    const company = await createScheduleCompany(service);
    const customers = [];
    for (let n = 0; n < 4; n += 1) customers.push(await recentCustomer(company));
    const schedules = [];
    for (const { id } of customers) schedules.push(await company.create(id, { openTicket: 'disabled' }));
    // A second one of the same person.
    schedules.push(await company.create(customers[0]!.id, { openTicket: 'disabled', body: 'Outro lembrete' }));
    await company.ask('PUT', `/contacts/block/${customers[1]!.id}`, { active: false });
    pass(HOUR_MS + 30_000);
    await sweep(service, 2);
    const states = [];
    for (const { id } of schedules) states.push((await company.runs(id)).map(({ state, error }) => error ?? state));
    expect(states).toEqual([['sent'], ['ERR_CONTACT_BLOCKED'], ['sent'], ['sent'], ['sent']]);
    const texts = await company.delivered(customers[0]!.number, 2);
    expect(texts.map((content) => 'text' in content && content.text)).toEqual(
      expect.arrayContaining(['Outro lembrete', 'Sua armação chegou, Helena!']),
    );
  });

  it('uses the live ticket as it is; without an agent a new one waits; a closed one is closed after the send', async () => {
    const company = await createScheduleCompany(service);
    const busy = await company.createContact();
    const open = await company.openTicket(busy.number, 'estou aqui');
    const [waiting, closing] = [await recentCustomer(company), await recentCustomer(company)];
    await company.create(busy.id, { ticketUserId: null, statusTicket: 'closed' });
    await company.create(waiting.id);
    await company.create(closing.id, { statusTicket: 'closed' });
    pass(2 * HOUR_MS);
    await sweep(service);
    const rows = await company.tickets();
    const newest = (contactId: number) => rows.findLast((row) => row.contact_id === contactId);
    expect(newest(busy.id)).toMatchObject({ id: open.id, status: 'open', last_from_me: true });
    expect(newest(waiting.id)).toMatchObject({ status: 'pending', user_id: null, is_bot: false });
    expect(newest(closing.id)).toMatchObject({ status: 'closed', is_newest_closed: true, is_unlisted: false });
  });

  it('that opens no conversation is stored where no list shows it; the reply opens a new ticket [M-234]', async () => {
    const company = await createScheduleCompany(service);
    const { id, number, closedTicketId } = await recentCustomer(company);
    await company.create(id, { openTicket: 'disabled', body: 'Só um aviso' });
    pass(2 * HOUR_MS);
    await sweep(service);
    await company.delivered(number, 1);
    const carrier = (await company.tickets()).at(-1);
    expect(carrier).toMatchObject({ status: 'closed', is_unlisted: true, is_newest_closed: false });
    const listed = (query: string) => company.ask('GET', `/tickets?${query}`).then((answer) => answer.json().tickets);
    for (const query of [
      'status=closed&showAll=true',
      'searchParam=aviso&showAll=true',
      'searchParam=Helena&showAll=true',
    ])
      expect((await listed(query)).map((ticket: { id: number }) => ticket.id)).not.toContain(carrier.id);
    const tracking = await service.server.asOwner.query('select 1 from ticket_tracking where ticket_id = $1', [
      carrier.id,
    ]);
    expect(tracking.rows).toEqual([]);
    await wrote(company, number, 'recebi, obrigada');
    const reply = (await company.tickets()).find(({ last_message: text }) => text === 'recebi, obrigada');
    expect([carrier.id, closedTicketId]).not.toContain(reply.id);
    // The notice is part of the history of the new conversation.
    const thread = (await company.ask('GET', `/messages/${reply.uuid}`)).json<{ messages: { body: string }[] }>();
    expect(thread.messages.map(({ body }) => body)).toContain('Só um aviso');
  });

  it('is kept while the server is off: a single one is sent late, of several dates only the last [SC-01]', async () => {
    const company = await createScheduleCompany(service);
    const [single, daily] = [await recentCustomer(company), await recentCustomer(company)];
    const once = await company.create(single.id);
    const repeated = await company.create(daily.id, { intervalo: 4, valorIntervalo: 60, enviarQuantasVezes: 10 });
    pass(4 * HOUR_MS + 20 * 60_000);
    await sweep(service, 2);
    expect(await company.runs(once.id)).toMatchObject([{ state: 'sent', late_seconds: 3 * 3600 + 20 * 60 }]);
    expect((await company.runs(repeated.id)).map(({ state }) => state)).toEqual([
      'superseded',
      'superseded',
      'superseded',
      'sent',
    ]);
    expect(await company.delivered(daily.number, 1)).toHaveLength(1);
    expect(await company.read(repeated.id)).toMatchObject({ contadorEnvio: 4, status: 'PENDENTE' });
  });

  it('repeats as often as it should and no more, without drift [M-235] [SC-07]', async () => {
    const company = await createScheduleCompany(service);
    const { id, number } = await recentCustomer(company);
    const start = await company.create(id, { valorIntervalo: 30, intervalo: 4, enviarQuantasVezes: 3 });
    for (let n = 0; n < 6; n += 1) {
      pass(31 * 60_000);
      await sweep(service);
    }
    expect(await company.delivered(number, 3)).toHaveLength(3);
    expect((await company.runs(start.id)).map(({ n, state }) => [n, state])).toEqual([
      [1, 'sent'],
      [2, 'sent'],
      [3, 'sent'],
    ]);
    const { rows } = await service.server.asOwner.query<{ minutes: number }>(
      `select extract(epoch from due_at - lag(due_at) over (order by n))::int / 60 as minutes from schedule_runs
        where schedule_id = $1 order by n offset 1`,
      [start.id],
    );
    expect(rows.map(({ minutes }) => minutes)).toEqual([30, 30]);
    expect(await company.read(start.id)).toMatchObject({ status: 'ENVIADA', contadorEnvio: 3 });
  });
});

/** The day in the time zone of the companies, which begins three hours after that of UTC. */
const dayOf = (moment: Date): string => moment.toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });

describe('a reply of the customer', () => {
  it('ends the dates that are left, in the transaction that stores it, and only of schedules that ask for it', async () => {
    const company = await createScheduleCompany(service);
    const { id, number } = await recentCustomer(company);
    const [ends, stays] = [
      await company.create(id, { cancelOnReply: true, valorIntervalo: 1, enviarQuantasVezes: 5 }),
      await company.create(id),
    ];
    await wrote(company, number, 'já peguei, obrigada');
    expect(await company.read(ends.id)).toMatchObject({ status: 'CANCELADA', sendAt: ends.sendAt });
    expect(await company.runs(ends.id)).toMatchObject([{ n: 1, state: 'cancelled' }]);
    expect(await company.read(stays.id)).toMatchObject({ status: 'PENDENTE' });
    const day = dayOf(new Date(ends.sendAt));
    const shown = await company.occurrences(day, day);
    expect(shown.find(({ scheduleId }) => scheduleId === ends.id)).toMatchObject({ state: 'cancelled' });
    pass(2 * HOUR_MS);
    await sweep(service);
    expect(await company.delivered(number, 1)).toHaveLength(1);
    // It can be scheduled again.
    const again = await company.ask('PUT', `/schedules/${ends.id}`, company.draft(id, { cancelOnReply: true }));
    expect(again.json()).toMatchObject({ status: 'PENDENTE' });
  });

  it('and a send at the same time never deadlock, and a cancelled date is never sent', async () => {
    const company = await createScheduleCompany(service);
    const customers = await Promise.all(Array.from({ length: 8 }, () => recentCustomer(company)));
    const created = [];
    for (const { id } of customers) created.push(await company.create(id, { cancelOnReply: true }));
    pass(2 * HOUR_MS);
    await Promise.all([
      sweep(service, 2),
      ...customers.map(({ number }, n) => company.sendWebhook([company.customerMessage(number, `resposta ${n}`)])),
    ]);
    await service.until(
      company.messages,
      (rows) => rows.filter(({ body }) => body.startsWith('resposta')).length === 8,
    );
    await sweep(service);
    for (const { id } of created) {
      const states = (await company.runs(id)).map(({ state }) => state);
      expect([['sent'], ['cancelled']]).toContainEqual(states);
    }
    const sent = (await company.messages()).filter(({ origin }) => origin === 'schedule').length;
    const runs = await Promise.all(created.map(({ id }) => company.runs(id)));
    expect(sent).toBe(runs.flat().filter(({ state }) => state === 'sent').length);
  });
});

describe('after the reply window', () => {
  it('the template is sent if one is chosen; otherwise the date fails with the reason and opens no ticket', async () => {
    const company = await createScheduleCompany(service);
    const [withTemplate, without] = [await recentCustomer(company), await recentCustomer(company)];
    await company.ask('POST', '/templates/sync', { whatsappId: company.connectionId });
    const [template] = (await company.ask('GET', '/templates')).json<{ templates: { id: number }[] }>().templates;
    const chosen = {
      whatsappId: company.connectionId,
      templateId: template!.id,
      templateValues: { 'body.1': 'Helena' },
    };
    const sendAt = new Date(+service.server.clock.now() + 2 * DAY_MS).toISOString();
    await company.create(withTemplate.id, { ...chosen, sendAt });
    const failing = await company.create(without.id, { sendAt });
    const missing = await company.ask('POST', '/schedules', {
      ...company.draft(without.id),
      ...chosen,
      templateValues: {},
    });
    expect(missing.json()).toMatchObject({ fields: [{ field: 'values.body.1', rule: 'required' }] });
    pass(2 * DAY_MS + 60_000);
    await sweep(service);
    expect(await company.delivered(withTemplate.number, 1)).toMatchObject([
      { kind: 'template', template: { name: 'retomar', text: 'Olá Helena, podemos continuar?' } },
    ]);
    expect(await company.runs(failing.id)).toMatchObject([{ state: 'failed', error: 'ERR_REPLY_WINDOW' }]);
    expect((await liveTickets(company)).map((row) => row.contact_id)).toEqual([withTemplate.id]);
  });
});

describe('a schedule without a chosen connection', () => {
  const setStatus = async (company: Company, id: number, status: string) => {
    await service.server.asOwner.query('update connections set status = $2 where id = $1', [id, status]);
    service.server.modules.connectionCache.invalidate(company.companyId);
    service.server.db.invalidate(company.companyId);
  };
  const scheduled = async (company: Company) =>
    (await company.messages()).filter(({ origin }) => origin === 'schedule').map((row) => row.connection_id);

  it('is sent through the connection of its contact, or the default one, while that is not connected', async () => {
    const company = await createScheduleCompany(service);
    const { id } = await recentCustomer(company);
    const unknown = await company.createContact();
    const other = await company.ask('POST', '/whatsapp', { name: 'Filial', channel: 'whatsapp', provider: 'sandbox' });
    await setStatus(company, other.json<{ id: number }>().id, 'CONNECTED');
    await setStatus(company, company.connectionId, 'DISCONNECTED');
    const of = await company.create(id);
    const ofDefault = await company.create(unknown.id);
    await service.server.asOwner.query(
      `insert into tickets (company_id, contact_id, connection_id, channel, status, closed_at, last_inbound_at)
       values ($1, $2, $3, 'whatsapp', 'closed', now(), $4)`,
      [company.companyId, unknown.id, company.connectionId, service.server.clock.now()],
    );
    pass(HOUR_MS + 30_000);
    await sweep(service);
    expect(await company.runs(of.id)).toMatchObject([{ state: 'sent', error: null }]);
    expect(await company.runs(ofDefault.id)).toMatchObject([{ state: 'sent', error: null }]);
    expect(await scheduled(company)).toEqual([company.connectionId, company.connectionId]);
  });

  it('waits for the only connection, and fails only without any', async () => {
    const [down, without] = [await createScheduleCompany(service), await createScheduleCompany(service)];
    const [waiting, failing] = [
      await down.create((await recentCustomer(down)).id),
      await without.create((await recentCustomer(without)).id),
    ];
    await setStatus(down, down.connectionId, 'OPENING');
    expect((await without.ask('DELETE', `/whatsapp/${without.connectionId}`)).statusCode).toBe(200);
    pass(HOUR_MS + 30_000);
    await sweep(service);
    expect(await down.runs(waiting.id)).toMatchObject([{ state: 'sent', error: null }]);
    expect(await scheduled(down)).toEqual([down.connectionId]);
    expect(await without.runs(failing.id)).toMatchObject([{ state: 'failed', error: 'ERR_NO_DEF_WAPP_FOUND' }]);
  });
});

describe('a company that may send nothing', () => {
  it.each([
    ['inactive', 'is_active = false', 'is_active = true'],
    ['overdue', "due_date = now() - interval '1 minute'", "due_date = now() + interval '1 month'"],
  ])(
    'because it is %s keeps its schedules; they are sent late when it may again, and others do not wait for it',
    async (_, silenced, restored) => {
      const [silent, other] = [await createScheduleCompany(service), await createScheduleCompany(service)];
      const [ofSilent, ofOther] = [await recentCustomer(silent), await recentCustomer(other)];
      const waiting = await silent.create(ofSilent.id);
      const sent = await other.create(ofOther.id);
      const set = async (change: string) => {
        await service.server.asOwner.query(`update companies set ${change} where company_id = $1`, [silent.companyId]);
        service.server.db.invalidate(silent.companyId);
      };
      await set(silenced);
      pass(2 * HOUR_MS);
      await sweep(service);
      expect(await silent.runs(waiting.id)).toEqual([]);
      expect(await other.runs(sent.id)).toMatchObject([{ state: 'sent' }]);
      await set(restored);
      await sweep(service);
      expect(await silent.runs(waiting.id)).toMatchObject([{ state: 'sent', late_seconds: 3600 }]);
    },
  );

  it('keeps its schedules after it was moved here, until a person confirms the move', async () => {
    const company = await createScheduleCompany(service);
    const schedule = await company.create((await recentCustomer(company)).id);
    await service.server.asOwner.query('insert into platform_settings (key, value) values ($1, now())', [
      `moved-in.${company.companyId}`,
    ]);
    pass(2 * HOUR_MS);
    await sweep(service);
    expect(await company.runs(schedule.id)).toEqual([]);
    expect(await service.server.doctor.continueCompany(company.companyId)).toBe(true);
    await sweep(service);
    expect(await company.runs(schedule.id)).toMatchObject([{ state: 'sent' }]);
  });
});

describe('two nodes', { retry: 0 }, () => {
  it('whose connections are cut while they send: every date once [SC-02] [SC-03]', { timeout: FULL_MS }, async () => {
    const company = await createScheduleCompany(service);
    const size = caseCounts(10_000, 400);
    const sendAt = new Date(+service.server.clock.now() + HOUR_MS).toISOString();
    for (const id of await recentCustomers(company, size)) await company.create(id, { sendAt });
    const second = await service.startNode();
    const left = async () =>
      (
        await service.server.asOwner.query('select from schedules where company_id = $1 and next_at is not null', [
          company.companyId,
        ])
      ).rowCount;
    try {
      pass(2 * HOUR_MS);
      second.clock.set(service.server.clock.now());
      const sweeps = () =>
        Promise.allSettled(
          [service.server, second].map((node) => jobHandlers(node.modules, node)['schedule.sweep']({})),
        );
      for (let n = 0; n < 4; n += 1) {
        const running = sweeps();
        await service.server.asOwner.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and application_name = 'balcao' and state <> 'idle' and pid <> pg_backend_pid()`,
        );
        await running;
      }
      await service.until(
        async () => {
          await sweeps();
          return left();
        },
        (count) => count === 0,
      );
    } finally {
      await second.stop();
    }
    const { rows } = await service.server.asOwner.query<{ n: number; state: string; count: number }>(
      'select n, state, count(*)::int as count from schedule_runs where company_id = $1 group by 1, 2',
      [company.companyId],
    );
    expect(rows).toEqual([{ n: 1, state: 'sent', count: size }]);
    const sent = (await company.messages()).filter(({ origin }) => origin === 'schedule');
    expect(new Set(sent.map((row) => row.contact_id)).size).toBe(size);
    expect(sent).toHaveLength(size);
  });

  it('and an edit between reading and locking: the new text is sent, not the one that was read [SC-04]', async () => {
    const company = await createScheduleCompany(service);
    const { id: contactId } = await recentCustomer(company);
    const { id, sendAt } = await company.create(contactId, { body: 'Texto antigo' });
    pass(2 * HOUR_MS);
    const { asOwner } = service.server;
    const holder = await asOwner.connect();
    try {
      await holder.query('begin');
      await holder.query('select from contacts where id = $1 for update', [contactId]);
      const swept = sweep(service);
      const isWaiting = async () => {
        const { rowCount } = await asOwner.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
              and query like '%contacts%'`,
        );
        return rowCount;
      };
      // The schedule was read, and its contact is not locked yet.
      await service.until(isWaiting, (count) => count === 1);
      const edit = company.draft(contactId, { body: 'Texto novo', sendAt });
      expect((await company.ask('PUT', `/schedules/${id}`, edit)).statusCode).toBe(200);
      await holder.query('commit');
      await swept;
    } finally {
      holder.release();
    }
    await sweep(service);
    const sent = (await company.messages()).filter(({ origin }) => origin === 'schedule');
    expect(sent.map(({ body }) => body)).toEqual(['Texto novo']);
  });

  it('and edits at the same time: either the old text or the new one, once [SC-04]', { timeout: FULL_MS }, async () => {
    for (let round = 0; round < caseCounts(100, 100); round += 1) {
      service.server.clock.set(new Date());
      const company = await createScheduleCompany(service);
      const created: { id: number; contactId: number; sendAt: string }[] = [];
      for (const id of await recentCustomers(company, 10))
        created.push(await company.create(id, { body: 'Texto antigo' }));
      pass(2 * HOUR_MS);
      const edits = created.map(({ id, contactId, sendAt }, n) =>
        n % 2 === 0
          ? company.ask('PUT', `/schedules/${id}`, company.draft(contactId, { body: 'Texto novo', sendAt }))
          : company.ask('DELETE', `/schedules/${id}`),
      );
      const [, ...answers] = await Promise.all([sweep(service, 2), ...edits]);
      await sweep(service);
      const sent = (await company.messages()).filter(({ origin }) => origin === 'schedule');
      for (const [n, { contactId }] of created.entries()) {
        const texts = sent.filter((row) => row.contact_id === contactId).map(({ body }) => body);
        const status = answers[n]!.statusCode;
        if (n % 2 === 0) expect(texts).toEqual([status === 200 ? 'Texto novo' : 'Texto antigo']);
        else expect(texts.length).toBeLessThanOrEqual(1);
      }
    }
  });
});
