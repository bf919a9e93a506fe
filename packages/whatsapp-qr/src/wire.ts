/** JSON between a child process and the server. The server validates it like any payload from outside. */

/** A contact or a group with all its known ids. Numbers and ids are without their server. */
export interface WirePeer {
  phone?: string;
  lid?: string;
  group?: string;
  username?: string;
  name?: string;
}
export interface WireFile {
  /** Download reference; only a child process can read it. */
  ref: string;
  mime: string;
  name?: string;
  bytes?: number;
}
export type FileType = 'image' | 'audio' | 'video' | 'document' | 'sticker';
export type IncomingContent =
  | { kind: 'text'; text: string }
  | {
      kind: 'file';
      type: FileType;
      file: WireFile;
      caption?: string;
      isVoice?: true;
      isViewOnce?: true;
    }
  | { kind: 'place'; latitude: number; longitude: number; name?: string; address?: string }
  | { kind: 'cards'; cards: { name: string; numbers: string[] }[] }
  | { kind: 'choice'; id: string; title: string; description?: string }
  | { kind: 'form'; title: string; answers: { label: string; value: string }[] }
  | { kind: 'order'; text: string; items: { name: string; quantity: number; cents: number }[]; currency: string }
  | { kind: 'share'; title: string; text: string; url?: string; id?: string }
  /** An empty emoji removes the reaction. */
  | { kind: 'reaction'; to: string; emoji: string }
  | { kind: 'poll'; question: string; options: string[]; isMultiple: boolean }
  | { kind: 'event'; title: string; starts: number; ends?: number; location?: string; description?: string }
  | {
      kind: 'ad';
      text: string;
      title: string;
      body?: string;
      url?: string;
      id?: string;
      clickId?: string;
      ref?: string;
    }
  | { kind: 'call'; isVideo: boolean; outcome: 'missed' | 'refused' | 'ended' }
  | { kind: 'strange'; what: string };

/** Why a session is not connected. */
export const reasons = ['network', 'logged-out', 'replaced', 'banned', 'unanswered', 'outdated', 'broken'] as const;
export type Reason = (typeof reasons)[number];

/** Times are seconds since 1970. */
export type WireItem =
  | {
      item: 'message';
      id: string;
      chat: WirePeer;
      author?: WirePeer;
      fromMe: boolean;
      at: number;
      content: IncomingContent;
      quotes?: string;
      isForwarded?: true;
      /** From before the account was linked. */
      isHistory?: true;
    }
  | {
      item: 'receipt';
      id: string;
      chat: WirePeer;
      status: 'sent' | 'delivered' | 'read' | 'played' | 'failed';
      at: number;
      code?: string;
    }
  | { item: 'edit'; id: string; chat: WirePeer; author?: WirePeer; fromMe: boolean; text: string; at: number }
  | { item: 'removal'; id: string; chat: WirePeer; author?: WirePeer; fromMe: boolean; at: number }
  | { item: 'renumbered'; from: WirePeer; to: WirePeer; at: number }
  | { item: 'history'; percent: number }
  /** `until`: end of a restriction. */
  | { item: 'health'; what: 'restricted' | 'banned' | 'restored'; detail: string; at: number; until?: number }
  /** New conversations that WhatsApp allows in its present cycle. */
  | { item: 'new-chats'; total: number; used: number; at: number }
  | {
      item: 'session';
      state: 'opening' | 'code' | 'open' | 'closed';
      qr?: string;
      pairingCode?: string;
      phone?: string;
      reason?: Reason;
    };

/** One delivery. The mark is unique, so that its bytes differ from every other delivery and repeat only in a retry. */
export interface WireDelivery {
  mark: string;
  items: WireItem[];
}

// Requests of the server to a child ------------------------------------------------------------------------------------

export interface OutFile {
  /** Id of the offer; pulled chunk by chunk. */
  stream: number;
  mime: string;
  name: string;
}
export type OutgoingContent =
  | { kind: 'text'; text: string }
  | { kind: 'file'; type: FileType; file: OutFile; caption?: string; isVoice?: boolean; isViewOnce?: boolean }
  | { kind: 'place'; latitude: number; longitude: number; name?: string; address?: string }
  | { kind: 'cards'; cards: { name: string; numbers: string[] }[] }
  | { kind: 'reaction'; to: string; emoji: string }
  | { kind: 'poll'; question: string; options: string[]; isMultiple: boolean }
  | { kind: 'event'; title: string; starts: number; ends?: number; location?: string; description?: string };
export interface WireSend {
  /** The message id is derived from it, so a repeated send is the same message. */
  correlation: string;
  to: WirePeer;
  content: OutgoingContent;
  quotes?: string;
  isForwarded?: boolean;
}
/** Range of old messages to import. */
export interface HistoryRange {
  from: number;
  to: number;
  hasGroups: boolean;
}
/** Contact of the phone; the server stores it encrypted. */
export interface PhoneContact {
  phone: string;
  /** Name in the phone's address book. */
  saved?: string;
  /** Name that the contact chose. */
  called?: string;
  hasChat?: true;
}
/** State that the server stores for a session. A null value removes the entry. */
export interface StateEntry {
  kind: string;
  name: string;
  value: string | null;
}
