import type { Delivery } from '../../entities/deliveries/deliveries.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { StatusPill } from '../../ui/index.ts';
import css from './deliveries.module.css';
import { deliveryTexts } from './deliveries.texts.ts';

const tones = {
  received: 'success',
  queued: 'info',
  sending: 'info',
  accepted: 'info',
  held: 'warn',
  sent: 'info',
  delivered: 'success',
  read: 'success',
  failed: 'danger',
  unknown: 'warn',
  note: 'neutral',
} as const satisfies Record<Delivery['delivery'], string>;

/** The state of a message and why it got no further. */
export function DeliveryState({ message }: { message: Pick<Delivery, 'delivery' | 'failure' | 'tries'> }) {
  const t = useTexts(deliveryTexts);
  const language = useLanguage();
  const { delivery, failure, tries } = message;
  return (
    <span className={css.state}>
      <StatusPill tone={tones[delivery]}>{t(delivery)}</StatusPill>
      {(failure !== null || tries > 1) && (
        <span className={css.reason}>
          {[failure !== null && errorText(failure, language), tries > 1 && t('tries', { count: tries })]
            .filter(Boolean)
            .join(' · ')}
        </span>
      )}
    </span>
  );
}
