import { z } from 'zod';
import { post } from '../kernel/endpoint.ts';
import { id, idParams, timestamp } from '../kernel/schemas.ts';

/** Progress of a history import; both are -1 while the messages are being collected. */
export const ImportCounts = z.object({ this: z.number(), all: z.number(), date: timestamp });
/** `importMessages`: progress, or the end, after which clients refetch the connection. */
export const ImportProgress = z.union([
  z.object({ action: z.literal('update'), whatsappId: id, status: ImportCounts }),
  z.object({ action: z.literal('refresh'), whatsappId: id }),
]);

export const history = {
  /** Closes every pending ticket that was imported through this connection. Continues after the response. */
  close: post('/closedimported/:id', { params: idParams, reply: z.string(), access: 'connection.manage' }),
};
