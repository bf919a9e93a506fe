/** The collapsed menu: attendance as icons, every other group as one icon that opens a list. */
import { Link, useNavigate } from '@tanstack/react-router';
import { useTexts } from '../../lib/use-texts.ts';
import { cx, Icon, Menu, Tooltip } from '../../ui/index.ts';
import { appTexts } from '../app.texts.ts';
import { MenuCount } from '../notifications/menu-count.tsx';
import { Brand } from './brand.tsx';
import type { MenuState } from './menu-state.ts';
import css from './nav.module.css';

export function Rail({ menu }: { menu: MenuState }) {
  const t = useTexts(appTexts);
  const navigate = useNavigate();
  const attendance = menu.groups.find((group) => group.key === 'attendance');
  const others = menu.groups.filter((group) => group.key !== 'attendance');

  return (
    <nav className={cx(css.nav, css.rail)} aria-label={t('mainMenu')}>
      <Brand short />
      <div className={css.scroll}>
        {attendance?.entries.map((entry) => (
          <Tooltip key={entry.path} label={t(entry.title)} side="right">
            <Link
              to={entry.path}
              className={cx(css.icon, entry.path === menu.currentPath && css.here)}
              aria-current={entry.path === menu.currentPath ? 'page' : undefined}
            >
              <Icon name={entry.icon} size={20} />
              <span className="sr">{t(entry.title)}</span>
              {entry.counts && (
                <span className={css.number}>
                  <MenuCount of={entry.counts} />
                </span>
              )}
            </Link>
          </Tooltip>
        ))}
        {attendance && others.length > 0 && <div className={css.line} />}
        {others.map((group) => (
          <Menu
            key={group.key}
            side="right-start"
            heading={t(group.key)}
            target={
              <button
                type="button"
                className={cx(css.icon, menu.isCurrent(group.key) && css.here)}
                aria-label={t(group.key)}
                title={t(group.key)}
              >
                <Icon name={group.icon} size={20} />
                {menu.alertIn(group.entries) && <span className={css.alertDot} />}
              </button>
            }
            items={group.entries.map((entry) => ({
              key: entry.path,
              label: t(entry.title),
              icon: entry.icon,
              hint: menu.alertOf(entry) && (
                <span className={css.alert} title={menu.alertOf(entry)}>
                  <Icon name="alert" size={16} />
                </span>
              ),
              onClick: () => void navigate({ to: entry.path }),
            }))}
          />
        ))}
      </div>
    </nav>
  );
}
