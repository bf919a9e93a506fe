import { useId } from 'react';
import { companyKeyTexts } from '../features/companies/company-keys.texts.ts';
import { composerKeys, conversationKeys, listKeys } from '../features/inbox/inbox-key-list.ts';
import { inboxKeyTexts } from '../features/inbox/inbox.texts.ts';
import { calendarKeyTexts } from '../features/schedules/calendar-keys.texts.ts';
import { useSession } from '../lib/session.tsx';
import { useTexts } from '../lib/use-texts.ts';
import { Dialog, Kbd, SwitchRow } from '../ui/index.ts';
import { appTexts } from './app.texts.ts';
import { combo } from './keys.ts';
import { menuOf } from './screens.tsx';
import css from './shortcuts-help.module.css';
import { useSingleKeys } from './shortcuts.tsx';

export function ShortcutsHelp({ onClose }: { onClose: () => void }) {
  const t = useTexts(appTexts);
  const inInbox = useTexts(inboxKeyTexts);
  const inCalendar = useTexts(calendarKeyTexts);
  const inCompanies = useTexts(companyKeyTexts);
  const { actor } = useSession();
  const [singleKeys, setSingleKeys] = useSingleKeys();
  const entries = menuOf(actor).flatMap((group) => group.entries);
  const goToRows = entries.flatMap((entry) =>
    entry.letter
      ? [{ keys: ['G', entry.letter.toUpperCase()], text: t('goToScreen', { screen: t(entry.title) }) }]
      : [],
  );
  const inboxRows = (keys: typeof listKeys): Row[] =>
    keys.map((row) => ({ keys: row.keys, text: inInbox(row.text), either: true }));
  const everywhere: Row[] = [
    { keys: [combo('K')], text: t('openPalette') },
    { keys: [combo('L', { shift: true })], text: t('switchTheme') },
    { keys: ['Esc'], text: t('closeOrClear') },
    ...(singleKeys
      ? [
          { keys: ['/'], text: t('focusSearch') },
          { keys: ['?'], text: t('showShortcuts') },
        ]
      : []),
  ];
  const calendarRows: Row[] = [
    { keys: ['←', '→', '↑', '↓'], text: inCalendar('day'), either: true },
    { keys: ['PgUp', 'PgDn'], text: inCalendar('month'), either: true },
    ...(singleKeys
      ? [
          { keys: ['T'], text: inCalendar('today') },
          { keys: inCalendar('viewLetters').split(' '), text: inCalendar('views'), either: true },
          { keys: ['N'], text: inCalendar('add') },
        ]
      : []),
  ];
  const hasCalendar = entries.some(({ path }) => path === '/schedules');
  const hasCompanies = entries.some(({ title }) => title === 'companies');
  const companyRows: Row[] = [{ keys: ['J', 'K'], text: inCompanies('nextOrPrevious'), either: true }];
  const inboxGroups: Group[] = [
    { title: t('keysList'), rows: inboxRows(listKeys) },
    { title: t('keysConversation'), text: t('keysConversationText'), rows: inboxRows(conversationKeys) },
  ];
  const groups: Group[] = [
    { title: t('keysEverywhere'), rows: everywhere },
    { title: t('keysWriting'), rows: inboxRows(composerKeys) },
    ...(singleKeys ? inboxGroups : []),
    ...(hasCalendar ? [{ title: inCalendar('title'), rows: calendarRows }] : []),
    ...(singleKeys && hasCompanies ? [{ title: inCompanies('title'), rows: companyRows }] : []),
    ...(singleKeys ? [{ title: t('goTo'), rows: goToRows }] : []),
  ];

  return (
    <Dialog title={t('shortcuts')} width={700} onClose={onClose}>
      <div className={css.groups}>
        {groups.map((group) => (
          <ShortcutGroup key={group.title} {...group} />
        ))}
      </div>
      <SwitchRow label={t('letters')} text={t('lettersText')} checked={singleKeys} onChange={setSingleKeys} />
    </Dialog>
  );
}

function ShortcutGroup({ title, text, rows }: Group) {
  const t = useTexts(appTexts);
  const id = useId();
  return (
    <section aria-labelledby={id} className={css.group}>
      <h3 id={id}>{title}</h3>
      {text && <p className={css.text}>{text}</p>}
      <dl className={css.list}>
        {rows.map((row) => (
          <div key={row.text} className={css.row}>
            <dt>{row.text}</dt>
            <dd className={css.keys}>
              {row.keys.map((key, at) => (
                // The same key may come twice: G, then G.
                <span key={at}>
                  {at > 0 && !row.either && <span className="faint">{t('thenKey')} </span>}
                  <Kbd>{key}</Kbd>
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface Group {
  title: string;
  text?: string;
  rows: readonly Row[];
}
interface Row {
  keys: readonly string[];
  text: string;
  /** Any of the keys, not a sequence. */
  either?: boolean;
}
