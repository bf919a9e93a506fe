import type { ConnectionChange } from '@balcao/contract/endpoints/connections';
import type { z } from 'zod';
import type { NewConnection } from '../../foundation/db/schema/connections.ts';
import { Refusal, refuse } from '../../foundation/refusal.ts';
import type { FieldFault } from '@balcao/contract';
import type { FullConnection } from './connections.store.ts';

type Given = Omit<z.output<typeof ConnectionChange>, 'queueIds'>;

/** Ids of rooms that are not built yet: none of them can be right. */
const later = ['integrationId', 'promptId', 'flowIdWelcome', 'flowIdNotPhrase'] as const;

/** Only what was given, in our words. */
export function readConnection(given: Given): Partial<NewConnection> {
  for (const field of later) if (given[field]) refuse('ERR_VALIDATION', { field, rule: 'unknown' });
  const change: Partial<NewConnection> = {
    name: given.name,
    isDefault: given.isDefault,
    greetingMessage: given.greetingMessage,
    farewellMessage: given.complationMessage,
    outOfHoursMessage: given.outOfHoursMessage,
    ratingMessage: given.ratingMessage,
    inactiveMessage: given.inactiveMessage,
    expiresInactiveMessage: given.expiresInactiveMessage,
    vacationMessage: given.collectiveVacationMessage,
    vacationStart: given.collectiveVacationStart,
    vacationEnd: given.collectiveVacationEnd,
    allowGroup: given.allowGroup,
    groupAsTicket: given.groupAsTicket === undefined ? undefined : given.groupAsTicket === 'enabled',
    maxBotTurns: given.maxUseBotQueues,
    botPauseMinutes: given.timeUseBotQueues,
    redirectMinutes: given.timeSendQueue,
    redirectQueueId: given.sendIdQueue,
    expiresMinutes: given.expiresTicket,
    expiresWhen: given.whenExpiresTicket,
    inactiveMinutes: given.timeInactiveMessage,
    ratingExpiresMinutes: given.expiresTicketNPS,
    maxRatingTurns: given.maxUseBotQueuesNPS,
    reopenMinutes: given.timeCreateNewTicket,
    schedules: given.schedules,
  };
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

/** What must hold together, after a change as much as at the start. */
export function checkRules(connection: FullConnection, { asksRating }: { asksRating: boolean }): void {
  if (connection.queues.length > 1 && connection.greetingMessage.trim() === '') {
    refuse('ERR_WAPP_GREETING_REQUIRED', { field: 'greetingMessage', rule: 'required' });
  }
  const faults: FieldFault[] = [];
  if (connection.redirectMinutes > 0 !== (connection.redirectQueueId !== null)) {
    faults.push({ field: connection.redirectQueueId === null ? 'sendIdQueue' : 'timeSendQueue', rule: 'required' });
  }
  if (connection.vacationMessage !== '') {
    if (!connection.vacationStart) faults.push({ field: 'collectiveVacationStart', rule: 'required' });
    if (!connection.vacationEnd) faults.push({ field: 'collectiveVacationEnd', rule: 'required' });
  }
  if (connection.vacationStart && connection.vacationEnd && connection.vacationEnd < connection.vacationStart) {
    faults.push({ field: 'collectiveVacationEnd', rule: 'invalid' });
  }
  if (asksRating && connection.ratingMessage !== '' && connection.ratingExpiresMinutes === 0) {
    faults.push({ field: 'expiresTicketNPS', rule: 'required' });
  }
  if (faults.length > 0) throw new Refusal('ERR_VALIDATION', { fields: faults });
}
