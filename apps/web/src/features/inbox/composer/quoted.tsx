/** On top inside the card: whom this answers, or that an older message is being changed. */
import type { Message } from '@balcao/contract/endpoints/messages';
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
  /** For those who do not see where it stands. */
  label?: string;
  message: Message;
  leave: string;
  onLeave: () => void;
}) {
  const t = useTexts(composerTexts);
  return (
    <div className={css.quoted} role="group" aria-label={label}>
      <span className={css.quotedWords}>
        <b>{title}</b>
        <span className="cut">{message.body || message.mediaName || t('file')}</span>
      </span>
      <IconButton icon="x" label={leave} tip={false} onClick={onLeave} />
    </div>
  );
}

/** What the wire keeps of an answered message. */
export const asQuoted = ({
  id,
  wid,
  fromMe,
  mediaUrl,
  body,
  mediaType,
  contact,
}: Message): NonNullable<Message['quotedMsg']> => ({
  id,
  wid,
  fromMe,
  mediaUrl,
  body,
  mediaType,
  contact,
});
