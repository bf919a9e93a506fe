/** A video: a drawing until the click, then the player. YouTube learns nothing before. */
import { VIDEO_ID } from '@balcao/contract/endpoints/helps';
import { useState } from 'react';
import type { Help } from '../../entities/helps/helps.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Icon } from '../../ui/index.ts';
import css from './helps.module.css';
import { helpTexts } from './helps.texts.ts';

export function VideoCard({ help }: { help: Help }) {
  const t = useTexts(helpTexts);
  const [isPlaying, setIsPlaying] = useState(false);
  const { title, description, video } = help;
  // The server accepts nothing else; an address of another host never gets into the frame.
  const isSafe = VIDEO_ID.test(video);
  return (
    <article className={css.card}>
      {isPlaying && isSafe ? (
        <iframe
          className={css.frame}
          title={title}
          src={`https://www.youtube-nocookie.com/embed/${video}?autoplay=1&rel=0`}
          sandbox="allow-scripts allow-same-origin allow-presentation"
          allow="autoplay; fullscreen; picture-in-picture"
          referrerPolicy="strict-origin-when-cross-origin"
        />
      ) : (
        <button
          type="button"
          className={css.poster}
          aria-label={t('play', { title })}
          disabled={!isSafe}
          onClick={() => setIsPlaying(true)}
        >
          <Icon name="video" size={40} />
          <span className={css.play}>
            <Icon name="play" />
          </span>
        </button>
      )}
      <h2>{title}</h2>
      <p>{description}</p>
    </article>
  );
}
