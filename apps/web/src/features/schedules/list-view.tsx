/** The dates of a month as a list: those ahead, then those that passed, the newest first. */
import { pictureOf } from '../../entities/contacts/contact-picture.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Avatar, Icon, IconButton, InfiniteTable, StatusPill, type Column } from '../../ui/index.ts';
import css from './calendar.module.css';
import { localDay, localTime } from './calendar-days.ts';
import { formatDay } from '../../lib/format.ts';
import { occurrenceKey, useStateView, type Occurrence } from './occurrences.ts';
import { scheduleTexts } from './schedules.texts.ts';

export interface ListViewProps {
  occurrences: readonly Occurrence[];
  now: Date;
  timeZone: string;
  canChange: (occurrence: Occurrence) => boolean;
  onOpen: (occurrence: Occurrence) => void;
  onRemove: (occurrence: Occurrence) => void;
}

export function ListView({ occurrences, ...props }: ListViewProps) {
  const t = useTexts(scheduleTexts);
  const columns = useColumns(props);
  const groups = [
    { key: 'upcoming' as const, rows: occurrences.filter(({ state }) => state === 'scheduled') },
    { key: 'past' as const, rows: occurrences.filter(({ state }) => state !== 'scheduled').toReversed() },
  ];
  return (
    <div>
      {groups
        .filter(({ rows }) => rows.length > 0)
        .map(({ key, rows }) => (
          <section key={key} aria-label={t(key)}>
            <h2 className={css.groupHead}>{t(key)}</h2>
            <InfiniteTable
              label={t(key)}
              rows={rows}
              rowKey={occurrenceKey}
              columns={columns}
              hasMore={false}
              onMore={() => {}}
              loading={false}
              empty={{ title: '' }}
            />
          </section>
        ))}
    </div>
  );
}

function useColumns({
  now,
  timeZone,
  canChange,
  onOpen,
  onRemove,
}: Omit<ListViewProps, 'occurrences'>): Column<Occurrence>[] {
  const t = useTexts(scheduleTexts);
  const stateOf = useStateView();
  const nameOf = ({ contact }: Occurrence) => contact?.name ?? t('noContact');
  return [
    {
      key: 'when',
      head: t('when'),
      firm: true,
      width: '120px',
      cell: ({ at }) => (
        <span className="num">
          {formatDay(localDay(at, timeZone)).slice(0, 5)} <b>{localTime(at, timeZone)}</b>
        </span>
      ),
    },
    {
      key: 'contact',
      head: t('contact'),
      primary: true,
      width: '210px',
      cell: (occurrence) => (
        <span className={css.person}>
          <Avatar
            name={nameOf(occurrence)}
            src={occurrence.contact && pictureOf(occurrence.contact.urlPicture)}
            size={24}
          />
          <span className="cut">{nameOf(occurrence)}</span>
        </span>
      ),
    },
    { key: 'message', head: t('message'), cell: ({ body }) => body },
    {
      key: 'connection',
      head: t('connection'),
      spare: true,
      width: '130px',
      cell: ({ whatsapp }) => <span className="muted">{whatsapp?.name ?? '—'}</span>,
    },
    {
      key: 'repeats',
      head: t('repeats'),
      spare: true,
      width: '110px',
      cell: ({ repeats, position, count }) =>
        repeats ? (
          <span className={css.person}>
            <Icon name="repeat" size={14} />
            {position !== null && t('positionOf', { n: position, count })}
          </span>
        ) : (
          '—'
        ),
    },
    {
      key: 'status',
      head: t('status'),
      width: '260px',
      cell: (occurrence) => {
        const { label, detail, tone } = stateOf(occurrence, now);
        return (
          <span className={css.stateCell}>
            <StatusPill tone={tone}>{label}</StatusPill>
            <span className={css.muted}>{detail}</span>
          </span>
        );
      },
    },
    {
      key: 'actions',
      head: '',
      width: '96px',
      cell: (occurrence) => {
        const name = nameOf(occurrence);
        const { state } = occurrence;
        if (!canChange(occurrence) || state === 'sent' || state === 'superseded')
          return <IconButton icon="eye" label={t('showOf', { name })} onClick={() => onOpen(occurrence)} />;
        const isAhead = state === 'scheduled';
        return (
          <>
            <IconButton
              icon={isAhead ? 'edit' : 'refresh'}
              label={t(isAhead ? 'editOf' : 'retryOf', { name })}
              onClick={() => onOpen(occurrence)}
            />
            <IconButton icon="trash" danger label={t('removeOf', { name })} onClick={() => onRemove(occurrence)} />
          </>
        );
      },
    },
  ];
}
