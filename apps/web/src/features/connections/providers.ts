/** Providers of each channel. The server decides which of them are available. */
import type { Connection, providers } from '@balcao/contract/endpoints/connections';

export type Channel = Connection['channel'];
export type Provider = (typeof providers)[number];

/** An entry of the menu: both kinds of WhatsApp share one. */
export type MenuChannel = Exclude<Channel, 'whatsappapi'>;
export const menuChannelOf = (channel: Channel): MenuChannel => (channel === 'whatsappapi' ? 'whatsapp' : channel);

/** In order of preference: the first available provider is preselected. */
const channelsByProvider: Record<Provider, readonly Channel[]> = {
  sandbox: ['whatsapp', 'whatsappapi', 'facebook', 'instagram'],
  beta: ['whatsapp'],
  official: ['whatsappapi', 'facebook', 'instagram'],
};

/** Linked by signing in at Meta instead of typing keys or scanning a code. */
export const isSignedIn = ({ provider, channel }: { provider: string; channel: Channel }): boolean =>
  provider === 'official' && (channel === 'facebook' || channel === 'instagram');
/** Linked by typed keys. */
export const isKeyed = ({ provider, channel }: { provider: string; channel: Channel }): boolean =>
  provider === 'official' && channel === 'whatsappapi';
/** Old messages come from a phone: a paired one, or one that shares its number with the API. */
export const canImport = ({ provider, channel }: { provider: string; channel: Channel }): boolean =>
  channel === 'whatsapp' || isKeyed({ provider, channel });

/** The channels of a menu entry that this provider supports. */
export const channelsOf = (provider: Provider, menuChannel: MenuChannel): Channel[] =>
  channelsByProvider[provider].filter((channel) => menuChannelOf(channel) === menuChannel);

/** The available providers that can create a connection of this menu entry. */
export const providersFor = (available: readonly Provider[], menuChannel: MenuChannel): Provider[] =>
  (Object.keys(channelsByProvider) as Provider[]).filter(
    (provider) => available.includes(provider) && channelsOf(provider, menuChannel).length > 0,
  );
