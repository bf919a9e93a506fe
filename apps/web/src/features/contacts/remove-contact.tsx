import type { Contact } from '@balcao/contract/endpoints/contacts';
import { useRemoveContact } from '../../entities/contacts/contact-mutations.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { ConfirmDialog, useToast } from '../../ui/index.ts';
import { contactsTexts } from './contacts.texts.ts';

/** Confirmation that names the contact and the data removed with it. */
export function RemoveContact({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const t = useTexts(contactsTexts);
  const toast = useToast();
  const remove = useRemoveContact();

  return (
    <ConfirmDialog
      danger
      title={t('removeTitle', { name: contact.name })}
      text={t('removeText')}
      verb={t('remove')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate(contact.id, toast.outcome(t('removed'), onClose))}
      onClose={onClose}
    />
  );
}
