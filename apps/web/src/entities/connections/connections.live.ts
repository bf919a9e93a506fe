import type { Connection, ConnectionBrief } from '@balcao/contract/endpoints/connections';
import type { Told } from '@balcao/contract/events/topics';
import type { z } from 'zod';

/** In full for those who manage connections, in brief for everyone else. */
export type SeenConnection = Connection | z.infer<typeof ConnectionBrief>;
export type ConnectionNews = Told<'whatsapp'> | Told<'whatsappSession'>;

/** The list as it is after a piece of news; what the news leaves out stays as it was known. */
export function withNews(known: readonly SeenConnection[], told: ConnectionNews): SeenConnection[] {
  if (told.action === 'delete') return known.filter((connection) => connection.id !== told.whatsappId);
  const news = 'session' in told ? told.session : told.whatsapp;
  if (!known.some((connection) => connection.id === news.id)) return [...known, news];
  return known.map((connection) => {
    if (connection.id !== news.id) return connection;
    const changed = { ...connection, ...news };
    return 'session' in told || !isFull(changed) ? changed : { ...changed, qrcode: codeKept(connection, news) };
  });
}

/** Only the session tells the code; all other news comes without it and must not be taken for its end. */
const codeKept = (known: SeenConnection, news: SeenConnection): string =>
  news.status === 'qrcode' && isFull(known) ? known.qrcode : '';

export const isFull = (connection: SeenConnection): connection is Connection => 'qrcode' in connection;

/** Anything but CONNECTED wants a look: a code to read, a phone to wake up, a minute to wait. */
export const needsAttention = ({ status }: Pick<SeenConnection, 'status'>): boolean => status !== 'CONNECTED';
