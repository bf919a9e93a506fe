import { useEffect, useRef, type KeyboardEvent } from 'react';
import { cx } from './cx.ts';
import { Icon, type IconName } from './icons.tsx';
import { Counter } from './marks.tsx';
import css from './tabs.module.css';

export interface Tab<K extends string = string> {
  key: K;
  label: string;
  count?: number;
  icon?: IconName;
  /** The tab contains a field with an error. */
  alert?: boolean;
}

const PEEK = 24;

/** Arrow keys, Home and End move between tabs. */
export function Tabs<K extends string>({
  tabs,
  active,
  onChange,
  label,
}: {
  tabs: readonly Tab<K>[];
  active: K;
  onChange: (key: K) => void;
  label?: string;
}) {
  const list = useRef<HTMLDivElement>(null);

  // On a narrow screen the row is wider than the viewport: the open tab is scrolled into view with a part of the next.
  // Only the row is scrolled, never the page.
  useEffect(() => {
    const row = list.current;
    const tab = row?.querySelector('[aria-selected="true"]');
    if (!row || !tab) return;
    const [rowRect, tabRect] = [row.getBoundingClientRect(), tab.getBoundingClientRect()];
    const [before, behind] = [tabRect.left - PEEK - rowRect.left, tabRect.right + PEEK - rowRect.right];
    if (before < 0) row.scrollLeft += before;
    else if (behind > 0) row.scrollLeft += Math.min(behind, before);
  }, [active, tabs.length]);

  const onKeyDown = (event: KeyboardEvent) => {
    const activeIndex = tabs.findIndex((tab) => tab.key === active);
    const to = {
      ArrowRight: (activeIndex + 1) % tabs.length,
      ArrowLeft: (activeIndex - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }[event.key];
    const next = to === undefined ? undefined : tabs[to];
    if (!next) return;
    event.preventDefault();
    onChange(next.key);
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.key)}"]`)?.focus();
  };

  return (
    <div className={css.tabs} role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.key}
          type="button"
          role="tab"
          data-tab={tab.key}
          aria-selected={tab.key === active}
          tabIndex={tab.key === active ? 0 : -1}
          className={cx(css.tab, tab.key === active && css.on)}
          onClick={() => onChange(tab.key)}
        >
          {tab.icon && <Icon name={tab.icon} size={16} />}
          {/* The bold label reserves its width, so that the next tabs stay where they are. */}
          <span className={css.label} data-label={tab.label}>
            {tab.label}
          </span>
          {tab.count !== undefined && <Counter>{tab.count}</Counter>}
          {tab.alert && (
            <span className={css.alert}>
              <Icon name="alert" size={14} />
            </span>
          )}
        </button>
      ))}
    </div>
  );
}
