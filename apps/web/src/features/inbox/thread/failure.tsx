import type { Message } from '@balcao/contract/endpoints/messages';
import { useResend } from '../../../entities/messages/messages.api.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { useToast } from '../../../ui/index.ts';
import css from './bubble.module.css';
import { useInThread } from './thread-context.ts';
import { bubbleTexts } from './thread.texts.ts';

export const hasFailed = ({ fromMe, delivery }: Message): boolean =>
  fromMe && (delivery === 'failed' || delivery === 'unknown');

/** Why a message did not arrive, or that its result is unknown, and a retry button. */
export function Failure({ message }: { message: Message }) {
  const t = useTexts(bubbleTexts);
  const language = useLanguage();
  const { applyReply, show } = useInThread();
  const toast = useToast();
  const resend = useResend({
    saved: applyReply,
    failed: (error, before) => {
      show(before);
      toast.failed(error);
    },
  });
  const retry = () => {
    resend.mutate(message);
    // From here on only the socket may report another failure: the reply may arrive after it.
    show({ ...message, delivery: 'queued', failure: null, ack: 0 });
  };
  const isUnknown = message.delivery === 'unknown';
  return (
    <span className={isUnknown ? css.unsure : css.failure}>
      {isUnknown ? t('unknownOutcome') : errorText(message.failure ?? 'ERR_SENDING_WAPP_MSG', language)}{' '}
      <button type="button" disabled={resend.isPending} onClick={retry}>
        {t('retry')}
      </button>
    </span>
  );
}
