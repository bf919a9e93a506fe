import { z } from 'zod';

/** The address of a service, up to its version. */
export const serviceUrl = z
  .string()
  .refine((text) => URL.canParse(text) && /^https?:\/\/[^?#@]+$/.test(text))
  .transform((text) => text.replace(/\/+$/, ''));

const hostOf = (provider: string, host: string, test = '') => ({
  default: host + test,
  meaning: `Where ${provider} answers; a simulator on this machine may stand in`,
  expected: `an address like ${host}`,
  read: serviceUrl,
});

/** Addresses of the payment providers. */
export const paymentVariables = {
  EFI_URL: hostOf('Efí', 'https://pix.api.efipay.com.br', ', or its test host'),
  STRIPE_URL: hostOf('Stripe', 'https://api.stripe.com'),
  MERCADOPAGO_URL: hostOf('Mercado Pago', 'https://api.mercadopago.com'),
  ASAAS_URL: hostOf('Asaas', 'https://api.asaas.com/v3', ', or its test host'),
};

type Values = { [N in keyof typeof paymentVariables]?: string };
/** Undefined: the provider's own host. */
export const paymentUrlsOf = (values: Values) => ({
  efi: values.EFI_URL,
  stripe: values.STRIPE_URL,
  mercadopago: values.MERCADOPAGO_URL,
  asaas: values.ASAAS_URL,
});
