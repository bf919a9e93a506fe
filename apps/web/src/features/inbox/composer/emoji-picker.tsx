/** All emoji by group, recently used ones first, searched by name in the user's language. Loaded at first use. */
import { fold } from '@balcao/domain/text/fold';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useLanguage } from '../../../lib/language.tsx';
import { useStored } from '../../../lib/stored.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, cx, Icon, Skeleton } from '../../../ui/index.ts';
import { emojiOf, type Emoji, type EmojiGroup } from './emoji-data.ts';
import css from './emoji-picker.module.css';
import { mediaTexts } from './media.texts.ts';

const MAX_RECENT = 24;
const MAX_RESULTS = 120;
const COLUMNS = 9;

export default function EmojiPicker({ onChoose }: { onChoose: (emoji: string) => void }) {
  const t = useTexts(mediaTexts);
  const { groups, failed, retry } = useEmoji();
  const [recent, setRecent] = useStored<readonly string[]>('balcao.emoji', []);
  const [typed, setTyped] = useState('');
  const [groupKey, setGroupKey] = useState<string | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  useEffect(() => search.current?.focus(), []);

  const opened = groupKey ?? (recent.length > 0 ? 'recent' : groups?.[0]?.key);
  const visibleEmoji = useMemo<readonly Emoji[]>(() => {
    const query = fold(typed.trim());
    if (query !== '')
      return (groups ?? [])
        .flatMap((group) => group.emoji)
        .filter(({ searchText }) => searchText().includes(query))
        .slice(0, MAX_RESULTS);
    if (opened === 'recent') return recent.map((unicode) => ({ unicode, label: unicode, searchText: () => unicode }));
    return groups?.find(({ key }) => key === opened)?.emoji ?? [];
  }, [groups, typed, opened, recent]);

  const choose = (unicode: string) => {
    setRecent([unicode, ...recent.filter((other) => other !== unicode)].slice(0, MAX_RECENT));
    onChoose(unicode);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const cells = [...(grid.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const focusedIndex = cells.indexOf(document.activeElement as HTMLElement);
    if (focusedIndex < 0) {
      if (event.key === 'ArrowDown') cells[0]?.focus();
      else if (event.key === 'Enter' && visibleEmoji[0] && typed.trim() !== '') choose(visibleEmoji[0].unicode);
      else return;
      return event.preventDefault();
    }
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: COLUMNS, ArrowUp: -COLUMNS }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const to = focusedIndex + step;
    if (to < 0) search.current?.focus();
    else cells[Math.min(to, cells.length - 1)]?.focus();
  };

  const tabs: { key: 'recent' | EmojiGroup['key']; icon: string }[] = [
    ...(recent.length > 0 ? [{ key: 'recent' as const, icon: '' }] : []),
    ...(groups ?? []),
  ];
  return (
    // Arrow keys work wherever the focus is in the picker.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={css.picker} onKeyDown={onKeyDown}>
      <input
        ref={search}
        type="search"
        className={css.search}
        aria-label={t('searchEmoji')}
        placeholder={t('searchEmoji')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className={css.groups} role="group" aria-label={t('groups')}>
        {tabs.map(({ key, icon }) => (
          <button
            key={key}
            type="button"
            title={t(key)}
            aria-label={t(key)}
            aria-pressed={typed === '' && key === opened}
            className={cx(css.group, typed === '' && key === opened && css.on)}
            onClick={() => {
              setTyped('');
              setGroupKey(key);
            }}
          >
            {icon || <Icon name="history" />}
          </button>
        ))}
      </div>
      <div ref={grid} className={css.grid}>
        {visibleEmoji.map(({ unicode, label }, at) => (
          <button
            key={unicode}
            type="button"
            className={css.emoji}
            tabIndex={at === 0 ? 0 : -1}
            aria-label={label}
            title={label}
            onClick={() => choose(unicode)}
          >
            {unicode}
          </button>
        ))}
        {!groups && !failed && <Skeleton height={220} />}
      </div>
      {groups && visibleEmoji.length === 0 && typed !== '' && <p role="status">{t('noEmoji', { typed })}</p>}
      {failed && (
        <p role="alert" className={css.failed}>
          {t('emojiFailed')} <Button size="sm" icon="refresh" aria-label={t('emojiFailed')} onClick={retry} />
        </p>
      )}
    </div>
  );
}

function useEmoji() {
  const language = useLanguage();
  const [groups, setGroups] = useState<readonly EmojiGroup[] | null>(null);
  const [failed, setFailed] = useState(false);
  const [tries, tryAgain] = useState(0);
  useEffect(() => {
    let isCanceled = false;
    setFailed(false);
    emojiOf(language).then(
      (loadedGroups) => !isCanceled && setGroups(loadedGroups),
      () => !isCanceled && setFailed(true),
    );
    return () => void (isCanceled = true);
  }, [language, tries]);
  return { groups, failed, retry: () => tryAgain((before) => before + 1) };
}
