import { nodeTypes, type FlowDoc, type FlowNode } from './document.ts';
import { defaultSettings } from './new-node.ts';
import { nodeKinds } from './nodes/index.ts';

type Stored = Readonly<Record<string, unknown>>;
const isStored = (value: unknown): value is Stored =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Step n turns a document of schema n + 1 into the next one. There is one schema so far. */
const upgrades: readonly ((doc: Stored) => Stored)[] = [];
export const CURRENT_SCHEMA = 1;

/** A stored document in the current schema; undefined if it is none. Fields that were added since get their default. */
export function upgrade(stored: unknown, steps = upgrades, target: number = CURRENT_SCHEMA): FlowDoc | undefined {
  if (!isStored(stored) || !Number.isInteger(stored['schema'])) return undefined;
  const schema = Number(stored['schema']);
  if (schema < 1 || schema > target) return undefined;
  const doc = steps.slice(schema - 1, target - 1).reduce((before, step) => step(before), stored);
  const { nodes, edges, settings } = doc;
  if (!Array.isArray(nodes) || !Array.isArray(edges) || !nodes.every(isStored)) return undefined;
  return {
    ...doc,
    schema: target,
    nodes: nodes.map(withDefaults),
    edges,
    settings: { ...defaultSettings(), ...(isStored(settings) && settings) },
  } as FlowDoc;
}

function withDefaults(node: Stored): FlowNode {
  const type = nodeTypes.find((known) => known === node['type']);
  const data = isStored(node['data']) ? node['data'] : {};
  return { ...node, data: type ? { ...nodeKinds[type].defaults(), ...data } : data } as FlowNode;
}
