import { useState, type CSSProperties } from 'react';
import { useStored } from '../../../lib/stored.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Icon } from '../../../ui/index.ts';
import css from './audio.module.css';
import { contentTexts } from './content.texts.ts';
import { player, rates, usePlaying } from './player.ts';
import { shapeOf } from './waveform.ts';

/** Play button, waveform, position, duration and speed. */
export function AudioPlayer({ src, name }: { src: string; name: string }) {
  const t = useTexts(contentTexts);
  const { isPlaying, at, isBroken } = usePlaying(src);
  const [rate, setRate] = useStored<number>('balcao.audioRate', 1);
  const nextRate = () => {
    const next = rates[(rates.findIndex((candidate) => candidate === rate) + 1) % rates.length]!;
    setRate(next);
    player.setRate(next);
  };
  const [length, setLength] = useState(() => lengths.get(name) ?? 0);
  const part = length > 0 ? Math.min(at / length, 1) : 0;
  const bars = shapeOf(name);

  return (
    <div className={css.audio}>
      <button
        type="button"
        className={css.play}
        aria-label={t(isPlaying ? 'pause' : 'play')}
        onClick={() => player.toggle(src, rate)}
      >
        <Icon name={isPlaying ? 'pause' : 'play'} size={20} />
      </button>
      <div className={css.line}>
        <span className={css.wave} aria-hidden="true">
          {bars.map((height, index) => (
            <i
              // The order of the bars never changes.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              className={index / bars.length < part ? css.played : undefined}
              style={{ '--tall': `${height}%` } as CSSProperties}
            />
          ))}
        </span>
        <input
          type="range"
          className={css.seek}
          aria-label={t('position')}
          aria-valuetext={clock(at)}
          min={0}
          max={Math.max(length, 0.1)}
          step={0.1}
          value={Math.min(at, length)}
          disabled={length === 0}
          onChange={(event) => player.seek(src, Number(event.target.value))}
        />
      </div>
      <button type="button" className={css.speed} aria-label={t('speed', { rate: rateText(rate) })} onClick={nextRate}>
        {rateText(rate)}×
      </button>
      <span className={css.time}>
        {isBroken ? t('mediaBroken') : length > 0 ? `${clock(at)} / ${clock(length)}` : clock(at)}
      </span>
      {/* Only its duration is read; the page has one player. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <audio
        hidden
        src={src}
        preload="metadata"
        onLoadedMetadata={(event) => {
          const { duration } = event.currentTarget;
          if (!Number.isFinite(duration)) return;
          lengths.set(name, duration);
          setLength(duration);
        }}
      />
    </div>
  );
}

/** By file, because the signature in the URL changes. */
const lengths = new Map<string, number>();

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
const rateText = (rate: number): string => String(rate).replace('.', ',');
