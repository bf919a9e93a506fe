import type { CustomerProfile } from '../customer-actions.ts';
import type { ReceiptStatus } from '../control.ts';
import type { Change } from '../envelopes.ts';
import { errorItem } from '../errors.ts';
import { nowOf, secondsOf, type Message, type WhatsAppAccount, type SimulatorState } from '../state.ts';

/** Webhook change with the metadata of the number. */
export function changeOf(account: WhatsAppAccount, value: Record<string, unknown>, field = 'messages'): Change {
  return {
    field,
    value: {
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: digitsOf(account), phone_number_id: account.id },
      ...value,
    },
  };
}
export const digitsOf = ({ config }: WhatsAppAccount): string => config.displayNumber.replaceAll(/\D/g, '');

/** A customer who hides the number appears with the business-scoped id only. */
export const contactOf = ({ id, name, username, userId, hidesNumber }: CustomerProfile) => ({
  profile: { name: name ?? '', ...(username !== undefined && { username }) },
  ...(!hidesNumber && { wa_id: id }),
  ...(userId !== undefined && { user_id: userId }),
});
export const senderOf = ({ id, userId, hidesNumber }: CustomerProfile) => ({
  ...(!hidesNumber && { from: id }),
  ...(userId !== undefined && { from_user_id: userId }),
});
const recipientOf = ({ id, userId, hidesNumber }: CustomerProfile) => ({
  ...(!hidesNumber && { recipient_id: id }),
  ...(userId !== undefined && { recipient_user_id: userId }),
});

export function statusChange(
  state: SimulatorState,
  account: WhatsAppAccount,
  message: Message,
  status: ReceiptStatus | 'failed',
  error?: { code: number; title?: string; details?: string },
): Change {
  const isPriced = status === 'sent' || status === 'delivered' || status === 'read';
  return changeOf(account, {
    statuses: [
      {
        id: message.id,
        status,
        timestamp: secondsOf(nowOf(state)),
        ...recipientOf(message.profile),
        ...(message.correlation !== undefined && { biz_opaque_callback_data: message.correlation }),
        ...(isPriced && {
          pricing: {
            billable: message.type === 'template',
            pricing_model: 'PMP',
            type: message.type === 'template' ? 'regular' : 'free_customer_service',
            category: message.type === 'template' ? 'utility' : 'service',
          },
        }),
        ...(error && { errors: [errorItem(error)] }),
      },
    ],
  });
}
