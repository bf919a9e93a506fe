import type { LedgerEntry, PaymentPayload, PaymentProvider } from '@balcao/contract/endpoints/payments';
import { holdReasons } from '@balcao/contract/endpoints/payments';
import type { PaymentInboxRow } from '../../infrastructure/db/schema/billing.ts';
import type { NamedEntry } from './ledger.ts';
import type { LedgerFilter } from './ledger.store.ts';
import { UNKNOWN_CHARGE } from './payment-inbox.store.ts';
import type { Providers } from './providers.ts';

type ProviderView = Awaited<ReturnType<Providers['overview']>>['providers'][number];

export const presentProvider = (provider: ProviderView): PaymentProvider => ({
  ...provider,
  methods: [...provider.methods],
  lastWebhookAt: provider.lastWebhookAt?.toISOString() ?? null,
  lastError: provider.lastError && { ...provider.lastError, at: provider.lastError.at.toISOString() },
});

/** Until a super user decides, the reason of an entry is why it is held. */
export const presentEntry = (entry: NamedEntry): LedgerEntry => {
  const isDecided = entry.decidedAt !== null;
  return {
    provider: entry.provider as LedgerEntry['provider'],
    paymentId: entry.paymentId,
    company:
      entry.companyId === null || entry.companyName === null ? null : { id: entry.companyId, name: entry.companyName },
    invoiceNumber: entry.invoiceNumber,
    reference: entry.reference,
    cents: entry.cents,
    refundedCents: entry.refundedCents,
    currency: entry.currency,
    paidAt: entry.paidAt.toISOString(),
    state: entry.state,
    holdReason: isDecided ? null : (holdReasons.find((known) => known === entry.reason) ?? null),
    dispute: entry.dispute,
    reason: isDecided ? entry.reason : null,
    decidedAt: entry.decidedAt?.toISOString() ?? null,
  };
};

export const presentPayload = (
  row: Pick<PaymentInboxRow, 'id' | 'provider' | 'attempts' | 'error' | 'receivedAt'>,
): PaymentPayload => ({
  id: row.id,
  provider: row.provider as PaymentPayload['provider'],
  receivedAt: row.receivedAt.toISOString(),
  attempts: row.attempts,
  problem: row.error === UNKNOWN_CHARGE ? 'unknown' : 'failed',
  error: row.error === UNKNOWN_CHARGE ? '' : (row.error ?? ''),
});

type Cursor = NonNullable<LedgerFilter['before']>;
export const presentCursor = ({ paidAt, provider, paymentId }: Cursor): string =>
  Buffer.from(JSON.stringify([paidAt, provider, paymentId])).toString('base64url');

const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d(?::\d\d)?$/;
/** Undefined for a text that no page gave out. */
export function parseCursor(text: string): Cursor | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (!Array.isArray(parts) || !parts.every((part) => typeof part === 'string')) return undefined;
    const [paidAt = '', provider = '', paymentId = ''] = parts;
    return TIME.test(paidAt) && !parts.join('').includes('\0') ? { paidAt, provider, paymentId } : undefined;
  } catch {
    return undefined;
  }
}
