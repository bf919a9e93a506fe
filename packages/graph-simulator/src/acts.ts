/** How the network knows a person. WhatsApp: wa_id, and from 2026 a business-scoped id (`userId`) and a user name. */
export interface Person {
  id: string;
  name?: string;
  username?: string;
  /** WhatsApp's business-scoped id, like «BR.1A2B3C». */
  userId?: string;
  /** WhatsApp: only the business-scoped id is told, never the number. */
  hidesNumber?: boolean;
}

export interface MediaGiven {
  mime?: string;
  /** A small file of that type is made up when none is given. */
  base64?: string;
  fileName?: string;
}
interface Around {
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
export type Act = Around &
  (
    | { does: 'text'; text: string; ad?: Ad }
    | ({
        does: 'media';
        type: 'image' | 'audio' | 'video' | 'document' | 'sticker';
        caption?: string;
        isVoice?: boolean;
      } & MediaGiven)
    | { does: 'location'; latitude: number; longitude: number; name?: string; address?: string }
    | { does: 'contacts'; contacts: { name: string; phones: string[] }[] }
    /** Without an emoji the reaction is taken back. */
    | { does: 'reaction'; to: string; emoji?: string }
    /** A button of an interactive message; `ofTemplate` is a template's quick reply, `payload` what we had put into it. */
    | { does: 'button'; title: string; payload: string; ofTemplate?: boolean }
    | { does: 'row'; title: string; payload: string; description?: string }
    | { does: 'flow'; answers: Record<string, unknown>; body?: string }
    | {
        does: 'order';
        catalogId: string;
        text?: string;
        items: { id: string; quantity: number; price: number; currency: string }[];
      }
    | { does: 'new-number'; newId: string; newUserId?: string }
    | { does: 'unsupported'; what?: string; code?: number }
    | { does: 'edit'; of: string; text: string }
    | { does: 'revoke'; of: string }
    /** Pages. */
    | { does: 'postback'; title: string; payload: string; ad?: Ad }
    | { does: 'story-reply'; text: string; storyId: string; url: string }
    | { does: 'story-mention'; url: string }
    | { does: 'share'; url: string; title?: string; type?: 'share' | 'ig_post' | 'ig_reel' | 'reel' | 'fallback' }
    /** The account itself wrote to this person: on its phone (WhatsApp coexistence) or with another program (pages). */
    | { does: 'echo'; text: string; type?: 'text' | 'image'; appId?: string }
    | { does: 'echo-edit'; of: string; text: string }
    | { does: 'echo-revoke'; of: string }
    /** Pages: everything up to `upTo` (now, unless told). Instagram names the message instead. */
    | { does: 'read'; upTo?: string; of?: string }
    | { does: 'delivered'; upTo?: string; ids?: string[] }
    /** A link «m.me» or an ad opened an existing thread. */
    | { does: 'referral'; ref: string; ad?: Ad }
    | { does: 'call'; outcome: 'missed' | 'ended' }
  );
