/** Payments for the tests of the payments screen. */
import type { LedgerEntry, PaymentPayload } from '@balcao/contract/endpoints/payments';
import { endpoints } from '@balcao/contract/endpoints/index';
import { answer } from '../../testing/server.ts';
// The screen is lazy; loading it here keeps the first test from waiting for it.
import './payments-page.tsx';

export const anEntry = (own: Partial<LedgerEntry> = {}): LedgerEntry => ({
  provider: 'efi',
  paymentId: 'E18236120202611161200s0001',
  company: { id: 14, name: 'Ótica Boa Vista' },
  invoiceNumber: '2026-000123',
  reference: 'a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6',
  cents: 14_900,
  refundedCents: 0,
  currency: 'BRL',
  paidAt: '2026-11-16T12:00:00.000Z',
  state: 'applied',
  holdReason: null,
  dispute: null,
  reason: null,
  decidedAt: null,
  ...own,
});
export const aHeldEntry = (own: Partial<LedgerEntry> = {}) =>
  anEntry({ paymentId: 'held-1', state: 'held', holdReason: 'amount', cents: 10_000, ...own });
export const aPayload = (own: Partial<PaymentPayload> = {}): PaymentPayload => ({
  id: 71,
  provider: 'stripe',
  receivedAt: '2026-11-16T12:00:00.000Z',
  attempts: 20,
  problem: 'failed',
  error: 'ETIMEDOUT api.stripe.com',
  ...own,
});

interface ToCheck {
  held?: LedgerEntry[];
  disputes?: LedgerEntry[];
  payloads?: PaymentPayload[];
}
export function withToCheck({ held = [], disputes = [], payloads = [] }: ToCheck = {}): void {
  answer(endpoints.payments.toCheck, () => ({
    held,
    disputes,
    payloads,
    counts: { held: held.length, disputes: disputes.length, payloads: payloads.length },
  }));
}
export const withLedger = (entries: LedgerEntry[]) => {
  withToCheck();
  return answer(endpoints.payments.ledger, () => ({ entries, next: null }));
};
