import type { AccountEvent } from './account-events.ts';
import type { CustomerAction, CustomerProfile } from './customer-actions.ts';
import type { Fault, FaultScope } from './faults.ts';

/**
 * Everything a test, a journey or a chaos run can make the network do. The same in the simulator's own process and, over
 * HTTP, from another one (`controlOver`): therefore each act is a promise and each argument is plain JSON.
 */
export interface GraphControl {
  addWhatsApp(account: NewWhatsApp): Promise<void>;
  /** A page, and the Instagram account behind it when `igId` is given. */
  addPage(page: NewPage): Promise<void>;
  /** Who signs in at the OAuth dialog. Without any, there is one who manages every page. */
  addUser(user: NewUser): Promise<void>;
  /** What this person would have after the dialog: a short-lived token for all of their pages. */
  userToken(userId: string): Promise<string>;
  /** Where the platform's own app wants its deliveries; for every account that named no webhook of its own. */
  platformWebhook(url: string): Promise<void>;
  addTemplate(wabaId: string, template: NewTemplate): Promise<{ id: string }>;

  /** A person on the other side; the id is a wa_id, a PSID or an IGSID. Each act answers with the id of what it made. */
  customer(kind: AccountKind, accountId: string, profile: CustomerProfile): Customer;
  performAction(accountId: string, profile: CustomerProfile, performAction: CustomerAction): Promise<{ id: string }>;
  /** What the network tells about an account rather than a message: history, quality, templates, reviews … */
  event(accountId: string, event: AccountEvent): Promise<void>;
  /** One item of a delivery exactly as given: a whole `changes[]` element, or one of a page's `messaging[]`. */
  raw(accountId: string, item: unknown): Promise<void>;

  /** From now on nothing is delivered; it gathers. */
  hold(): Promise<void>;
  /** Delivers what gathered, at most `items` in one delivery (1,000), several accounts of one webhook together. */
  release(how?: { items?: number; shuffle?: boolean }): Promise<void>;
  /** How deliveries travel from now on. */
  webhooks(behavior: Partial<DeliveryBehavior>): Promise<void>;
  /** Sends the last deliveries again, byte by byte. */
  redeliver(last?: number): Promise<void>;
  /** Every delivery made so far, oldest first. */
  deliveries(filter?: { url?: string; after?: number }): Promise<Delivery[]>;
  /** Resolves when nothing is on its way any more (held things do not count). */
  idle(): Promise<void>;
  /** Asks a webhook as Meta does when it is entered in the app's settings. */
  handshake(
    url: string,
    verifyToken?: string,
  ): Promise<{ status: number; body: string; contentType: string; isAgreed: boolean }>;

  /** How the next call ends that falls into the scope; or each with a chance. Later ones queue up behind earlier ones. */
  injectFault(scope: FaultScope, injectFault: Fault, how?: { times?: number; share?: number }): Promise<void>;
  clearFaults(): Promise<void>;
  /** Graph calls in the order of their arrival. */
  received(filter?: ReceivedFilter): Promise<Received[]>;
  /** What really reached this person, in order. */
  inbox(accountId: string, customerId: string): Promise<DeliveredMessage[]>;

  /** What is told by itself about each message that was taken: everything up to `upTo`. Nothing unless told. */
  statuses(accountId: string, how: { upTo: ReceiptStatus | 'none'; delayMs?: number }): Promise<void>;
  /** Tells one thing about one message by hand. */
  status(messageId: string, status: ReceiptStatus | 'failed', error?: StatusError): Promise<void>;

  /** From now on each call with this token is a 190. */
  revokeToken(token: string): Promise<void>;
  /** Stands the network's clock still at this moment, or lets it go again. */
  clock(at: string | null): Promise<void>;
  /** Forgets everything: accounts, mishaps, journals. */
  reset(): Promise<void>;
}

export type AccountKind = 'whatsapp' | 'messenger' | 'instagram';
export type ReceiptStatus = 'sent' | 'delivered' | 'read' | 'played';

/** Without a secret of its own the platform's app signs. */
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
  /** The number also lives in the phone's business app: echoes, history, 20 messages a second. */
  coexistence?: boolean;
  /** Messages a second; beyond it 130429. Unlimited unless told. */
  throughput?: number;
  /** At least so long between two messages to one person (after a burst of 45); beyond it 131056. Off unless told. */
  pairEveryMs?: number;
  quality?: 'GREEN' | 'YELLOW' | 'RED' | 'UNKNOWN';
  /** False: the number is not registered, and each send is a 133010. */
  isRegistered?: boolean;
  /** Whether free text needs a customer's message within 24 hours: else taken, and then failed by a 131047. Off unless told. */
  hasWindow?: boolean;
  /** Without a webhook of its own nothing is delivered until `subscribed_apps` was called; true is as if it had been. */
  isSubscribed?: boolean;
  /** Apps of others that listen to the business account too. */
  otherApps?: string[];
}
export interface NewPage {
  pageId: string;
  name: string;
  token: string;
  igId?: string;
  igUsername?: string;
  webhook?: WebhookTarget;
  /** Outside of 24 hours each send is a 10 with subcode 2018278. Off unless told. */
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
  /** As the Graph API has them: `{ type: 'BODY', text: 'Olá {{1}}' }` … */
  components: Record<string, unknown>[];
}

/** How deliveries travel. Chances are drawn from the seed. */
export interface DeliveryBehavior {
  /** The chance that a delivery comes twice. */
  duplicate: number;
  /** Deliveries that are under way together overtake each other. */
  reorder: boolean;
  delayMs: [least: number, most: number];
  /** The first wait after an answer other than 200; it doubles. */
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
  /** One for each attempt; 0 when there was no answer. */
  answers: number[];
  /** Milliseconds that the answered attempt took. */
  tookMs?: number;
  state: 'waiting' | 'taken' | 'given-up';
}

export interface ReceivedFilter {
  accountId?: string;
  /** The last word of the path: messages, media, subscribed_apps … */
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
  /** Whom a message was for. */
  to?: string;
  /** A read mark or a typing sign: they go the same way as messages. */
  isSign?: boolean;
  query: Record<string, string>;
  body: unknown;
  /** What the caller got: `silent` and `cut` are no answer at all. */
  became: 'answered' | 'refused' | 'silent' | 'cut';
  status: number;
  errorCode?: number;
  /** Whether it was done, whatever the caller was told. */
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
  /** The request's own words. */
  body: Record<string, unknown>;
  correlation?: string;
  quotes?: string;
}
export interface StatusError {
  code: number;
  title?: string;
  details?: string;
}

/** Acts of one person. What a channel does not have is an error: a WhatsApp customer mentions nobody in a story. */
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
