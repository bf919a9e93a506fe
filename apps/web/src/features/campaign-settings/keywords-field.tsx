/** A short list of words, added with Enter. */
import { useState, type KeyboardEvent } from 'react';
import { useTexts } from '../../lib/use-texts.ts';
import { Chip, TextField } from '../../ui/index.ts';
import css from './campaign-settings.module.css';
import { settingsTexts } from './campaign-settings.texts.ts';

interface WordsFieldProps {
  label: string;
  hint: string;
  words: readonly string[];
  error?: string | undefined;
  onChange: (words: string[]) => void;
}

export function WordsField({ label, hint, words, error, onChange }: WordsFieldProps) {
  const t = useTexts(settingsTexts);
  const [typed, setTyped] = useState('');
  const add = () => {
    const added = typed
      .split(/[,;\n]/)
      .map((word) => word.trim().toLowerCase())
      .filter(Boolean);
    if (added.length > 0) onChange([...new Set([...words, ...added])]);
    setTyped('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Enter adds the word and does not submit the form.
    event.preventDefault();
    add();
  };
  return (
    <div className={css.words}>
      <TextField
        label={label}
        hint={hint}
        error={error}
        placeholder={t('wordsPlaceholder')}
        maxLength={60}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={add}
      />
      <div className={css.chips}>
        {words.map((word) => (
          <Chip
            key={word}
            removeLabel={t('removeWord', { word })}
            onRemove={() => onChange(words.filter((other) => other !== word))}
          >
            {word}
          </Chip>
        ))}
      </div>
    </div>
  );
}
