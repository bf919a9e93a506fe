import { useRemoveContactList, type ContactList } from '../../entities/contact-lists/contact-lists.api.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { ConfirmDialog, useToast } from '../../ui/index.ts';
import { listTexts } from './contact-lists.texts.ts';

interface RemoveContactListProps {
  list: ContactList;
  onClose: () => void;
  onRemoved?: () => void;
}

/** Confirmation that names the list and the loss, or the campaigns that need it. */
export function RemoveContactList({ list, onClose, onRemoved }: RemoveContactListProps) {
  const t = useTexts(listTexts);
  const toast = useToast();
  const remove = useRemoveContactList();
  if (list.isLocked)
    return (
      <ConfirmDialog
        title={t('lockedTitle', { name: list.name })}
        text={t('lockedText', { campaigns: campaignNames(list) })}
        verb={t('understood')}
        onConfirm={onClose}
        onClose={onClose}
      />
    );
  return (
    <ConfirmDialog
      danger
      title={t('removeTitle', { name: list.name })}
      text={t('removeText', { count: formatNumber(list.contactsCount) })}
      verb={t('remove')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate(list.id, toast.outcome(t('removed'), onClose, onRemoved))}
      onClose={onClose}
    />
  );
}

/** Those that are scheduled or running, in quotation marks. */
export const campaignNames = ({ usedBy }: Pick<ContactList, 'usedBy'>): string =>
  usedBy
    .filter(({ status }) => status === 'PROGRAMADA' || status === 'EM_ANDAMENTO')
    .map(({ name }) => `“${name}”`)
    .join(', ');
