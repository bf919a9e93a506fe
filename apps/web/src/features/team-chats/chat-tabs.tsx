/** Chooses the visible pane where only one fits; on a phone the tabs are in the app bar. */
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useRecentChats } from '../../entities/team-chats/unread-chats.ts';
import { usePhone } from '../../lib/narrow.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Counter, cx } from '../../ui/index.ts';
import css from './team-chats.module.css';
import { teamChatTexts } from './team-chats.texts.ts';

export type ChatTab = 'chats' | 'messages';

export function ChatTabs({ active, onChange }: { active: ChatTab; onChange: (tab: ChatTab) => void }) {
  const t = useTexts(teamChatTexts);
  const phone = usePhone();
  const { unread } = useRecentChats();
  const [bar, setBar] = useState<Element | null>(null);
  useEffect(() => setBar(phone ? document.querySelector('[data-bar-slot]') : null), [phone]);
  const tabs = (
    <div
      className={cx(css.tabs, bar !== null && css.inBar)}
      role="tablist"
      aria-label={t('panes')}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
        event.preventDefault();
        onChange(active === 'chats' ? 'messages' : 'chats');
        event.currentTarget.querySelector<HTMLElement>('[aria-selected="false"]')?.focus();
      }}
    >
      {(['chats', 'messages'] as const).map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          aria-selected={tab === active}
          tabIndex={tab === active ? 0 : -1}
          className={cx(css.tab, tab === active && css.tabOn)}
          onClick={() => onChange(tab)}
        >
          {t(tab)}
          {tab === 'chats' && unread > 0 && <Counter>{unread}</Counter>}
        </button>
      ))}
    </div>
  );
  return bar ? createPortal(tabs, bar) : tabs;
}
