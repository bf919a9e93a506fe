import pg from 'pg';
import { weekdays } from '../packages/domain/src/hours/hours.ts';

/** Rows of the company in the scenario `inbox`, before multiplication. */
const SEED = { contacts: 50_000, tickets: 100_000, messages: 1_000_000, longest: 20_000 };
/** A second company, so that the rows of the measured company are not the whole table. */
const OTHER_COMPANY_SHARE = 0.1;
/** By frequency: the rank decides the share (Zipf), so that thousands share the first. */
const FIRST =
  `Maria João Ana José Antônia Bruno Caio Débora Élcio Fátima Gil Heloísa Ícaro Júlia Kátia Luís Mônica Nilo Olívia Paulo
  Alice Bernardo Cecília Davi Eduarda Felipe Gabriela Henrique Isabela Jorge Karina Leonardo Marina Nathália Otávio Patrícia
  Rafael Sabrina Thiago Úrsula Vinícius Wesley Yasmin Zuleica Adriano Beatriz Cláudio Daniela Emanuel Flávia Gustavo Helena
  Ivan Jaqueline Kleber Larissa Marcelo Natália Osvaldo Priscila`.split(/\s+/);
const LAST = ['Silva', 'Souza', 'Araújo', 'Conceição', 'Ribeiro', 'Lima', 'Cardoso', 'Nóbrega', 'Prado', 'Teles'];
const COMMON = `bom dia boa tarde preciso da segunda via do boleto meu pedido ainda não chegou pode verificar por favor
  obrigado qual o prazo de entrega para esse endereço vocês aceitam cartão quero trocar um produto com defeito a nota
  fiscal veio errada gostaria saber sobre orçamento reunião amanhã às dez horas pagamento confirmado aguardo retorno
  atendimento excelente código rastreio senha acesso sistema atualização cadastro telefone loja horário funcionamento`
  .split(/\s+/)
  .filter((word) => word !== '');
const SYLLABLES = ['ba', 'ce', 'di', 'fo', 'gu', 'la', 'me', 'ni', 'po', 'ru', 'sa', 'te', 'vi', 'zo', 'chão'];
/** Word frequencies as in any language: a few words make up most of the text, thousands the rest. */
const WORDS = [
  ...COMMON,
  ...SYLLABLES.flatMap((first) => SYLLABLES.flatMap((second) => SYLLABLES.map((third) => first + second + third))),
];

export interface Seeded {
  /** The ticket with the long conversation. */
  longUuid: string;
  openIds: number[];
  pendingIds: number[];
  /** The contacts of the conversations at the top of the user's list. */
  callers: { phone: string; name: string }[];
  queueIds: number[];
}

/** Seeds one company with `SEED` times `factor` directly into the tables; message indexes are created afterwards. */
export async function seedInbox(
  ownerUrl: string,
  {
    companyId,
    otherCompanyId,
    userId,
    factor,
  }: { companyId: number; otherCompanyId: number; userId: number; factor: number },
): Promise<Seeded> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    // Foreign keys of generated rows are valid, and a million foreign-key checks are not part of the measurement.
    await owner.query('set session_replication_role = replica');
    const dropped = await owner.query<{ name: string; made: string }>(
      `select indexname as name, indexdef as made from pg_indexes
        where tablename = 'messages' and indexname not in (select conname from pg_constraint)`,
    );
    for (const { name } of dropped.rows) await owner.query(`drop index ${pg.escapeIdentifier(name)}`);
    const seeded = await fill(owner, companyId, userId, factor);
    await fill(owner, otherCompanyId, null, factor * OTHER_COMPANY_SHARE);
    for (const { made } of dropped.rows) await owner.query(made);
    await owner.query(
      'vacuum analyze contacts, tickets, messages, users, queues, connections, ticket_tracking, ticket_periods',
    );
    return seeded;
  } finally {
    await owner.end();
  }
}

async function fill(owner: pg.Client, companyId: number, userId: number | null, factor: number): Promise<Seeded> {
  const contacts = Math.round(SEED.contacts * factor);
  const tickets = Math.round(SEED.tickets * factor);
  const longest = Math.round(SEED.longest * Math.min(1, factor));
  const messages = Math.round(SEED.messages * factor);
  const baseIds = await owner.query<{
    queues: number[];
    connection: number;
    contact: number;
    ticket: number;
    agents: number[];
  }>(
    `with q as (insert into queues (company_id, name, color, target_minutes) select $1, 'Setor ' || n, '#11223' || n, 15
                  from generate_series(1, 5) n returning id)
     select (select array_agg(id) from q) as queues,
            array(select id from users where company_id = $1 and id <> coalesce($2, 0) order by id limit 7) as agents,
            (select min(id) from connections where company_id = $1) as connection,
            (select coalesce(max(id), 0) from contacts) as contact, (select coalesce(max(id), 0) from tickets) as ticket`,
    [companyId, userId],
  );
  const { queues, connection, contact, ticket, agents } = baseIds.rows[0]!;
  await owner.query(
    `insert into contacts (company_id, id, name, number, connection_id)
     select $1, $2 + n, ($4::text[])[floor(power(array_length($4::text[], 1) + 1, (abs(hashint8extended(n, 1)) % 1000000) / 1000000.0))::int]
            || ' ' || ($5::text[])[1 + (n / 20) % 10] || ' ' || ($5::text[])[1 + (n / 200) % 10] || ' ' || n,
            (5581900000000 + n * 7)::text, $6
       from generate_series(1, $3::int) n`,
    [companyId, contact, contacts, FIRST, LAST, connection],
  );
  // The older half of the tickets is closed; of the newer half one in fifty is live, the first of them the long one.
  await owner.query(
    `insert into tickets (company_id, id, contact_id, connection_id, channel, status, user_id, queue_id, unread, last_message,
                          message_seq, created_at, updated_at, last_message_at, closed_at, is_newest_closed)
     select $1, $2 + n, $3 + 1 + (n - 1) % $4::int, $5, 'whatsapp', status, case when status <> 'pending' then ($6::int[])[greatest(1, n / 50 % 16 - 7)] end,
            ($7::int[])[1 + n % 5], case when status = 'closed' then 0 else n % 3 end, 'Obrigado, aguardo o retorno', 10,
            at, at, at, case when status = 'closed' then at end, status = 'closed' and n > $8::int - $4::int
       from generate_series(1, $8::int) n,
            lateral (select case when n <= $8 - $4 or n % 50 > 1 then 'closed' when n % 50 = 1 then 'open' else 'pending' end as status,
                            now() - make_interval(secs => ($8 - n) * 60.0) as at) t`,
    [companyId, ticket, contact, contacts, connection, userId === null ? null : [userId, ...agents], queues, tickets],
  );
  await startServices(owner, companyId);
  const long = ticket + tickets - contacts + 1;
  // In chronological order; in the middle of the table every second message belongs to the long conversation.
  await owner.query(
    `insert into messages (company_id, id, ticket_id, contact_id, connection_id, seq, wid, from_me, origin, user_id, queue_id,
                           body, is_read, ack, delivery, sent_at, created_at)
     select t.company_id, nextval('message_ids'), t.id, t.contact_id, t.connection_id, n, 'wid' || $1 || '.' || n, n % 3 = 0,
            case when n % 3 = 0 then 'agent' else 'customer' end, case when n % 3 = 0 then t.user_id end, t.queue_id,
            array_to_string(array(select ($2::text[])[1 + floor(array_length($2::text[], 1)
                                     * power((abs(hashint8extended(n, w)) % 1000000) / 1000000.0, 3))::int]
                                    from generate_series(1, 4 + n % 9) w), ' ') || ' ' || abs(hashint4(n)) % 100000,
            true, 3, 'read', m.at, m.at
       from generate_series(1, $3::int) n
      cross join lateral (select now() - make_interval(secs => ($3 - n) * 60.0 * $5 / $3) as at,
             case when n % 2 = 0 and n between $3 / 2 and $3 / 2 + 2 * $6::int - 1 then $7::int
                  else $4::int + 1 + (n::bigint * $5 / ($3 + 1))::int end as ticket) m
       join tickets t on t.company_id = $1 and t.id = m.ticket order by n`,
    [companyId, WORDS, messages, ticket, tickets, longest, long],
  );
  await owner.query('update tickets set message_seq = $3 where company_id = $1 and id = $2', [
    companyId,
    long,
    longest,
  ]);
  // Only contacts that write again need an identity.
  await owner.query(
    `insert into contact_identities (company_id, kind, value, contact_id)
     select c.company_id, 'phone', c.number, c.id from contacts c
      where c.company_id = $1 and c.id in (select contact_id from tickets where company_id = $1 and status = 'open')`,
    [companyId],
  );
  for (const [sequence, table] of [
    ['contact_ids', 'contacts'],
    ['ticket_ids', 'tickets'],
  ])
    await owner.query(`select setval($1, (select max(id) from ${table}))`, [sequence]);
  const { rows } = await owner.query<Seeded>(
    `select (select uuid from tickets where company_id = $1 and id = $2) as "longUuid",
            array(select id from tickets where company_id = $1 and status = 'open' order by id desc limit 200) as "openIds",
            (select json_agg(json_build_object('phone', c.number, 'name', c.name))
               from (select contact_id from tickets where company_id = $1 and status = 'open'
                        and user_id is not distinct from $3 order by updated_at desc limit 60) t
               join contacts c on c.company_id = $1 and c.id = t.contact_id) as callers,
            array(select id from tickets where company_id = $1 and status = 'pending' order by id desc limit 400) as "pendingIds",
            array(select id from queues where company_id = $1 order by id) as "queueIds"`,
    [companyId, long, userId],
  );
  return rows[0]!;
}

/** Business hours, and a running service of each live ticket; its period is written by the triggers. */
async function startServices(owner: pg.Client, companyId: number): Promise<void> {
  const hours = { startTimeA: '00:00', endTimeA: '11:59', startTimeB: '12:00', endTimeB: '23:59' };
  const schedules = weekdays.map((weekdayEn) => ({ weekday: weekdayEn, weekdayEn, ...hours }));
  await owner.query('update companies set schedules = $2 where company_id = $1', [
    companyId,
    JSON.stringify(schedules),
  ]);
  await owner.query(
    `insert into company_settings (company_id, key, value) values ($1, 'scheduleType', '"company"')
     on conflict (company_id, key) do update set value = excluded.value`,
    [companyId],
  );
  await owner.query(`set session_replication_role = origin; set app.company = '${companyId}'`);
  await owner.query(
    `insert into ticket_tracking (company_id, ticket_id, connection_id, queue_id, user_id, queued_at, started_at, created_at)
     select company_id, id, connection_id, queue_id, user_id, created_at, case when user_id is not null then created_at end, created_at
       from tickets where company_id = $1 and status <> 'closed' order by id`,
    [companyId],
  );
  await owner.query('set session_replication_role = replica; reset app.company');
}
