/** How the network knows a person. WhatsApp: wa_id, and from 2026 a business-scoped id (`userId`) and a user name. */
export interface CustomerProfile {
  id: string;
  name?: string;
  username?: string;
  /** WhatsApp's business-scoped id, like «BR.1A2B3C». */
  userId?: string;
  /** WhatsApp: only the business-scoped id is told, never the number. */
  hidesNumber?: boolean;
}

export interface MediaInput {
  mime?: string;
  /** A small file of that type is made up when none is given. */
  base64?: string;
  fileName?: string;
}
interface MessageOptions {
  /** The message it answers. */
  quotes?: string;
  forwarded?: 'once' | 'often';
  /** Made up when none is given; the same id twice is the same message twice. */
  id?: string;
  /** Seconds since 1970 on WhatsApp, milliseconds on pages are made from it. */
  at?: string;
}
export interface Ad {
  id?: string;
  headline: string;
  body?: string;
  url: string;
  imageUrl?: string;
}

/** Everything a customer can do, on the channels that have it. */
export type CustomerAction = MessageOptions &
  (
    | { kind: 'text'; text: string; ad?: Ad }
    | ({
        kind: 'media';
        type: 'image' | 'audio' | 'video' | 'document' | 'sticker';
        caption?: string;
        isVoice?: boolean;
      } & MediaInput)
    | { kind: 'location'; latitude: number; longitude: number; name?: string; address?: string }
    | { kind: 'contacts'; contacts: { name: string; phones: string[] }[] }
    /** Without an emoji the reaction is taken back. */
    | { kind: 'reaction'; to: string; emoji?: string }
    /** A button of an interactive message; `ofTemplate` is a template's quick reply, `payload` what we had put into it. */
    | { kind: 'button'; title: string; payload: string; ofTemplate?: boolean }
    | { kind: 'row'; title: string; payload: string; description?: string }
    | { kind: 'flow'; answers: Record<string, unknown>; body?: string }
    | {
        kind: 'order';
        catalogId: string;
        text?: string;
        items: { id: string; quantity: number; price: number; currency: string }[];
      }
    | { kind: 'new-number'; newId: string; newUserId?: string }
    | { kind: 'unsupported'; what?: string; code?: number }
    | { kind: 'edit'; of: string; text: string }
    | { kind: 'revoke'; of: string }
    /** Pages. */
    | { kind: 'postback'; title: string; payload: string; ad?: Ad }
    | { kind: 'story-reply'; text: string; storyId: string; url: string }
    | { kind: 'story-mention'; url: string }
    | { kind: 'share'; url: string; title?: string; type?: 'share' | 'ig_post' | 'ig_reel' | 'reel' | 'fallback' }
    /** The account itself wrote to this person: on its phone (WhatsApp coexistence) or with another program (pages). */
    | { kind: 'echo'; text: string; type?: 'text' | 'image'; appId?: string }
    | { kind: 'echo-edit'; of: string; text: string }
    | { kind: 'echo-revoke'; of: string }
    /** Pages: everything up to `upTo` (now, unless told). Instagram names the message instead. */
    | { kind: 'read'; upTo?: string; of?: string }
    | { kind: 'delivered'; upTo?: string; ids?: string[] }
    /** A link «m.me» or an ad opened an existing thread. */
    | { kind: 'referral'; ref: string; ad?: Ad }
    | { kind: 'call'; outcome: 'missed' | 'ended' }
  );
