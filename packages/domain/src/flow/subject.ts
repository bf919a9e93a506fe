import { clockTimeIn } from '../access/work-hours.ts';
import { dateIn } from '../hours/hours.ts';
import { DAY_MS } from '../kit/durations.ts';
import { variableValue } from '../message/variables.ts';
import { subjects, type Subject } from './document.ts';
import type { Facts, Run } from './run.ts';
import { runValue } from './variables.ts';

const readers: Record<Subject, (facts: Facts, run: Run) => readonly string[]> = {
  'contact.name': ({ variables }) => [variables.contactName],
  'contact.firstName': (facts) => [variableValue('firstName', { ...facts.variables, now: facts.now }) ?? ''],
  'contact.number': ({ contact }) => [contact.number],
  'contact.email': ({ contact }) => [contact.email],
  'contact.tag': ({ contact }) => (contact.tags.length === 0 ? [''] : contact.tags),
  'contact.isNew': ({ contact }) => [contact.isNew ? '1' : '0'],
  'connection.name': ({ variables }) => [variables.connectionName],
  'connection.channel': ({ channel }) => [channel.kind],
  'message.text': (_, run) => [run.lastText],
  'now.date': ({ variables, now }) => [dateIn(variables.timeZone, now)],
  'now.time': ({ variables, now }) => [clockTimeIn(variables.timeZone, now)],
  'now.weekday': ({ variables, now }) => [String(weekdayOf(dateIn(variables.timeZone, now)))],
};

export const isSubject = (name: string): name is Subject => (subjects as readonly string[]).includes(name);

/** The values of a subject; an unknown one is empty. */
export function valuesOf(subject: string, run: Run, facts: Facts): readonly string[] {
  if (isSubject(subject)) return readers[subject](facts, run);
  if (Object.hasOwn(facts.contact.extra, subject) && !Object.hasOwn(run.vars, subject))
    return [facts.contact.extra[subject]!];
  return [runValue(subject, run.vars, facts) ?? ''];
}

/** 1 is Monday. 1970-01-01 was a Thursday. */
const weekdayOf = (date: string): number => ((Date.parse(date) / DAY_MS + 3) % 7) + 1;
