/** Chooses the contact of a scheduled message. */
import type { Contact } from '@balcao/contract/endpoints/contacts';
import { useState, type ReactNode } from 'react';
import { ContactAvatar } from '../../entities/contacts/contact-avatar.tsx';
import { useContactSearch, type ContactSearch } from '../../entities/contacts/contact-search.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatPhone } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { SearchPick, type Pickable } from '../../ui/index.ts';
import { dialogTexts } from './dialog.texts.ts';

export const pickable = (contact: Contact): Pickable => ({
  id: contact.id,
  label: contact.name,
  detail: contact.isGroup ? undefined : formatPhone(contact.number),
  mark: <ContactAvatar contact={contact} channel={contact.channel} size={28} />,
});

interface ContactPickProps {
  chosen: Pickable | null;
  onChoose: (contact: Pickable | null) => void;
  error: string | undefined;
}

export function ContactPick({ chosen, onChoose, error }: ContactPickProps) {
  const t = useTexts(dialogTexts);
  const language = useLanguage();
  const [typed, setTyped] = useState('');
  const search = useContactSearch(typed, { enabled: !chosen });
  const isEmpty = search.results.length === 0;
  const statusTexts: Record<ContactSearch['state'], ReactNode> = {
    'too-short': false,
    searching: isEmpty && t('searching'),
    failed: errorText(search.error, language),
    ready: isEmpty && t('nobody'),
  };
  return (
    <SearchPick
      label={t('contact')}
      required
      placeholder={t('findContact')}
      hint={!chosen && search.state === 'too-short' && t('fromThree')}
      clearLabel={t('change')}
      options={search.results.map(pickable)}
      isOutdated={search.state === 'searching'}
      status={statusTexts[search.state]}
      error={error}
      chosen={chosen}
      onChoose={onChoose}
      typed={typed}
      onType={setTyped}
    />
  );
}
