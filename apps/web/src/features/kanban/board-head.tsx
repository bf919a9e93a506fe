import { useState, type FormEvent } from 'react';
import type { BoardView } from '../../entities/kanban/board.ts';
import { Can } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { DateInput } from '../../ui/date-field.tsx';
import { Button } from '../../ui/index.ts';
import css from './board-head.module.css';
import { kanbanTexts } from './kanban.texts.ts';

/** The days the board shows, and the link to its lanes. An end of today stays open for tomorrow's tickets. */
export function BoardHead({
  view,
  today,
  busy,
  onSearch,
  onAddLanes,
}: {
  view: BoardView;
  today: string;
  busy: boolean;
  onSearch(view: BoardView): void;
  onAddLanes(): void;
}) {
  const t = useTexts(kanbanTexts);
  const [from, setFrom] = useState(view.from ?? '');
  const [to, setTo] = useState(view.to ?? today);
  const isCrossed = from !== '' && to !== '' && to < from;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isCrossed) onSearch({ from: from || null, to: to === '' || to >= today ? null : to });
  };
  return (
    <form className={css.head} onSubmit={submit} noValidate>
      <h1 className={css.title}>{t('title')}</h1>
      <div className={css.dates}>
        <DateBox label={t('from')} value={from} onChange={setFrom} />
        <span className={css.until}>{t('until')}</span>
        <DateBox label={t('to')} value={to} onChange={setTo} />
      </div>
      <Button type="submit" icon="search" busy={busy}>
        {t('search')}
      </Button>
      <Can do="kanban.add-lane">
        <Button kind="primary" icon="plus" onClick={onAddLanes}>
          {t('addLanes')}
        </Button>
      </Can>
      {isCrossed && (
        <p className={css.wrong} role="alert">
          {t('datesCrossed')}
        </p>
      )}
    </form>
  );
}

const DateBox = ({ label, value, onChange }: { label: string; value: string; onChange(value: string): void }) => (
  <span className={css.date}>
    <DateInput
      aria-label={label}
      value={value}
      min="1900-01-01"
      max="2999-12-31"
      onChange={(event) => onChange(event.target.value)}
    />
  </span>
);
