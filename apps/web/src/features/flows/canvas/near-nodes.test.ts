import { newNode } from '@balcao/domain/flow/new-node';
import { describe, expect, it } from 'vitest';
import { cardView } from '../editor/card-view.ts';
import type { CardNode } from './flow-card.tsx';
import { nearNodes } from './near-nodes.ts';

const labels = { titleOf: () => 'Bloco', textsOf: () => [], labelOf: () => 'Saída' };
const cardAt = (id: string, x: number, y: number, selected = false): CardNode => {
  const view = cardView(newNode('message', id, { x, y }), labels);
  const data = { view, mark: undefined, problem: undefined };
  return { id, type: 'card', position: { x, y }, height: view.height, selected, data };
};
const area = { left: 0, top: 0, right: 1000, bottom: 1000 };
const idsOf = (nodes: readonly CardNode[]) => nodes.map(({ id }) => id);

describe('the cards near to what is in view', () => {
  const cards = [
    cardAt('inside', 500, 500),
    cardAt('atTheEdge', -200, 0),
    cardAt('left', -300, 500),
    cardAt('right', 1500, 500),
    cardAt('below', 0, 3000),
    cardAt('farBelow', 900, 4000),
  ];

  it('are those in the area, also in part', () => {
    expect(idsOf(nearNodes(cards, [], area))).toEqual(['inside', 'atTheEdge']);
  });

  it('include both ends of an edge that crosses the area', () => {
    const edges = [
      { id: 'across', source: 'left', target: 'right' },
      { id: 'outside', source: 'below', target: 'farBelow' },
    ];
    expect(idsOf(nearNodes(cards, edges, area))).toEqual(['inside', 'atTheEdge', 'left', 'right']);
  });

  it('include the selected ones, which move with the others', () => {
    expect(idsOf(nearNodes([...cards, cardAt('chosen', 9000, 9000, true)], [], area))).toEqual([
      'inside',
      'atTheEdge',
      'chosen',
    ]);
  });
});
