/** What a child tells the house of an account: JSON in words of its own, read by the house as an outsider's. */

/** Somebody or some group, by every name that is known of it. Numbers and ids without their server. */
export interface WirePeer {
  phone?: string;
  lid?: string;
  group?: string;
  username?: string;
  name?: string;
}
export interface WireFile {
  /** What it can be fetched with; only a child of ours can read it. */
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
  | { kind: 'choice'; id: string; title: string }
  | { kind: 'form'; title: string; answers: { label: string; value: string }[] }
  | { kind: 'order'; text: string; items: { name: string; quantity: number; cents: number }[]; currency: string }
  | { kind: 'share'; title: string; text: string; url?: string }
  /** No emoji takes the reaction back. */
  | { kind: 'reaction'; to: string; emoji: string }
  | { kind: 'poll'; question: string; options: string[]; isMultiple: boolean }
  | { kind: 'event'; title: string; starts: number; ends?: number; location?: string; description?: string }
  | { kind: 'ad'; text: string; title: string; body?: string; url?: string }
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
  | { item: 'edit'; id: string; chat: WirePeer; text: string; at: number }
  | { item: 'removal'; id: string; chat: WirePeer; at: number }
  | { item: 'renumbered'; from: WirePeer; to: WirePeer; at: number }
  | { item: 'history'; percent: number }
  | { item: 'health'; what: 'restricted' | 'banned' | 'restored'; detail: string; at: number }
  | {
      item: 'session';
      state: 'opening' | 'code' | 'open' | 'closed';
      qr?: string;
      pairingCode?: string;
      phone?: string;
      reason?: Reason;
    };

/** One delivery. The mark is made once for it: bytes that differ from all before, and stay the same when laid again. */
export interface WireDelivery {
  mark: string;
  items: WireItem[];
}

// What the house asks of a child ---------------------------------------------------------------------------------------

export interface OutFile {
  /** Pulled piece by piece while it is needed. */
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
  /** The message is named after it, so that the same twice is one message. */
  correlation: string;
  to: WirePeer;
  content: OutgoingContent;
  quotes?: string;
  isForwarded?: boolean;
}
/** Which part of what was before is wanted. */
export interface HistoryRange {
  from: number;
  to: number;
  hasGroups: boolean;
}
/** Somebody whom the phone knows; kept sealed by the house. */
export interface PhoneContact {
  phone: string;
  /** As the phone's owner saved it. */
  saved?: string;
  /** As the person calls itself. */
  called?: string;
  hasChat?: true;
}
/** What the house keeps for a session. A null value takes the entry away. */
export interface StateEntry {
  kind: string;
  name: string;
  value: string | null;
}
