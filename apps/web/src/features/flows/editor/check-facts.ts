/** What `check` needs besides the document, from what the server says exists. */
import type { FlowReferences } from '@balcao/contract/endpoints/flows';
import type { FlowDoc, FlowNode } from '@balcao/domain/flow/document';
import type { CheckFacts, References } from '@balcao/domain/flow/references';

const idsOf = (rows: readonly { id: number }[]): ReadonlySet<number> => new Set(rows.map(({ id }) => id));

/** `uploaded`: files that were stored since the references were fetched. */
export function knownReferences(from: FlowReferences, uploaded: Iterable<string> = []): References {
  return {
    queues: idsOf(from.queues),
    users: idsOf(from.users),
    tags: idsOf(from.tags),
    lanes: idsOf(from.lanes),
    fileLists: idsOf(from.fileLists),
    templates: idsOf(from.templates),
    flows: idsOf(from.flows.filter(({ active, isPublished }) => active && isPublished)),
    prompts: new Set(),
    integrations: new Set(),
    files: new Set([...from.files.map(({ name }) => name), ...uploaded]),
  };
}

export const checkFacts = (from: FlowReferences, uploaded: Iterable<string> = []): CheckFacts => ({
  references: knownReferences(from, uploaded),
  exitWords: from.exitWords,
  variables: from.variables,
  channels: from.channels,
});

/** Names of the variables that nodes set, in the order of the nodes. */
export const variablesSetBy = (doc: FlowDoc): string[] => [...new Set(doc.nodes.flatMap(variablesOf))].filter(Boolean);

function variablesOf(node: FlowNode): string[] {
  if (node.type === 'question') return [node.data.answerKey];
  if (node.type !== 'data') return [];
  return node.data.entries.flatMap((entry) => (entry.target === 'variable' ? [entry.key] : []));
}
