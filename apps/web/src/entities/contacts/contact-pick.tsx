/** Chooses a contact by name or number. */
import type { Contact } from '@balcao/contract/endpoints/contacts';
import { useState, type ReactNode } from 'react';
import { errorText } from '../../lib/error-text.ts';
import { formatPhone } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { SearchPick, type Pickable } from '../../ui/index.ts';
import { ContactAvatar } from './contact-avatar.tsx';
import { contactPickTexts } from './contact-pick.texts.ts';
import { useContactSearch, type ContactSearch } from './contact-search.ts';

export type PickedContact = Pickable & Pick<Contact, 'channel' | 'whatsappId'>;

export const pickedContact = (contact: Contact): PickedContact => ({
  id: contact.id,
  label: contact.name,
  detail: contact.isGroup ? undefined : formatPhone(contact.number),
  channel: contact.channel,
  whatsappId: contact.whatsappId,
  mark: <ContactAvatar contact={contact} channel={contact.channel} size={28} />,
});

interface ContactPickProps {
  chosen: Pickable | null;
  onChoose: (contact: PickedContact | null) => void;
  error: string | false | undefined;
  focusFirst?: boolean;
  /** Fields follow: the choice gives up the place of the list. */
  shrinks?: boolean;
  /** What is offered beside the sentence that no contact was found. */
  offer?: (typed: string) => ReactNode;
}

export function ContactPick({ chosen, onChoose, error, focusFirst = false, shrinks = false, offer }: ContactPickProps) {
  const t = useTexts(contactPickTexts);
  const language = useLanguage();
  const [typed, setTyped] = useState('');
  const search = useContactSearch(typed, { enabled: !chosen });
  const isEmpty = search.results.length === 0;
  const noMatch = (
    <>
      {t('nobody')} {offer?.(typed)}
    </>
  );
  const statusTexts: Record<ContactSearch['state'], ReactNode> = {
    'too-short': false,
    searching: isEmpty && t('searching'),
    failed: errorText(search.error, language),
    ready: isEmpty && noMatch,
  };
  return (
    <SearchPick
      label={t('contact')}
      required
      placeholder={t('findContact')}
      hint={!chosen && search.state === 'too-short' && t('fromThree')}
      clearLabel={t('change')}
      focusFirst={focusFirst}
      shrinks={shrinks}
      options={search.results.map(pickedContact)}
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
