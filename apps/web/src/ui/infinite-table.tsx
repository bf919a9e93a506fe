/** An endless list: a table, or cards on a narrow screen. Near the bottom the next page is requested. */
import { useEffect, useRef, type FocusEvent, type PointerEvent, type ReactNode, type RefObject } from 'react';
import { cx } from './cx.ts';
import css from './infinite-table.module.css';
import { Skeleton } from './marks.tsx';
import { EmptyState, ErrorState, type EmptyStateProps } from './states.tsx';
import { useFixedWidths, useWindow } from './table-window.ts';
import { useEndReached } from './use-end-reached.ts';
import { useUiTexts } from './ui-texts.tsx';

export interface Column<T> {
  key: string;
  /** Empty for the column of actions, which is always visible. */
  head: string;
  cell: (row: T) => ReactNode;
  /** Shown in the head instead of its text, such as a check box for all rows. */
  headCell?: ReactNode;
  align?: 'right';
  width?: string;
  /** The row's name; the title of its card on a narrow screen. */
  primary?: boolean;
  /** Hidden from 900 to 1359 px, or only in tables below 760 px (`least`); cards and wide tables show it. */
  spare?: boolean | 'least';
  /** Never cut: states, times, buttons. */
  firm?: boolean;
}

const spareClass = ({ spare }: Pick<Column<never>, 'spare'>) =>
  spare && (spare === 'least' ? css.spareLeast : css.spare);

export interface InfiniteTableProps<T> {
  rows: readonly T[];
  columns: readonly Column<T>[];
  rowKey: (row: T) => string | number;
  hasMore: boolean;
  onMore: () => void;
  loading: boolean;
  /** The text to show; existing rows stay. */
  error?: ReactNode;
  onRetry?: () => void;
  empty: EmptyStateProps;
  label: string;
  /** A click on the row or Enter on its name opens it. */
  onOpen?: (row: T) => void;
  isSelected?: (row: T) => boolean;
  /** A row that needs attention. Its cells say why: color is never the only sign. */
  toneOf?: (row: T) => 'warn' | 'danger' | undefined;
}

const FIRST_SKELETONS = 8;

export function InfiniteTable<T>({
  rows,
  columns,
  rowKey,
  hasMore,
  onMore,
  loading,
  error,
  onRetry,
  empty,
  label,
  onOpen,
  isSelected,
  toneOf,
}: InfiniteTableProps<T>) {
  const t = useUiTexts();
  const wrap = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const end = useEndReached({ enabled: hasMore && !loading && !error, onMore, rowCount: rows.length });
  const windowed = useWindow(rows.length, wrap);
  const widths = useFixedWidths(windowed !== null && windowed.items.length > 0, table);
  const rememberRow = useFocusOfRemovedRow(rows, wrap);

  if (rows.length === 0 && error)
    return <Frame box={wrap}>{<ErrorState title={t('listFailed')} text={error} onRetry={onRetry} />}</Frame>;
  if (rows.length === 0 && !loading && !hasMore) return <Frame box={wrap}>{<EmptyState {...empty} />}</Frame>;

  const visibleRows = windowed
    ? windowed.items.map((item) => ({ row: rows[item.index]!, index: item.index }))
    : rows.map((row, index) => ({ row, index }));
  const skeletons = loading ? (rows.length === 0 ? FIRST_SKELETONS : 1) : 0;

  return (
    <div className={css.frame} ref={wrap} tabIndex={-1} onFocus={rememberRow}>
      <table
        className={cx(css.table, widths && css.kept)}
        ref={table}
        role="table"
        aria-label={label}
        aria-busy={loading}
        aria-rowcount={hasMore ? -1 : rows.length + 1}
      >
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column, at) => (
              <th
                key={column.key}
                role="columnheader"
                scope="col"
                className={cx(
                  column.align === 'right' && css.right,
                  column.head === '' && css.actionsHead,
                  spareClass(column),
                )}
                style={{ width: widths?.[at] ?? column.width }}
              >
                {column.headCell ?? (column.head || <span className="sr">{t('actions')}</span>)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" onPointerOver={showCutText}>
          {windowed && <Gap height={windowed.before} columns={columns.length} />}
          {visibleRows.map(({ row, index }) => (
            <tr
              key={rowKey(row)}
              role="row"
              data-index={index}
              data-selected={isSelected?.(row) || undefined}
              data-tone={toneOf?.(row)}
              aria-rowindex={index + 2}
              ref={windowed?.measure}
              className={cx(onOpen && css.opens)}
              onClick={onOpen && ((event) => isOnRowItself(event.target) && onOpen(row))}
            >
              {columns.map((column) => (
                <td
                  key={column.key}
                  role="cell"
                  data-head={column.head}
                  className={cx(
                    column.align === 'right' && css.right,
                    column.align === 'right' && 'num',
                    column.primary && css.primary,
                    spareClass(column),
                    column.firm && css.firm,
                    column.head === '' && css.actions,
                  )}
                >
                  <div className={column.head === '' ? css.acts : css.value}>
                    {column.primary && onOpen ? (
                      <button type="button" className={css.open} onClick={() => onOpen(row)}>
                        {column.cell(row)}
                      </button>
                    ) : (
                      column.cell(row)
                    )}
                  </div>
                </td>
              ))}
            </tr>
          ))}
          {windowed && <Gap height={windowed.after} columns={columns.length} />}
          {Array.from({ length: skeletons }, (_, at) => (
            <SkeletonRow key={`skeleton-${at}`} columns={columns} at={rows.length + at} />
          ))}
        </tbody>
      </table>
      {rows.length > 0 && error && <ErrorState compact text={error} onRetry={onRetry} />}
      <div ref={end} className={css.end} />
      <span className="sr" role="status">
        {loading && rows.length === 0 ? t('loading') : ''}
      </span>
    </div>
  );
}

/** A cell whose text is cut shows the whole text as a tooltip, unless one of its parts has its own. */
function showCutText({ target }: PointerEvent): void {
  const cell = target instanceof Element && target.closest('td');
  const value = cell && cell.querySelector<HTMLElement>(`:scope > .${css.value}`);
  if (!value || value.querySelector('[title]')) return;
  const isCut = [value, ...value.querySelectorAll('*')].some(
    (part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX === 'hidden',
  );
  if (isCut) cell.title = value.innerText;
  else cell.removeAttribute('title');
}

/** Controls inside a row act for themselves, and marking text is not opening. */
const isOnRowItself = (target: EventTarget): boolean =>
  target instanceof Element &&
  target.closest('button, a, input, label, select, [role="menu"], [role="menuitem"]') === null &&
  (window.getSelection()?.isCollapsed ?? true);

const Frame = ({ box, children }: { box: RefObject<HTMLDivElement | null>; children: ReactNode }) => (
  <div className={css.frame} ref={box} tabIndex={-1}>
    {children}
  </div>
);

/** The focus of a removed row goes to the list, so that Tab continues there and not at the top of the page. */
function useFocusOfRemovedRow(rows: readonly unknown[], list: RefObject<HTMLDivElement | null>) {
  const row = useRef<Element | null>(null);
  useEffect(() => {
    if (!row.current || row.current.isConnected) return;
    row.current = null;
    if (document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  }, [rows, list]);
  return ({ target }: FocusEvent) => {
    row.current = target.closest('tr');
  };
}

const Gap = ({ height, columns }: { height: number; columns: number }) =>
  height > 0 ? (
    <tr aria-hidden="true" className={css.spacer}>
      <td colSpan={columns} style={{ height }} />
    </tr>
  ) : null;

/** The size of a real row, so that the layout does not jump. */
const SkeletonRow = <T,>({ columns, at }: { columns: readonly Column<T>[]; at: number }) => (
  <tr aria-hidden="true" className={css.skeleton}>
    {columns.map((column, columnIndex) => (
      <td
        key={column.key}
        className={cx(column.primary && css.primary, spareClass(column), column.head === '' && css.actions)}
        data-head=""
      >
        {column.head !== '' && <Skeleton width={`${45 + ((at * 17 + columnIndex * 29) % 40)}%`} />}
      </td>
    ))}
  </tr>
);
