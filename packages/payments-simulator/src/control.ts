/**
 * Control of the simulated payment providers and of the customers' bank. The same interface works in the simulator's process
 * and, over HTTP, from another one (`connectControl`): each method returns a promise and takes JSON.
 */
export interface PaymentsControl {
  /** Charges of all providers, newest first. */
  charges(): Promise<ChargeView[]>;
  /** The charge with this provider id, reference, PIX code or payment page. */
  findCharge(key: string): Promise<ChargeView | undefined>;
  /** Pays a charge as its customer would. Returns the provider's payment id. */
  pay(key: string, how?: PayOptions): Promise<{ paymentId: string }>;
  /** Returns money to the customer, from the provider's own side. */
  refund(paymentId: string, cents?: number): Promise<void>;
  dispute(paymentId: string, outcome: 'open' | 'won' | 'lost'): Promise<void>;
  /** Sets the faults of a provider; `{}` ends them. */
  faults(provider: ProviderName, faults: Faults): Promise<void>;
  /** Calls that reached a provider, in order of arrival. */
  received(provider?: ProviderName): Promise<ReceivedCall[]>;
  /** Webhooks that were sent, in order, with the answers of the product. */
  webhooks(provider?: ProviderName): Promise<SentWebhook[]>;
  /** Sends webhooks again with the same bytes. */
  resend(provider: ProviderName, last?: number): Promise<void>;
  /** Sends a request of any content to the provider's registered webhook. */
  sendRaw(
    provider: ProviderName,
    request: { path?: string; headers?: Record<string, string>; body: string },
  ): Promise<number>;
  /** Resolves when no webhook is under way or waiting for its repetition. */
  idle(): Promise<void>;
  /** Moves the simulator's clock forward. */
  advance(ms: number): Promise<void>;
  /** Removes all charges, payments, webhooks and faults. */
  reset(): Promise<void>;
}

export const providerNames = ['efi', 'stripe', 'mercadopago', 'asaas'] as const;
export type ProviderName = (typeof providerNames)[number];

export interface PayOptions {
  /** Another amount than the charge's. */
  cents?: number;
  currency?: string;
  /** The payment is not confirmed yet (a boleto). */
  isPending?: boolean;
  /** Neither the charge nor a webhook shows the payment; only the statement does. */
  onlyInStatement?: boolean;
}

export interface ChargeView {
  provider: ProviderName;
  id: string;
  reference: string;
  method: 'pix' | 'page';
  cents: number;
  state: 'open' | 'paid' | 'expired' | 'cancelled';
  /** Code to copy, or address of the payment page. */
  code: string;
  expiresAt: string;
  payments: PaymentView[];
}
export interface PaymentView {
  id: string;
  cents: number;
  currency: string;
  at: string;
  refundedCents: number;
  dispute: 'open' | 'won' | 'lost' | null;
}

export interface Faults {
  webhooks?: {
    /** Nothing is sent. */
    isLost?: boolean;
    delayMs?: number;
    /** Each copy waits for a random time up to this, so that copies and webhooks arrive in any order. */
    spreadMs?: number;
    /** How many times each webhook is sent; 1 without the fault. */
    copies?: number;
    /** Each webhook is held until the next one has been sent. */
    isReordered?: boolean;
    signature?: 'missing' | 'wrong' | 'stale';
    /** Names another account of the same provider. */
    isForeign?: boolean;
    isGarbage?: boolean;
    /** The body arrives byte by byte. */
    isSlow?: boolean;
  };
  calls?: {
    /** Answers with this status instead of executing the call. */
    status?: 400 | 401 | 403 | 429 | 500 | 503;
    /** Executes the call and closes the connection instead of answering. */
    losesResponse?: boolean;
    /** Never answers. */
    hangs?: boolean;
    delayMs?: number;
    isGarbage?: boolean;
    /** How many calls are affected; all without it. */
    times?: number;
    /** Only calls whose path contains this text. */
    path?: string;
  };
}

export interface ReceivedCall {
  provider: ProviderName;
  method: string;
  path: string;
  body: unknown;
  headers: Record<string, string>;
  status: number;
}
export interface SentWebhook {
  provider: ProviderName;
  url: string;
  headers: Record<string, string>;
  body: string;
  /** When it was sent first. */
  at: string;
  /** Statuses of the answers; 0 for none. */
  answers: number[];
  /** How long each answer took. */
  answerMs: number[];
  isDone: boolean;
}
