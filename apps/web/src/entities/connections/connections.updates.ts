import type { Connection, ConnectionBrief } from '@balcao/contract/endpoints/connections';
import type { Payload } from '@balcao/contract/events/topics';
import type { z } from 'zod';

/** In full for those who manage connections, in brief for everyone else. */
export type VisibleConnection = Connection | z.infer<typeof ConnectionBrief>;
export type ConnectionUpdate = Payload<'whatsapp'> | Payload<'whatsappSession'>;

/** The list as it is after a piece of news; what the news leaves out stays as it was known. */
export function applyConnectionUpdate(
  connections: readonly VisibleConnection[],
  update: ConnectionUpdate,
): VisibleConnection[] {
  if (update.action === 'delete') return connections.filter((connection) => connection.id !== update.whatsappId);
  const incoming = 'session' in update ? update.session : update.whatsapp;
  if (!connections.some((connection) => connection.id === incoming.id)) return [...connections, incoming];
  return connections.map((connection) => {
    if (connection.id !== incoming.id) return connection;
    const changed = { ...connection, ...incoming };
    return 'session' in update || !isFull(changed)
      ? changed
      : { ...changed, qrcode: qrCodeAfter(connection, incoming) };
  });
}

/** Only the session tells the code; all other news comes without it and must not be taken for its end. */
const qrCodeAfter = (previous: VisibleConnection, incoming: VisibleConnection): string =>
  incoming.status === 'qrcode' && isFull(previous) ? previous.qrcode : '';

export const isFull = (connection: VisibleConnection): connection is Connection => 'qrcode' in connection;

/** Anything but CONNECTED wants a look: a code to read, a phone to wake up, a minute to wait. */
export const needsAttention = ({ status }: Pick<VisibleConnection, 'status'>): boolean => status !== 'CONNECTED';
