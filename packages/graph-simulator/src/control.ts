import type { AccountEvent } from './account-events.ts';
import type { CustomerAction, CustomerProfile } from './customer-actions.ts';
import type { Fault, FaultScope } from './faults.ts';

/**
 * Control of the simulated network for tests, browser tests and fault-injection runs. The same interface works in the
 * simulator's process and, over HTTP, from another one (`connectControl`): each method returns a promise and takes JSON.
 */
export interface GraphControl {
  addWhatsApp(account: NewWhatsApp): Promise<void>;
  /** Adds a page and, with `igId`, its Instagram account. */
  addPage(page: NewPage): Promise<void>;
  /** Adds a user of the OAuth dialog. Without any, one user manages every page. */
  addUser(user: NewUser): Promise<void>;
  /** The short-lived token for all pages of the user, as after the dialog. */
  userToken(userId: string): Promise<string>;
  /** Webhook of the platform's app, for every account without its own webhook. */
  platformWebhook(url: string): Promise<void>;
  addTemplate(wabaId: string, template: NewTemplate): Promise<{ id: string }>;

  /** A customer; the id is a wa_id, a PSID or an IGSID. Each action returns the id of what it created. */
  customer(kind: AccountKind, accountId: string, profile: CustomerProfile): Customer;
  performAction(accountId: string, profile: CustomerProfile, action: CustomerAction): Promise<{ id: string }>;
  /** Sends an event of the account: history, quality, templates, reviews … */
  event(accountId: string, event: AccountEvent): Promise<void>;
  /** Delivers one item exactly as given: an element of `changes[]` or of a page's `messaging[]`. */
  raw(accountId: string, item: unknown): Promise<void>;

  /** Holds back all further deliveries. */
  hold(): Promise<void>;
  /** Delivers the held items, at most `items` per delivery (1,000), with several accounts of one webhook together. */
  release(how?: { items?: number; shuffle?: boolean }): Promise<void>;
  /** Sets the behavior of further deliveries. */
  webhooks(behavior: Partial<DeliveryBehavior>): Promise<void>;
  /** Sends the last deliveries again with the same bytes. */
  redeliver(last?: number): Promise<void>;
  /** All deliveries so far, oldest first. */
  deliveries(filter?: { url?: string; after?: number }): Promise<Delivery[]>;
  /** Resolves when no delivery is under way; held items do not count. */
  idle(): Promise<void>;
  /** Sends the verification request that Meta sends when a webhook is configured. */
  handshake(
    url: string,
    verifyToken?: string,
  ): Promise<{ status: number; body: string; contentType: string; isAgreed: boolean }>;

  /** Plans a fault for the next calls of the scope, or for a share of them. Earlier faults apply first. */
  injectFault(scope: FaultScope, fault: Fault, how?: { times?: number; share?: number }): Promise<void>;
  clearFaults(): Promise<void>;
  /** Graph calls in order of arrival. */
  received(filter?: ReceivedFilter): Promise<Received[]>;
  /** Messages that really reached this customer, in order. */
  inbox(accountId: string, customerId: string): Promise<DeliveredMessage[]>;

  /** Sets the statuses that are sent automatically for each accepted message, up to `upTo`. Default: none. */
  statuses(accountId: string, how: { upTo: ReceiptStatus | 'none'; delayMs?: number }): Promise<void>;
  /** Sends one status of one message; it releases or drops a message that is held. */
  status(messageId: string, status: ReceiptStatus | 'failed', error?: StatusError): Promise<void>;

  /** Further calls with this token fail with 190. */
  revokeToken(token: string): Promise<void>;
  /** Stops the simulator's clock at this time; null starts it again. */
  clock(at: string | null): Promise<void>;
  /** Clears accounts, faults and records. */
  reset(): Promise<void>;
}

export type AccountKind = 'whatsapp' | 'messenger' | 'instagram';
export type ReceiptStatus = 'sent' | 'delivered' | 'read' | 'played';

/** Without `appSecret` the platform's app signs. */
export interface WebhookTarget {
  url: string;
  appSecret?: string;
}
export interface NewWhatsApp {
  wabaId: string;
  phoneNumberId: string;
  /** As shown: «+55 00 91234-5678». */
  displayNumber: string;
  token: string;
  verifiedName?: string;
  webhook?: WebhookTarget;
  templates?: NewTemplate[];
  /** The business portfolio of the business account. Default: 1000. */
  portfolioId?: string;
  /** The number is also used in the phone's business app: echoes, history, 20 messages per second. */
  coexistence?: boolean;
  /** Messages per second; beyond it 130429. Default: unlimited. */
  throughput?: number;
  /** Minimum interval between two messages to one customer after a burst of 45; else 131056. Default: off. */
  pairEveryMs?: number;
  quality?: 'GREEN' | 'YELLOW' | 'RED' | 'UNKNOWN';
  /** False: the number is not registered, and each send is a 133010. */
  isRegistered?: boolean;
  /** PIN of the two-step verification; another one is a 133005 when the number is registered. */
  pin?: string;
  /** Free text needs a customer's message within 24 hours; else it is accepted and fails with 131047. Default: off. */
  hasWindow?: boolean;
  /** Without its own webhook nothing is delivered until `subscribed_apps` is called; true counts as called. */
  isSubscribed?: boolean;
  /** Other apps that are subscribed to the business account. */
  otherApps?: string[];
}
export interface NewPage {
  pageId: string;
  name: string;
  token: string;
  igId?: string;
  igUsername?: string;
  webhook?: WebhookTarget;
  /** After 24 hours each send fails with code 10, subcode 2018278. Default: off. */
  hasWindow?: boolean;
  isSubscribed?: boolean;
}
export interface NewUser {
  id: string;
  name: string;
  pageIds: string[];
}
export interface NewTemplate {
  id?: string;
  name: string;
  language: string;
  category?: 'MARKETING' | 'UTILITY' | 'AUTHENTICATION';
  status?: 'APPROVED' | 'PENDING' | 'REJECTED' | 'PAUSED' | 'DISABLED' | 'IN_APPEAL';
  parameterFormat?: 'POSITIONAL' | 'NAMED';
  rejectedReason?: string;
  /** In the format of the Graph API: `{ type: 'BODY', text: 'Olá {{1}}' }` … */
  components: Record<string, unknown>[];
}

/** Behavior of deliveries. Random values are drawn from the seed. */
export interface DeliveryBehavior {
  /** Probability that a delivery is sent twice. */
  duplicate: number;
  /** Deliveries may overtake each other. */
  reorder: boolean;
  delayMs: [min: number, max: number];
  /** First wait after a response other than 200; it doubles. */
  retryMs: number;
  attempts: number;
  timeoutMs: number;
}
export interface Delivery {
  seq: number;
  url: string;
  body: string;
  items: number;
  isRepeat: boolean;
  /** Status of each attempt; 0 without a response. */
  answers: number[];
  /** Duration of the successful attempt. */
  tookMs?: number;
  state: 'waiting' | 'taken' | 'given-up';
}

export interface ReceivedFilter {
  accountId?: string;
  /** Last segment of the path: messages, media, subscribed_apps … */
  call?: string;
  after?: number;
}
export interface Received {
  seq: number;
  at: string;
  method: string;
  path: string;
  call: string;
  accountId: string;
  /** Recipient of a message. */
  to?: string;
  /** A read mark or a typing indicator; they use the same path as messages. */
  isSign?: boolean;
  query: Record<string, string>;
  body: unknown;
  /** What the caller received: `silent` and `cut` are no response. */
  became: 'answered' | 'refused' | 'silent' | 'cut';
  status: number;
  errorCode?: number;
  /** Whether the call was carried out, regardless of the response. */
  isDone: boolean;
  messageId?: string;
  correlation?: string;
}
export interface DeliveredMessage {
  messageId: string;
  at: string;
  accountId: string;
  to: string;
  /** text, image, interactive, template, reaction … */
  type: string;
  /** Body of the request. */
  body: Record<string, unknown>;
  correlation?: string;
  quotes?: string;
}
export interface StatusError {
  code: number;
  title?: string;
  details?: string;
}

/** Actions of one customer. An action that the channel does not have is an error: WhatsApp has no story mentions. */
export interface Customer {
  readonly profile: CustomerProfile;
  sendText(
    text: string,
    extra?: {
      quotes?: string;
      forwarded?: 'once' | 'often';
      ad?: { headline: string; body?: string; url: string; id?: string };
    },
  ): Promise<{ id: string }>;
  perform(action: CustomerAction): Promise<{ id: string }>;
}
