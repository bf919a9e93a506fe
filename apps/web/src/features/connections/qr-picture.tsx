import { lazy, Suspense } from 'react';
import { useTexts } from '../../lib/use-texts.ts';
import { Skeleton } from '../../ui/index.ts';
import { connectionTexts } from './connections.texts.ts';
import css from './qr-dialog.module.css';

const QrCode = lazy(() => import('./qr-code.tsx'));

/** The QR code from the channel, or a placeholder of the same size until it arrives. */
export function QrPicture({ code }: { code: string }) {
  const t = useTexts(connectionTexts);
  return (
    <div className={css.picture}>
      {code === '' ? (
        <Waiting />
      ) : (
        <Suspense fallback={<Waiting />}>
          <QrCode text={code} label={t('qrPicture')} />
        </Suspense>
      )}
    </div>
  );
}

function Waiting() {
  const t = useTexts(connectionTexts);
  return (
    <div className={css.waiting} aria-busy="true">
      <Skeleton width="100%" height="100%" />
      <span className="sr" role="status">
        {t('qrWaiting')}
      </span>
    </div>
  );
}
