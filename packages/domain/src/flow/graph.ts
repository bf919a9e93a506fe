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
  const remove = createRemoval(remaining, successors);
  remove([...remaining].filter((id) => successors(id).length === 0));
  const found: string[] = [];
  for (;;) {
    const [first] = remaining;
    if (first === undefined) return found;
    // Every remaining node has a successor, so this path must meet itself.
    const path = new Set([first]);
    let [id] = successors(first);
    while (id !== undefined && !path.has(id)) {
      path.add(id);
      [id] = successors(id);
    }
    const members = [...path];
    const cycle = new Set(members.slice(members.indexOf(id!)));
    found.push(doc.nodes.find((node) => cycle.has(node.id))!.id);
    remove([...cycle]);
  }
}

/** Removes nodes, and those that lead nowhere then. Looks at each edge once, whatever the order of the nodes. */
function createRemoval(remaining: Set<string>, successors: (id: string) => string[]) {
  const predecessors = new Map<string, string[]>();
  const openCounts = new Map<string, number>();
  for (const id of remaining) {
    const next = successors(id);
    openCounts.set(id, next.length);
    for (const to of next) {
      const before = predecessors.get(to);
      if (before) before.push(id);
      else predecessors.set(to, [id]);
    }
  }
  return function remove(ids: string[]): void {
    for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
      if (!remaining.delete(id)) continue;
      for (const before of predecessors.get(id) ?? []) {
        const open = openCounts.get(before)! - 1;
        openCounts.set(before, open);
        if (open === 0) ids.push(before);
      }
    }
  };
}
