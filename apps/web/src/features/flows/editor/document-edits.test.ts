import { emptyDoc, newNode } from '@balcao/domain/flow/new-node';
import { structureProblems } from '@balcao/domain/flow/structure';
import type { FlowDoc, NodeType } from '@balcao/domain/flow/document';
import { nodeTypes } from '@balcao/domain/flow/document';
import { portsOf } from '@balcao/domain/flow/ports';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CARD_WIDTH } from './card-geometry.ts';
import {
  addNode,
  clipOf,
  connect,
  disconnect,
  duplicateNode,
  moveNodes,
  newNodeId,
  paste,
  nextPosition,
  removeItems,
  replaceNode,
} from './document-edits.ts';

const at = (x: number, y = 0) => ({ x, y });
const withNodes = (...types: NodeType[]): FlowDoc =>
  types.reduce(
    (doc, type, index) => addNode(doc, newNode(type, `n${index + 1}`, nextPosition(doc))),
    emptyDoc('start'),
  );

describe('edits of a document', () => {
  it('places a new node 40 px right of the last one and a duplicate 240 px right of the rightmost [M-258]', () => {
    const doc = moveNodes(withNodes('message', 'menu'), new Map([['n1', at(900, 50)]]));
    expect(nextPosition(doc)).toEqual({ x: doc.nodes[2]!.position.x + CARD_WIDTH + 40, y: 0 });
    const copied = duplicateNode(doc, 'n2', 'copy');
    expect(copied.nodes.at(-1)).toMatchObject({ id: 'copy', type: 'menu', position: { x: 900 + 240, y: 0 } });
  });

  it('gives nodes ids of 30 letters [M-258]', () => {
    expect(newNodeId()).toMatch(/^[a-zA-Z]{30}$/);
    expect(newNodeId()).not.toBe(newNodeId());
  });

  it('removes a node with its edges, and never the start [M-258]', () => {
    let doc = withNodes('message', 'message');
    doc = connect(doc, { source: 'start', port: 'a', target: 'n1' });
    doc = connect(doc, { source: 'n1', port: 'a', target: 'n2' });
    const removed = removeItems(doc, ['n1', 'start']);
    expect(removed.nodes.map(({ id }) => id)).toEqual(['start', 'n2']);
    expect(removed.edges).toEqual([]);
  });

  it('keeps one start [M-260]', () => {
    const doc = withNodes('message');
    expect(addNode(doc, newNode('start', 'second', at(0)))).toBe(doc);
    expect(duplicateNode(doc, 'start')).toBe(doc);
  });

  it('replaces the edge of a port and refuses edges into the start or from unknown ports', () => {
    let doc = withNodes('menu', 'message', 'message');
    doc = connect(doc, { source: 'n1', port: 'a1', target: 'n2' });
    doc = connect(doc, { source: 'n1', port: 'a1', target: 'n3' });
    expect(doc.edges).toMatchObject([{ source: 'n1', port: 'a1', target: 'n3' }]);
    expect(connect(doc, { source: 'n1', port: 'a9', target: 'n2' })).toBe(doc);
    expect(connect(doc, { source: 'n2', port: 'a', target: 'start' })).toBe(doc);
    expect(disconnect(doc, { source: 'n1', port: 'a1' }).edges).toEqual([]);
  });

  it('removes the edge of a menu option together with the option [M-265]', () => {
    let doc = withNodes('menu', 'message');
    const menu = newNode('menu', 'n1', at(0));
    if (menu.type !== 'menu') throw new Error('not a menu');
    const two = { ...menu, data: { ...menu.data, options: [1, 2].map((number) => ({ number, value: `${number}` })) } };
    doc = connect(replaceNode(doc, two), { source: 'n1', port: 'a2', target: 'n2' });
    expect(doc.edges).toHaveLength(1);
    expect(replaceNode(doc, menu).edges).toEqual([]);
  });

  it('pastes nodes with new ids, keeps the edges between them and never the start', () => {
    let doc = withNodes('message', 'message');
    doc = connect(doc, { source: 'start', port: 'a', target: 'n1' });
    doc = connect(doc, { source: 'n1', port: 'a', target: 'n2' });
    const clip = clipOf(doc, new Set(['start', 'n1', 'n2']));
    expect(clip.nodes.map(({ id }) => id)).toEqual(['n1', 'n2']);
    const { doc: pasted, ids } = paste(doc, clip);
    expect(pasted.nodes).toHaveLength(5);
    expect(pasted.edges.at(-1)).toMatchObject({ source: ids[0], port: 'a', target: ids[1] });
  });

  it('never leaves a structure that the server refuses, whatever is done in whatever order', () => {
    const acts = fc.array(
      fc.record({
        act: fc.constantFrom('add', 'duplicate', 'remove', 'connect', 'paste', 'replace'),
        type: fc.constantFrom(...nodeTypes),
        a: fc.nat(20),
        b: fc.nat(20),
      }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(acts, (done) => {
        let doc = emptyDoc('start');
        for (const { act, type, a, b } of done) {
          const [one, other] = [doc.nodes[a % doc.nodes.length]!, doc.nodes[b % doc.nodes.length]!];
          const ports = portsOf(one);
          if (act === 'add') doc = addNode(doc, newNode(type, newNodeId(), nextPosition(doc)));
          if (act === 'duplicate') doc = duplicateNode(doc, one.id);
          if (act === 'remove') doc = removeItems(doc, [one.id]);
          if (act === 'connect')
            doc = connect(doc, {
              source: one.id,
              port: ports[b % Math.max(1, ports.length)]?.id ?? 'x',
              target: other.id,
            });
          if (act === 'paste') doc = paste(doc, clipOf(doc, new Set([one.id, other.id]))).doc;
          if (act === 'replace') doc = replaceNode(doc, { ...newNode(one.type, one.id, one.position) });
        }
        expect(structureProblems(doc)).toEqual([]);
      }),
    );
  });
});
