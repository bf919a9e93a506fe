import { UserDraft } from '@balcao/contract/endpoints/access';
import { ConnectionDraft } from '@balcao/contract/endpoints/connections';
import { ContactDraft } from '@balcao/contract/endpoints/contacts';
import { randomUUID } from 'node:crypto';
import { deflateSync, crc32 } from 'node:zlib';
import { recordConsent } from '../../src/modules/privacy/index.ts';
import type { TestHouse } from '../house.ts';
import { PASSWORD, type Caller } from '../people.ts';

/** What an id may be the id of; `unbuilt` is a kind that no row can have yet. */
export type Kind =
  | 'tag'
  | 'lane'
  | 'queue'
  | 'user'
  | 'company'
  | 'connection'
  | 'official'
  | 'template'
  | 'contact'
  | 'merge'
  | 'ticket'
  | 'message'
  | 'note'
  | 'quickMessage'
  | 'erasure'
  | 'contactImport'
  | 'contactExport'
  | 'fileList'
  | 'fileListItem'
  | 'settingChange'
  | 'holiday'
  | 'botOption'
  | 'unbuilt';

/** No plan limit stands in the way of a sweep. */
const PLENTY = 1_000_000;
let made = 0;
export const uniqueWords = (): string => `Palavra ${++made}`;
export const uniqueColour = (): string => `#${(++made).toString(16).padStart(6, '0')}`;
export const uniqueEmail = (): string => `mundo${++made}@example.com`;
/** Each once; the test channel knows no number that ends in 0000. */
export const uniqueNumber = (): string => `551199${String(++made).padStart(6, '0')}1`;

/** A day of its own each time. */
export const aHoliday = () => ({
  day: new Date(Date.UTC(2000, 0, 1) + ++made * 86_400_000).toISOString().slice(0, 10),
  name: uniqueWords(),
  hours: [{ start: '09:00', end: '12:00' }],
});

export const NAME_AND_NUMBER = {
  columns: [
    { column: 0, field: 'name' as const, label: '' },
    { column: 1, field: 'number' as const, label: '' },
  ],
  hasHeader: true,
};

/** Things of one company, made fresh for each call that will change them. */
export function maker(house: TestHouse, companyId: number) {
  const admin = house.modules.access.doorkeeper.asAdmin(companyId, 0);
  const tag = async (isLane: boolean) =>
    (
      await house.modules.tags.create(
        { ...admin, userId: await anybody() },
        { name: uniqueWords(), color: uniqueColour(), isLane },
      )
    ).id;
  let somebody: number | undefined;
  /** A tag remembers who made it, so it needs somebody real. */
  async function anybody() {
    somebody ??= (
      await house.asOwner.query<{ id: number }>('select id from users where company_id = $1 order by id limit 1', [
        companyId,
      ])
    ).rows[0]!.id;
    return somebody;
  }
  async function person(fields: Partial<typeof UserDraft._zod.input> = {}) {
    const email = fields.email ?? uniqueEmail();
    const draft = UserDraft.parse({ name: uniqueWords(), password: PASSWORD, ...fields, email });
    return { id: (await house.modules.access.users.create(admin, draft)).id, email };
  }
  async function connection() {
    const draft = ConnectionDraft.parse({ name: uniqueWords(), channel: 'whatsapp', provider: 'sandbox' });
    const { id } = (await house.modules.connections.create(admin, draft)).connection;
    await house.asOwner.query("update connections set status = 'CONNECTED' where id = $1", [id]);
    return id;
  }
  /** Of an account at Meta, with everything entered. */
  async function official() {
    const number = String(++made).padStart(12, '0');
    const keys = {
      phoneNumberId: number,
      wabaId: number,
      accessToken: 'a-token-that-lasts',
      appSecret: 'a-secret-of-an-app',
    };
    const draft = { name: uniqueWords(), channel: 'whatsappapi', provider: 'official', linking: keys };
    return (await house.modules.connections.create(admin, ConnectionDraft.parse(draft))).connection.id;
  }
  const template = async (connectionId?: number) =>
    (
      await house.asOwner.query<{ id: number }>(
        `insert into templates (company_id, connection_id, name, language, status, body)
         values ($1, $2, $3, 'pt_BR', 'approved', 'Olá {{1}}') returning id`,
        [companyId, connectionId ?? (await connection()), uniqueWords()],
      )
    ).rows[0]!.id;
  /** What somebody has just brought back from signing in at a channel. */
  async function link({ user, sessionId }: Pick<Caller, 'user' | 'sessionId'>): Promise<string> {
    const { pageLinking } = house.modules;
    const origin = 'https://example.com';
    const state = new URL(await pageLinking.begin({ ...admin, userId: user.id, sessionId }, origin)).searchParams.get(
      'state',
    )!;
    const back = new URL(await pageLinking.callback({ state, code: 'given' }, origin), origin);
    return back.searchParams.get('link') ?? 'none-that-anybody-ever-had';
  }
  let line: number | undefined;
  const contact = async () =>
    (
      await house.modules.contacts.create(
        admin,
        ContactDraft.parse({ name: uniqueWords(), number: uniqueNumber(), extraInfo: [{ name: 'Rua', value: 'Sol' }] }),
      )
    ).id;
  /** Somebody wrote and nobody has answered yet: seen by admins, and without a queue by those with allTicket. */
  async function ticket(queueId: number | null = null) {
    const contactId = await contact();
    // A sweep may have taken the last one away.
    if (line === undefined || !(await house.modules.connections.show(companyId, line))) line = await connection();
    const id = await house.db.inCompany(companyId, async (tx) => {
      const through = await house.modules.connections.within(tx, line!);
      return (await house.modules.tickets.forArrival(tx, { id: contactId, isGroup: false }, through, false)).id;
    });
    if (queueId !== null) await house.asOwner.query('update tickets set queue_id = $1 where id = $2', [queueId, id]);
    return id;
  }
  /** A word of ours that did not arrive: it can be read, quoted, edited, taken back, passed on and tried again. */
  async function message(ticketId?: number) {
    const { rows } = await house.asOwner.query<{ id: string }>(
      `with said as (
         insert into messages (company_id, ticket_id, contact_id, connection_id, seq, wid, client_key, from_me, origin, body, ack, delivery, sent_at, created_at)
         select company_id, id, contact_id, connection_id, message_seq + 1, $2, $2, true, 'agent', 'Bom dia', 1, 'failed', $3, $3
           from tickets where id = $1 returning *),
       counted as (update tickets set message_seq = message_seq + 1 where id = $1),
       told as (insert into message_receipts (company_id, message_id, told) select company_id, id, 'failed' from said)
       insert into outbox (company_id, connection_id, ticket_id, message_id, state, payload)
       select company_id, connection_id, ticket_id, id, 'failed', '{"kind": "text", "text": "Bom dia"}' from said
       returning message_id as id`,
      [ticketId ?? (await ticket()), randomUUID(), house.clock.now()],
    );
    return Number(rows[0]!.id);
  }
  /** A word of the customer's that was read. */
  async function heard(ticketId: number) {
    await house.asOwner.query(
      `with said as (
         insert into messages (company_id, ticket_id, contact_id, connection_id, seq, wid, from_me, origin, body, is_read, sent_at)
         select company_id, id, contact_id, connection_id, message_seq + 1, $2, false, 'customer', 'Boa tarde', true, now()
           from tickets where id = $1)
       update tickets set message_seq = message_seq + 1 where id = $1`,
      [ticketId, randomUUID()],
    );
  }
  /** A customer's voice that was written down already; answers with the name of its file. */
  async function voice(): Promise<string> {
    const ticketId = await ticket();
    await heard(ticketId);
    const file = randomUUID().replaceAll('-', '');
    await house.asOwner.query(
      `update messages set media_type = 'audio', media_mime = 'audio/ogg', media_key = $2, transcription = 'Boa tarde' where ticket_id = $1`,
      [ticketId, `${companyId}/media/${file}`],
    );
    return file;
  }
  async function note(ticketId?: number) {
    const { id, contactId } = await house.modules.tickets.show(admin, ticketId ?? (await ticket()));
    const actor = { ...admin, userId: await anybody() };
    return (await house.modules.notes.create(actor, { note: uniqueWords(), ticketId: id, contactId })).note.id;
  }
  /** A person who agreed to be served; answers with the contact. */
  async function agreed() {
    const contactId = await contact();
    await house.db.inCompany(companyId, (tx) =>
      recordConsent(tx, {
        contactId,
        ticketId: null,
        connectionId: null,
        answer: 'yes',
        asked: { text: uniqueWords(), link: 'https://example.com/privacidade' },
        messageId: null,
        answerText: '1',
        at: house.clock.now(),
      }),
    );
    return contactId;
  }
  /** Asked for; jobs are done by nobody here. */
  const erasure = async () => {
    const contactId = await contact();
    const { name } = (await house.modules.contacts.show(companyId, contactId))!;
    return (await house.modules.privacy.erase({ ...admin, userId: await anybody() }, contactId, name)).id;
  };
  /** Of the admin, for everybody to see and nobody else to change. */
  const quickMessage = async () =>
    (
      await house.modules.quickMessages.create(
        { ...admin, userId: await anybody() },
        { shortcode: uniqueWords(), message: uniqueWords(), isShared: false, isVisible: true },
      )
    ).id;
  const fileList = async () =>
    (
      await house.modules.fileLists.create(
        { ...admin, userId: await anybody() },
        { name: uniqueWords(), message: uniqueWords(), items: [{ id: null, name: uniqueWords() }] },
      )
    ).id;
  /** The newest change of its setting: it can be taken back. */
  const settingChange = async () =>
    (await house.modules.settingChanges.save({ ...admin, userId: await anybody() }, 'lgpdLink', uniqueWords()))
      .changeId!;
  const holiday = async () => (await house.modules.holidays.add(admin, aHoliday())).id;
  /** A sheet that was brought and not started, by the admin. */
  async function contactImport(): Promise<number> {
    const csv = `Nome;Número\n${uniqueWords()};${uniqueNumber()}\n`;
    const { key } = await house.modules.storage.put(Buffer.from(csv), { companyId, kind: 'sheet' });
    const { rows } = await house.asOwner.query<{ id: number }>(
      `insert into contact_imports (company_id, user_id, file_name, sheet_key, format, encoding, delimiter, columns, mapping, row_count, rows_exact)
       values ($1, $2, 'contatos.csv', $3, 'csv', 'utf-8', ';',
               '[{"column":0,"header":"Nome","samples":[]},{"column":1,"header":"Número","samples":[]}]', $4, 1, true) returning id`,
      [companyId, await anybody(), key, JSON.stringify(NAME_AND_NUMBER)],
    );
    return rows[0]!.id;
  }
  /** It came to its end and changed something: it can be taken back. */
  async function doneImport(): Promise<number> {
    const id = await contactImport();
    await house.asOwner.query(
      "update contact_imports set status = 'done', created = 1, finished_at = $2 where id = $1",
      [id, house.clock.now()],
    );
    await house.asOwner.query(
      `insert into contact_import_batches (company_id, import_id, first_row, created, changed) values ($1, $2, 2, '{}', '[]')`,
      [companyId, id],
    );
    return id;
  }
  const contactExport = async () =>
    (
      await house.asOwner.query<{ id: number }>(
        `insert into contact_exports (company_id, user_id, filter) values ($1, $2, '{"search":"","tagIds":[]}') returning id`,
        [companyId, await anybody()],
      )
    ).rows[0]!.id;
  async function merge(into?: number) {
    const [kept, gone] = [into ?? (await contact()), await contact()];
    await house.modules.contacts.merge({ ...admin, userId: await anybody() }, kept, gone, 'A mesma pessoa');
    return (await house.asOwner.query<{ id: number }>('select id from contact_merges where gone_id = $1', [gone]))
      .rows[0]!.id;
  }
  /** Two who look like one and are not. */
  async function toldApart(): Promise<number[]> {
    const pair = [await contact(), await contact()];
    await house.modules.contactSheets.tellApart({ ...admin, userId: await anybody() }, pair);
    return pair;
  }
  const queue = async () =>
    (await house.modules.queues.create(admin, { name: uniqueWords(), color: uniqueColour() })).id;
  const botOption = async () => {
    const fields = {
      name: uniqueWords(),
      greetingMessage: uniqueWords(),
      queueType: 'text',
      closeTicket: false,
    } as const;
    return (await house.modules.queues.options.create(admin, { queueId: await queue(), parentId: null }, fields, []))
      .option.id;
  };
  return {
    companyId,
    botOption,
    person,
    connection,
    official,
    template: () => template(),
    templateOf: template,
    link,
    contact,
    settingChange,
    holiday,
    merge: () => merge(),
    mergeInto: merge,
    toldApart,
    ticket: () => ticket(),
    ticketIn: ticket,
    message: () => message(),
    messageIn: message,
    heardIn: heard,
    voice,
    note: () => note(),
    noteIn: note,
    quickMessage,
    agreed,
    erasure,
    contactImport,
    doneImport,
    contactExport,
    fileList,
    fileListItem: async () => (await house.modules.fileLists.show(admin, await fileList())).items[0]!.id,
    /** For another program, of a connection of its own. */
    apiToken: async () => house.modules.connections.newToken(admin, await connection()),
    /** How the same ticket is named in addresses. */
    uuidOf: async (id: number) =>
      (await house.asOwner.query<{ uuid: string }>('select uuid from tickets where id = $1', [id])).rows[0]!.uuid,
    user: async () => (await person()).id,
    tag: () => tag(false),
    lane: () => tag(true),
    queue,
    company: async () => companyId,
    unbuilt: async () => 1,
  } satisfies Record<Kind, () => Promise<number>> & Record<string, unknown>;
}
export type Maker = ReturnType<typeof maker>;

export interface Tenant {
  companyId: number;
  admin: Caller;
  agent: Caller;
  make: Maker;
  /** One row of each kind that is there from the beginning. */
  ids: Record<Kind, number>;
  /** The other name of `ids.ticket`. */
  ticketUuid: string;
  /** A voice that was written down. */
  voiceFile: string;
  /** What the admin brought back from signing in at a channel. */
  link: string;
}

/** A company with at least two rows in every table that can hold two. */
export async function aTenant(house: TestHouse): Promise<Tenant> {
  const { companyId, email } = await house.aCompany({
    plan: { users: PLENTY, queues: PLENTY, connections: PLENTY },
    settings: { requiredTag: 'disabled' },
  });
  const make = maker(house, companyId);
  const queueIds = [await make.queue(), await make.queue()];
  const agent = await make.person({ queueIds });
  const [admin, plain] = [await house.signIn(email), await house.signIn(agent.email)];
  const lane = await make.lane();
  const ids = {
    tag: await make.tag(),
    lane,
    queue: queueIds[0]!,
    user: agent.id,
    company: companyId,
    connection: await make.connection(),
    official: await make.official(),
    template: await make.template(),
    contact: await make.contact(),
    merge: await make.merge(),
    ticket: await make.ticket(),
    message: await make.message(),
    note: await make.note(),
    quickMessage: await make.quickMessage(),
    contactImport: await make.contactImport(),
    contactExport: await make.contactExport(),
    erasure: await make.erasure(),
    settingChange: await make.settingChange(),
    holiday: await make.holiday(),
    botOption: await make.botOption(),
    fileList: await make.fileList(),
    fileListItem: await make.fileListItem(),
    unbuilt: 1,
  };
  await house.modules.tags.update(
    house.modules.access.doorkeeper.asAdmin(companyId, admin.user.id),
    await make.lane(),
    { nextLaneId: lane, rollbackLaneId: lane },
  );
  await make.tag();
  for (const userId of [admin.user.id, plain.user.id]) {
    await house.modules.access.pictures.keep(await house.modules.access.doorkeeper.whoIs(admin.token), userId, {
      bytes: aPicture(),
      fileName: 'eu.png',
    });
  }
  await admin.ask('DELETE', `/tags/${await make.tag()}`);
  await admin.ask('DELETE', `/tags/${await make.tag()}`);
  await house.asOwner.query('insert into event_log_floor (company_id, xid, id) values ($1, 1::text::xid8, 1)', [
    companyId,
  ]);
  await fillRooms(house, companyId, make, {
    ...ids,
    queueIds,
    tags: [ids.tag, await make.tag()],
    adminId: admin.user.id,
  });
  const [ticketUuid, voiceFile] = [await make.uuidOf(ids.ticket), await make.voice()];
  await make.link(admin);
  const link = await make.link(admin);
  return { companyId, admin, agent: plain, make, ids, ticketUuid, voiceFile, link };
}

/** What no single thing brings along: the second row of everything, and what lies in the in-trays. */
async function fillRooms(
  house: TestHouse,
  companyId: number,
  make: Maker,
  there: Tenant['ids'] & { queueIds: number[]; tags: number[]; adminId: number },
) {
  const { modules, asOwner } = house;
  const admin = modules.access.doorkeeper.asAdmin(companyId, there.adminId);
  await modules.connections.update(admin, there.connection, { queueIds: there.queueIds, greetingMessage: 'Bom dia' });
  await modules.contacts.syncTags(admin, there.contact, there.tags);
  await make.mergeInto(there.contact);
  for (let pairs = 0; pairs < 2; pairs++) await make.toldApart();
  await make.erasure();
  for (const contactId of [await make.agreed(), await make.agreed()])
    await modules.privacy.makeExport(admin, contactId);
  await make.messageIn(there.ticket);
  // One that the admin has in hand: it stands in the list without asking for any tab.
  const { id } = await modules.tickets.create(admin, {
    contactId: there.contact,
    queueId: null,
    connectionId: there.connection,
    userId: null,
  });
  for (let n = 0; n < 2; n++) await make.doneImport();
  await make.contactExport();
  await make.quickMessage();
  await modules.settingChanges.save(admin, 'userRating', 'enabled');
  await make.holiday();
  const own = await modules.quickMessages.create(admin, {
    shortcode: 'so-meu',
    message: 'Olá',
    isShared: false,
    isVisible: false,
  });
  await modules.quickMessages.attach(admin, own.id, { bytes: aPicture(), fileName: 'foto.png' });
  for (const ticketId of [id, there.ticket]) {
    await modules.desk.keepDraft(admin, ticketId, { body: 'Bom dia, vou ver', isPrivate: false });
    await make.noteIn(ticketId);
  }
  await make.botOption();
  const spoken = await make.templateOf(there.connection);
  for (const occasion of ['greeting', 'farewell'] as const)
    await asOwner.query(
      'insert into automatic_templates (company_id, connection_id, occasion, template_id) values ($1, $2, $3, $4)',
      [companyId, there.connection, occasion, spoken],
    );
  const rows: [string, unknown[]][] = [
    [
      'insert into sending_paces (company_id, connection_id, peer, paid_at) select $1, $2, peer, now() from unnest($3::int[]) as peer',
      [there.connection, [0, there.contact]],
    ],
    [
      `insert into number_health (company_id, connection_id, restriction, restriction_detail)
       select $1, unnest($2::int[]), 'restricted', 'spam'`,
      [[there.connection, there.official]],
    ],
    [
      'insert into number_health_slots (company_id, connection_id, slot, sent) select $1, unnest($2::int[]), now(), 1',
      [[there.connection, there.official]],
    ],
    [
      `insert into history_imports (company_id, connection_id, state, since, until, with_groups, closes, queue_id, imported_at)
       select $1, unnest($2::int[]), 'over', now(), now(), false, false, $3, now()`,
      [[there.connection, there.official], there.queueIds[0]],
    ],
    [
      `insert into history_messages (company_id, connection_id, wid, at, signal)
       select $1, $2, wid, now(), '{}' from unnest($3::text[]) as wid`,
      [there.connection, ['one', 'other']],
    ],
    [
      `insert into qr_state (company_id, connection_id, kind, name_hash, sealed)
       select $1, $2, 'session', name, 'v1.sealed' from unnest($3::bytea[]) as name`,
      [there.connection, [Buffer.from('one'), Buffer.from('other')]],
    ],
    [
      'insert into bot_dialogs (company_id, ticket_id, option_id, has_shown) select $1, unnest($2::int[]), $3, true',
      [[id, there.ticket], there.botOption],
    ],
    [
      'insert into user_ratings (company_id, ticket_id, user_id, rate) select $1, unnest($2::int[]), $3, 9',
      [[id, there.ticket], there.adminId],
    ],
    ['insert into ticket_tags (company_id, ticket_id, tag_id) select $1, $2, unnest($3::int[])', [id, there.tags]],
    [
      "insert into inbox (company_id, connection_id, digest, body) select $1, $2, decode(md5(n::text), 'hex'), 'x' from generate_series(1, 2) n",
      [there.connection],
    ],
    [
      // Never due, or they would be worked off.
      "insert into signals (company_id, connection_id, lane, conversation, signal, received_at, next_try_at) select $1, $2, n, 'phone', '{}', now(), 'infinity' from generate_series(1, 2) n",
      [there.connection],
    ],
    [
      "insert into quarantine (company_id, connection_id, kind, content, fault) select $1, $2, 'signal', '{}', 'strange' from generate_series(1, 2)",
      [there.connection],
    ],
    [
      `insert into push_subscriptions (company_id, endpoint_hash, user_id, session_id, endpoint, p256dh, auth)
       select $1, decode(md5(n::text), 'hex'), s.user_id, s.id, 'https://push.example.com/' || n, 'x', 'y'
         from (select user_id, id from sessions where company_id = $1 limit 1) s, generate_series(1, 2) n`,
      [],
    ],
    [
      "insert into idempotency_keys (company_id, key, request_hash, status, answer) select $1, n::text, '', 200, '{}' from generate_series(1, 2) n",
      [],
    ],
  ];
  for (const [text, values] of rows) await asOwner.query(text, [companyId, ...values]);
}

/** A token of the same session, signed now: for tests that turn the clock. */
export const freshToken = (house: TestHouse, { user, companyId, sessionId }: Caller): string =>
  house.modules.tokens.sign({ id: user.id, profile: user.profile, companyId, sid: sessionId, ver: 0 });

/** The smallest picture that a browser would show: one grey pixel. */
export function aPicture(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from([0, 128]))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
