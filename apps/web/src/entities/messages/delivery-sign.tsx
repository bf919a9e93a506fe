import type { Message } from '@balcao/contract/endpoints/messages';
import { useTexts } from '../../lib/use-texts.ts';
import { cx, Icon, type IconName } from '../../ui/index.ts';
import { deliveryTexts } from './delivery.texts.ts';
import css from './delivery-sign.module.css';

type Sign = readonly [icon: IconName, text: keyof typeof deliveryTexts, tone?: 'read' | 'bad'];
type Delivery = Pick<Message, 'ack' | 'delivery'> & { mediaType?: string };

/** By acknowledgement, 0 to 5. */
const signs: readonly Sign[] = [
  ['clock', 'ackQueued'],
  ['ack', 'ackSent'],
  ['acks', 'ackDelivered'],
  ['acks', 'ackRead', 'read'],
  ['acks', 'ackRead', 'read'],
  ['acks', 'ackDone', 'read'],
];

function signOf({ ack, delivery, mediaType }: Delivery): Sign {
  if (delivery === 'failed') return ['alert', 'ackFailed', 'bad'];
  if (delivery === 'unknown') return ['alert', 'ackUnknown', 'bad'];
  if (delivery === 'held' && ack === 0) return ['clock', 'ackHeld'];
  if (ack === 4 && mediaType === 'audio') return ['mic', 'ackPlayed', 'read'];
  return signs[ack] ?? signs[0]!;
}

/** Clock, ticks or a warning: the same in the bubble and in the list. */
export function DeliverySign({ of }: { of: Delivery }) {
  const t = useTexts(deliveryTexts);
  const [icon, text, tone] = signOf(of);
  return (
    <span className={cx(css.sign, tone && css[tone])} role="img" aria-label={t(text)} title={t(text)}>
      <Icon name={icon} size={16} />
    </span>
  );
}
