import { reasonText } from '../../../entities/bot/reason-text.ts';
import type { LogEntry } from '../../../entities/messages/ticket-log.ts';
import type { Language } from '../../../lib/language.tsx';
import { translate } from '../../../lib/texts.ts';
import { logTexts } from './log.texts.ts';

/** What happened, in one sentence: the reason of an automatic event, else its type, with users and queues. */
export function logSentence(entry: LogEntry, language: Language, { shortName = false } = {}): string {
  const nameOf = (name: string) => (shortName ? (name.split(' ')[0] ?? name) : name);
  const { target } = entry;
  const values = {
    user: entry.user ? nameOf(entry.user.name) : translate(logTexts.house, language),
    queue: (target ? target.queue : entry.queue?.name) ?? '',
    to: target?.user ? nameOf(target.user) : '',
  };
  return reasonText(entry.why, language, values) ?? translate(logTexts[textOf(entry)], language, values);
}

function textOf({ type, target }: LogEntry): keyof typeof logTexts {
  if (target?.user) return target.queue ? 'transferredTo' : 'transferredToAgent';
  if (target?.queue) return 'transferredToQueue';
  return Object.hasOwn(logTexts, type) ? (type as keyof typeof logTexts) : 'other';
}
