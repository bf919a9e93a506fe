import { providers } from '@balcao/contract/endpoints/connections';
import { Refused, type Account, type Channel, type ChannelKind, type ContentKind } from '../../channels/port.ts';
import type { ConnectionRow } from '../../infrastructure/db/schema/connections.ts';
import { refuse } from '../../infrastructure/app-error.ts';
import { CannotOpen } from '../../infrastructure/secrets/secrets.ts';
import type { ConnectionDeps } from './connection-deps.ts';
import { businessAccountOf } from './linked-accounts.ts';

/** Maps a connection to its channel adapter, its account there and the abilities of that channel. */
export function createConnectionAccounts({ channels, unseal }: Pick<ConnectionDeps, 'channels' | 'unseal'>) {
  function openKeys(connection: ConnectionRow): Record<string, string> | undefined {
    if (connection.secrets === null) return {};
    try {
      return JSON.parse(unseal(connection.secrets, connection.companyId)) as Record<string, string>;
    } catch (error) {
      if (error instanceof CannotOpen) return undefined;
      throw error;
    }
  }
  const accountWith = (connection: ConnectionRow, secrets: Record<string, string>): Account => ({
    companyId: connection.companyId,
    connectionId: connection.id,
    kind: connection.channel,
    number: connection.number,
    secrets,
  });

  return {
    channelOf: (connection: Pick<ConnectionRow, 'provider'>): Channel =>
      channels(connection.provider) ?? refuse('ERR_PROVIDER_UNAVAILABLE'),
    /** Refuses a connection whose keys can no longer be opened. */
    accountOf: (connection: ConnectionRow): Account =>
      accountWith(connection, openKeys(connection) ?? refuse('ERR_CONNECTION_KEYS')),
    /** The account without keys if they can no longer be opened, for linking it again and for removing it. */
    accountOrEmpty: (connection: ConnectionRow): Account => accountWith(connection, openKeys(connection) ?? {}),
    isReadable: (connection: ConnectionRow): boolean => openKeys(connection) !== undefined,
    /** The adapter of the provider, if it is available and supports the channel. */
    findAdapter(provider: string, channel: ChannelKind): Channel | undefined {
      const adapter = channels(provider);
      return adapter && supports(adapter, channel) ? adapter : undefined;
    },
    /** Length of the reply window after the customer's last message; null without a limit. */
    windowHours: (provider: string, kind: ChannelKind): number | null =>
      channels(provider)?.abilities(kind).replyWindowHours ?? null,
    /** Length of the window for answers of agents, which some channels allow longer. */
    agentWindowHours(provider: string, kind: ChannelKind): number | null {
      const abilities = channels(provider)?.abilities(kind);
      return abilities?.agentWindowHours ?? abilities?.replyWindowHours ?? null;
    },
    /** Numbers with the same pool share one messaging limit: those of a portfolio, else of a business account. */
    poolOf(connection: ConnectionRow): string {
      if (connection.portfolioId !== '') return `portfolio:${connection.portfolioId}`;
      const wabaId = businessAccountOf(connection.channel, openKeys(connection) ?? {});
      return wabaId === '' ? `connection:${connection.id}` : `account:${wabaId}`;
    },
    /** Rate limit of the connection's channel; undefined if the channel states none. */
    rateLimitOf: ({ provider, channel }: ConnectionRow) => channels(provider)?.abilities(channel).rateLimit,
    /** Whether the channel can show this kind of content. */
    canSend: ({ provider, channel }: ConnectionRow, kind: ContentKind): boolean =>
      channels(provider)?.abilities(channel).contents.includes(kind) ?? false,
    /** Whether the channel can show the customer that an answer is being written. */
    showsTyping: ({ provider, channel }: ConnectionRow): boolean =>
      channels(provider)?.abilities(channel).typing ?? false,
    /** Providers available on this server. */
    providers: () => providers.filter((provider) => channels(provider) !== undefined),
  };
}
export type ConnectionAccounts = ReturnType<typeof createConnectionAccounts>;

/** An adapter throws `Refused` for a channel that it does not support. */
function supports(adapter: Channel, channel: ChannelKind): boolean {
  try {
    return adapter.abilities(channel) !== undefined;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}
