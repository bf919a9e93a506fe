import { emptyDoc, newNode } from '@balcao/domain/flow/new-node';
import { describe, expect, it } from 'vitest';
import { addNode, connect } from './document-edits.ts';
import { outlineOf } from './outline.ts';

const at = { x: 0, y: 0 };

describe('the outline of a flow', () => {
  it('follows the exits from the start, indents branches and ends with what cannot be reached', () => {
    let doc = emptyDoc('start');
    for (const [type, id] of [
      ['condition', 'ask'],
      ['message', 'yes'],
      ['message', 'no'],
      ['message', 'after'],
      ['note', 'lost'],
    ] as const)
      doc = addNode(doc, newNode(type, id, at));
    doc = connect(doc, { source: 'start', port: 'a', target: 'ask' });
    doc = connect(doc, { source: 'ask', port: 'a', target: 'yes' });
    doc = connect(doc, { source: 'ask', port: 'b', target: 'no' });
    doc = connect(doc, { source: 'yes', port: 'a', target: 'after' });
    // A way back is no endless list.
    doc = connect(doc, { source: 'after', port: 'a', target: 'ask' });
    expect(outlineOf(doc).map(({ nodeId, depth, isReachable }) => `${nodeId} ${depth} ${isReachable}`)).toEqual([
      'start 0 true',
      'ask 0 true',
      'yes 1 true',
      'after 1 true',
      'no 1 true',
      'lost 0 false',
    ]);
  });

  it('lists a chain of a thousand nodes', () => {
    let doc = emptyDoc('start');
    for (let index = 0; index < 999; index++) doc = addNode(doc, newNode('note', `n${index}`, at));
    const edges = doc.nodes
      .slice(1)
      .map(({ id }, index) => ({ id: `e${index}`, source: doc.nodes[index]!.id, port: 'a', target: id }));
    expect(outlineOf({ ...doc, edges })).toHaveLength(1000);
  });
});
