/** One number with its name, its definition, and the report that lists its rows. */
import { Link } from '@tanstack/react-router';
import { metrics, type MetricName } from '@balcao/domain/insight/metrics';
import { useId, type ReactNode } from 'react';
import { reportLink, type ListLink, type ReportFilter } from '../../entities/reports/report-filter.ts';
import { ApiError } from '../../lib/api.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Icon, IconButton, Popover, Skeleton, Tooltip, type IconName } from '../../ui/index.ts';
import css from './dashboard.module.css';
import { dashboardTexts } from './dashboard.texts.ts';

export interface Shown {
  text: string;
  unit?: string;
  /** Median and 90th percentile; on hover and for screen readers. */
  detail?: string | undefined;
}

export const count = (value: number | undefined): Shown | undefined =>
  value === undefined ? undefined : { text: formatNumber(value) };

interface NumberCardProps {
  name: MetricName;
  label: string;
  icon?: IconName;
  /** Undefined while it is loading. */
  value: Shown | undefined;
  /** The report of its rows; without one the number is plain text. */
  filter?: Partial<ReportFilter> | undefined;
  /** Another screen that lists its rows. */
  link?: ListLink;
  foot?: ReactNode;
}

export function NumberCard({ name, label, icon, value, filter, link, foot }: NumberCardProps) {
  const id = useId();
  return (
    <article className={css.card} aria-labelledby={id}>
      <h3 className={css.cardHead}>
        {icon && <Icon name={icon} size={16} />}
        <span id={id}>{label}</span>
        <Definition name={name} label={label} />
      </h3>
      <Value value={value} link={filter ? reportLink(filter) : link} />
      {foot && <div className={css.foot}>{foot}</div>}
    </article>
  );
}

/** The number as a link; its median and percentile in a tooltip and in its text for screen readers. */
export function Value({ value, link }: { value: Shown | undefined; link?: ListLink | undefined }) {
  if (!value)
    return (
      <p className={css.value}>
        <Skeleton width={72} height={28} />
      </p>
    );
  const inner = (
    <>
      {value.text}
      {value.unit && <small> {value.unit}</small>}
      {value.detail && <span className="sr">, {value.detail}</span>}
    </>
  );
  const text = link ? (
    <Link {...link} className={css.number}>
      {inner}
    </Link>
  ) : (
    <span className={css.number} {...(value.detail && { tabIndex: 0 })}>
      {inner}
    </span>
  );
  return (
    <p className={`${css.value} num`}>
      {value.detail ? (
        <Tooltip label={value.detail} side="top">
          {text}
        </Tooltip>
      ) : (
        text
      )}
    </p>
  );
}

/** The «?» beside a number: its definition in one sentence. */
export function Definition({ name, label }: { name: MetricName; label: string }) {
  const t = useTexts(dashboardTexts);
  const language = useLanguage();
  const title = t('definition', { name: label });
  return (
    <Popover
      label={title}
      width={280}
      side="bottom"
      target={(opener) => <IconButton icon="help" label={title} tip={false} className={css.help} {...opener} />}
    >
      <p className={css.definition} tabIndex={-1} data-autofocus>
        {metrics[name][language]}
      </p>
    </Popover>
  );
}

interface PartFailedProps {
  text?: string;
  error?: Error;
  onRetry: () => void;
}

/** In place of the part that could not be loaded; the others stay. A refusal says what to do, for example fewer days. */
export function PartFailed({ text, error, onRetry }: PartFailedProps) {
  const t = useTexts(dashboardTexts);
  const language = useLanguage();
  const reason = error instanceof ApiError && error.status < 500 ? errorText(error, language) : t('partFailed');
  return (
    <div className={`${css.card} ${css.failed}`} role="alert">
      <span>{text ?? reason}</span>
      <Button size="sm" icon="refresh" onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  );
}
