/** Chooses the visible one of two panes where only one fits; on a phone the tabs are in the app bar. */
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { usePhone } from '../lib/narrow.ts';
import { cx } from './cx.ts';
import { Counter } from './marks.tsx';
import css from './pane-tabs.module.css';

interface PaneTab<K extends string> {
  key: K;
  label: string;
  count?: number | undefined;
}

interface PaneTabsProps<K extends string> {
  label: string;
  tabs: readonly [PaneTab<K>, PaneTab<K>];
  active: K;
  onChange: (key: K) => void;
}

export function PaneTabs<K extends string>({ label, tabs, active, onChange }: PaneTabsProps<K>) {
  const phone = usePhone();
  const [bar, setBar] = useState<Element | null>(null);
  useEffect(() => setBar(phone ? document.querySelector('[data-bar-slot]') : null), [phone]);
  const [first, second] = tabs;
  const list = (
    <div
      className={cx(css.tabs, bar !== null && css.inBar)}
      role="tablist"
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
        event.preventDefault();
        onChange(active === first.key ? second.key : first.key);
        event.currentTarget.querySelector<HTMLElement>('[aria-selected="false"]')?.focus();
      }}
    >
      {tabs.map(({ key, label: text, count }) => (
        <button
          key={key}
          type="button"
          role="tab"
          aria-selected={key === active}
          tabIndex={key === active ? 0 : -1}
          className={cx(css.tab, key === active && css.on)}
          onClick={() => onChange(key)}
        >
          {text}
          {count !== undefined && <Counter>{count}</Counter>}
        </button>
      ))}
    </div>
  );
  return bar ? createPortal(list, bar) : list;
}
