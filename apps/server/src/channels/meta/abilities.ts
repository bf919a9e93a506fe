import type { Abilities, ChannelKind } from '../port.ts';

/** With the tag HUMAN_AGENT, which Meta allows an app after review. */
const HUMAN_AGENT_HOURS = 7 * 24;

/** Facebook pages and Instagram accounts. */
const page: Abilities = {
  contents: ['text', 'media', 'location', 'contacts', 'list', 'button', 'buttons', 'pix', 'reaction'],
  edit: false,
  remove: false,
  quote: true,
  forward: false,
  groups: false,
  typing: true,
  voice: 'm4a',
  replyWindowHours: 24,
  // A repeated request sends twice. A status with our correlation settles an unknown outcome.
  idempotent: false,
  session: false,
};

/**
 * Abilities of Meta's channels. The serializers replace what a channel cannot show: more than three buttons become a
 * list, more than ten a text; a code to copy and a number to call become a text.
 */
export const abilities: Record<Exclude<ChannelKind, 'whatsapp'>, Abilities> = {
  whatsappapi: {
    ...page,
    contents: ['text', 'media', 'location', 'contacts', 'list', 'button', 'buttons', 'pix', 'template', 'reaction'],
    voice: 'ogg',
    // Meta's documented limits: 80 per second per number, about one per six seconds to the same contact.
    rateLimit: { perSecond: 80, pairEveryMs: 6000 },
  },
  facebook: { ...page, agentWindowHours: HUMAN_AGENT_HOURS },
  instagram: { ...page, agentWindowHours: HUMAN_AGENT_HOURS },
};
