/** A flow for every kind of node: the node alone between the start and a last text. */
import { createHash } from 'node:crypto';
import type { FlowDoc, FlowNode, NodeData, NodeType } from '../../packages/domain/src/flow/document.ts';
import { defaultSettings } from '../../packages/domain/src/flow/new-node.ts';
import { portsOf } from '../../packages/domain/src/flow/ports.ts';
import { createDiskStorage } from '../../apps/server/src/infrastructure/storage/disk.ts';
import type { Company } from './companies.ts';
import type { Environment } from './environment.ts';

/** Kinds that call another service are killed during their calls, by `scenarios-calls.ts`. */
type RunningType = Exclude<NodeType, 'http' | 'webhook' | 'typebot' | 'openai'>;
export interface FlowCase {
  kind: RunningType;
  phrase: string;
  /** The node whose commits are stopped. */
  node: string;
  /** What the customer answers, for nodes that ask. */
  answer?: string;
  /** Steps of the node that are stored by different transactions. */
  events: ('entered' | 'left')[];
}
interface References {
  queueId: number;
  userId: number;
  tagId: number;
  laneId: number;
  fileListId: number;
  templateId: number;
  flowId: number;
  file: { name: string; original: string };
}

const NODE = 'node';
const position = { x: 0, y: 0 };
const answers: Partial<Record<RunningType, string>> = { menu: '1', question: 'Ana' };
/** They stay at the node between two transactions. */
const pausing = new Set<RunningType>(['singleBlock', 'interval', 'wait', 'menu', 'question']);

const dataOf = (given: References): { [Type in RunningType]: NodeData[Type] } => ({
  start: {},
  singleBlock: {
    blocks: [
      { id: 'message1', type: 'text', text: 'Primeiro' },
      { id: 'interval1', type: 'interval', seconds: 1 },
      { id: 'message2', type: 'text', text: 'Segundo' },
    ],
  },
  message: { text: 'Olá' },
  img: { file: given.file, caption: 'Foto' },
  audio: { file: given.file, record: false },
  video: { file: given.file, caption: 'Filme' },
  interval: { seconds: 1 },
  // A second and a half.
  wait: { until: 'minutes', minutes: 0.025, onlyInHours: false, hours: 'company', queueId: null, template: null },
  menu: {
    message: 'Escolha',
    options: [{ number: 1, value: 'Um' }],
    form: 'text',
    tries: 3,
    timeoutMinutes: null,
    showsExit: false,
  },
  question: {
    message: 'Seu nome?',
    answerKey: 'nome',
    kind: 'text',
    tries: 3,
    timeoutMinutes: null,
    retryMessage: '',
    showsExit: false,
  },
  condition: { match: 'all', rules: [{ subject: 'connection.channel', operator: 'notEmpty', value: '' }] },
  randomizer: { percent: 100 },
  ticket: { queueId: given.queueId },
  queue: { queueId: given.queueId },
  agent: { to: 'user', userId: given.userId, queueId: null },
  tag: { add: [given.tagId], remove: [] },
  lane: { laneId: given.laneId },
  data: {
    entries: [
      { target: 'variable', key: 'valor', value: '1' },
      { target: 'extra', key: 'pedido', value: '42' },
    ],
  },
  hours: { of: 'company', queueId: null },
  files: { fileListId: given.fileListId },
  template: { templateId: given.templateId, values: {} },
  flow: { flowId: given.flowId, mode: 'call' },
  note: { text: 'Anotado' },
  close: { mode: 'silent' },
});

/** Every port leads to the next node, except that of failures if these lead to a human. */
export function docOf(nodes: FlowNode[], { failuresToHuman = false } = {}): FlowDoc {
  const all = [{ id: 'start', type: 'start', position, data: {} } as FlowNode, ...nodes];
  return {
    schema: 1,
    nodes: all,
    edges: all.slice(0, -1).flatMap((node, n) =>
      portsOf(node)
        .filter(({ kind }) => !failuresToHuman || kind !== 'failed')
        .map(({ id }) => ({ id: `${node.id}-${id}`, source: node.id, port: id, target: all[n + 1]!.id })),
    ),
    settings: defaultSettings(),
  };
}
export const text = (id: string, words: string) =>
  ({ id, type: 'message', position, data: { text: words } }) as FlowNode;

/** Publishes a flow for each kind, which a phrase starts. */
export async function publishCases(environment: Environment, company: Company): Promise<FlowCase[]> {
  const { owner } = environment;
  const called = await publish(owner, company.id, 'Chamado', docOf([text('called', 'Do outro fluxo')]));
  const references = await createReferences(environment, company, called);
  const cases: FlowCase[] = [];
  for (const [kind, data] of Object.entries(dataOf(references)) as [RunningType, NodeData[RunningType]][]) {
    const isStart = kind === 'start';
    const node = { id: NODE, type: kind, position, data } as FlowNode;
    const doc = docOf([...(isStart ? [] : [node]), text('last', `Depois de ${kind}`)]);
    const phrase = `quero ${kind}`;
    await publish(owner, company.id, `Fluxo ${kind}`, doc, phrase);
    const answer = answers[kind];
    cases.push({
      kind,
      phrase,
      node: isStart ? 'start' : NODE,
      ...(answer !== undefined && { answer }),
      events: pausing.has(kind) ? ['entered', 'left'] : ['entered'],
    });
  }
  return cases;
}

export async function publish(
  owner: Environment['owner'],
  companyId: number,
  name: string,
  doc: FlowDoc,
  phrase?: string,
) {
  const { rows } = await owner.query<{ id: number }>(
    'insert into flows (company_id, name) values ($1, $2) returning id',
    [companyId, name],
  );
  const { id } = rows[0]!;
  await owner.query(
    `with version as (
       insert into flow_versions (company_id, flow_id, number, doc, digest) values ($1, $2, 1, $3, '') returning id)
     update flows set live_version_id = version.id from version where company_id = $1 and flows.id = $2`,
    [companyId, id, JSON.stringify(doc)],
  );
  if (phrase !== undefined)
    await owner.query('insert into flow_phrases (company_id, name, phrase, flow_id) values ($1, $2, $2, $3)', [
      companyId,
      phrase,
      id,
    ]);
  return id;
}

/** What the nodes refer to. */
async function createReferences(
  { owner, storageDir }: Environment,
  company: Company,
  flowId: number,
): Promise<References> {
  const one = async (sql: string, values: unknown[] = []) =>
    (await owner.query<{ id: number }>(sql, [company.id, ...values])).rows[0]!.id;
  const content = Buffer.from('a file of a flow');
  const { key, bytes } = await createDiskStorage(storageDir).put(content, { companyId: company.id, kind: 'media' });
  await owner.query(
    `insert into files (company_id, storage_key, purpose, mime, bytes, sha256) values ($1, $2, 'media', 'image/png', $3, $4)`,
    [company.id, key, bytes, createHash('sha256').update(content).digest()],
  );
  await owner.query(
    `insert into flow_files (company_id, name, storage_key, original_name, mime, bytes)
     values ($1, 'arquivo.png', $2, 'Arquivo.png', 'image/png', $3)`,
    [company.id, key, bytes],
  );
  const fileListId = await one(
    `insert into file_lists (company_id, name, message) values ($1, 'Lista', 'Seguem') returning id`,
  );
  await owner.query(
    `insert into file_list_items (company_id, list_id, name, position, media_key, media_name, media_mime, media_bytes)
     values ($1, $2, 'Item', 1, $3, 'Arquivo.png', 'image/png', $4)`,
    [company.id, fileListId, key, bytes],
  );
  return {
    queueId: await one(`insert into queues (company_id, name, color) values ($1, 'Vendas', '#112233') returning id`),
    userId: company.adminId,
    tagId: await one(`insert into tags (company_id, name, color) values ($1, 'Etiqueta', '#1E88E5') returning id`),
    laneId: await one(
      `insert into tags (company_id, name, color, is_lane) values ($1, 'Coluna', '#1E88E5', true) returning id`,
    ),
    fileListId,
    templateId: await one(
      `insert into templates (company_id, connection_id, name, language, status, body)
       values ($1, $2, 'retorno', 'pt_BR', 'approved', 'Seu pedido saiu.') returning id`,
      [company.connections[0]!.connectionId],
    ),
    flowId,
    file: { name: 'arquivo.png', original: 'Arquivo.png' },
  };
}
