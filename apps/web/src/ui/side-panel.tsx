/** One row of a list in detail, beside the list; over it on a narrow screen. */
import { useEffect, useImperativeHandle, useRef, type CSSProperties, type ReactNode, type Ref } from 'react';
import { useLeaveGuard } from '../lib/leave-guard.ts';
import { IconButton } from './button.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import css from './side-panel.module.css';
import { useUiTexts } from './ui-texts.tsx';

export interface SidePanelHandle {
  /** Runs `act`, which closes the panel or changes its content, at once or after the user agreed to discard. */
  leave: (act: () => void) => void;
}

interface SidePanelProps {
  /** Accessible name. */
  label: string;
  /** An avatar or an icon before the title. */
  icon?: ReactNode;
  title: ReactNode;
  subtitle?: ReactNode;
  /** Controls beside the close button. */
  actions?: ReactNode;
  tabs?: ReactNode;
  width?: 432 | 492;
  /** While true, closing and every way to another screen ask first. */
  dirty?: boolean;
  handle?: Ref<SidePanelHandle>;
  onClose: () => void;
  children: ReactNode;
}

export function SidePanel({
  label,
  icon,
  title,
  subtitle,
  actions,
  tabs,
  width = 432,
  dirty = false,
  handle,
  onClose,
  children,
}: SidePanelProps) {
  const t = useUiTexts();
  const heading = useHeadingFocus();
  const guard = useLeaveGuard(dirty);
  useImperativeHandle(handle, () => ({ leave: guard.ask }));
  const close = () => guard.ask(onClose);
  return (
    <>
      <aside
        className={css.panel}
        style={{ '--width': `${width}px` } as CSSProperties}
        aria-label={label}
        onKeyDown={(event) => {
          // Esc inside a dialog above the panel closes the dialog only.
          const isAbove = event.target instanceof Element && event.target.closest('[aria-modal="true"]') !== null;
          if (event.key === 'Escape' && !event.defaultPrevented && !isAbove) close();
        }}
      >
        <div className={css.head}>
          {icon}
          <div className={css.titles}>
            <h2 className="cut" ref={heading} tabIndex={-1}>
              {title}
            </h2>
            <span className="muted num">{subtitle}</span>
          </div>
          {actions}
          <IconButton icon="x" label={t('close')} onClick={close} />
        </div>
        {tabs && <div className={css.tabs}>{tabs}</div>}
        <div className={css.body}>{children}</div>
      </aside>
      <LeaveQuestion
        guard={guard}
        title={t('discardTitle')}
        text={t('discardText')}
        verb={t('discard')}
        safe={t('keepEditing')}
      />
    </>
  );
}

/** The heading is read first; after closing, the row that opened the panel has the focus again. */
function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    heading.current?.focus();
    return () => {
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return heading;
}
