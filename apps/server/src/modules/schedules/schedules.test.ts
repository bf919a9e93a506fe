import type { Schedule } from '@balcao/contract/endpoints/schedules';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startConnectedServer } from '../../../test/connected-server.ts';
import { createForm } from '../../../test/form.ts';
import { onePixelPicture } from '../../../test/fixtures/values.ts';
import { openSocket } from '../../../test/sockets.ts';
import { createScheduleCompany, sweep, type ConnectedServer } from './schedules.fixture.ts';

let service: ConnectedServer;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterEach(() => service.server.clock.set(new Date()));
afterAll(() => service.server.stop());

const errorOf = (answer: { statusCode: number; json(): { error: string } }) => [answer.statusCode, answer.json().error];

describe('scheduled messages', () => {
  it('are created with the defaults of the specification and read by every colleague [M-233] [M-234] [M-235] [M-238]', async () => {
    const company = await createScheduleCompany(service);
    const { id: contactId } = await company.createContact();
    const created = await company.create(contactId, { sendAt: '2027-01-31T09:00:00-03:00' });
    expect(created).toMatchObject({
      body: 'Sua armação chegou, {{firstName}}!',
      sendAt: '2027-01-31T12:00:00.000Z',
      sentAt: null,
      status: 'PENDENTE',
      contact: { id: contactId, name: 'Helena Prado' },
      user: { id: company.admin.user.id },
      whatsapp: null,
      openTicket: 'enabled',
      statusTicket: 'open',
      intervalo: 1,
      valorIntervalo: 0,
      enviarQuantasVezes: 1,
      contadorEnvio: 0,
      tipoDias: 4,
      assinar: false,
      cancelOnReply: false,
      mediaPath: null,
    });
    const agent = await service.server.createAgent(company.companyId);
    expect((await agent.request('GET', `/schedules/${created.id}`)).json()).toEqual(created);
    expect((await agent.request('GET', '/schedules')).json()).toEqual({
      schedules: [created],
      count: 1,
      hasMore: false,
    });
    for (const [query, count] of [
      [`contactId=${contactId}`, 1],
      [`userId=${agent.user.id}`, 0],
      ['searchParam=ARMACAO', 1],
      ['searchParam=prado', 1],
      ['searchParam=nada', 0],
    ])
      expect((await agent.request('GET', `/schedules?${query}`)).json()).toMatchObject({ count });
  });

  it('need a text of five characters, a contact and a date [M-233]', async () => {
    const company = await createScheduleCompany(service);
    const { id: contactId } = await company.createContact();
    const refused = async (given: object) => {
      const answer = await company.ask('POST', '/schedules', { ...company.draft(contactId), ...given });
      return [answer.statusCode, answer.json().fields?.map(({ field, rule }: never) => `${field} ${rule}`)];
    };
    expect(await refused({ body: 'Oi!' })).toEqual([400, ['body tooShort']]);
    expect(await refused({ sendAt: undefined })).toEqual([400, ['sendAt required']]);
    expect(await refused({ contactId: undefined })).toEqual([400, ['contactId required']]);
    expect(await refused({ valorIntervalo: -1 })).toEqual([400, ['valorIntervalo tooSmall']]);
    expect(await refused({ tipoDias: 7 })).toEqual([400, ['tipoDias choice']]);
  });

  it('are changed and removed by their author and admins only, and the removal is audited', async () => {
    const company = await createScheduleCompany(service);
    const { id: contactId } = await company.createContact();
    const [ana, bia] = [
      await service.server.createAgent(company.companyId),
      await service.server.createAgent(company.companyId),
    ];
    const { id } = (await ana.request('POST', '/schedules', company.draft(contactId))).json<Schedule>();
    const change = { ...company.draft(contactId), body: 'Outro texto' };
    expect(errorOf(await bia.request('PUT', `/schedules/${id}`, change))).toEqual([403, 'ERR_NO_PERMISSION']);
    expect(errorOf(await bia.request('DELETE', `/schedules/${id}`))).toEqual([403, 'ERR_NO_PERMISSION']);
    expect((await ana.request('PUT', `/schedules/${id}`, change)).json()).toMatchObject({ body: 'Outro texto' });
    expect((await company.ask('DELETE', `/schedules/${id}`)).statusCode).toBe(200);
    expect(errorOf(await ana.request('GET', `/schedules/${id}`))).toEqual([404, 'ERR_NO_SCHEDULE_FOUND']);
    const { rows } = await service.server.asOwner.query(
      "select act, user_id from audit_log where company_id = $1 and act like 'schedule.%' order by id",
      [company.companyId],
    );
    expect(rows).toEqual([
      { act: 'schedule.changed', user_id: ana.user.id },
      { act: 'schedule.removed', user_id: company.admin.user.id },
    ]);
  });

  it('are not available without schedules in the plan [M-232]', async () => {
    const admin = await service.server.createAdmin({ plan: { useSchedules: false } });
    expect(errorOf(await admin.request('GET', '/schedules'))).toEqual([403, 'ERR_NO_PERMISSION']);
    expect(
      errorOf(await admin.request('GET', '/schedules/occurrences?dateStart=2027-01-01&dateEnd=2027-01-31')),
    ).toEqual([403, 'ERR_NO_PERMISSION']);
  });

  it('are published to the company when they change', async () => {
    const company = await createScheduleCompany(service);
    const { id: contactId } = await company.createContact();
    const socket = await openSocket(service.server, company.admin);
    const { id } = await company.create(contactId);
    expect(await socket.waitFor('schedule')).toMatchObject({ action: 'create', schedule: { id, status: 'PENDENTE' } });
    await company.ask('DELETE', `/schedules/${id}`);
    expect(await socket.waitFor('schedule', ({ action }) => action === 'delete')).toEqual({
      action: 'delete',
      scheduleId: id,
    });
    socket.close();
  });

  it('carry one image, png or jpg, which is replaced, removed and sent with the text [M-233] [M-238]', async () => {
    const company = await createScheduleCompany(service);
    const { id: contactId, number } = await company.createContact();
    const { id } = await company.create(contactId);
    const upload = (name: string, bytes: Buffer) => {
      const form = createForm([], [{ field: 'file', name, bytes }]);
      return service.server.app.inject({
        method: 'POST',
        url: `/api/schedules/${id}/media-upload`,
        headers: { ...form.headers, authorization: `Bearer ${company.admin.token}` },
        payload: form.payload,
      });
    };
    expect(errorOf(await upload('nota.png', Buffer.from('%PDF-1.7 nota')))).toEqual([400, 'ERR_VALIDATION']);
    const attached = await upload('minha foto.png', onePixelPicture());
    expect([attached.statusCode, attached.json()]).toEqual([200, { mensagem: 'Arquivo Anexado' }]);
    const stored = await company.read(id);
    expect(stored).toMatchObject({ mediaName: 'minha_foto.png', mediaPath: 'minha_foto.png' });
    expect((await service.server.app.inject({ method: 'GET', url: stored.mediaUrl! })).statusCode).toBe(200);
    expect((await company.ask('DELETE', `/schedules/${id}/media-upload`)).json()).toEqual({
      mensagem: 'Arquivo Excluído',
    });
    expect(await company.read(id)).toMatchObject({ mediaName: null, mediaUrl: null });
    await upload('foto.jpg', onePixelPicture());
    service.server.clock.pass(2 * 3_600_000);
    await sweep(service);
    expect(await company.delivered(number, 1)).toMatchObject([
      { kind: 'media', type: 'image', caption: 'Sua armação chegou, Helena!', media: { fileName: 'foto.jpg' } },
    ]);
  });
});

describe('the calendar', () => {
  it('shows every date of a range, in the company’s time zone, moved to working days where wanted [M-232] [M-236]', async () => {
    const company = await createScheduleCompany(service);
    const { id: contactId } = await company.createContact();
    const monthly = await company.create(contactId, {
      sendAt: '2027-01-31T12:00:00Z',
      intervalo: 3,
      valorIntervalo: 1,
      enviarQuantasVezes: 4,
    });
    const dates = async (from: string, to: string) =>
      (await company.occurrences(from, to)).map(({ at, position, movedFrom }) => [at, position, movedFrom]);
    expect(await dates('2027-01-01', '2027-02-28')).toEqual([
      ['2027-01-31T12:00:00.000Z', 1, null],
      ['2027-02-28T12:00:00.000Z', 2, null],
    ]);
    expect(await dates('2027-03-01', '2027-04-30')).toEqual([
      ['2027-03-31T12:00:00.000Z', 3, null],
      ['2027-04-30T12:00:00.000Z', 4, null],
    ]);
    expect(await dates('2027-05-01', '2027-06-30')).toEqual([]);
    // 31 January and 28 February 2027 are Sundays; Monday, 1 February is a holiday of the company.
    await company.ask('POST', '/company-holidays', { day: '2027-02-01', name: 'Ponto facultativo', hours: null });
    const { contact: _, ...unchanged } = monthly;
    const answer = await company.ask('PUT', `/schedules/${monthly.id}`, { ...unchanged, tipoDias: 6 });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await dates('2027-01-01', '2027-02-28')).toEqual([['2027-02-02T12:00:00.000Z', 1, '2027-01-31']]);
    // 23:30 on the last day belongs to the range; half an hour later does not.
    await company.create(contactId, { sendAt: '2027-06-30T23:30:00-03:00' });
    await company.create(contactId, { sendAt: '2027-07-01T00:00:00-03:00' });
    expect(await dates('2027-06-30', '2027-06-30')).toEqual([['2027-07-01T02:30:00.000Z', 1, null]]);
  });

  it('is limited to two months and to one queue or connection where asked', async () => {
    const company = await createScheduleCompany(service);
    const { id: contactId } = await company.createContact();
    const queue = (await company.ask('POST', '/queue', { name: 'Vendas', color: '#2f9e44' })).json<{ id: number }>();
    await company.create(contactId, { sendAt: '2027-01-04T12:00:00Z', queueId: queue.id });
    await company.create(contactId, { sendAt: '2027-01-05T12:00:00Z', whatsappId: company.connectionId });
    const days = async (query: string) =>
      (await company.occurrences('2027-01-01', '2027-01-31', query)).map(({ at }) => at.slice(0, 10));
    expect(await days('')).toEqual(['2027-01-04', '2027-01-05']);
    expect(await days(`&queueId=${queue.id}`)).toEqual(['2027-01-04']);
    expect(await days(`&whatsappId=${company.connectionId}`)).toEqual(['2027-01-05']);
    const long = await company.ask('GET', '/schedules/occurrences?dateStart=2027-01-01&dateEnd=2027-04-01');
    expect(long.json()).toMatchObject({ fields: [{ field: 'dateEnd', rule: 'tooLarge' }] });
  });
});

describe('a change', () => {
  it('of the text alone keeps the dates and what was sent; of the date it begins again with the sends left', async () => {
    const company = await createScheduleCompany(service);
    const { id: contactId } = await company.createContact();
    const created = await company.create(contactId, {
      sendAt: new Date(+service.server.clock.now() + 60_000).toISOString(),
      valorIntervalo: 1,
      enviarQuantasVezes: 3,
    });
    service.server.clock.pass(2 * 60_000);
    await sweep(service);
    const { sendAt } = await company.read(created.id);
    const change = (given: object) =>
      company.ask('PUT', `/schedules/${created.id}`, {
        ...company.draft(contactId, { sendAt, valorIntervalo: 1, enviarQuantasVezes: 3 }),
        ...given,
      });
    expect((await change({ body: 'Outro texto' })).json()).toMatchObject({
      sendAt,
      contadorEnvio: 1,
      anchorAt: created.anchorAt,
    });
    const moved = '2030-01-31T12:00:00.000Z';
    expect((await change({ sendAt: moved })).json()).toMatchObject({
      sendAt: moved,
      contadorEnvio: 1,
      anchorAt: moved,
    });
    const dates = await company.occurrences('2030-01-31', '2030-02-10');
    expect(dates.map(({ position }) => position)).toEqual([2, 3]);
    // The move is undone: the dates are counted from the first one again.
    expect((await change({ sendAt, anchorAt: created.anchorAt })).json()).toMatchObject({
      sendAt,
      contadorEnvio: 1,
      anchorAt: created.anchorAt,
    });
    expect((await change({ sendAt: moved, anchorAt: created.anchorAt })).json()).toMatchObject({ anchorAt: moved });
    expect((await change({ sendAt: moved, enviarQuantasVezes: 1 })).json()).toMatchObject({
      fields: [{ field: 'enviarQuantasVezes', rule: 'tooSmall' }],
    });
  });

  it('of a sent one is refused; a failed one is sent again [M-237]', async () => {
    const company = await createScheduleCompany(service);
    const { id: contactId, number } = await company.createContact();
    const sent = await company.create(contactId);
    service.server.clock.pass(2 * 3_600_000);
    await sweep(service);
    expect(await company.read(sent.id)).toMatchObject({ status: 'ENVIADA', sentAt: expect.any(String) });
    expect(errorOf(await company.ask('PUT', `/schedules/${sent.id}`, company.draft(contactId)))).toEqual([
      400,
      'ERR_SCHEDULE_SENT',
    ]);

    const failing = await company.create(contactId, { body: 'De novo, por favor' });
    const block = (active: boolean) =>
      service.server.asOwner.query('update contacts set is_active = $2 where id = $1', [contactId, active]);
    await block(false);
    service.server.clock.pass(2 * 3_600_000);
    await sweep(service);
    expect(await company.read(failing.id)).toMatchObject({
      status: 'ERRO',
      error: 'ERR_CONTACT_BLOCKED',
      sentAt: null,
    });
    await block(true);
    const again = await company.ask(
      'PUT',
      `/schedules/${failing.id}`,
      company.draft(contactId, { body: failing.body }),
    );
    expect(again.json()).toMatchObject({ status: 'PENDENTE' });
    service.server.clock.pass(2 * 3_600_000);
    await sweep(service);
    expect(await company.read(failing.id)).toMatchObject({ status: 'ENVIADA' });
    expect((await company.runs(failing.id)).map(({ state }) => state)).toEqual(['failed', 'sent']);
    expect(await company.delivered(number, 2)).toHaveLength(2);
  });
});
