/** Calls of the server to the network: send, edit, remove, mark as read, look up numbers and contacts. */
import { HOUR_MS } from '@balcao/domain/kit/durations';
import { abilities } from '../abilities.ts';
import type { WireChat, WireErrorCode, WireSend } from '../wire-format.ts';
import { contentKinds } from '../serialize.ts';
import {
  addCustomer,
  asWritten,
  COMPANY,
  customerNamed,
  currentTimeMs,
  idsFor,
  isOnNetwork,
  addMessage,
  messageOf,
  newMessage,
  newWid,
  type Customer,
  type PhoneAccount,
  type PhoneMessage,
  type PhoneContent,
  type Ticks,
} from './phones.ts';

const EDIT_WINDOW_MS = 15 * 60_000;

export class NetworkError extends Error {
  readonly code: WireErrorCode | 'busy' | 'down' | 'session' | 'unknown-account' | 'not-found' | 'not-on-network';
  readonly status: number;
  constructor(status: number, code: NetworkError['code'], message = '') {
    super(message);
    this.status = status;
    this.code = code;
  }
}

interface CallDeps {
  touch(customer: Customer): void;
  receipts(account: PhoneAccount, customer: Customer, message: PhoneMessage, upTo: Ticks): void;
  onMessage(customer: Customer, content: PhoneContent): void;
}
export interface Sent {
  wid: string;
  isRepeat: boolean;
}

export function createCalls({ touch, receipts, onMessage }: CallDeps) {
  function requireSession(account: PhoneAccount): void {
    if (account.session === 'open') return;
    if (account.session === 'logged-out') throw new NetworkError(401, 'dead', 'this device was removed');
    throw new NetworkError(503, 'session', 'the account is not connected');
  }
  function recipient(account: PhoneAccount, to: WireChat): Customer {
    const match = customerNamed(account, to);
    if (match) return match;
    const isPhoneChannel = account.kind === 'whatsapp' || account.kind === 'whatsappapi';
    if (!isPhoneChannel || to.phone === undefined || !isOnNetwork(to.phone)) {
      throw new NetworkError(400, 'invalid-number', 'no such contact');
    }
    const ids = idsFor(account.kind, { number: to.phone, username: '' });
    return addCustomer(account, { name: to.name ?? to.phone, ids });
  }
  function requireMessage(account: PhoneAccount, to: WireChat, wid: string) {
    const customer = customerNamed(account, to);
    const message = customer && messageOf(customer, wid);
    if (!message) throw new NetworkError(404, 'not-found', 'no such message');
    return { customer, message };
  }

  return {
    send(account: PhoneAccount, { ref, once, to, content, quotes, forwarded }: WireSend): Sent {
      const earlier = once ? account.sent[ref] : undefined;
      if (earlier !== undefined) return { wid: earlier, isRepeat: true };
      requireSession(account);
      const can = abilities[account.kind];
      if (!can.contents.includes(contentKinds[content.kind])) throw new NetworkError(400, 'unsupported', content.kind);
      const customer = recipient(account, to);
      if (customer.isGroup && !can.groups) throw new NetworkError(400, 'unsupported', 'groups');
      const isLate =
        customer.wroteAtMs === null ||
        currentTimeMs(account) - customer.wroteAtMs > (can.replyWindowHours ?? 0) * HOUR_MS;
      if (can.replyWindowHours !== null && isLate && content.kind !== 'preset')
        throw new NetworkError(400, 'window', 'more than 24 hours since the customer wrote');

      const wid = newWid();
      account.sent[ref] = wid;
      if (content.kind === 'reaction') {
        const message = messageOf(customer, content.to);
        if (message && content.emoji === '') delete message.reactions[COMPANY];
        else if (message) message.reactions[COMPANY] = content.emoji;
        touch(customer);
        return { wid, isRepeat: false };
      }
      const message: PhoneMessage = {
        ...newMessage(account, content),
        wid,
        isForwarded: forwarded,
        ...(quotes !== undefined && { quotes }),
        ref,
      };
      addMessage(customer, message);
      receipts(account, customer, message, customer.isOnline || customer.isGroup ? 'delivered' : 'sent');
      touch(customer);
      onMessage(customer, content);
      return { wid, isRepeat: false };
    },

    edit(account: PhoneAccount, to: WireChat, wid: string, body: string): void {
      requireSession(account);
      const { customer, message } = requireMessage(account, to, wid);
      if (!abilities[account.kind].edit) throw new NetworkError(400, 'unsupported', 'edit');
      if (currentTimeMs(account) - message.atMs > EDIT_WINDOW_MS)
        throw new NetworkError(400, 'too-late', '15 minutes are over');
      if (message.content.kind === 'text') message.content = { kind: 'text', body };
      else if ('caption' in message.content) message.content = { ...message.content, caption: body };
      else throw new NetworkError(400, 'unsupported', 'nothing to edit');
      message.isEdited = true;
      touch(customer);
    },

    remove(account: PhoneAccount, to: WireChat, wid: string): void {
      requireSession(account);
      const { customer, message } = requireMessage(account, to, wid);
      if (!abilities[account.kind].remove) throw new NetworkError(400, 'unsupported', 'remove');
      message.isDeleted = true;
      touch(customer);
    },

    /** Unknown ids are ignored: the phone drops old messages. */
    markRead(account: PhoneAccount, to: WireChat, wids: string[]): void {
      requireSession(account);
      const customer = customerNamed(account, to);
      if (!customer) return;
      const named = new Set(wids);
      for (const message of customer.messages)
        if (message.fromCustomer && named.has(message.wid)) message.ticks = 'read';
      touch(customer);
    },

    /** All contacts of the phone, or only those with a chat. */
    listContacts(account: PhoneAccount, withChat: boolean): { name: string; number: string }[] {
      requireSession(account);
      return account.customers.flatMap(({ isGroup, name, ids, messages }) =>
        isGroup || ids.phone === undefined || (withChat && messages.length === 0) ? [] : [{ name, number: ids.phone }],
      );
    },

    findNumber(account: PhoneAccount, digits: string): string {
      requireSession(account);
      if (!isOnNetwork(digits)) throw new NetworkError(404, 'not-on-network', 'this number has no account');
      return asWritten(digits);
    },
  };
}
export type Calls = ReturnType<typeof createCalls>;
