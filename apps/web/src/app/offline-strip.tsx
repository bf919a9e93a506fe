/** Told only after two seconds: a short gap is nobody's business. The strip grows above the page, so nothing in it moves sideways or is covered. */
import { useEffect, useState } from 'react';
import { useConnectionState } from '../lib/live.tsx';
import { useTexts } from '../lib/use-texts.ts';
import { cx, Icon } from '../ui/index.ts';
import { appTexts } from './app.texts.ts';
import css from './offline-strip.module.css';
import { useOnline } from './use-online.ts';

const PATIENCE_MS = 2000;

export function OfflineStrip() {
  const t = useTexts(appTexts);
  const socket = useConnectionState();
  const network = useOnline();
  const cut = socket !== 'online' || !network;
  const [told, setTold] = useState(false);

  useEffect(() => {
    if (!cut) return setTold(false);
    const wait = setTimeout(() => setTold(true), PATIENCE_MS);
    return () => clearTimeout(wait);
  }, [cut]);

  return (
    <div className={cx(css.strip, told && css.shown)} role="status">
      {told && (
        <span className={css.words}>
          <Icon name="wifi-off" size={16} />
          {t('offline')}
        </span>
      )}
    </div>
  );
}
