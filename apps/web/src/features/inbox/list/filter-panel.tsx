/** The filters: queues, tags, connections, statuses, and agents for admins. They apply at once. */
import { ticketScope } from '@balcao/domain/ticket/scope';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useConnections } from '../../../entities/connections/connections.api.ts';
import { useQueues } from '../../../entities/queues/queues.api.ts';
import { api } from '../../../lib/api.ts';
import { useCan, useSession } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { cx, Icon, IconButton, MultiSelectField } from '../../../ui/index.ts';
import { filterCount, noFilters, type Chosen, type Filters, type InboxView } from './inbox-view.ts';
import { listTexts } from './list.texts.ts';
import css from './list.module.css';
import panelCss from './filter-panel.module.css';

export function FilterPanel({ id, view, onClose }: { id: string; view: InboxView; onClose: () => void }) {
  const t = useTexts(listTexts);
  const panel = useRef<HTMLDivElement>(null);
  const { filters, setFilters } = view;
  const { user, actor } = useSession();
  const canFilterByUser = useCan('ticket.filter-by-user');
  const queues = useQueues();
  const tags = useQuery(api.tags.pick.query({ query: { kanban: '0' } }));
  const connections = useConnections();
  const usersQuery = useQuery({ ...api.access.pickUsers.query(), enabled: canFilterByUser });
  useLeaving(panel, onClose);

  const reachable = ticketScope(actor).all
    ? queues.data
    : queues.data?.filter(({ id: own }) => user.queues.some((q) => q.id === own));
  const set = (list: keyof Filters) => (chosen: readonly Chosen[]) => setFilters({ ...filters, [list]: chosen });
  return (
    <div id={id} ref={panel} className={panelCss.panel} role="dialog" aria-label={t('filters')} tabIndex={-1}>
      <div className={panelCss.panelHead}>
        <h2>{t('filters')}</h2>
        <button
          type="button"
          className={css.clear}
          disabled={filterCount(filters) === 0}
          onClick={() => setFilters(noFilters)}
        >
          {t('clear')}
        </button>
        <IconButton icon="x" label={t('closeFilters')} tip={false} onClick={onClose} />
      </div>
      <Many
        label={t('queues')}
        placeholder={t('all')}
        all={reachable}
        chosen={filters.queues}
        onChange={set('queues')}
      />
      <Many label={t('tags')} placeholder={t('all')} all={tags.data} chosen={filters.tags} onChange={set('tags')} />
      <Many
        label={t('connections')}
        placeholder={t('all')}
        all={connections.data}
        chosen={filters.connections}
        onChange={set('connections')}
      />
      <fieldset className={panelCss.statuses}>
        <legend>{t('statuses')}</legend>
        {view.tabs.map((status) => {
          const on = filters.statuses.includes(status);
          const next = on ? filters.statuses.filter((other) => other !== status) : [...filters.statuses, status];
          return (
            <button
              key={status}
              type="button"
              aria-pressed={on}
              className={cx(panelCss.status, on && panelCss.statusOn)}
              onClick={() => setFilters({ ...filters, statuses: next })}
            >
              {on && <Icon name="check" size={14} />}
              {t(status)}
            </button>
          );
        })}
      </fieldset>
      {canFilterByUser && (
        <Many
          label={t('users')}
          placeholder={t('everyone')}
          all={usersQuery.data}
          chosen={filters.users}
          onChange={set('users')}
        />
      )}
    </div>
  );
}

function Many({
  label,
  placeholder,
  all,
  chosen,
  onChange,
}: {
  label: string;
  placeholder: string;
  all: readonly Chosen[] | undefined;
  chosen: readonly Chosen[];
  onChange: (chosen: readonly Chosen[]) => void;
}) {
  // The chosen options stay available while the list loads.
  const available = all ?? chosen;
  return (
    <MultiSelectField
      label={label}
      placeholder={placeholder}
      options={available.map(({ id, name, color }) => ({ value: id, label: name, color: color ?? null }))}
      value={chosen.map(({ id }) => id)}
      onChange={(ids) =>
        onChange(
          ids.flatMap((id) =>
            pickOf(available.find((choice) => choice.id === id) ?? chosen.find((choice) => choice.id === id)),
          ),
        )
      }
    />
  );
}

const pickOf = (choice: Chosen | undefined): Chosen[] =>
  choice ? [{ id: choice.id, name: choice.name, color: choice.color }] : [];

/** Esc and a click outside close the panel; the dropdowns of its fields belong to it. */
function useLeaving(panel: React.RefObject<HTMLElement | null>, onClose: () => void): void {
  const leave = useEffectEvent(onClose);
  useEffect(() => {
    panel.current?.focus();
    const onPress = (event: PointerEvent) => {
      const where = event.target;
      if (!(where instanceof Element)) return;
      if (panel.current?.contains(where) || where.closest('[data-filters-opener], [data-portal], [role="listbox"]'))
        return;
      leave();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || panel.current?.querySelector('[aria-expanded="true"]'))
        return;
      event.preventDefault();
      leave();
      document.querySelector<HTMLElement>('[data-filters-opener]')?.focus();
    };
    document.addEventListener('pointerdown', onPress, true);
    document.addEventListener('keydown', onKey, true);
    return () => {
      document.removeEventListener('pointerdown', onPress, true);
      document.removeEventListener('keydown', onKey, true);
    };
  }, [panel]);
}
