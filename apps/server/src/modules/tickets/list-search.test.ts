import type { MessageHit } from '@balcao/contract/endpoints/messages';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../../../test/case-counts.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';

const CONTACTS = 8_000;
const MESSAGES = 7_000;
/** First names by frequency (Zipf): every sixth contact has the first one; more than 2,000 share the first three. */
const FIRST_NAMES = ['Maria', 'José', 'Ana', ...Array.from({ length: 197 }, (_, n) => `Nome${letters(n)}`)];
const LAST_NAMES = ['Silva', 'Souza', 'Conceição', 'Lima'];

let server: TestServer;
let office: Awaited<ReturnType<typeof createOffice>>;
beforeAll(async () => {
  server = await startTestServer();
  office = await createOffice();
}, 120_000);
afterAll(() => server.stop());
const sql = async (text: string, values: unknown[] = []) => (await server.asOwner.query(text, values)).rows;
const ids = async (text: string, values: unknown[] = []) => (await sql(text, values)).map(({ id }) => Number(id));

function letters(n: number): string {
  return String.fromCharCode(97 + (n % 26), 97 + (Math.floor(n / 26) % 26), 97 + ((n * 7) % 26));
}

function zipfNames(random: () => number): string[] {
  const weights = FIRST_NAMES.map((_, rank) => 1 / (rank + 1));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const firstName = () => {
    let rest = random() * total;
    return FIRST_NAMES[weights.findIndex((weight) => (rest -= weight) < 0)] ?? FIRST_NAMES.at(-1)!;
  };
  return Array.from(
    { length: CONTACTS },
    () => `${firstName()} ${LAST_NAMES[Math.floor(random() * LAST_NAMES.length)]!}`,
  );
}

async function createOffice() {
  const random = createRandom(7);
  const admin = await server.createAdmin();
  const { companyId } = admin;
  const [queue] = await sql(
    `insert into queues (company_id, name, color) values ($1, 'Vendas', '#112233') returning id`,
    [companyId],
  );
  const agent = await server.createAgent(companyId, { queueIds: [queue.id] });
  const connections = await ids(
    `insert into connections (company_id, name, channel)
     values ($1, 'Matriz', 'whatsapp'), ($1, 'Filial', 'whatsapp') returning id`,
    [companyId],
  );
  // Brazilian numbers, with and without the ninth digit of mobile numbers.
  const numbers = Array.from({ length: CONTACTS }, (_, n) => {
    const area = ['11', '21', '81'][n % 3]!;
    return `55${area}${n % 2 === 0 ? '9' : ''}${String(70_000_000 + Math.floor(random() * 2_000) * 10_000 + n)}`;
  });
  const contactIds = await ids(
    `insert into contacts (company_id, name, number) select $1, name, number from unnest($2::text[], $3::text[]) as c (name, number)
     returning id`,
    [companyId, zipfNames(random), numbers],
  );
  // Per contact one to three tickets; the last may be live. Contacts, time and status are independent of each other.
  const rows = contactIds.flatMap((contactId) =>
    Array.from({ length: 1 + Math.floor(random() * 1.7) }, (_, n) => ({
      contactId,
      connectionId: connections[random() < 0.8 ? 0 : 1]!,
      status: n > 0 || random() < 0.7 ? 'closed' : random() < 0.5 ? 'open' : 'pending',
      userId: random() < 0.2 ? agent.user.id : null,
      minutesAgo: Math.floor(random() * 400_000),
    })),
  );
  await sql(
    `insert into tickets (company_id, contact_id, connection_id, channel, status, user_id, queue_id, updated_at, created_at)
     select $1, "contactId", "connectionId", 'whatsapp', status, "userId", $3, now() - make_interval(mins => "minutesAgo"), now()
       from jsonb_to_recordset($2::jsonb) as r ("contactId" int, "connectionId" int, status text, "userId" int, "minutesAgo" int)
     on conflict do nothing`,
    [companyId, JSON.stringify(rows), queue.id],
  );
  await sql(
    `update tickets set is_newest_closed = true where id in (
       select max(id) from tickets where company_id = $1 and status = 'closed' group by contact_id, connection_id)`,
    [companyId],
  );
  // Half of the messages have the ids and times of an import: contact by contact, not in the order of time.
  await sql(
    `insert into messages (company_id, id, ticket_id, contact_id, connection_id, seq, from_me, origin, body, sent_at, created_at)
     select $1, case when n % 2 = 0 then nextval('old_message_ids') else nextval('message_ids') end, t.id, t.contact_id,
            t.connection_id, n, false, 'customer',
            case when n % 8 = 0 then 'segunda via do Boleto' when n % 1000 = 1 then 'o xilofone' when n % 5 = 1 then 'bom dia'
                 else 'palha' end || ' ' || n, at, at
       from generate_series(1, $2) n
       join (select *, row_number() over (order by contact_id) as position from tickets where company_id = $1) t
         on t.position = 1 + n * 7919 % (select count(*) from tickets where company_id = $1)
       cross join lateral (select now() - make_interval(mins => case when n % 2 = 0 then n * 104729 % 400000
                                                                     else (7001 - n) * 50 end) as at) time
      order by n`,
    [companyId, MESSAGES],
  );
  await sql('vacuum analyze contacts');
  await sql('vacuum analyze tickets');
  await sql('vacuum analyze messages');
  return { admin, agent, companyId, numbers };
}

interface ListPage {
  tickets: { id: number }[];
  count: number;
  hasMore: boolean;
  isCountExact: boolean;
}
async function list(caller: Caller, query: Record<string, string>): Promise<ListPage> {
  const answer = await caller.request('GET', `/tickets?${new URLSearchParams(query)}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<ListPage>();
}
/** Every page, in order; the count of an exact page equals the number of matches. */
async function everyPage(caller: Caller, query: Record<string, string>, expected: number[]) {
  const seen: number[] = [];
  for (let page = 1; ; page++) {
    const { tickets, count, hasMore, isCountExact } = await list(caller, { ...query, pageNumber: String(page) });
    seen.push(...tickets.map(({ id }) => id));
    if (isCountExact) expect(count, query['searchParam']).toBe(expected.length);
    else expect(count).toBeLessThanOrEqual(expected.length);
    expect(hasMore, `page ${page}`).toBe(seen.length < expected.length);
    if (!hasMore) return seen;
    expect(tickets).toHaveLength(40);
  }
}

/** The oracle: a scan of all tickets; one per conversation, the live one before the last. */
const conversations = (companyId: number, matches: string, values: unknown[] = [], own = '') =>
  ids(
    `select id from (
       select distinct on (t.contact_id, t.connection_id) t.id, t.updated_at
         from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
        where t.company_id = $1 ${own} and (${matches})
        order by t.contact_id, t.connection_id, (t.status = 'closed'), t.id desc) listed
      order by updated_at desc, id desc`,
    [companyId, ...values],
  );
const hasName = `lower(translate(c.name, 'éçãÉÇÃ', 'ecaECA')) like '%' || $2 || '%'`;

describe('ticket list, searched by name', () => {
  const search = (searchParam: string) => ({ status: 'search', showAll: 'true', searchParam });

  it.each([
    ['a first name of thousands', 'Maria', 'maria'],
    ['a first name of a thousand', 'josé', 'jose'],
    ['a rare first name', 'Nomebb', 'nomebb'],
    ['a last name of thousands', 'conceicao', 'conceicao'],
    ['a first and a last name', 'Maria Lima', 'maria lima'],
    ['a name of no contact', 'Wanderleia', 'wanderleia'],
  ])('shows every match of %s, newest activity first, over all pages [F-S1]', async (_, typed, folded) => {
    const expected = await conversations(office.companyId, hasName, [folded]);
    expect(await everyPage(office.admin, search(typed), expected)).toEqual(expected);
  });

  it('shows every match on a tab, and of the own tickets of an agent, also oldest first [F-S1]', async () => {
    const { admin, agent, companyId } = office;
    const onTab = await ids(
      `select t.id from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
        where t.company_id = $1 and t.status = 'open' and ${hasName} order by t.updated_at desc, t.id desc`,
      [companyId, 'maria'],
    );
    const open = { status: 'open', showAll: 'true', searchParam: 'maria' };
    expect(await everyPage(admin, open, onTab)).toEqual(onTab);
    const oldestFirst = onTab.toReversed();
    expect(await everyPage(admin, { ...open, sortTickets: 'ASC' }, oldestFirst)).toEqual(oldestFirst);
    const own = await conversations(companyId, hasName, ['maria'], `and t.user_id = ${agent.user.id}`);
    expect(own.length).toBeGreaterThan(100);
    expect(await everyPage(agent, search('maria'), own)).toEqual(own);
  });

  it('counts on a page after the last one', async () => {
    const expected = await conversations(office.companyId, hasName, ['maria']);
    const page = await list(office.admin, { ...search('maria'), pageNumber: '400' });
    expect(page).toMatchObject({ tickets: [], count: expected.length, hasMore: false, isCountExact: true });
  });
});

describe('ticket list, searched by number', () => {
  /** The number as stored, and as it would be stored with or without its ninth digit. */
  const variants = (stored: string): string[] => [
    stored,
    stored.length === 13 ? stored.slice(0, 4) + stored.slice(5) : `${stored.slice(0, 4)}9${stored.slice(4)}`,
  ];
  /** The oracle: a scan of all numbers. */
  const withDigits = (digits: string) => {
    const found = office.numbers.filter((stored) =>
      (digits.length < 8 ? [stored] : variants(stored)).some((variant) => variant.includes(digits)),
    );
    return conversations(office.companyId, 'c.number = any($2::text[])', [found]);
  };
  const pick = (isLong: boolean) => office.numbers.find((number) => (number.length === 13) === isLong)!;

  it.each([
    ['stored with the ninth digit', true],
    ['stored without it', false],
  ])('finds a number %s in every form that users type [F-U12]', async (_, isLong) => {
    const stored = pick(isLong);
    const area = stored.slice(2, 4);
    const last8 = stored.slice(-8);
    const forms = [
      `+55 (${area}) 9${last8.slice(0, 4)}-${last8.slice(4)}`,
      `55${area}9${last8}`,
      `55${area}${last8}`,
      `(${area}) 9 ${last8.slice(0, 4)}.${last8.slice(4)}`,
      `0${area} 9${last8}`,
      `${area}${last8}`,
      `9${last8.slice(0, 4)}-${last8.slice(4)}`,
      last8,
      last8.slice(-4),
      last8.slice(-6),
      `${area} 9${last8.slice(0, 5)}`,
    ];
    for (const typed of forms) {
      const expected = await withDigits(typed.replace(/\D/g, '').replace(/^0(?=\d{10})/, ''));
      expect(expected.length, typed).toBeGreaterThan(0);
      const seen = await everyPage(office.admin, { status: 'search', showAll: 'true', searchParam: typed }, expected);
      expect(seen, typed).toEqual(expected);
    }
  });

  it('finds one ticket by #number, also an older one of its conversation, within the scope [F-U32]', async () => {
    const { admin, agent, companyId } = office;
    const [ticket] = await sql(
      `select id, number from tickets t where company_id = $1 and user_id is distinct from $2 and status = 'closed'
         and exists (select from tickets n where n.company_id = $1 and n.contact_id = t.contact_id and n.id > t.id) limit 1`,
      [companyId, agent.user.id],
    );
    const find = async (caller: Caller) =>
      (await list(caller, { status: 'search', showAll: 'true', searchParam: `#${ticket.number}` })).tickets;
    expect(await find(admin)).toMatchObject([{ id: ticket.id, number: ticket.number }]);
    expect(await find(agent)).toEqual([]);
  });
});

describe('ticket list, searched in messages', () => {
  it.each([
    ['a rare text', 'xilofone'],
    ['a frequent text', 'BOLETO'],
    ['a very frequent text', 'bom dia'],
  ])('shows every conversation with %s, over all pages [F-S2]', async (_, typed) => {
    const inMessages = `(t.contact_id, t.connection_id) in (select s.contact_id, s.connection_id from messages m
      join tickets s on s.company_id = m.company_id and s.id = m.ticket_id
      where m.company_id = $1 and lower(m.body) like '%' || $2 || '%')`;
    const expected = await conversations(office.companyId, inMessages, [typed.toLowerCase()]);
    expect(expected.length).toBeGreaterThan(5);
    const query = { status: 'search', showAll: 'true', searchOnMessages: 'true', searchParam: typed };
    expect(await everyPage(office.admin, query, expected)).toEqual(expected);
  });

  it('shows the conversations of an agent with a frequent text, by name or message [F-S2]', async () => {
    const { agent, companyId } = office;
    const inOwnMessages = `c.name like '%' || $2 || '%' or t.id in (select ticket_id from messages
      where company_id = $1 and body like '%' || $2 || '%') or (t.contact_id, t.connection_id) in (
        select s.contact_id, s.connection_id from messages m
          join tickets s on s.company_id = m.company_id and s.id = m.ticket_id
         where m.company_id = $1 and s.user_id = ${agent.user.id} and m.body like '%' || $2 || '%')`;
    for (const typed of ['bom dia', 'ia']) {
      const expected = await conversations(companyId, inOwnMessages, [typed], `and t.user_id = ${agent.user.id}`);
      const query = { status: 'search', searchOnMessages: 'true', searchParam: typed };
      expect(await everyPage(agent, query, expected)).toEqual(expected);
    }
  });
});

describe('message search', () => {
  it.each(['xilofone', 'boleto'])(
    'reaches every message with «%s», imported ones too, newest first [F-S2]',
    async (text) => {
      const expected = await ids(
        `select id from messages where company_id = $1 and lower(body) like '%' || $2 || '%' order by created_at desc, id desc`,
        [office.companyId, text],
      );
      const seen: number[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const query = new URLSearchParams({ searchParam: text, ...(cursor !== '' && { cursor }) });
        const answer = await office.admin.request('GET', `/messages-search?${query}`);
        const page = answer.json<{ hits: MessageHit[]; hasMore: boolean; cursor: string | null }>();
        expect(page.hasMore).toBe(page.cursor !== null);
        seen.push(...page.hits.map(({ id }) => Number(id)));
        cursor = page.cursor;
      }
      expect(seen).toEqual(expected);
    },
  );
});

/** Replays statements of the product as its own role, under row-level security, and returns the plans of all their parts. */
async function plansOf(request: () => Promise<unknown>, settings = ''): Promise<string> {
  const recorded: { text: string; values: unknown[] }[] = [];
  const { pool } = server.db;
  const connect = pool.connect.bind(pool);
  pool.connect = (async () => {
    const client = await connect();
    const query = client.query.bind(client);
    client.query = ((statement: { text: string; values: unknown[] }, ...rest: unknown[]) => {
      if (typeof statement === 'object' && /contact_ids|ticket_ids|message_hits|tickets/.test(statement.text))
        recorded.push(statement);
      return (query as (...args: unknown[]) => unknown)(statement, ...rest);
    }) as typeof client.query;
    const release = client.release.bind(client);
    client.release = (error) => {
      client.query = query;
      client.release = release;
      release(error);
    };
    return client;
  }) as typeof pool.connect;
  try {
    await request();
  } finally {
    pool.connect = connect;
  }
  const client = new pg.Client({ connectionString: server.ownerUrl });
  const plans: string[] = [];
  client.on('notice', ({ message }) => void plans.push(message ?? ''));
  await client.connect();
  try {
    await client.query(`load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
      set auto_explain.log_level = notice; set auto_explain.log_analyze = on; set role balcao_app; ${settings}
      begin; select set_config('app.company', '${office.companyId}', true)`);
    for (const { text, values } of recorded) await client.query(text, values);
  } finally {
    await client.end();
  }
  expect(recorded.length).toBeGreaterThan(0);
  return plans.join('\n');
}

describe('searches of the product, under row-level security', () => {
  const scans = (plans: string) => plans.match(/Seq Scan on (public\.)?(contacts|messages|tickets)\b/g) ?? [];
  it.each([
    [
      'a frequent name',
      { status: 'search', showAll: 'true', searchParam: 'maria' },
      ['contacts_beginning', 'tickets_list'],
    ],
    [
      'a rare name',
      { status: 'search', showAll: 'true', searchParam: 'nomebb' },
      ['contacts_search', 'Index Only Scan using tickets_listed'],
    ],
    ['the last digits of a number', { status: 'search', showAll: 'true', searchParam: '00017' }, ['contacts_search']],
    ['a ticket number', { status: 'search', showAll: 'true', searchParam: '#17' }, ['tickets_number']],
    ['a deep page', { status: 'search', showAll: 'true', searchParam: 'maria', pageNumber: '50' }, ['contacts_search']],
    [
      'a rare text in messages',
      { status: 'search', showAll: 'true', searchParam: 'xilofone', searchOnMessages: 'true' },
      ['messages_search', 'contacts_search'],
    ],
  ])('use the indexes for %s [SR3] [F-E3]', async (_, query, indexes) => {
    const plans = await plansOf(() => list(office.admin, query));
    for (const index of indexes) expect(plans).toContain(index);
    expect(scans(plans)).toEqual([]);
  });

  it('use the indexes for a message search [SR3]', async () => {
    // The newest messages, read one by one, are nearly all of this small table: without the setting it would be scanned.
    const search = () => office.admin.request('GET', '/messages-search?searchParam=xilofone');
    const plans = await plansOf(search, 'set enable_seqscan = off;');
    expect(plans).toContain('messages_search');
    expect(scans(plans)).toEqual([]);
  });
});
