import type { Announcement } from '../../entities/announcements/announcements.api.ts';
import { PriorityMark } from '../../entities/announcements/priority-mark.tsx';
import { PreviewLine } from '../../entities/messages/formatted-text.tsx';
import { useTodayText } from '../../lib/clock.ts';
import { formatDate, formatTime } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Icon } from '../../ui/index.ts';
import css from './team.module.css';
import { teamTexts } from './team.texts.ts';

/** More than two lines of it. */
const MAX_EXCERPT = 200;

/** What the bell shows: a border in the color of the priority, and a dot until it is read. */
export function AnnouncementList({
  announcements,
  onOpen,
}: {
  announcements: readonly Announcement[];
  onOpen: (id: number) => void;
}) {
  const t = useTexts(teamTexts);
  const today = useTodayText();
  if (announcements.length === 0) return <p className={css.none}>{t('noNews')}</p>;
  return (
    <ul className={css.list}>
      {announcements.map(({ id, title, text, priority, mediaPath, isRead, createdAt }) => (
        <li key={id}>
          <button type="button" className={css.announcement} data-priority={priority} onClick={() => onOpen(id)}>
            <span className={css.title}>
              <b>{title}</b>
              {!isRead && <span className={css.dot} role="img" aria-label={t('notRead')} />}
            </span>
            <span className={css.excerpt}>
              <PreviewLine text={text} maxLength={MAX_EXCERPT} />
            </span>
            <span className={css.meta}>
              <PriorityMark priority={priority} hasBar={false}>
                {t(`priority${priority}`)}
              </PriorityMark>
              {mediaPath !== null && (
                <span role="img" aria-label={t('hasImage')}>
                  <Icon name="image" size={14} />
                </span>
              )}
              <time dateTime={createdAt}>
                {formatDate(createdAt) === today
                  ? t('todayAt', { time: formatTime(createdAt) })
                  : formatDate(createdAt)}
              </time>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
