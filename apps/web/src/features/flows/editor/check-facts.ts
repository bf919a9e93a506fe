/** What `check` needs besides the document, from what the server says exists. */
import type { FlowReferences } from '@balcao/contract/endpoints/flows';
import type { FlowDoc, FlowNode } from '@balcao/domain/flow/document';
import { kindOf } from '@balcao/domain/flow/nodes/index';
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
    prompts: idsOf(from.prompts),
    integrations: new Map(from.integrations.map(({ id, type }) => [id, type])),
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

const variablesOf = (node: FlowNode): string[] => kindOf(node)?.sets?.(node.data) ?? [];
