/** Finds a tag by typing, or makes it where it is needed. */
import { fold } from '@balcao/domain/text/fold';
import { useState } from 'react';
import { useNewTag, useTagPicks } from '../../../entities/tags/tags.api.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { ColorDot, useToast } from '../../../ui/index.ts';
import { SearchPick, type Pickable } from '../acts/search-pick.tsx';
import { panelTexts } from './panel.texts.ts';

export interface TagLabel {
  id: number;
  name: string;
  color: string;
}
const SHORTEST_TAG = 3;
/** More than fit on a screen are found by typing on. */
const SHOWN = 50;
const NEW = 0;

export function TagPicker({
  label,
  taken,
  onPick,
  error,
  focusNow = false,
}: {
  label: string;
  /** Tags that are there already. */
  taken: readonly TagLabel[];
  onPick: (tag: TagLabel) => void;
  error?: string | false | undefined;
  focusNow?: boolean;
}) {
  const t = useTexts(panelTexts);
  const toast = useToast();
  const picks = useTagPicks();
  const create = useNewTag();
  const [typed, setTyped] = useState('');
  const [tooShort, setTooShort] = useState(false);
  const words = typed.trim();
  const free = (picks.data ?? []).filter((tag) => !taken.some(({ id }) => id === tag.id));
  const found = free.filter(({ name }) => fold(name).includes(fold(words))).slice(0, SHOWN);
  const isThere = [...(picks.data ?? []), ...taken].some(({ name }) => fold(name) === fold(words));
  const options: Pickable[] = [
    ...found.map((tag) => ({ id: tag.id, label: tag.name, mark: <ColorDot color={tag.color} /> })),
    ...(words !== '' && !isThere && picks.data ? [{ id: NEW, label: t('createTag', { name: words }) }] : []),
  ];

  const choose = (option: Pickable | null) => {
    if (!option) return;
    const known = found.find(({ id }) => id === option.id);
    if (known) return onPick({ id: known.id, name: known.name, color: known.color });
    if (words.length < SHORTEST_TAG) return setTooShort(true);
    create.mutate(words, {
      onSuccess: ({ id, name, color }) => onPick({ id, name, color }),
      onError: (failure) => {
        setTyped(words);
        toast.failed(failure);
      },
    });
  };

  return (
    <SearchPick
      label={label}
      placeholder={t('findTag')}
      clearLabel={t('removeTag')}
      focusFirst={!focusNow}
      focusNow={focusNow}
      options={create.isPending ? [] : options}
      said={picks.isPending || create.isPending ? t('loading') : options.length === 0 && t('noTags')}
      error={tooShort ? t('tagTooShort') : error}
      chosen={null}
      onChoose={choose}
      typed={typed}
      onType={(text) => {
        // What was too short stays to be written on.
        if (text === '' && words !== '' && words.length < SHORTEST_TAG && found.length === 0) return;
        setTooShort(false);
        setTyped(text);
      }}
    />
  );
}
