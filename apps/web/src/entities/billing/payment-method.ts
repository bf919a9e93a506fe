/** Names of providers and of the ways to pay, the same in every language. */
const names: Partial<Record<string, string>> = {
  pix: 'PIX',
  efi: 'PIX',
  stripe: 'Stripe',
  mercadopago: 'Mercado Pago',
  asaas: 'Asaas',
};

export const paymentMethodName = (method: string): string => names[method] ?? method;
