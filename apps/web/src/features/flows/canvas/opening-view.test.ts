import { newNode } from '@balcao/domain/flow/new-node';
import type { NodeType } from '@balcao/domain/flow/document';
import { describe, expect, it } from 'vitest';
import { CARD_WIDTH } from '../editor/card-geometry.ts';
import { cardView, type CardView } from '../editor/card-view.ts';
import { openingView } from './opening-view.ts';

const labels = { titleOf: () => 'Bloco', textsOf: () => [], labelOf: () => 'Saída' };
const cardAt = (type: NodeType, x: number, y: number): CardView =>
  cardView(newNode(type, `${type}${x}x${y}`, { x, y }), labels);
const wide = { width: 1200, height: 800 };
/** A grid, as after «Organizar». */
const gridOf = (columns: number, rows: number, start: { x: number; y: number }) => [
  cardAt('message', 0, 0),
  ...Array.from({ length: columns * rows - 1 }, (_, n) =>
    cardAt('message', ((n + 1) % columns) * 300, Math.floor((n + 1) / columns) * 200),
  ),
  cardAt('start', start.x, start.y),
];
/** Where a card is on the screen. */
const screenPointOf = ({ node }: CardView, { x, y, zoom }: { x: number; y: number; zoom: number }) => ({
  left: node.position.x * zoom + x,
  top: node.position.y * zoom + y,
});

describe('what is in view when a flow opens', () => {
  it('is everything while the cards can be read', () => {
    const views = [cardAt('start', 0, 0), cardAt('message', 1000, 300), cardAt('close', 1600, 0)];
    const view = openingView(views, wide, false);
    expect(view.zoom).toBeGreaterThanOrEqual(0.5);
    for (const card of views) {
      const { left, top } = screenPointOf(card, view);
      expect(left).toBeGreaterThan(0);
      expect(left + CARD_WIDTH * view.zoom).toBeLessThan(wide.width);
      expect(top).toBeGreaterThan(0);
    }
    expect(openingView([cardAt('start', 0, 0)], wide, false).zoom).toBe(1);
  });

  it('is the start of a wide flow, at the left and in the middle', () => {
    const views = gridOf(25, 20, { x: -300, y: 2000 });
    const view = openingView(views, wide, false);
    expect(view.zoom).toBe(0.75);
    const { left, top } = screenPointOf(views.at(-1)!, view);
    expect(left).toBe(48);
    expect(top).toBeCloseTo(400 - 15, 0);
  });

  it('has no empty space above the first and below the last row', () => {
    const above = gridOf(25, 20, { x: -300, y: 0 });
    expect(screenPointOf(above.at(-1)!, openingView(above, wide, false)).top).toBe(48);
    const below = gridOf(25, 20, { x: -300, y: 3800 });
    expect(screenPointOf(below.at(-1)!, openingView(below, wide, false)).top).toBeGreaterThan(600);
    const flat = gridOf(25, 1, { x: -300, y: 0 });
    expect(screenPointOf(flat.at(-1)!, openingView(flat, wide, false)).top).toBe(48);
  });

  it('is everything where a path is shown, up to a hundred cards', () => {
    expect(openingView(gridOf(9, 11, { x: -300, y: 0 }), wide, true).zoom).toBeLessThan(0.5);
    expect(openingView(gridOf(10, 10, { x: -300, y: 0 }), wide, true).zoom).toBe(0.75);
    expect(openingView(gridOf(9, 11, { x: -300, y: 0 }), wide, false).zoom).toBe(0.75);
  });

  it('is the origin without cards or before the canvas has a size', () => {
    expect(openingView([], wide, false)).toEqual({ x: 0, y: 0, zoom: 1 });
    expect(openingView([cardAt('start', 500, 0)], { width: 0, height: 0 }, false)).toEqual({ x: 0, y: 0, zoom: 1 });
  });
});
