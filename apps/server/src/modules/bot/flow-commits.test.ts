/**
 * Every kind of node whose transaction is lost at its commit. `npm run chaos` kills the whole server there, also during calls
 * to services.
 */
import type { FlowDoc, FlowNode, NodeData, NodeType } from '@balcao/domain/flow/document';
import { menu, message, node, question } from '@balcao/domain/flow/flow.fixture';
import { defaultSettings } from '@balcao/domain/flow/new-node';
import { portsOf } from '@balcao/domain/flow/ports';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTemplate } from '../../../test/channel.ts';
import type { Bot } from './bot.fixture.ts';
import { startFlowServer, type FlowServer } from './flows.fixture.ts';

let service: FlowServer;
let bot: Bot;
let given: Awaited<ReturnType<typeof createReferences>>;
beforeAll(async () => {
  service = await startFlowServer();
  // The first comparison with the channel removes templates that the channel lacks.
  service.testChannel.approved.push(createTemplate('retorno', { body: 'Seu pedido saiu.' }));
  bot = await service.createBot();
  given = await createReferences();
  // A deferred trigger is the last work of a commit. A sequence survives the rollback.
  await service.server.asOwner.query(`
    create table lost_commits (event text); create sequence lost_commit;
    create function lose_commit() returns trigger language plpgsql security definer as $$ begin
      if new.node = 'node' and exists (select from lost_commits where event = new.event) and nextval('lost_commit') = 1 then
        raise exception 'killed at the commit' using errcode = '57P01';
      end if;
      return null;
    end $$;
    create constraint trigger lose_commit after insert on flow_steps deferrable initially deferred
      for each row execute function lose_commit()`);
});
afterAll(() => service.server.stop());

const sql = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await service.server.asOwner.query<Row>(text, values)).rows;

async function createReferences() {
  const { companyId, connectionId, queues, admin } = bot;
  const idOf = async (text: string, values: unknown[] = []) =>
    (await sql<{ id: number }>(`${text} returning id`, [companyId, ...values]))[0]!.id;
  const tag = (name: string, isLane: boolean) =>
    idOf(`insert into tags (company_id, name, color, is_lane) values ($1, $2, '#1E88E5', $3)`, [name, isLane]);
  await sql(
    `with f as (insert into files (company_id, storage_key, purpose, mime, bytes, sha256)
       values ($1, $2, 'flow', 'image/png', 3, ''))
     insert into flow_files (company_id, name, storage_key, original_name, mime, bytes)
       values ($1, 'foto.png', $2, 'foto.png', 'image/png', 3)`,
    [companyId, `${companyId}/flow/foto.png`],
  );
  const fileListId = await idOf(`insert into file_lists (company_id, name, message) values ($1, 'Lista', 'Seguem')`);
  await sql(
    `insert into file_list_items (company_id, list_id, name, position, media_key, media_name, media_mime, media_bytes)
     values ($1, $2, 'Item', 1, $3, 'foto.png', 'image/png', 3)`,
    [companyId, fileListId, `${companyId}/flow/foto.png`],
  );
  return {
    fileListId,
    queueId: queues[0]!.id,
    userId: admin.user.id,
    tagId: await tag('Cliente', false),
    laneId: await tag('Coluna', true),
    templateId: await idOf(
      `insert into templates (company_id, connection_id, name, language, status, body)
       values ($1, $2, 'retorno', 'pt_BR', 'approved', 'Seu pedido saiu.')
       on conflict (company_id, connection_id, name, language) do update set body = excluded.body`,
      [connectionId],
    ),
    flowId: await service.publish(bot, docOf(message('called', 'Do outro fluxo'))),
  };
}

/** Every exit leads to the last text. */
function docOf(tested: FlowNode): FlowDoc {
  const all = [node('start', 'start', {}), tested, message('last', 'Depois')];
  return {
    schema: 1,
    nodes: all,
    edges: all
      .slice(0, -1)
      .flatMap((from, n) =>
        portsOf(from).map(({ id }) => ({ id: `${from.id}-${id}`, source: from.id, port: id, target: all[n + 1]!.id })),
      ),
    settings: defaultSettings(),
  };
}

/** Calls to services have transactions of their own. */
type Kind = Exclude<NodeType, 'start' | 'http' | 'webhook' | 'typebot' | 'openai'>;
const tested = <Type extends Kind>(type: Type, data: NodeData[Type]) => node('node', type, data);
const minute = {
  until: 'minutes',
  minutes: 1,
  onlyInHours: false,
  hours: 'company',
  queueId: null,
  template: null,
} as const;
const file = { name: 'foto.png', original: 'foto.png' };
const cases: Record<Kind, () => FlowNode> = {
  message: () => tested('message', { text: 'Olá' }),
  singleBlock: () =>
    tested('singleBlock', {
      blocks: [
        { id: 'message1', type: 'text', text: 'Primeiro' },
        { id: 'interval1', type: 'interval', seconds: 1 },
        { id: 'message2', type: 'text', text: 'Segundo' },
      ],
    }),
  img: () => tested('img', { file, caption: 'Foto' }),
  audio: () => tested('audio', { file, record: false }),
  video: () => tested('video', { file, caption: 'Filme' }),
  files: () => tested('files', { fileListId: given.fileListId }),
  interval: () => tested('interval', { seconds: 1 }),
  wait: () => tested('wait', minute),
  menu: () => menu('node', ['Um']),
  question: () => question('node', 'nome'),
  condition: () => tested('condition', { match: 'all', rules: [{ subject: 'name', operator: 'notEmpty', value: '' }] }),
  randomizer: () => tested('randomizer', { percent: 100 }),
  ticket: () => tested('ticket', { queueId: given.queueId }),
  queue: () => tested('queue', { queueId: given.queueId }),
  agent: () => tested('agent', { to: 'user', userId: given.userId, queueId: null }),
  tag: () => tested('tag', { add: [given.tagId], remove: [] }),
  lane: () => tested('lane', { laneId: given.laneId }),
  data: () => tested('data', { entries: [{ target: 'extra', key: 'pedido', value: '42' }] }),
  hours: () => tested('hours', { of: 'company', queueId: null }),
  template: () => tested('template', { templateId: given.templateId, values: {} }),
  flow: () => tested('flow', { flowId: given.flowId, mode: 'call' }),
  note: () => tested('note', { text: 'Anotado' }),
  close: () => tested('close', { mode: 'silent' }),
};
const answers: Partial<Record<Kind, string>> = { menu: '1', question: 'Ana' };
/** They stay at the node between two transactions. */
const pausing: ReadonlySet<Kind> = new Set<Kind>(['singleBlock', 'interval', 'wait', 'menu', 'question']);

/** A whole conversation, each message delivered twice. Returns what the customer, the agents and the run have got. */
async function talk(kind: Kind) {
  const customer = service.createCustomer(bot);
  const send = async (text: string) => {
    const event = bot.customerMessage(customer.number, text);
    await bot.sendWebhook([event, event]);
    await service.until(customer.thread, (rows) => rows.some((row) => !row.from_me && row.body === text));
  };
  const lastRun = async () => {
    const [ticket] = await customer.tickets();
    return ticket && (await service.runs(ticket.id)).at(-1);
  };
  await send(`quero ${kind}`);
  const answer = answers[kind];
  if (answer !== undefined) await send(answer);
  const run = await service.until(
    async () => {
      const current = await lastRun();
      // A lost transaction of a timer is tried again by the next sweep.
      if (current?.ended_at === null) await service.pass(90_000);
      return current;
    },
    (current) => current !== undefined && current.ended_at !== null,
  );
  const [ticket] = await sql(
    `select t.status, t.queue_id, t.user_id, t.lane_id, t.is_bot,
            array(select tag_id from contact_tags g where g.company_id = $1 and g.contact_id = t.contact_id) as tags,
            array(select value from contact_extra_info x where x.company_id = $1 and x.contact_id = t.contact_id) as extra
       from tickets t where t.company_id = $1 and t.id = $2`,
    [bot.companyId, run!.ticket_id],
  );
  const thread = (await customer.thread()).map(
    ({ from_me, body, media_type }) => `${from_me ? '<' : '>'} ${media_type} ${body}`,
  );
  return { thread, ticket, log: await customer.log(), path: await service.path(run!.id), end: run!.end_reason };
}

it.each(Object.keys(cases) as Kind[])(
  'a conversation at the node «%s» goes on once, as if its transaction had not been lost at the commit [FL-11]',
  async (kind) => {
    await service.publish(bot, docOf(cases[kind]()), { phrase: `quero ${kind}` });
    const undisturbed = await talk(kind);
    for (const event of pausing.has(kind) ? ['entered', 'left'] : ['entered']) {
      await sql('insert into lost_commits values ($1)', [event]);
      await sql(`select setval('lost_commit', 1, false)`);
      const disturbed = await talk(kind);
      const [{ tries } = { tries: 0 }] = await sql<{ tries: number }>(
        'select last_value::int as tries from lost_commit where is_called',
      );
      await sql('delete from lost_commits');
      expect(tries, `commits of «${event}»`).toBe(2);
      expect(disturbed).toEqual(undisturbed);
    }
  },
);
