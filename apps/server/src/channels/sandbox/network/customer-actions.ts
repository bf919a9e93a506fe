/** All actions of customers and of the simulated network: played by hand, by a script or by a test. */
import type { OutgoingItem } from './deliveries.ts';
import type { Files } from './files.ts';
import { historyOf } from './history.ts';
import { customerOf, Missing } from './lookups.ts';
import { createCustomerMessages } from './customer-messages.ts';
import { defaultCustomers } from './default-customers.ts';
import { chatOf, type Customer, type PhoneAccount, type PhoneMessage, type Ticks } from './phones.ts';
import { contentOf, type Action, type ActionOf } from './customer-content.ts';
import type { Sessions } from './sessions.ts';

type FailureInfo = { code: string; message: string };
export interface CustomerActionDeps {
  enqueue(account: PhoneAccount, customer: Customer, item: OutgoingItem): void;
  /** Marks the phone as changed. */
  touch(customer: Customer): void;
  receipts(account: PhoneAccount, customer: Customer, message: PhoneMessage, upTo: Ticks, fault?: FailureInfo): void;
  sessions: Sessions;
  files: Files;
  clearDeliveries(account: PhoneAccount): void;
}

export function createCustomerActions(deps: CustomerActionDeps) {
  const { enqueue, touch, receipts, sessions, files, clearDeliveries } = deps;
  const messages = createCustomerMessages({ enqueue, touch });

  /** Sends receipts for the company's messages: delivered, read, played or failed. */
  function updateReceipts(account: PhoneAccount, action: ActionOf<'read' | 'online' | 'play' | 'fail'>): void {
    const customer = customerOf(account, action.customerId);
    const outgoing = customer.messages.filter((message) => !message.fromCustomer && !message.isFromOwnPhone);
    if (action.act === 'online') customer.isOnline = action.isOnline;
    if (action.act === 'read' || (action.act === 'online' && action.isOnline)) {
      for (const message of outgoing)
        receipts(account, customer, message, action.act === 'read' ? 'read' : 'delivered');
    }
    if (action.act === 'play' || action.act === 'fail') {
      const message = outgoing.find(({ wid }) => wid === action.wid);
      if (!message) throw new Missing('message');
      if (action.act === 'play') receipts(account, customer, message, 'played');
      else receipts(account, customer, message, 'failed', { code: action.refusal, message: 'could not be delivered' });
    }
    touch(customer);
  }

  function sendHistory(account: PhoneAccount, action: ActionOf<'history'>): void {
    // All items use the queue of one customer, so that the final progress item arrives last.
    const [first] = account.customers;
    if (!first) return;
    for (const item of historyOf(account, action)) enqueue(account, first, item);
    for (const customer of account.customers) touch(customer);
  }

  function sendPresence(account: PhoneAccount, action: ActionOf<'type' | 'picture'>): void {
    const customer = customerOf(account, action.customerId);
    const chat = chatOf(customer);
    const file = action.act === 'picture' && action.hasPicture ? files.sample('avatar') : null;
    enqueue(account, customer, {
      item: action.act === 'type' ? { event: 'typing', chat } : { event: 'avatar', chat, file },
    });
  }

  /** Returns the id of the message that the action created, if any. */
  function perform(account: PhoneAccount, action: Action): string | null {
    switch (action.act) {
      case 'say':
      case 'send':
      case 'location':
      case 'contacts':
      case 'poll':
      case 'event':
      case 'ad':
      case 'strange':
      case 'call':
        return messages.add(account, action, contentOf(action, files));
      case 'choose':
        return messages.choose(account, action);
      case 'own-phone':
        return messages.sendFromOwnPhone(account, action);
      case 'react':
        messages.react(account, action);
        return null;
      case 'edit':
      case 'delete':
        messages.editOrDelete(account, action);
        return null;
      case 'read':
      case 'online':
      case 'play':
      case 'fail':
        updateReceipts(account, action);
        return null;
      case 'type':
      case 'picture':
        sendPresence(account, action);
        return null;
      case 'scan':
      case 'renew-qr':
      case 'drop':
      case 'restore':
      case 'log-out':
        sessions.play(account, action.act);
        return null;
      case 'faults':
        account.faults = { ...account.faults, ...action.faults };
        return null;
      case 'history':
        sendHistory(account, action);
        return null;
      case 'start-over':
        clearDeliveries(account);
        account.customers = defaultCustomers(account);
        return null;
    }
  }

  return { perform, deliverMessage: messages.deliver };
}
export type CustomerActions = ReturnType<typeof createCustomerActions>;
