import { useDiscard, usePutBack, usePutBackAll } from '../../entities/quarantine/quarantine.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { ConfirmDialog, useToast } from '../../ui/index.ts';
import { quarantineTexts } from './quarantine.texts.ts';

/** Without a question: nothing is lost, and what fails again returns to the list. */
export function usePutBackNow() {
  const t = useTexts(quarantineTexts);
  const toast = useToast();
  const putBack = usePutBack();
  return {
    busy: putBack.isPending,
    run: (id: number) => putBack.mutate(id, { onSuccess: () => toast.done(t('putBackDone')), onError: toast.failed }),
  };
}

export function ConfirmPutBackAll({ onClose }: { onClose: () => void }) {
  const t = useTexts(quarantineTexts);
  const toast = useToast();
  const putBackAll = usePutBackAll();
  const confirm = () =>
    putBackAll.mutate(undefined, {
      onSuccess: (count) => toast.done(count === 0 ? t('putBackNone') : t('putBackAllDone', { count })),
      onError: toast.failed,
      onSettled: onClose,
    });
  return (
    <ConfirmDialog
      title={t('putBackAllTitle')}
      text={t('putBackAllText')}
      verb={t('putBackAll')}
      busy={putBackAll.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}

export function ConfirmDiscard({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useTexts(quarantineTexts);
  const toast = useToast();
  const discard = useDiscard();
  const confirm = () =>
    discard.mutate(id, {
      onSuccess: () => toast.done(t('discardDone')),
      onError: toast.failed,
      onSettled: onClose,
    });
  return (
    <ConfirmDialog
      danger
      title={t('discardTitle')}
      text={t('discardText')}
      verb={t('discard')}
      busy={discard.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
