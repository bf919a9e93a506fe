/** The small marks of a row: queue, tags, agent, waiting time, rating. */
import type { CSSProperties } from 'react';
import { TagChips } from '../../../entities/tags/tag-chips.tsx';
import type { Ticket } from '../../../entities/tickets/tickets.api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Avatar, cx } from '../../../ui/index.ts';
import { listTexts } from './list.texts.ts';
import { useMinute } from './minute.ts';
import { waitOf } from './row-text.ts';
import css from './row.module.css';

export function QueueName({ queue }: { queue: Ticket['queue'] }) {
  const t = useTexts(listTexts);
  if (!queue) return <span className={cx(css.queueName, 'cut')}>{t('withoutQueue')}</span>;
  return (
    <span className={cx(css.queueName, 'cut', 'c-text')} style={{ '--c': queue.color } as CSSProperties} translate="no">
      {queue.name}
    </span>
  );
}

export function RowTags({ tags }: { tags: Ticket['contact']['tags'] }) {
  const t = useTexts(listTexts);
  if (tags.length === 0) return null;
  return (
    <TagChips
      tags={tags}
      className={css.tags}
      renderMore={(count, names) => (
        // The browser's own tooltip: a tooltip component per row would cost more than the row itself.
        <span className={css.moreTags} title={names}>
          <span aria-hidden="true">+{count}</span>
          <span className="sr">{t('moreTags', { names })}</span>
        </span>
      )}
    />
  );
}

export function AssignedAgent({ user }: { user: { name: string } }) {
  const t = useTexts(listTexts);
  const label = t('attendant', { name: user.name });
  return (
    <span className={css.attendant} title={label} role="img" aria-label={label}>
      <Avatar name={user.name} size={20} />
    </span>
  );
}

const faces = ['😡', '😠', '😐', '🙂', '😍'] as const;
const ratingTextKeys = ['rate1', 'rate2', 'rate3', 'rate4', 'rate5'] as const;

/** The score the customer gave, 0 to 10, with its face, 1 to 5. */
export function Rating({ rate, score }: { rate: number; score: number }) {
  const t = useTexts(listTexts);
  const at = Math.min(5, Math.max(1, Math.round(rate))) - 1;
  const label = t(ratingTextKeys[at]!, { score });
  return (
    <span className={css.rating} role="img" aria-label={label} title={label}>
      <span className={css.score}>{score}</span>
      {faces[at]}
    </span>
  );
}

/** The color gets warmer with time; the text says it too. */
export function Waiting({ since, timeZone }: { since: string; timeZone: string }) {
  const t = useTexts(listTexts);
  const { minutes, warmth } = waitOf(since, useMinute());
  const text =
    minutes < 1
      ? t('waitsNow')
      : minutes < 60
        ? t('waitsMinutes', { n: minutes })
        : minutes < 2880
          ? t('waitsHours', { n: Math.floor(minutes / 60) })
          : t('waitsDays', { n: Math.floor(minutes / 1440) });
  return (
    <span
      className={cx(css.wait, css[warmth])}
      data-warmth={warmth}
      title={t('waitsSince', { when: formatDateTime(since, timeZone) })}
    >
      {text}
    </span>
  );
}
