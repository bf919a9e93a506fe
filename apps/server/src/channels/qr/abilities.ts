import type { Abilities } from '../port.ts';

/**
 * Abilities of a linked device. Lists and quick replies need an official account: the bot writes them as text instead.
 * Buttons and Pix charges are sent as equivalent texts, because agents send them by hand.
 */
export const abilities: Abilities = {
  contents: ['text', 'media', 'location', 'contacts', 'button', 'pix', 'reaction', 'poll', 'event'],
  edit: true,
  remove: true,
  quote: true,
  forward: true,
  groups: true,
  typing: true,
  voice: 'ogg',
  replyWindowHours: null,
  // The message id is derived from the correlation before sending.
  idempotent: true,
  session: true,
  // WhatsApp publishes no limit. Accounts that write faster than a human are banned.
  rateLimit: { perSecond: 4, pairEveryMs: 1000 },
};
