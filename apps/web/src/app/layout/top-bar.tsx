/** The bar above every screen: greeting, search, notifications, account menu. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { useDueDate } from '../../entities/billing/due-date.ts';
import { useCan, useSession } from '../../lib/session.tsx';
import { isSupportWindow } from '../../lib/support-window.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { cx, Icon, IconButton, DrawnKbd } from '../../ui/index.ts';
import { appTexts } from '../app.texts.ts';
import { combo } from '../keys.ts';
import { UnreadPopover } from '../notifications/unread-popover.tsx';
import { openPanel } from '../open-panel.ts';
import { screenAt } from '../screens.tsx';
import { AccountMenu } from './account-menu.tsx';
import css from './top-bar.module.css';
import { VolumeControl } from './volume.tsx';

const TeamButtons = lazyPart(() => import('../team/team-buttons.tsx').then((module) => module.TeamButtons));

export function TopBar({
  onToggleMenu,
  menuIsOver,
  menuOpen,
}: {
  onToggleMenu: () => void;
  menuIsOver: boolean;
  menuOpen: boolean;
}) {
  const t = useTexts(appTexts);
  const { user, actor } = useSession();
  const canPay = useCan('invoice.pay');
  const due = useDueDate();
  // These screens show every company, not the user's own one.
  const isOfPlatform = useLocation({ select: ({ pathname }) => screenAt(pathname)?.menu?.group === 'platform' });
  return (
    <header className={css.bar}>
      <IconButton
        icon={menuIsOver ? 'menu' : 'panel-left'}
        size="md"
        label={t(menuIsOver ? 'openMenu' : 'toggleMenu')}
        aria-expanded={menuOpen}
        className={css.toggle}
        onClick={onToggleMenu}
      />
      {/* Slot for a screen's own tabs on a phone. */}
      <div className={css.slot} data-bar-slot />
      <p className={css.hello}>
        <b>{t('hello', { name: firstName(user.name) })}</b> <span>· {user.company.name}</span>
      </p>
      {isOfPlatform && (
        <span className={css.scope}>
          <Icon name="globe" size={14} />
          {t('allCompanies')}
        </span>
      )}
      <button
        type="button"
        className={css.palette}
        aria-label={t('palette')}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => openPanel('palette')}
      >
        <Icon name="search" size={16} />
        <span>{t('searchOrGo')}</span>
        <DrawnKbd keys={combo('K')} />
      </button>
      {canPay && (
        <span className={css.due} data-state={due.state} title={t('dueTitle')}>
          {due.text}
        </span>
      )}
      <VolumeControl />
      <RefreshButton />
      <UnreadPopover />
      {!actor.overdue && !isSupportWindow() && (
        <span className={cx(css.team, css.spare)}>
          <Suspense fallback={null}>
            <TeamButtons />
          </Suspense>
        </span>
      )}
      <AccountMenu />
    </header>
  );
}

/** Refetches everything on screen. */
function RefreshButton() {
  const t = useTexts(appTexts);
  const client = useQueryClient();
  const busy = useIsBusy(client);
  return (
    <IconButton
      icon="refresh"
      size="md"
      label={t('refresh')}
      className={cx(css.spare, busy && css.turning)}
      onClick={() => void client.invalidateQueries()}
    />
  );
}

/** Checked after the requests of a screen have begun, instead of at each of their many steps. */
const BUSY_CHECK_MS = 150;

/** Unread counts are refetched often in the background and do not count as busy. */
function useIsBusy(client: QueryClient): boolean {
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = () => {
      timer = undefined;
      setBusy(client.isFetching({ predicate: ({ queryKey }) => queryKey[1] !== 'counts' }) > 0);
    };
    const stop = client.getQueryCache().subscribe(() => {
      timer ??= setTimeout(check, BUSY_CHECK_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [client]);
  return isBusy;
}

export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? name;
