/** The quoted or edited message at the top of the card. */
import type { Message } from '@balcao/contract/endpoints/messages';
import { PreviewLine } from '../../../entities/messages/formatted-text.tsx';
import { pick } from '../../../lib/pick.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { IconButton } from '../../../ui/index.ts';
import css from './composer.module.css';
import { composerTexts } from './composer.texts.ts';

export function Quoted({
  title,
  label = title,
  message,
  leave,
  onLeave,
}: {
  title: string;
  /** For screen readers. */
  label?: string;
  message: Message;
  leave: string;
  onLeave: () => void;
}) {
  const t = useTexts(composerTexts);
  return (
    <div className={css.quoted} role="group" aria-label={label}>
      <span className={css.quotedText}>
        <b>{title}</b>
        <span className="cut">
          <PreviewLine text={message.body || message.mediaName || t('file')} />
        </span>
      </span>
      <IconButton icon="x" label={leave} tip={false} onClick={onLeave} />
    </div>
  );
}

/** The part of a quoted message that the API stores. */
export const asQuoted = (message: Message): NonNullable<Message['quotedMsg']> =>
  pick(message, ['id', 'wid', 'fromMe', 'mediaUrl', 'body', 'mediaType', 'contact']);
