import type { Queue, QueueChange, QueueWithOptions } from '@balcao/contract/endpoints/queues';
import type { z } from 'zod';
import type { NewQueue, QueueRow } from '../../foundation/db/schema/queues.ts';
import { refuse } from '../../foundation/refusal.ts';
import type { OptionTree } from './options.ts';
import { showOptions } from './options.wire.ts';

// Our words on the inside, the wire's words on the outside.

export const showQueue = (row: QueueRow): Queue => ({
  id: row.id,
  name: row.name,
  color: row.color,
  greetingMessage: row.greetingMessage,
  outOfHoursMessage: row.outOfHoursMessage,
  orderQueue: row.position,
  ativarRoteador: row.rotates,
  tempoRoteador: row.rotationMinutes,
  integrationId: null,
  fileListId: row.fileListId,
  closeTicket: row.closesTicket,
  schedules: row.schedules,
  companyId: row.companyId,
});

type Given = z.output<typeof QueueChange>;

export const showQueueWithOptions = (queue: QueueRow & { options: OptionTree[] }): QueueWithOptions => ({
  ...showQueue(queue),
  chatbots: showOptions(queue.options),
});

/** Only what was given. Integrations do not exist yet, so no id of one can be right. */
export function readQueue<D extends Given>(given: D): Partial<NewQueue> & Pick<D, 'name' | 'color'> {
  const { orderQueue, ativarRoteador, tempoRoteador, closeTicket, integrationId, fileListId, ...rest } = given;
  const { chatbots: _, ...same } = rest;
  if (integrationId) refuse('ERR_VALIDATION', { field: 'integrationId', rule: 'unknown' });
  return {
    ...same,
    ...(orderQueue !== undefined && { position: orderQueue }),
    ...(ativarRoteador !== undefined && { rotates: ativarRoteador }),
    ...(tempoRoteador !== undefined && { rotationMinutes: tempoRoteador }),
    ...(closeTicket !== undefined && { closesTicket: closeTicket }),
    ...(fileListId !== undefined && { fileListId }),
  } as Partial<NewQueue> & Pick<D, 'name' | 'color'>;
}
