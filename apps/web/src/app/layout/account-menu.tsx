import { useLanguage, languageNames, setLanguage } from '../../lib/language.tsx';
import { formatDate } from '../../lib/format.ts';
import { useSession } from '../../lib/session.tsx';
import { useTheme } from '../../lib/theme.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Avatar, Icon, Kbd, Menu, type MenuItem } from '../../ui/index.ts';
import { appTexts } from '../app.texts.ts';
import { openPanel } from '../open-panel.ts';
import css from './top-bar.module.css';

export function AccountMenu() {
  const t = useTexts(appTexts);
  const { user, signOut } = useSession();
  const language = useLanguage();
  const { theme, toggle } = useTheme();

  const languages: MenuItem[] = languageNames.map(({ code, name, ready }, at) => ({
    key: code,
    label: name,
    icon: at === 0 ? 'globe' : undefined,
    apart: at === 0,
    disabled: !ready,
    chosen: code === language,
    hint: ready ? undefined : t('notYetTranslated'),
    onClick: () => {
      if (ready) setLanguage(code);
    },
  }));

  return (
    <Menu
      minWidth={232}
      heading={
        <span className={css.who}>
          <strong className="cut">{user.name}</strong>
          <span className="cut">{user.email}</span>
          {user.profile === 'admin' && (
            <span className={css.whoDue}>
              {t('due', { date: formatDate(user.company.dueDate, user.company.timeZone) })}
            </span>
          )}
        </span>
      }
      target={
        <button type="button" className={css.me} aria-label={t('userMenu')}>
          <Avatar name={user.name} src={user.profileImage} size={28} online />
          <Icon name="chev-d" size={14} />
        </button>
      }
      items={[
        { key: 'profile', label: t('profile'), icon: 'user', apart: true, onClick: () => openPanel('profile') },
        {
          key: 'theme',
          label: t(theme === 'dark' ? 'lightTheme' : 'darkTheme'),
          icon: theme === 'dark' ? 'sun' : 'moon',
          onClick: toggle,
        },
        {
          key: 'shortcuts',
          label: t('shortcuts'),
          icon: 'keyboard',
          hint: <Kbd>?</Kbd>,
          onClick: () => openPanel('shortcuts'),
        },
        ...languages,
        { key: 'out', label: t('signOut'), icon: 'logout', apart: true, onClick: () => void signOut() },
      ]}
    />
  );
}
