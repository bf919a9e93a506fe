import type { FlowNode } from './document.ts';
import { kindOf } from './nodes/index.ts';
import type { Inspector } from './nodes/node-kind.ts';
import type { ErrorCode, Problem } from './problems.ts';
import type { DocReferences, References } from './references.ts';
import { problemOf } from './structure.ts';

const unknownCodes: Record<keyof DocReferences, ErrorCode> = {
  queues: 'unknownQueue',
  users: 'unknownUser',
  tags: 'unknownTag',
  lanes: 'unknownLane',
  fileLists: 'unknownFileList',
  templates: 'unknownTemplate',
  flows: 'unknownFlow',
  prompts: 'unknownPrompt',
  integrations: 'unknownIntegration',
  files: 'unknownFile',
};

/** Missing fields and unknown ids of one node. */
export function inspectNode(node: FlowNode, references: References): Problem[] {
  const kind = kindOf(node);
  const problems: Problem[] = [];
  const report = (code: Problem['code'], field: string, value?: string): void =>
    void problems.push(problemOf('error', { code, nodeId: node.id, field, value: value ?? null }));
  if (!kind) {
    report('unknownType', 'type', String(node.type));
    return problems;
  }
  const inspector: Inspector = {
    error: report,
    required(field, value) {
      if (value === null || (typeof value === 'string' ? value.trim() === '' : value.length === 0))
        report('required', field);
    },
    reference(referenceKind, field, id) {
      if (id === null) report('required', field);
      else if (!references[referenceKind].has(id)) report(unknownCodes[referenceKind], field, String(id));
    },
    integration(field, id, types) {
      const type = id === null ? undefined : references.integrations.get(id);
      if (type !== undefined && !types.includes(type)) report('wrongIntegration', field, String(id));
      else inspector.reference('integrations', field, id);
    },
    file(field, { name, original }) {
      if (name === '') report('required', field);
      else if (!references.files.has(name)) report('unknownFile', field, original);
    },
  };
  kind.inspect(node.data, inspector);
  return problems;
}

/** Every id and file name that a document names, for loading what exists of them. */
export function referencesOf(nodes: readonly FlowNode[], fallbackQueueId: number | null): DocReferences {
  const found = {
    queues: new Set<number>(fallbackQueueId === null ? [] : [fallbackQueueId]),
    users: new Set<number>(),
    tags: new Set<number>(),
    lanes: new Set<number>(),
    fileLists: new Set<number>(),
    templates: new Set<number>(),
    flows: new Set<number>(),
    prompts: new Set<number>(),
    integrations: new Set<number>(),
    files: new Set<string>(),
  };
  const inspector: Inspector = {
    error: () => {},
    required: () => {},
    reference: (kind, _field, id) => void (id !== null && found[kind].add(id)),
    integration: (_field, id) => void (id !== null && found.integrations.add(id)),
    file: (_field, { name }) => void (name !== '' && found.files.add(name)),
  };
  for (const node of nodes) kindOf(node)?.inspect(node.data, inspector);
  return {
    queues: [...found.queues],
    users: [...found.users],
    tags: [...found.tags],
    lanes: [...found.lanes],
    fileLists: [...found.fileLists],
    templates: [...found.templates],
    flows: [...found.flows],
    prompts: [...found.prompts],
    integrations: [...found.integrations],
    files: [...found.files],
  };
}
