/** The menu with labels: beside the page on a wide screen, over it on a phone. */
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, type PointerEvent } from 'react';
import { version } from '../../../package.json';
import { useTexts } from '../../lib/use-texts.ts';
import { cx, Icon, IconButton } from '../../ui/index.ts';
import { appTexts } from '../app.texts.ts';
import { MenuCount } from '../notifications/menu-count.tsx';
import { Brand } from './brand.tsx';
import type { MenuState } from './menu-state.ts';
import css from './nav.module.css';

export function Drawer({ menu, onNavigate }: { menu: MenuState; onNavigate?: () => void }) {
  const t = useTexts(appTexts);
  return (
    <nav className={css.nav} aria-label={t('mainMenu')}>
      <Brand />
      <div className={css.scroll}>
        {menu.groups.map((group) => {
          const unfolded = menu.isUnfolded(group.key);
          return (
            <div key={group.key} className={css.group}>
              <button
                type="button"
                className={css.groupHead}
                aria-expanded={unfolded}
                aria-disabled={menu.isCurrent(group.key) || undefined}
                aria-controls={`menu-${group.key}`}
                onClick={() => !menu.isCurrent(group.key) && menu.fold(group.key)}
              >
                {t(group.key)}
                {!unfolded && menu.alertIn(group.entries) && (
                  <span className={css.alert}>
                    <Icon name="alert" size={16} />
                  </span>
                )}
                <Icon name="chev-d" size={14} />
              </button>
              <ul id={`menu-${group.key}`} hidden={!unfolded}>
                {group.entries.map((entry) => (
                  <li key={entry.path}>
                    <Link
                      to={entry.path}
                      className={cx(css.link, entry.path === menu.currentPath && css.here)}
                      aria-current={entry.path === menu.currentPath ? 'page' : undefined}
                      onClick={onNavigate}
                    >
                      <Icon name={entry.icon} />
                      <span className="cut">{t(entry.title)}</span>
                      {entry.counts && (
                        <span className={css.number}>
                          <MenuCount of={entry.counts} />
                        </span>
                      )}
                      <Alert text={menu.alertOf(entry)} />
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          );
        })}
      </div>
      <div className={css.foot}>{t('version', { version })}</div>
    </nav>
  );
}

const Alert = ({ text }: { text: string | undefined }) =>
  text && (
    <span className={css.alert} title={text}>
      <Icon name="alert" size={16} />
      <span className="sr">{text}</span>
    </span>
  );

const SWIPE_PX = 60;

/** The drawer over the page. A tap outside, Esc or a swipe to the left closes it; the focus is trapped. */
export function OverlayDrawer({ menu, onClose }: { menu: MenuState; onClose: () => void }) {
  const t = useTexts(appTexts);
  const box = useRef<HTMLDialogElement>(null);
  const start = useRef<number | null>(null);
  const close = useEffectEvent(onClose);

  useEffect(() => {
    const dialog = box.current;
    dialog?.showModal();
    const onCancel = (event: Event) => {
      event.preventDefault();
      close();
    };
    dialog?.addEventListener('cancel', onCancel);
    return () => {
      dialog?.removeEventListener('cancel', onCancel);
      dialog?.close();
    };
  }, []);

  const onPointerUp = (event: PointerEvent) => {
    if (start.current !== null && start.current - event.clientX > SWIPE_PX) onClose();
    start.current = null;
  };

  return (
    <dialog
      ref={box}
      className={css.over}
      aria-label={t('mainMenu')}
      // Only clicks on the scrim itself.
      onClick={(event) => event.target === event.currentTarget && onClose()}
      onPointerDown={(event) => {
        start.current = event.clientX;
      }}
      onPointerUp={onPointerUp}
      // The browser treats the gesture as scrolling.
      onPointerCancel={() => {
        start.current = null;
      }}
    >
      <div className={css.panel}>
        <span className={css.shut}>
          <IconButton icon="x" label={t('closeMenu')} tip={false} onClick={onClose} />
        </span>
        <Drawer menu={menu} onNavigate={onClose} />
      </div>
    </dialog>
  );
}
