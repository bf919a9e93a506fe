/** Through which connections somebody can be reached, and which of them is meant when nobody says. */
import type { Connection } from '@balcao/contract/endpoints/connections';
import type { VisibleConnection } from './connections.updates.ts';

export type ChannelFamily = 'whatsapp' | 'facebook' | 'instagram';

/** WhatsApp reaches WhatsApp by either way, the others only by themselves. */
export const familyOf = (channel: Connection['channel']): ChannelFamily =>
  channel === 'whatsappapi' ? 'whatsapp' : channel;

/** The contact's own connection, the person's, the only one, or the house's default. */
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
