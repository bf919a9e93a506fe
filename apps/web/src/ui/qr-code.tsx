import { Suspense } from 'react';
import { lazyPart } from '../lib/lazy-part.ts';
import { Skeleton } from './marks.tsx';
import css from './qr-code.module.css';

const QrDrawing = lazyPart(() => import('./qr-drawing.tsx').then((module) => module.default));

interface QrCodeProps {
  /** Empty until the code is known: a placeholder of the same size is shown. */
  code: string;
  label: string;
  /** Announced while there is no code. */
  waiting: string;
}

export function QrCode({ code, label, waiting }: QrCodeProps) {
  const placeholder = (
    <div className={css.waiting} aria-busy="true">
      <Skeleton width="100%" height="100%" />
      <span className="sr" role="status">
        {waiting}
      </span>
    </div>
  );
  return (
    <div className={css.picture}>
      {code === '' ? (
        placeholder
      ) : (
        <Suspense fallback={placeholder}>
          <QrDrawing text={code} label={label} />
        </Suspense>
      )}
    </div>
  );
}
