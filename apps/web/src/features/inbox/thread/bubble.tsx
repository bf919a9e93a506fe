import type { Message } from '@balcao/contract/endpoints/messages';
import { splitSignature } from '@balcao/domain/message/variables';
import { memo } from 'react';
import { formatTime } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { cx, Icon } from '../../../ui/index.ts';
import css from './bubble.module.css';
import { dataOf } from './cards.tsx';
import { Content } from './content.tsx';
import { Failure, hasFailed } from './failure.tsx';
import { Meta } from './meta.tsx';
import { offersOptOut, OptOutOffer } from './opt-out-offer.tsx';
import { Quote } from './quote.tsx';
import { Text } from './text.tsx';
import { useInThread } from './thread-context.ts';
import { bubbleTexts, threadTexts } from './thread.texts.ts';

interface BubbleProps {
  message: Message;
  isTranscribed: boolean;
}

/** The content of one message. */
export const Bubble = memo(function Bubble({ message, isTranscribed }: BubbleProps) {
  if (message.isPrivate) return <Note message={message} isTranscribed={isTranscribed} />;
  return message.isDeleted ? (
    <Deleted message={message} />
  ) : (
    <MessageBubble message={message} isTranscribed={isTranscribed} />
  );
});

/** The author's name. */
export function useAuthor({ fromMe, user, contact }: Pick<Message, 'fromMe' | 'user' | 'contact'>): string {
  const t = useTexts(threadTexts);
  return fromMe ? (user?.name ?? t('company')) : (contact?.name ?? t('someone'));
}

function MessageBubble({ message, isTranscribed }: BubbleProps) {
  const t = useTexts(bubbleTexts);
  const author = useAuthor(message);
  const { isGroup } = useInThread();
  const [signature, body] = signed(message);
  const name = message.fromMe ? signature : isGroup ? author : '';
  return (
    <>
      {message.isForwarded && (
        <span className={css.forwarded}>
          <Icon name="forward" size={14} /> {t('forwarded')}
        </span>
      )}
      {message.quotedMsg && <Quote quoted={message.quotedMsg} />}
      {name !== '' && <b className={css.author}>{name}</b>}
      <Content
        message={body === message.body ? message : { ...message, body }}
        author={author}
        isTranscribed={isTranscribed}
        meta={<Meta message={message} />}
      />
      {hasFailed(message) && <Failure message={message} />}
      {offersOptOut(message) && <OptOutOffer message={message} />}
    </>
  );
}

/** A deleted message. Its text is shown where the company allows that. */
function Deleted({ message }: { message: Message }) {
  const t = useTexts(bubbleTexts);
  const author = useAuthor(message);
  const hasText = message.body !== '' && message.body !== DELETED;
  const isVisible = hasText || message.mediaUrl !== null;
  return (
    <>
      <span className={css.deleted}>
        <Icon name="ban" size={14} /> {t('deleted')}
      </span>
      {isVisible && (
        <div className={css.beneath}>
          <Content message={{ ...message, body: signed(message)[1] }} author={author} isTranscribed={false} />
        </div>
      )}
      <Meta message={message} />
    </>
  );
}
/** The server's placeholder for a deleted text. */
const DELETED = bubbleTexts.deleted.pt;

function Note({ message, isTranscribed }: BubbleProps) {
  const t = useTexts(bubbleTexts);
  const author = useAuthor(message);
  const { mentions = [] } = dataOf<{ mentions: { name: string }[] }>(message);
  const isPlainText = message.mediaType === 'conversation';
  return (
    <>
      <span className={css.noteHead}>
        <Icon name="lock" size={14} /> {t('note', { name: author })}
        <time dateTime={message.createdAt}>
          {message.isEdited && `${t('edited')} · `}
          {formatTime(message.createdAt)}
        </time>
      </span>
      {message.quotedMsg && <Quote quoted={message.quotedMsg} />}
      {isPlainText ? (
        <Text body={message.body} mentions={mentions.map(({ name }) => name)} />
      ) : (
        <Content message={message} author={author} isTranscribed={isTranscribed} />
      )}
    </>
  );
}

/** A signature is the first line of the text; it is shown as the author, not twice. */
const signed = ({ fromMe, body }: Message): [name: string, body: string] =>
  fromMe ? splitSignature(body) : ['', body];

/** The emoji of a message, each once, with their number. */
export function Reactions({ emojis }: { emojis: string }) {
  const t = useTexts(bubbleTexts);
  const all = emojis.split(' ');
  return (
    <span className={css.reactions} role="img" aria-label={t('reactions', { emojis })}>
      {[...new Set(all)].join('')}
      {all.length > 1 && <span>{all.length}</span>}
    </span>
  );
}

/** The class names of its frame. */
export function frameOf(message: Message): string {
  const { isPrivate, isDeleted, fromMe, mediaType } = message;
  const isPicture =
    (mediaType === 'image' || mediaType === 'video') && dataOf<{ type: string }>(message).type !== 'sticker';
  return cx(
    css.bubble,
    isPrivate ? css.note : fromMe && css.out,
    isDeleted && !isPrivate && css.gone,
    // From the start, while the file is still being fetched: the bubble does not grow when it arrives.
    isPicture && !isDeleted && css.hasPicture,
  );
}
