import { ContactListDraft, type ContactList } from '@balcao/contract/endpoints/contact-lists';
import { useSaveContactList } from '../../entities/contact-lists/contact-lists.api.ts';
import { useDraftForm } from '../../lib/draft-form.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { FormDialog, TextField, useToast } from '../../ui/index.ts';
import { listTexts } from './contact-lists.texts.ts';

interface ContactListDialogProps {
  list: ContactList | undefined;
  onClose: () => void;
  /** A new list is opened, so that people can be added. */
  onCreated: (list: ContactList) => void;
}

export function ContactListDialog({ list, onClose, onCreated }: ContactListDialogProps) {
  const t = useTexts(listTexts);
  const toast = useToast();
  const save = useSaveContactList();
  const form = useDraftForm({
    schema: ContactListDraft,
    values: { name: list?.name ?? '' },
    save: async ({ name }) => {
      const saved = await save.mutateAsync({ id: list?.id, name });
      if (!list) onCreated(saved);
    },
    ...toast.saved(t('saved'), onClose),
    fieldByCode: { ERR_CONTACTLIST_NAME_TAKEN: 'name' },
  });
  return (
    <FormDialog
      title={list ? t('editNamed', { name: list.name }) : t('add')}
      width={440}
      onClose={onClose}
      form={form}
      verb={t('save')}
    >
      <TextField label={t('name')} required maxLength={60} data-autofocus {...form.text('name')} />
    </FormDialog>
  );
}
