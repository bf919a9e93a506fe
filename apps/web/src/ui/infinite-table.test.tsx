import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { InfiniteTable, Page, UiProvider, type Column, type InfiniteTableProps } from './index.ts';

interface Fruit {
  id: number;
  name: string;
}
const columns: Column<Fruit>[] = [
  { key: 'name', head: 'Nome', cell: (fruit) => fruit.name, primary: true },
  { key: 'acts', head: '', cell: (fruit) => <button>Editar {fruit.name}</button> },
];
const fruits = (count: number): Fruit[] =>
  Array.from({ length: count }, (_, at) => ({ id: at + 1, name: `Fruta ${at + 1}` }));

const list = (own: Partial<InfiniteTableProps<Fruit>> = {}) => (
  <UiProvider>
    <Page title="Frutas">
      <InfiniteTable
        rows={fruits(3)}
        columns={columns}
        rowKey={(fruit) => fruit.id}
        hasMore={false}
        onMore={() => {}}
        loading={false}
        empty={{ title: 'Nenhuma fruta' }}
        label="Frutas"
        {...own}
      />
    </Page>
  </UiProvider>
);

/** Scroll measurements of a browser. */
function scrollTo(fromBottom: number) {
  const scroller = document.querySelector<HTMLElement>('[data-scroller]')!;
  Object.defineProperties(scroller, {
    scrollHeight: { value: 2000, configurable: true },
    clientHeight: { value: 600, configurable: true },
  });
  scroller.scrollTop = 2000 - 600 - fromBottom;
  fireEvent.scroll(scroller);
}

let intersect: ((entries: { isIntersecting: boolean }[]) => void) | undefined;
beforeEach(() => {
  intersect = undefined;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: typeof intersect) {
        intersect = callback;
      }
      observe() {}
      disconnect() {}
    },
  );
});

describe('the next page', () => {
  it('is requested within 100 px of the bottom, not earlier [M-044]', () => {
    const onMore = vi.fn<() => void>();
    render(list({ hasMore: true, onMore }));
    scrollTo(101);
    expect(onMore).not.toHaveBeenCalled();
    scrollTo(100);
    expect(onMore).toHaveBeenCalledOnce();
  });

  it('is requested at once when the list does not fill the window', () => {
    const onMore = vi.fn<() => void>();
    render(list({ hasMore: true, onMore }));
    act(() => intersect?.([{ isIntersecting: true }]));
    expect(onMore).toHaveBeenCalledOnce();
  });

  it('is requested only once until its rows arrive', () => {
    const onMore = vi.fn<() => void>();
    const { rerender } = render(list({ hasMore: true, onMore }));
    scrollTo(50);
    scrollTo(20);
    rerender(list({ hasMore: true, onMore, loading: true }));
    scrollTo(0);
    expect(onMore).toHaveBeenCalledOnce();
    rerender(list({ hasMore: true, onMore, rows: fruits(6) }));
    scrollTo(40);
    expect(onMore).toHaveBeenCalledTimes(2);
  });

  it('is not requested at the end or after an error', () => {
    const onMore = vi.fn<() => void>();
    const { rerender } = render(list({ hasMore: false, onMore }));
    scrollTo(0);
    rerender(list({ hasMore: true, onMore, error: 'Sem resposta' }));
    scrollTo(0);
    expect(onMore).not.toHaveBeenCalled();
  });
});

describe('while loading', () => {
  it('shows skeleton rows first, and one more below existing rows [M-044]', () => {
    const skeletons = () => document.querySelectorAll('tbody tr[aria-hidden="true"]').length;
    const { rerender } = render(list({ rows: [], loading: true }));
    expect(screen.getByRole('table', { name: 'Frutas' })).toHaveAttribute('aria-busy', 'true');
    expect(skeletons()).toBe(8);
    rerender(list({ rows: fruits(3), loading: true }));
    expect(skeletons()).toBe(1);
    expect(screen.getByText('Fruta 3')).toBeInTheDocument();
    rerender(list({ rows: fruits(3) }));
    expect(skeletons()).toBe(0);
  });
});

describe('the states of the table', () => {
  it('an empty list shows the title of the empty state', () => {
    render(list({ rows: [] }));
    expect(screen.getByText('Nenhuma fruta')).toBeInTheDocument();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('an error keeps the rows and offers a retry', () => {
    const onRetry = vi.fn<() => void>();
    render(list({ error: 'Sem resposta', onRetry }));
    expect(screen.getByText('Fruta 1')).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent('Sem resposta');
    screen.getByRole('button', { name: 'Tentar de novo' }).click();
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it('a cell whose text is cut shows it as a tooltip, and no longer when it fits', () => {
    render(list());
    const cell = screen.getByRole('cell', { name: 'Fruta 1' });
    const part = cell.firstElementChild!;
    part.setAttribute('style', 'overflow-x: hidden');
    Object.defineProperties(part, {
      scrollWidth: { value: 200, configurable: true },
      clientWidth: { value: 80, configurable: true },
    });
    fireEvent.pointerOver(part);
    expect(cell).toHaveAttribute('title', 'Fruta 1');
    Object.defineProperty(part, 'clientWidth', { value: 200 });
    fireEvent.pointerOver(part);
    expect(cell).not.toHaveAttribute('title');
  });

  it('the focus of a removed row goes to the list, also when it is empty', () => {
    const { rerender } = render(list());
    screen.getByRole('button', { name: 'Editar Fruta 1' }).focus();
    rerender(list({ rows: fruits(3).slice(1) }));
    expect(screen.getByRole('table', { name: 'Frutas' }).parentElement).toHaveFocus();
    screen.getByRole('button', { name: 'Editar Fruta 2' }).focus();
    rerender(list({ rows: [] }));
    expect(screen.getByText('Nenhuma fruta').closest('[tabindex]')).toHaveFocus();
  });

  it('the actions of a row are visible without hovering', () => {
    render(list());
    expect(screen.getByRole('columnheader', { name: 'Ações' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Editar Fruta 2' })).toBeInTheDocument();
  });
});

it('a very long list renders only the rows near the viewport', () => {
  render(list({ rows: fruits(5000) }));
  expect(document.querySelectorAll('tbody tr[data-index]').length).toBeLessThan(200);
});
