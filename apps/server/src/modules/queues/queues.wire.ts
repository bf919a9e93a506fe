import type { Queue, QueueChange, QueueWithOptions } from '@balcao/contract/endpoints/queues';
import type { z } from 'zod';
import type { NewQueue, QueueRow } from '../../infrastructure/db/schema/queues.ts';
import type { OptionTree } from './options.ts';
import { presentOptions } from './options.wire.ts';

export const presentQueue = (row: QueueRow): Queue => ({
  id: row.id,
  name: row.name,
  color: row.color,
  greetingMessage: row.greetingMessage,
  outOfHoursMessage: row.outOfHoursMessage,
  orderQueue: row.position,
  ativarRoteador: row.rotates,
  tempoRoteador: row.rotationMinutes,
  integrationId: row.integrationId,
  fileListId: row.fileListId,
  flowId: row.flowId,
  closeTicket: row.closesTicket,
  targetMinutes: row.targetMinutes,
  schedules: row.schedules,
  companyId: row.companyId,
});

type QueueFields = z.output<typeof QueueChange>;

export const presentQueueWithOptions = (queue: QueueRow & { options: OptionTree[] }): QueueWithOptions => ({
  ...presentQueue(queue),
  chatbots: presentOptions(queue.options),
});

/** Only the given fields. */
export function parseQueue<D extends QueueFields>(fields: D): Partial<NewQueue> & Pick<D, 'name' | 'color'> {
  const { orderQueue, ativarRoteador, tempoRoteador, closeTicket, fileListId, ...rest } = fields;
  const { chatbots: _, ...same } = rest;
  return {
    ...same,
    ...(orderQueue !== undefined && { position: orderQueue }),
    ...(ativarRoteador !== undefined && { rotates: ativarRoteador }),
    ...(tempoRoteador !== undefined && { rotationMinutes: tempoRoteador }),
    ...(closeTicket !== undefined && { closesTicket: closeTicket }),
    ...(fileListId !== undefined && { fileListId }),
  } as Partial<NewQueue> & Pick<D, 'name' | 'color'>;
}
