import type { Abilities, ChannelKind } from '../port.ts';

/** Shared by the accounts of Meta's APIs. */
const official: Omit<Abilities, 'contents'> = {
  edit: false,
  remove: false,
  quote: true,
  forward: false,
  groups: false,
  typing: false,
  voice: 'ogg',
  replyWindowHours: 24,
  idempotent: true,
  session: false,
};
const page = { ...official, remove: true, voice: 'm4a' } as const;

/** The simulated channels have the abilities of the real ones, so that training carries over. */
export const abilities: Record<ChannelKind, Abilities> = {
  whatsapp: {
    contents: ['text', 'media', 'location', 'contacts', 'list', 'button', 'pix', 'reaction', 'poll', 'event'],
    edit: true,
    remove: true,
    quote: true,
    forward: true,
    groups: true,
    typing: false,
    voice: 'ogg',
    replyWindowHours: null,
    idempotent: true,
    session: true,
  },
  whatsappapi: {
    ...official,
    contents: ['text', 'media', 'location', 'contacts', 'list', 'buttons', 'button', 'pix', 'template', 'reaction'],
  },
  facebook: { ...page, contents: ['text', 'media', 'buttons', 'button', 'reaction'] },
  instagram: { ...page, contents: ['text', 'media', 'buttons', 'reaction'] },
};
