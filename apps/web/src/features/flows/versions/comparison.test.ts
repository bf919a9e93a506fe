import { describe, expect, it } from 'vitest';
import { aDoc, aNode } from '../../../testing/flows.ts';
import { compareDocs } from './comparison.ts';

const hello = aNode('message', 'm', { text: 'Olá!' });
const queue = aNode('queue', 'q', { queueId: 1 });

describe('two versions in one drawing', () => {
  it('marks added, changed and removed nodes, and does not mark a moved one', () => {
    const before = aDoc([hello, queue, aNode('note', 'n', { text: 'VIP' })]);
    const after = aDoc([
      aNode('message', 'm', { text: 'Bom dia!' }),
      { ...queue, position: { x: 900, y: 900 } },
      aNode('close', 'c'),
    ]);
    const { nodes, tones, changes } = compareDocs(before, after);
    expect(nodes.map(({ id }) => id)).toEqual(['start', 'm', 'q', 'c', 'n']);
    expect(Object.fromEntries(tones)).toEqual({ m: 'changed', c: 'added', n: 'removed' });
    expect(changes.moved.map(({ nodeId }) => nodeId)).toEqual(['q']);
  });

  it('keeps removed edges apart from new ones with the same id', () => {
    const { edges, edgeTones } = compareDocs(aDoc([hello, queue], ['start a m']), aDoc([hello, queue], ['start a q']));
    expect(edges.map(({ id, target }) => [id, target])).toEqual([
      ['e0', 'q'],
      ['removed e0', 'm'],
    ]);
    expect(Object.fromEntries(edgeTones)).toEqual({ e0: 'added', 'removed e0': 'removed' });
  });

  it('draws a node of another type once, and no edge of an exit that no longer exists', () => {
    const menu = aNode('menu', 'x', {
      message: 'Como ajudo?',
      options: [
        { number: 1, value: 'Preços' },
        { number: 2, value: 'Pedido' },
      ],
    });
    const before = aDoc([menu, queue], ['x a2 q']);
    const after = aDoc([aNode('message', 'x', { text: 'Olá!' }), queue]);
    const { nodes, edges, tones, changes } = compareDocs(before, after);
    expect(nodes.filter(({ id }) => id === 'x')).toHaveLength(1);
    expect(tones.get('x')).toBe('changed');
    expect([changes.removed.length, changes.added.length]).toEqual([1, 1]);
    expect(edges).toEqual([]);
    expect(changes.edgesRemoved).toHaveLength(1);
  });
});
