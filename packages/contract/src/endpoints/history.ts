import { z } from 'zod';
import { post } from '../kernel/endpoint.ts';
import { id, idParams, timestamp } from '../kernel/schemas.ts';

/** How far an import of old messages is: both are -1 while what there is is still being gathered. */
export const ImportCounts = z.object({ this: z.number(), all: z.number(), date: timestamp });
/** `importMessages`: progress, or that it is over and the connection is to be looked at again. */
export const ImportProgress = z.union([
  z.object({ action: z.literal('update'), whatsappId: id, status: ImportCounts }),
  z.object({ action: z.literal('refresh'), whatsappId: id }),
]);

export const history = {
  /** Closes every waiting conversation that was imported through this connection; it goes on after the answer. */
  close: post('/closedimported/:id', { params: idParams, reply: z.string(), access: 'connection.manage' }),
};
