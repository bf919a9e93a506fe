import { refuse } from '../../infrastructure/app-error.ts';
import type { Payments } from './billing-interfaces.ts';

/** While no payment provider is configured, invoices can be read and settled by hand. */
export const noPayments: Payments = {
  methods: async () => [],
  createCharges: async () => refuse('ERR_NO_PAYMENT_PROVIDER'),
  checkNow: async () => undefined,
  closeCharges: async () => 'closed',
  hasLiveCharges: async () => false,
  cancelCharges: async () => undefined,
  chargesOf: async () => [],
  beingPaid: async () => new Set(),
};
