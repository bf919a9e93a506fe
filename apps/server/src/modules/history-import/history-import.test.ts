import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { openSocket, drainEvents, type TestSocket } from '../../../test/sockets.ts';
import type { ChannelEvent } from '../../channels/port.ts';
import { toStoredEvent } from '../messages/index.ts';
import { ago, startImportServer } from './history-import.fixture.ts';

let service: Awaited<ReturnType<typeof startImportServer>>;
beforeAll(async () => {
  service = await startImportServer();
});
afterAll(() => service.server.stop());

const topicsOf = (screen: TestSocket) => new Set(screen.names().map((name) => name.split('-').at(-1)));

describe('imported messages', () => {
  it('are stored in the order of their time, without notifications, next to new messages [IN-09] [M-191]', async () => {
    const { importRequest, save, oldMessage, waitForStored, ...company } = await service.createImport();
    const living = await company.openTicket('5500961110001', 'agora');
    const waiting = company.customerMessage('5500961110002', 'espero');
    await company.sendWebhook([waiting]);
    await service.until(company.tickets, (rows) => rows.length === 2);
    await save(importRequest);
    await company.sendWebhook([{ type: 'session', status: 'CONNECTED', number: '5500900000009' }]);
    await service.waitForConnection(company, ({ status }) => status === 'CONNECTED');
    const list = async () =>
      (await company.admin.request('GET', '/tickets?status=pending&showAll=true'))
        .json()
        .tickets.map((ticket: { id: number }) => ticket.id);
    const [before] = await list();
    const agent = await service.server.createAgent(company.companyId, {
      queueIds: [company.queueId],
      allTicket: 'enabled',
    });
    const screens = [await openSocket(service.server, company.admin), await openSocket(service.server, agent)] as const;
    await drainEvents(company.admin, ...screens);
    const sentBefore = service.testChannel.sent.length;

    // Unordered and repeated; some messages are already stored, some are outside the request.
    const duplicate = oldMessage('5500961110003', 'segunda', 20);
    await company.sendWebhook([
      oldMessage('5500961110003', 'terceira', 10, { fromMe: true }),
      duplicate,
      oldMessage('5500961110003', 'primeira', 30),
      oldMessage('5500961110001', 'antiga da que fala', 40),
      oldMessage('5500961110004', 'velha demais', 200),
      oldMessage('5500961110004', 'nova demais', 0.5),
      { ...waiting, at: ago(5), isHistory: true } as ChannelEvent,
      {
        ...oldMessage('5500961110005', 'do grupo', 9),
        peer: { identities: [{ kind: 'group', value: 'g-1' }], name: 'Grupo', isGroup: true },
      } as ChannelEvent,
    ]);
    await company.sendWebhook([duplicate, oldMessage('5500961110003', 'quarta', 5)]);
    await waitForStored(5);
    const progress = await screens[0].waitFor('importMessages', (payload) => payload.action === 'update');
    expect(progress).toMatchObject({ whatsappId: company.connectionId, status: { this: -1, all: -1 } });
    expect(Number((await service.getConnection(company)).statusImportMessages)).toBeGreaterThan(Date.now() - 60_000);

    await company.runImport();
    // A message that was already stored is skipped.
    expect(await service.getConnection(company)).toMatchObject({
      statusImportMessages: 'renderButtonCloseTickets',
      importOldMessages: null,
      importRecentMessages: null,
    });
    await screens[0].waitFor('importMessages', (payload) => payload.action === 'refresh');
    const messages = await company.messages();
    const imported = (await company.tickets()).filter((row) => row.imported_at !== null);
    expect(
      imported.map(({ status, queue_id, unread, is_bot, last_message }) => ({
        status,
        queue_id,
        unread,
        is_bot,
        last_message,
      })),
    ).toEqual([
      // Old messages of a contact with an open ticket are in a closed ticket.
      { status: 'closed', queue_id: company.queueId, unread: 0, is_bot: false, last_message: 'antiga da que fala' },
      { status: 'pending', queue_id: company.queueId, unread: 0, is_bot: false, last_message: 'quarta' },
    ]);
    const own = messages.filter((row) => row.ticket_id === imported[1].id).sort((a, b) => a.seq - b.seq);
    expect(own.map(({ body, from_me, is_read, ack }) => [body, from_me, is_read, ack])).toEqual([
      ['primeira', false, true, 0],
      ['segunda', false, true, 0],
      ['terceira', true, true, 2],
      ['quarta', false, true, 0],
    ]);
    // No replies, no notifications, and existing tickets are unchanged.
    expect(service.testChannel.sent).toHaveLength(sentBefore);
    await drainEvents(company.admin);
    for (const screen of screens) {
      expect(topicsOf(screen)).not.toContain('appMessage');
      expect(topicsOf(screen)).not.toContain('ticket');
      expect(screen.allOf('contact').every(({ action }) => action === 'reload')).toBe(true);
    }
    expect(topicsOf(screens[1])).not.toContain('importMessages');
    expect((await list())[0]).toBe(before);
    const thread = (await company.admin.request('GET', `/messages/${living.uuid}`)).json();
    expect(thread.messages.map((message: { body: string }) => message.body)).toEqual(['agora']);
    for (const screen of screens) screen.close();

    // A new message continues the imported ticket, after the old messages and without the bot.
    await company.sendWebhook([company.customerMessage('5500961110003', 'e agora?')]);
    const [, grown] = await service.until(
      async () => (await company.tickets()).filter((row) => row.imported_at !== null),
      (rows) => rows[1].unread === 1,
    );
    const read = (await company.admin.request('GET', `/messages/${grown.uuid}`)).json();
    expect(read.messages.map((message: { body: string }) => message.body)).toEqual([
      'primeira',
      'segunda',
      'terceira',
      'quarta',
      'e agora?',
    ]);
  });

  it('are previewed by the newest that has a preview, as an edit that came before the import left it', async () => {
    const { importRequest, save, oldMessage, waitForStored, ...company } = await service.createImport();
    await save(importRequest);
    const number = '5500961110011';
    const message = oldMessage(number, 'às nove', 5) as Extract<ChannelEvent, { type: 'message' }>;
    const { wid, peer } = message;
    await company.sendWebhook([{ type: 'edited', wid, text: 'às dez', fromMe: false, peer, at: ago(5) }]);
    const early = async () =>
      (
        await service.server.asOwner.query('select from early_message_changes where company_id = $1', [
          company.companyId,
        ])
      ).rowCount;
    await service.until(early, (stored) => stored === 1);
    await company.sendWebhook([message, oldMessage(number, { kind: 'reaction', to: wid, emoji: '' }, 4)]);
    await waitForStored(2);
    await company.runImport();
    const [ticket] = await company.tickets();
    expect([ticket.message_seq, ticket.last_message, ticket.last_from_me]).toEqual(['2', 'às dez', false]);
  });

  it('replace their placeholder when the file arrives, before or after the import [M-191]', async () => {
    const { importRequest, save, oldMessage, waitForStored, ...company } = await service.createImport();
    await save(importRequest);
    const number = '5500961110008';
    const gap = (days: number) =>
      oldMessage(number, { kind: 'unsupported', what: 'media_placeholder' }, days) as Extract<
        ChannelEvent,
        { type: 'message' }
      >;
    const fileOf = (event: ChannelEvent, fileName: string) =>
      ({
        ...event,
        content: { kind: 'media', type: 'image', media: { mime: 'image/jpeg', ref: 'f', fileName } },
      }) as ChannelEvent;
    const [together, early, first, late, never] = [gap(9), gap(8), gap(7), gap(5), gap(4)];
    await company.sendWebhook([together, fileOf(together, 'junto.jpg'), early, fileOf(first, 'antes.jpg')]);
    await company.sendWebhook([oldMessage(number, 'entre', 6), late, never]);
    await waitForStored(6);
    // Before the import; a placeholder that arrives after its file changes nothing.
    await company.sendWebhook([fileOf(early, 'cedo.jpg'), first, oldMessage(number, 'fim', 4.5)]);
    await waitForStored(7);
    await company.runImport();
    const seen = async () =>
      (await company.messages())
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

    // After the import too; repeated files change nothing, and a recognized message is never overwritten.
    await company.sendWebhook([fileOf(late, 'tarde.jpg'), fileOf(late, 'de novo.jpg'), fileOf(early, 'outra.jpg')]);
    await company.sendWebhook([fileOf(never, 'por fim.jpg')]);
    const all = await service.until(seen, (rows) => rows.at(-1)![0] === 'image');
    expect(all).toEqual([...before, ['image', 'tarde.jpg'], end, ['image', 'por fim.jpg']]);
    const [ticket, ...others] = await company.tickets();
    expect(others).toEqual([]);
    expect(ticket).toMatchObject({ status: 'pending', unread: 0, last_message: '📷 Foto' });
    // The file arrives while the batch with its placeholder is stored: it is processed again and replaces the placeholder.
    const live = company.customerMessage('5500961110009', { kind: 'unsupported', what: 'media_placeholder' });
    await company.sendWebhook([live]);
    await service.until(company.messages, (rows) => rows.length === 8);
    const { asOwner } = service.server;
    await asOwner.query(`update history_imports set state = 'running' where connection_id = $1`, [
      company.connectionId,
    ]);
    await asOwner.query(
      `insert into history_messages (company_id, connection_id, wid, at, signal) values ($1, $2, $3, now() - interval '5 days', $4)`,
      [company.companyId, company.connectionId, (live as { wid: string }).wid, fileOf(live, 'entre dois.jpg')],
    );
    await service.server.modules.historyImport.sweep();
    expect((await company.messages()).filter(({ media_name }) => media_name === 'entre dois.jpg')).toHaveLength(1);
    // The file is downloaded like any other.
    const last = async () => (await company.messages()).find(({ wid }) => wid === never.wid);
    expect((await last()).media_ref).toMatchObject({ ref: 'f' });
  });

  it('keep a placeholder when a file with its id comes from another conversation or direction [F-H4]', async () => {
    const { importRequest, save, oldMessage, waitForStored, ...company } = await service.createImport();
    await save(importRequest);
    const fileOf = (event: ChannelEvent, number: string, fileName: string, fromMe = false) =>
      ({
        ...oldMessage(number, { kind: 'media', type: 'image', media: { mime: 'image/jpeg', ref: 'f', fileName } }, 5),
        wid: (event as { wid: string }).wid,
        fromMe,
      }) as ChannelEvent;
    // With the ninth digit and without it: one subscriber.
    const [number, shortNumber, other] = ['5511961110021', '551161110021', '5511961110022'];
    const placeholder = () => oldMessage(number, { kind: 'unsupported', what: 'media_placeholder' }, 9);
    const [waiting, own, stored] = [placeholder(), placeholder(), placeholder()];
    // Before the import.
    await company.sendWebhook([waiting, own, stored, oldMessage(other, 'de outra conversa', 8)]);
    await waitForStored(4);
    await company.sendWebhook([
      fileOf(waiting, other, 'alheio.jpg'),
      fileOf(waiting, number, 'da empresa.jpg', true),
      fileOf(own, other, 'alheio.jpg'),
      fileOf(own, shortNumber, 'próprio.jpg'),
      oldMessage(other, 'fim', 4),
    ]);
    await waitForStored(5);
    await company.runImport();
    const seen = async () =>
      (await company.messages())
        .filter(({ wid }) => [waiting, own, stored].some((event) => (event as { wid: string }).wid === wid))
        .map(({ media_type, media_name }) => `${media_type} ${media_name}`)
        .sort();
    const empty = 'unsupported ';
    const filled = 'image próprio.jpg';
    expect((await company.messages()).length).toBe(5);
    expect(await seen()).toEqual([filled, empty, empty]);

    // After the import.
    await company.sendWebhook([
      fileOf(waiting, other, 'alheio.jpg'),
      fileOf(waiting, number, 'da empresa.jpg', true),
      fileOf(stored, number, 'próprio.jpg'),
    ]);
    await service.until(seen, (rows) => rows.filter((row) => row.startsWith('image')).length >= 2);
    expect(await seen()).toEqual([filled, filled, empty]);

    // While the batch with the placeholder is stored.
    const { asOwner, modules } = service.server;
    await asOwner.query(`update history_imports set state = 'running' where connection_id = $1`, [
      company.connectionId,
    ]);
    const queue = (event: ChannelEvent) =>
      asOwner.query(
        `insert into history_messages (company_id, connection_id, wid, at, signal) values ($1, $2, $3, now() - interval '5 days', $4)`,
        [company.companyId, company.connectionId, (event as { wid: string }).wid, event],
      );
    await queue(fileOf(waiting, other, 'alheio.jpg'));
    await modules.historyImport.sweep();
    expect(await company.countStored()).toBe(0);
    expect(await seen()).toEqual([filled, filled, empty]);
  });

  it('include groups and are closed at the end only on request [M-188] [M-191]', async () => {
    const { importRequest, save, oldMessage, waitForStored, ...company } = await service.createImport({
      importOldMessagesGroups: true,
      closedTicketsPostImported: true,
    });
    await save(importRequest);
    const group = { identities: [{ kind: 'group', value: 'g-2' }], name: 'Família', isGroup: true };
    await company.sendWebhook([
      {
        ...oldMessage('5500961110006', 'do grupo', 9),
        peer: group,
        author: { identities: [{ kind: 'phone', value: '5500961110006' }], isGroup: false },
      } as ChannelEvent,
      oldMessage('5500961110007', 'oi', 8),
      { type: 'history', progress: 40 },
    ]);
    await waitForStored(2);
    const isComplete = (expected: boolean) =>
      service.until(
        async () =>
          (
            await service.server.asOwner.query(
              'select is_complete, heard_at > now() as waits from history_imports where connection_id = $1',
              [company.connectionId],
            )
          ).rows[0],
        (job) => job.is_complete === expected && (expected || job.waits),
      );
    // A channel that reports progress may be silent for longer.
    await isComplete(false);
    const groupCount = async () =>
      (await company.admin.request('GET', '/tickets-counts?showAll=true')).json<{ group: number }>().group;
    expect(await groupCount()).toBe(0);
    await company.runImport();
    expect((await service.getConnection(company)).statusImportMessages).toMatch(/^\d+$/);
    // After the channel reports completion the import does not wait 45 seconds.
    await company.sendWebhook([{ type: 'history', progress: 100 }]);
    await isComplete(true);
    service.server.clock.pass(4000);
    await service.server.modules.historyImport.sweep();
    service.server.clock.set(new Date());
    expect(await service.getConnection(company)).toMatchObject({ statusImportMessages: null, importOldMessages: null });
    expect((await company.tickets()).map(({ status, is_group }) => [status, is_group])).toEqual([
      ['group', true],
      ['closed', false],
    ]);
    expect(await groupCount()).toBe(1);
    // An official account that sends its history is also used on a phone and has a lower rate limit.
    const perSecond = async () =>
      (await service.server.asOwner.query('select per_second from connections where id = $1', [company.connectionId]))
        .rows[0].per_second;
    expect(await perSecond()).toBeNull();
    await service.server.asOwner.query(`update connections set channel = 'whatsappapi' where id = $1`, [
      company.connectionId,
    ]);
    await company.sendWebhook([{ type: 'history', progress: 50 }]);
    await service.until(perSecond, (seen) => seen === 20);
  });

  it('are not dropped when other work holds their rows for long [F-M6]', async () => {
    const { importRequest, save, oldMessage, waitForStored, ...company } = await service.createImport();
    const { asOwner } = service.server;
    // The lock is refused nine times: six were enough to drop the message.
    await asOwner.query(
      `create sequence refused_locks;
       create function refuse_lock() returns trigger language plpgsql security definer as $$
       begin if nextval('refused_locks') <= 9 then raise exception 'lock' using errcode = '55P03'; end if; return new; end $$;
       create trigger refuse_lock before insert on messages for each row when (new.body = 'presa') execute function refuse_lock()`,
    );
    try {
      await save(importRequest);
      await company.sendWebhook([
        oldMessage('5500961130001', 'antes', 30),
        oldMessage('5500961130001', 'presa', 20),
        oldMessage('5500961130001', 'depois', 10),
      ]);
      await waitForStored(3);
      await company.runImport();
      const messages = await service.until(company.messages, (all) => all.length === 3);
      expect(messages.map(({ body }) => body)).toEqual(['antes', 'presa', 'depois']);
      const { rows } = await asOwner.query(`select last_value::int as n from refused_locks`);
      expect(rows[0].n).toBeGreaterThan(9);
    } finally {
      await asOwner.query(
        'drop trigger refuse_lock on messages; drop function refuse_lock; drop sequence refused_locks',
      );
    }
  });

  it('that cannot be stored are set aside, and stored when they are put back after the import [F-H1] [F-M6]', async () => {
    const { importRequest, save, oldMessage, waitForStored, ...company } = await service.createImport();
    const { asOwner } = service.server;
    await asOwner.query(
      `create function refuse_message() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
       create trigger refuse_message before insert on messages for each row when (new.body = 'recusada') execute function refuse_message()`,
    );
    try {
      await save(importRequest);
      await company.sendWebhook([
        oldMessage('5500961140001', 'antes', 30),
        oldMessage('5500961140001', 'recusada', 20),
        oldMessage('5500961140001', 'depois', 10),
      ]);
      await waitForStored(3);
      await company.runImport();
    } finally {
      await asOwner.query('drop trigger refuse_message on messages; drop function refuse_message');
    }
    expect((await company.messages()).map(({ body }) => body)).toEqual(['antes', 'depois']);
    const { items } = (await company.admin.request('GET', '/quarantine')).json();
    expect(items).toMatchObject([{ kind: 'message', reason: 'failed', excerpt: 'recusada' }]);
    expect((await company.admin.request('POST', `/quarantine/${items[0].id}/put-back`)).statusCode).toBe(200);
    await service.server.modules.historyImport.sweep();
    const messages = await service.until(company.messages, (all) => all.length === 3);
    expect(new Set(messages.map(({ body }) => body))).toEqual(new Set(['antes', 'depois', 'recusada']));
    expect(await company.tickets()).toHaveLength(1);
    expect((await company.admin.request('GET', '/quarantine')).json().count).toBe(0);
    await service.waitForConnection(
      company,
      ({ statusImportMessages }) => statusImportMessages === 'renderButtonCloseTickets',
    );
  });

  it('that were set aside stay there when their import is gone or has other dates [F-H1]', async () => {
    const { importRequest, save, oldMessage, ...company } = await service.createImport();
    const stored = toStoredEvent(oldMessage('5500961150001', 'sem importação', 50));
    const { rows } = await service.server.asOwner.query(
      `insert into quarantine (company_id, connection_id, kind, content, fault) values ($1, $2, 'message', $3, '')
       returning id::float8 as id`,
      [company.companyId, company.connectionId, JSON.stringify(stored)],
    );
    const putBack = async () => (await company.admin.request('POST', `/quarantine/${rows[0].id}/put-back`)).statusCode;
    expect(await putBack()).toBe(409);
    await save({ ...importRequest, importOldMessages: ago(40) });
    expect(await putBack()).toBe(409);
    expect((await company.admin.request('GET', '/quarantine')).json().count).toBe(1);
    await save(importRequest);
    expect(await putBack()).toBe(200);
    await company.waitForStored(1);
  });

  it('are stored once with two workers and after a crash, and closed on request [M-191]', async () => {
    const { importRequest, save, oldMessage, waitForStored, ...company } = await service.createImport();
    await save(importRequest);
    const all = Array.from({ length: 120 }, (_, n) =>
      oldMessage(`55009612${String(n % 12).padStart(5, '0')}`, `antiga ${n}`, 90 - n / 10),
    );
    await company.sendWebhook(all);
    await waitForStored(120);
    // One message cannot be stored; the others are imported.
    await service.server.asOwner.query(
      `update history_messages set signal = jsonb_set(signal, '{peer}', '{"identities": [], "isGroup": false}') where wid = $1`,
      [(all[70] as { wid: string }).wid],
    );
    const other = await startTestServer({
      ownerUrl: service.server.ownerUrl,
      channels: {
        of: (provider) => (provider === 'sandbox' ? service.testChannel.channel : undefined),
        close: async () => {},
      },
    });
    try {
      // Stopped after a batch: stored messages stay, the others remain queued.
      const kill = new Error('killed');
      const { inCompany } = service.server.db;
      let batches = 0;
      service.server.db.inCompany = async (companyId, work) => {
        if (companyId === company.companyId && ++batches > 2) throw kill;
        return inCompany(companyId, work);
      };
      await service.server.modules.historyImport
        .check({ companyId: company.companyId, connectionId: company.connectionId })
        .catch(() => {});
      service.server.clock.pass(46_000);
      await service.server.modules.historyImport.sweep();
      service.server.db.inCompany = inCompany;
      other.clock.pass(46_000);
      await Promise.all([service.server.modules.historyImport.sweep(), other.modules.historyImport.sweep()]);
      await service.waitForConnection(
        company,
        ({ statusImportMessages }) => statusImportMessages === 'renderButtonCloseTickets',
      );
      service.server.clock.set(new Date());
    } finally {
      await other.stop();
    }
    const messages = await company.messages();
    expect(new Set(messages.map(({ wid }) => wid)).size).toBe(119);
    expect(messages).toHaveLength(119);
    for (const [, own] of Map.groupBy(messages, (row) => row.ticket_id)) {
      const times = own.sort((a, b) => a.seq - b.seq).map(({ sent_at }) => +sent_at);
      expect(times).toEqual([...times].sort((a, b) => a - b));
    }
    expect(new Set((await company.tickets()).map(({ status }) => status))).toEqual(new Set(['pending']));

    const agent = await service.server.createAgent(company.companyId);
    expect((await agent.request('POST', `/closedimported/${company.connectionId}`)).statusCode).toBe(403);
    const answer = await company.admin.request('POST', `/closedimported/${company.connectionId}`);
    expect([answer.statusCode, typeof answer.json()]).toEqual([200, 'string']);
    expect((await service.getConnection(company)).statusImportMessages).toBeNull();
    await service.server.modules.historyImport.sweep();
    const closed = await service.until(company.tickets, (rows) => rows.every(({ status }) => status === 'closed'));
    expect(closed).toHaveLength(12);
    expect(closed.every((row) => row.is_newest_closed && row.updated_at < row.imported_at)).toBe(true);
  });
});
