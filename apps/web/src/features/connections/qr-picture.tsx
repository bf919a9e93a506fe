import { useTexts } from '../../lib/use-texts.ts';
import { Skeleton } from '../../ui/index.ts';
import { connectionTexts } from './connections.texts.ts';
import css from './qr-dialog.module.css';

/** The code to be read, as the channel gave it. Without one yet, its place. */
export function QrPicture({ code }: { code: string }) {
  const t = useTexts(connectionTexts);
  if (code === '')
    return (
      <div className={css.picture} aria-busy="true">
        <Skeleton width={232} height={232} />
        <span className="sr" role="status">
          {t('qrWaiting')}
        </span>
      </div>
    );
  return (
    <div className={css.picture}>
      <code className={css.code} aria-label={t('qrPicture')}>
        {code}
      </code>
    </div>
  );
}
