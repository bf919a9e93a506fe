import { useId } from 'react';
import { useTexts } from '../../lib/use-texts.ts';
import { useVolume, VOLUME_STEP } from '../../lib/volume.ts';
import { IconButton, Popover } from '../../ui/index.ts';
import { appTexts } from '../app.texts.ts';
import css from './top-bar.module.css';

/** The volume of notification sounds, stored in this browser. */
export function VolumeControl() {
  const t = useTexts(appTexts);
  const id = useId();
  const [volume, setVolume] = useVolume();
  const percent = `${Math.round(volume * 100)}%`;
  return (
    <Popover
      label={t('volume')}
      width={240}
      target={(opener) => (
        <IconButton
          icon={volume === 0 ? 'mute' : 'volume'}
          size="md"
          label={t('volume')}
          className={css.spare}
          tip={!opener['aria-expanded']}
          {...opener}
        />
      )}
    >
      <label className={css.volumeLabel} htmlFor={id}>
        {t('volume')} <output className="num">{percent}</output>
      </label>
      <input
        id={id}
        type="range"
        className={css.range}
        style={{ '--at': percent } as React.CSSProperties}
        min={0}
        max={1}
        step={VOLUME_STEP}
        value={volume}
        aria-valuetext={percent}
        onChange={(event) => setVolume(event.target.valueAsNumber)}
        data-autofocus
      />
    </Popover>
  );
}
