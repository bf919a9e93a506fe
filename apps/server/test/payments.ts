import { createHash } from 'node:crypto';
import {
  providerNames,
  type BankCharge,
  type PaymentProvider,
  type ProviderName,
  type SimulatedPayments,
} from '../src/gateways/payments/port.ts';
import type { OpenPayments } from '../src/wiring/gateways.ts';

/** Providers without a network: every charge is open, every refund is done. For sweeps over all endpoints. */
export function createTestPayments(): OpenPayments {
  const providers = Object.fromEntries(providerNames.map((name) => [name, testProvider(name)])) as Record<
    ProviderName,
    PaymentProvider
  >;
  const charge: BankCharge = {
    provider: 'efi',
    id: 'test-charge',
    reference: 'a'.repeat(32),
    method: 'pix',
    cents: 9990,
    state: 'open',
    code: 'test-code',
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    payments: [
      { id: 'test-payment', cents: 9990, currency: 'BRL', at: '2026-01-01T00:00:00Z', refundedCents: 0, dispute: null },
    ],
  };
  const simulated: SimulatedPayments = {
    providers,
    webhookKey: 'key-of-the-test-webhooks',
    bank: {
      charges: async () => [charge],
      webhooks: async () => [],
      reset: async () => undefined,
      findCharge: async (key) => (key === charge.id || key === charge.code ? charge : undefined),
      pay: async () => ({ paymentId: 'test-payment' }),
      refund: async () => undefined,
      dispute: async () => undefined,
      faults: async () => undefined,
      advance: async () => undefined,
    },
  };
  return {
    gateway: {
      build: (name) => providers[name],
      simulated: async () => simulated,
    },
    onListening: () => undefined,
    close: async () => undefined,
  };
}

const testProvider = (name: ProviderName): PaymentProvider => ({
  name,
  methods: name === 'efi' ? ['pix'] : name === 'stripe' ? ['page'] : ['pix', 'page'],
  create: async ({ reference }) => ({
    providerId: reference,
    code: createHash('sha256').update(reference).digest('hex'),
  }),
  getStatus: async () => ({ state: 'open', payments: [] }),
  cancel: async () => 'cancelled',
  refund: async () => 'done',
  isAuthentic: () => false,
  parse: () => [],
  findPayment: async () => undefined,
  async *listReceived() {},
  registerWebhook: async () => ({}),
  checkConfiguration: async () => undefined,
});
