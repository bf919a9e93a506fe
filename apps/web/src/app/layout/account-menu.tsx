import { useDueDate } from '../../entities/billing/due-date.ts';
import { useLanguage, languageNames, setLanguage } from '../../lib/language.tsx';
import { api } from '../../lib/api.ts';
import { isTouch, useDensity } from '../../lib/density.ts';
import { useCan, useSession } from '../../lib/session.tsx';
import { isSupportWindow } from '../../lib/support-window.ts';
import { useTheme } from '../../lib/theme.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Avatar, Icon, Kbd, Menu, useToast, type MenuItem } from '../../ui/index.ts';
import { appTexts } from '../app.texts.ts';
import { openPanel } from '../open-panel.ts';
import css from './top-bar.module.css';

export function AccountMenu() {
  const t = useTexts(appTexts);
  const { user, signOut } = useSession();
  const canPay = useCan('invoice.pay');
  const due = useDueDate();
  const language = useLanguage();
  const { theme, toggle } = useTheme();
  const pause = usePause();
  const [density, setDensity] = useDensity();

  const languages: MenuItem[] = languageNames.map(({ code, name, isTranslated }, at) => ({
    key: code,
    label: name,
    icon: at === 0 ? 'globe' : undefined,
    hasSeparator: at === 0,
    disabled: !isTranslated,
    chosen: code === language,
    hint: isTranslated ? undefined : t('notYetTranslated'),
    onClick: () => {
      if (isTranslated) setLanguage(code);
    },
  }));

  return (
    <Menu
      minWidth={232}
      heading={
        <span className={css.who}>
          <strong className="cut">{user.name}</strong>
          <span className="cut">{user.email}</span>
          {canPay && (
            <span className={css.whoDue} data-state={due.state}>
              {due.text}
            </span>
          )}
        </span>
      }
      target={
        <button
          type="button"
          className={css.me}
          aria-label={user.paused ? `${t('userMenu')}, ${t('paused')}` : t('userMenu')}
        >
          <span className={css.face}>
            <Avatar
              name={user.name}
              src={user.profileImage}
              size={28}
              {...(isSupportWindow() ? {} : { online: !user.paused })}
            />
            {user.paused && (
              <span className={css.paused}>
                <Icon name="pause" size={12} />
              </span>
            )}
          </span>
          <Icon name="chev-d" size={14} />
        </button>
      }
      items={[
        { key: 'profile', label: t('profile'), icon: 'user', hasSeparator: true, onClick: () => openPanel('profile') },
        ...pause,
        {
          key: 'theme',
          label: t(theme === 'dark' ? 'lightTheme' : 'darkTheme'),
          icon: theme === 'dark' ? 'sun' : 'moon',
          onClick: toggle,
        },
        ...(isTouch()
          ? []
          : [
              {
                key: 'density',
                label: t('compactDensity'),
                icon: 'list' as const,
                ticked: density === 'compact',
                onClick: () => setDensity(density === 'compact' ? 'comfortable' : 'compact'),
              },
            ]),
        {
          key: 'shortcuts',
          label: t('shortcuts'),
          icon: 'keyboard',
          hint: <Kbd>?</Kbd>,
          onClick: () => openPanel('shortcuts'),
        },
        ...languages,
        { key: 'out', label: t('signOut'), icon: 'logout', hasSeparator: true, onClick: () => void signOut() },
      ]}
    />
  );
}

/** For agents: on pause they keep their tickets and get no new ones. */
function usePause(): MenuItem[] {
  const t = useTexts(appTexts);
  const toast = useToast();
  const { user, refreshSession } = useSession();
  if (!useCan('ticket.use')) return [];
  const change = async () => {
    await api.access.pause({ params: { id: user.id }, body: { paused: !user.paused } });
    await refreshSession();
    toast.done(t(user.paused ? 'pauseEnded' : 'pauseBegun'));
  };
  return [
    {
      key: 'pause',
      label: t('paused'),
      icon: 'pause',
      ticked: user.paused,
      onClick: () => void change().catch(toast.failed),
    },
  ];
}
