import type { Message } from '@balcao/contract/endpoints/messages';
import { useResend } from '../../../entities/messages/messages.api.ts';
import { explain } from '../../../lib/explain.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { useToast } from '../../../ui/index.ts';
import css from './bubble.module.css';
import { useInThread } from './thread-context.ts';
import { bubbleTexts } from './thread.texts.ts';

/** Why it did not arrive, or that nobody knows; and the way to try again. */
export function Failure({ message }: { message: Message }) {
  const isTroubled = message.fromMe && (message.delivery === 'failed' || message.delivery === 'unknown');
  return isTroubled ? <Trouble message={message} /> : null;
}

function Trouble({ message }: { message: Message }) {
  const t = useTexts(bubbleTexts);
  const language = useLanguage();
  const { keep } = useInThread();
  const toast = useToast();
  const resend = useResend(keep);
  const isUnknown = message.delivery === 'unknown';
  return (
    <span className={isUnknown ? css.unsure : css.failure}>
      {isUnknown ? t('unknownOutcome') : explain(message.failure ?? 'ERR_SENDING_WAPP_MSG', language)}{' '}
      <button
        type="button"
        disabled={resend.isPending}
        onClick={() => resend.mutate(message.id, { onError: toast.failed })}
      >
        {t('retry')}
      </button>
    </span>
  );
}
