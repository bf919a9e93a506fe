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

/** Step by step how a message came to be where it is. */
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
      <blockquote className={css.words}>{message.body || t('withoutText')}</blockquote>
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
  // What comes in begins with its arrival; what goes out tells each step itself.
  const arrival = message.fromMe ? [] : [{ told: 'received', detail: '', at: message.createdAt }];
  const steps = [...arrival, ...historyQuery.data.steps];
  if (steps.length === 0) return <p className="muted">{t('noSteps')}</p>;
  return (
    <ol className={css.steps} aria-label={t('lifeSteps')}>
      {steps.map(({ told: step, detail, at }, index) => (
        <li key={index} className={css.step}>
          <span>
            {isKnownStep(step) ? t(step) : step}
            {/* Who asked for it is said by number: of no use to a reader. */}
            {detail !== '' && step !== 'resent' && <span className={css.reason}>{errorText(detail, language)}</span>}
          </span>
          <time className="num" dateTime={at}>
            {formatDateTime(at)}
          </time>
        </li>
      ))}
    </ol>
  );
}

/** A step newer than this page has its own name at least. */
const isKnownStep = (step: string): step is keyof typeof deliveryTexts => Object.hasOwn(deliveryTexts, step);
