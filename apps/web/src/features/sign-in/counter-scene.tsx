/** The decoration beside the form: conversations on a counter, hidden from screen readers. All people are invented. */
import type { CSSProperties, ReactNode } from 'react';
import { useTexts } from '../../lib/use-texts.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icons.tsx';
import css from './counter-scene.module.css';
import { signInTexts } from './sign-in.texts.ts';

export function CounterScene() {
  const t = useTexts(signInTexts);
  return (
    <aside className={css.pane} aria-hidden="true">
      <div className={css.scene}>
        <Ticket
          className={css.first}
          queue="#2f9e44"
          name="Helena Prado"
          preview={t('scenePreview')}
          avatar={<Face />}
          hue={30}
          channel="whatsapp"
          unread={2}
        />
        <p className={cx(css.bubble, css.asks)}>{t('sceneQuestion')}</p>
        <p className={cx(css.bubble, css.answers)}>{t('sceneAnswer')}</p>
        <div className={cx(css.bubble, css.note)}>
          <b className={css.lock}>
            <Icon name="lock" size={14} />
            {t('sceneNote')}
          </b>
          {t('sceneNoteText')}
        </div>
        <Ticket
          className={css.second}
          queue="#9c36b5"
          name="Luciana Sá"
          preview={t('sceneOther')}
          avatar="LS"
          hue={340}
          channel="instagram"
        />
        <span className={css.counter} />
      </div>
    </aside>
  );
}

interface TicketProps {
  className: string | undefined;
  queue: string;
  name: string;
  preview: string;
  avatar: ReactNode;
  hue: number;
  channel: 'whatsapp' | 'instagram';
  unread?: number;
}

function Ticket({ className, queue, name, preview, avatar, hue, channel, unread }: TicketProps) {
  return (
    <div className={cx(css.ticket, className)}>
      <i className={cx(css.queue, 'c-mark')} style={{ '--c': queue } as CSSProperties} />
      <span className={css.avatar} style={{ '--h': hue } as CSSProperties}>
        {avatar}
        <span className={css.channel}>
          <Glyph of={channel} />
        </span>
      </span>
      <span className={css.texts}>
        <b>{name}</b>
        <span>{preview}</span>
      </span>
      {unread && <span className={css.unread}>{unread}</span>}
    </div>
  );
}

const Face = () => (
  <svg className={css.face} viewBox="0 0 48 48">
    <rect width="48" height="48" fill="#f3d3c0" />
    <path d="M12 36V21a12 12 0 0124 0v15z" fill="#5b3427" />
    <path d="M7 48c1.5-9 8-12 17-12s15.5 3 17 12z" fill="#d9694f" />
    <path d="M20 29h8v8a4 4 0 01-8 0z" fill="#d6a384" />
    <ellipse cx="24" cy="23" rx="7.5" ry="9" fill="#e8b596" />
    <path d="M16 22c0-7 3.5-9.5 8-9.5s8 2.5 8 9.5c-2-1.5-3.5-4-4.5-6-2.5 3-7 5-11.5 6z" fill="#5b3427" />
  </svg>
);

const Glyph = ({ of }: { of: 'whatsapp' | 'instagram' }) =>
  of === 'whatsapp' ? (
    <svg viewBox="0 0 24 24" className={css.whatsapp}>
      <path d="M12 2.5a9.3 9.3 0 00-8 14l-1.3 4.8 5-1.2A9.3 9.3 0 1012 2.5z" fill="currentColor" />
      <path
        d="M8.8 7.6c.3-.3.8-.3 1 .1l.9 1.7c.1.3.1.6-.1.9l-.6.7a6.5 6.5 0 002.9 2.9l.7-.6c.3-.2.6-.2.9-.1l1.7.9c.4.2.4.7.1 1-.7.9-1.7 1.3-2.8 1a8.8 8.8 0 01-5.7-5.7c-.3-1.1.1-2.1 1-2.8z"
        fill="#fff"
      />
    </svg>
  ) : (
    <svg viewBox="0 0 24 24" className={css.instagram}>
      <rect x="2.8" y="2.8" width="18.4" height="18.4" rx="5.6" fill="currentColor" />
      <g fill="none" stroke="#fff" strokeWidth="1.9">
        <rect x="6.4" y="6.4" width="11.2" height="11.2" rx="3.6" />
        <circle cx="12" cy="12" r="2.7" />
      </g>
      <circle cx="15.3" cy="8.7" r="1" fill="#fff" />
    </svg>
  );
