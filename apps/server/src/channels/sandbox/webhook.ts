import type { Account } from '../port.ts';

/** Where the network tells us about an account, and what it signs with. */
export const webhookOf = ({ secrets }: Account, serverUrl: string) => ({
  url: `${serverUrl}/webhooks/sandbox/${secrets['webhookKey'] ?? ''}`,
  secret: secrets['webhookSecret'] ?? '',
});
