/** The filter of a report. Applied by its button, so that a long report is computed once. */
import { isNowPart } from '@balcao/domain/insight/metrics';
import { useState, type FormEvent } from 'react';
import { useConnections } from '../../entities/connections/connections.api.ts';
import { useQueues } from '../../entities/queues/queues.api.ts';
import { reportStatuses, type ReportFilter } from '../../entities/reports/report-filter.ts';
import { useTagPicks } from '../../entities/tags/tags.api.ts';
import { useColleagues } from '../../entities/users/users.api.ts';
import { useAgentName } from '../../entities/users/use-agent-name.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { DateField } from '../../ui/date-field.tsx';
import { Button, MultiSelectField, Switch, useToast, type Option } from '../../ui/index.ts';
import { ContactFilter } from './contact-filter.tsx';
import { reportTexts } from './reports.texts.ts';
import css from './reports.module.css';
import { statusTexts } from './status-text.ts';

interface FilterBarProps {
  filter: ReportFilter;
  isBusy: boolean;
  onApply: (filter: ReportFilter) => void;
}

export function FilterBar({ filter, isBusy, onApply }: FilterBarProps) {
  const t = useTexts(reportTexts);
  const toast = useToast();
  const [draft, setDraft] = useState(filter);
  const set = (change: Partial<ReportFilter>) => setDraft({ ...draft, ...change });
  const options = useFilterOptions(draft);
  const isCrossed = draft.dateFrom !== '' && draft.dateTo !== '' && draft.dateTo < draft.dateFrom;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draft.dateFrom === '' || draft.dateTo === '') return toast.warn(t('emptyDates'));
    if (!isCrossed) onApply(draft);
  };
  return (
    <form className={css.filter} onSubmit={submit} noValidate aria-label={t('filter')}>
      {!isNowPart(draft.part) && (
        <>
          <DateField
            label={t('start')}
            value={draft.dateFrom}
            error={isCrossed && t('crossed')}
            onChange={(event) => set({ dateFrom: event.target.value, hour: null })}
          />
          <DateField
            label={t('end')}
            value={draft.dateTo}
            onChange={(event) => set({ dateTo: event.target.value, hour: null })}
          />
        </>
      )}
      <ContactFilter contactId={draft.contactId} onChange={(contactId) => set({ contactId })} />
      <MultiSelectField
        label={t('connections')}
        placeholder={t('all')}
        options={options.connections}
        value={draft.whatsappIds}
        onChange={(whatsappIds) => set({ whatsappIds })}
      />
      <MultiSelectField
        label={t('users')}
        placeholder={t('allUsers')}
        options={options.users}
        value={draft.userIds}
        onChange={(userIds) => set({ userIds })}
      />
      <MultiSelectField
        label={t('queues')}
        placeholder={t('all')}
        options={options.queues}
        value={draft.queueIds}
        onChange={(queueIds) => set({ queueIds })}
      />
      <MultiSelectField
        label={t('tags')}
        placeholder={t('all')}
        options={options.tags}
        value={draft.tagIds}
        onChange={(tagIds) => set({ tagIds })}
      />
      <MultiSelectField
        label={t('status')}
        placeholder={t('all')}
        options={reportStatuses.map((value) => ({ value, label: t(statusTexts[value][0]) }))}
        value={draft.status}
        onChange={(status) => set({ status })}
      />
      <div className={css.filterEnd}>
        <span className={css.rated}>
          <Switch label={t('onlyRated')} checked={draft.onlyRated} onChange={(onlyRated) => set({ onlyRated })} />
          <span aria-hidden="true">{t('onlyRated')}</span>
        </span>
        <Button kind="primary" type="submit" busy={isBusy}>
          {t('apply')}
        </Button>
      </div>
    </form>
  );
}

/** Choices by name. A chosen user who no longer exists stays in the list. */
export function useFilterOptions({ userIds }: Pick<ReportFilter, 'userIds'>) {
  const nameOf = useAgentName();
  const connections = useConnections();
  const colleagues = useColleagues();
  const queues = useQueues();
  const tags = useTagPicks();
  const known = (colleagues.data ?? []).map(({ id, name }): Option<number> => ({ value: id, label: name }));
  const gone = colleagues.data ? userIds.filter((id) => !known.some(({ value }) => value === id)) : [];
  return {
    connections: (connections.data ?? []).map(({ id, name }): Option<number> => ({ value: id, label: name })),
    users: [...known, ...gone.map((id): Option<number> => ({ value: id, label: nameOf(id, '') }))],
    queues: (queues.data ?? []).map(({ id, name, color }): Option<number> => ({ value: id, label: name, color })),
    tags: (tags.data ?? []).map(({ id, name, color }): Option<number> => ({ value: id, label: name, color })),
  };
}
