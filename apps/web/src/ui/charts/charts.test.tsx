import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { BarChart, ColumnChart, Donut, Gauge } from './index.ts';
import { labelInterval, ticksOf } from './scale.ts';

const days = [
  { key: '2026-11-01', label: '01/11/2026', shortLabel: '01/11', value: 3 },
  { key: '2026-11-02', label: '02/11/2026', shortLabel: '02/11', value: 0 },
  { key: '2026-11-03', label: '03/11/2026', shortLabel: '03/11', value: 1284 },
];
const cellsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));

describe('the axis of a chart', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [84, [0, 25, 50, 75, 100]],
    [1284, [0, 500, 1000, 1500]],
  ])('of at most %i has round steps', (max, ticks) => {
    expect(ticksOf(max)).toEqual(ticks);
  });

  it('always reaches the highest value with whole, equal steps', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (max) => {
        const ticks = ticksOf(max);
        expect(ticks[0]).toBe(0);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(max);
        expect(ticks.length).toBeLessThanOrEqual(5);
        expect(ticks.every(Number.isInteger)).toBe(true);
      }),
      { seed: 289 },
    );
  });

  it('is wide enough for every label', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 100, max: 2000 }), (count, width) => {
        const drawn = Math.ceil(count / labelInterval(count, width, 46));
        expect((drawn - 1) * 46).toBeLessThanOrEqual(width);
      }),
      { seed: 292 },
    );
  });
});

describe('columns', () => {
  const show = (onOpen?: (point: { key: string }) => void) => {
    render(<ColumnChart label="Atendimentos por dia" heads={['Dia', 'Total']} points={days} onOpen={onOpen} />);
    return userEvent.setup();
  };

  it('are a table for screen readers', () => {
    show();
    expect(cellsOf(screen.getByRole('table', { name: 'Atendimentos por dia' }))).toEqual([
      ['Dia', 'Total'],
      ['01/11/2026', '3'],
      ['02/11/2026', '0'],
      ['03/11/2026', '1.284'],
    ]);
  });

  it('are one stop of the Tab key; arrows, Home and End move between them and show the value', async () => {
    const user = show();
    await user.tab();
    expect(screen.getByRole('img', { name: '01/11/2026: 3' })).toHaveFocus();
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('img', { name: '02/11/2026: 0' })).toHaveFocus();
    await user.keyboard('{End}');
    expect(screen.getByRole('img', { name: '03/11/2026: 1.284' })).toHaveFocus();
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('img', { name: '03/11/2026: 1.284' })).toHaveFocus();
    await user.keyboard('{Home}');
    expect(screen.getByRole('img', { name: '01/11/2026: 3' })).toHaveFocus();
    await user.tab();
    expect(document.body).toHaveFocus();
  });

  it('open with a click and with Enter', async () => {
    const onOpen = vi.fn<(point: { key: string }) => void>();
    const user = show(onOpen);
    await user.click(screen.getByRole('button', { name: '02/11/2026: 0' }));
    screen.getByRole('button', { name: '03/11/2026: 1.284' }).focus();
    await user.keyboard('{Enter}');
    expect(onOpen.mock.calls.map(([point]) => point.key)).toEqual(['2026-11-02', '2026-11-03']);
  });
});

it('bars are a table of names and numbers', () => {
  render(
    <BarChart
      label="Atendimentos por pessoa"
      heads={['Atendente', 'Atendimentos']}
      bars={[
        { key: '1', name: 'Marina', value: 214 },
        { key: '2', name: 'Caio', value: 107 },
      ]}
    />,
  );
  const table = screen.getByRole('table', { name: 'Atendimentos por pessoa' });
  expect(within(table).getByRole('row', { name: 'Marina 214' })).toBeVisible();
  expect([...table.querySelectorAll('rect')].map((rect) => rect.getAttribute('width'))).toEqual(['100%', '50%']);
});

it('a donut shows its share in words and numbers, and a dash without answers', () => {
  const { rerender } = render(<Donut label="Promotores" percent={75.5} tone="success" />);
  expect(screen.getByRole('img', { name: 'Promotores: 75,5%' })).toBeVisible();
  rerender(<Donut label="Promotores" percent={null} tone="success" />);
  expect(screen.getByRole('img', { name: 'Promotores: —' })).toBeVisible();
});

it('the gauge marks the score from left to right', () => {
  const markOf = (score: number | null) => {
    const { container, unmount } = render(<Gauge label="NPS" score={score} text="Bom" />);
    const at = container.querySelector('circle')?.getAttribute('cx');
    unmount();
    return at === undefined || at === null ? undefined : Math.round(Number(at));
  };
  expect([-100, 0, 100, null].map(markOf)).toEqual([24, 120, 216, undefined]);
  render(<Gauge label="NPS" score={-12} text="Crítico" />);
  expect(screen.getByRole('img', { name: 'NPS: −12, Crítico' })).toBeVisible();
});
