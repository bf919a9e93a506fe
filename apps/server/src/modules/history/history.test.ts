import type { Connection } from '@balcao/contract/endpoints/connections';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aHouse } from '../../../test/house.ts';
import { aScreen, calm, type Screen } from '../../../test/screens.ts';
import { aService } from '../../../test/service.ts';
import type { Content, Signal } from '../../channels/port.ts';

let service: Awaited<ReturnType<typeof aService>>;
const sessions: { act: string; connectionId: number; how: boolean }[] = [];
beforeAll(async () => {
  service = await aService();
  const asked = (act: string) => async (account: { connectionId: number }, how: boolean) =>
    void sessions.push({ act, connectionId: account.connectionId, how });
  service.phone.channel.session = { open: asked('open'), close: asked('close') };
});
afterAll(() => service.house.stop());
type Counter = Awaited<ReturnType<typeof service.aCounter>>;

const DAY = 24 * 3_600_000;
const ago = (days: number, minutes = 0) => new Date(Date.now() - days * DAY + minutes * 60_000).toISOString();
const look = async ({ admin, connectionId }: Counter) =>
  (await admin.ask('GET', `/whatsapp/${connectionId}`)).json<Connection>();
const shows = (counter: Counter, isSo: (seen: Connection) => boolean) => service.until(() => look(counter), isSo);

async function aCounter(more: object = {}) {
  const counter = await service.aCounter({ sendGreetingAccepted: 'disabled' });
  const queueId = (await counter.admin.ask('POST', '/queue', { name: 'Antigas', color: '#0EA5E9' })).json()
    .id as number;
  const wish = {
    importOldMessages: ago(100),
    importRecentMessages: ago(1),
    importOldMessagesGroups: false,
    closedTicketsPostImported: false,
    queueIdImportMessages: queueId,
    ...more,
  };
  const save = (change: object) => counter.admin.ask('PUT', `/whatsapp/${counter.connectionId}`, change);
  /** Someone wrote, or was written to, so many days ago. */
  const old = (number: string, words: string | Content, days: number, more: object = {}): Signal =>
    ({ ...counter.says(number, words, { at: ago(days), ...more }), isHistory: true }) as Signal;
  /** The channel has told everything, and it has been worked off. */
  async function worksOff() {
    service.house.clock.pass(46_000);
    await service.house.modules.history.sweep();
    service.house.clock.set(new Date());
  }
  const laid = async () =>
    Number(
      (
        await service.house.asOwner.query('select count(*) as n from history_messages where connection_id = $1', [
          counter.connectionId,
        ])
      ).rows[0].n,
    );
  const isLaid = (n: number) => service.until(laid, (seen) => seen === n);
  return { ...counter, queueId, wish, save, old, worksOff, laid, isLaid };
}
const topicsOf = (screen: Screen) => new Set(screen.names().map((name) => name.split('-').at(-1)));

describe('what is asked for', () => {
  it('is two moments, a queue, and whether groups come along and conversations are closed [M-188]', async () => {
    const { wish, save, ...counter } = await aCounter({
      importOldMessagesGroups: true,
      closedTicketsPostImported: true,
    });
    expect((await save(wish)).json<Connection>()).toMatchObject({ ...wish, statusImportMessages: null });
    // Saved once more as the form shows it, nothing begins anew; taken back, nothing is waited for.
    const before = sessions.length;
    expect((await save({ ...wish, name: 'Outro nome' })).statusCode).toBe(200);
    expect(sessions).toHaveLength(before);
    await save({ importOldMessages: '', importRecentMessages: '' });
    expect(await look(counter)).toMatchObject({ importOldMessages: null, importRecentMessages: null });
    expect(
      (await service.house.asOwner.query('select from history_imports where company_id = $1', [counter.companyId]))
        .rowCount,
    ).toBe(0);
  });

  it('is refused where it makes no sense: too old, not past, out of order, or half of it [M-189]', async () => {
    const { wish, save } = await aCounter();
    const refusals: [object, string[]][] = [
      [{ importOldMessages: ago(740) }, ['importOldMessages']],
      [{ importOldMessages: ago(-1), importRecentMessages: ago(-0.5) }, ['importOldMessages', 'importRecentMessages']],
      [{ importRecentMessages: ago(101) }, ['importRecentMessages']],
      [{ queueIdImportMessages: null }, ['queueIdImportMessages']],
      [{ importRecentMessages: null }, ['importRecentMessages']],
    ];
    for (const [change, fields] of refusals) {
      const answer = await save({ ...wish, ...change });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().fields.map((one: { field: string }) => one.field)).toEqual(fields);
    }
    // Both moments may be one, and as old as two years.
    const oldest = ago(729);
    expect((await save({ ...wish, importOldMessages: oldest, importRecentMessages: oldest })).statusCode).toBe(200);
  });

  it('ends a session that is up, so that its phone is shown a new code [M-190]', async () => {
    const { wish, save, ...counter } = await aCounter();
    sessions.length = 0;
    expect((await save(wish)).json<Connection>().status).toBe('OPENING');
    expect(sessions.map(({ act, how }) => [act, how])).toEqual([
      ['close', true],
      ['open', true],
    ]);
    await counter.ring([{ is: 'session', status: 'qrcode', qrcode: 'novo' }]);
    await shows(counter, ({ status, qrcode }) => status === 'qrcode' && qrcode === 'novo');
  });
});

describe('what was said before', () => {
  it('comes in silently, in the order of its time, beside the living, who notice nothing [IN-09] [M-191]', async () => {
    const { wish, save, old, isLaid, ...counter } = await aCounter();
    const living = await counter.attended('5500961110001', 'agora');
    const waiting = counter.says('5500961110002', 'espero');
    await counter.ring([waiting]);
    await service.until(counter.tickets, (rows) => rows.length === 2);
    await save(wish);
    await counter.ring([{ is: 'session', status: 'CONNECTED', number: '5500900000009' }]);
    await shows(counter, ({ status }) => status === 'CONNECTED');
    const list = async () =>
      (await counter.admin.ask('GET', '/tickets?status=pending&showAll=true'))
        .json()
        .tickets.map((one: { id: number }) => one.id);
    const [before] = await list();
    const agent = await service.house.anAgent(counter.companyId, { queueIds: [counter.queueId], allTicket: 'enabled' });
    const screens = [await aScreen(service.house, counter.admin), await aScreen(service.house, agent)] as const;
    await calm(counter.admin, ...screens);
    const said = service.phone.sent.length;

    // Told in no order at all, twice, some of it known, some of it not asked for.
    const twice = old('5500961110003', 'segunda', 20);
    await counter.ring([
      old('5500961110003', 'terceira', 10, { fromMe: true }),
      twice,
      old('5500961110003', 'primeira', 30),
      old('5500961110001', 'antiga da que fala', 40),
      old('5500961110004', 'velha demais', 200),
      old('5500961110004', 'nova demais', 0.5),
      { ...waiting, at: ago(5), isHistory: true } as Signal,
      {
        ...old('5500961110005', 'do grupo', 9),
        peer: { identities: [{ kind: 'group', value: 'g-1' }], name: 'Grupo', isGroup: true },
      } as Signal,
    ]);
    await counter.ring([twice, old('5500961110003', 'quarta', 5)]);
    await isLaid(5);
    const gathering = await screens[0].hears('importMessages', (told) => told.action === 'update');
    expect(gathering).toMatchObject({ whatsappId: counter.connectionId, status: { this: -1, all: -1 } });
    expect(Number((await look(counter)).statusImportMessages)).toBeGreaterThan(Date.now() - 60_000);

    await counter.worksOff();
    // The one that was kept live already is skipped.
    expect(await look(counter)).toMatchObject({
      statusImportMessages: 'renderButtonCloseTickets',
      importOldMessages: null,
      importRecentMessages: null,
    });
    await screens[0].hears('importMessages', (told) => told.action === 'refresh');
    const messages = await counter.messages();
    const imported = (await counter.tickets()).filter((row) => row.imported_at !== null);
    expect(
      imported.map(({ status, queue_id, unread, is_bot, last_message }) => ({
        status,
        queue_id,
        unread,
        is_bot,
        last_message,
      })),
    ).toEqual([
      // Beside a conversation that lives there is no second one: what is old of it lies closed.
      { status: 'closed', queue_id: counter.queueId, unread: 0, is_bot: false, last_message: 'antiga da que fala' },
      { status: 'pending', queue_id: counter.queueId, unread: 0, is_bot: false, last_message: 'quarta' },
    ]);
    const own = messages.filter((row) => row.ticket_id === imported[1].id).sort((a, b) => a.seq - b.seq);
    expect(own.map(({ body, from_me, is_read, ack }) => [body, from_me, is_read, ack])).toEqual([
      ['primeira', false, true, 0],
      ['segunda', false, true, 0],
      ['terceira', true, true, 2],
      ['quarta', false, true, 0],
    ]);
    // Nobody was answered, nobody was told, nothing moved, and nothing of the living was touched.
    expect(service.phone.sent).toHaveLength(said);
    await calm(counter.admin);
    for (const screen of screens) {
      expect(topicsOf(screen)).not.toContain('appMessage');
      expect(topicsOf(screen)).not.toContain('ticket');
      expect(screen.allOf('contact').every(({ action }) => action === 'reload')).toBe(true);
    }
    expect(topicsOf(screens[1])).not.toContain('importMessages');
    expect((await list())[0]).toBe(before);
    const thread = (await counter.admin.ask('GET', `/messages/${living.uuid}`)).json();
    expect(thread.messages.map((one: { body: string }) => one.body)).toEqual(['agora']);
    for (const screen of screens) screen.close();

    // Whoever writes now finds his old words before his new ones, and no bot.
    await counter.ring([counter.says('5500961110003', 'e agora?')]);
    const [, grown] = await service.until(
      async () => (await counter.tickets()).filter((row) => row.imported_at !== null),
      (rows) => rows[1].unread === 1,
    );
    const read = (await counter.admin.ask('GET', `/messages/${grown.uuid}`)).json();
    expect(read.messages.map((one: { body: string }) => one.body)).toEqual([
      'primeira',
      'segunda',
      'terceira',
      'quarta',
      'e agora?',
    ]);
  });

  it('a file takes the place of the placeholder that was told before it, however late it comes [M-191]', async () => {
    const { wish, save, old, isLaid, ...counter } = await aCounter();
    await save(wish);
    const number = '5500961110008';
    const gap = (days: number) =>
      old(number, { kind: 'unsupported', what: 'media_placeholder' }, days) as Extract<Signal, { is: 'message' }>;
    const fileOf = (signal: Signal, fileName: string) =>
      ({
        ...signal,
        content: { kind: 'media', type: 'image', media: { mime: 'image/jpeg', ref: 'f', fileName } },
      }) as Signal;
    const [together, early, first, late, never] = [gap(9), gap(8), gap(7), gap(5), gap(4)];
    await counter.ring([together, fileOf(together, 'junto.jpg'), early, fileOf(first, 'antes.jpg')]);
    await counter.ring([old(number, 'entre', 6), late, never]);
    await isLaid(6);
    // Before it is worked off; and a placeholder that comes after its file says nothing new.
    await counter.ring([fileOf(early, 'cedo.jpg'), first, old(number, 'fim', 4.5)]);
    await isLaid(7);
    await counter.worksOff();
    const seen = async () =>
      (await counter.messages())
        .sort((a, b) => a.seq - b.seq)
        .map(({ media_type, body, media_name }) => [media_type, media_name || body]);
    const before = [
      ['image', 'junto.jpg'],
      ['image', 'cedo.jpg'],
      ['image', 'antes.jpg'],
      ['conversation', 'entre'],
    ];
    const end = ['conversation', 'fim'];
    expect(await seen()).toEqual([...before, ['unsupported', ''], end, ['unsupported', '']]);

    // Afterwards, too, and told a second time it changes nothing; what was understood is never overwritten.
    await counter.ring([fileOf(late, 'tarde.jpg'), fileOf(late, 'de novo.jpg'), fileOf(early, 'outra.jpg')]);
    await counter.ring([fileOf(never, 'por fim.jpg')]);
    const all = await service.until(seen, (rows) => rows.at(-1)![0] === 'image');
    expect(all).toEqual([...before, ['image', 'tarde.jpg'], end, ['image', 'por fim.jpg']]);
    const [ticket, ...others] = await counter.tickets();
    expect(others).toEqual([]);
    expect(ticket).toMatchObject({ status: 'pending', unread: 0, last_message: '📷 Foto' });
    // Laid down while the piece with its placeholder was being kept: it is worked off once more, and fills it then.
    const live = counter.says('5500961110009', { kind: 'unsupported', what: 'media_placeholder' });
    await counter.ring([live]);
    await service.until(counter.messages, (rows) => rows.length === 8);
    const { asOwner } = service.house;
    await asOwner.query(`update history_imports set state = 'running' where connection_id = $1`, [
      counter.connectionId,
    ]);
    await asOwner.query(
      'insert into history_messages (company_id, connection_id, wid, at, signal) values ($1, $2, $3, now(), $4)',
      [counter.companyId, counter.connectionId, (live as { wid: string }).wid, fileOf(live, 'entre dois.jpg')],
    );
    await service.house.modules.history.sweep();
    expect((await counter.messages()).filter(({ media_name }) => media_name === 'entre dois.jpg')).toHaveLength(1);
    // The file itself is on its way as any other.
    const last = async () => (await counter.messages()).find(({ wid }) => wid === never.wid);
    expect((await last()).media_ref).toMatchObject({ ref: 'f' });
  });

  it('brings groups along only when they were asked for, and closes everything in the end when that was asked for [M-188] [M-191]', async () => {
    const { wish, save, old, isLaid, ...counter } = await aCounter({
      importOldMessagesGroups: true,
      closedTicketsPostImported: true,
    });
    await save(wish);
    const group = { identities: [{ kind: 'group', value: 'g-2' }], name: 'Família', isGroup: true };
    await counter.ring([
      {
        ...old('5500961110006', 'do grupo', 9),
        peer: group,
        author: { identities: [{ kind: 'phone', value: '5500961110006' }], isGroup: false },
      } as Signal,
      old('5500961110007', 'oi', 8),
      { is: 'history', progress: 40 },
    ]);
    await isLaid(2);
    const isComplete = (wanted: boolean) =>
      service.until(
        async () =>
          (
            await service.house.asOwner.query(
              'select is_complete, heard_at > now() as waits from history_imports where connection_id = $1',
              [counter.connectionId],
            )
          ).rows[0],
        (job) => job.is_complete === wanted && (wanted || job.waits),
      );
    // A channel that says how far it is may be silent for longer.
    await isComplete(false);
    await counter.worksOff();
    expect((await look(counter)).statusImportMessages).toMatch(/^\d+$/);
    // It said that it was all: nobody waits for three quarters of a minute.
    await counter.ring([{ is: 'history', progress: 100 }]);
    await isComplete(true);
    service.house.clock.pass(4000);
    await service.house.modules.history.sweep();
    service.house.clock.set(new Date());
    expect(await look(counter)).toMatchObject({ statusImportMessages: null, importOldMessages: null });
    expect((await counter.tickets()).map(({ status, is_group }) => [status, is_group])).toEqual([
      ['group', true],
      ['closed', false],
    ]);
    // An official account that tells of its past is used on a phone besides, and is allowed less a second.
    const perSecond = async () =>
      (await service.house.asOwner.query('select per_second from connections where id = $1', [counter.connectionId]))
        .rows[0].per_second;
    expect(await perSecond()).toBeNull();
    await service.house.asOwner.query(`update connections set channel = 'whatsappapi' where id = $1`, [
      counter.connectionId,
    ]);
    await counter.ring([{ is: 'history', progress: 50 }]);
    await service.until(perSecond, (seen) => seen === 20);
  });

  it('goes on where a killed node stopped, and is worked off once by two at a time; then somebody closes it all [M-191]', async () => {
    const { wish, save, old, isLaid, ...counter } = await aCounter();
    await save(wish);
    const all = Array.from({ length: 120 }, (_, n) =>
      old(`55009612${String(n % 12).padStart(5, '0')}`, `antiga ${n}`, 90 - n / 10),
    );
    await counter.ring(all);
    await isLaid(120);
    // One of them cannot be kept by anybody: the others are, all the same.
    await service.house.asOwner.query(
      `update history_messages set signal = jsonb_set(signal, '{peer}', '{"identities": [], "isGroup": false}') where wid = $1`,
      [(all[70] as { wid: string }).wid],
    );
    const other = await aHouse({
      ownerUrl: service.house.ownerUrl,
      channels: {
        of: (provider) => (provider === 'sandbox' ? service.phone.channel : undefined),
        close: async () => {},
      },
    });
    try {
      // Killed after a piece: what it had kept is kept, what it had not is still there.
      const kill = new Error('killed');
      const { inCompany } = service.house.db;
      let pieces = 0;
      service.house.db.inCompany = async (companyId, work) => {
        if (companyId === counter.companyId && ++pieces > 2) throw kill;
        return inCompany(companyId, work);
      };
      await service.house.modules.history
        .look({ companyId: counter.companyId, connectionId: counter.connectionId })
        .catch(() => {});
      service.house.clock.pass(46_000);
      await service.house.modules.history.sweep();
      service.house.db.inCompany = inCompany;
      other.clock.pass(46_000);
      await Promise.all([service.house.modules.history.sweep(), other.modules.history.sweep()]);
      await shows(counter, ({ statusImportMessages }) => statusImportMessages === 'renderButtonCloseTickets');
      service.house.clock.set(new Date());
    } finally {
      await other.stop();
    }
    const messages = await counter.messages();
    expect(new Set(messages.map(({ wid }) => wid)).size).toBe(119);
    expect(messages).toHaveLength(119);
    for (const [, own] of Map.groupBy(messages, (row) => row.ticket_id)) {
      const times = own.sort((a, b) => a.seq - b.seq).map(({ sent_at }) => +sent_at);
      expect(times).toEqual([...times].sort((a, b) => a - b));
    }
    expect(new Set((await counter.tickets()).map(({ status }) => status))).toEqual(new Set(['pending']));

    const agent = await service.house.anAgent(counter.companyId);
    expect((await agent.ask('POST', `/closedimported/${counter.connectionId}`)).statusCode).toBe(403);
    const answer = await counter.admin.ask('POST', `/closedimported/${counter.connectionId}`);
    expect([answer.statusCode, typeof answer.json()]).toEqual([200, 'string']);
    expect((await look(counter)).statusImportMessages).toBeNull();
    await service.house.modules.history.sweep();
    const closed = await service.until(counter.tickets, (rows) => rows.every(({ status }) => status === 'closed'));
    expect(closed).toHaveLength(12);
    expect(closed.every((row) => row.is_newest_closed && row.updated_at < row.imported_at)).toBe(true);
  });
});
