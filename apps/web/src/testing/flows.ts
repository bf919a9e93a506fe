/** Test data for flows. */
import type { Flow, FlowDraft, FlowReferences, FlowRun, FlowRunPath } from '@balcao/contract/endpoints/flows';
import type { FlowTried } from '@balcao/contract/flow/tries';
import { endpoints } from '@balcao/contract/endpoints/index';
import type { FlowDoc, FlowNode, NodeType } from '@balcao/domain/flow/document';
import { portsOf } from '@balcao/domain/flow/ports';
import { emptyDoc, newNode } from '@balcao/domain/flow/new-node';
import { answer } from './server.ts';

export const aFlow = (own: Partial<Flow> = {}): Flow => ({
  id: 5,
  name: 'Boas-vindas',
  active: true,
  user_id: 1,
  company_id: 7,
  createdAt: '2026-07-20T12:00:00.000Z',
  updatedAt: '2026-07-20T12:00:00.000Z',
  usedBy: { connections: [], phrases: [], queues: [], options: [], integrations: [], flows: [] },
  conversations: 0,
  published: { number: 12, at: '2026-07-20T12:00:00.000Z', by: null },
  hasChanges: false,
  problems: { errors: 0, warnings: 0 },
  ...own,
});

export const aNode = <Type extends NodeType>(
  type: Type,
  id: string,
  data: object = {},
  position = { x: 300, y: 0 },
): FlowNode => {
  const node = newNode(type, id, position);
  return { ...node, data: { ...node.data, ...data } } as FlowNode;
};

/** A menu with two options. */
export const aMenu = () =>
  aNode('menu', 'menu', {
    message: 'Como posso ajudar?',
    options: [
      { number: 1, value: 'Ver preços' },
      { number: 2, value: 'Meu pedido' },
    ],
  });

/** A document with a start and these nodes; `edges` are written as `source port target`. */
export function aDoc(nodes: readonly FlowNode[], edges: readonly string[] = []): FlowDoc {
  const doc = emptyDoc('start');
  return {
    ...doc,
    nodes: [...doc.nodes, ...nodes],
    edges: edges.map((edge, at) => {
      const [source = '', port = '', target = ''] = edge.split(' ');
      return { id: `e${at}`, source, port, target };
    }),
  };
}

export const aDraft = (doc: FlowDoc = emptyDoc('start'), own: Partial<FlowDraft> = {}): FlowDraft => ({
  flow: { id: 5, name: 'Boas-vindas', active: true },
  rev: 1,
  doc,
  by: null,
  at: '2026-07-20T12:00:00.000Z',
  published: null,
  hasChanges: true,
  files: [],
  ...own,
});

export const someReferences = (own: Partial<FlowReferences> = {}): FlowReferences => ({
  queues: [
    { id: 1, name: 'Vendas' },
    { id: 2, name: 'Suporte' },
  ],
  users: [{ id: 1, name: 'Marina Lopes' }],
  tags: [{ id: 3, name: 'VIP' }],
  lanes: [],
  fileLists: [],
  templates: [],
  prompts: [],
  integrations: [],
  flows: [],
  files: [],
  exitWords: [],
  variables: ['firstName', 'name'],
  channels: [],
  ...own,
});

/** The editor's server: it keeps the draft and returns the saved documents. */
export function withDraft(draft: FlowDraft, references: FlowReferences = someReferences()) {
  let rev = draft.rev;
  answer(endpoints.flows.draft, () => ({ ...draft, rev }));
  answer(endpoints.flows.references, () => references);
  return answer(endpoints.flows.saveDraft, () => ({ rev: ++rev, at: '2026-07-20T12:00:00.000Z', hasChanges: true }));
}

export const aTry = (own: Partial<FlowTried> = {}): FlowTried => ({
  run: {
    v: 1,
    flowId: 5,
    versionId: 0,
    node: 'm',
    part: 0,
    stack: [],
    vars: {},
    seed: 1,
    seq: 1,
    tries: 0,
    wait: null,
    spent: 1,
    startedAt: '2026-07-20T12:00:00.000Z',
    path: [],
    lastText: '',
    isHandedOver: false,
    ended: null,
  },
  says: [],
  effects: [],
  trace: [],
  node: null,
  waits: null,
  ended: null,
  variables: {},
  now: '2026-07-20T12:00:00.000Z',
  inboundAt: '2026-07-20T12:00:00.000Z',
  ...own,
});

export const aRun = (own: Partial<FlowRun> = {}): FlowRun => ({
  id: 31,
  flow: { id: 5, name: 'Boas-vindas' },
  ticketId: 48213,
  ticketUuid: '7f0c1a52-0000-4000-8000-000000000001',
  contact: { id: 70, name: 'Edson Paiva' },
  version: 7,
  isLive: true,
  node: 'menu',
  nodeName: 'menu',
  startedAt: '2026-07-20T12:00:00.000Z',
  endedAt: null,
  endReason: null,
  ...own,
});

type Step = FlowRunPath['steps'][number];
/** A path on the document; each step lasts until the next one. */
export function aPath(
  doc: FlowDoc,
  steps: readonly (Pick<Step, 'nodeId' | 'event'> & Partial<Step>)[],
  own: Partial<FlowRunPath> = {},
): FlowRunPath {
  const start = Date.parse('2026-07-20T12:00:00.000Z');
  let ms = 0;
  return {
    ...aRun(),
    nodes: doc.nodes.map((node) => ({
      id: node.id,
      type: node.type,
      name: node.name ?? '',
      position: node.position,
      ports: portsOf(node).map(({ id, kind, label = '' }) => ({ id, kind, label })),
    })),
    edges: doc.edges,
    steps: steps.map((step, seq) => {
      const at = new Date(start + ms).toISOString();
      ms += step.ms ?? 0;
      return { seq, port: null, reason: null, ms: 0, at, ...step };
    }),
    variables: {},
    ...own,
  };
}
