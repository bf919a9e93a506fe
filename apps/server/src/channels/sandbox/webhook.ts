import type { Account } from '../port.ts';

/** Webhook URL and signing secret of an account. */
export const webhookOf = ({ secrets }: Account, serverUrl: string) => ({
  url: `${serverUrl}/webhooks/sandbox/${secrets['webhookKey'] ?? ''}`,
  secret: secrets['webhookSecret'] ?? '',
});
