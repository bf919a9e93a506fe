/** One row of a list in detail, beside the list; over it on a narrow screen. */
import { useEffect, useRef, type CSSProperties, type ReactNode } from 'react';
import { IconButton } from './button.tsx';
import css from './side-panel.module.css';
import { useUiTexts } from './ui-texts.tsx';

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
  onClose,
  children,
}: SidePanelProps) {
  const t = useUiTexts();
  const heading = useHeadingFocus();
  return (
    <aside
      className={css.panel}
      style={{ '--width': `${width}px` } as CSSProperties}
      aria-label={label}
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && onClose()}
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
        <IconButton icon="x" label={t('close')} onClick={onClose} />
      </div>
      {tabs && <div className={css.tabs}>{tabs}</div>}
      <div className={css.body}>{children}</div>
    </aside>
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
