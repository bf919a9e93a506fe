/** The frame of a screen: title, count, actions at the right, tools below, content. */
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import css from './page.module.css';

export interface PageProps {
  title: string;
  count?: number | string;
  /** The status of the record, beside its name. */
  status?: ReactNode;
  actions?: ReactNode;
  toolbar?: ReactNode;
  width?: 'page' | 'settings';
  children: ReactNode;
}

export function Page({ title, count, status, actions, toolbar, width = 'page', children }: PageProps) {
  return (
    <div className={css.page} data-scroller>
      <div className={cx(css.inner, width === 'settings' && css.settings)}>
        <div className={css.head}>
          <h1 className={cx(css.title, status !== undefined && css.besideStatus)}>
            {title}{' '}
            {count !== undefined && (
              <span className={cx(css.count, 'num')}>
                {typeof count === 'number' ? count.toLocaleString('pt-BR') : count}
              </span>
            )}
          </h1>
          {status}
          {actions && <div className={css.actions}>{actions}</div>}
        </div>
        {toolbar && <div className={css.tools}>{toolbar}</div>}
        {children}
      </div>
    </div>
  );
}
