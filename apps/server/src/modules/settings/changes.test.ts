import { nationalDays } from '@balcao/domain/hours/holidays-br';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';
import { openSocket } from '../../../test/sockets.ts';
import { jobHandlers } from '../../wiring/job-handlers.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ open: true });
});
afterAll(() => server.stop());

interface Change {
  id: number;
  key: string;
  from: unknown;
  to: unknown;
  user: { name: string } | null;
  undoes: number | null;
  canUndo: boolean;
}
const save = async (caller: Caller, column: string, data: unknown): Promise<number | null> =>
  (await caller.request('PUT', '/companySettings', { column, data })).json().changeId;
const now = async (caller: Caller, column: string) =>
  (await caller.request('GET', `/companySettingOne?column=${column}`)).json()[column];
const history = async (caller: Caller, before?: number): Promise<{ changes: Change[]; hasMore: boolean }> =>
  (await caller.request('GET', `/companySettingChanges${before ? `?before=${before}` : ''}`)).json();
const undo = (caller: Caller, id: number | null) => caller.request('POST', `/companySettingChanges/${id}/undo`);
const errorOf = (answer: { statusCode: number; json(): { error: string } }) => [answer.statusCode, answer.json().error];
const week = (startTimeA: string) =>
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((weekdayEn) => ({
    weekday: weekdayEn,
    weekdayEn,
    startTimeA,
    endTimeA: '12:00',
    startTimeB: '13:00',
    endTimeB: '18:00',
  }));

describe('the history of a company’s settings', () => {
  it('is pruned after a year, without changing the settings', async () => {
    const [admin, other] = [await server.createAdmin(), await server.createAdmin()];
    const ids = [
      await save(admin, 'userRating', 'enabled'),
      await save(admin, 'chatBotType', 'list'),
      await save(other, 'chatBotType', 'list'),
    ];
    const age = (id: number | null, days: number) =>
      server.asOwner.query(`update setting_changes set at = now() - make_interval(days => $2) where id = $1`, [
        id,
        days,
      ]);
    for (const [n, days] of [366, 364, 366].entries()) await age(ids[n]!, days);
    const prune = jobHandlers(server.modules, server)['setting-change.prune'];
    await prune({});
    expect((await history(admin)).changes.map(({ id }) => id)).toEqual([ids[1]]);
    expect((await history(other)).changes).toEqual([]);
    expect([await now(admin, 'userRating'), await now(other, 'chatBotType')]).toEqual(['enabled', 'list']);
  });

  it('lists author, previous and new value, newest first, and no entry when nothing changed', async () => {
    const admin = await server.createAdmin();
    const colleague = await server.createAgent(admin.companyId, { profile: 'admin' });
    const first = await save(admin, 'userRating', 'enabled');
    const second = await save(colleague, 'chatBotType', 'list');
    expect(await save(admin, 'userRating', true)).toBeNull();
    const { changes, hasMore } = await history(admin);
    expect(hasMore).toBe(false);
    expect(changes).toEqual([
      {
        id: second,
        key: 'chatBotType',
        from: 'text',
        to: 'list',
        at: expect.stringMatching(/Z$/),
        user: { id: colleague.user.id, name: colleague.user.name },
        undoes: null,
        canUndo: true,
      },
      expect.objectContaining({ id: first, key: 'userRating', from: 'disabled', to: 'enabled', canUndo: true }),
    ]);
    const otherCompanyAdmin = await server.createAdmin();
    expect((await history(otherCompanyAdmin)).changes).toEqual([]);
    expect(errorOf(await undo(otherCompanyAdmin, first))).toEqual([404, 'ERR_NO_SETTING_CHANGE_FOUND']);
  });

  it('is undone change by change, and an undo can be undone', async () => {
    const admin = await server.createAdmin();
    const id = await save(admin, 'requiredTag', 'disabled');
    const undone = (await undo(admin, id)).json();
    expect(undone).toMatchObject({ key: 'requiredTag', from: 'disabled', to: 'enabled', undoes: id, canUndo: true });
    expect(await now(admin, 'requiredTag')).toBe('enabled');
    expect((await history(admin)).changes.map((change) => [change.id, change.canUndo])).toEqual([
      [undone.id, true],
      [id, false],
    ]);
    await undo(admin, undone.id);
    expect(await now(admin, 'requiredTag')).toBe('disabled');
  });

  it('refuses to undo a setting that has changed since, also when the value is the same again', async () => {
    const admin = await server.createAdmin();
    const first = await save(admin, 'scheduleType', 'company');
    await save(admin, 'scheduleType', 'queue');
    expect(errorOf(await undo(admin, first))).toEqual([409, 'ERR_SETTING_OVERTAKEN']);
    const reverted = await save(admin, 'scheduleType', 'company');
    expect(errorOf(await undo(admin, first))).toEqual([409, 'ERR_SETTING_OVERTAKEN']);
    expect(await now(admin, 'scheduleType')).toBe('company');
    // Changed without a history entry.
    await server.asOwner.query(
      `update company_settings set value = '"connection"' where company_id = $1 and key = $2`,
      [admin.companyId, 'scheduleType'],
    );
    expect(errorOf(await undo(admin, reverted))).toEqual([409, 'ERR_SETTING_OVERTAKEN']);
    expect(await now(admin, 'scheduleType')).toBe('connection');
  });

  it('accepts one of two concurrent undos', async () => {
    const admin = await server.createAdmin();
    const id = await save(admin, 'closeTicketOnTransfer', true);
    const answers = await Promise.all([undo(admin, id), undo(admin, id), undo(admin, id)]);
    expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '409', '409']);
    expect(await now(admin, 'closeTicketOnTransfer')).toBe(false);
  });

  it('records continued edits of a text as one change, until another user edits it', async () => {
    const admin = await server.createAdmin();
    const colleague = await server.createAgent(admin.companyId, { profile: 'admin' });
    const id = await save(admin, 'lgpdLink', 'https://example.com/p');
    expect(await save(admin, 'lgpdLink', 'https://example.com/privacidade')).toBe(id);
    const other = await save(colleague, 'lgpdLink', 'https://example.com/lgpd');
    expect(other).not.toBe(id);
    expect((await history(admin)).changes.map(({ from, to }) => [from, to])).toEqual([
      ['https://example.com/privacidade', 'https://example.com/lgpd'],
      ['', 'https://example.com/privacidade'],
    ]);
    // Restored to the initial text: the entry disappears.
    expect(await save(colleague, 'lgpdLink', 'https://example.com/privacidade')).toBeNull();
    expect((await history(admin)).changes).toHaveLength(1);
  });

  it('is paged', async () => {
    const admin = await server.createAdmin();
    await save(admin, 'userRating', true);
    await server.asOwner.query(
      `insert into setting_changes (company_id, key, before, after)
       select $1, 'requiredTag', '"enabled"', '"disabled"' from generate_series(1, 30)`,
      [admin.companyId],
    );
    const first = await history(admin);
    expect([first.changes.length, first.hasMore]).toEqual([30, true]);
    const nextPage = await history(admin, first.changes.at(-1)!.id);
    expect([nextPage.changes.map(({ to }) => to), nextPage.hasMore]).toEqual([['enabled'], false]);
  });
});

it('refuses to empty a text that an enabled feature requires [M-207]', async () => {
  const admin = await server.createAdmin();
  for (const [message, feature, onValue, without] of [
    ['transferMessage', 'sendMsgTransfTicket', 'enabled', 'disabled'],
    ['greetingAcceptedMessage', 'sendGreetingAccepted', 'enabled', 'disabled'],
    ['sendQueuePositionMessage', 'sendQueuePosition', 'enabled', 'disabled'],
    ['AcceptCallWhatsappMessage', 'acceptCallWhatsapp', 'disabled', 'enabled'],
  ] as const) {
    await save(admin, feature, onValue);
    const written = await save(admin, message, 'Olá!');
    for (const empty of ['', '  \n']) {
      const refused = await admin.request('PUT', '/companySettings', { column: message, data: empty });
      expect([refused.statusCode, refused.json().fields[0]]).toEqual([
        400,
        expect.objectContaining({ field: 'data', rule: 'required' }),
      ]);
    }
    expect(errorOf(await undo(admin, written))).toEqual([409, 'ERR_SETTING_TEXT_NEEDED']);
    expect(await now(admin, message)).toBe('Olá!');
    // The text may be emptied while the feature is off; enabled again without it, the feature sends nothing.
    await save(admin, feature, without);
    expect(await save(admin, message, '')).toBeNull();
    expect(await now(admin, message)).toBe('');
    await save(admin, feature, onValue);
    expect(await now(admin, feature)).toBe(onValue);
  }
});

describe('the hours of a company', () => {
  const path = (caller: Caller, resource = 'schedules') => `/companies/${caller.companyId}/${resource}`;

  it('are saved, sent to every open client, and undone like any other setting [M-149]', async () => {
    const admin = await server.createAdmin();
    const screen = await openSocket(server, await server.createAgent(admin.companyId));
    expect((await admin.request('GET', path(admin))).json()).toEqual({
      schedules: [],
      timeZone: 'America/Sao_Paulo',
      holidays: [],
    });
    const saved = await admin.request('PUT', path(admin), { schedules: week('08:00') });
    expect(saved.json()).toMatchObject({ id: admin.companyId, schedules: week('08:00'), changeId: expect.any(Number) });
    expect(await screen.waitFor('companyHours')).toMatchObject({
      action: 'update',
      hours: { schedules: week('08:00') },
    });
    screen.close();
    const again = (await admin.request('PUT', path(admin), { schedules: week('09:30') })).json();
    expect((await history(admin)).changes[0]).toMatchObject({
      key: 'schedules',
      from: week('08:00'),
      to: week('09:30'),
    });
    expect((await undo(admin, again.changeId)).statusCode).toBe(200);
    expect((await admin.request('GET', path(admin))).json().schedules).toEqual(week('08:00'));
    for (const startTimeA of ['8:00', '24:00', '08:60', 'cedo'])
      expect((await admin.request('PUT', path(admin), { schedules: week(startTimeA) })).statusCode).toBe(400);
  });

  it('belong to its own admins and the platform’s owner', async () => {
    const admin = await server.createAdmin();
    const otherCompanyAdmin = await server.createAdmin();
    const owner = await server.createSuperUser();
    expect(errorOf(await otherCompanyAdmin.request('PUT', path(admin), { schedules: [] }))).toEqual([
      404,
      'ERR_NO_COMPANY_FOUND',
    ]);
    expect((await owner.request('PUT', path(admin), { schedules: week('10:00') })).statusCode).toBe(200);
    expect((await history(admin)).changes[0]).toMatchObject({ key: 'schedules', user: null });
  });

  it('use a valid time zone, effective from the next request', async () => {
    const admin = await server.createAdmin();
    const zone = (timeZone: unknown) => admin.request('PUT', path(admin, 'time-zone'), { timeZone });
    const saved = (await zone('America/Manaus')).json();
    expect(saved).toMatchObject({ timeZone: 'America/Manaus' });
    expect((await admin.request('GET', '/auth/me')).json().user.company.timeZone).toBe('America/Manaus');
    for (const wrong of ['', 'Brasil', 'America/Atlantida', '-03:00', 'BRT', 'GMT+3', '../etc/passwd', 7, null])
      expect((await zone(wrong)).statusCode, String(wrong)).toBe(400);
    await undo(admin, saved.changeId);
    expect((await admin.request('GET', '/auth/me')).json().user.company.timeZone).toBe('America/Sao_Paulo');
  });
});

describe('the holidays of a company', () => {
  const listed = async (caller: Caller): Promise<{ id: number; day: string; name: string; hours: unknown }[]> =>
    (await caller.request('GET', `/companies/${caller.companyId}/schedules`)).json().holidays;
  const add = (caller: Caller, day: string, hours: unknown = null) =>
    caller.request('POST', '/company-holidays', { day, name: 'Aniversário da cidade', hours });

  it('are for one day or every year, closed or with other hours, and unique per day', async () => {
    const admin = await server.createAdmin();
    expect((await add(admin, '2027-01-25')).statusCode).toBe(201);
    const eve = (await add(admin, '12-24', [{ start: '08:00', end: '12:00' }])).json();
    expect(await listed(admin)).toMatchObject([
      { day: '12-24', hours: [{ start: '08:00', end: '12:00' }] },
      { day: '2027-01-25', hours: null },
    ]);
    const duplicate = await add(admin, '12-24');
    expect([duplicate.statusCode, duplicate.json().fields[0]]).toEqual([
      400,
      expect.objectContaining({ field: 'day', rule: 'taken' }),
    ]);
    for (const day of ['2027-02-29', '02-30', '13-01', '2027-1-1', '', 'natal'])
      expect((await add(admin, day)).statusCode, day).toBe(400);
    expect((await add(admin, '02-29')).statusCode).toBe(201);
    for (const hours of [[], [{ start: '12:00', end: '08:00' }], [{ start: '08:00' }], 'fechado'])
      expect((await add(admin, '2028-05-05', hours)).statusCode, JSON.stringify(hours)).toBe(400);
    const moved = { day: '12-31', name: 'Véspera', hours: null };
    expect((await admin.request('PUT', `/company-holidays/${eve.id}`, moved)).json()).toEqual({ id: eve.id, ...moved });
    expect((await admin.request('DELETE', `/company-holidays/${eve.id}`)).statusCode).toBe(200);
    expect(errorOf(await admin.request('DELETE', `/company-holidays/${eve.id}`))).toEqual([
      404,
      'ERR_NO_HOLIDAY_FOUND',
    ]);
  });

  it('import Brazil’s national holidays once: fixed ones for every year, movable ones for their year', async () => {
    const admin = await server.createAdmin();
    await admin.request('POST', '/company-holidays', { day: '12-25', name: 'Natal em família', hours: null });
    const days = nationalDays(2027).map(({ day }) => day);
    const answer = await admin.request('POST', '/company-holidays/national', { days });
    expect(answer.statusCode).toBe(201);
    const holidays = await listed(admin);
    expect(holidays).toHaveLength(13);
    expect(holidays.map(({ day }) => day)).toContain('2027-02-09');
    expect(holidays.find(({ day }) => day === '12-25')?.name).toBe('Natal em família');
    await admin.request('POST', '/company-holidays/national', { days: nationalDays(2028).map(({ day }) => day) });
    expect(await listed(admin)).toHaveLength(17);
    expect((await admin.request('POST', '/company-holidays/national', { days: ['2027-03-03'] })).statusCode).toBe(400);
  });
});
