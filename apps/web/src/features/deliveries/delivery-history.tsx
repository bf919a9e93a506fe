import { useDeliveryHistory, type Delivery } from '../../entities/deliveries/deliveries.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Dialog, ErrorState, Skeleton } from '../../ui/index.ts';
import css from './deliveries.module.css';
import { deliveryTexts } from './deliveries.texts.ts';
import { DeliveryState } from './delivery-state.tsx';

interface DeliveryHistoryProps {
  message: Delivery;
  onResend: () => void;
  onClose: () => void;
}

/** The steps that led a message to its current state. */
export function DeliveryHistory({ message, onResend, onClose }: DeliveryHistoryProps) {
  const t = useTexts(deliveryTexts);
  return (
    <Dialog
      title={t('lifeTitle')}
      width={560}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          {message.mayResend && (
            <Button kind="primary" icon="send" onClick={onResend}>
              {t('resend')}
            </Button>
          )}
        </>
      }
    >
      <dl className={css.facts}>
        <dt>{t('contact')}</dt>
        <dd>{message.contactName}</dd>
        <dt>{t('connection')}</dt>
        <dd>{message.connectionName || '—'}</dd>
        <dt>{t('state')}</dt>
        <dd>
          <DeliveryState message={message} />
        </dd>
      </dl>
      <blockquote className={css.texts}>{message.body || t('withoutText')}</blockquote>
      <Steps message={message} />
    </Dialog>
  );
}

function Steps({ message }: { message: Delivery }) {
  const t = useTexts(deliveryTexts);
  const language = useLanguage();
  const historyQuery = useDeliveryHistory(message.id);
  if (historyQuery.error)
    return (
      <ErrorState compact text={errorText(historyQuery.error, language)} onRetry={() => void historyQuery.refetch()} />
    );
  if (!historyQuery.data)
    return (
      <div className={css.steps} aria-busy="true">
        {[0, 1, 2].map((at) => (
          <Skeleton key={at} height={20} />
        ))}
      </div>
    );
  // A received message starts with its arrival; for a sent one the server records every step.
  const arrival = message.fromMe ? [] : [{ told: 'received', detail: '', at: message.createdAt }];
  const steps = [...arrival, ...historyQuery.data.steps];
  if (steps.length === 0) return <p className="muted">{t('noSteps')}</p>;
  return (
    <ol className={css.steps} aria-label={t('lifeSteps')}>
      {steps.map(({ told: step, detail, at }, index) => (
        <li key={index} className={css.step}>
          <span>
            {isKnownStep(step) ? t(step) : t('reported')}
            <StepReason step={step} detail={detail} />
          </span>
          <time className="num" dateTime={at}>
            {formatDateTime(at)}
          </time>
        </li>
      ))}
    </ol>
  );
}

/** Why a step failed. What follows the code are words of the channel or of the server, in English: a tooltip for support. */
function StepReason({ step, detail }: { step: string; detail: string }) {
  const t = useTexts(deliveryTexts);
  const language = useLanguage();
  const code = /^ERR_[A-Z0-9_]+/.exec(detail)?.[0];
  if (step === 'edited' && detail !== '')
    return <span className={css.reason}>{t('formerText', { text: detail })}</span>;
  if (code === undefined) return null;
  return (
    <span className={css.reason} title={detail.slice(code.length + 2) || undefined}>
      {errorText(code, language)}
    </span>
  );
}

/** The channel can report more than the product knows. */
const isKnownStep = (step: string): step is keyof typeof deliveryTexts => Object.hasOwn(deliveryTexts, step);
