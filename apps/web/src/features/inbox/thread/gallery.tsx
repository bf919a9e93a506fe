/** Photos and videos of the conversation, one at a time: arrow keys move, Esc closes. */
import type { Message } from '@balcao/contract/endpoints/messages';
import { useEffect, useEffectEvent, useState } from 'react';
import { formatDateTime } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Icon, IconButton, Window } from '../../../ui/index.ts';
import { useAuthor } from './bubble.tsx';
import { dataOf } from './cards.tsx';
import { contentTexts } from './content.texts.ts';
import css from './gallery.module.css';

interface GalleryProps {
  messages: readonly Message[];
  startAt: number;
  onClose(): void;
}

export function Gallery({ messages, startAt, onClose }: GalleryProps) {
  const t = useTexts(contentTexts);
  const [at, setAt] = useState(startAt);
  const pictures = messages.filter(isPicture);
  const index = pictures.findIndex(({ id }) => id === at);
  const current = pictures[index];
  const move = (step: 1 | -1) => {
    const next = pictures[index + step];
    if (next) setAt(next.id);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') move(-1);
    if (event.key === 'ArrowRight') move(1);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <Window onClose={onClose} shape="full" label={t('gallery')}>
      <div className={css.gallery}>
        {current && <CurrentMedia message={current} onClose={onClose} />}
        <IconButton
          icon="chev-l"
          label={t('previous')}
          size="md"
          className={css.previous}
          tip={false}
          disabled={index <= 0}
          onClick={() => move(-1)}
        />
        <IconButton
          icon="chev-r"
          label={t('next')}
          size="md"
          className={css.next}
          tip={false}
          disabled={index >= pictures.length - 1}
          onClick={() => move(1)}
        />
      </div>
    </Window>
  );
}

function CurrentMedia({ message, onClose }: { message: Message; onClose(): void }) {
  const t = useTexts(contentTexts);
  const author = useAuthor(message);
  const isVideo = message.mediaType === 'video';
  const url = message.mediaUrl ?? undefined;
  return (
    <>
      <header className={css.head}>
        <span className={css.texts}>
          <b>{author}</b>
          <span className="num">{formatDateTime(message.createdAt)}</span>
        </span>
        <a
          className={css.download}
          href={url}
          download={message.mediaName}
          aria-label={t('download', { name: message.mediaName || t('photo') })}
        >
          <Icon name="download" />
        </a>
        <IconButton icon="x" label={t('close')} size="md" tip={false} data-autofocus onClick={onClose} />
      </header>
      <div className={css.stage}>
        {isVideo ? (
          // Videos of customers have no captions.
          // oxlint-disable-next-line jsx-a11y/media-has-caption
          <video key={message.id} src={url} poster={message.previewUrl ?? undefined} controls autoPlay />
        ) : (
          <img key={message.id} src={url} alt={message.body || t('photoBy', { name: author })} />
        )}
      </div>
      {message.body !== '' && <p className={css.caption}>{message.body}</p>}
    </>
  );
}

const isPicture = (message: Message): boolean =>
  (message.mediaType === 'image' || message.mediaType === 'video') &&
  message.mediaUrl !== null &&
  !message.isDeleted &&
  dataOf<{ type: string }>(message).type !== 'sticker';
