import type { ConnectionChange } from '@balcao/contract/endpoints/connections';
import type { z } from 'zod';
import type { ConnectionRow, NewConnection } from '../../foundation/db/schema/connections.ts';
import { Refusal, refuse } from '../../foundation/refusal.ts';
import type { FieldFault } from '@balcao/contract';
import type { FullConnection } from './connections.store.ts';

const DAY_MS = 24 * 3_600_000;
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
    importFrom: given.importOldMessages,
    importTo: given.importRecentMessages,
    importGroups: given.importOldMessagesGroups,
    closesImported: given.closedTicketsPostImported,
    importQueueId: given.queueIdImportMessages,
  };
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

/** A vacation that began longer ago than this is a slip of the finger; one that was kept may grow old. */
const VACATION_DAYS_BACK = 10;
interface Circumstances {
  asksRating: boolean;
  /** What was said just now, and what stood there before. */
  given: Given;
  before?: ConnectionRow | undefined;
  now: Date;
}

/** What must hold together, after a change as much as at the start. */
export function checkRules(connection: FullConnection, { asksRating, given, before, now }: Circumstances): void {
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
  // Where on earth it is already tomorrow is no reason to refuse a day.
  const earliest = new Date(+now - (VACATION_DAYS_BACK + 1) * DAY_MS).toISOString().slice(0, 10);
  const tooEarly = (day: string | null, kept: string | null | undefined) =>
    day !== null && day !== kept && day < earliest;
  if (tooEarly(connection.vacationStart, before?.vacationStart))
    faults.push({ field: 'collectiveVacationStart', rule: 'tooSmall' });
  if (tooEarly(connection.vacationEnd, before?.vacationEnd))
    faults.push({ field: 'collectiveVacationEnd', rule: 'tooSmall' });
  if (asksRating && given.ratingMessage?.trim() === '') faults.push({ field: 'ratingMessage', rule: 'required' });
  if (asksRating && connection.ratingMessage !== '' && connection.ratingExpiresMinutes === 0) {
    faults.push({ field: 'expiresTicketNPS', rule: 'required' });
  }
  if (faults.length > 0) throw new Refusal('ERR_VALIDATION', { fields: faults });
}

const YEARS_BACK = 2;
const fieldsOfImport = [
  'importOldMessages',
  'importRecentMessages',
  'importOldMessagesGroups',
  'closedTicketsPostImported',
  'queueIdImportMessages',
] as const;
/** Was anything said about old messages? Saved as it stands, a form that shows them says it too. */
export const wantsImport = (given: Partial<Given>): boolean =>
  fieldsOfImport.some((field) => given[field] !== undefined);

/** Are other old messages wanted than before? */
export const isOtherImport = (before: ConnectionRow, after: ConnectionRow): boolean =>
  after.importFrom !== null &&
  (+after.importFrom !== +(before.importFrom ?? 0) || +after.importTo! !== +(before.importTo ?? 0));

/** Both moments or none: the older within two years and past, the newer not before it; and where they are laid. */
export function checkImport({ importFrom, importTo, importQueueId }: FullConnection, now: Date): void {
  if (importFrom === null && importTo === null) return;
  const faults: FieldFault[] = [];
  if (importFrom === null) faults.push({ field: 'importOldMessages', rule: 'required' });
  if (importTo === null) faults.push({ field: 'importRecentMessages', rule: 'required' });
  if (importFrom !== null) {
    const oldest = new Date(now);
    oldest.setUTCFullYear(oldest.getUTCFullYear() - YEARS_BACK);
    // A day is given by its beginning, wherever that is.
    oldest.setUTCDate(oldest.getUTCDate() - 1);
    if (importFrom < oldest || importFrom > now) faults.push({ field: 'importOldMessages', rule: 'invalid' });
  }
  if (importTo !== null) {
    const tomorrow = new Date(+now + DAY_MS);
    if ((importFrom !== null && importTo < importFrom) || importTo > tomorrow)
      faults.push({ field: 'importRecentMessages', rule: 'invalid' });
  }
  if (importQueueId === null) faults.push({ field: 'queueIdImportMessages', rule: 'required' });
  if (faults.length > 0) throw new Refusal('ERR_VALIDATION', { fields: faults });
}
