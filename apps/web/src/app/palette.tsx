/** Ctrl/⌘ K: opens screens and runs actions of the shell from the keyboard. */
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTexts } from '../lib/use-texts.ts';
import { cx, Icon, Kbd, Window } from '../ui/index.ts';
import { appTexts } from './app.texts.ts';
import { matchCommands, useCommands, type Command } from './commands.ts';
import { usePaletteSearch } from './palette-search.ts';
import { usePaletteSettings } from './palette-settings.ts';
import css from './palette.module.css';

export function Palette({ onClose }: { onClose: () => void }) {
  const t = useTexts(appTexts);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState('');
  const [at, setAt] = useState(0);
  const { records, messages, isSearching } = usePaletteSearch(search);
  const settings = usePaletteSettings(search);
  // The server has matched records and messages already. Messages are last: one that contains the name of a screen must
  // not be what Enter opens.
  const commands = [...records, ...matchCommands(useCommands(), search), ...settings, ...messages];

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [at, search]);

  // Closes first, so that the overlay opened by the command stays open.
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: commands.length - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      setAt((to + commands.length) % Math.max(commands.length, 1));
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      run(commands[at]);
    }
  };

  return (
    <Window onClose={onClose} shape="top" label={t('palette')}>
      <div className={css.head}>
        <Icon name="search" />
        <input
          className={css.input}
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={commands[at] ? `${id}-${at}` : undefined}
          aria-label={t('palette')}
          placeholder={t('paletteHint')}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
        <Kbd>Esc</Kbd>
      </div>
      <div className={css.list} id={`${id}-list`} role="listbox" aria-label={t('palette')} ref={list}>
        {commands.map((command, index) => (
          <div key={command.key} role="presentation">
            {command.section !== commands[index - 1]?.section && (
              <div className={css.section} aria-hidden="true">
                {command.section}
              </div>
            )}
            <div
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              className={cx(css.command, index === at && css.on)}
              onMouseMove={() => setAt(index)}
              onClick={() => run(command)}
            >
              <Icon name={command.icon} />
              <span className={css.label}>{command.label}</span>
              {command.keys && <Kbd>{command.keys}</Kbd>}
            </div>
          </div>
        ))}
      </div>
      {commands.length === 0 && !isSearching && (
        <p className={css.nothing} role="status">
          {t('nothingFound', { search })}
        </p>
      )}
    </Window>
  );
}
