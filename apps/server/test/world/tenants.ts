import { UserDraft } from '@balcao/contract/endpoints/access';
import { ConnectionDraft } from '@balcao/contract/endpoints/connections';
import { ContactDraft } from '@balcao/contract/endpoints/contacts';
import { randomUUID } from 'node:crypto';
import { deflateSync, crc32 } from 'node:zlib';
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
  | 'contact'
  | 'merge'
  | 'ticket'
  | 'message'
  | 'note'
  | 'quickMessage'
  | 'unbuilt';

/** No plan limit stands in the way of a sweep. */
const PLENTY = 1_000_000;
let made = 0;
export const uniqueWords = (): string => `Palavra ${++made}`;
export const uniqueColour = (): string => `#${(++made).toString(16).padStart(6, '0')}`;
export const uniqueEmail = (): string => `mundo${++made}@example.com`;
/** Each once; the test channel knows no number that ends in 0000. */
export const uniqueNumber = (): string => `551199${String(++made).padStart(6, '0')}1`;

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
  /** Of the admin, for everybody to see and nobody else to change. */
  const quickMessage = async () =>
    (
      await house.modules.quickMessages.create(
        { ...admin, userId: await anybody() },
        { shortcode: uniqueWords(), message: uniqueWords(), isShared: false, isVisible: true },
      )
    ).id;
  async function merge(into?: number) {
    const [kept, gone] = [into ?? (await contact()), await contact()];
    await house.modules.contacts.merge({ ...admin, userId: await anybody() }, kept, gone, 'A mesma pessoa');
    return (await house.asOwner.query<{ id: number }>('select id from contact_merges where gone_id = $1', [gone]))
      .rows[0]!.id;
  }
  return {
    companyId,
    person,
    connection,
    contact,
    merge: () => merge(),
    mergeInto: merge,
    ticket: () => ticket(),
    ticketIn: ticket,
    message: () => message(),
    messageIn: message,
    heardIn: heard,
    voice,
    note: () => note(),
    noteIn: note,
    quickMessage,
    /** For another program, of a connection of its own. */
    apiToken: async () => house.modules.connections.newToken(admin, await connection()),
    /** How the same ticket is named in addresses. */
    uuidOf: async (id: number) =>
      (await house.asOwner.query<{ uuid: string }>('select uuid from tickets where id = $1', [id])).rows[0]!.uuid,
    user: async () => (await person()).id,
    tag: () => tag(false),
    lane: () => tag(true),
    queue: async () => (await house.modules.queues.create(admin, { name: uniqueWords(), color: uniqueColour() })).id,
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
    contact: await make.contact(),
    merge: await make.merge(),
    ticket: await make.ticket(),
    message: await make.message(),
    note: await make.note(),
    quickMessage: await make.quickMessage(),
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
  return { companyId, admin, agent: plain, make, ids, ticketUuid, voiceFile };
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
  await make.messageIn(there.ticket);
  // One that the admin has in hand: it stands in the list without asking for any tab.
  const { id } = await modules.tickets.create(admin, {
    contactId: there.contact,
    queueId: null,
    connectionId: there.connection,
    userId: null,
  });
  await make.quickMessage();
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
  const rows: [string, unknown[]][] = [
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
