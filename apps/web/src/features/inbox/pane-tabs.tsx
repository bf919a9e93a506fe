/** Chooses the visible pane where only one fits; on a phone the tabs are in the app bar. */
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTexts } from '../../lib/use-texts.ts';
import { Counter, cx } from '../../ui/index.ts';
import css from './inbox.module.css';
import { inboxTexts } from './inbox.texts.ts';
import { usePhone } from '../../lib/narrow.ts';

export type Pane = 'list' | 'ticket';

export interface PaneTabsProps {
  active: Pane;
  onChange: (pane: Pane) => void;
  count: number | undefined;
}

export function PaneTabs({ active, onChange, count }: PaneTabsProps) {
  const t = useTexts(inboxTexts);
  const phone = usePhone();
  const [bar, setBar] = useState<Element | null>(null);
  useEffect(() => setBar(phone ? document.querySelector('[data-bar-slot]') : null), [phone]);

  const tab = (pane: Pane, label: string, n?: number) => (
    <button
      type="button"
      role="tab"
      aria-selected={pane === active}
      tabIndex={pane === active ? 0 : -1}
      className={cx(css.paneTab, pane === active && css.paneOn)}
      onClick={() => onChange(pane)}
    >
      {label}
      {n !== undefined && <Counter>{n}</Counter>}
    </button>
  );
  const tabs = (
    <div
      className={cx(css.paneTabs, bar !== null && css.inBar)}
      role="tablist"
      aria-label={t('panes')}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
        event.preventDefault();
        onChange(active === 'list' ? 'ticket' : 'list');
        event.currentTarget.querySelector<HTMLElement>('[aria-selected="false"]')?.focus();
      }}
    >
      {tab('list', t('attendances'), count)}
      {tab('ticket', t('ticket'))}
    </div>
  );
  return bar ? createPortal(tabs, bar) : tabs;
}
