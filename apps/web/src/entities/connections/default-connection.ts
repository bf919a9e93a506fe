/** The connections that can reach a contact, and the default one. */
import type { Connection } from '@balcao/contract/endpoints/connections';
import type { VisibleConnection } from './connections.updates.ts';

export type ChannelFamily = 'whatsapp' | 'facebook' | 'instagram';

/** Both kinds of WhatsApp connections reach WhatsApp contacts; the other channels only their own. */
export const familyOf = (channel: Connection['channel']): ChannelFamily =>
  channel === 'whatsappapi' ? 'whatsapp' : channel;

/** The contact's connection, the user's, the only one, or the company's default. */
export function defaultConnection(
  connections: readonly VisibleConnection[],
  contactConnectionId: number | null,
  userConnectionId: number | null,
): number | null {
  const has = (id: number | null) => (connections.some((connection) => connection.id === id) ? id : null);
  const only = connections.length === 1 ? connections[0]!.id : null;
  return (
    has(contactConnectionId) ??
    has(userConnectionId) ??
    only ??
    connections.find(({ isDefault }) => isDefault)?.id ??
    null
  );
}
