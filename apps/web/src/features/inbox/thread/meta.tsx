import type { Message } from '@balcao/contract/endpoints/messages';
import { memo } from 'react';
import { DeliverySign } from '../../../entities/messages/delivery-sign.tsx';
import { formatTime } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import css from './bubble.module.css';
import { bubbleTexts } from './thread.texts.ts';

/** The time in the last line, and the delivery state. */
export const Meta = memo(function Meta({ message }: { message: Message }) {
  const t = useTexts(bubbleTexts);
  return (
    <span className={css.meta}>
      {message.isEdited && `${t('edited')} · `}
      <time dateTime={message.createdAt}>{formatTime(message.createdAt)}</time>
      {message.fromMe && !message.isPrivate && <DeliverySign of={message} />}
    </span>
  );
});
