/** Generated message history of an account. Its ids are stable, so that it can be sent twice. */
import { DAY_MS } from '@balcao/domain/kit/durations';
import type { OutgoingItem } from './deliveries.ts';
import { messageItem } from './message-item.ts';
import { currentTimeMs, messageOf, newMessage, type Customer, type PhoneAccount, type PhoneMessage } from './phones.ts';

const texts = [
  'Bom dia! Vocês abrem no sábado?',
  'Abrimos, das nove ao meio-dia.',
  'Ótimo, passo aí então',
  'Combinado, até lá!',
  'Os óculos ficaram prontos?',
  'Ficaram, pode retirar quando quiser.',
];

/** Items of all conversations, mixed by time, and the final progress. */
export function historyOf(
  account: PhoneAccount,
  { messages, days }: { messages: number; days: number },
): OutgoingItem[] {
  const history = account.customers.flatMap((customer, customerIndex) => {
    const past = Array.from({ length: messages }, (_, n) =>
      oldMessage(account, customer, { customerIndex, n, messages, days }),
    );
    customer.messages.unshift(...past.filter(({ wid }) => messageOf(customer, wid) === undefined));
    return past.map((message) => ({ customer, message }));
  });
  // Newest first, like the real network.
  history.sort((a, b) => b.message.atMs - a.message.atMs);
  return [
    ...history.map(({ customer, message }): OutgoingItem => ({
      item: { ...messageItem(customer, message), past: true },
    })),
    { item: { event: 'past', progress: 100 } },
  ];
}

function oldMessage(
  account: PhoneAccount,
  customer: Customer,
  { customerIndex, n, messages, days }: { customerIndex: number; n: number; messages: number; days: number },
): PhoneMessage {
  const fromCustomer = n % 2 === 0;
  const member = fromCustomer ? customer.members[n % Math.max(1, customer.members.length)] : undefined;
  return {
    ...newMessage(account, { kind: 'text', body: texts[n % texts.length]! }),
    wid: `past-${account.id}-${customer.id}-${n}`,
    fromCustomer,
    isFromOwnPhone: !fromCustomer,
    ...(member && { memberId: member.id }),
    atMs:
      currentTimeMs(account) - Math.round(((messages - n) / (messages + 1)) * days * DAY_MS) - customerIndex * 60_000,
    ticks: 'read',
  };
}
