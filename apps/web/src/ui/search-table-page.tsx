/** A page with one table that a search text narrows down. A search without results offers to clear the text. */
import type { ReactNode } from 'react';
import { Button, type ButtonKind } from './button.tsx';
import { InfiniteTable, type InfiniteTableProps } from './infinite-table.tsx';
import { Page, type PageProps } from './page.tsx';
import { SearchBox } from './search-box.tsx';
import { nothingFound, type EmptyStateProps } from './states.tsx';

interface SearchTablePageProps<T>
  extends Omit<InfiniteTableProps<T>, 'label' | 'empty'>, Pick<PageProps, 'title' | 'count' | 'actions' | 'children'> {
  search: {
    value: string;
    onChange: (value: string) => void;
    t: (key: 'search' | 'nothingTitle' | 'clear', values?: { search: string }) => string;
  };
  /** The button at the right of the title and in the empty table; false for users who may not add. */
  add: { label: string; onClick: () => void } | false;
  empty: Omit<EmptyStateProps, 'action'>;
  aboveTable?: ReactNode;
}

export function SearchTablePage<T>({
  title,
  count,
  actions,
  search: { value, onChange, t },
  add,
  empty,
  aboveTable,
  children,
  ...table
}: SearchTablePageProps<T>) {
  const addButton = (kind: ButtonKind) =>
    add && (
      <Button kind={kind} icon="plus" onClick={add.onClick}>
        {add.label}
      </Button>
    );
  const label = t('search');
  return (
    <Page
      title={title}
      {...(count !== undefined && { count })}
      actions={
        <>
          {actions}
          {addButton('primary')}
        </>
      }
      toolbar={<SearchBox value={value} onChange={onChange} label={label} placeholder={label} />}
    >
      {aboveTable}
      <InfiniteTable
        {...table}
        label={title}
        empty={
          value === ''
            ? { ...empty, action: addButton('default') }
            : nothingFound(t('nothingTitle', { search: value }), t('clear'), () => onChange(''))
        }
      />
      {children}
    </Page>
  );
}
