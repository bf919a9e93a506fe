import { z } from 'zod';
import type { SafeFetch } from '../../infrastructure/safe-fetch/safe-fetch.ts';
import type { Subscription } from './push.store.ts';

interface Deps {
  safeFetch: SafeFetch;
  publicUrl: string | undefined;
  /** The server's key pair, generated on first use and stored encrypted. */
  ownSecret(generate: () => string): Promise<string>;
}
/** A push service discards a notification that it cannot deliver within this time. */
const TTL_SECONDS = 600;
const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 64 * 1024;
const Keys = z.object({ publicKey: z.string(), privateKey: z.string() });

/** Sends encrypted notifications to the push services of browsers. */
export function createPushClient({ safeFetch, publicUrl, ownSecret }: Deps) {
  let keys: Promise<z.infer<typeof Keys>> | undefined;

  // Loaded with the first notification: most processes never need it.
  const library = async () => (await import('web-push')).default;
  async function loadKeys() {
    const { generateVAPIDKeys } = await library();
    return Keys.parse(JSON.parse(await ownSecret(() => JSON.stringify(generateVAPIDKeys()))));
  }
  const ownKeys = () =>
    (keys ??= loadKeys().catch((error: unknown) => {
      keys = undefined;
      throw error;
    }));

  return {
    publicKey: async () => (await ownKeys()).publicKey,
    /** False when the subscription no longer exists. */
    async send({ endpoint, p256dh, auth }: Subscription, notification: object, topic: string): Promise<boolean> {
      const { generateRequestDetails } = await library();
      const { headers, body } = generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(notification),
        {
          vapidDetails: { subject: publicUrl!, ...(await ownKeys()) },
          TTL: TTL_SECONDS,
          urgency: 'high',
          topic,
        },
      );
      const sentHeaders = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-length');
      const response = await safeFetch(endpoint, {
        method: 'POST',
        headers: Object.fromEntries(sentHeaders.map(([name, value]) => [name, String(value)])),
        body: body === null ? null : new Uint8Array(body),
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_RESPONSE_BYTES,
      });
      response.body.destroy();
      return response.status !== 404 && response.status !== 410;
    },
  };
}
