/** Confirmations of what changes a campaign: pause, continue, cancel, restart, delete. */
import { formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { ConfirmDialog, useToast } from '../../ui/index.ts';
import { useCampaignAction, useRemoveCampaign, type Campaign } from './campaigns.api.ts';
import { useWaitSentence } from './campaign-status.tsx';
import { confirmTexts } from './campaign-confirm.texts.ts';

export interface CampaignQuestion {
  action: 'pause' | 'continue' | 'cancel' | 'restart' | 'remove';
  campaign: Campaign;
}
const texts = {
  pause: { title: 'pauseTitle', text: 'pauseText', verb: 'pauseVerb', done: 'paused' },
  continue: { title: 'continueTitle', text: 'continueText', verb: 'continueVerb', done: 'continued' },
  cancel: { title: 'cancelTitle', text: 'cancelText', verb: 'cancelVerb', done: 'canceled' },
  restart: { title: 'restartTitle', text: 'restartText', verb: 'restartVerb', done: 'restarted' },
  remove: { title: 'removeTitle', text: 'removeText', verb: 'remove', done: 'removed' },
} as const;

interface CampaignConfirmProps {
  question: CampaignQuestion;
  onClose: () => void;
  onRemoved?: () => void;
}

export function CampaignConfirm({ question: { action, campaign }, onClose, onRemoved }: CampaignConfirmProps) {
  const t = useTexts(confirmTexts);
  const toast = useToast();
  const act = useCampaignAction();
  const remove = useRemoveCampaign();
  const waitSentence = useWaitSentence();
  const { id, name, counts } = campaign;
  const { title, text, verb, done } = texts[action];
  const outcome = {
    onSuccess: () => {
      toast.done(t(done));
      if (action === 'remove') onRemoved?.();
    },
    onError: toast.failed,
    onSettled: onClose,
  };
  // A hold of the guards is continued only by a person who has read its cause.
  const cause = action === 'continue' ? waitSentence(campaign) : null;
  return (
    <ConfirmDialog
      danger={action === 'cancel' || action === 'remove'}
      title={t(title, { name })}
      text={[cause, t(text, { left: formatNumber(counts.waiting) })].filter(Boolean).join(' ')}
      verb={t(verb)}
      {...(action === 'cancel' && { safe: t('keep') })}
      busy={act.isPending || remove.isPending}
      onConfirm={() => (action === 'remove' ? remove.mutate(id, outcome) : act.mutate({ id, action }, outcome))}
      onClose={onClose}
    />
  );
}
