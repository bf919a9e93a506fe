/** The search: text, where to search, and the active filters. */
import { memo, Suspense, useId, useState, type KeyboardEvent } from 'react';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Checkbox, Chip, IconButton, SearchBox } from '../../../ui/index.ts';
import { usePhone } from '../../../lib/narrow.ts';
import { filterCount, type Chosen, type Filters } from './inbox-view.ts';
import { ListMenu, type ListMenuProps } from './list-menu.tsx';
import { listTexts } from './list.texts.ts';
import css from './list.module.css';

const FilterPanel = lazyPart(() => import('./filter-panel.tsx').then((module) => module.FilterPanel));

export const ListSearch = memo(function ListSearch({
  view,
  resultText,
  openTicket,
  onPicking,
}: ListMenuProps & {
  resultText: string | null;
}) {
  const t = useTexts(listTexts);
  const id = useId();
  const phone = usePhone();
  const [open, setOpen] = useState(false);
  const { filters } = view;
  const inUse = filterCount(filters);
  const searches = view.search.trim() !== '';
  const clear = (
    <button type="button" className={css.clear} onClick={view.clear}>
      {t('clearFilters')}
    </button>
  );
  return (
    <>
      <div className={css.search} onKeyDown={goToResults}>
        <SearchBox
          value={view.search}
          onChange={view.setSearch}
          placeholder={t(phone ? 'searchShort' : 'search')}
          label={t('search')}
        />
        <IconButton
          icon="filter"
          size="md"
          label={inUse > 0 ? t('filtersOn', { n: inUse }) : t('filters')}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          {...(inUse > 0 ? { badge: inUse } : {})}
          tip={false}
          className={css.filterButton}
          data-filters-opener
          onClick={() => setOpen(!open)}
        />
        {phone && (
          <ListMenu view={view} openTicket={openTicket} onPicking={onPicking} isPhone className={css.filterButton} />
        )}
        {open && (
          <Suspense fallback={null}>
            <FilterPanel id={id} view={view} onClose={() => setOpen(false)} />
          </Suspense>
        )}
      </div>
      {searches && (
        <div className={css.searchHow}>
          <Checkbox
            label={t('inMessages')}
            checked={view.inMessages}
            onChange={(event) => view.setInMessages(event.target.checked)}
          />
          {clear}
        </div>
      )}
      {/* The groups of a search show their counts themselves. */}
      {searches && inUse === 0 && (
        <span className="sr" role="status">
          {resultText}
        </span>
      )}
      {inUse > 0 && (
        <div className={css.chips}>
          <FilterChips filters={filters} onChange={view.setFilters} />
          {!searches && clear}
          <span className={css.found} role="status">
            {resultText}
          </span>
        </div>
      )}
    </>
  );
});

/** The arrow key leads from the search box to the first result. */
function goToResults(event: KeyboardEvent): void {
  if (event.key !== 'ArrowDown' || !(event.target instanceof HTMLInputElement)) return;
  const first = document.querySelector<HTMLElement>('[data-inbox-list] :is([data-row], [data-hit])');
  if (!first) return;
  event.preventDefault();
  first.focus();
}

const chipTexts = { queues: 'queueChip', tags: 'tagChip', connections: 'connectionChip', users: 'userChip' } as const;
type List = keyof typeof chipTexts;

function FilterChips({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  const t = useTexts(listTexts);
  const lists = Object.keys(chipTexts) as List[];
  const without = (list: List, choice: Chosen) =>
    onChange({ ...filters, [list]: filters[list].filter(({ id }) => id !== choice.id) });
  return (
    <>
      {lists.flatMap((list) =>
        filters[list].map((choice) => {
          const label = t(chipTexts[list], { name: choice.name });
          return (
            <Chip
              key={`${list}-${choice.id}`}
              onRemove={() => without(list, choice)}
              removeLabel={t('takeAway', { what: label })}
            >
              {label}
            </Chip>
          );
        }),
      )}
      {filters.statuses.map((status) => (
        <Chip
          key={status}
          onRemove={() => onChange({ ...filters, statuses: filters.statuses.filter((other) => other !== status) })}
          removeLabel={t('takeAway', { what: t(status) })}
        >
          {t(status)}
        </Chip>
      ))}
    </>
  );
}
