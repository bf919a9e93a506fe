import type { ProviderEntry } from '../../entities/payments/payments.api.ts';

/** What a super user is about to decide about a payment. */
export interface Decision {
  kind: 'apply' | 'return' | 'refund';
  entry: ProviderEntry;
}
export interface DecisionProps {
  entry: ProviderEntry;
  onClose: () => void;
}
