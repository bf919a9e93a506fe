/** Names of providers and of the ways to pay, the same in every language. */
const names: Partial<Record<string, string>> = {
  pix: 'PIX',
  efi: 'PIX',
  stripe: 'Stripe',
  mercadopago: 'Mercado Pago',
  asaas: 'Asaas',
};

export const paymentMethodName = (method: string): string => names[method] ?? method;

/** Efí is shown as PIX to customers; on the screens of the platform the providers are meant. */
export const providerName = (provider: string): string =>
  provider === 'efi' ? 'Efí (PIX)' : paymentMethodName(provider);
