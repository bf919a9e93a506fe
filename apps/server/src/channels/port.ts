/** Port of all channels. Modules import this file only; `wiring/channels.ts` chooses the adapters. */

export const channelKinds = ['whatsapp', 'whatsappapi', 'facebook', 'instagram'] as const;
export type ChannelKind = (typeof channelKinds)[number];

/** Id of a contact on a channel. The scope is the account for which the id is valid; empty if it is valid everywhere. */
export interface Identity {
  kind: 'phone' | 'lid' | 'bsuid' | 'username' | 'psid' | 'igsid' | 'group';
  value: string;
  scope?: string;
}
/** Contact or group of a conversation. The channel guarantees that all identities belong to the same contact. */
export interface Peer {
  identities: Identity[];
  name?: string;
  /** User name of the contact on the channel; it can change owners, so it is only shown and searched. */
  username?: string;
  isGroup: boolean;
}

/** What a customer came from or refers to: an ad, a product, a story, a post or a link with a mark of the company. */
export interface Reference {
  type: 'ad' | 'product' | 'story' | 'post' | 'link' | 'optin';
  /** Id of the ad, product, story or post on the channel. */
  id?: string;
  title?: string;
  body?: string;
  url?: string;
  /** The mark that the company put into the link or the ad. */
  ref?: string;
  /** Id of the click, for reports to the ad platform. */
  clickId?: string;
  catalogId?: string;
  postId?: string;
  productId?: string;
  /** Origin in the words of the channel, for example ADS or SHORTLINK. */
  source?: string;
}

/** A file on the channel's side. */
export interface MediaRef {
  mime: string;
  fileName?: string;
  bytes?: number;
  /** Opaque download reference for `fetchMedia`. */
  ref: string;
}
export type MediaType = 'image' | 'audio' | 'video' | 'document' | 'sticker';
export interface Choice {
  id: string;
  title: string;
  description?: string;
}

/** All message content. Anything else that a customer sends becomes `unsupported` and is never dropped. */
export type Content<Media = MediaRef> =
  | { kind: 'text'; text: string }
  | { kind: 'media'; type: MediaType; media: Media; caption?: string; isVoice?: boolean; isViewOnce?: boolean }
  | { kind: 'location'; latitude: number; longitude: number; name?: string; address?: string }
  | { kind: 'contacts'; contacts: { name: string; numbers: string[] }[] }
  | {
      kind: 'list';
      title: string;
      text: string;
      button: string;
      footer?: string;
      sections: { title: string; rows: Choice[] }[];
    }
  | {
      kind: 'button';
      act: 'url' | 'copy' | 'call';
      title: string;
      text: string;
      button: string;
      value: string;
      image?: Media;
    }
  | {
      kind: 'pix';
      title: string;
      keyType: string;
      key: string;
      merchantName: string;
      cents: number | null;
      brCode: string;
    }
  /** Quick reply buttons; the adapter decides how the channel shows them and how many. */
  | { kind: 'buttons'; title: string; text: string; footer?: string; choices: Choice[] }
  | { kind: 'template'; template: TemplateUse; image?: Media }
  | { kind: 'choice'; id: string; title: string; description?: string }
  /** A form that the customer filled in. */
  | { kind: 'form'; title: string; answers: { label: string; value: string }[] }
  | {
      kind: 'order';
      text: string;
      items: { name: string; quantity: number; cents: number }[];
      currency: string;
      catalogId?: string;
    }
  /** A reply to the company's story, or a mention of the company in the customer's story. */
  | { kind: 'story'; act: 'reply' | 'mention'; text: string; id?: string; url?: string; image?: Media }
  /** A shared post, reel, product or page. */
  | { kind: 'share'; title: string; text: string; id?: string; url?: string; image?: Media }
  | { kind: 'reaction'; to: string; emoji: string }
  | { kind: 'poll'; question: string; options: string[]; isMultiple: boolean }
  | { kind: 'event'; title: string; startsAt: string; endsAt?: string; place?: string; description?: string }
  | { kind: 'ad'; text: string; title: string; body?: string; url?: string; image?: Media }
  | { kind: 'call'; isVideo: boolean; outcome: 'missed' | 'refused' | 'ended' }
  | { kind: 'unsupported'; what: string };
export type ContentKind = Content['kind'];

/** An approved template and the values of its placeholders. */
export interface TemplateUse {
  name: string;
  language: string;
  /** The rendered text, as agents and the customer see it. */
  text: string;
  title?: string;
  footer?: string;
  /** Type of the header file, if any. */
  file?: 'image' | 'video' | 'document';
  /** In the order of the placeholders; `name` only for named placeholders. */
  header?: PlaceholderValue[];
  body?: PlaceholderValue[];
  /** The variable end of a link, or the code to copy, by the index of the button. */
  buttons?: { at: number; type: 'url' | 'copy' | 'reply'; value: string }[];
}
export interface PlaceholderValue {
  name?: string;
  value: string;
}
/** A template as the channel stores it. */
export interface TemplateInfo {
  id: string;
  name: string;
  language: string;
  category: string;
  status: 'approved' | 'pending' | 'rejected' | 'paused' | 'disabled';
  /** Reason of a rejection or pause, as the channel words it. */
  because: string;
  header: { format: 'text' | 'image' | 'video' | 'document' | 'location'; text: string } | null;
  /** With placeholders as {{1}} or {{name}}. */
  body: string;
  footer: string;
  buttons: { type: 'reply' | 'url' | 'call' | 'copy' | 'other'; text: string; value: string }[];
}

/**
 * Parsed item of a delivery. An item is a `message` only if it names a customer and contains what the customer sent, or if
 * the account itself wrote it. Everything else is about the account, a contact or an earlier message.
 */
export type ChannelEvent =
  | {
      type: 'message';
      wid: string;
      /** The conversation: a contact or a group. */
      peer: Peer;
      /** In a group: the member who wrote. */
      author?: Peer;
      /** Sent by the account itself, from its phone or another app. */
      fromMe: boolean;
      at: string;
      content: Content;
      quotes?: string;
      isForwarded?: boolean;
      /** Correlation of our own send, in the channel's echo of it. */
      correlation?: string;
      /** Older than the connection: stored without notification, never answered by the bot. */
      isHistory?: true;
      /** The customer's content was not understood: stored where agents see it, never answered by the bot. */
      isUnrecognized?: true;
      /** The ad, product, story or link that the customer refers to. */
      about?: Reference;
      /** Another app controls the conversation: no automatic reply. */
      isStandby?: true;
    }
  | {
      type: 'receipt';
      wid?: string;
      correlation?: string;
      peer: Peer;
      status: Receipt;
      at: string;
      fault?: ChannelFault;
    }
  /**
   * Changes a message of the same conversation, direction and author only. `version` counts its edits, where the channel
   * numbers them.
   */
  | ({ type: 'edited'; text: string; version?: number } & MessageChange)
  /** Includes the other parts of the same message: `wid#2`, `wid#3` … */
  | ({ type: 'removed' } & MessageChange)
  /** A status of a message that changes nothing in it: only added to its delivery history. */
  | { type: 'reported'; wid: string; correlation?: string; peer: Peer; label: string; detail: string; at: string }
  /** The contact came from an ad or a link, or opted in, without writing anything. */
  | { type: 'source'; peer: Peer; about: Reference; at: string }
  | { type: 'picture'; peer: Peer; media: MediaRef | null }
  | { type: 'session'; status: SessionStatus; qrcode?: string; pairingCode?: string; number?: string; because?: string }
  /** Covers all our messages up to this moment; for channels without receipts per message. */
  | { type: 'read-up-to'; peer: Peer; status: 'delivered' | 'read'; upTo: string }
  /** The contact has a new identity. */
  | { type: 'renumbered'; from: Peer; peer: Peer; at: string }
  /** Progress of the history in percent; 100 is complete. */
  | { type: 'history'; progress: number }
  /** Quality, limits or restrictions of the account. */
  | {
      type: 'health';
      update: HealthUpdate;
      detail: string;
      at: string;
      /** End of a restriction, if the channel named it. */
      until?: string;
      /** With `new-chats`: new conversations that the channel allows in its present cycle. */
      newChats?: { total: number; used: number };
    }
  /** The contact asked the channel itself for no more marketing on this connection, or for it again. */
  | { type: 'preference'; peer: Peer; wantsMarketing: boolean; at: string }
  /** An item that no customer wrote, for the log of the connection. Neither label nor detail contains personal data. */
  | { type: 'logged'; label: string; detail: string; at: string }
  /** Without a status only the quality or category changed. */
  | { type: 'template'; name: string; language: string; status?: TemplateInfo['status']; because: string };
/** Who changed which message; the channel vouches for the direction and the author, the id is what they claim. */
export interface MessageChange {
  wid: string;
  peer: Peer;
  /** In a group: the member who changed it. */
  author?: Peer;
  fromMe: boolean;
  at: string;
}
/** `limit` carries the number of contacts per day in its detail, or `unlimited`. */
export type HealthUpdate =
  | 'quality-high'
  | 'quality-medium'
  | 'quality-low'
  | 'limit'
  | 'new-chats'
  | 'restricted'
  | 'banned'
  | 'restored';
/** `held`: accepted, but the channel observes its quality before it delivers or drops it. */
export type Receipt = 'held' | 'sent' | 'delivered' | 'read' | 'played' | 'failed';
export type SessionStatus = 'OPENING' | 'qrcode' | 'CONNECTED' | 'DISCONNECTED';

/** A failure with a code of the error catalogue. */
export interface ChannelFault {
  code: string;
  /** The channel's own message, for logs and admins. */
  detail: string;
}

/** What a channel supports; the composer and the bot check it. */
export interface Abilities {
  contents: readonly ContentKind[];
  edit: boolean;
  remove: boolean;
  quote: boolean;
  forward: boolean;
  groups: boolean;
  typing: boolean;
  /** Required format of voice messages. */
  voice: 'ogg' | 'm4a' | 'mp3';
  /** Free text is allowed only this long after the customer's last message; null is always. */
  replyWindowHours: number | null;
  /** An agent may still answer this long after the customer's last message; automatic messages may not. */
  agentWindowHours?: number;
  /** A repeated correlation is sent once, so an unknown outcome may be retried. */
  idempotent: boolean;
  /** Whether one of our nodes must keep a session open (QR). */
  session: boolean;
  /** The channel's own limits; a pair is one account and one contact. */
  rateLimit?: { perSecond: number; pairEveryMs: number };
}

/** Account of a company with decrypted secrets. Exists only while it is used. */
export interface Account {
  companyId: number;
  connectionId: number;
  kind: ChannelKind;
  number: string;
  secrets: Readonly<Record<string, string>>;
}

export interface Outgoing {
  to: Peer;
  content: Content<StoredMedia>;
  correlation: string;
  quotes?: string;
  isForwarded?: boolean;
  /** An agent answers after the reply window, within the channel's longer window for agents. */
  isLateAgentReply?: boolean;
}
/** A stored file to send. */
export interface StoredMedia {
  key: string;
  mime: string;
  fileName: string;
  bytes: number;
}

export interface Channel {
  abilities(kind: ChannelKind): Abilities;
  /** Generated secrets of a new account. */
  newSecrets?(): Record<string, string>;
  /** Verifies the signature over the raw bytes. */
  isAuthentic(
    request: { headers: Readonly<Record<string, string | string[] | undefined>>; body: Buffer },
    account: Account,
  ): boolean;
  /** For providers with one webhook per app: a delivery may contain several accounts. */
  accountSplitter?: AccountSplitter;
  /** Answers the provider's verification request; undefined if the request is invalid. */
  handshake?(query: Readonly<Record<string, string | undefined>>, account: Account): string | undefined;
  /** Pure. Unknown content becomes `unsupported`; a body that is not JSON throws. Events are built one by one, on demand. */
  parse(body: Buffer, account: Account): Iterable<ChannelEvent>;
  send(account: Account, outgoing: Outgoing): Promise<{ wid: string; isHeld?: boolean }>;
  edit?(account: Account, to: Peer, wid: string, text: string): Promise<void>;
  remove?(account: Account, to: Peer, wid: string): Promise<void>;
  markRead?(account: Account, to: Peer, wids: string[]): Promise<void>;
  /** Shows the typing indicator; `wid` is the customer's last message. Failures are ignored. */
  typing?(account: Account, to: Peer, wid: string | undefined): Promise<void>;
  /** Checks each secret of the account with the provider. An empty list means that all are valid. */
  check?(account: Account): Promise<{ finding: AccountFinding[]; name?: string } & AccountFacts>;
  /** Registers the number of the account with the provider; the PIN protects the number and is not stored. */
  register?(account: Account, pin: string): Promise<void>;
  templates?(account: Account): Promise<TemplateInfo[]>;
  fetchMedia(account: Account, media: MediaRef, maxBytes: number): Promise<NodeJS.ReadableStream>;
  /** Profile of a contact, for channels that do not send it with messages. Null if not available. */
  profile?(account: Account, of: Peer): Promise<{ name: string; username?: string; picture?: MediaRef } | null>;
  /** The number as the channel writes it; null if it has no account. */
  findNumber(account: Account, digits: string): Promise<{ number: string } | null>;
  /** Saved contacts or chats of the account's phone, without groups. */
  addressBook?(account: Account, of: 'contacts' | 'chats'): Promise<{ name: string; number: string }[]>;
  session?: {
    /**
     * Starts or resumes the session; events arrive as deliveries. Resolves when the start is under way. With a number,
     * pairing uses a code typed into that phone instead of a QR code.
     */
    open(account: Account, reset: boolean, pairingNumber?: string): Promise<void>;
    close(account: Account, forGood: boolean): Promise<void>;
    /** For sessions in our own processes: whether this process runs it, as last requested. */
    isOpenLocally?(account: Account): Promise<boolean>;
  };
}
export interface AccountSplitter {
  /** Names of this account in deliveries; the first is unique to it. */
  aliasesOf(account: Account): string[];
  /** Whether both accounts belong to the same app with the same key. An account without keys uses the platform's app. */
  isSameApp(account: Account, other: Account): boolean;
  /** Pure. Splits the body by account name without loss; '' holds what names no account. Throws if it is not JSON. */
  split(body: Buffer): { name: string; body: Buffer }[];
}
export type Channels = (provider: string) => Channel | undefined;
/** What the channel says about the account itself. */
export interface AccountFacts {
  number?: string | undefined;
  /** Business portfolio whose numbers share one messaging limit; empty if the channel does not say. */
  portfolioId?: string | undefined;
  /** The number is also used in the app of a phone, which lowers its rate limit. */
  isOnPhone?: boolean | undefined;
}
/** Messages per second of an official account that is also used on a phone. */
export const SHARED_PHONE_PER_SECOND = 20;

/** An invalid secret and the reason. */
export interface AccountFinding {
  field: string;
  fault: ChannelFault;
}

/** Certainly not sent: nothing was transmitted, or the channel asked to wait. May be retried. */
export class NotSent extends Error {
  override name = 'NotSent';
  readonly fault: ChannelFault;
  readonly retryAfterMs: number | undefined;
  /** What has to wait: the whole account or this conversation. */
  readonly scope: 'account' | 'pair';
  constructor(fault: ChannelFault, retryAfterMs?: number, scope: 'account' | 'pair' = 'account') {
    super(fault.detail);
    this.fault = fault;
    this.retryAfterMs = retryAfterMs;
    this.scope = scope;
  }
}
/** Permanently refused by the channel. Shown to the agent; not retried. */
export class Refused extends Error {
  override name = 'Refused';
  readonly fault: ChannelFault;
  /** The account itself is no longer accepted: the connection is paused until an admin fixes it. */
  readonly isAccountDead: boolean;
  constructor(fault: ChannelFault, isAccountDead = false) {
    super(fault.detail);
    this.fault = fault;
    this.isAccountDead = isAccountDead;
  }
}
/** Transmitted without a readable response: the message may have been sent. Never retried blindly. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown';
}
