import { indexOf } from './doc-index.ts';
import type { FlowDoc } from './document.ts';

/** Nodes that can be reached from these, themselves included. */
export function reachableFrom(doc: FlowDoc, from: readonly string[]): Set<string> {
  const { nodes, targets } = indexOf(doc);
  const reached = new Set(from.filter((id) => nodes.has(id)));
  for (const id of reached)
    for (const target of targets.get(id)?.values() ?? []) if (nodes.has(target)) reached.add(target);
  return reached;
}

/** The first node of each cycle among these nodes. */
export function cyclesAmong(doc: FlowDoc, among: ReadonlySet<string>): string[] {
  const { targets } = indexOf(doc);
  const remaining = new Set(among);
  const successors = (id: string): string[] => [...(targets.get(id)?.values() ?? [])].filter((to) => remaining.has(to));
  const found: string[] = [];
  for (;;) {
    removeDeadEnds(remaining, successors);
    const [first] = remaining;
    if (first === undefined) return found;
    // Every remaining node has a successor, so this path must meet itself.
    const path = [first];
    let [id] = successors(first);
    while (id !== undefined && !path.includes(id)) {
      path.push(id);
      [id] = successors(id);
    }
    const cycle = path.slice(path.indexOf(id!));
    found.push(doc.nodes.find((node) => cycle.includes(node.id))!.id);
    for (const member of cycle) remaining.delete(member);
  }
}

function removeDeadEnds(remaining: Set<string>, successors: (id: string) => string[]): void {
  for (let isDone = false; !isDone;) {
    isDone = true;
    for (const id of remaining)
      if (successors(id).length === 0) {
        remaining.delete(id);
        isDone = false;
      }
  }
}
