import type { CountedConnections } from '@balcao/contract/endpoints/platform';

/** The connections of one company by whether they work. */
export type CountedCompany = CountedConnections;

/** Channels of the menu for a new connection. */
export const addedChannels = ['whatsapp', 'facebook', 'instagram'] as const;
export type AddedChannel = (typeof addedChannels)[number];
