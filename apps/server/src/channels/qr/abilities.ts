import type { Abilities } from '../port.ts';

/**
 * What a linked device can do. Lists and answers to tap are for official accounts: the bot writes them out instead.
 * Buttons and charges become texts that say the same, because people send those themselves.
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
  // Messages are named by us before they leave.
  idempotent: true,
  session: true,
  // Nobody has told us a limit; quicker than this no person writes, and accounts that do are closed.
  rateLimit: { perSecond: 4, pairEveryMs: 1000 },
};
