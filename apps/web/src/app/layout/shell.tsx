/** The layout around every screen: menu, top bar, the screen, and overlays. */
import { Outlet, useLocation } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { version } from '../../../package.json';
import { useApplyDensity } from '../../lib/density.ts';
import { write } from '../../lib/storage.ts';
import { isSupportWindow } from '../../lib/support-window.ts';
import { usePublicSettings } from '../../lib/theme.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { appTexts } from '../app.texts.ts';
import { ConfirmEmailStrip } from '../confirm-email-strip.tsx';
import { Notifications } from '../notifications/notifications.tsx';
import { titleWith } from '../notifications/tab-title.ts';
import { useUnread } from '../notifications/unread.ts';
import { OfflineStrip } from '../offline-strip.tsx';
import { Panels } from '../panels.tsx';
import { screenAt } from '../screens.tsx';
import { Shortcuts } from '../shortcuts.tsx';
import { TakeoverOverlay } from '../takeover-overlay.tsx';
import { DEFAULT_APP_NAME } from './brand.tsx';
import { Drawer, OverlayDrawer } from './drawer.tsx';
import { useMenuState } from './menu-state.ts';
import { Rail } from './rail.tsx';
import css from './shell.module.css';
import { TopBar } from './top-bar.tsx';
import { useWidth } from './use-width.ts';

// Rare, so that no screen waits for them.
const SupportStrip = lazyPart(() => import('../support-strip.tsx').then((module) => module.SupportStrip));
const ConnectionToasts = lazyPart(() => import('../connection-toasts.tsx').then((module) => module.ConnectionToasts));
const DueDateWarning = lazyPart(() => import('../due-date-warning.tsx').then((module) => module.DueDateWarning));
const PaymentNotice = lazyPart(() => import('../payment-notice.tsx').then((module) => module.PaymentNotice));
const AiCeilingToasts = lazyPart(() => import('../ai-ceiling-toasts.tsx').then((module) => module.AiCeilingToasts));

export function Shell() {
  const t = useTexts(appTexts);
  const width = useWidth();
  const menu = useMenuState();
  const [over, setOver] = useState(false);
  const main = useRef<HTMLElement>(null);
  const isOver = width !== 'wide';
  // Its notices are for the users of the company.
  const isSupport = isSupportWindow();
  // Only what depends on the address: opening a conversation renders neither the menu nor the top bar again.
  const isBare = useLocation({ select: ({ pathname }) => screenAt(pathname)?.bare === true });
  useApplyDensity();
  useEffect(() => write('frontendVersion', version), []);
  useEffect(() => {
    if (!isOver) setOver(false);
  }, [isOver]);

  return (
    <div className={css.shell}>
      <a
        className={css.skip}
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {t('skip')}
      </a>
      {isSupport ? (
        <Suspense fallback={<div className={css.strip} />}>
          <SupportStrip />
        </Suspense>
      ) : (
        <>
          <OfflineStrip />
          <ConfirmEmailStrip />
        </>
      )}
      <div className={css.app} data-menu={width === 'wide' && menu.open && !isBare ? 'open' : undefined}>
        {width !== 'phone' && !isBare && (
          <div className={css.side}>
            {width === 'wide' && menu.open ? <Drawer menu={menu} /> : <Rail menu={menu} />}
          </div>
        )}
        <div className={css.column}>
          {!isBare && (
            <TopBar
              menuIsOver={isOver}
              menuOpen={isOver ? over : menu.open}
              onToggleMenu={isOver ? () => setOver(true) : menu.toggle}
            />
          )}
          <main id="content" ref={main} tabIndex={-1} className={css.main}>
            <Outlet />
          </main>
        </div>
      </div>
      {over && <OverlayDrawer menu={menu} onClose={() => setOver(false)} />}
      <Panels />
      <Shortcuts />
      {!isSupport && (
        <>
          <Suspense>
            <DueDateWarning />
            <ConnectionToasts />
            <AiCeilingToasts />
            <PaymentNotice />
          </Suspense>
          <TakeoverOverlay />
          <Notifications />
        </>
      )}
      <Title />
    </div>
  );
}

/** A separate component: a new count renders nothing else. */
function Title() {
  const t = useTexts(appTexts);
  const { appName } = usePublicSettings();
  const currentScreen = useLocation({ select: ({ pathname }) => screenAt(pathname) });
  const name = [currentScreen && t(currentScreen.title), appName || DEFAULT_APP_NAME].filter(Boolean).join(' · ');
  const title = titleWith(useUnread(), name);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
