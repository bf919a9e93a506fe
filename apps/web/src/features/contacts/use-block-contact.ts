import type { Contact } from '@balcao/contract/endpoints/contacts';
import { useSetActive } from '../../entities/contacts/contact-mutations.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { useToast } from '../../ui/index.ts';
import { contactsTexts } from './contacts.texts.ts';

/** Blocks or unblocks without a confirmation, because the toast offers undo. */
export function useBlockContact(): (contact: Contact, active: boolean) => void {
  const t = useTexts(contactsTexts);
  const toast = useToast();
  const { mutate } = useSetActive();
  const set = ({ id }: Pick<Contact, 'id'>, active: boolean) =>
    mutate(
      { id, active },
      {
        onSuccess: () =>
          toast.done(t(active ? 'unblocked' : 'blocked'), { label: t('undo'), onClick: () => set({ id }, !active) }),
        onError: toast.failed,
      },
    );
  return set;
}
