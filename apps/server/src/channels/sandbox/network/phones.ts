/** State of the sandbox network: accounts, customers and their messages. Plain data, so that it can be stored as JSON. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { phoneForms, phoneKey } from '@balcao/domain/contact/phone';
import type { SandboxFaults } from '@balcao/contract/endpoints/sandbox';
import type { ChannelKind } from '../../port.ts';
import type { WireChat, WireContent } from '../wire-format.ts';

export type Ticks = 'waiting' | 'sent' | 'delivered' | 'read' | 'played' | 'failed';
export type PhoneContent = WireContent | { kind: 'strange'; what: string };

/** Key of the company's own reaction. */
export const COMPANY = 'company';

export interface PhoneMessage {
  wid: string;
  fromCustomer: boolean;
  isFromOwnPhone: boolean;
  memberId?: string;
  /** By the account's clock. */
  atMs: number;
  ticks: Ticks;
  isEdited: boolean;
  isDeleted: boolean;
  isForwarded: boolean;
  quotes?: string;
  /** Emoji by author: a member id, `customer` or `COMPANY`. */
  reactions: Record<string, string>;
  content: PhoneContent;
  /** The server's correlation. */
  ref?: string;
}

export interface Customer {
  id: string;
  /** Set for the default customers. */
  persona?: string;
  name: string;
  isGroup: boolean;
  members: { id: string; name: string; number: string }[];
  /** All ids of this contact or group. */
  ids: Omit<WireChat, 'name'>;
  isOnline: boolean;
  messages: PhoneMessage[];
  /** Time of the customer's last message, by the account's clock. */
  wroteAtMs: number | null;
  revision: number;
}

export type Session = 'none' | 'qrcode' | 'open' | 'dropped' | 'logged-out';
export interface PhoneAccount {
  id: string;
  token: string;
  kind: ChannelKind;
  webhook: { url: string; secret: string };
  number: string;
  session: Session;
  qrsShown: number;
  aheadMs: number;
  faults: SandboxFaults;
  customers: Customer[];
  /** Message id by ref. */
  sent: Record<string, string>;
}

export const noFaults: SandboxFaults = {
  slowMs: 0,
  sends: 'fine',
  refusal: 'other',
  retryAfterSeconds: 1,
  times: null,
  duplicateOneIn: 0,
  shuffle: 0,
  receiptsDelayMs: 0,
  receiptsReversed: false,
  mediaBroken: false,
};

/** Bound of messages per phone; the oldest are dropped. */
const MAX_MESSAGES = 5000;

export const newWid = (): string => `sbx.${randomBytes(12).toString('hex')}`;
export const newKey = (prefix: string): string => `${prefix}-${randomBytes(6).toString('hex')}`;

export const currentTimeMs = (account: PhoneAccount): number => Date.now() + account.aheadMs;

/** A message of the company with default values. */
export const newMessage = (account: PhoneAccount, content: PhoneContent): PhoneMessage => ({
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

/** Adds a contact without messages to the account. */
export function addCustomer(account: PhoneAccount, { name, ids }: Pick<Customer, 'name' | 'ids'>): Customer {
  const customer: Customer = {
    id: newKey('person'),
    name,
    isGroup: false,
    members: [],
    ids,
    isOnline: true,
    messages: [],
    wroteAtMs: null,
    revision: 0,
  };
  account.customers.push(customer);
  return customer;
}

export function addMessage(customer: Customer, message: PhoneMessage): void {
  customer.messages.push(message);
  if (customer.messages.length > MAX_MESSAGES) customer.messages.shift();
}

export const messageOf = (customer: Customer, wid: string): PhoneMessage | undefined =>
  customer.messages.findLast((message) => message.wid === wid);

/** The customer in wire format. */
export const chatOf = (customer: Customer): WireChat => ({ ...customer.ids, name: customer.name });
export const authorOf = (customer: Customer, memberId: string | undefined): WireChat | undefined => {
  const member = customer.members.find(({ id }) => id === memberId);
  return member && { phone: member.number, name: member.name };
};

/** The customer with any of these ids. */
export function customerNamed(account: PhoneAccount, { name: _, ...named }: WireChat): Customer | undefined {
  const phone = named.phone === undefined ? undefined : phoneKey(named.phone);
  return account.customers.find(
    ({ ids }) =>
      // The last digits are compared first: `phoneKey` is slow, and there may be thousands of phones.
      (phone !== undefined && ids.phone?.endsWith(phone.slice(-8)) && phoneKey(ids.phone) === phone) ||
      (['group', 'lid', 'bsuid', 'psid', 'igsid', 'username'] as const).some(
        (kind) => named[kind] !== undefined && ids[kind] === named[kind],
      ),
  );
}

/** Ids of a contact on a channel. The same seed gives the same ids. */
export function idsFor(
  kind: ChannelKind,
  { number, username }: { number: string; username: string },
  seed: string = randomUUID(),
): Customer['ids'] {
  const digits = digitsFrom(seed);
  const named = username === '' ? {} : { username };
  if (kind === 'facebook') return { psid: digits, ...named };
  if (kind === 'instagram') return { igsid: digits, username: username || `pessoa.${digits.slice(-6)}` };
  const phone = number === '' ? {} : { phone: asWritten(number) };
  return kind === 'whatsapp' ? { ...phone, ...named, lid: digits } : { ...phone, ...named, bsuid: `BR.${digits}` };
}
export const digitsFrom = (seed: string): string =>
  createHash('sha256').update(seed).digest().readUIntBE(0, 6).toString().padStart(15, '1');

/** Accounts outside of São Paulo, Rio de Janeiro and Espírito Santo are written without the ninth digit. */
export function asWritten(digits: string): string {
  const [modern, old] = phoneForms(digits);
  return old === undefined ? modern! : Number(digits.slice(2, 4)) <= 28 ? modern! : old;
}

/** Every plausible number has an account here, except those that end in five zeros. */
export const isOnNetwork = (digits: string): boolean => /^\d{10,15}$/.test(digits) && !digits.endsWith('00000');
