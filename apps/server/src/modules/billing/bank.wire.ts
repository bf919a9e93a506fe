import type { BankWebhook } from '../../gateways/payments/port.ts';

const MAX_BODY = 2000;

/** The address without the secret part that authenticates it. */
export const presentWebhook = ({ provider, url, body, at, answers }: BankWebhook) => ({
  provider,
  at,
  path: new URL(url).pathname.split('/').slice(0, 4).join('/'),
  body: body.slice(0, MAX_BODY),
  answers,
});
