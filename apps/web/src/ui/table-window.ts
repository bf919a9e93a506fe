/** Virtual rows of a long table, and its column widths meanwhile. */
import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useState, type RefObject } from 'react';

/** Longer tables render only the rows near the viewport. */
const VIRTUAL_FROM = 100;
const ROW_PX = 48;
const CARD_PX = 160;
const CARD_GAP_PX = 8;

/** Null while the table is short enough to be rendered completely. */
export function useWindow(count: number, wrap: RefObject<HTMLDivElement | null>) {
  const [offset, setOffset] = useState(0);
  const active = count > VIRTUAL_FROM;
  const cards = useMediaQuery('(max-width: 899px)', undefined, { getInitialValueInEffect: false }) ?? false;
  const scroller = () => wrap.current?.closest<HTMLElement>('[data-scroller]') ?? null;
  const rows = useVirtualizer({
    count: active ? count : 0,
    getScrollElement: scroller,
    estimateSize: () => (cards ? CARD_PX : ROW_PX),
    gap: cards ? CARD_GAP_PX : 0,
    overscan: 12,
    scrollMargin: offset,
    enabled: active,
  });

  useEffect(() => {
    const box = wrap.current;
    const outer = box?.closest<HTMLElement>('[data-scroller]');
    if (active && box && outer)
      setOffset(box.getBoundingClientRect().top - outer.getBoundingClientRect().top + outer.scrollTop);
  }, [active, wrap]);

  if (!active) return null;
  const items = rows.getVirtualItems();
  const first = items[0];
  const last = items[items.length - 1];
  return {
    items,
    before: first ? first.start - offset : 0,
    after: last ? rows.getTotalSize() - (last.end - offset) : 0,
    measure: rows.measureElement,
  };
}

/** Virtual rows would make the column widths change, so the widths are fixed. */
export function useFixedWidths(isFixed: boolean, table: RefObject<HTMLTableElement | null>) {
  const [widths, setWidths] = useState<string[] | null>(null);
  useEffect(() => {
    if (!isFixed || !table.current) return setWidths(null);
    const all = table.current.offsetWidth || 1;
    setWidths(
      [...table.current.querySelectorAll<HTMLElement>('thead th')].map((head) => `${(head.offsetWidth / all) * 100}%`),
    );
  }, [isFixed, table]);
  return widths;
}
