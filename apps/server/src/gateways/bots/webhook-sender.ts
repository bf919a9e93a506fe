import { createHmac } from 'node:crypto';
import { signatureHeader, signedText } from '@balcao/domain/integration/webhook-signature';
import type { Clock } from '../../infrastructure/clock.ts';
import { failureOf, type Operations } from '../service-request.ts';
import type { WebhookSender } from './port.ts';

/** The answer is not used; this is only as much as an error page needs. */
const MAX_RESPONSE_BYTES = 64 * 1024;

/** Sends signed deliveries. One way: what the receiver answers has no effect but its status. */
export function createWebhookSender(operations: Operations, clock: Clock): WebhookSender {
  return {
    async deliver({ url, secret, header }, { id, body }) {
      const seconds = Math.floor(clock.now().getTime() / 1000);
      const digest = createHmac('sha256', secret.reveal()).update(signedText(seconds, body)).digest('hex');
      const answer = await operations()({
        url,
        headers: {
          ...(header && { [header.name.toLowerCase()]: header.value.reveal() }),
          'content-type': 'application/json',
          'x-balcao-delivery': id,
          'x-balcao-signature': signatureHeader(seconds, digest),
        },
        body,
        maxBytes: MAX_RESPONSE_BYTES,
        // Repeated by the caller, with the same id and a new signature.
        isHarmless: false,
      });
      const failure = failureOf(answer);
      if (failure) throw failure;
      return { status: answer.status };
    },
  };
}
