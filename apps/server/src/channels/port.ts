/** How the house speaks to any channel. Rooms see this file; only wiring knows who is behind it. */

export const channelKinds = ['whatsapp', 'whatsappapi', 'facebook', 'instagram'] as const;
export type ChannelKind = (typeof channelKinds)[number];

/** How a channel knows a person. The scope is the account for which an id means something; empty when it is the same everywhere. */
export interface Identity {
  kind: 'phone' | 'lid' | 'bsuid' | 'username' | 'psid' | 'igsid' | 'group';
  value: string;
  scope?: string;
}
/** The other end of a conversation. Several identities mean that the channel vouches for them being one person. */
export interface Peer {
  identities: Identity[];
  name?: string;
  isGroup: boolean;
}

/** A file: on our side a storage key, on the channel's side whatever it needs to be fetched with. */
export interface MediaRef {
  mime: string;
  fileName?: string;
  bytes?: number;
  /** Opaque to us; handed back to `fetchMedia`. */
  ref: string;
}
export type MediaType = 'image' | 'audio' | 'video' | 'document' | 'sticker';
export interface Choice {
  id: string;
  title: string;
  description?: string;
}

/** Everything that can be said, in our words. What a channel sends beyond it is kept as `unsupported`, never dropped. */
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
  /** Several answers to tap; what a channel shows of them and how many is its adapter's business. */
  | { kind: 'buttons'; title: string; text: string; footer?: string; choices: Choice[] }
  | { kind: 'template'; template: TemplateUse; image?: Media }
  | { kind: 'choice'; id: string; title: string }
  /** What somebody filled in, in a form that the channel showed. */
  | { kind: 'form'; title: string; answers: { label: string; value: string }[] }
  | { kind: 'order'; text: string; items: { name: string; quantity: number; cents: number }[]; currency: string }
  /** About a story: an answer to one of ours, or ours mentioned in theirs. */
  | { kind: 'story'; act: 'reply' | 'mention'; text: string; url?: string; image?: Media }
  /** A post, reel or page that was passed on. */
  | { kind: 'share'; title: string; text: string; url?: string; image?: Media }
  | { kind: 'reaction'; to: string; emoji: string }
  | { kind: 'poll'; question: string; options: string[]; isMultiple: boolean }
  | { kind: 'event'; title: string; startsAt: string; endsAt?: string; place?: string; description?: string }
  | { kind: 'ad'; text: string; title: string; body?: string; url?: string; image?: Media }
  | { kind: 'call'; isVideo: boolean; outcome: 'missed' | 'refused' | 'ended' }
  | { kind: 'unsupported'; what: string };
export type ContentKind = Content['kind'];

/** A text that the channel has approved beforehand, and what is filled into it. */
export interface TemplateUse {
  name: string;
  language: string;
  /** As the customer reads it, with everything filled in: what our own people see. */
  text: string;
  title?: string;
  footer?: string;
  /** What the file above the text is, where there is one. */
  file?: 'image' | 'video' | 'document';
  /** In the order of their numbers or names; `name` only where the template names its gaps. */
  header?: PlaceholderValue[];
  body?: PlaceholderValue[];
  /** The changing end of a link, or the code to copy, by the place of the button. */
  buttons?: { at: number; type: 'url' | 'copy' | 'reply'; value: string }[];
}
export interface PlaceholderValue {
  name?: string;
  value: string;
}
/** A template as the channel keeps it. */
export interface TemplateInfo {
  id: string;
  name: string;
  language: string;
  category: string;
  status: 'approved' | 'pending' | 'rejected' | 'paused' | 'disabled';
  /** Why it was turned down or stopped, in the channel's words. */
  because: string;
  header: { format: 'text' | 'image' | 'video' | 'document' | 'location'; text: string } | null;
  /** With its gaps as {{1}} or {{name}}. */
  body: string;
  footer: string;
  buttons: { type: 'reply' | 'url' | 'call' | 'copy' | 'other'; text: string; value: string }[];
}

/** What a channel tells us. */
export type ChannelEvent =
  | {
      type: 'message';
      wid: string;
      /** The conversation: a person, or a group. */
      peer: Peer;
      /** In a group: who of it wrote. */
      author?: Peer;
      /** Sent from the account itself, by its phone or another program. */
      fromMe: boolean;
      at: string;
      content: Content;
      quotes?: string;
      isForwarded?: boolean;
      /** Ours: the channel's echo of a send that it had been given this correlation with. */
      correlation?: string;
      /** From before the account was linked: kept silently, answered by nobody. */
      isHistory?: true;
      /** Nobody's words that we know of: kept where people see it, answered by nobody. */
      isUnrecognized?: true;
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
  | { type: 'edited'; wid: string; peer: Peer; text: string; at: string }
  /** With all that came in the same message: its other parts are called «wid#2», «wid#3» … */
  | { type: 'removed'; wid: string; peer: Peer; at: string }
  | { type: 'picture'; peer: Peer; media: MediaRef | null }
  | { type: 'session'; status: SessionStatus; qrcode?: string; pairingCode?: string; number?: string; because?: string }
  /** Everything of ours up to this moment: channels that name no single message. */
  | { type: 'read-up-to'; peer: Peer; status: 'delivered' | 'read'; upTo: string }
  /** One person under another name from now on. */
  | { type: 'renumbered'; from: Peer; peer: Peer; at: string }
  /** How far the channel is with telling what was before; 100 is all of it. */
  | { type: 'history'; progress: number }
  /** What the channel thinks of the account itself. */
  | { type: 'health'; update: HealthUpdate; detail: string; at: string }
  /** Without a status it stays what it was; only what is thought of it has changed. */
  | { type: 'template'; name: string; language: string; status?: TemplateInfo['status']; because: string };
/** In the order of how bad it is; `limit` carries the number of people a day in its detail. */
export type HealthUpdate =
  | 'quality-high'
  | 'quality-medium'
  | 'quality-low'
  | 'limit'
  | 'restricted'
  | 'banned'
  | 'restored';
export type Receipt = 'sent' | 'delivered' | 'read' | 'played' | 'failed';
export type SessionStatus = 'OPENING' | 'qrcode' | 'CONNECTED' | 'DISCONNECTED';

/** A refusal in words of ours; the texts are in the error catalogue. */
export interface ChannelFault {
  code: string;
  /** What the channel said, for the log and the admin. */
  detail: string;
}

/** What a channel can do; the composer and the bot ask before they try. */
export interface Abilities {
  contents: readonly ContentKind[];
  edit: boolean;
  remove: boolean;
  quote: boolean;
  forward: boolean;
  groups: boolean;
  typing: boolean;
  /** A voice message must be in this format. */
  voice: 'ogg' | 'm4a' | 'mp3';
  /** Free text only within so many hours after the customer wrote. */
  replyWindowHours: number | null;
  /** The same correlation twice is one send: an unknown outcome may be tried again. */
  idempotent: boolean;
  /** A session that must be held open by one of our nodes (QR), or calls that need none. */
  session: boolean;
  /** How many messages it takes at most; a pair is one account and one person. */
  rateLimit?: { perSecond: number; pairEveryMs: number };
}

/** One account of a company, opened: secrets are in clear only here and only while it is used. */
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
}
/** A file of ours to be sent. */
export interface StoredMedia {
  key: string;
  mime: string;
  fileName: string;
  bytes: number;
}

export interface Channel {
  abilities(kind: ChannelKind): Abilities;
  /** What a new account starts with: keys of its own for the way in and out. */
  newSecrets?(): Record<string, string>;
  /** Is this delivery really from them? Decided on the raw bytes. */
  isAuthentic(
    request: { headers: Readonly<Record<string, string | string[] | undefined>>; body: Buffer },
    account: Account,
  ): boolean;
  /** Where one delivery may speak of several accounts: an app has one way in for all that belong to it. */
  accountSplitter?: AccountSplitter;
  /** The question a channel asks before it delivers anywhere; undefined when it was not asked rightly. */
  handshake?(query: Readonly<Record<string, string | undefined>>, account: Account): string | undefined;
  /** Pure: their words in, our signals out. What it does not know becomes `unsupported`; what cannot be read is an error. */
  parse(body: Buffer, account: Account): ChannelEvent[];
  send(account: Account, outgoing: Outgoing): Promise<{ wid: string }>;
  edit?(account: Account, to: Peer, wid: string, text: string): Promise<void>;
  remove?(account: Account, to: Peer, wid: string): Promise<void>;
  markRead?(account: Account, to: Peer, wids: string[]): Promise<void>;
  /** Shows the customer that somebody is writing; `wid` is the last message of theirs. Nothing hangs on it. */
  typing?(account: Account, to: Peer, wid: string | undefined): Promise<void>;
  /** Asks the channel about each key it was given: what is wrong, in codes of the error catalogue. Empty is well. */
  check?(account: Account): Promise<{ finding: AccountFinding[]; number?: string; name?: string }>;
  templates?(account: Account): Promise<TemplateInfo[]>;
  fetchMedia(account: Account, media: MediaRef, maxBytes: number): Promise<NodeJS.ReadableStream>;
  /** Who somebody is, where a channel tells it only when it is asked. Null when it does not say. */
  profile?(account: Account, of: Peer): Promise<{ name: string; picture?: MediaRef } | null>;
  /** Does this number have an account there, and how does the channel write it? */
  findNumber(account: Account, digits: string): Promise<{ number: string } | null>;
  /** Whom the phone behind this account knows by name, or has chats with; people only. */
  addressBook?(account: Account, of: 'contacts' | 'chats'): Promise<{ name: string; number: string }[]>;
  session?: {
    /**
     * Starts or resumes; what it hears comes as deliveries. Resolves when the start is under way. With a number it is
     * paired by a code that is typed into that phone, instead of a picture.
     */
    open(account: Account, reset: boolean, pairingNumber?: string): Promise<void>;
    close(account: Account, forGood: boolean): Promise<void>;
    /** Where sessions live in our own processes: does this one have it, as it was last asked for? */
    isOpenLocally?(account: Account): Promise<boolean>;
  };
}
export interface AccountSplitter {
  /** The names by which a delivery may speak of this account; the first is nobody else's. */
  aliasesOf(account: Account): string[];
  /** Do both get their deliveries from the same app, proved by the same key? An account without keys stands for the platform's. */
  isSameApp(account: Account, other: Account): boolean;
  /** Pure. For each name its own words and nobody else's, together everything; under '' what names nobody. No JSON is an error. */
  split(body: Buffer): { name: string; body: Buffer }[];
}
export type Channels = (provider: string) => Channel | undefined;
/** Which key is wrong, and why. */
export interface AccountFinding {
  field: string;
  fault: ChannelFault;
}

/** Surely not sent: nothing left us, or the channel said «later». May be tried again. */
export class NotSent extends Error {
  override name = 'NotSent';
  readonly fault: ChannelFault;
  readonly retryAfterMs: number | undefined;
  /** Who has to wait: everybody who writes through this account, or this one conversation. */
  readonly scope: 'account' | 'pair';
  constructor(fault: ChannelFault, retryAfterMs?: number, scope: 'account' | 'pair' = 'account') {
    super(fault.detail);
    this.fault = fault;
    this.retryAfterMs = retryAfterMs;
    this.scope = scope;
  }
}
/** The channel said no, and will say no again. Shown to the agent. */
export class Refused extends Error {
  override name = 'Refused';
  readonly fault: ChannelFault;
  /** The account itself is no longer accepted: the connection rests until somebody mends it. */
  readonly isAccountDead: boolean;
  constructor(fault: ChannelFault, isAccountDead = false) {
    super(fault.detail);
    this.fault = fault;
    this.isAccountDead = isAccountDead;
  }
}
/** Nobody can tell whether it was sent: written, and then no answer. Never tried again blindly. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown';
}
