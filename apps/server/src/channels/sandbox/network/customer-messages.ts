/** Messages, reactions, edits and removals that a customer or the account's own phone creates. */
import type { OutgoingItem } from './deliveries.ts';
import { customerOf, Missing, requireMessage } from './lookups.ts';
import { messageItem } from './message-item.ts';
import {
  authorOf,
  chatOf,
  currentTimeMs,
  addMessage,
  newMessage,
  newWid,
  type Customer,
  type PhoneAccount,
  type PhoneMessage,
  type PhoneContent,
} from './phones.ts';
import type { ActionOf } from './customer-content.ts';

interface CustomerMessageDeps {
  enqueue(account: PhoneAccount, customer: Customer, item: OutgoingItem): void;
  /** Marks the phone as changed. */
  touch(customer: Customer): void;
}
interface MessageOptions {
  memberId?: string | undefined;
  quotes?: string | undefined;
  isForwarded?: boolean;
}

export function createCustomerMessages({ enqueue, touch }: CustomerMessageDeps) {
  /** Adds the message to the phone and delivers it to the server. */
  function add(account: PhoneAccount, action: { customerId: string } & MessageOptions, content: PhoneContent): string {
    const customer = customerOf(account, action.customerId);
    const memberId = action.memberId ?? customer.members[0]?.id;
    const message: PhoneMessage = {
      ...newMessage(account, content),
      fromCustomer: true,
      ...(memberId !== undefined && { memberId }),
      isForwarded: action.isForwarded ?? false,
      ...(action.quotes !== undefined && { quotes: requireMessage(customer, action.quotes).wid }),
    };
    addMessage(customer, message);
    customer.wroteAtMs = message.atMs;
    touch(customer);
    deliver(account, customer, message);
    return message.wid;
  }

  function deliver(account: PhoneAccount, customer: Customer, message: PhoneMessage): void {
    enqueue(account, customer, {
      item: messageItem(customer, message),
      onAccepted: () => {
        if (message.ticks !== 'waiting') return;
        message.ticks = 'sent';
        touch(customer);
      },
    });
  }

  return {
    add,
    deliver,
    sendFromOwnPhone(account: PhoneAccount, action: ActionOf<'own-phone'>): string {
      const customer = customerOf(account, action.customerId);
      const message: PhoneMessage = {
        ...newMessage(account, { kind: 'text', body: action.text }),
        ticks: 'delivered',
        isFromOwnPhone: true,
      };
      addMessage(customer, message);
      touch(customer);
      deliver(account, customer, message);
      return message.wid;
    },
    choose(account: PhoneAccount, action: ActionOf<'choose'>): string {
      const { content: question, wid } = requireMessage(customerOf(account, action.customerId), action.wid);
      const rows =
        question.kind === 'menu'
          ? question.groups.flatMap(({ items }) => items)
          : question.kind === 'taps'
            ? question.items
            : [];
      const row = rows.find(({ id }) => id === action.choiceId);
      if (!row) throw new Missing('choice');
      return add(account, { ...action, quotes: wid }, { kind: 'pick', id: row.id, title: row.title });
    },
    react(account: PhoneAccount, action: ActionOf<'react'>): void {
      const customer = customerOf(account, action.customerId);
      const message = requireMessage(customer, action.wid);
      const by = action.memberId ?? customer.members[0]?.id ?? 'customer';
      if (action.emoji === '') delete message.reactions[by];
      else message.reactions[by] = action.emoji;
      touch(customer);
      const author = authorOf(customer, by);
      enqueue(account, customer, {
        item: {
          event: 'message',
          id: newWid(),
          ts: secondsNow(account),
          chat: chatOf(customer),
          ...(author && { author }),
          self: false,
          content: { kind: 'reaction', to: message.wid, emoji: action.emoji },
          forwarded: false,
        },
      });
    },
    /** Only the customer's own messages. */
    editOrDelete(account: PhoneAccount, action: ActionOf<'edit' | 'delete'>): void {
      const customer = customerOf(account, action.customerId);
      const message = requireMessage(customer, action.wid);
      if (!message.fromCustomer) throw new Missing('message');
      const author = authorOf(customer, message.memberId);
      const about = {
        id: message.wid,
        chat: chatOf(customer),
        ...(author && { author }),
        self: false,
        ts: secondsNow(account),
      };
      if (action.act === 'delete') {
        message.isDeleted = true;
        enqueue(account, customer, { item: { event: 'revoke', ...about } });
      } else {
        message.isEdited = true;
        if (message.content.kind === 'text') message.content = { kind: 'text', body: action.text };
        else if ('caption' in message.content) message.content = { ...message.content, caption: action.text };
        enqueue(account, customer, { item: { event: 'edit', ...about, body: action.text } });
      }
      touch(customer);
    },
  };
}

const secondsNow = (account: PhoneAccount) => Math.floor(currentTimeMs(account) / 1000);
