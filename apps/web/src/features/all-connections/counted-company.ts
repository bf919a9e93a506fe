/** The connections of one company by whether they work. */
export interface CountedCompany {
  id: number;
  name: string;
  connected: number;
  disconnected: number;
  total: number;
}

/** Channels of the menu for a new connection. */
export const addedChannels = ['whatsapp', 'facebook', 'instagram'] as const;
export type AddedChannel = (typeof addedChannels)[number];
