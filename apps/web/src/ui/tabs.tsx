import { useRef, type KeyboardEvent } from 'react';
import { cx } from './cx.ts';
import { Icon, type IconName } from './icons.tsx';
import { Counter } from './marks.tsx';
import css from './tabs.module.css';

export interface Tab<K extends string = string> {
  key: K;
  label: string;
  count?: number;
  icon?: IconName;
  /** Something in this tab needs a look: a field with an error. */
  alert?: boolean;
}

/** Arrow keys, Home and End move between tabs, as people who use a keyboard expect. */
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

  const onKeyDown = (event: KeyboardEvent) => {
    const here = tabs.findIndex((tab) => tab.key === active);
    const to = {
      ArrowRight: (here + 1) % tabs.length,
      ArrowLeft: (here - 1 + tabs.length) % tabs.length,
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
          {tab.label}
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
