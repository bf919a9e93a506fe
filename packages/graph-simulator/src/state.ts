import type {
  NewTemplate,
  NewUser,
  NewWhatsApp,
  DeliveredMessage,
  Received,
  ReceiptStatus,
  WebhookTarget,
} from './control.ts';
import type { CustomerProfile } from './customer-actions.ts';
import { seeded, type Random } from './random.ts';

/** The whole state of the simulator in one object, so that `reset` is one assignment. */
export interface SimulatorState {
  readonly app: { id: string; secret: string; verifyToken: string };
  readonly random: Random;
  /** URL of the simulator; set when the port is known. */
  url: string;
  clockMs: number | null;
  platformWebhook: string | undefined;
  accounts: Map<string, Account>;
  wabas: Map<string, Waba>;
  users: Map<string, NewUser>;
  tokens: Map<string, Token>;
  codes: Map<string, Code>;
  media: Map<string, Media>;
  attachments: Map<string, { type: string; url: string }>;
  messages: Map<string, Message>;
  received: Received[];
  delivered: DeliveredMessage[];
  /** Accepted messages that are observed, by id. */
  held: Map<string, DeliveredMessage>;
}
interface AnyAccount {
  /** Phone number id, page id or Instagram id. */
  id: string;
  token: string;
  webhook: WebhookTarget | undefined;
  isSubscribed: boolean;
  hasWindow: boolean;
  customers: Map<string, AccountCustomer>;
  receipts: { upTo: ReceiptStatus | 'none'; delayMs: number };
}
export interface WhatsAppAccount extends AnyAccount {
  kind: 'whatsapp';
  waba: Waba;
  config: NewWhatsApp;
  /** Times of the messages of the last second. */
  recent: number[];
}
export interface PageAccount extends AnyAccount {
  kind: 'messenger';
  name: string;
  igId: string | undefined;
  subscribedFields: string[];
}
export interface InstagramAccount extends AnyAccount {
  kind: 'instagram';
  pageId: string;
  username: string;
}
export type Account = WhatsAppAccount | PageAccount | InstagramAccount;
export interface Waba {
  id: string;
  templates: (NewTemplate & { id: string })[];
}
/** A customer of one account. */
export interface AccountCustomer {
  profile: CustomerProfile;
  wroteAtMs: number | null;
  /** Remaining burst of the pair rate limit, and its time. */
  pair: { remaining: number; atMs: number };
  edits: number;
}
export interface Token {
  type: 'USER' | 'PAGE' | 'SYSTEM_USER' | 'APP';
  userId?: string;
  pageIds: string[];
  accountIds: string[];
  isRevoked: boolean;
  issuedAtMs: number;
  expiresAtMs: number;
}
export interface Code {
  userId: string;
  pageIds: string[];
  redirectUri: string;
  isUsed: boolean;
  createdAtMs: number;
}
export interface Media {
  id: string;
  mime: string;
  bytes: Buffer;
  fileName: string | undefined;
  accountId: string;
  /** Files of pages have URLs that need no token. */
  isPublic: boolean;
}
export interface Message {
  id: string;
  accountId: string;
  profile: CustomerProfile;
  isFromAccount: boolean;
  atMs: number;
  correlation?: string | undefined;
  type: string;
}

export function createState(app: SimulatorState['app'], seed: number): SimulatorState {
  return {
    app,
    random: seeded(seed),
    url: '',
    clockMs: null,
    platformWebhook: undefined,
    accounts: new Map(),
    wabas: new Map(),
    users: new Map(),
    tokens: new Map(),
    codes: new Map(),
    media: new Map(),
    attachments: new Map(),
    messages: new Map(),
    received: [],
    delivered: [],
    held: new Map(),
  };
}

export const nowOf = (state: SimulatorState): number => state.clockMs ?? Date.now();
export const secondsOf = (ms: number): string => String(Math.floor(ms / 1000));

export function accountOf(state: SimulatorState, id: string): Account {
  const account = state.accounts.get(id);
  if (!account) throw new Error(`There is no account ${id}.`);
  return account;
}
export function whatsAppOf(state: SimulatorState, id: string): WhatsAppAccount {
  const account =
    state.accounts.get(id) ??
    [...state.accounts.values()].find((account) => account.kind === 'whatsapp' && account.waba.id === id);
  if (account?.kind !== 'whatsapp') throw new Error(`There is no WhatsApp account ${id}.`);
  return account;
}

/** A Brazilian number with and without the ninth digit is the same customer. */
const samePhone = (id: string): string => id.replace(/^(55\d\d)9(\d{8})$/, '$1$2');

/** Finds or creates the customer and merges the profile. */
export function resolveCustomer(account: Account, profile: CustomerProfile): AccountCustomer {
  const key = account.kind === 'whatsapp' ? samePhone(profile.id) : profile.id;
  let customer = account.customers.get(key);
  if (!customer) {
    customer = { profile, wroteAtMs: null, pair: { remaining: PAIR_BURST, atMs: 0 }, edits: 0 };
    account.customers.set(key, customer);
  }
  customer.profile = { ...customer.profile, ...profile };
  return customer;
}
export const PAIR_BURST = 45;

export function findCustomer(account: Account, id: string): AccountCustomer | undefined {
  const customer = account.customers.get(account.kind === 'whatsapp' ? samePhone(id) : id);
  if (customer || account.kind !== 'whatsapp') return customer;
  return [...account.customers.values()].find(({ profile }) => profile.userId === id);
}
