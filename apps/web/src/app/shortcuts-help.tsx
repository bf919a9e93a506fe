import { inboxKeys } from '../features/inbox/inbox-key-list.ts';
import { inboxKeyTexts } from '../features/inbox/inbox.texts.ts';
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
  const { actor } = useSession();
  const [singleKeys, setSingleKeys] = useSingleKeys();
  const goToRows = menuOf(actor)
    .flatMap((group) => group.entries)
    .flatMap((entry) =>
      entry.letter
        ? [{ keys: ['G', entry.letter.toUpperCase()], text: t('goToScreen', { screen: t(entry.title) }) }]
        : [],
    );
  const rows: Row[] = [
    { keys: [combo('K')], text: t('openPalette') },
    { keys: [combo('L', { shift: true })], text: t('switchTheme') },
    { keys: ['Esc'], text: t('closeOrClear') },
  ];
  const single: Row[] = [
    { keys: ['/'], text: t('focusSearch') },
    { keys: ['?'], text: t('showShortcuts') },
    ...goToRows,
    ...inboxKeys.map(({ keys, text }) => ({ keys, text: inInbox(text), either: true })),
  ];

  return (
    <Dialog title={t('shortcuts')} onClose={onClose}>
      <dl className={css.list}>
        {[...rows, ...(singleKeys ? single : [])].map(({ keys, text, either }) => (
          <div key={text} className={css.row}>
            <dt>{text}</dt>
            <dd className={css.keys}>
              {keys.map((key, at) => (
                <span key={key}>
                  {at > 0 && !either && <span className="faint">{t('thenKey')} </span>}
                  <Kbd>{key}</Kbd>
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <SwitchRow label={t('letters')} text={t('lettersText')} checked={singleKeys} onChange={setSingleKeys} />
    </Dialog>
  );
}

interface Row {
  keys: readonly string[];
  text: string;
  /** Any of the keys, not a sequence. */
  either?: boolean;
}
