/** The dates of one day, with what became of each. */
import { Fragment } from 'react';
import { pictureOf } from '../../entities/contacts/contact-picture.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Avatar, Button, ColorDot, Icon, IconButton } from '../../ui/index.ts';
import css from './calendar.module.css';
import panelCss from './day-panel.module.css';
import { dayTitle, localDay, localTime } from './calendar-days.ts';
import { occurrenceKey, useStateView, type Occurrence } from './occurrences.ts';
import { scheduleTexts } from './schedules.texts.ts';

export interface DayPanelProps {
  day: string;
  now: Date;
  timeZone: string;
  occurrences: readonly Occurrence[];
  canChange: (occurrence: Occurrence) => boolean;
  onOpen: (occurrence: Occurrence) => void;
  onAdd: (day: string) => void;
}

export function DayPanel({ day, now, timeZone, occurrences, canChange, onOpen, onAdd }: DayPanelProps) {
  const t = useTexts(scheduleTexts);
  const language = useLanguage();
  const count = occurrences.length;
  // Today, the time of now is between what was sent and what follows.
  const isToday = localDay(now, timeZone) === day;
  const firstLater = occurrences.findIndex(({ at }) => new Date(at) > now);
  const nowLine = <NowLine time={localTime(now, timeZone)} />;
  return (
    <section className={panelCss.day} aria-label={dayTitle(day, language)}>
      <div className={panelCss.dayHead}>
        <h2>{dayTitle(day, language)}</h2>
        {count > 0 && <span className={panelCss.dayCount}>{count === 1 ? t('sendsOne') : t('sends', { count })}</span>}
      </div>
      {count === 0 ? (
        <p className={css.nothing}>{t('nothingOnDay')}</p>
      ) : (
        <ul className={panelCss.entries}>
          {occurrences.map((occurrence, index) => (
            <Fragment key={occurrenceKey(occurrence)}>
              {isToday && index === firstLater && nowLine}
              <Entry
                occurrence={occurrence}
                now={now}
                timeZone={timeZone}
                canChange={canChange(occurrence)}
                onOpen={() => onOpen(occurrence)}
              />
            </Fragment>
          ))}
          {isToday && firstLater === -1 && nowLine}
        </ul>
      )}
      <div className={panelCss.dayFoot}>
        <Button icon="plus" onClick={() => onAdd(day)}>
          {t('addHere')}
        </Button>
      </div>
    </section>
  );
}

const NowLine = ({ time }: { time: string }) => (
  <li className={panelCss.nowLine}>
    <time className="num">{time}</time>
  </li>
);

interface EntryProps {
  occurrence: Occurrence;
  now: Date;
  timeZone: string;
  canChange: boolean;
  onOpen: () => void;
}
function Entry({ occurrence, now, timeZone, canChange, onOpen }: EntryProps) {
  const t = useTexts(scheduleTexts);
  const stateOf = useStateView();
  const { label, detail, tone, icon } = stateOf(occurrence, now);
  const { contact, body, queue, whatsapp, state } = occurrence;
  const name = contact?.name ?? t('noContact');
  const labels = [queue?.name, whatsapp?.name].filter(Boolean).join(' · ');
  const isEditable = canChange && state === 'scheduled';
  return (
    <li className={panelCss.entry}>
      <div className={panelCss.entryHead}>
        <time className="num" dateTime={occurrence.at}>
          {localTime(occurrence.at, timeZone)}
        </time>
        <Avatar name={name} src={contact && pictureOf(contact.urlPicture)} size={24} />
        <span className={panelCss.entryName}>{name}</span>
        <IconButton
          icon={isEditable ? 'edit' : 'eye'}
          label={t(isEditable ? 'editOf' : 'showOf', { name })}
          onClick={onOpen}
        />
      </div>
      <p className={panelCss.entryText}>{body}</p>
      <p className={panelCss.entryFoot}>
        {queue && <ColorDot color={queue.color} />}
        {labels}
        <span className={panelCss.entryState} data-tone={tone}>
          {icon && <Icon name={icon} size={14} />}
          {state === 'scheduled' ? detail : [label, detail].filter(Boolean).join(' · ')}
        </span>
      </p>
    </li>
  );
}
