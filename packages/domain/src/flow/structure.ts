import { MAX_EDGES, MAX_NODES } from './bounds.ts';
import type { FlowDoc } from './document.ts';
import { portsOf } from './ports.ts';
import type { Problem } from './problems.ts';

type Finding = Pick<Problem, 'code'> & Partial<Problem>;
export const problemOf = (severity: Problem['severity'], finding: Finding): Problem => ({
  severity,
  nodeId: null,
  edgeId: null,
  field: null,
  value: null,
  ...finding,
});
const error = (finding: Finding): Problem => problemOf('error', finding);

/** Errors that no editor makes: forged or damaged ids, edges and ports. A draft with one of them is refused. */
export function structureProblems({ nodes, edges }: Pick<FlowDoc, 'nodes' | 'edges'>): Problem[] {
  const problems: Problem[] = [];
  if (nodes.length > MAX_NODES) problems.push(error({ code: 'tooManyNodes', value: String(MAX_NODES) }));
  if (edges.length > MAX_EDGES) problems.push(error({ code: 'tooManyEdges', value: String(MAX_EDGES) }));
  const nodesById = new Map<string, FlowDoc['nodes'][number]>();
  for (const node of nodes) {
    if (nodesById.has(node.id)) problems.push(error({ code: 'duplicateId', nodeId: node.id }));
    nodesById.set(node.id, node);
  }
  const starts = nodes.filter(({ type }) => type === 'start');
  for (const { id } of starts.slice(1)) problems.push(error({ code: 'severalStarts', nodeId: id }));

  const portIds = new Map<string, Set<string>>();
  const portIdsOf = (node: FlowDoc['nodes'][number]): Set<string> => {
    const known = portIds.get(node.id) ?? new Set(portsOf(node).map(({ id }) => id));
    portIds.set(node.id, known);
    return known;
  };
  const edgeIds = new Set<string>();
  const usedPorts = new Set<string>();
  for (const { id, source, port, target } of edges) {
    const at = { nodeId: source, edgeId: id, field: port };
    if (edgeIds.has(id)) problems.push(error({ code: 'duplicateId', ...at }));
    edgeIds.add(id);
    const from = nodesById.get(source);
    const to = nodesById.get(target);
    if (!from) problems.push(error({ code: 'edgeFromNothing', ...at }));
    else if (!portIdsOf(from).has(port)) problems.push(error({ code: 'unknownPort', ...at }));
    if (!to) problems.push(error({ code: 'edgeToNothing', ...at, value: target }));
    else if (to.type === 'start') problems.push(error({ code: 'edgeIntoStart', ...at, value: target }));
    const exit = `${source} ${port}`;
    if (usedPorts.has(exit)) problems.push(error({ code: 'severalEdges', ...at }));
    usedPorts.add(exit);
  }
  return problems;
}
