/** Who can carry the messages of a channel. Which of them there are is the server's to say. */
import type { Connection, providers } from '@balcao/contract/endpoints/connections';

export type Channel = Connection['channel'];
export type Provider = (typeof providers)[number];

/** A line of the menu: both kinds of WhatsApp are one. */
export type MenuChannel = Exclude<Channel, 'whatsappapi'>;
export const menuChannelOf = (channel: Channel): MenuChannel => (channel === 'whatsappapi' ? 'whatsapp' : channel);

/** The one to start with first. */
const channelsByProvider: Record<Provider, readonly Channel[]> = {
  sandbox: ['whatsapp', 'whatsappapi', 'facebook', 'instagram'],
  beta: ['whatsapp'],
  official: ['whatsappapi', 'facebook', 'instagram'],
};

/** Handed over by signing in at the channel, where others are typed in or read by a phone. */
export const isSignedIn = ({ provider, channel }: { provider: string; channel: Channel }): boolean =>
  provider === 'official' && (channel === 'facebook' || channel === 'instagram');
/** Linked by keys that are typed in. */
export const isKeyed = ({ provider, channel }: { provider: string; channel: Channel }): boolean =>
  provider === 'official' && channel === 'whatsappapi';
/** Old messages come from a phone: one that was paired, or that shares its number with the API. */
export const canImport = ({ provider, channel }: { provider: string; channel: Channel }): boolean =>
  channel === 'whatsapp' || isKeyed({ provider, channel });

/** The channels of a menu line that this provider carries. */
export const channelsOf = (provider: Provider, menuChannel: MenuChannel): Channel[] =>
  channelsByProvider[provider].filter((channel) => menuChannelOf(channel) === menuChannel);

/** Those of the offered ones that a connection of this line can be made with. */
export const providersFor = (available: readonly Provider[], menuChannel: MenuChannel): Provider[] =>
  (Object.keys(channelsByProvider) as Provider[]).filter(
    (provider) => available.includes(provider) && channelsOf(provider, menuChannel).length > 0,
  );
