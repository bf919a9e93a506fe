import type { Message } from '@balcao/contract/endpoints/messages';
import { useCreateOptOut, useOptOuts } from '../../../entities/opt-outs/opt-outs.api.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { useToast } from '../../../ui/index.ts';
import { optOutTexts } from '../panel/opt-out.texts.ts';
import css from './bubble.module.css';
import { useInThread } from './thread-context.ts';

export function OptOutChoice({ message }: { message: Message }) {
  const t = useTexts(optOutTexts);
  const toast = useToast();
  const { contactId } = useInThread();
  const { data: optOuts } = useOptOuts(contactId);
  const create = useCreateOptOut(contactId);
  if (!optOuts) return null;
  if (optOuts.some(({ whatsapp }) => whatsapp === null)) return <span className={css.unsure}>{t('performed')}</span>;
  const optOut = () =>
    create.mutate(message.body.slice(0, 100), {
      onSuccess: () => toast.done(t('setDone')),
      onError: (error: unknown) => toast.failed(error),
    });
  return (
    <span className={css.unsure}>
      {t('offer')}{' '}
      <button type="button" disabled={create.isPending} onClick={optOut}>
        {t('set')}
      </button>
    </span>
  );
}
