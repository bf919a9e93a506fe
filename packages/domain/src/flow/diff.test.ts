import { describe, expect, it } from 'vitest';
import { diff, hasChanges, keysOf } from './diff.ts';
import type { FlowDoc, FlowNode } from './document.ts';
import { emptyDoc, newNode } from './new-node.ts';

const docOf = (...nodes: FlowNode[]): FlowDoc => {
  const doc = emptyDoc('start');
  return { ...doc, nodes: [...doc.nodes, ...nodes] };
};
const template = (values: Record<string, string>, x = 0) =>
  ({ ...newNode('template', 't', { x, y: 0 }), data: { templateId: 1, values } }) as FlowNode;

describe('changes between two documents', () => {
  it('have paths that lead back to their keys, also to keys with dots and tildes', () => {
    const values = { 'body.1': 'Ana', 'a~1b': 'x' };
    const { changed } = diff(docOf(template({})), docOf(template(values)));
    expect(changed[0]?.fields.map(({ path, after }) => [keysOf(path), after])).toEqual([
      [['data', 'values', 'body.1'], 'Ana'],
      [['data', 'values', 'a~1b'], 'x'],
    ]);
  });

  it('do not count a moved node', () => {
    const changes = diff(docOf(template({})), docOf(template({}, 300)));
    expect(changes.moved).toHaveLength(1);
    expect(hasChanges(changes)).toBe(false);
  });
});
