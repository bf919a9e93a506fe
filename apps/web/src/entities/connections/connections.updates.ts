import type { Connection, ConnectionBrief } from '@balcao/contract/endpoints/connections';
import type { Payload } from '@balcao/contract/events/topics';
import type { z } from 'zod';

/** All fields for users who manage connections, a few for all others. */
export type VisibleConnection = Connection | z.infer<typeof ConnectionBrief>;
export type ConnectionUpdate = Payload<'whatsapp'> | Payload<'whatsappSession'>;

/** The list after an update; fields missing in the update keep their values. */
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

/** Only session updates contain the QR code; all others come without it and must not clear it. */
const qrCodeAfter = (previous: VisibleConnection, incoming: VisibleConnection): string =>
  incoming.status === 'qrcode' && isFull(previous) ? previous.qrcode : '';

export const isFull = (connection: VisibleConnection): connection is Connection => 'qrcode' in connection;

/** Every status except CONNECTED: a code to scan, a phone to wake up, a reconnect under way. */
export const needsAttention = ({ status }: Pick<VisibleConnection, 'status'>): boolean => status !== 'CONNECTED';
