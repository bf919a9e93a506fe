import type {
  Campaign,
  CampaignCheck,
  CampaignConnection,
  CampaignSetting,
} from '@balcao/contract/endpoints/campaigns';
import { campaignExportTexts } from '@balcao/domain/campaign/export-texts';
import { maskNumber } from '@balcao/domain/contact/mask';
import { HOUR_MS } from '@balcao/domain/kit/durations';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startConnectedServer } from '../../../test/connected-server.ts';
import { createForm } from '../../../test/form.ts';
import { openSocket } from '../../../test/sockets.ts';
import { countRowsPerTransaction } from '../../../test/fixtures/transaction-sizes.ts';
import { onePixelPicture } from '../../../test/fixtures/values.ts';
import { rowCount, runRemovals } from '../removals/removals.fixture.ts';
import { rowsOf } from '../reports/workbook.fixture.ts';
import { createCampaignCompany, nextNumber, type CampaignCompany, type ConnectedServer } from './campaigns.fixture.ts';

let service: ConnectedServer;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterEach(() => service.server.clock.set(new Date()));
afterAll(() => service.server.stop());

/** Recipients of several portions, and the rows of the largest one. */
const MANY = 4000;
const LARGEST_PORTION = 1000;
const inHours = (hours: number) => new Date(+service.server.clock.now() + hours * HOUR_MS).toISOString();
const errorOf = (answer: { json<T>(): T }) => answer.json<{ error: string }>().error;
const numbers = (size: number) => Array.from({ length: size }, nextNumber);

describe('campaigns', () => {
  it('are listed by status and date, found by name, read, changed and deleted [M-239] [M-248]', async () => {
    const company = await createCampaignCompany(service);
    const contactListId = await company.createList([]);
    const first = await company.create({ name: 'Mês do cliente', contactListId, scheduledAt: inHours(3) });
    const second = await company.create({ name: 'Volta às aulas', contactListId, scheduledAt: null });
    expect([first.status, second.status]).toEqual(['PROGRAMADA', 'INATIVA']);
    type Page = { records: Campaign[]; count: number; hasMore: boolean; statusCounts: Record<string, number> };
    const all = await company.must<Page>('GET', '/campaigns/');
    expect(all).toMatchObject({ count: 2, hasMore: false, statusCounts: { INATIVA: 1, PROGRAMADA: 1, FINALIZADA: 0 } });
    expect(all.records.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(all.records[0]).toMatchObject({ contactList: { id: contactListId, contactsCount: 0 } });
    const found = await company.must<Page>('GET', '/campaigns?searchParam=VOLTA');
    expect(found.records.map(({ id }) => id)).toEqual([second.id]);
    const shown = await company.read(first.id);
    expect(shown).toMatchObject({
      name: 'Mês do cliente',
      whatsapp: { name: 'Matriz' },
      shipping: [],
      editable: 'all',
    });
    const changed = await company.must<Campaign>(
      'PUT',
      `/campaigns/${second.id}`,
      company.draft({ name: 'Outro nome', contactListId, scheduledAt: inHours(2) }),
    );
    expect(changed).toMatchObject({ name: 'Outro nome', status: 'PROGRAMADA' });
    await company.must('DELETE', `/campaigns/${first.id}`);
    expect((await company.ask('GET', `/campaigns/${first.id}`)).statusCode).toBe(404);
  });

  it('are not created until the e-mail of the company is confirmed', async () => {
    const company = await createCampaignCompany(service);
    const { asOwner, modules } = service.server;
    const contactListId = await company.createList(numbers(1));
    const { id } = await company.create({ contactListId });
    await company.runUntil(id);
    await asOwner.query('update companies set verified_at = null where company_id = $1', [company.companyId]);
    modules.db.invalidate(company.companyId);
    const created = await company.ask('POST', '/campaigns', company.draft({ contactListId, scheduledAt: null }));
    const repeated = await company.ask('POST', `/campaigns/${id}/repeat`, { filter: 'not-replied' });
    for (const answer of [created, repeated])
      expect([answer.statusCode, errorOf(answer)]).toEqual([403, 'ERR_EMAIL_NOT_CONFIRMED']);
    expect((await company.must<{ count: number }>('GET', '/campaigns')).count).toBe(1);
  });

  it('are hidden at once when they are deleted, and lose their recipients in short transactions [F-C2]', async () => {
    const { server } = service;
    const company = await createCampaignCompany(service);
    const contactListId = await company.createList(numbers(1));
    const { id } = await company.create({ name: 'Ano passado', contactListId });
    await company.runUntil(id);
    const again = await company.must<Campaign>('POST', `/campaigns/${id}/repeat`, { filter: 'not-replied' });
    await server.asOwner.query(
      `insert into campaign_recipients (company_id, campaign_id, name, number, address_key, state, not_before)
       select company_id, id, 'Pessoa', '55009900' || n, 'p' || n, 'read', now() from campaigns, generate_series(1, $2) n
        where id = $1`,
      [id, MANY],
    );
    const sizes = await countRowsPerTransaction(server.asOwner, ['campaign_recipients']);

    expect((await company.ask('DELETE', `/campaigns/${id}`)).statusCode).toBe(200);
    expect((await company.ask('GET', `/campaigns/${id}`)).statusCode).toBe(404);
    const { records } = await company.must<{ records: Campaign[] }>('GET', '/campaigns');
    expect(records.map((record) => [record.id, record.source])).toEqual([[again.id, null]]);
    const { rows } = await server.asOwner.query('select kind, name, subject_ids from removals where company_id = $1', [
      company.companyId,
    ]);
    expect(rows).toEqual([{ kind: 'campaign', name: 'Ano passado', subject_ids: [id] }]);

    await runRemovals(server, company.companyId);
    expect(await rowCount(server, 'campaign_recipients', 'campaign_id', id)).toBe(0);
    expect(await rowCount(server, 'campaigns', 'id', id)).toBe(0);
    const written = await sizes.read();
    expect(written.all).toBeGreaterThan(MANY);
    expect(written.largest).toBeLessThanOrEqual(LARGEST_PORTION);
  });

  it('take a date in the time zone of the company [M-239]', async () => {
    const company = await createCampaignCompany(service);
    const contactListId = await company.createList([]);
    const { scheduledAt } = await company.create({ contactListId, scheduledAt: '2090-05-10T09:30' });
    expect(scheduledAt).toBe('2090-05-10T12:30:00.000Z');
  });

  it('refuse a short name, no connection, a user without a queue, no audience and no message [M-239]', async () => {
    const company = await createCampaignCompany(service);
    const contactListId = await company.createList([]);
    const attempt = async (given: object) =>
      errorOf(await company.ask('POST', '/campaigns', { ...company.draft({ contactListId }), ...given }));
    expect(await attempt({ name: 'A' })).toBe('ERR_VALIDATION');
    expect(await attempt({ name: 'A'.repeat(51) })).toBe('ERR_VALIDATION');
    expect(await attempt({ whatsappId: undefined })).toBe('ERR_VALIDATION');
    expect(await attempt({ userId: company.admin.user.id })).toBe('ERR_VALIDATION');
    expect(await attempt({ contactListId: null, tagListId: 'Nenhuma' })).toBe('ERR_CAMPAIGN_NO_AUDIENCE');
    expect(await attempt({ message1: ' ' })).toBe('ERR_CAMPAIGN_NO_MESSAGE');
    expect(await attempt({ confirmation: true })).toBe('ERR_CAMPAIGN_NO_CONFIRMATION');
  });

  it('refuse ids of another company, and write nothing [M-241]', async () => {
    const [company, other] = [await createCampaignCompany(service), await createCampaignCompany(service)];
    const contactListId = await company.createList([]);
    const template = await service.server.asOwner.query<{ id: number }>(
      `insert into templates (company_id, connection_id, name, language, status, body)
       values ($1, $2, 'oferta', 'pt_BR', 'approved', 'Oi') returning id`,
      [other.companyId, other.connectionId],
    );
    const foreign = {
      contactListId: await other.createList([]),
      tagListId: (await other.must<{ id: number }>('POST', '/tags', { name: 'Tag', color: '#2f9e44', kanban: 0 })).id,
      whatsappId: other.connectionId,
      queueId: (await other.must<{ id: number }>('POST', '/queue', { name: 'Fila', color: '#2f9e44' })).id,
      templateId: template.rows[0]!.id,
      userId: other.admin.user.id,
    };
    const ownQueue = await company.must<{ id: number }>('POST', '/queue', { name: 'Fila', color: '#2f9e44' });
    for (const [field, id] of Object.entries(foreign)) {
      const base = { ...company.draft({ contactListId, openTicket: 'enabled', queueId: ownQueue.id }), [field]: id };
      if (field === 'tagListId') base.contactListId = null;
      const answer = await company.ask('POST', '/campaigns', base);
      expect(answer.statusCode, `${field}: ${answer.body}`).toBe(404);
    }
    const { id } = await other.create({ contactListId: foreign.contactListId });
    for (const action of ['cancel', 'restart', 'pause', 'continue'])
      expect((await company.ask('POST', `/campaigns/${id}/${action}`)).statusCode).toBe(404);
    const own = await service.server.asOwner.query('select id from campaigns where company_id = $1', [
      company.companyId,
    ]);
    expect(own.rows).toEqual([]);
  });

  it('can be changed only while inactive or more than an hour ahead; cancelled ones but for the audience [M-244] [CP-04]', async () => {
    const company = await createCampaignCompany(service);
    const [list, other] = [await company.createList([nextNumber()]), await company.createList([])];
    const near = await company.create({ contactListId: list, scheduledAt: inHours(0.9) });
    const change = (id: number, contactListId = list) =>
      company.ask('PUT', `/campaigns/${id}`, company.draft({ contactListId, scheduledAt: inHours(5), name: 'Nova' }));
    expect(errorOf(await change(near.id))).toBe('ERR_CAMPAIGN_READ_ONLY');
    await company.runUntil(near.id, ({ status }) => status === 'EM_ANDAMENTO');
    expect(errorOf(await change(near.id))).toBe('ERR_CAMPAIGN_READ_ONLY');
    expect(errorOf(await company.ask('DELETE', `/campaigns/${near.id}`))).toBe('ERR_CAMPAIGN_RUNNING');
    expect((await company.ask('POST', `/campaigns/${near.id}/cancel`)).statusCode).toBe(204);
    expect(errorOf(await change(near.id, other))).toBe('ERR_CAMPAIGN_AUDIENCE_FIXED');
    const changed = await change(near.id);
    expect(changed.json()).toMatchObject({ name: 'Nova', status: 'CANCELADA' });
    expect(errorOf(await company.ask('POST', `/campaigns/${near.id}/cancel`))).toBe('ERR_CAMPAIGN_STATE');
    expect((await company.ask('POST', `/campaigns/${near.id}/restart`)).statusCode).toBe(204);
    expect((await company.read(near.id)).status).toBe('EM_ANDAMENTO');
  });

  it('are for admins of a company with campaigns in its plan [M-034]', async () => {
    const company = await createCampaignCompany(service);
    const { email } = await service.server.createUser(company.companyId, { profile: 'user' });
    const user = await service.server.signIn(email);
    const without = await service.server.createAdmin({ plan: { useCampaigns: false } });
    for (const path of ['/campaigns', '/campaign-settings', '/contact-lists'])
      for (const caller of [user, without]) expect((await caller.request('GET', path)).statusCode).toBe(403);
    expect((await without.request('POST', '/contact-lists', { name: 'Clientes' })).statusCode).toBe(403);
  });

  it('carry a file, with the message as its caption [M-241]', async () => {
    const company = await createCampaignCompany(service);
    const number = nextNumber();
    const contactListId = await company.createList([number]);
    const { id } = await company.create({ contactListId, scheduledAt: inHours(4) });
    const upload = (bytes: Buffer) => {
      const form = createForm([], [{ field: 'file', name: 'oferta.png', bytes }]);
      return service.server.app.inject({
        method: 'POST',
        url: `/api/campaigns/${id}/media-upload`,
        headers: { ...form.headers, authorization: `Bearer ${company.admin.token}` },
        payload: form.payload,
      });
    };
    expect((await upload(onePixelPicture())).json()).toEqual({ mensagem: 'Arquivo Anexado' });
    expect(await company.read(id)).toMatchObject({ mediaName: 'oferta.png', mediaType: 'image' });
    await service.server.asOwner.query('update campaigns set scheduled_at = now() where id = $1', [id]);
    await company.runUntil(id);
    const [sent] = service.testChannel.sent.filter(({ to }) =>
      to.identities.some(({ value }) => value.slice(-8) === number.slice(-8)),
    );
    expect(sent?.content).toMatchObject({ kind: 'media', type: 'image', caption: 'Oi, Pessoa 1!' });
  });
});

describe('the settings of campaigns', () => {
  it('have the defaults of the specification and are saved by key [M-246]', async () => {
    const company = await service.createConnectedCompany();
    const valuesOf = (rows: CampaignSetting[]) => Object.fromEntries(rows.map(({ key, value }) => [key, value]));
    const before = (await company.admin.request('GET', '/campaign-settings')).json<CampaignSetting[]>();
    expect(valuesOf(before)).toMatchObject({
      messageInterval: '20',
      longerIntervalAfter: '20',
      greaterInterval: '60',
      sabado: 'false',
      domingo: 'false',
      startHour: '09:00',
      endHour: '18:00',
      variables: '[]',
    });
    const save = (settings: object) => company.admin.request('POST', '/campaign-settings', { settings });
    const variables = [{ key: 'loja', value: 'Centro' }];
    const saved = await save({ messageInterval: '30', sabado: true, variables });
    expect(valuesOf(saved.json())).toMatchObject({
      messageInterval: '30',
      sabado: 'true',
      variables: JSON.stringify(variables),
      endHour: '18:00',
    });
    for (const wrong of [
      { messageInterval: 121 },
      { greaterInterval: 10 },
      { longerIntervalAfter: 61 },
      { startHour: '9' },
    ])
      expect((await save(wrong)).statusCode, JSON.stringify(wrong)).toBe(400);
    expect((await save({ greaterInterval: 0 })).statusCode).toBe(200);
  });

  it('read the budgets of all connections with as many statements as for one', async () => {
    const company = await createCampaignCompany(service);
    const { companyId, connectionId } = company;
    const { connections, connectionHealth } = service.server.modules;
    const list = () => company.must<CampaignConnection[]>('GET', '/campaign-connections');
    await list();
    const statements = vi.spyOn(pg.Client.prototype, 'query');
    const countedList = async () => {
      statements.mockClear();
      const listed = await list();
      const own = (statements.mock.calls as unknown[][]).filter(([statement, values]) =>
        ((values ?? (statement as { values?: unknown }).values) as unknown[] | undefined)?.includes?.(companyId),
      );
      return { listed, count: own.length };
    };
    // Jobs of the server also work for this company: they only add statements, and rarely to each of five requests.
    const fewestStatements = async () => {
      const requests = [];
      for (let n = 0; n < 5; n++) requests.push(await countedList());
      return { listed: requests[0]!.listed, count: Math.min(...requests.map(({ count }) => count)) };
    };
    try {
      const one = await fewestStatements();
      await service.server.asOwner.query(
        `insert into connections (company_id, name, channel, portfolio_id)
         select $1, 'Filial ' || n, 'whatsappapi', case when n < 4 then 'shared' else '' end from generate_series(1, 30) n`,
        [companyId],
      );
      await service.server.asOwner.query(
        `insert into sending_pools (company_id, pool, people_per_day) values ($1, 'portfolio:shared', 250)`,
        [companyId],
      );
      const many = await fewestStatements();
      expect(many.listed).toHaveLength(31);
      expect(one.count).toBeGreaterThan(0);
      // One statement more per connection would be thirty; a job of the server adds one or two.
      expect(many.count - one.count).toBeLessThan(5);
    } finally {
      statements.mockRestore();
    }
    // The same as when each is asked for alone.
    await service.server.db.readCompany(companyId, async (tx) => {
      const all = await connections.inTx.all(tx);
      const summaries = await connectionHealth.budget.summaries(tx, all);
      for (const connection of all)
        expect(summaries.get(connection.id)).toEqual(await connectionHealth.budget.summary(tx, connection));
      const shared = all.find(({ name }) => name === 'Filial 1')!;
      expect(summaries.get(shared.id)).toMatchObject({ sharedWith: ['Filial 2', 'Filial 3'] });
      expect(summaries.get(connectionId)).toMatchObject({ sharedWith: [] });
    });
  });

  it('have guards for each connection', async () => {
    const company = await createCampaignCompany(service);
    const path = `/campaign-connections/${company.connectionId}`;
    const [connection] = await company.must<CampaignConnection[]>('GET', '/campaign-connections');
    expect(connection).toMatchObject({ name: 'Matriz', failedPercent: 10, optedOutPercent: 3, share: 1, running: 0 });
    await company.must('PUT', path, { failedPercent: 30, optedOutPercent: 5 });
    expect((await company.must<CampaignConnection[]>('GET', '/campaign-connections'))[0]).toMatchObject({
      failedPercent: 30,
      optedOutPercent: 5,
    });
  });
});

describe('before it is sent, a campaign', () => {
  it('is checked: who is skipped and why, final texts of recipients, budget and end; nothing is written', async () => {
    const company = await createCampaignCompany(service, {
      settings: { messageInterval: 20, variables: [{ key: 'loja', value: 'Centro' }] },
    });
    const [a, b, c] = numbers(3) as [string, string, string];
    const contactListId = await company.createList([a, b, c]);
    await service.server.asOwner.query('update contact_list_items set is_valid = false where number = $1', [b]);
    const contact = await company.must<{ id: number }>('POST', '/contacts', { name: 'Ana', number: c });
    await company.must('POST', `/contacts/${contact.id}/opt-outs`, {});
    const body = company.draft({ contactListId, message1: 'Oi, {nome}, da {loja} {{x}}', scheduledAt: inHours(1) });
    const check = await company.must<CampaignCheck>('POST', '/campaigns/check', body);
    expect(check).toMatchObject({ total: 3, recipients: 1, problems: [] });
    expect(check.skipped.map(({ reason, count }) => `${reason} ${count}`).sort()).toEqual(['invalid 1', 'opted-out 1']);
    // Only people who receive it.
    expect(check.samples).toMatchObject([{ text: 'Oi, Pessoa 1, da Centro {{x}}', variant: 1 }]);
    expect(check.forecast.endsAt).not.toBeNull();
    const incomplete = await company.must<CampaignCheck>('POST', '/campaigns/check', { ...body, message1: '' });
    expect(incomplete.problems).toEqual(['ERR_CAMPAIGN_NO_MESSAGE']);
    expect(
      (await service.server.asOwner.query('select from campaigns where company_id = $1', [company.companyId])).rows,
    ).toEqual([]);
  });

  it('has no problem that is settled by what is saved: people of another campaign, an allowed number', async () => {
    const company = await createCampaignCompany(service, { channel: 'whatsapp' });
    const [newcomer] = numbers(1) as [string];
    const contactListId = await company.createList([newcomer]);
    const given = { contactListId, scheduledAt: inHours(5), allowCold: true };
    const cold = await company.create({ ...given, coldConfirmation: 'Matriz' });
    const check = (body: object) => company.must<CampaignCheck>('POST', '/campaigns/check', body);
    expect((await check({ ...company.draft(given), id: cold.id })).problems).toEqual([]);
    expect((await check(company.draft(given))).problems).toEqual(['ERR_CAMPAIGN_COLD_NAME']);

    const { id } = await company.create({ contactListId, allowCold: true, coldConfirmation: 'Matriz' });
    await company.runUntil(id);
    const again = await company.must<Campaign>('POST', `/campaigns/${id}/repeat`, { filter: 'not-replied' });
    const draft = { ...company.draft({ scheduledAt: inHours(5) }), id: again.id };
    expect(await check(draft)).toMatchObject({ total: 1, problems: [] });
    expect((await check({ ...draft, id: undefined })).problems).toEqual(['ERR_CAMPAIGN_NO_AUDIENCE']);
  });

  it('is sent to the user as a test, without a recipient', async () => {
    const company = await createCampaignCompany(service);
    const number = nextNumber();
    const contactListId = await company.createList([]);
    await company.must('POST', '/campaigns/test', { ...company.draft({ contactListId }), number });
    await service.until(
      async () => company.textsTo(number),
      (texts) => texts.length === 1,
    );
    const { rows } = await service.server.asOwner.query('select from campaign_recipients where company_id = $1', [
      company.companyId,
    ]);
    expect(rows).toEqual([]);
  });
});

describe('the report of a campaign', () => {
  const finished = async (company: CampaignCompany, size = 3, more = {}) => {
    const people = numbers(size);
    const contactListId = await company.createList(people);
    const { id } = await company.create({ contactListId, ...more });
    await company.runUntil(id);
    return { id, people };
  };

  it('counts by state, pages by tab and shows recipients with the names of the specification [M-245]', async () => {
    const company = await createCampaignCompany(service);
    const { id, people } = await finished(company);
    const { counts, states, valid, variants, forecast } = await company.report(id);
    expect(counts).toMatchObject({ recipients: 3, sent: 3 });
    expect(states.sent).toBe(3);
    expect({ valid, variants: variants.length, endsAt: forecast.endsAt }).toEqual({
      valid: 3,
      variants: 1,
      endsAt: null,
    });
    type Page = { recipients: { number: string; state: string; message: string }[]; next: string | null };
    const sent = await company.must<Page>('GET', `/campaigns/${id}/recipients?tab=sent`);
    expect(sent.recipients.map(({ number }) => number)).toEqual(people);
    expect(sent.recipients[0]).toMatchObject({
      campaignId: id,
      message: 'Oi, Pessoa 1!',
      confirmation: null,
      deliveredAt: null,
    });
    expect((await company.must<Page>('GET', `/campaigns/${id}/recipients?tab=failed`)).recipients).toEqual([]);
    const after = await company.must<Page>('GET', `/campaigns/${id}/recipients?searchParam=pessoa 2`);
    expect(after.recipients).toHaveLength(1);
    expect((await company.read(id)).shipping).toHaveLength(3);
  });

  it('shows no full number while the company hides them, nor does the file', async () => {
    const company = await createCampaignCompany(service, {
      companySettings: { enableLGPD: 'enabled', lgpdHideNumber: 'enabled', lgpdMessage: '' },
    });
    const { id, people } = await finished(company, 1);
    const bodies = [
      (await company.ask('GET', `/campaigns/${id}`)).body,
      (await company.ask('GET', `/campaigns/${id}/recipients`)).body,
      (await company.ask('GET', `/campaigns/${id}/report`)).body,
      (await company.ask('GET', `/campaigns/${id}/recipients?searchParam=${people[0]!.slice(-6)}`)).body,
    ];
    for (const body of bodies) expect(body).not.toContain(people[0]);
    expect(bodies[3]).toContain('"recipients":[]');
    const { id: exportId } = await company.must<{ id: number }>('POST', `/campaigns/${id}/export`, {
      language: 'es',
    });
    const { url } = await service.until(
      () => company.must<{ url: string | null; status: string }>('GET', `/campaign-exports/${exportId}`),
      ({ status }) => status === 'done',
    );
    const file = await service.server.app.inject({ method: 'GET', url: url! });
    expect(file.statusCode).toBe(200);
    const [sheet] = await rowsOf(file.rawPayload);
    expect(sheet!.name).toBe('Campaña');
    const [headers, row] = sheet!.rows.map((cells) => cells.map((cell) => cell?.value));
    expect(headers).toEqual(campaignExportTexts.es.headers);
    expect([row![1], row![3]]).toEqual([maskNumber(people[0]!), 'Enviada']);
  });

  it('sends no full number to a screen that is open while it runs', async () => {
    const company = await createCampaignCompany(service, {
      companySettings: { enableLGPD: 'enabled', lgpdHideNumber: 'enabled', lgpdMessage: '' },
    });
    const screen = await openSocket(service.server, company.admin);
    try {
      const { id, people } = await finished(company, 2);
      await screen.waitFor(
        'campaign',
        (event) => 'record' in event && event.record.id === id && event.record.status === 'FINALIZADA',
      );
      // People of the list became contacts, which the screen received too.
      const frames = screen.frames.join('\n');
      for (const number of people) {
        expect(frames).toContain(maskNumber(number));
        expect(frames).not.toContain(number);
      }
    } finally {
      screen.close();
    }
  });

  it('has times of the company in its file, and formulas as text [IM-09]', async () => {
    const company = await createCampaignCompany(service);
    const { id } = await finished(company, 1);
    await service.server.asOwner.query(
      `update campaign_recipients set sent_at = '2026-07-23T01:30:20Z', read_at = null, name = '=1+1' where campaign_id = $1`,
      [id],
    );
    const { id: exportId } = await company.must<{ id: number }>('POST', `/campaigns/${id}/export`, { language: 'pt' });
    const { url } = await service.until(
      () => company.must<{ url: string | null; status: string }>('GET', `/campaign-exports/${exportId}`),
      ({ status }) => status === 'done',
    );
    const file = await service.server.app.inject({ method: 'GET', url: url! });
    const [, row] = (await rowsOf(file.rawPayload))[0]!.rows;
    // 22:30 of the day before in São Paulo, as the number of days that spreadsheets count.
    const days = (Date.UTC(2026, 6, 22, 22, 30) - Date.UTC(1899, 11, 30)) / (24 * HOUR_MS);
    const [sentAt, , readAt] = row!.slice(8, 11);
    expect({ type: sentAt?.type, isRight: Math.abs(Number(sentAt?.value) - days) < 1e-6 }).toEqual({
      type: 'number',
      isRight: true,
    });
    expect(readAt?.value ?? '').toBe('');
    expect(row![0]).toEqual({ type: 'text', value: '=1+1' });
  });

  it('lets a variant be stopped, but not the last one; a new campaign reaches those without a reply', async () => {
    const company = await createCampaignCompany(service);
    const { id } = await finished(company, 4, { message2: 'Olá, {nome}!' });
    const contactListId = await company.createList(numbers(6));
    const running = await company.create({ contactListId, message2: 'Olá!', scheduledAt: inHours(3) });
    const stop = (variant: number) => company.ask('POST', `/campaigns/${running.id}/variants`, { variant });
    expect((await stop(1)).json<Campaign>().stoppedVariants).toEqual([1]);
    expect(errorOf(await stop(2))).toBe('ERR_CAMPAIGN_LAST_VARIANT');
    await service.server.asOwner.query('update campaigns set scheduled_at = now() where id = $1', [running.id]);
    await company.runUntil(running.id);
    expect(new Set((await company.recipients(running.id)).map(({ variant }) => variant))).toEqual(new Set([2]));

    expect(errorOf(await company.ask('POST', `/campaigns/${id}/repeat`, { filter: 'held-back' }))).toBe(
      'ERR_CAMPAIGN_NOBODY',
    );
    const again = await company.must<Campaign>('POST', `/campaigns/${id}/repeat`, { filter: 'not-replied' });
    expect(again).toMatchObject({ status: 'INATIVA', source: { id, filter: 'not-replied' } });
    const body = company.draft({ name: 'De novo', contactListId: null });
    await company.must('PUT', `/campaigns/${again.id}`, body);
    await company.runUntil(again.id);
    expect(await company.recipients(again.id)).toHaveLength(4);
  });
});
