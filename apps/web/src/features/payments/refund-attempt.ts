import { useState } from 'react';
import type { ProviderEntry, RefundReply } from '../../entities/payments/payments.api.ts';
import { ApiError } from '../../lib/api.ts';
import { read, write } from '../../lib/storage.ts';

export interface RefundAttempt {
  key: string;
  /** Absent for all that is left. */
  cents?: number;
}

/**
 * A refund without an answer may have been made. Its key stays with the payment, also after the dialog was closed or the
 * page was reloaded: only the same request with the same key is safe.
 */
export function useRefundAttempt(entry: ProviderEntry) {
  const storageKey = `balcao.refund.${entry.provider}.${entry.paymentId}.${entry.refundedCents}`;
  const [open, setOpen] = useState(() => parse(read(storageKey)));
  const end = () => {
    write(storageKey, null);
    setOpen(undefined);
  };
  return {
    /** The attempt whose outcome is unknown. */
    open,
    async send(cents: number | undefined, request: (attempt: RefundAttempt) => Promise<RefundReply>) {
      const attempt = open ?? { key: newKey(), ...(cents !== undefined && { cents }) };
      write(storageKey, JSON.stringify(attempt));
      try {
        const answer = await request(attempt);
        if (answer.outcome === 'unknown') setOpen(attempt);
        else end();
        return answer;
      } catch (error) {
        if (isUncertain(error)) setOpen(attempt);
        else end();
        throw error;
      }
    },
  };
}

const parse = (stored: string | null): RefundAttempt | undefined =>
  stored === null ? undefined : (JSON.parse(stored) as RefundAttempt);

/** The request may have arrived all the same. */
const isUncertain = (error: unknown): boolean => !(error instanceof ApiError && error.status < 500);

// randomUUID needs a secure context; its hyphens are not allowed here either.
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
