import { render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Tabs } from './tabs.tsx';

afterEach(() => vi.restoreAllMocks());

const NAMES = ['Opções', 'Horários', 'Feriados', 'Histórico'] as const;
const WIDTH = 100;
/** A viewport of two and a half tabs over a row of four. */
function inANarrowWindow() {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    if (this.getAttribute('role') === 'tablist') return new DOMRect(0, 0, 2.5 * WIDTH, 38);
    const at = NAMES.findIndex((name) => name === this.textContent);
    return new DOMRect(at * WIDTH - (this.parentElement?.scrollLeft ?? 0), 0, WIDTH, 38);
  });
}
const row = (active: (typeof NAMES)[number]) => (
  <Tabs tabs={NAMES.map((key) => ({ key, label: key }))} active={active} onChange={() => {}} />
);

it('scrolls the open tab into view with a part of the next tab, and leaves a visible one where it is', () => {
  inANarrowWindow();
  const { rerender } = render(row('Histórico'));
  const list = screen.getByRole('tablist');
  expect(list.scrollLeft).toBe(4 * WIDTH - 2.5 * WIDTH + 24);
  rerender(row('Opções'));
  expect(list.scrollLeft).toBeLessThanOrEqual(0);
  list.scrollLeft = 0;
  rerender(row('Horários'));
  expect(list.scrollLeft).toBe(0);
});
