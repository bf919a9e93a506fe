import { ContactListItemChange, type ContactListItem } from '@balcao/contract/endpoints/contact-lists';
import { useSaveListItem } from '../../entities/contact-lists/contact-lists.api.ts';
import { useDraftForm } from '../../lib/draft-form.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { FormDialog, TextField, useToast } from '../../ui/index.ts';
import { listTexts } from './contact-lists.texts.ts';

interface ItemDialogProps {
  listId: number;
  item: ContactListItem | undefined;
  onClose: () => void;
}

/** Adds a person to a list, or changes one. */
export function ItemDialog({ listId, item, onClose }: ItemDialogProps) {
  const t = useTexts(listTexts);
  const toast = useToast();
  const save = useSaveListItem();
  const form = useDraftForm({
    schema: ContactListItemChange,
    values: { name: item?.name ?? '', number: item?.number ?? '', email: item?.email ?? '' },
    save: (draft) => save.mutateAsync(item ? { id: item.id, ...draft } : { contactListId: listId, ...draft }),
    ...toast.saved(t('itemSaved'), onClose),
    fieldByCode: { ERR_CONTACTLISTITEM_DUPLICATED: 'number', ERR_WAPP_INVALID_CONTACT: 'number' },
  });
  return (
    <FormDialog
      title={item ? t('editNamed', { name: item.name }) : t('addItem')}
      width={440}
      onClose={onClose}
      form={form}
      verb={t('save')}
    >
      <TextField label={t('name')} required maxLength={60} data-autofocus {...form.text('name')} />
      <TextField
        label={t('number')}
        required
        hint={t('numberHint')}
        placeholder={t('numberPlaceholder')}
        inputMode="tel"
        maxLength={60}
        {...form.text('number')}
      />
      <TextField label={t('email')} type="email" maxLength={254} {...form.text('email')} />
    </FormDialog>
  );
}
