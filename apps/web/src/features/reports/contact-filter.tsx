/** The contact of a report. From three letters on, a contact that does not exist can be created. */
import type { Contact } from '@balcao/contract/endpoints/contacts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { ContactAvatar } from '../../entities/contacts/contact-avatar.tsx';
import { useContactSearch } from '../../entities/contacts/contact-search.ts';
import { api } from '../../lib/api.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatPhone } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, SearchPick, type Pickable } from '../../ui/index.ts';
import css from './reports.module.css';
import { reportTexts } from './reports.texts.ts';

const ContactFormDialog = lazy(() =>
  import('../../entities/contacts/contact-form-dialog.tsx').then((module) => ({ default: module.ContactFormDialog })),
);

const pickable = (contact: Contact): Pickable => ({
  id: contact.id,
  label: contact.name,
  detail: contact.isGroup ? undefined : formatPhone(contact.number),
  mark: <ContactAvatar contact={contact} channel={contact.channel} size={24} />,
});

export function ContactFilter({
  contactId,
  onChange,
}: {
  contactId: number | null;
  onChange: (contactId: number | null) => void;
}) {
  const t = useTexts(reportTexts);
  const language = useLanguage();
  const [typed, setTyped] = useState('');
  const [isCreating, setCreating] = useState(false);
  const [picked, setPicked] = useState<Pickable | null>(null);
  const search = useContactSearch(typed, { enabled: contactId === null });
  const linked = useQuery({
    ...api.contacts.show.query({ params: { id: contactId ?? 0 } }),
    enabled: contactId !== null && picked?.id !== contactId,
    retry: false,
  });
  const chosen =
    contactId === null
      ? null
      : picked?.id === contactId
        ? picked
        : linked.data
          ? pickable(linked.data)
          : { id: contactId, label: t('oneContact') };
  const isEmpty = search.results.length === 0;
  const create = search.state === 'ready' && isEmpty && (
    <span className={css.create}>
      {t('noContact')}
      {/* The field keeps the focus, or the list would close before the click. */}
      <Button size="sm" icon="plus" onMouseDown={(event) => event.preventDefault()} onClick={() => setCreating(true)}>
        {t('createContact', { name: typed.trim() })}
      </Button>
    </span>
  );
  return (
    <div className={css.contact}>
      <SearchPick
        label={t('contact')}
        placeholder={t('findContact')}
        clearLabel={t('changeContact')}
        options={search.results.map(pickable)}
        isOutdated={search.state === 'searching'}
        status={
          search.state === 'failed'
            ? errorText(search.error, language)
            : search.state === 'searching' && isEmpty
              ? t('searching')
              : create
        }
        chosen={chosen}
        onChoose={(contact) => {
          setPicked(contact);
          onChange(contact?.id ?? null);
        }}
        typed={typed}
        onType={setTyped}
      />
      {isCreating && (
        <Suspense>
          <ContactFormDialog
            title={t('newContact')}
            initial={initialOf(typed.trim())}
            onSaved={(saved) => {
              setPicked(pickable(saved));
              setTyped('');
              onChange(saved.id);
            }}
            onClose={() => setCreating(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** What was typed is a number or a name. */
const initialOf = (typed: string) =>
  /^[+\d\s()-]+$/.test(typed) ? { name: '', number: typed } : { name: typed, number: '' };
