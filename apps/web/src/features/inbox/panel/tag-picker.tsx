/** Finds a tag by typing, or creates it. */
import { fold } from '@balcao/domain/text/fold';
import { useState } from 'react';
import { useNewTag, useTagPicks } from '../../../entities/tags/tags.api.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { ColorDot, SearchPick, useToast, type Pickable } from '../../../ui/index.ts';

import { panelTexts } from './panel.texts.ts';

export interface TagLabel {
  id: number;
  name: string;
  color: string;
}
const MIN_TAG_LENGTH = 3;
/** More than fit on a screen; typing narrows them. */
const MAX_OPTIONS = 50;
const NEW = 0;

export function TagPicker({
  label,
  selectedTags,
  onPick,
  error,
  focusNow = false,
}: {
  label: string;
  /** Tags the contact has already. */
  selectedTags: readonly TagLabel[];
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
  const query = typed.trim();
  const free = (picks.data ?? []).filter((tag) => !selectedTags.some(({ id }) => id === tag.id));
  const matches = free.filter(({ name }) => fold(name).includes(fold(query))).slice(0, MAX_OPTIONS);
  const exists = [...(picks.data ?? []), ...selectedTags].some(({ name }) => fold(name) === fold(query));
  const options: Pickable[] = [
    ...matches.map((tag) => ({ id: tag.id, label: tag.name, mark: <ColorDot color={tag.color} /> })),
    ...(query !== '' && !exists && picks.data ? [{ id: NEW, label: t('createTag', { name: query }) }] : []),
  ];

  const choose = (option: Pickable | null) => {
    if (!option) return;
    const existing = matches.find(({ id }) => id === option.id);
    if (existing) return onPick({ id: existing.id, name: existing.name, color: existing.color });
    if (query.length < MIN_TAG_LENGTH) return setTooShort(true);
    create.mutate(query, {
      onSuccess: ({ id, name, color }) => onPick({ id, name, color }),
      onError: (failure) => {
        setTyped(query);
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
      status={picks.isPending || create.isPending ? t('loading') : options.length === 0 && t('noTags')}
      error={tooShort ? t('tagTooShort') : error}
      chosen={null}
      onChoose={choose}
      typed={typed}
      onType={(text) => {
        // A text that is too short stays to be completed.
        if (text === '' && query !== '' && query.length < MIN_TAG_LENGTH && matches.length === 0) return;
        setTooShort(false);
        setTyped(text);
      }}
    />
  );
}
