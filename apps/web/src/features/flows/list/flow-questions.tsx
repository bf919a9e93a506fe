import type { Flow } from '@balcao/contract/endpoints/flows';
import { useDuplicateFlow, useRemoveFlow } from '../../../entities/flows/flows.api.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { ConfirmDialog, useToast } from '../../../ui/index.ts';
import { flowTexts } from './flows.texts.ts';
import { useStarts } from './starts.ts';
import { TOAST_MS } from './toast-time.ts';

interface QuestionProps {
  flow: Pick<Flow, 'id' | 'name' | 'usedBy' | 'conversations'>;
  onClose: () => void;
}

/** Confirmation that names what loses its flow and how many conversations leave it. */
export function RemoveFlow({ flow, onClose }: QuestionProps) {
  const t = useTexts(flowTexts);
  const toast = useToast();
  const starts = useStarts();
  const remove = useRemoveFlow();
  const names = starts(flow.usedBy).map(({ text }) => text);
  const loss = [
    t('removeText'),
    names.length > 0 && t('loses', { names: names.join('; ') }),
    flow.conversations > 0 && t('ends', { count: formatNumber(flow.conversations) }),
  ];
  return (
    <ConfirmDialog
      danger
      title={t('removeTitle', { name: flow.name })}
      text={loss.filter(Boolean).join(' ')}
      verb={t('remove')}
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(flow.id, {
          onSuccess: () => toast.done(t('removed'), undefined, TOAST_MS),
          onError: toast.failed,
          onSettled: onClose,
        })
      }
      onClose={onClose}
    />
  );
}

export function DuplicateFlow({ flow, onClose }: QuestionProps) {
  const t = useTexts(flowTexts);
  const toast = useToast();
  const duplicate = useDuplicateFlow();
  return (
    <ConfirmDialog
      title={t('duplicateTitle', { name: flow.name })}
      text={t('duplicateText')}
      verb={t('duplicate')}
      busy={duplicate.isPending}
      onConfirm={() =>
        duplicate.mutate(flow.id, {
          onSuccess: () => toast.done(t('duplicated'), undefined, TOAST_MS),
          onError: toast.failed,
          onSettled: onClose,
        })
      }
      onClose={onClose}
    />
  );
}
