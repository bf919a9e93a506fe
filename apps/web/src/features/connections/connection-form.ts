/** Draft of the connection form: its fields, the rules between them and the tab of each field. */
import {
  ConnectionDraft,
  linkingFields,
  type Connection,
  type LinkingField,
} from '@balcao/contract/endpoints/connections';
import type { FieldRule } from '@balcao/contract/errors/fields';
import { z } from 'zod';
import { DEFAULT_RATING_MINUTES } from '../../entities/connections/rating.texts.ts';
import { TypedWeek, usualWeek, weekOf } from '../../entities/hours/hours.ts';
import type { useDraftForm } from '../../lib/draft-form.ts';
import { isValidWeek } from '../../ui/hours.ts';
import { importDraftOf, importErrors, importSendable, type ImportDraft } from './import-rules.ts';
import type { Channel, Provider } from './providers.ts';

const typedNumber = z
  .string()
  .trim()
  .regex(/^\d{0,32}$/);
const typedKey = z
  .string()
  .trim()
  .max(2000)
  .regex(/^[\x21-\x7e]*$/);
const EditableDraft = ConnectionDraft.omit({ linking: true }).extend({
  schedules: TypedWeek,
  // Local days as typed in the date fields; the server receives timestamps.
  isImporting: z.boolean(),
  importOldMessages: z.string(),
  importRecentMessages: z.string(),
  // An empty key leaves the stored key unchanged.
  phoneNumberId: typedNumber,
  wabaId: typedNumber,
  accessToken: typedKey,
  appSecret: typedKey,
  verifyToken: typedKey,
});
type Draft = z.output<typeof EditableDraft>;
export type ConnectionValues = z.input<typeof EditableDraft>;
export type ConnectionForm = ReturnType<typeof useDraftForm<typeof EditableDraft>>;

/** A vacation may be entered up to ten days late. */
const MAX_DAYS_BACK = 10;
export const earliestVacation = (): string =>
  new Date(Date.now() - MAX_DAYS_BACK * 86_400_000).toISOString().slice(0, 10);
/** Default when the closing of idle conversations is switched on. */
export const DEFAULT_CLOSING_MINUTES = 24 * 60;

interface FormContext {
  isRatingEnabled: boolean;
  hasHours: boolean;
  /** The stored connection: a vacation date that is already saved stays valid even if it is long past. */
  existing: Connection | undefined;
}

/** The same rules between fields as on the server, checked before the request. */
export const connectionForm = (form: FormContext) =>
  EditableDraft.superRefine((draft, context) => {
    for (const [field, rule] of invalidFieldsOf(draft, form))
      context.addIssue({ code: 'custom', path: [field], params: { rule } });
  });

function invalidFieldsOf(
  draft: Draft,
  { isRatingEnabled, hasHours, existing }: FormContext,
): [keyof Draft, FieldRule][] {
  const errors: [keyof Draft, FieldRule][] = [];
  if ((draft.queueIds?.length ?? 0) > 1 && !draft.greetingMessage?.trim()) errors.push(['greetingMessage', 'required']);
  if (draft.timeSendQueue && !draft.sendIdQueue) errors.push(['sendIdQueue', 'required']);
  if (draft.sendIdQueue && !draft.timeSendQueue) errors.push(['timeSendQueue', 'required']);
  errors.push(...vacationErrors(draft, existing), ...importErrors(draft), ...linkingErrors(draft, existing));
  // A question that was never written is offered in its tab and does not hold up other changes.
  const hasQuestion = Boolean(draft.ratingMessage?.trim());
  if (isRatingEnabled && !hasQuestion && existing?.ratingMessage.trim()) errors.push(['ratingMessage', 'required']);
  if (isRatingEnabled && hasQuestion && !draft.expiresTicketNPS) errors.push(['expiresTicketNPS', 'required']);
  if (draft.timeInactiveMessage && draft.expiresTicket && !draft.inactiveMessage?.trim())
    errors.push(['inactiveMessage', 'required']);
  if (hasHours && !draft.outOfHoursMessage?.trim()) errors.push(['outOfHoursMessage', 'required']);
  if (hasHours && !isValidWeek(draft.schedules)) errors.push(['schedules', 'time']);
  return errors;
}

function vacationErrors(draft: Draft, existing: Connection | undefined): [keyof Draft, FieldRule][] {
  const { collectiveVacationStart: start, collectiveVacationEnd: end } = draft;
  const errors: [keyof Draft, FieldRule][] = [];
  if (draft.collectiveVacationMessage?.trim()) {
    if (!start) errors.push(['collectiveVacationStart', 'required']);
    if (!end) errors.push(['collectiveVacationEnd', 'required']);
  }
  const earliest = earliestVacation();
  if (start && start < earliest && start !== existing?.collectiveVacationStart)
    errors.push(['collectiveVacationStart', 'tooSmall']);
  if (end && end < earliest && end !== existing?.collectiveVacationEnd)
    errors.push(['collectiveVacationEnd', 'tooSmall']);
  else if (start && end && end < start) errors.push(['collectiveVacationEnd', 'invalid']);
  return errors;
}

/** A new official account requires its keys; for an existing one, empty keys stay unchanged. */
function linkingErrors(draft: Draft, existing: Connection | undefined): [keyof Draft, FieldRule][] {
  if (existing || draft.provider !== 'official' || draft.channel !== 'whatsappapi') return [];
  return (['phoneNumberId', 'wabaId', 'accessToken'] as const)
    .filter((field) => draft[field] === '')
    .map((field) => [field, 'required']);
}

/** The typed keys; undefined without any. */
export function linkingOf(draft: Readonly<Partial<Record<LinkingField, string>>>) {
  const typed = linkingFields
    .map((field) => [field, draft[field]?.trim() ?? ''] as const)
    .filter(([, key]) => key !== '');
  return typed.length === 0 ? undefined : (Object.fromEntries(typed) as Partial<Record<LinkingField, string>>);
}
const noKeys = { phoneNumberId: '', wabaId: '', accessToken: '', appSecret: '', verifyToken: '' };
const noImport: ImportDraft = {
  isImporting: false,
  importOldMessages: '',
  importRecentMessages: '',
  importOldMessagesGroups: false,
  closedTicketsPostImported: false,
  queueIdImportMessages: null,
};

interface NewConnection {
  channel: Channel;
  provider: Provider;
  /** A ready question while ratings are on, else empty. */
  ratingMessage: string;
}

export const blankConnection = ({ channel, provider, ratingMessage }: NewConnection): ConnectionValues => ({
  name: '',
  channel,
  provider,
  isDefault: false,
  greetingMessage: '',
  complationMessage: '',
  outOfHoursMessage: '',
  ratingMessage,
  inactiveMessage: '',
  expiresInactiveMessage: '',
  collectiveVacationMessage: '',
  collectiveVacationStart: '',
  collectiveVacationEnd: '',
  allowGroup: false,
  groupAsTicket: 'disabled',
  maxUseBotQueues: 3,
  timeUseBotQueues: 0,
  timeSendQueue: 0,
  sendIdQueue: '',
  integrationId: null,
  promptId: null,
  flowIdWelcome: null,
  flowIdNotPhrase: null,
  expiresTicket: 0,
  whenExpiresTicket: '0',
  timeInactiveMessage: 0,
  expiresTicketNPS: ratingMessage === '' ? 0 : DEFAULT_RATING_MINUTES,
  maxUseBotQueuesNPS: 3,
  timeCreateNewTicket: 0,
  schedules: usualWeek,
  queueIds: [],
  ...noImport,
  ...noKeys,
});

export const draftOf = (connection: Connection): ConnectionValues => ({
  name: connection.name,
  channel: connection.channel,
  provider: connection.provider as ConnectionValues['provider'],
  isDefault: connection.isDefault,
  greetingMessage: connection.greetingMessage,
  complationMessage: connection.complationMessage,
  outOfHoursMessage: connection.outOfHoursMessage,
  ratingMessage: connection.ratingMessage,
  inactiveMessage: connection.inactiveMessage,
  expiresInactiveMessage: connection.expiresInactiveMessage,
  collectiveVacationMessage: connection.collectiveVacationMessage,
  collectiveVacationStart: connection.collectiveVacationStart ?? '',
  collectiveVacationEnd: connection.collectiveVacationEnd ?? '',
  allowGroup: connection.allowGroup,
  groupAsTicket: connection.groupAsTicket,
  maxUseBotQueues: connection.maxUseBotQueues,
  timeUseBotQueues: connection.timeUseBotQueues,
  timeSendQueue: connection.timeSendQueue,
  sendIdQueue: connection.sendIdQueue ?? '',
  integrationId: connection.integrationId,
  promptId: connection.promptId,
  flowIdWelcome: connection.flowIdWelcome,
  flowIdNotPhrase: connection.flowIdNotPhrase,
  expiresTicket: connection.expiresTicket,
  whenExpiresTicket: connection.whenExpiresTicket === '1' ? '1' : '0',
  timeInactiveMessage: connection.timeInactiveMessage,
  expiresTicketNPS: connection.expiresTicketNPS,
  maxUseBotQueuesNPS: connection.maxUseBotQueuesNPS,
  timeCreateNewTicket: connection.timeCreateNewTicket,
  schedules: weekOf(connection.schedules),
  queueIds: connection.queueIds,
  ...importDraftOf(connection),
  ...noKeys,
});

/** Business hours are sent only if the form shows them; keys, import dates and what answers only if they were changed. */
export function sendable(draft: Draft, { hasHours, existing }: Pick<FormContext, 'hasHours' | 'existing'>) {
  const { channel: _channel, provider: _provider, schedules, whenExpiresTicket, ...own } = draft;
  const { isImporting: _, importOldMessages, importRecentMessages, importOldMessagesGroups, ...others } = own;
  const { closedTicketsPostImported, queueIdImportMessages, ...rest } = others;
  for (const field of [...linkingFields, ...answeringFields]) delete (rest as Partial<typeof rest>)[field];
  const linking = linkingOf(draft);
  return {
    ...rest,
    ...importSendable(draft, existing),
    ...changedAnswering(draft, existing),
    ...(linking && { linking }),
    whenExpiresTicket: whenExpiresTicket === 1 ? (1 as const) : (0 as const),
    ...(hasHours ? { schedules } : {}),
    // The server refuses an emptied question, not one that was never written.
    ratingMessage: rest.ratingMessage?.trim() ? rest.ratingMessage : existing?.ratingMessage ? '' : undefined,
  };
}

/** What answers customers by itself. */
const answeringFields = ['integrationId', 'promptId', 'flowIdWelcome', 'flowIdNotPhrase'] as const;
function changedAnswering(
  draft: Draft,
  existing: Connection | undefined,
): Pick<Draft, (typeof answeringFields)[number]> {
  const changed = answeringFields.filter((field) => (draft[field] ?? null) !== (existing?.[field] ?? null));
  return Object.fromEntries(changed.map((field) => [field, draft[field]]));
}

export type ConnectionTab = 'general' | 'integrations' | 'messages' | 'chatbot' | 'ratings' | 'flow' | 'hours';

const tabByField: Partial<Record<keyof Draft, ConnectionTab>> = {
  greetingMessage: 'messages',
  complationMessage: 'messages',
  outOfHoursMessage: 'messages',
  collectiveVacationMessage: 'messages',
  collectiveVacationStart: 'messages',
  collectiveVacationEnd: 'messages',
  maxUseBotQueues: 'chatbot',
  timeUseBotQueues: 'chatbot',
  timeSendQueue: 'chatbot',
  sendIdQueue: 'chatbot',
  expiresTicket: 'chatbot',
  whenExpiresTicket: 'chatbot',
  timeInactiveMessage: 'chatbot',
  inactiveMessage: 'chatbot',
  expiresInactiveMessage: 'chatbot',
  timeCreateNewTicket: 'chatbot',
  ratingMessage: 'ratings',
  expiresTicketNPS: 'ratings',
  maxUseBotQueuesNPS: 'ratings',
  integrationId: 'integrations',
  promptId: 'integrations',
  flowIdWelcome: 'flow',
  flowIdNotPhrase: 'flow',
  schedules: 'hours',
};
/** The server names an invalid field inside the week like `schedules.0.startTimeA`. */
export const tabOf = (field: string): ConnectionTab => tabByField[field.split('.')[0] as keyof Draft] ?? 'general';
