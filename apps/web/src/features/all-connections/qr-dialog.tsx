import { useQrCode } from '../../entities/companies/companies.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Dialog, DialogCancel, QrCode, StatusPill } from '../../ui/index.ts';
import { allConnectionTexts } from './all-connections.texts.ts';
import css from './all-connections.module.css';

/** A session that this user started. */
export interface AskedQr {
  id: number;
  name: string;
  qrTicket: string;
}

export function QrDialog({ asked, onClose }: { asked: AskedQr; onClose: () => void }) {
  const t = useTexts(allConnectionTexts);
  const { data } = useQrCode(asked.id, asked.qrTicket);
  return (
    <Dialog
      title={t('qrTitle', { name: asked.name })}
      width={440}
      onClose={onClose}
      footer={<DialogCancel>{t('close')}</DialogCancel>}
    >
      <p>{t('qrText')}</p>
      <div className={css.qr}>
        {data?.status === 'CONNECTED' ? (
          <StatusPill tone="success">{t('qrDone')}</StatusPill>
        ) : (
          <QrCode code={data?.qrcode ?? ''} label={t('qrPicture')} waiting={t('qrWaiting')} />
        )}
      </div>
    </Dialog>
  );
}
