import type { ConnectionChange } from '@balcao/contract/endpoints/connections';
import { DAY_MS } from '@balcao/domain/kit/durations';
import type { z } from 'zod';
import type { ConnectionRow, NewConnection } from '../../infrastructure/db/schema/connections.ts';
import { AppError, refuse } from '../../infrastructure/app-error.ts';
import type { FieldError } from '@balcao/contract';
import type { FullConnection } from './connections.store.ts';

type ConnectionFields = Omit<z.output<typeof ConnectionChange>, 'queueIds'>;

/** Maps the given API fields to columns. */
export function parseConnection(fields: ConnectionFields): Partial<NewConnection> {
  const change: Partial<NewConnection> = {
    name: fields.name,
    isDefault: fields.isDefault,
    greetingMessage: fields.greetingMessage,
    farewellMessage: fields.complationMessage,
    outOfHoursMessage: fields.outOfHoursMessage,
    ratingMessage: fields.ratingMessage,
    inactiveMessage: fields.inactiveMessage,
    expiresInactiveMessage: fields.expiresInactiveMessage,
    vacationMessage: fields.collectiveVacationMessage,
    vacationStart: fields.collectiveVacationStart,
    vacationEnd: fields.collectiveVacationEnd,
    allowGroup: fields.allowGroup,
    groupAsTicket: fields.groupAsTicket === undefined ? undefined : fields.groupAsTicket === 'enabled',
    maxBotTurns: fields.maxUseBotQueues,
    botPauseMinutes: fields.timeUseBotQueues,
    redirectMinutes: fields.timeSendQueue,
    redirectQueueId: fields.sendIdQueue,
    expiresMinutes: fields.expiresTicket,
    expiresWhen: fields.whenExpiresTicket,
    inactiveMinutes: fields.timeInactiveMessage,
    ratingExpiresMinutes: fields.expiresTicketNPS,
    maxRatingTurns: fields.maxUseBotQueuesNPS,
    reopenMinutes: fields.timeCreateNewTicket,
    schedules: fields.schedules,
    importFrom: fields.importOldMessages,
    importTo: fields.importRecentMessages,
    importGroups: fields.importOldMessagesGroups,
    closesImported: fields.closedTicketsPostImported,
    importQueueId: fields.queueIdImportMessages,
    welcomeFlowId: fields.flowIdWelcome,
    otherFlowId: fields.flowIdNotPhrase,
    promptId: fields.promptId,
    integrationId: fields.integrationId,
  };
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

/** A new vacation that began earlier than this is a typing error. An unchanged one may be older. */
const MAX_VACATION_AGE_DAYS = 10;
interface RuleContext {
  isRatingEnabled: boolean;
  /** Fields of this request. */
  fields: ConnectionFields;
  /** The connection before the request. */
  before?: ConnectionRow | undefined;
  now: Date;
}

/** Checks rules that involve several fields, for new and changed connections. */
export function checkRules(connection: FullConnection, { isRatingEnabled, fields, before, now }: RuleContext): void {
  if (connection.queues.length > 1 && connection.greetingMessage.trim() === '') {
    refuse('ERR_WAPP_GREETING_REQUIRED', { field: 'greetingMessage', rule: 'required' });
  }
  const fieldErrors: FieldError[] = [];
  if (connection.redirectMinutes > 0 !== (connection.redirectQueueId !== null)) {
    fieldErrors.push({
      field: connection.redirectQueueId === null ? 'sendIdQueue' : 'timeSendQueue',
      rule: 'required',
    });
  }
  if (connection.vacationMessage !== '') {
    if (!connection.vacationStart) fieldErrors.push({ field: 'collectiveVacationStart', rule: 'required' });
    if (!connection.vacationEnd) fieldErrors.push({ field: 'collectiveVacationEnd', rule: 'required' });
  }
  if (connection.vacationStart && connection.vacationEnd && connection.vacationEnd < connection.vacationStart) {
    fieldErrors.push({ field: 'collectiveVacationEnd', rule: 'invalid' });
  }
  // One day of tolerance for time zones.
  const earliest = new Date(+now - (MAX_VACATION_AGE_DAYS + 1) * DAY_MS).toISOString().slice(0, 10);
  const tooEarly = (day: string | null, previous: string | null | undefined) =>
    day !== null && day !== previous && day < earliest;
  if (tooEarly(connection.vacationStart, before?.vacationStart))
    fieldErrors.push({ field: 'collectiveVacationStart', rule: 'tooSmall' });
  if (tooEarly(connection.vacationEnd, before?.vacationEnd))
    fieldErrors.push({ field: 'collectiveVacationEnd', rule: 'tooSmall' });
  if (isRatingEnabled && fields.ratingMessage?.trim() === '')
    fieldErrors.push({ field: 'ratingMessage', rule: 'required' });
  if (isRatingEnabled && connection.ratingMessage !== '' && connection.ratingExpiresMinutes === 0) {
    fieldErrors.push({ field: 'expiresTicketNPS', rule: 'required' });
  }
  if (fieldErrors.length > 0) throw new AppError('ERR_VALIDATION', { fields: fieldErrors });
}

const MAX_IMPORT_AGE_YEARS = 2;
const importFields = [
  'importOldMessages',
  'importRecentMessages',
  'importOldMessagesGroups',
  'closedTicketsPostImported',
  'queueIdImportMessages',
] as const;
/** Whether the request has import fields. A form that shows them sends them unchanged, too. */
export const hasImportFields = (fields: Partial<ConnectionFields>): boolean =>
  importFields.some((field) => fields[field] !== undefined);

/** Whether the range of old messages to import changed. */
export const isImportRangeChanged = (before: ConnectionRow, after: ConnectionRow): boolean =>
  after.importFrom !== null &&
  (+after.importFrom !== +(before.importFrom ?? 0) || +after.importTo! !== +(before.importTo ?? 0));

/** Both times or none: the older one in the past two years, the newer one not before it. A queue is required. */
export function checkImport({ importFrom, importTo, importQueueId }: FullConnection, now: Date): void {
  if (importFrom === null && importTo === null) return;
  const fieldErrors: FieldError[] = [];
  if (importFrom === null) fieldErrors.push({ field: 'importOldMessages', rule: 'required' });
  if (importTo === null) fieldErrors.push({ field: 'importRecentMessages', rule: 'required' });
  if (importFrom !== null) {
    const oldest = new Date(now);
    oldest.setUTCFullYear(oldest.getUTCFullYear() - MAX_IMPORT_AGE_YEARS);
    // A date arrives as its midnight in any time zone.
    oldest.setUTCDate(oldest.getUTCDate() - 1);
    if (importFrom < oldest || importFrom > now) fieldErrors.push({ field: 'importOldMessages', rule: 'invalid' });
  }
  if (importTo !== null) {
    const tomorrow = new Date(+now + DAY_MS);
    if ((importFrom !== null && importTo < importFrom) || importTo > tomorrow)
      fieldErrors.push({ field: 'importRecentMessages', rule: 'invalid' });
  }
  if (importQueueId === null) fieldErrors.push({ field: 'queueIdImportMessages', rule: 'required' });
  if (fieldErrors.length > 0) throw new AppError('ERR_VALIDATION', { fields: fieldErrors });
}
