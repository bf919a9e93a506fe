import { useTexts } from '../../lib/use-texts.ts';
import { useOptionEditor } from './option-editor.ts';
import { startsFlow, waitsHere, type Branch } from './option-tree.ts';
import { optionTexts } from './options.texts.ts';

/** Short summary of an option's action, shown beside its name. */
export function useSummary(): (branch: Branch) => string {
  const t = useTexts(optionTexts);
  const { queues, colleagues, fileLists, flows, integrations } = useOptionEditor();
  const queueName = (id: number | null) => queues.find(({ value }) => value === id)?.label;
  const target = (branch: Branch): string => {
    const { queueType, optQueueId, optUserId, optFileId, optFlowId, optIntegrationId, greetingMessage } = branch;
    if (waitsHere(branch)) return t('kindWaits');
    switch (queueType) {
      case 'queue':
        return t('toQueue', { name: queueName(optQueueId) ?? '…' });
      case 'attendent':
        return t('toUser', { name: colleagues.find(({ id }) => id === optUserId)?.name ?? '…' });
      case 'file':
        return t('toFiles', { name: fileLists?.find(({ value }) => value === optFileId)?.label ?? '…' });
      case 'integration':
        return startsFlow(branch)
          ? t('toFlow', { name: flows?.find(({ value }) => value === optFlowId)?.label ?? '…' })
          : t('toIntegration', { name: integrations.find(({ value }) => value === optIntegrationId)?.label ?? '…' });
      case 'text':
        return greetingMessage.split('\n', 1)[0] ?? '';
    }
  };
  return (branch) => [target(branch), branch.closeTicket && t('resolves')].filter(Boolean).join(' · ');
}
