/** Shown after two seconds, because short gaps do not matter. Above the page, so that nothing is covered or shifted. */
import { useEffect, useState } from 'react';
import { useIsConnected } from '../lib/topics.tsx';
import { useTexts } from '../lib/use-texts.ts';
import { cx, Icon } from '../ui/index.ts';
import { appTexts } from './app.texts.ts';
import css from './offline-strip.module.css';

const SHOW_DELAY_MS = 2000;

export function OfflineStrip() {
  const t = useTexts(appTexts);
  const isOffline = !useIsConnected();
  const [isVisible, setIsVisible] = useState(false);

  useEffect(() => {
    if (!isOffline) return setIsVisible(false);
    const wait = setTimeout(() => setIsVisible(true), SHOW_DELAY_MS);
    return () => clearTimeout(wait);
  }, [isOffline]);

  return (
    <div className={cx(css.strip, isVisible && css.shown)} role="status">
      {isVisible && (
        <span className={css.texts}>
          <Icon name="wifi-off" size={16} />
          {t('offline')}
        </span>
      )}
    </div>
  );
}
