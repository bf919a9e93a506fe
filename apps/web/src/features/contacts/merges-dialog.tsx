/** The contacts merged into this one, with the reason and an undo while it is possible. */
import type { Contact } from '@balcao/contract/endpoints/contacts';
import { useMerges, useUndoMerge } from '../../entities/contacts/contact-merges.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Dialog, DialogCancel, ErrorState, Skeleton, useToast } from '../../ui/index.ts';
import css from './contacts.module.css';
import { contactsTexts } from './contacts.texts.ts';

/** Reason stored by the server for merges reported by a channel; all other reasons were typed by a user. */
const CHANNEL_REASON = 'The channel says that both are one person';

export function MergesDialog({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const t = useTexts(contactsTexts);
  const language = useLanguage();
  const toast = useToast();
  const merges = useMerges(contact.id);
  const undo = useUndoMerge();

  return (
    <Dialog
      title={t('mergesOf', { name: contact.name })}
      onClose={onClose}
      footer={<DialogCancel>{t('close')}</DialogCancel>}
    >
      {merges.isPending && <Skeleton height={48} />}
      {merges.error && (
        <ErrorState compact text={errorText(merges.error, language)} onRetry={() => void merges.refetch()} />
      )}
      {merges.data?.length === 0 && <p className={css.text}>{t('noMerges')}</p>}
      <ul className={css.merges}>
        {merges.data?.map((merge) => (
          <li key={merge.id} className={css.merge}>
            <span className={css.mergeWords}>
              <strong>{merge.goneName}</strong>
              <span className="muted">{merge.reason === CHANNEL_REASON ? t('vouched') : merge.reason}</span>
              <span className="faint num">
                {merge.undoneAt === null
                  ? t('mergedOn', { when: formatDateTime(merge.mergedAt) })
                  : t('undoneOn', { when: formatDateTime(merge.undoneAt) })}
              </span>
              {!merge.mayUndo && merge.undoneAt === null && <span className="muted">{t('tooLate')}</span>}
            </span>
            {merge.mayUndo && (
              <Button
                size="sm"
                icon="requeue"
                aria-label={t('undoMergeOf', { name: merge.goneName })}
                busy={undo.isPending && undo.variables === merge.id}
                onClick={() =>
                  undo.mutate(merge.id, { onSuccess: () => toast.done(t('mergeUndone')), onError: toast.failed })
                }
              >
                {t('undoMerge')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
