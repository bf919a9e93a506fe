/** Empty and error states. */
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icons.tsx';
import css from './states.module.css';
import { useUiTexts } from './ui-texts.tsx';

export interface EmptyStateProps {
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  icon?: IconName;
  /** The heading of the screen, where there is no other. */
  isPageTitle?: boolean;
}

export const EmptyState = ({ title, text, action, icon = 'inbox', isPageTitle = false }: EmptyStateProps) => (
  <div className={css.state}>
    <Drawing icon={icon} />
    {isPageTitle ? <h1 className={css.title}>{title}</h1> : <h2 className={css.title}>{title}</h2>}
    {text && <p className={css.text}>{text}</p>}
    {action && <div className={css.action}>{action}</div>}
  </div>
);

/** The state of a list whose search or filter matches nothing. */
export const nothingFound = (title: string, clear: string, onClear: () => void): EmptyStateProps => ({
  icon: 'search',
  title,
  action: <Button onClick={onClear}>{clear}</Button>,
});

/** Shows the error and a retry button; existing content stays. */
export function ErrorState({
  title,
  text,
  onRetry,
  compact = false,
}: {
  title?: string;
  text?: ReactNode;
  onRetry?: () => void;
  compact?: boolean;
}) {
  const t = useUiTexts();
  const retry = onRetry && (
    <Button icon="refresh" size={compact ? 'sm' : 'md'} onClick={onRetry}>
      {t('retry')}
    </Button>
  );
  if (compact)
    return (
      <div className={css.strip} role="alert">
        <Icon name="alert" size={16} />
        <span className={css.message}>{text ?? title ?? t('failed')}</span>
        {retry}
      </div>
    );
  return (
    <div className={css.state} role="alert">
      <Drawing icon="alert" />
      <h2 className={css.title}>{title ?? t('failed')}</h2>
      {text && <p className={css.text}>{text}</p>}
      {retry && <div className={css.action}>{retry}</div>}
    </div>
  );
}

/** The drawing of all empty states: a counter with an icon on it. */
const Drawing = ({ icon }: { icon: IconName }) => (
  <span className={css.drawing} aria-hidden="true">
    <svg width="112" height="72" viewBox="0 0 112 72" fill="none">
      <ellipse cx="56" cy="66" rx="46" ry="4" fill="var(--sunken)" />
      <rect x="24" y="8" width="64" height="44" rx="12" fill="var(--sunken)" />
      <rect x="14" y="56" width="84" height="6" rx="3" fill="var(--border-2)" />
    </svg>
    <span className={css.matter}>
      <Icon name={icon} size={24} />
    </span>
  </span>
);
