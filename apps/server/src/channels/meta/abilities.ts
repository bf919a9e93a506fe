import type { Abilities, ChannelKind } from '../port.ts';

/**
 * What Meta's channels can do. What they cannot show is said in another way by their writers, and stated there: more
 * than three buttons become a list, more than ten a text; a code to copy and a number to call become a text.
 */
export const abilities: Record<Exclude<ChannelKind, 'whatsapp'>, Abilities> = {
  whatsappapi: {
    contents: ['text', 'media', 'location', 'contacts', 'list', 'button', 'buttons', 'pix', 'template', 'reaction'],
    edit: false,
    remove: false,
    quote: true,
    forward: false,
    groups: false,
    typing: true,
    voice: 'ogg',
    replyWindowHours: 24,
    // Asked twice, it sends twice: what has no answer is settled by the status that carries our correlation.
    idempotent: false,
    session: false,
    // Meta's own figures: 80 a second for a number, and about one in six seconds to the same person.
    rateLimit: { perSecond: 80, pairEveryMs: 6000 },
  },
  facebook: {
    contents: ['text', 'media', 'location', 'contacts', 'list', 'button', 'buttons', 'pix', 'reaction'],
    edit: false,
    remove: false,
    quote: true,
    forward: false,
    groups: false,
    typing: true,
    voice: 'm4a',
    replyWindowHours: 24,
    idempotent: false,
    session: false,
  },
  instagram: {
    contents: ['text', 'media', 'location', 'contacts', 'list', 'button', 'buttons', 'pix', 'reaction'],
    edit: false,
    remove: false,
    quote: true,
    forward: false,
    groups: false,
    typing: true,
    voice: 'm4a',
    replyWindowHours: 24,
    idempotent: false,
    session: false,
  },
};
