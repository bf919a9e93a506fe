/** The connection form's draft: what it holds, what must hold together, and on which tab each field is. */
import { ConnectionDraft, type Connection } from '@balcao/contract/endpoints/connections';
import type { FieldRule } from '@balcao/contract/errors/fields';
import { z } from 'zod';
import type { useDraftForm } from '../../lib/draft-form.ts';
import { isComplete, TypedDay, usualWeek } from './hours.ts';
import type { Channel, Provider } from './providers.ts';

/** Without integration, prompt and flows: what this form does not offer yet it must not overwrite. */
const Shown = ConnectionDraft.omit({
  integrationId: true,
  promptId: true,
  flowIdWelcome: true,
  flowIdNotPhrase: true,
}).extend({ schedules: z.array(TypedDay) });
type Draft = z.output<typeof Shown>;
export type ConnectionValues = z.input<typeof Shown>;
export type ConnectionForm = ReturnType<typeof useDraftForm<typeof Shown>>;

/** The rules between fields are the server's own, told before anything is sent. */
export const connectionForm = ({ asksRating }: { asksRating: boolean }) =>
  Shown.superRefine((draft, context) => {
    for (const [field, rule] of faultsOf(draft, asksRating))
      context.addIssue({ code: 'custom', path: [field], params: { rule } });
  });

function faultsOf(draft: Draft, asksRating: boolean): [keyof Draft, FieldRule][] {
  const faults: [keyof Draft, FieldRule][] = [];
  if ((draft.queueIds?.length ?? 0) > 1 && !draft.greetingMessage?.trim()) faults.push(['greetingMessage', 'required']);
  if (draft.timeSendQueue && !draft.sendIdQueue) faults.push(['sendIdQueue', 'required']);
  if (draft.sendIdQueue && !draft.timeSendQueue) faults.push(['timeSendQueue', 'required']);
  const { collectiveVacationStart: start, collectiveVacationEnd: end } = draft;
  if (draft.collectiveVacationMessage) {
    if (!start) faults.push(['collectiveVacationStart', 'required']);
    if (!end) faults.push(['collectiveVacationEnd', 'required']);
  }
  if (start && end && end < start) faults.push(['collectiveVacationEnd', 'invalid']);
  if (asksRating && draft.ratingMessage && !draft.expiresTicketNPS) faults.push(['expiresTicketNPS', 'required']);
  if (draft.schedules.some((day) => !isComplete(day))) faults.push(['schedules', 'time']);
  return faults;
}

export const blankConnection = (channel: Channel, provider: Provider): ConnectionValues => ({
  name: '',
  channel,
  provider,
  isDefault: false,
  greetingMessage: '',
  complationMessage: '',
  outOfHoursMessage: '',
  ratingMessage: '',
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
  expiresTicket: 0,
  whenExpiresTicket: '0',
  timeInactiveMessage: 0,
  expiresTicketNPS: 0,
  maxUseBotQueuesNPS: 3,
  timeCreateNewTicket: 0,
  schedules: usualWeek,
  queueIds: [],
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
  expiresTicket: connection.expiresTicket,
  whenExpiresTicket: connection.whenExpiresTicket === '1' ? '1' : '0',
  timeInactiveMessage: connection.timeInactiveMessage,
  expiresTicketNPS: connection.expiresTicketNPS,
  maxUseBotQueuesNPS: connection.maxUseBotQueuesNPS,
  timeCreateNewTicket: connection.timeCreateNewTicket,
  schedules: connection.schedules.length > 0 ? connection.schedules : usualWeek,
  queueIds: connection.queueIds,
});

/** The week goes along only where it was shown. */
export function sendable(draft: Draft, { hasHours }: { hasHours: boolean }) {
  const { channel: _channel, provider: _provider, schedules, whenExpiresTicket, ...rest } = draft;
  return {
    ...rest,
    whenExpiresTicket: whenExpiresTicket === 1 ? (1 as const) : (0 as const),
    ...(hasHours ? { schedules } : {}),
  };
}

export type ConnectionTab = 'general' | 'integrations' | 'messages' | 'chatbot' | 'ratings' | 'flow' | 'hours';

const places: Partial<Record<keyof Draft, ConnectionTab>> = {
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
  schedules: 'hours',
};
/** The server names a fault inside the week like `schedules.0.startTimeA`. */
export const tabOf = (field: string): ConnectionTab => places[field.split('.')[0] as keyof Draft] ?? 'general';
