import type { MessageHit } from '@balcao/contract/endpoints/messages';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aHouse, type TestHouse } from '../../../test/house.ts';
import type { Caller } from '../../../test/people.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await aHouse();
});
afterAll(() => house.stop());
const sql = async (text: string, values: unknown[] = []) => (await house.asOwner.query(text, values)).rows;

const search = async (who: Caller, words: string, more: Record<string, unknown> = {}) => {
  const query = Object.entries({ searchParam: words, ...more }).map(
    ([name, value]) => `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
  );
  const answer = await who.ask('GET', `/messages-search?${query.join('&')}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ hits: MessageHit[]; hasMore: boolean }>();
};
const found = async (who: Caller, words: string, more?: Record<string, unknown>) =>
  (await search(who, words, more)).hits.map((hit) => hit.snippet);

interface Said {
  body?: string;
  fromMe?: boolean;
  isPrivate?: boolean;
  isDeleted?: boolean;
  mediaType?: string;
  transcription?: string;
}
interface Place {
  contactId?: number;
  status?: string;
  userId?: number | null;
  queueId?: number | null;
  isGroup?: boolean;
  connectionId?: number | null;
}

/** A company whose tickets and words are put straight into the tables. */
async function anOffice(settings: object = {}) {
  const admin = await house.anAdmin({ settings });
  const { companyId } = admin;
  const queue = async (name: string, color: string) =>
    (await admin.ask('POST', '/queue', { name, color })).json<{ id: number }>().id;
  const queues = [await queue('Vendas', '#112233'), await queue('Suporte', '#445566')] as const;
  const connections = await sql(
    `insert into connections (company_id, name, channel) values ($1, 'Matriz', 'whatsapp'), ($1, 'Filial', 'whatsapp') returning id`,
    [companyId],
  );
  const aContact = async (name = 'Ana', isGroup = false) =>
    (
      await sql('insert into contacts (company_id, name, is_group) values ($1, $2, $3) returning id', [
        companyId,
        name,
        isGroup,
      ])
    )[0].id as number;
  async function aTicket(place: Place = {}) {
    const { status = 'closed', userId = null, queueId = queues[0], isGroup = false } = place;
    const contactId = place.contactId ?? (await aContact('Ana', isGroup));
    const connectionId = place.connectionId === undefined ? connections[0].id : place.connectionId;
    const [row] = await sql(
      `insert into tickets (company_id, contact_id, connection_id, channel, status, user_id, queue_id, is_group)
       values ($1, $2, $3, 'whatsapp', $4, $5, $6, $7) returning id, uuid, contact_id as "contactId"`,
      [companyId, contactId, connectionId, status, userId, queueId, isGroup],
    );
    return row as { id: number; uuid: string; contactId: number };
  }
  let told = 0;
  const say = async (ticket: { id: number }, said: Said | string) => {
    const one: Said = typeof said === 'string' ? { body: said } : said;
    const [row] = await sql(
      `insert into messages (company_id, ticket_id, contact_id, connection_id, seq, from_me, origin, body, is_private, is_deleted,
                             media_type, transcription, sent_at)
       select company_id, id, contact_id, connection_id, $2, $3, 'customer', $4, $5, $6, $7, $8, now()
         from tickets where id = $1 returning id::float8`,
      [
        ticket.id,
        ++told,
        one.fromMe ?? false,
        one.body ?? '',
        one.isPrivate ?? false,
        one.isDeleted ?? false,
        one.mediaType ?? 'conversation',
        one.transcription ?? null,
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
    aContact,
    aTicket,
    say,
  };
}

describe('search in what was said', () => {
  it('finds bodies, captions, notes and transcriptions, whatever the accents and capitals, newest first', async () => {
    const { admin, aTicket, say } = await anOffice();
    const ticket = await aTicket();
    await say(ticket, 'A segunda via do BOLETO de março');
    await say(ticket, { body: 'foto do boleto', mediaType: 'image' });
    await say(ticket, { body: 'nota: mandar o bolêto', isPrivate: true, fromMe: true });
    await say(ticket, { mediaType: 'audio', transcription: 'Ainda não recebi o boleto' });
    await say(ticket, 'outra coisa, 50% e a_b');
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
    expect(await found(admin, 'BOLETO DE MARCO')).toHaveLength(1);
    expect(await found(admin, '50%')).toHaveLength(1);
    expect(await found(admin, 'a-b')).toEqual([]);
    expect(await found(admin, '  ')).toEqual([]);
  });

  it('comes thirty at a time, and going on from the last repeats and leaves out nothing', async () => {
    const { admin, aTicket, say } = await anOffice();
    const ticket = await aTicket();
    const ids: number[] = [];
    for (let n = 0; n < 65; n++) ids.push(await say(ticket, `pedido ${n}`));
    const seen: number[] = [];
    for (let before: string | undefined; ; before = String(seen.at(-1))) {
      const { hits, hasMore } = await search(admin, 'pedido', before ? { before } : {});
      seen.push(...hits.map((hit) => Number(hit.id)));
      expect(hasMore).toBe(seen.length < 65);
      if (!hasMore) break;
      expect(hits).toHaveLength(30);
    }
    expect(seen).toEqual(ids.toReversed());
  });

  it('finds what was said long ago among thousands, once each and in order', async () => {
    const { admin, companyId, aTicket, say } = await anOffice();
    const ticket = await aTicket();
    const rare = await say(ticket, 'o xilofone chegou');
    // 9,000 in between, over twenty weeks; one in three holds a word, more of them than are looked at one by one.
    await sql(
      `insert into messages (company_id, ticket_id, contact_id, connection_id, seq, from_me, origin, body, sent_at, created_at)
       select company_id, id, contact_id, connection_id, 10000 + n, false, 'customer',
              case when n < 8000 and n % 2 = 0 then 'fatura ' else 'palha ' end || n, now(), now() - make_interval(hours => (9000 - n) * 20 / 50)
         from tickets, generate_series(1, 9000) n where id = $1 order by n`,
      [ticket.id],
    );
    await sql(`update messages set created_at = now() - interval '200 days' where id = $1`, [rare]);
    expect(await found(admin, 'xilofone')).toEqual(['o xilofone chegou']);
    expect(await found(admin, 'nunca dito')).toEqual([]);
    const all = (
      await sql(`select id::float8 from messages where company_id = $1 and body like 'fatura%' order by id desc`, [
        companyId,
      ])
    ).map((row) => row.id as number);
    const seen: number[] = [];
    for (let before: number | undefined; seen.length < 4000; before = seen.at(-1)) {
      const { hits, hasMore } = await search(admin, 'fatura', before ? { before: String(before) } : {});
      seen.push(...hits.map((hit) => Number(hit.id)));
      if (!hasMore || seen.length > 300) break;
    }
    expect(seen).toEqual(all.slice(0, seen.length));
    const late = all.at(-40)!;
    const rest = await search(admin, 'fatura', { before: String(late) });
    expect(rest.hits.map((hit) => hit.id)).toEqual(all.slice(-39, -9));
    expect(rest.hasMore).toBe(true);
  });

  it('is narrowed by queues, tags of the contact, connections and, for admins, users', async () => {
    const { admin, companyId, queues, connections, aContact, aTicket, say } = await anOffice();
    const agent = await house.anAgent(companyId, { queueIds: [...queues] });
    const tag = (await admin.ask('POST', '/tags', { name: 'VIP' })).json<{ id: number }>();
    const vip = await aContact('Vitória');
    await sql('insert into contact_tags (company_id, contact_id, tag_id) values ($1, $2, $3)', [
      companyId,
      vip,
      tag.id,
    ]);
    await say(await aTicket({ contactId: vip }), 'chave vip');
    await say(await aTicket({ queueId: queues[1] }), 'chave suporte');
    await say(await aTicket({ connectionId: connections[1] }), 'chave filial');
    await say(await aTicket({ userId: agent.user.id }), 'chave da agente');
    expect(await found(admin, 'chave')).toHaveLength(4);
    expect(await found(admin, 'chave', { tags: [tag.id] })).toEqual(['chave vip']);
    expect(await found(admin, 'chave', { queueIds: [queues[1]] })).toEqual(['chave suporte']);
    expect(await found(admin, 'chave', { whatsapps: [connections[1]] })).toEqual(['chave filial']);
    expect(await found(admin, 'chave', { users: [agent.user.id] })).toEqual(['chave da agente']);
    expect(await found(agent, 'chave', { users: [admin.user.id] })).toHaveLength(4);
  });

  it('what was taken back is not found where the company hides it, except what it wrote itself [LG-04]', async () => {
    const hiding = await anOffice({ enableLGPD: 'enabled', lgpdDeleteMessage: 'enabled' });
    const open = await anOffice();
    for (const { aTicket, say } of [hiding, open]) {
      const ticket = await aTicket();
      await say(ticket, { body: 'apagada pela cliente', isDeleted: true });
      await say(ticket, { body: 'apagada por nós', isDeleted: true, fromMe: true });
    }
    expect(await found(hiding.admin, 'apagada')).toEqual(['apagada por nós']);
    expect(await found(open.admin, 'apagada')).toEqual(['apagada por nós', 'apagada pela cliente']);
  });

  it('hidden numbers are neither shown nor found out [LG-02]', async () => {
    const { admin, aContact, aTicket, say } = await anOffice({ enableLGPD: 'enabled', lgpdHideNumber: 'enabled' });
    const ticket = await aTicket({ contactId: await aContact('5511987654321') });
    await say(ticket, { body: '5511912345678', mediaType: 'contactMessage' });
    await say(ticket, { body: 'Cartão de Rui', mediaType: 'contactMessage' });
    await say(ticket, 'cartão errado');
    const { hits } = await search(admin, 'cartao');
    expect(hits.map((hit) => [hit.snippet, hit.contact.name])).toEqual([
      ['cartão errado', '5511987**-**21'],
      ['Cartão de Rui', '5511987**-**21'],
    ]);
    for (const digits of ['5511912345678', '91234', '9']) expect(await found(admin, digits), digits).toEqual([]);
  });

  it('another company’s words are never found', async () => {
    const one = await anOffice();
    const other = await anOffice();
    await one.say(await one.aTicket(), 'segredo da casa');
    expect(await found(one.admin, 'segredo')).toHaveLength(1);
    expect(await found(other.admin, 'segredo')).toEqual([]);
  });
});

describe('search and reading', () => {
  it('agree for any people, tickets and histories: what is found can be opened there, what can be read is found [RB-04]', async () => {
    const { admin, companyId, queues, connections, aContact, aTicket, say } = await anOffice();
    const kinds: Parameters<typeof house.anAgent>[1][] = [
      {},
      { allTicket: 'enabled' },
      { allowGroup: true },
      { allUserChat: 'enabled' },
      { allUserChat: 'enabled', allowGroup: true, allTicket: 'enabled' },
      { allHistoric: 'enabled', allowGroup: true },
    ];
    const people = [admin];
    for (const kind of kinds) people.push(await house.anAgent(companyId, { queueIds: [queues[0]], ...kind }));
    people.push(await house.anAgent(companyId, { queueIds: [] }));
    const everyone = people.map((caller) => caller.user.id);
    const aPlace = fc.record({
      who: fc.nat(7),
      userId: fc.constantFrom(null, null, ...everyone),
      queueId: fc.constantFrom(null, ...queues),
      isLive: fc.boolean(),
      connection: fc.constantFrom(...connections, null),
    });
    const contacts = await Promise.all(Array.from({ length: 8 }, (_, n) => aContact(`Contato ${n}`, n < 3)));
    const live = new Set<string>();
    const tickets: { uuid: string }[] = [];
    const said: number[] = [];
    for (const { who, isLive, connection, ...place } of fc.sample(aPlace, { numRuns: 56, seed: 4 })) {
      const key = `${who} ${connection}`;
      const status = isLive && !live.has(key) ? (who < 3 ? 'group' : place.userId ? 'open' : 'pending') : 'closed';
      if (status !== 'closed') live.add(key);
      const ticket = await aTicket({
        ...place,
        status,
        contactId: contacts[who]!,
        isGroup: who < 3,
        connectionId: connection,
      });
      tickets.push(ticket);
      said.push(await say(ticket, `agulha ${ticket.id}`));
    }
    let compared = 0;
    for (const caller of people) {
      const readable = new Set<number>();
      for (const { uuid } of tickets) {
        const answer = await caller.ask('GET', `/messages/${uuid}`);
        if (answer.statusCode !== 200) continue;
        const { messages } = answer.json<{ messages: { id: number }[] }>();
        for (const message of messages) readable.add(message.id);
      }
      const hits: MessageHit[] = [];
      for (let more = true; more;) {
        const before = hits.at(-1)?.id;
        const page = await search(caller, 'agulha', before ? { before: String(before) } : {});
        hits.push(...page.hits);
        more = page.hasMore;
      }
      expect(hits.map((hit) => hit.id)).toEqual(said.filter((id) => readable.has(id)).toReversed());
      for (const hit of hits.slice(0, 6)) {
        const answer = await caller.ask('GET', `/messages/${hit.ticketUuid}?around=${hit.id}`);
        expect(answer.json<{ messages: { id: number }[] }>().messages.map((one) => one.id)).toContain(hit.id);
      }
      compared += hits.length;
    }
    expect(compared).toBeGreaterThan(80);
  });
});
