import { clockTimeIn } from '../access/work-hours.ts';

/** Values of the message variables, as plain text. */
export interface MessageVariables {
  contactName: string;
  userName: string;
  queueName: string;
  connectionName: string;
  ticketId: number | null;
  protocol: string;
  timeZone: string;
  now: Date;
}

/** Every message variable and its value. */
const renderers: Record<string, (variables: MessageVariables) => string> = {
  firstName: ({ contactName }) => contactName.trim().split(/\s+/, 1)[0] ?? '',
  name: ({ contactName }) => contactName,
  userName: ({ userName }) => userName,
  ms: greetingOfTheHour,
  protocol: ({ protocol }) => protocol,
  date: ({ now, timeZone }) => dateIn(timeZone, now),
  hour: ({ now, timeZone }) => clockTimeIn(timeZone, now),
  ticket_id: ({ ticketId }) => (ticketId === null ? '' : String(ticketId)),
  queue: ({ queueName }) => queueName,
  connection: ({ connectionName }) => connectionName,
};
export const variableNames = Object.keys(renderers);

/** The value of one variable; undefined for an unknown name. */
export const variableValue = (name: string, variables: MessageVariables): string | undefined =>
  Object.hasOwn(renderers, name) ? renderers[name]!(variables) : undefined;

/** Replaces variables in one pass: values are not parsed again, and unknown names stay as typed. */
export const renderVariables = (text: string, variables: MessageVariables): string =>
  text.replace(/\{\{\s*(\w{1,40})\s*\}\}/g, (match, name: string) => variableValue(name, variables) ?? match);

/** The protocol of a ticket never changes: its opening date and its number. */
export const protocolOf = (ticketId: number, openedAt: Date, timeZone: string): string =>
  `${dateIn(timeZone, openedAt).split('/').reverse().join('')}${ticketId}`;

function greetingOfTheHour({ now, timeZone }: MessageVariables): string {
  const hour = Number(clockTimeIn(timeZone, now).slice(0, 2));
  if (hour < 6) return 'Boa madrugada';
  if (hour < 12) return 'Bom dia';
  return hour < 18 ? 'Boa tarde' : 'Boa noite';
}

const calendars = new Map<string, Intl.DateTimeFormat>();
function dateIn(timeZone: string, now: Date): string {
  let calendar = calendars.get(timeZone);
  if (!calendar) {
    calendar = new Intl.DateTimeFormat('pt-BR', { timeZone, day: '2-digit', month: '2-digit', year: 'numeric' });
    calendars.set(timeZone, calendar);
  }
  return calendar.format(now);
}

/** Puts the agent's name in bold on its own line above the text. */
export const sign = (text: string, userName: string): string => `*${userName.trim()}:*\n${text}`;
/** Reverses `sign`: the name and the text. Without a signature the name is empty. */
export function splitSignature(text: string): [name: string, words: string] {
  const match = /^\*([^*\n]{1,120}):\*\n/.exec(text);
  return match ? [match[1]!, text.slice(match[0].length)] : ['', text];
}
