/** Ingestion (IN): messages of customers are stored once, in order, in one ticket. */
import { compareReceived, drained, gapsOf } from './compare.ts';
import { createSenders, requestUntilAnswered, newNumber, talk, type Scenario } from './scenario.ts';
import { message, sendWebhook } from './webhook-sender.ts';
import { inParallel, pause, quantile, until } from './wait.ts';

const contactsFor = (messages: number) => Math.ceil(messages / 5);

export const ingestion: Scenario[] = [
  {
    ids: ['IN-01', 'IN-02'],
    title: 'many customers write over many connections, one webhook in three is repeated, two servers work',
    isQuick: true,
    setup: ({ isShort }) => [{ connections: isShort ? 4 : 16 }],
    async run({ environment, company, size, random, check }) {
      const [a] = await environment.only('a', 'b');
      await environment.connect(company, a!);
      for (const { account } of company.connections) await environment.network.faults(account, { duplicateOneIn: 3 });
      const senders = await createSenders(environment, company, contactsFor(size.messages));
      const since = Date.now();
      await talk(environment, senders, { messages: size.messages, burst: 200, random });
      await drained(environment, [company]);
      const seconds = ((Date.now() - since) / 1000).toFixed(1);
      const seen = await compareReceived(environment, company);
      check('IN-01')
        .is('messages', seen.sent, size.messages)
        .figure(`contacts ${seen.customers}, connections ${company.connections.length}`)
        .is('lost', seen.lost, 0)
        .is('doubled', seen.doubled, 0)
        .is('customers without exactly one live ticket', seen.withoutSingleTicket, 0)
        .figure(`processed in ${seconds} s`);
      check('IN-02').is('out of order', seen.outOfOrder, 0).is('gaps', seen.gaps, 0);
    },
  },
  {
    ids: ['IN-03'],
    title:
      'twenty first messages of a contact at once at two servers, while an agent and the API open the same conversation',
    isQuick: true,
    setup: () => [{ connections: 1 }],
    async run({ environment, company, connection, size, check }) {
      const nodes = await environment.only('a', 'b');
      await environment.connect(company, nodes[0]!);
      const numbers = Array.from({ length: size.isShort ? 5 : Math.ceil(size.messages / 40) }, newNumber);
      const statuses: number[] = [];
      await inParallel(numbers, 4, async (number) => {
        const created = await requestUntilAnswered(environment, company, nodes, 'POST', '/contacts', {
          name: `Contato ${number}`,
          number,
        });
        const contactId = (created.json as { id?: number }).id;
        const messages = Array.from({ length: 20 }, (_, n) => message(number, `primeira ${n} de ${number}`));
        const opened = environment
          .request(company, nodes[1]!, 'POST', '/tickets', {
            contactId,
            whatsappId: connection.connectionId,
            userId: company.adminId,
            queueId: null,
          })
          .then((answer) => void statuses.push(answer.status));
        const program = fetch(`${nodes[0]!.url}/api/messages/send`, {
          method: 'POST',
          headers: { authorization: `Bearer ${connection.apiToken}`, 'content-type': 'application/json' },
          body: JSON.stringify({ number, body: `do programa para ${number}` }),
        }).catch(() => {});
        await Promise.all([
          ...messages.map((item, n) => sendWebhook(nodes[n % 2]!, connection, [item])),
          opened,
          program,
        ]);
      });
      await drained(environment, [company]);
      const { rows } = await environment.owner.query<{ contacts: number; live: number; most: number; stored: number }>(
        `select (select count(*)::int from contacts where company_id = $1) as contacts,
                (select count(*)::int from tickets where company_id = $1 and status <> 'closed') as live,
                (select coalesce(max(n), 0)::int from (select count(*) as n from tickets where company_id = $1 and status <> 'closed' group by contact_id) x) as most,
                (select count(*)::int from messages where company_id = $1 and not from_me) as stored`,
        [company.id],
      );
      check('IN-03')
        .is('first messages', rows[0]!.stored, numbers.length * 20)
        .is('contacts', rows[0]!.contacts, numbers.length)
        .is('live tickets', rows[0]!.live, numbers.length)
        .is('most live tickets of one contact', rows[0]!.most, 1)
        .is('conversations opened by an agent', statuses.length, numbers.length)
        .is('server faults', statuses.filter((status) => status >= 500).length, 0);
    },
  },
  {
    ids: ['IN-04'],
    title: 'one conversation gets thousands of messages while others continue',
    isQuick: false,
    setup: () => [{ connections: 1 }],
    async run({ environment, company, connection, size, check }) {
      const [node] = await environment.only('a');
      await environment.connect(company, node!);
      const others = Array.from({ length: 20 }, newNumber);
      /** Measures the time between webhook and stored row for each of the other customers. */
      const round = async (name: string) => {
        const sentAt = new Map<string, number>();
        for (let n = 0; n < 60; n += 1) {
          const item = message(others[n % others.length]!, `${name} ${n}`);
          sentAt.set(item.id, Date.now());
          await sendWebhook(node!, connection, [item]);
          await pause(15);
        }
        const rows = await until(
          'the other messages to be stored',
          async () =>
            (
              await environment.owner.query<{ wid: string; at: Date }>(
                'select wid, created_at as at from messages where company_id = $1 and wid = any($2)',
                [company.id, [...sentAt.keys()]],
              )
            ).rows,
          (seen) => seen.length === sentAt.size,
        );
        return quantile(
          rows.map(({ wid, at }) => +at - sentAt.get(wid)!),
          0.99,
        );
      };
      await round('antes');
      const alone = await round('sozinhos');
      const hot = newNumber();
      const messages = Array.from({ length: Math.ceil(size.messages / 2) }, (_, n) => message(hot, `quente ${n}`));
      const rushing = (async () => {
        for (let from = 0; from < messages.length; from += 10)
          await sendWebhook(node!, connection, messages.slice(from, from + 10));
      })();
      const underLoad = await round('ao lado');
      await rushing;
      await drained(environment, [company]);
      const { rows } = await environment.owner.query<{ body: string }>(
        `select body from messages where company_id = $1 and body like 'quente %' order by ticket_id, seq`,
        [company.id],
      );
      const inversions = rows.filter(({ body }, n) => body !== `quente ${n}`).length;
      check('IN-04')
        .is('messages of the busy conversation', rows.length, messages.length)
        .is('out of order', inversions, 0)
        .is('gaps', await gapsOf(environment, company), 0)
        .figure(
          `others’ p99 alone ${alone} ms, beside the busy one ${(underLoad / Math.max(1, alone)).toFixed(1)} times as long`,
        )
        // Below a tenth of a second the ratio of two short times says nothing.
        .atMost('beside the busy one', underLoad, Math.max(2 * alone, 100), ' ms');
    },
  },
  {
    ids: ['IN-05'],
    title: 'a message whose processing always fails',
    isQuick: true,
    setup: () => [{ connections: 1 }],
    async run({ environment, company, connection, size, check }) {
      const [node] = await environment.only('a');
      await environment.connect(company, node!);
      await environment.owner.query(
        `create or replace function poison() returns trigger language plpgsql as $$ begin raise exception 'poison'; end $$;
         create or replace trigger poison before insert on messages for each row when (new.body like 'veneno%') execute function poison()`,
      );
      const [ill, well] = [newNumber(), newNumber()];
      const since = Date.now();
      await sendWebhook(node!, connection, [
        message(ill, 'antes'),
        message(ill, 'veneno'),
        message(ill, 'depois'),
        message(well, 'outro'),
      ]);
      await sendWebhook(node!, connection, 'isto não é uma entrega');
      await sendWebhook(node!, connection, [message(ill, 'por último')]);
      const bodies = async () =>
        (
          await environment.owner.query<{ body: string }>(
            'select body from messages where company_id = $1 order by ticket_id, seq',
            [company.id],
          )
        ).rows.map((row) => row.body);
      const quarantinedKinds = async () =>
        (
          await environment.owner.query<{ kind: string }>(
            'select kind from quarantine where company_id = $1 order by kind',
            [company.id],
          )
        ).rows.map((row) => row.kind);
      await until('the other conversation to continue', bodies, (seen) => seen.includes('outro'), { timeoutMs: 5000 });
      const helped = size.isShort
        ? setInterval(
            () =>
              void environment.owner
                .query('update signals set next_try_at = now() where company_id = $1', [company.id])
                .catch(() => {}),
            200,
          )
        : undefined;
      try {
        const seen = await until(
          'the blocked conversation to continue',
          async () => ({ stored: await bodies(), quarantined: await quarantinedKinds() }),
          ({ stored, quarantined }) => stored.length === 4 && quarantined.length === 2,
          { timeoutMs: 90_000 },
        );
        check('IN-05')
          .is('stored', seen.stored.filter((body) => body !== 'outro').join(' · '), 'antes · depois · por último')
          .is('set aside', seen.quarantined.join(' and '), 'delivery and message')
          .atMost('conversation blocked for', Math.round((Date.now() - since) / 1000), 60, ' s');
      } finally {
        clearInterval(helped);
        await environment.owner.query('drop trigger poison on messages');
      }
    },
  },
  {
    ids: ['IN-06'],
    title: 'no worker runs, and the inbox fills to its limit',
    isQuick: false,
    setup: () => [{ connections: 1 }],
    async run({ environment, company, connection, check }) {
      const [node] = await environment.only('a');
      await environment.connect(company, node!);
      const number = newNumber();
      const lease = `inbox ${company.id}`;
      const holder = await environment.owner.connect();
      try {
        // The node that parses a company's payloads holds this lease; while the test holds it, nothing is parsed.
        await holder.query(`insert into work_leases values ($1, gen_random_uuid(), 'infinity')`, [lease]);
        const before = await sendWebhook(node!, connection, [message(number, 'ainda cabe')]);
        await holder.query(
          `insert into inbox (company_id, connection_id, digest, body)
           select $1, $2, sha256(n::text::bytea), '{}' from generate_series(1, 100000) n`,
          [company.id, connection.connectionId],
        );
        await pause(1200);
        const rss = node!.process().resident();
        const answers = [];
        for (let n = 0; n < 200; n += 1)
          answers.push(await sendWebhook(node!, connection, [message(number, `não cabe ${n}`)]));
        const grown = Math.round(node!.process().resident() - rss);
        await holder.query(`delete from inbox where company_id = $1 and body = '{}'`, [company.id]);
        await holder.query('delete from work_leases where name = $1', [lease]);
        check('IN-06')
          .is('before', before.status, 200)
          .is('refused with 503', answers.filter(({ status }) => status === 503).length, 200)
          .is('of them with Retry-After', answers.filter(({ retryAfter }) => Number(retryAfter) > 0).length, 200)
          .atMost('memory grown by', grown, 50, ' MB');
      } finally {
        await holder.query('delete from work_leases where name = $1', [lease]).catch(() => {});
        holder.release();
      }
      await pause(1100);
      const after = await sendWebhook(node!, connection, [message(number, 'cabe de novo')]);
      const stored = await until(
        'the rest to be processed',
        async () =>
          (await environment.owner.query('select from messages where company_id = $1', [company.id])).rowCount,
        (count) => count === 2,
        { timeoutMs: 70_000 },
      );
      check('IN-06')
        .is('afterwards', after.status, 200)
        .is('stored', stored ?? 0, 2);
    },
  },
  {
    ids: ['IN-07'],
    title: 'an agent closes the ticket at the moment the customer writes',
    isQuick: true,
    setup: () => [{ connections: 1 }],
    async run({ environment, company, connection, size, random, check }) {
      const nodes = await environment.only('a', 'b');
      await environment.connect(company, nodes[0]!);
      const tries = size.isShort ? 10 : Math.ceil(size.messages / 20);
      let faults = 0;
      await inParallel(Array.from({ length: tries }, newNumber), 4, async (number) => {
        await sendWebhook(nodes[0]!, connection, [message(number, `um de ${number}`)]);
        const ticket = await until(
          'the ticket to be created',
          async () =>
            (
              await environment.owner.query<{ id: number }>(
                'select t.id from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id where t.company_id = $1 and c.number = $2',
                [company.id, number],
              )
            ).rows[0]?.id,
          (id) => id !== undefined,
          { everyMs: 10 },
        );
        await environment.request(company, nodes[0]!, 'PUT', `/tickets/${ticket}`, {
          status: 'open',
          userId: company.adminId,
        });
        // A webhook takes some steps before it reaches the ticket; the close comes before, after and at that moment.
        const delay = random.between(0, 80);
        const [closed] = await Promise.all([
          pause(delay).then(() =>
            environment.request(company, nodes[0]!, 'PUT', `/tickets/${ticket}`, {
              status: 'closed',
              userId: company.adminId,
            }),
          ),
          sendWebhook(nodes[1]!, connection, [message(number, `dois de ${number}`)]),
        ]);
        if (closed.status >= 500) faults += 1;
      });
      await drained(environment, [company]);
      const { rows } = await environment.owner.query<{ messages: number; most: number; split: number }>(
        `select (select count(*)::int from messages where company_id = $1) as messages,
                (select coalesce(max(n), 0)::int from (select count(*) as n from tickets where company_id = $1 and status <> 'closed' group by contact_id) x) as most,
                (select count(*)::int from (select contact_id from tickets where company_id = $1 group by 1 having count(*) = 2) x) as split`,
        [company.id],
      );
      check('IN-07')
        .is('messages', rows[0]!.messages, tries * 2)
        .is('orphans', tries * 2 - rows[0]!.messages, 0)
        .atMost('most live tickets of one contact', rows[0]!.most, 1)
        .figure(`${rows[0]!.split} of ${tries} in a new ticket`)
        .is('server faults', faults, 0);
    },
  },
  {
    ids: ['IN-08'],
    title: 'one contact under many identities',
    isQuick: true,
    setup: () => [{ connections: 2 }],
    async run({ environment, company, connection, check }) {
      const [node] = await environment.only('a');
      await environment.connect(company, node!);
      const other = company.connections[1]!;
      const messageFrom = (chat: object, text: string) => ({ ...message('', text), chat });
      const phone = newNumber();
      const old = phone.replace(/^(55..)9/, '$1');
      await sendWebhook(node!, connection, [
        messageFrom({ phone }, 'com nove'),
        messageFrom({ phone: old }, 'sem nove'),
      ]);
      await sendWebhook(node!, other, [messageFrom({ phone: old }, 'outra linha')]);
      await sendWebhook(node!, connection, [messageFrom({ lid: '900000000000001' }, 'só lid')]);
      await drained(environment, [company]);
      await sendWebhook(node!, connection, [
        messageFrom({ lid: '900000000000001', phone: newNumber() }, 'lid e número'),
        messageFrom({ username: 'fulana.silva' }, 'só nome'),
      ]);
      await sendWebhook(node!, connection, [
        { ...message('', 'no grupo'), chat: { group: '120399999', name: 'Turma' }, author: { phone, name: 'Ana' } },
        {
          ...message('', 'no grupo de novo'),
          chat: { group: '120399999', name: 'Turma' },
          author: { phone: old, name: 'Ana' },
        },
      ]);
      // Two contacts that turn out to be one person, each with a live ticket: one of the two tickets is closed.
      const late = newNumber();
      await sendWebhook(node!, connection, [
        messageFrom({ phone: late }, 'só número'),
        messageFrom({ lid: '900000000000002' }, 'só o outro lid'),
      ]);
      await drained(environment, [company]);
      await sendWebhook(node!, connection, [messageFrom({ lid: '900000000000002', phone: late }, 'os dois')]);
      await drained(environment, [company]);
      const { rows } = await environment.owner.query<{
        contacts: number;
        groups: number;
        messages: number;
        tickets: number;
      }>(
        `select (select count(*)::int from contacts where company_id = $1 and merged_into_id is null and not is_group) as contacts,
                (select count(*)::int from contacts where company_id = $1 and is_group) as groups,
                (select count(*)::int from messages where company_id = $1) as messages,
                (select count(*)::int from tickets where company_id = $1 and status <> 'closed') as tickets`,
        [company.id],
      );
      check('IN-08')
        .is('messages', rows[0]!.messages, 11)
        // The contact with the ninth digit, the two with a LID, the one with a user name.
        .is('contacts', rows[0]!.contacts, 4)
        .is('groups', rows[0]!.groups, 1)
        .is('live tickets', rows[0]!.tickets, 6);
    },
  },
];
