import { randomBytes, randomInt } from 'node:crypto';
import type { ChargeView, PayOptions, ProviderName } from './control.ts';

/** A request for money at a provider, and the payments that customers made for it. */
export interface Charge {
  provider: ProviderName;
  id: string;
  reference: string;
  method: 'pix' | 'page';
  cents: number;
  code: string;
  createdAt: Date;
  expiresAt: Date;
  isCancelled: boolean;
  payments: Payment[];
  /** What the provider returns again: payer, description, dates. */
  details: Record<string, unknown>;
}
export interface Payment {
  id: string;
  charge: Charge;
  cents: number;
  currency: string;
  at: Date;
  isPending: boolean;
  onlyInStatement: boolean;
  refunds: { id: string; cents: number; at: Date; description: string }[];
  dispute: 'open' | 'won' | 'lost' | null;
  /** A dispute was lost once, whatever became of it. */
  hasLostDispute: boolean;
}

export type BankEvent =
  | { type: 'paid' | 'confirmed' | 'refunded'; payment: Payment }
  | { type: 'disputed'; payment: Payment }
  | { type: 'expired'; charge: Charge };

const MONTH_MS = 30 * 86_400_000;

/** The customers' bank: holds all charges and decides what is paid. It knows no provider's format. */
export function createBank(now: () => Date) {
  let charges: Charge[] = [];
  /** Newest charge by provider id, reference and code. */
  const byKey = new Map<string, Charge>();
  const byReference = new Map<string, Charge[]>();
  const paymentById = new Map<string, Payment>();
  const listeners: ((event: BankEvent) => void)[] = [];
  const publish = (event: BankEvent) => {
    for (const listener of listeners) listener(event);
  };
  const paymentIds: Record<ProviderName, () => string> = {
    efi: () => `E${String(randomInt(10 ** 8)).padStart(8, '0')}${dayStamp(now())}${hex(11)}`,
    stripe: () => `pi_${hex(24)}`,
    mercadopago() {
      const id = String(10 ** 10 + randomInt(10 ** 9));
      return paymentById.has(id) || byKey.has(id) ? paymentIds.mercadopago() : id;
    },
    asaas: () => `pay_${hex(16)}`,
  };

  const find = (key: string): Charge | undefined => byKey.get(key);
  const findPayment = (id: string): Payment | undefined => paymentById.get(id);

  return {
    now,
    onEvent: (listener: (event: BankEvent) => void) => void listeners.push(listener),
    add(charge: Omit<Charge, 'createdAt' | 'isCancelled' | 'payments'>): Charge {
      const added: Charge = { ...charge, createdAt: now(), isCancelled: false, payments: [] };
      charges.unshift(added);
      for (const key of [added.code, added.reference, added.id]) byKey.set(key, added);
      byReference.set(added.reference, [added, ...(byReference.get(added.reference) ?? [])]);
      return added;
    },
    find,
    findPayment,
    /** The provider's charge with its own id. */
    withId(provider: ProviderName, id: string): Charge | undefined {
      const charge = byKey.get(id);
      return charge?.provider === provider && charge.id === id ? charge : undefined;
    },
    /** Newest first. */
    withReference: (provider: ProviderName, reference: string): Charge[] =>
      (byReference.get(reference) ?? []).filter((charge) => charge.provider === provider),
    of: (provider: ProviderName): Charge[] => charges.filter((charge) => charge.provider === provider),
    /** Payments that the provider shows outside its statement. */
    shown: (charge: Charge): Payment[] => charge.payments.filter((payment) => !payment.onlyInStatement),
    pay(
      key: string,
      { cents, currency = 'BRL', isPending = false, onlyInStatement = false }: PayOptions = {},
    ): Payment {
      const charge = find(key);
      if (!charge) throw new Error(`no charge ${key}`);
      // At these providers the payment of a PIX charge is the charge itself.
      const isSame = charge.payments.length === 0 && (charge.provider === 'asaas' || isPixOfMercadoPago(charge));
      const payment: Payment = {
        id: isSame ? charge.id : paymentIds[charge.provider](),
        charge,
        cents: cents ?? charge.cents,
        currency,
        at: now(),
        isPending,
        onlyInStatement,
        refunds: [],
        dispute: null,
        hasLostDispute: false,
      };
      charge.payments.push(payment);
      paymentById.set(payment.id, payment);
      if (!onlyInStatement) publish({ type: 'paid', payment });
      return payment;
    },
    /** A pending payment (a boleto) has arrived. */
    confirm(payment: Payment): void {
      payment.isPending = false;
      publish({ type: 'confirmed', payment });
    },
    refund(payment: Payment, cents: number, id = hex(16), description = ''): void {
      if (payment.refunds.some((refund) => refund.id === id)) return;
      if (cents <= 0 || refundedCents(payment) + cents > payment.cents) throw new Error('refund exceeds the payment');
      payment.refunds.push({ id, cents, at: now(), description });
      publish({ type: 'refunded', payment });
    },
    dispute(payment: Payment, outcome: 'open' | 'won' | 'lost'): void {
      payment.dispute = outcome;
      payment.hasLostDispute ||= outcome === 'lost';
      publish({ type: 'disputed', payment });
    },
    /** Payments of the provider within a period, those of the statement included. */
    received: (provider: ProviderName, from: Date, to: Date): Payment[] =>
      charges
        .filter((charge) => charge.provider === provider)
        .flatMap(({ payments }) => payments)
        .filter(({ at, isPending }) => !isPending && at >= from && at <= to),
    reset() {
      charges = [];
      for (const index of [byKey, byReference, paymentById]) index.clear();
    },
    list: (): Charge[] => charges,
  };
}
export type Bank = ReturnType<typeof createBank>;

const isPixOfMercadoPago = ({ provider, method }: Charge) => provider === 'mercadopago' && method === 'pix';
export const refundedCents = ({ refunds }: Payment): number => refunds.reduce((sum, { cents }) => sum + cents, 0);
export const isPaid = (charge: Charge): boolean =>
  charge.payments.some(({ isPending, onlyInStatement }) => !isPending && !onlyInStatement);

export const viewOf = (charge: Charge, now: Date): ChargeView => ({
  provider: charge.provider,
  id: charge.id,
  reference: charge.reference,
  method: charge.method,
  cents: charge.cents,
  state: isPaid(charge) ? 'paid' : charge.isCancelled ? 'cancelled' : charge.expiresAt < now ? 'expired' : 'open',
  code: charge.code,
  expiresAt: charge.expiresAt.toISOString(),
  payments: charge.payments.map((payment) => ({
    id: payment.id,
    cents: payment.cents,
    currency: payment.currency,
    at: payment.at.toISOString(),
    refundedCents: refundedCents(payment),
    dispute: payment.dispute,
  })),
});

export const hex = (length: number): string => randomBytes(length).toString('hex').slice(0, length);
const dayStamp = (date: Date) => date.toISOString().slice(0, 16).replaceAll(/[-:T]/g, '');
export const inAMonth = (now: Date): Date => new Date(+now + MONTH_MS);

/** Decimal text of cents, as Brazilian providers write amounts. */
export const decimal = (cents: number): string => (cents / 100).toFixed(2);
/** Cents of a decimal text or a JSON number; undefined if it has more than two digits. */
export function cents(amount: unknown): number | undefined {
  const match = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(String(amount));
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : undefined;
}

/** A PIX code as banks read it (BR Code), with its checksum. */
export function pixCode(reference: string, amount: number): string {
  const field = (id: string, value: string) => `${id}${String(value.length).padStart(2, '0')}${value}`;
  const account = field('00', 'br.gov.bcb.pix') + field('25', `pix.example.com/qr/v2/${reference}`);
  const body =
    field('00', '01') +
    field('01', '12') +
    field('26', account) +
    field('52', '0000') +
    field('53', '986') +
    field('54', decimal(amount)) +
    field('58', 'BR') +
    field('59', 'BALCAO SIMULADO') +
    field('60', 'SAO PAULO') +
    field('62', field('05', '***')) +
    '6304';
  return body + checksum(body);
}
/** CRC-16/CCITT-FALSE. */
function checksum(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
