import { memo } from 'react';
import { deliveryTexts } from '../../../entities/messages/delivery.texts.ts';
import { outbox, type Pending } from '../../../entities/outbox/outbox.ts';
import { formatTime } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { cx, Icon } from '../../../ui/index.ts';
import css from './bubble.module.css';
import content from './content.module.css';
import { Quote } from './quote.tsx';
import { Text } from './text.tsx';
import { bubbleTexts } from './thread.texts.ts';

/** A message the server has not stored yet: at the end, with a clock or its error. */
export const PendingRow = memo(function PendingRow({ pending, isFirst }: { pending: Pending; isFirst: boolean }) {
  const t = useTexts(bubbleTexts);
  const tDelivery = useTexts(deliveryTexts);
  const { user } = useSession();
  const { isPrivate, state, body, files, at, quotedMsg, progress } = pending;
  const isUploading = state === 'sending' && files.length > 0;
  const status =
    state === 'failed' ? tDelivery('ackFailed') : state === 'waiting' ? t('waitsForLine') : tDelivery('ackQueued');
  return (
    <div className={cx(css.row, isPrivate ? css.middle : css.right, isFirst && css.first)}>
      <div className={css.side}>
        <div
          role="article"
          data-bubble
          data-out={!isPrivate || undefined}
          tabIndex={-1}
          aria-label={t('saidBy', { name: user.name, time: formatTime(at) })}
          className={cx(css.bubble, isPrivate ? css.note : css.out, css.underWay)}
        >
          {isPrivate && (
            <span className={css.noteHead}>
              <Icon name="lock" size={14} /> {t('note', { name: user.name })}
            </span>
          )}
          {quotedMsg && <Quote quoted={quotedMsg} />}
          {files.map((file) =>
            file.type.startsWith('image/') ? (
              <span key={file.url} className={content.picture}>
                <img src={file.url} alt={file.name} />
              </span>
            ) : (
              <span key={file.url} className={content.trouble}>
                <Icon name={file.type.startsWith('audio/') ? 'mic' : 'file'} size={16} /> {file.name}
              </span>
            ),
          )}
          {body !== '' && <Text body={body} />}
          <span className={css.meta}>
            {isUploading && `${t('sending', { percent: Math.round(progress * 100) })} · `}
            <time dateTime={at}>{formatTime(at)}</time>
            <span role="img" aria-label={status} title={status} className={cx(state === 'failed' && css.bad)}>
              <Icon name={state === 'failed' ? 'alert' : 'clock'} size={16} />
            </span>
          </span>
          {state === 'failed' && (
            <span className={css.failure} role="alert">
              {pending.failure}{' '}
              <button type="button" onClick={() => outbox.retry(pending.clientKey)}>
                {t('retry')}
              </button>{' '}
              <button type="button" onClick={() => outbox.drop(pending.clientKey)}>
                {t('discard')}
              </button>
            </span>
          )}
        </div>
      </div>
    </div>
  );
});
