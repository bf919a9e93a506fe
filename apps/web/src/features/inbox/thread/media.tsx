import type { Message } from '@balcao/contract/endpoints/messages';
import { useState } from 'react';
import { useTexts } from '../../../lib/use-texts.ts';
import { cx, Icon } from '../../../ui/index.ts';
import css from './content.module.css';
import { contentTexts } from './content.texts.ts';
import { useInThread } from './thread-context.ts';

/** Why there is no file to show, or null if there is one. */
export function useMediaError({ mediaState, mediaUrl }: Message): string | null {
  const t = useTexts(contentTexts);
  if (mediaState === 'pending') return t('mediaPending');
  if (mediaState === 'refused') return t('mediaRefused');
  return mediaState === 'failed' || mediaUrl === null ? t('mediaFailed') : null;
}

/** A photo or a video: its size is reserved before it loads, and a click opens the gallery. */
export function Picture({ message, author }: { message: Message; author: string }) {
  const t = useTexts(contentTexts);
  const { openGallery } = useInThread();
  const [isBroken, setBroken] = useState(false);
  const isVideo = message.mediaType === 'video';
  const alt = message.body || t(isVideo ? 'videoBy' : 'photoBy', { name: author });
  const src = message.previewUrl ?? (isVideo ? null : message.mediaUrl);
  return (
    <button
      type="button"
      className={css.picture}
      aria-label={`${t('open')}: ${alt}`}
      onClick={() => openGallery(message.id)}
    >
      {src && !isBroken ? (
        <img src={src} alt={alt} loading="lazy" decoding="async" onError={() => setBroken(true)} />
      ) : (
        <span className={css.noPicture}>
          {!isVideo && <Icon name="image" size={24} />}
          {isBroken && t('mediaBroken')}
        </span>
      )}
      {isVideo && (
        <span className={css.playMark}>
          <Icon name="play" size={24} />
        </span>
      )}
    </button>
  );
}

export function Sticker({ message, author }: { message: Message; author: string }) {
  const t = useTexts(contentTexts);
  return (
    <img
      className={css.sticker}
      src={message.previewUrl ?? message.mediaUrl ?? undefined}
      alt={t('stickerBy', { name: author })}
      loading="lazy"
      decoding="async"
    />
  );
}

export function Document({ message }: { message: Message }) {
  const t = useTexts(contentTexts);
  const name = message.mediaName || t('document');
  const ending = /\.([a-z\d]{1,5})$/i.exec(name)?.[1]?.toUpperCase() ?? '';
  return (
    <a
      className={css.document}
      href={message.mediaUrl ?? undefined}
      download={name}
      target="_blank"
      rel="noopener noreferrer"
      title={t('download', { name })}
    >
      <span className={cx(css.fileType, ending === 'PDF' && css.pdf)}>
        {ending === '' ? <Icon name="file" /> : ending}
      </span>
      <span className={css.fileText}>
        <span className="cut">{name}</span>
        <small>{t('document')}</small>
      </span>
      <Icon name="download" />
    </a>
  );
}

/** Replaces a missing file. */
export function MediaErrorCard({ message, text }: { message: Message; text: string }) {
  const isPicture = message.mediaType === 'image' || message.mediaType === 'video';
  return (
    <span
      className={cx(css.trouble, isPicture && css.troublePicture)}
      role={message.mediaState === 'pending' ? 'status' : undefined}
    >
      <Icon name={message.mediaState === 'pending' ? 'clock' : 'alert'} size={16} /> {text}
    </span>
  );
}
