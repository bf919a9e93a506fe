import type { Message } from '@balcao/contract/endpoints/messages';
import { memo } from 'react';
import { formatTime } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { cx, Icon, type IconName } from '../../../ui/index.ts';
import css from './bubble.module.css';
import { bubbleTexts } from './thread.texts.ts';

type Sign = readonly [icon: IconName, text: keyof typeof bubbleTexts, tone?: 'read' | 'bad'];
/** By acknowledgement, 0 to 5. */
const signs: readonly Sign[] = [
  ['clock', 'ackQueued'],
  ['ack', 'ackSent'],
  ['acks', 'ackDelivered'],
  ['acks', 'ackRead', 'read'],
  ['acks', 'ackRead', 'read'],
  ['acks', 'ackDone', 'read'],
];

export function signOf({ ack, delivery, mediaType }: Pick<Message, 'ack' | 'delivery' | 'mediaType'>): Sign {
  if (delivery === 'failed') return ['alert', 'ackFailed', 'bad'];
  if (delivery === 'unknown') return ['alert', 'ackUnknown', 'bad'];
  if (ack === 4 && mediaType === 'audio') return ['mic', 'ackPlayed', 'read'];
  return signs[ack] ?? signs[0]!;
}

/** The time in the last line, and the delivery state. */
export const Meta = memo(function Meta({ message }: { message: Message }) {
  const t = useTexts(bubbleTexts);
  const [icon, text, tone] = signOf(message);
  return (
    <span className={css.meta}>
      {message.isEdited && `${t('edited')} · `}
      <time dateTime={message.createdAt}>{formatTime(message.createdAt)}</time>
      {message.fromMe && !message.isPrivate && (
        <span className={cx(tone && css[tone])} role="img" aria-label={t(text)} title={t(text)}>
          <Icon name={icon} size={16} />
        </span>
      )}
    </span>
  );
});
