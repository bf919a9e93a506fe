import type { Person } from '../acts.ts';
import type { Told } from '../control.ts';
import type { Change } from '../envelopes.ts';
import { errorItem } from '../errors.ts';
import { nowOf, secondsOf, type Message, type WhatsAppAccount, type World } from '../world.ts';

/** The frame around messages and statuses of one number. */
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
export const digitsOf = ({ given }: WhatsAppAccount): string => given.displayNumber.replaceAll(/\D/g, '');

/** Whoever hides the number is told by the business-scoped id alone. */
export const contactOf = ({ id, name, username, userId, hidesNumber }: Person) => ({
  profile: { name: name ?? '', ...(username !== undefined && { username }) },
  ...(!hidesNumber && { wa_id: id }),
  ...(userId !== undefined && { user_id: userId }),
});
export const senderOf = ({ id, userId, hidesNumber }: Person) => ({
  ...(!hidesNumber && { from: id }),
  ...(userId !== undefined && { from_user_id: userId }),
});
const recipientOf = ({ id, userId, hidesNumber }: Person) => ({
  ...(!hidesNumber && { recipient_id: id }),
  ...(userId !== undefined && { recipient_user_id: userId }),
});

export function statusChange(
  world: World,
  account: WhatsAppAccount,
  message: Message,
  told: Told | 'failed',
  error?: { code: number; title?: string; details?: string },
): Change {
  const isPriced = told === 'sent' || told === 'delivered' || told === 'read';
  return changeOf(account, {
    statuses: [
      {
        id: message.id,
        status: told,
        timestamp: secondsOf(nowOf(world)),
        ...recipientOf(message.person),
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
