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
  | { kind: 'choice'; id: string; title: string }
  | { kind: 'reaction'; to: string; emoji: string }
  | { kind: 'poll'; question: string; options: string[]; isMultiple: boolean }
  | { kind: 'event'; title: string; startsAt: string; endsAt?: string; place?: string; description?: string }
  | { kind: 'ad'; text: string; title: string; body?: string; url?: string; image?: Media }
  | { kind: 'call'; isVideo: boolean; outcome: 'missed' | 'refused' | 'ended' }
  | { kind: 'unsupported'; what: string };
export type ContentKind = Content['kind'];

/** What a channel tells us. */
export type Signal =
  | {
      is: 'message';
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
    }
  | { is: 'receipt'; wid?: string; correlation?: string; peer: Peer; told: Receipt; at: string; fault?: ChannelFault }
  | { is: 'edited'; wid: string; peer: Peer; text: string; at: string }
  | { is: 'removed'; wid: string; peer: Peer; at: string }
  | { is: 'picture'; peer: Peer; media: MediaRef | null }
  | { is: 'session'; status: SessionStatus; qrcode?: string; number?: string; because?: string };
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
    delivery: { headers: Readonly<Record<string, string | string[] | undefined>>; body: Buffer },
    account: Account,
  ): boolean;
  /** Pure: their words in, our signals out. What it does not know becomes `unsupported`; what cannot be read is an error. */
  read(body: Buffer, account: Account): Signal[];
  send(account: Account, outgoing: Outgoing): Promise<{ wid: string }>;
  edit?(account: Account, to: Peer, wid: string, text: string): Promise<void>;
  remove?(account: Account, to: Peer, wid: string): Promise<void>;
  markRead?(account: Account, to: Peer, wids: string[]): Promise<void>;
  fetchMedia(account: Account, media: MediaRef, maxBytes: number): Promise<NodeJS.ReadableStream>;
  /** Does this number have an account there, and how does the channel write it? */
  lookUp(account: Account, digits: string): Promise<{ number: string } | null>;
  /** Whom the phone behind this account knows by name, or has chats with; people only. */
  addressBook?(account: Account, of: 'contacts' | 'chats'): Promise<{ name: string; number: string }[]>;
  session?: {
    /** Starts or resumes; what it hears comes as deliveries. Resolves when the start is under way. */
    open(account: Account, afresh: boolean): Promise<void>;
    close(account: Account, forGood: boolean): Promise<void>;
  };
}
export type Channels = (provider: string) => Channel | undefined;

/** Surely not sent: nothing left us, or the channel said «later». May be tried again. */
export class NotSent extends Error {
  override name = 'NotSent';
  readonly fault: ChannelFault;
  readonly retryAfterMs: number | undefined;
  constructor(fault: ChannelFault, retryAfterMs?: number) {
    super(fault.detail);
    this.fault = fault;
    this.retryAfterMs = retryAfterMs;
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
