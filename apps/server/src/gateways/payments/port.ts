import { redactCardNumbers } from '@balcao/domain/billing/card-number';

/** What the product asks of a payment provider. Adapters are built in wiring/gateways.ts. */
export const providerNames = ['efi', 'stripe', 'mercadopago', 'asaas'] as const;
export type ProviderName = (typeof providerNames)[number];
/** `pix`: a code that the payer's bank reads. `page`: a payment page of the provider. */
export type ChargeMethod = 'pix' | 'page';

export interface Order {
  /** Our own id of the charge: 32 letters and digits, never used twice. */
  reference: string;
  method: ChargeMethod;
  cents: number;
  description: string;
  expiresAt: Date;
  buyer: { name: string; document: string; email: string };
  /** Where a payment page leads back to. */
  returnUrl: string;
}
/** A charge as it is known here; `providerId` is null while the answer to its creation is unknown. */
export interface ChargeKey {
  reference: string;
  method: ChargeMethod;
  providerId: string | null;
}
export interface CreatedCharge {
  providerId: string;
  /** Code to copy, or address of the payment page. */
  code: string;
}
export interface Payment {
  /** The provider's id of the payment itself, by which it is counted once. */
  paymentId: string;
  reference: string;
  cents: number;
  currency: string;
  at: Date;
  refundedCents: number;
  dispute?: 'open' | 'won' | 'lost';
}
export interface ChargeStatus {
  state: 'open' | 'paid' | 'gone';
  payments: Payment[];
}
export interface PaymentWebhook {
  /** The unguessable last part of the address. */
  key: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  query: URLSearchParams;
  body: Buffer;
}
/** What a webhook is about. It decides nothing: the provider is asked. */
export type PaymentHint = { reference: string } | { paymentId: string } | { providerId: string };

export interface PaymentProvider {
  name: ProviderName;
  methods: readonly ChargeMethod[];
  /** Repeatable with the same order: the same reference never becomes a second charge. */
  create(order: Order): Promise<CreatedCharge>;
  getStatus(charge: ChargeKey): Promise<ChargeStatus>;
  /** A charge that turns out to be paid is not cancelled. */
  cancel(charge: ChargeKey): Promise<'cancelled' | 'paid' | 'gone'>;
  /** Repeatable with the same key. */
  refund(payment: Pick<Payment, 'paymentId' | 'cents'>, cents: number, key: string): Promise<'done' | 'pending'>;
  isAuthentic(webhook: PaymentWebhook): boolean;
  /** Pure; unknown input gives no hints. */
  parse(webhook: PaymentWebhook): PaymentHint[];
  /** The payment behind a hint that names only its id, for its reference. */
  findPayment(paymentId: string): Promise<Payment | undefined>;
  listReceived(from: Date, to: Date): AsyncIterable<Payment>;
  /** Registers our webhook; returns the secret by which its requests are recognized, if the provider chose one. */
  registerWebhook(url: string): Promise<{ secret?: string }>;
  /** Undefined when the keys work. */
  checkConfiguration(): Promise<ProviderError | undefined>;
}

/**
 * - `configuration`: keys, certificate or account; only the platform owner can repair it.
 * - `refused`: the provider refuses this order and says why.
 * - `unavailable`: nothing happened; another provider may work, a later try too.
 * - `unknown`: the request may have been carried out; only a status query shows it.
 */
export type ProviderErrorKind = 'configuration' | 'refused' | 'unavailable' | 'unknown';

export class ProviderError extends Error {
  override name = 'ProviderError';
  readonly kind: ProviderErrorKind;
  /** HTTP status of the provider's answer, if there was one. */
  readonly status: number | undefined;

  /** `message` is the provider's own text: shown to super users, never as HTML. */
  constructor(kind: ProviderErrorKind, message: string, status?: number, cause?: unknown) {
    // It is stored and logged.
    super(redactCardNumbers(message), { cause });
    this.kind = kind;
    this.status = status;
  }
}

/** Values of a provider's platform settings, by name. */
export type ProviderKeys = ReadonlyMap<string, { reveal(): string }>;

/** The providers as they can be reached from here; wiring/gateways.ts builds it. */
export interface PaymentGateway {
  /** The adapter for these keys, which must be complete. */
  build(name: ProviderName, keys: ProviderKeys, environment: 'production' | 'test'): PaymentProvider;
  /** With SANDBOX: providers that need no keys. Started by the first call. */
  simulated?: () => Promise<SimulatedPayments>;
}

export interface SimulatedPayments {
  providers: Record<ProviderName, PaymentProvider>;
  webhookKey: string;
  bank: SimulatedBank;
}

export interface BankCharge {
  provider: ProviderName;
  id: string;
  reference: string;
  method: ChargeMethod;
  cents: number;
  state: 'open' | 'paid' | 'expired' | 'cancelled';
  code: string;
  expiresAt: string;
  payments: {
    id: string;
    cents: number;
    currency: string;
    at: string;
    refundedCents: number;
    dispute: 'open' | 'won' | 'lost' | null;
  }[];
}
export interface BankFaults {
  webhooks?:
    | {
        isLost?: boolean | undefined;
        delayMs?: number | undefined;
        copies?: number | undefined;
        isReordered?: boolean | undefined;
        signature?: 'missing' | 'wrong' | 'stale' | undefined;
        isForeign?: boolean | undefined;
        isGarbage?: boolean | undefined;
        isSlow?: boolean | undefined;
      }
    | undefined;
  calls?:
    | {
        status?: 400 | 401 | 403 | 429 | 500 | 503 | undefined;
        losesResponse?: boolean | undefined;
        hangs?: boolean | undefined;
        delayMs?: number | undefined;
        isGarbage?: boolean | undefined;
        times?: number | undefined;
      }
    | undefined;
}
export interface BankWebhook {
  provider: ProviderName;
  url: string;
  body: string;
  at: string;
  answers: number[];
}
/** The customers' bank behind the simulated providers. */
export interface SimulatedBank {
  charges(): Promise<BankCharge[]>;
  /** Webhooks that were sent, in order. */
  webhooks(): Promise<BankWebhook[]>;
  /** Removes all charges, payments, webhooks and faults. */
  reset(): Promise<void>;
  findCharge(key: string): Promise<BankCharge | undefined>;
  pay(
    key: string,
    how: { cents?: number; isPending?: boolean; onlyInStatement?: boolean },
  ): Promise<{ paymentId: string }>;
  refund(paymentId: string, cents?: number): Promise<void>;
  dispute(paymentId: string, outcome: 'open' | 'won' | 'lost'): Promise<void>;
  faults(provider: ProviderName, faults: BankFaults): Promise<void>;
  /** Moves the bank's clock forward. */
  advance(ms: number): Promise<void>;
}
