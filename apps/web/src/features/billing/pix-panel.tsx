import type { Charge, InvoiceDetails } from '@balcao/contract/endpoints/invoices';
import { useMediaQuery } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { formatReais } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Icon, NumberedSteps, QrCode, useToast, type IconName } from '../../ui/index.ts';
import { useNow, useTimeLeft } from './countdown.ts';
import css from './payment.module.css';
import { paymentTexts } from './payment.texts.ts';
import { useNewCharge } from './use-new-charge.ts';

/** `ready`: the code can be paid now. `missing`: no code could be created. */
type PixState = 'creating' | 'ready' | 'expired' | 'missing';

const pixOf = ({ charges }: InvoiceDetails): Charge | undefined => charges.find(({ method }) => method === 'pix');

function stateOf(charge: Charge | undefined, now: number): PixState {
  if (charge?.state === 'creating') return 'creating';
  if (charge?.state === 'expired') return 'expired';
  if (charge?.state !== 'pending' || charge.code === null) return 'missing';
  return Date.parse(charge.expiresAt) <= now ? 'expired' : 'ready';
}

/** The QR code with its remaining time, or what to do when there is none. */
export function PixPanel({ invoice }: { invoice: InvoiceDetails }) {
  const t = useTexts(paymentTexts);
  const now = useNow();
  const timeLeft = useTimeLeft();
  const newCharge = useNewCharge(invoice);
  const isPhone = useIsPhone();
  const [showsQr, setShowsQr] = useState(false);
  const charge = pixOf(invoice);
  const state = newCharge.isPending ? 'creating' : stateOf(charge, now);
  const renew = () => newCharge.mutate('pix');

  if (state === 'expired')
    return (
      <Problem
        icon="clock"
        title={t('expiredTitle')}
        text={t('expiredText', { amount: formatReais(invoice.value) })}
        action={
          <Button kind="primary" icon="refresh" data-autofocus onClick={renew}>
            {t('newCode')}
          </Button>
        }
      />
    );
  if (state === 'missing')
    return (
      <Problem
        icon="alert"
        title={t('failedTitle')}
        text={t('failedText')}
        action={
          <Button icon="refresh" onClick={renew}>
            {t('retry')}
          </Button>
        }
      />
    );
  const isReady = state === 'ready' && charge !== undefined;
  const remaining = isReady && (
    <p className={css.remaining} role="timer">
      <Icon name="clock" size={14} />
      <span className="num">{t('validFor', { time: timeLeft(Date.parse(charge.expiresAt) - now) })}</span>
    </p>
  );
  // A phone cannot read its own screen: the code to copy comes first.
  if (isPhone && !showsQr)
    return (
      <div className={css.phoneQr}>
        {remaining}
        <Button kind="ghost" icon="qr" onClick={() => setShowsQr(true)}>
          {t('showQr')}
        </Button>
      </div>
    );
  return (
    <div className={css.panel}>
      <QrCode code={isReady ? (charge.code ?? '') : ''} label={t('qr')} waiting={t('creating')} />
      {remaining}
      {isPhone && (
        <Button kind="ghost" icon="qr" onClick={() => setShowsQr(false)}>
          {t('hideQr')}
        </Button>
      )}
    </div>
  );
}

const useIsPhone = () => useMediaQuery('(max-width: 599px)', undefined, { getInitialValueInEffect: false }) ?? false;

const Problem = ({ icon, title, text, action }: { icon: IconName; title: string; text: string; action: ReactNode }) => (
  <div className={css.panel} role="status">
    <Icon name={icon} size={40} />
    <b>{title}</b>
    <p className="muted">{text}</p>
    {action}
  </div>
);

/** The code to copy; absent while there is none to pay. */
export function PixCode({ invoice }: { invoice: InvoiceDetails }) {
  const t = useTexts(paymentTexts);
  const toast = useToast();
  const now = useNow();
  const isPhone = useIsPhone();
  const charge = pixOf(invoice);
  if (stateOf(charge, now) !== 'ready' || !charge?.code) return null;
  const { code } = charge;
  const copy = () =>
    // The clipboard API exists only on secure pages.
    (navigator.clipboard?.writeText(code) ?? Promise.reject(new Error('no clipboard'))).then(
      () => toast.done(t('copied')),
      () => toast.warn(t('copyFailed')),
    );
  return (
    <>
      {isPhone && (
        <NumberedSteps steps={[t('step1'), t('step2'), t('step3', { amount: formatReais(invoice.value) })]} />
      )}
      <div className={css.code}>
        <label>
          <span>{t('code')}</span>
          <input className={css.codeInput} readOnly value={code} onFocus={(event) => event.currentTarget.select()} />
        </label>
        <Button kind="primary" icon="copy" data-autofocus onClick={() => void copy()}>
          {t('copy')}
        </Button>
      </div>
    </>
  );
}
