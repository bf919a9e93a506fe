/** Dialog that creates a queue or edits one with its hours and menu options. */
import type { Queue, QueueWithOptions } from '@balcao/contract/endpoints/queues';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { TryButton } from '../../entities/bot/try-button.tsx';
import { useQueue, useSaveQueue } from '../../entities/queues/queues.api.ts';
import { useCompanySetting } from '../../entities/settings/company-setting.ts';
import { useDraftForm } from '../../lib/draft-form.ts';
import { errorText } from '../../lib/error-text.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useCan } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { ColorDot, Dialog, ErrorState, FormDialog, Skeleton, Tabs, useToast } from '../../ui/index.ts';
import { isSameTree } from './option-tree.ts';
import { QueueData } from './queue-data.tsx';
import { queueForm, sendable, tabOf, valuesOf, type QueueTab } from './queue-form.ts';
import { QueueHours } from './queue-hours.tsx';
import { QueueOptions } from './queue-options.tsx';
import { QueueTester } from './queue-tester.tsx';
import css from './queues.module.css';
import { queueTexts } from './queues.texts.ts';

interface QueueDialogProps {
  /** Undefined for a new queue. */
  queue?: Queue | undefined;
  others: readonly Queue[];
  onClose: () => void;
}

export function QueueDialog({ queue, others, onClose }: QueueDialogProps) {
  const queueQuery = useQueue(queue?.id);
  if (!queue) return <QueueFormDialog others={others} onClose={onClose} />;
  // Once loaded, the form stays mounted: a refetch must not discard what the user is typing.
  if (queueQuery.data && queueQuery.isFetchedAfterMount)
    return <QueueFormDialog queue={queueQuery.data} others={others} onClose={onClose} />;
  return (
    <QueueLoading queue={queue} error={queueQuery.error} onRetry={() => void queueQuery.refetch()} onClose={onClose} />
  );
}

interface QueueFormDialogProps {
  queue?: QueueWithOptions;
  others: readonly Queue[];
  onClose: () => void;
}

function QueueFormDialog({ queue, others, onClose }: QueueFormDialogProps) {
  const t = useTexts(queueTexts);
  const toast = useToast();
  const { mutateAsync: save } = useSaveQueue();
  const byQueueHours = useCompanySetting('scheduleType') === 'queue';
  const hasFiles = useCan('file-list.manage');
  const hasFlows = useCan('flow.manage');
  const hasIntegrations = useCan('integration.manage');
  const [tab, setTab] = useState<QueueTab>('data');
  const [sawOptions, setSawOptions] = useState(false);
  const [trying, setTrying] = useState(false);
  // Read once: live updates of the same queue must not overwrite what the user is typing.
  const [start] = useState(() => ({
    values: valuesOf(queue, others),
    schema: queueForm({ byQueueHours, others }),
  }));
  const tabs = ['data', 'hours', 'options'] as const;

  const form = useDraftForm({
    ...start,
    save: (draft) => save({ id: queue?.id, ...sendable(draft, { byQueueHours, hasFiles, hasFlows, hasIntegrations }) }),
    onSaved: () => {
      const isSameBot = isSameTree(form.watch('chatbots'), start.values.chatbots);
      toast.done(t(isSameBot ? 'saved' : 'botSaved'));
      onClose();
    },
    onError: toast.failed,
    fieldByCode: { ERR_QUEUE_NAME_ALREADY_EXISTS: 'name', ERR_QUEUE_COLOR_ALREADY_EXISTS: 'color' },
    // Synchronous, so that the field is mounted and visible before it gets the focus.
    onInvalid: (fields) =>
      flushSync(() => setTab(tabs.find((key) => fields.some((field) => tabOf(field) === key)) ?? tab)),
  });
  const panelProps = (key: QueueTab) => ({
    className: css.panel,
    role: 'tabpanel',
    hidden: tab !== key,
    'aria-label': t(key),
  });

  return (
    <FormDialog
      title={queue ? t('editNamed', { name: queue.name }) : t('add')}
      icon={<ColorDot color={form.watch('color')} />}
      action={<TryButton pressed={trying} onClick={() => setTrying(!trying)} />}
      width={640}
      onClose={onClose}
      form={form}
      verb={t('save')}
      tabs={
        <Tabs
          label={t('tabs')}
          active={tab}
          onChange={(key) => {
            setTab(key);
            if (key === 'options') setSawOptions(true);
          }}
          tabs={tabs.map((key) => ({
            key,
            label: t(key),
            alert: form.invalidFields.some((field) => tabOf(field) === key),
            ...(key === 'options' && form.watch('chatbots').length > 0 && { count: form.watch('chatbots').length }),
          }))}
        />
      }
      aside={
        trying && <QueueTester form={form} queue={queue} byQueueHours={byQueueHours} onClose={() => setTrying(false)} />
      }
    >
      <div {...panelProps('data')}>
        <QueueData
          form={form}
          others={others}
          byQueueHours={byQueueHours}
          hasFlows={hasFlows}
          hasIntegrations={hasIntegrations}
        />
      </div>
      <div {...panelProps('hours')}>{tab === 'hours' && <QueueHours form={form} byQueueHours={byQueueHours} />}</div>
      <div {...panelProps('options')}>
        {/* Stays mounted after the first visit, so that expanded options stay expanded. */}
        {(tab === 'options' || sawOptions) && <QueueOptions form={form} queueId={queue?.id} />}
      </div>
    </FormDialog>
  );
}

interface QueueLoadingProps {
  queue: Queue;
  error: Error | null;
  onRetry: () => void;
  onClose: () => void;
}

/** Same height as the form, so that the dialog does not jump. */
function QueueLoading({ queue, error, onRetry, onClose }: QueueLoadingProps) {
  const t = useTexts(queueTexts);
  const language = useLanguage();
  return (
    <Dialog
      title={t('editNamed', { name: queue.name })}
      icon={<ColorDot color={queue.color} />}
      width={640}
      onClose={onClose}
    >
      {error ? (
        <ErrorState text={errorText(error, language)} onRetry={onRetry} />
      ) : (
        <div className={css.loading} aria-busy="true">
          {[34, 34, 92, 92, 44, 44].map((height, at) => (
            <Skeleton key={at} height={height} />
          ))}
        </div>
      )}
    </Dialog>
  );
}
