/** Test data for flows. */
import type { Flow, FlowDraft, FlowReferences, FlowTried } from '@balcao/contract/endpoints/flows';
import { endpoints } from '@balcao/contract/endpoints/index';
import type { FlowDoc, FlowNode, NodeType } from '@balcao/domain/flow/document';
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
  usedBy: { connections: [], phrases: [], queues: [], options: [], flows: [] },
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
