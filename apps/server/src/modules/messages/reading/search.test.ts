import type { MessageHit } from '@balcao/contract/endpoints/messages';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import type { Caller } from '../../../../test/users.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
const sql = async (text: string, values: unknown[] = []) => (await server.asOwner.query(text, values)).rows;

const search = async (caller: Caller, text: string, more: Record<string, unknown> = {}) => {
  const query = Object.entries({ searchParam: text, ...more }).map(
    ([name, value]) => `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
  );
  const answer = await caller.request('GET', `/messages-search?${query.join('&')}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ hits: MessageHit[]; hasMore: boolean; cursor: string | null }>();
};
const searchSnippets = async (caller: Caller, text: string, more?: Record<string, unknown>) =>
  (await search(caller, text, more)).hits.map((hit) => hit.snippet);

interface MessageInput {
  body?: string;
  fromMe?: boolean;
  isPrivate?: boolean;
  isDeleted?: boolean;
  mediaType?: string;
  transcription?: string;
}
interface TicketInput {
  contactId?: number;
  status?: string;
  userId?: number | null;
  queueId?: number | null;
  isGroup?: boolean;
  connectionId?: number | null;
}

/** A company whose tickets and messages are inserted into the tables directly. */
async function createOffice(settings: object = {}) {
  const admin = await server.createAdmin({ settings });
  const { companyId } = admin;
  const queue = async (name: string, color: string) =>
    (await admin.request('POST', '/queue', { name, color })).json<{ id: number }>().id;
  const queues = [await queue('Vendas', '#112233'), await queue('Suporte', '#445566')] as const;
  const connections = await sql(
    `insert into connections (company_id, name, channel) values ($1, 'Matriz', 'whatsapp'), ($1, 'Filial', 'whatsapp') returning id`,
    [companyId],
  );
  const addContact = async (name = 'Ana', isGroup = false) =>
    (
      await sql('insert into contacts (company_id, name, is_group) values ($1, $2, $3) returning id', [
        companyId,
        name,
        isGroup,
      ])
    )[0].id as number;
  async function addTicket(input: TicketInput = {}) {
    const { status = 'closed', userId = null, queueId = queues[0], isGroup = false } = input;
    const contactId = input.contactId ?? (await addContact('Ana', isGroup));
    const connectionId = input.connectionId === undefined ? connections[0].id : input.connectionId;
    const [row] = await sql(
      `insert into tickets (company_id, contact_id, connection_id, channel, status, user_id, queue_id, is_group)
       values ($1, $2, $3, 'whatsapp', $4, $5, $6, $7) returning id, uuid, contact_id as "contactId"`,
      [companyId, contactId, connectionId, status, userId, queueId, isGroup],
    );
    return row as { id: number; uuid: string; contactId: number };
  }
  let lastSeq = 0;
  const addMessage = async (ticket: { id: number }, input: MessageInput | string) => {
    const message: MessageInput = typeof input === 'string' ? { body: input } : input;
    const [row] = await sql(
      `insert into messages (company_id, ticket_id, contact_id, connection_id, seq, from_me, origin, body, is_private, is_deleted,
                             media_type, transcription, sent_at)
       select company_id, id, contact_id, connection_id, $2, $3, 'customer', $4, $5, $6, $7, $8, now()
         from tickets where id = $1 returning id::float8`,
      [
        ticket.id,
        ++lastSeq,
        message.fromMe ?? false,
        message.body ?? '',
        message.isPrivate ?? false,
        message.isDeleted ?? false,
        message.mediaType ?? 'conversation',
        message.transcription ?? null,
      ],
    );
    return row.id as number;
  };
  const other = connections[1].id as number;
  return {
    admin,
    companyId,
    queues,
    connections: [connections[0].id as number, other] as const,
    addContact,
    addTicket,
    addMessage,
  };
}

describe('message search', () => {
  it('finds bodies, captions, notes and transcriptions, ignoring accents and case, newest first', async () => {
    const { admin, addTicket, addMessage } = await createOffice();
    const ticket = await addTicket();
    await addMessage(ticket, 'A segunda via do BOLETO de março');
    await addMessage(ticket, { body: 'foto do boleto', mediaType: 'image' });
    await addMessage(ticket, { body: 'nota: mandar o bolêto', isPrivate: true, fromMe: true });
    await addMessage(ticket, { mediaType: 'audio', transcription: 'Ainda não recebi o boleto' });
    await addMessage(ticket, 'outra coisa, 50% e a_b');
    const { hits, hasMore } = await search(admin, 'boleto');
    expect(hits.map(({ snippet, marks }) => [snippet, marks])).toEqual([
      ['Ainda não recebi o boleto', [[19, 25]]],
      ['nota: mandar o bolêto', [[15, 21]]],
      ['foto do boleto', [[8, 14]]],
      ['A segunda via do BOLETO de março', [[17, 23]]],
    ]);
    expect(hasMore).toBe(false);
    expect(hits[1]).toMatchObject({ isPrivate: true, fromMe: true, ticketId: ticket.id, ticketUuid: ticket.uuid });
    expect(hits[2]).toMatchObject({ mediaType: 'image', contact: { name: 'Ana' }, whatsapp: { name: 'Matriz' } });
    expect(hits[0]).toMatchObject({ status: 'closed', channel: 'whatsapp', queue: { name: 'Vendas' }, user: null });
    expect(await searchSnippets(admin, 'BOLETO DE MARCO')).toHaveLength(1);
    expect(await searchSnippets(admin, '50%')).toHaveLength(1);
    expect(await searchSnippets(admin, 'a-b')).toEqual([]);
    expect(await searchSnippets(admin, '  ')).toEqual([]);
  });

  it('returns pages of thirty without repetitions and gaps', async () => {
    const { admin, addTicket, addMessage } = await createOffice();
    const ticket = await addTicket();
    const ids: number[] = [];
    for (let n = 0; n < 65; n++) ids.push(await addMessage(ticket, `pedido ${n}`));
    const seen: number[] = [];
    for (let next: string | null = null; ;) {
      const { hits, hasMore, cursor } = await search(admin, 'pedido', next ? { cursor: next } : {});
      next = cursor;
      seen.push(...hits.map((hit) => Number(hit.id)));
      expect(hasMore).toBe(seen.length < 65);
      if (!hasMore) break;
      expect(hits).toHaveLength(30);
    }
    expect(seen).toEqual(ids.toReversed());
  });

  it('finds old messages among thousands, once each and in order', async () => {
    const { admin, companyId, addTicket, addMessage } = await createOffice();
    const ticket = await addTicket();
    const rare = await addMessage(ticket, 'o xilofone chegou');
    // 9,000 messages over twenty weeks; a third contains the word, more than the search checks one by one.
    await sql(
      `insert into messages (company_id, ticket_id, contact_id, connection_id, seq, from_me, origin, body, sent_at, created_at)
       select company_id, id, contact_id, connection_id, 10000 + n, false, 'customer',
              case when n < 8000 and n % 2 = 0 then 'fatura ' else 'palha ' end || n, now(), now() - make_interval(hours => (9000 - n) * 20 / 50)
         from tickets, generate_series(1, 9000) n where id = $1 order by n`,
      [ticket.id],
    );
    await sql(`update messages set created_at = now() - interval '200 days' where id = $1`, [rare]);
    expect(await searchSnippets(admin, 'xilofone')).toEqual(['o xilofone chegou']);
    expect(await searchSnippets(admin, 'nunca dito')).toEqual([]);
    const all = (
      await sql(`select id::float8 from messages where company_id = $1 and body like 'fatura%' order by id desc`, [
        companyId,
      ])
    ).map((row) => row.id as number);
    const seen: number[] = [];
    for (let next: string | null = null; seen.length < 4000;) {
      const { hits, hasMore, cursor } = await search(admin, 'fatura', next ? { cursor: next } : {});
      next = cursor;
      seen.push(...hits.map((hit) => Number(hit.id)));
      if (!hasMore || seen.length > 300) break;
    }
    expect(seen).toEqual(all.slice(0, seen.length));
    const late = all.at(-40)!;
    const [time] = await sql(
      'select (extract(epoch from created_at) * 1000000)::bigint::text as micros from messages where id = $1',
      [late],
    );
    const nextPage = await search(admin, 'fatura', { cursor: `${time.micros}.${late}` });
    expect(nextPage.hits.map((hit) => hit.id)).toEqual(all.slice(-39, -9));
    expect(nextPage.hasMore).toBe(true);
  });

  it('filters by queue, tag of the contact, connection and, for admins, user', async () => {
    const { admin, companyId, queues, connections, addContact, addTicket, addMessage } = await createOffice();
    const agent = await server.createAgent(companyId, { queueIds: [...queues] });
    const tag = (await admin.request('POST', '/tags', { name: 'VIP' })).json<{ id: number }>();
    const vip = await addContact('Vitória');
    await sql('insert into contact_tags (company_id, contact_id, tag_id) values ($1, $2, $3)', [
      companyId,
      vip,
      tag.id,
    ]);
    await addMessage(await addTicket({ contactId: vip }), 'chave vip');
    await addMessage(await addTicket({ queueId: queues[1] }), 'chave suporte');
    await addMessage(await addTicket({ connectionId: connections[1] }), 'chave filial');
    await addMessage(await addTicket({ userId: agent.user.id }), 'chave da agente');
    expect(await searchSnippets(admin, 'chave')).toHaveLength(4);
    expect(await searchSnippets(admin, 'chave', { tags: [tag.id] })).toEqual(['chave vip']);
    expect(await searchSnippets(admin, 'chave', { queueIds: [queues[1]] })).toEqual(['chave suporte']);
    expect(await searchSnippets(admin, 'chave', { whatsapps: [connections[1]] })).toEqual(['chave filial']);
    expect(await searchSnippets(admin, 'chave', { users: [agent.user.id] })).toEqual(['chave da agente']);
    expect(await searchSnippets(agent, 'chave', { users: [admin.user.id] })).toHaveLength(4);
  });

  it('omits deleted messages if the company hides them, except its own [LG-04]', async () => {
    const hiding = await createOffice({ enableLGPD: 'enabled', lgpdDeleteMessage: 'enabled' });
    const open = await createOffice();
    for (const { addTicket, addMessage } of [hiding, open]) {
      const ticket = await addTicket();
      await addMessage(ticket, { body: 'apagada pela cliente', isDeleted: true });
      await addMessage(ticket, { body: 'apagada por nós', isDeleted: true, fromMe: true });
    }
    expect(await searchSnippets(hiding.admin, 'apagada')).toEqual(['apagada por nós']);
    expect(await searchSnippets(open.admin, 'apagada')).toEqual(['apagada por nós', 'apagada pela cliente']);
  });

  it('neither shows nor matches masked numbers [LG-02]', async () => {
    const { admin, addContact, addTicket, addMessage } = await createOffice({
      enableLGPD: 'enabled',
      lgpdHideNumber: 'enabled',
    });
    const ticket = await addTicket({ contactId: await addContact('5511987654321') });
    await addMessage(ticket, { body: '5511912345678', mediaType: 'contactMessage' });
    await addMessage(ticket, { body: 'Cartão de Rui', mediaType: 'contactMessage' });
    await addMessage(ticket, 'cartão errado');
    const { hits } = await search(admin, 'cartao');
    expect(hits.map((hit) => [hit.snippet, hit.contact.name])).toEqual([
      ['cartão errado', '5511987**-**21'],
      ['Cartão de Rui', '5511987**-**21'],
    ]);
    for (const digits of ['5511912345678', '91234', '9'])
      expect(await searchSnippets(admin, digits), digits).toEqual([]);
  });

  it('omits the messages of a ticket that is being removed', async () => {
    const { admin, addTicket, addMessage } = await createOffice();
    const [removed, other] = [await addTicket(), await addTicket()];
    await addMessage(removed, 'contrato antigo');
    await addMessage(other, 'contrato novo');
    await sql('update tickets set removing_at = now() where id = $1', [removed.id]);
    expect(await searchSnippets(admin, 'contrato')).toEqual(['contrato novo']);
  });

  it('never returns messages of another company', async () => {
    const first = await createOffice();
    const other = await createOffice();
    await first.addMessage(await first.addTicket(), 'segredo da casa');
    expect(await searchSnippets(first.admin, 'segredo')).toHaveLength(1);
    expect(await searchSnippets(other.admin, 'segredo')).toEqual([]);
  });
});

describe('search and thread', () => {
  it('agree for random users and tickets: every hit can be opened, every readable message is found [RB-04] [RB-05]', async () => {
    const { admin, companyId, queues, connections, addContact, addTicket, addMessage } = await createOffice();
    const kinds: Parameters<typeof server.createAgent>[1][] = [
      {},
      { allTicket: 'enabled' },
      { allowGroup: true },
      { allUserChat: 'enabled' },
      { allUserChat: 'enabled', allowGroup: true, allTicket: 'enabled' },
      { allHistoric: 'enabled', allowGroup: true },
    ];
    const callers = [admin];
    for (const kind of kinds) callers.push(await server.createAgent(companyId, { queueIds: [queues[0]], ...kind }));
    callers.push(await server.createAgent(companyId, { queueIds: [] }));
    const everyone = callers.map((caller) => caller.user.id);
    const ticketArbitrary = fc.record({
      contactIndex: fc.nat(7),
      userId: fc.constantFrom(null, null, ...everyone),
      queueId: fc.constantFrom(null, ...queues),
      isLive: fc.boolean(),
      connection: fc.constantFrom(...connections, null),
    });
    const contacts = await Promise.all(Array.from({ length: 8 }, (_, n) => addContact(`Contato ${n}`, n < 3)));
    const live = new Set<string>();
    const tickets: { uuid: string }[] = [];
    const messageIds: number[] = [];
    for (const { contactIndex, isLive, connection, ...fields } of fc.sample(ticketArbitrary, {
      numRuns: 56,
      seed: 4,
    })) {
      const key = `${contactIndex} ${connection}`;
      const status =
        isLive && !live.has(key) ? (contactIndex < 3 ? 'group' : fields.userId ? 'open' : 'pending') : 'closed';
      if (status !== 'closed') live.add(key);
      const ticket = await addTicket({
        ...fields,
        status,
        contactId: contacts[contactIndex]!,
        isGroup: contactIndex < 3,
        connectionId: connection,
      });
      tickets.push(ticket);
      messageIds.push(await addMessage(ticket, `agulha ${ticket.id}`));
    }
    let compared = 0;
    for (const caller of callers) {
      const readable = new Set<number>();
      for (const { uuid } of tickets) {
        const answer = await caller.request('GET', `/messages/${uuid}`);
        if (answer.statusCode !== 200) continue;
        const { messages } = answer.json<{ messages: { id: number }[] }>();
        for (const message of messages) readable.add(message.id);
      }
      const hits: MessageHit[] = [];
      for (let next: string | null = ''; next !== null;) {
        const page = await search(caller, 'agulha', next ? { cursor: next } : {});
        hits.push(...page.hits);
        next = page.cursor;
      }
      expect(hits.map((hit) => hit.id)).toEqual(messageIds.filter((id) => readable.has(id)).toReversed());
      for (const hit of hits.slice(0, 6)) {
        const answer = await caller.request('GET', `/messages/${hit.ticketUuid}?around=${hit.id}`);
        expect(answer.json<{ messages: { id: number }[] }>().messages.map((message) => message.id)).toContain(hit.id);
      }
      compared += hits.length;
    }
    expect(compared).toBeGreaterThan(80);
  });
});
