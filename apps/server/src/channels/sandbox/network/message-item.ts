import type { OutgoingItem } from './deliveries.ts';
import { authorOf, chatOf, type Customer, type PhoneMessage } from './phones.ts';

/** Webhook item of a message on the phone. */
export function messageItem(customer: Customer, message: PhoneMessage): OutgoingItem['item'] & { event: 'message' } {
  const author = message.fromCustomer ? authorOf(customer, message.memberId) : undefined;
  return {
    event: 'message',
    id: message.wid,
    ts: Math.floor(message.atMs / 1000),
    chat: chatOf(customer),
    ...(author && { author }),
    self: !message.fromCustomer,
    content:
      message.content.kind === 'strange'
        ? { kind: message.content.what, note: 'newer than you know' }
        : message.content,
    ...(message.quotes !== undefined && { quotes: message.quotes }),
    forwarded: message.isForwarded,
  };
}
