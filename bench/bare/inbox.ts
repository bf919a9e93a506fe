/**
 * The smallest server for the calls of the inbox: no authentication, no validation, for each call the SQL in this file,
 * in one transaction with the tenant set, and a response with the same rows and fields.
 */
import Fastify from 'fastify';
import pg from 'pg';

const COMPANY = Number(process.env['COMPANY']);
const pool = new pg.Pool({ connectionString: process.env['APP_URL'], max: 10 });
const app = Fastify();

const contact = `(select json_build_object('id', c.id, 'name', c.name, 'number', c.number, 'email', c.email, 'urlPicture', '/nopicture.svg',
    'active', c.is_active, 'acceptAudioMessage', c.accepts_audio, 'disableBot', c.bot_disabled, 'isGroup', c.is_group,
    'companyId', c.company_id, 'lgpdAcceptedAt', c.consented_at, 'extraInfo',
    coalesce((select json_agg(json_build_object('id', e.id, 'name', e.name, 'value', e.value)) from contact_extra_info e
               where e.company_id = c.company_id and e.contact_id = c.id), '[]'), 'tags',
    coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color))
                from contact_tags ct join tags g on g.company_id = ct.company_id and g.id = ct.tag_id
               where ct.company_id = c.company_id and ct.contact_id = c.id), '[]'))
    from contacts c where c.company_id = t.company_id and c.id = t.contact_id)`;
const ticket = `t.id, t.uuid, t.user_id as "userId", t.queue_id as "queueId", t.contact_id as "contactId", t.connection_id as "whatsappId",
    t.company_id as "companyId", t.is_group as "isGroup", t.is_bot as "isBot", t.channel, t.status, t.uses_integration as "useIntegration",
    t.last_message as "lastMessage", t.last_from_me as "fromMe", t.unread as "unreadMessages", t.bot_turns as "amountUsedBotQueues",
    t.is_active_demand as "isActiveDemand", t.imported_at as imported, t.created_at as "createdAt", t.updated_at as "updatedAt",
    ${contact} as contact,
    (select json_build_object('id', q.id, 'name', q.name, 'color', q.color) from queues q
      where q.company_id = t.company_id and q.id = t.queue_id) as queue,
    (select json_build_object('id', u.id, 'name', u.name) from users u where u.company_id = t.company_id and u.id = t.user_id) as "user",
    coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color))
       from ticket_tags tt join tags g on g.company_id = tt.company_id and g.id = tt.tag_id
      where tt.company_id = t.company_id and tt.ticket_id = t.id), '[]') as tags,
    (select json_build_object('id', w.id, 'name', w.name, 'groupAsTicket', w.group_as_ticket, 'status', w.status, 'channel', w.channel)
       from connections w where w.company_id = t.company_id and w.id = t.connection_id) as whatsapp, t.rating as "userRating"`;
const page = (where: string) => `select ${ticket} from (select id from tickets t where t.company_id = $1 and ${where}
    order by t.updated_at desc, t.id desc limit 41 offset $2) p join tickets t on t.company_id = $1 and t.id = p.id
   order by t.updated_at desc, t.id desc`;
const newest = `not exists (select from tickets n where n.company_id = t.company_id and n.contact_id = t.contact_id
    and n.connection_id = t.connection_id and (n.status <> 'closed', n.id) > (t.status <> 'closed', t.id))`;
const statements = {
  open: page(`t.status = 'open'`),
  closed: page('t.is_newest_closed'),
  byName: page(`t.contact_id in (select id from contacts_matching($3, '', 10000)) and ${newest}`),
  // Walks the tickets in their order and reads the messages of each conversation: cheap for a frequent word.
  byMessage: page(`(select true from tickets s join messages m on m.company_id = s.company_id and m.ticket_id = s.id
    where s.company_id = t.company_id and s.contact_id = t.contact_id and s.connection_id = t.connection_id
      and m.said like $3 and not m.is_deleted limit 1) is not null and ${newest}`),
  thread: `select m.id, m.wid, m.seq, m.body, m.from_me as "fromMe", m.is_read as read, m.ack, m.media_type as "mediaType",
      m.media_key as "mediaUrl", m.media_name as "mediaName", m.preview_key as "previewUrl", m.media_state as "mediaState",
      m.is_deleted as "isDeleted", m.is_edited as "isEdited", m.is_forwarded as "isForwarded", m.is_private as "isPrivate",
      m.sent_at as "createdAt", m.ticket_id as "ticketId", m.queue_id as "queueId", m.company_id as "companyId", m.data as "dataJson",
      (select json_build_object('id', q.id, 'wid', q.wid, 'fromMe', q.from_me, 'body', q.body) from messages q
        where q.company_id = m.company_id and q.id = m.quoted_id) as "quotedMsg",
      (select json_build_object('id', c.id, 'name', c.name) from contacts c
        where c.company_id = m.company_id and c.id = m.contact_id and not m.from_me) as contact,
      (select json_build_object('id', u.id, 'name', u.name) from users u
        where u.company_id = m.company_id and u.id = m.user_id) as "user",
      m.delivery, m.failure_code as failure, m.client_key as "clientKey"
    from (select n.id from messages n join tickets t on t.company_id = $1 and t.uuid = $3
           where n.company_id = $1 and n.contact_id = t.contact_id and n.connection_id = t.connection_id
           order by n.id desc limit 21 offset $2) p join messages m on m.company_id = $1 and m.id = p.id order by m.id desc`,
  byUuid: `select ${ticket} from tickets t where t.company_id = $1 and t.uuid = $2`,
  contacts: `select c.id, c.name, c.number, c.email, c.is_group as "isGroup", c.is_active as active, c.channel, c.picture_key as "urlPicture",
      c.accepts_audio as "acceptAudioMessage", c.bot_disabled as "disableBot", c.consented_at as "lgpdAcceptedAt",
      c.company_id as "companyId", c.connection_id as "whatsappId", c.number as "remoteJid",
      coalesce((select json_agg(json_build_object('id', e.id, 'name', e.name, 'value', e.value)) from contact_extra_info e
                 where e.company_id = c.company_id and e.contact_id = c.id), '[]') as "extraInfo",
      coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color))
                  from contact_tags ct join tags g on g.company_id = ct.company_id and g.id = ct.tag_id
                 where ct.company_id = c.company_id and ct.contact_id = c.id), '[]') as tags,
      (select json_build_object('id', w.id, 'name', w.name) from connections w
        where w.company_id = c.company_id and w.id = c.connection_id) as whatsapp, c.created_at as "createdAt"
    from contacts c join contacts_matching($3, '', 10000) f on f.id = c.id
   where c.company_id = $1 order by c.name, c.id limit 20 offset $2`,
  lock: 'select * from tickets where company_id = $1 and id = $2 for no key update',
  queue: 'select id from queues where company_id = $1 and id = $2',
  move: 'update tickets set queue_id = $3 where company_id = $1 and id = $2 returning *',
  track: 'update ticket_tracking set queue_id = $3 where company_id = $1 and ticket_id = $2 and finished_at is null',
  log: `insert into ticket_log (company_id, ticket_id, type, queue_id) values ($1, $2, 'queue', $3)`,
  byId: `select ${ticket} from tickets t where t.company_id = $1 and t.id = $2`,
};
type Run = (name: keyof typeof statements, ...values: unknown[]) => Promise<Record<string, unknown>[]>;

async function inTransaction<T>(mode: string, work: (run: Run) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(`begin${mode}; set local app.company = '${COMPANY}'`);
    const answer = await work(
      async (name, ...values) =>
        (await client.query({ name, text: statements[name], values: [COMPANY, ...values] })).rows,
    );
    await client.query('commit');
    return answer;
  } finally {
    client.release();
  }
}
const list = (rows: object[], size: number, name: string) => ({
  [name]: rows.slice(0, size),
  count: rows.length,
  hasMore: rows.length > size,
});

app.get<{ Querystring: Record<string, string | undefined> }>('/api/tickets', ({ query }) => {
  const offset = (Number(query['pageNumber'] ?? 1) - 1) * 40;
  const pattern = `%${query['searchParam']}%`;
  return inTransaction(' read only', async (run) => {
    if (query['status'] === 'open') return list(await run('open', offset), 40, 'tickets');
    if (query['status'] === 'closed') return list(await run('closed', offset), 40, 'tickets');
    return list(await run(query['searchOnMessages'] ? 'byMessage' : 'byName', offset, pattern), 40, 'tickets');
  });
});
app.get<{ Querystring: Record<string, string | undefined>; Params: { uuid: string } }>(
  '/api/messages/:uuid',
  (request) =>
    inTransaction(' read only', async (run) => {
      const offset = (Number(request.query['pageNumber'] ?? 1) - 1) * 20;
      const [ticketRow] = await run('byUuid', request.params.uuid);
      const rows = await run('thread', offset, request.params.uuid);
      return { ...list(rows.slice(0, 20).reverse(), 20, 'messages'), ticket: ticketRow };
    }),
);
app.get<{ Querystring: Record<string, string | undefined> }>('/api/contacts', ({ query }) =>
  inTransaction(' read only', async (run) =>
    list(await run('contacts', 0, `%${query['searchParam']}%`), 20, 'contacts'),
  ),
);
app.put<{ Params: { id: string }; Body: { queueId: number } }>('/api/tickets/:id', ({ params, body }) =>
  inTransaction('', async (run) => {
    await run('lock', params.id);
    await run('queue', body.queueId);
    await run('move', params.id, body.queueId);
    await run('track', params.id, body.queueId);
    const [row] = await run('byId', params.id);
    await run('log', params.id, body.queueId);
    return row;
  }),
);

console.log(`ready: ${await app.listen({ port: 0, host: '127.0.0.1' })}`);
