/** Resolves all tickets of a tab. Cannot be undone, so the number of tickets must be typed. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useQueues } from '../../../entities/queues/queues.api.ts';
import { api, invalidateModule } from '../../../lib/api.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { errorText } from '../../../lib/error-text.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, ConfirmDialog, Dialog, ErrorState, Skeleton, useToast } from '../../../ui/index.ts';
import { actionTexts } from './actions.texts.ts';
import css from './actions.module.css';
import type { ClosingTab } from './open-dialog.ts';

const tabs = { open: 'tabOpen', pending: 'tabPending', group: 'tabGroup' } as const;

export function CloseAll({
  tab,
  queueIds,
  onClose,
}: {
  tab: ClosingTab;
  queueIds: readonly number[];
  onClose: () => void;
}) {
  const t = useTexts(actionTexts);
  const language = useLanguage();
  const toast = useToast();
  const client = useQueryClient();
  const queues = useQueues();
  // The action includes the tickets of all agents whatever the list shows, and so does the number.
  const counts = useQuery({
    ...api.tickets.counts.query({ query: { showAll: 'true', queueIds: JSON.stringify(queueIds) } }),
    staleTime: 0,
    gcTime: 0,
  });
  const closeAll = useMutation({
    mutationFn: () => api.tickets.closeAll({ body: { status: tab, selectedQueueIds: [...queueIds] } }),
    onSuccess: () => invalidateModule(client, 'tickets'),
  });
  const count = counts.data?.[tab];
  const name = t(tabs[tab]);

  if (counts.error && count === undefined)
    return (
      <Dialog title={t('countFailed')} width={440} onClose={onClose}>
        <ErrorState text={errorText(counts.error, language)} onRetry={() => void counts.refetch()} />
      </Dialog>
    );
  if (count === undefined || (queueIds.length > 0 && queues.isPending))
    return (
      <Dialog title={name} width={440} onClose={onClose}>
        <div className={css.loading} aria-busy="true">
          <Skeleton height={18} />
          <Skeleton height={34} />
        </div>
      </Dialog>
    );
  if (count === 0)
    return (
      <Dialog
        title={t('closeAllNone', { tab: name })}
        width={440}
        onClose={onClose}
        footer={<Button onClick={onClose}>{t('close')}</Button>}
      >
        <p className={css.text}>{t('closeAllNoneText')}</p>
      </Dialog>
    );

  const named = queueIds.flatMap((id) => queues.data?.find((queue) => queue.id === id)?.name ?? []);
  return (
    <ConfirmDialog
      danger
      title={t('closeAllTitle', { count: formatNumber(count), tab: name })}
      text={
        named.length > 0
          ? t('closeAllQueues', { queues: new Intl.ListFormat(language).format(named) })
          : t('closeAllEvery')
      }
      verb={t('closeAllVerb', { count: formatNumber(count) })}
      typeToConfirm={String(count)}
      busy={closeAll.isPending}
      onConfirm={() => closeAll.mutate(undefined, toast.outcome(t('closedAll'), onClose))}
      onClose={onClose}
    />
  );
}
