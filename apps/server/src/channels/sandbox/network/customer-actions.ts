/** Everything a customer, or the network itself, can do; played by hand, by script or by a test. */
import type { OutgoingItem } from './deliveries.ts';
import type { Files } from './files.ts';
import { historyOf } from './history.ts';
import { defaultCustomers } from './default-customers.ts';
import {
  authorOf,
  chatOf,
  currentTimeMs,
  addMessage,
  messageOf,
  newWid,
  type Customer,
  type PhoneAccount,
  type PhoneMessage,
  type PhoneContent,
  type Ticks,
} from './phones.ts';
import { contentOf, type Action, type ActionOf } from './customer-content.ts';
import type { Sessions } from './sessions.ts';

/** What was asked for is not there. */
export class Missing extends Error {
  readonly resource: 'customer' | 'message' | 'choice' | 'account' | 'script' | 'file';
  constructor(resource: Missing['resource']) {
    super(resource);
    this.resource = resource;
  }
}
type FailureInfo = { code: string; message: string };
export interface CustomerActionDeps {
  enqueue(account: PhoneAccount, customer: Customer, item: OutgoingItem): void;
  /** The phone shows something new. */
  touch(customer: Customer): void;
  receipts(account: PhoneAccount, customer: Customer, message: PhoneMessage, upTo: Ticks, fault?: FailureInfo): void;
  sessions: Sessions;
  files: Files;
  clearDeliveries(account: PhoneAccount): void;
}

export function createCustomerActions({
  enqueue,
  touch,
  receipts,
  sessions,
  files,
  clearDeliveries,
}: CustomerActionDeps) {
  /** What the phone keeps, and the house is told. */
  function addCustomerMessage(
    account: PhoneAccount,
    action: { customerId: string } & Manner,
    content: PhoneContent,
  ): string {
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
    deliverMessage(account, customer, message);
    return message.wid;
  }

  function deliverMessage(account: PhoneAccount, customer: Customer, message: PhoneMessage): void {
    const author = message.fromCustomer ? authorOf(customer, message.memberId) : undefined;
    enqueue(account, customer, {
      item: {
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
      },
      onAccepted: () => {
        if (message.ticks !== 'waiting') return;
        message.ticks = 'sent';
        touch(customer);
      },
    });
  }

  function ownPhone(account: PhoneAccount, action: ActionOf<'own-phone'>): string {
    const customer = customerOf(account, action.customerId);
    const message: PhoneMessage = {
      ...newMessage(account, { kind: 'text', body: action.text }),
      ticks: 'delivered',
      isFromOwnPhone: true,
    };
    addMessage(customer, message);
    touch(customer);
    deliverMessage(account, customer, message);
    return message.wid;
  }

  function choose(account: PhoneAccount, action: ActionOf<'choose'>): string {
    const { content: question, wid } = requireMessage(customerOf(account, action.customerId), action.wid);
    const rows =
      question.kind === 'menu'
        ? question.groups.flatMap(({ items }) => items)
        : question.kind === 'taps'
          ? question.items
          : [];
    const row = rows.find(({ id }) => id === action.choiceId);
    if (!row) throw new Missing('choice');
    return addCustomerMessage(account, { ...action, quotes: wid }, { kind: 'pick', id: row.id, title: row.title });
  }

  function react(account: PhoneAccount, action: ActionOf<'react'>): void {
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
  }

  /** Only what the customer wrote. */
  function editOrDelete(account: PhoneAccount, action: ActionOf<'edit' | 'delete'>): void {
    const customer = customerOf(account, action.customerId);
    const message = requireMessage(customer, action.wid);
    if (!message.fromCustomer) throw new Missing('message');
    const about = { id: message.wid, chat: chatOf(customer), ts: secondsNow(account) };
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
  }

  /** What of the house's messages this person has now got, seen, heard, or never will. */
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
      else receipts(account, customer, message, 'failed', { code: action.refusal, message: 'could not be brought' });
    }
    touch(customer);
  }

  /** Answers the id of the message that was made, where one was. */
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
        return addCustomerMessage(account, action, contentOf(action, files));
      case 'choose':
        return choose(account, action);
      case 'own-phone':
        return ownPhone(account, action);
      case 'react':
        react(account, action);
        return null;
      case 'edit':
      case 'delete':
        editOrDelete(account, action);
        return null;
      case 'read':
      case 'online':
      case 'play':
      case 'fail':
        updateReceipts(account, action);
        return null;
      case 'type':
      case 'picture': {
        const customer = customerOf(account, action.customerId);
        const chat = chatOf(customer);
        const file = action.act === 'picture' && action.hasPicture ? files.sample('avatar') : null;
        enqueue(account, customer, {
          item: action.act === 'type' ? { event: 'typing', chat } : { event: 'avatar', chat, file },
        });
        return null;
      }
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
      case 'history': {
        // In one line, or its end could overtake it.
        const [first] = account.customers;
        if (!first) return null;
        for (const item of historyOf(account, action)) enqueue(account, first, item);
        for (const customer of account.customers) touch(customer);
        return null;
      }
      case 'start-over':
        clearDeliveries(account);
        account.customers = defaultCustomers(account);
        return null;
    }
  }

  return { perform, deliverMessage };
}
export type CustomerActions = ReturnType<typeof createCustomerActions>;

interface Manner {
  memberId?: string | undefined;
  quotes?: string | undefined;
  isForwarded?: boolean;
}

export function customerOf(account: PhoneAccount, id: string): Customer {
  const customer = account.customers.find((candidate) => candidate.id === id);
  if (!customer) throw new Missing('customer');
  return customer;
}
function requireMessage(customer: Customer, wid: string): PhoneMessage {
  const message = messageOf(customer, wid);
  if (!message) throw new Missing('message');
  return message;
}
const secondsNow = (account: PhoneAccount) => Math.floor(currentTimeMs(account) / 1000);
const newMessage = (account: PhoneAccount, content: PhoneContent): PhoneMessage => ({
  wid: newWid(),
  fromCustomer: false,
  isFromOwnPhone: false,
  atMs: currentTimeMs(account),
  ticks: 'waiting',
  isEdited: false,
  isDeleted: false,
  isForwarded: false,
  reactions: {},
  content,
});
