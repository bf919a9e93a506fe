import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon, type IconName } from './icons.tsx';
import css from './timeline.module.css';

export interface TimelineEntry {
  key: string;
  title: ReactNode;
  detail?: ReactNode;
  /** As shown; empty for what has not happened yet. */
  time?: string;
  /** `now` is what is being waited for, `next` what follows it. */
  tone: 'plain' | 'success' | 'warn' | 'danger' | 'now' | 'next';
  icon?: IconName;
}

/** What happened and what follows, from top to bottom. */
export const Timeline = ({ entries, label }: { entries: readonly TimelineEntry[]; label: string }) => (
  <ol className={css.timeline} aria-label={label}>
    {entries.map(({ key, title, detail, time, tone, icon }) => (
      <li key={key} className={cx(css[tone])}>
        <span className={css.mark} aria-hidden="true">
          {tone === 'now' ? (
            <span className={css.pulse} />
          ) : (
            tone !== 'next' && <Icon name={icon ?? (tone === 'success' ? 'check' : 'alert')} size={14} />
          )}
        </span>
        <p>
          {title}
          {detail && <span>{detail}</span>}
        </p>
        {time && <time className="num">{time}</time>}
      </li>
    ))}
  </ol>
);
