import type { Action } from '@balcao/domain/ai/actions';
import type { Turn } from '@balcao/domain/ai/prompt';
import { doneResult, type CallAction, type CallReply, type CallResult } from '@balcao/domain/flow/service-call';
import { openness, type OpeningHours } from '@balcao/domain/hours/hours';
import { serviceFailureOf, turnFailures } from './call-failures.ts';
import type { TurnResult } from './turn.ts';

/** What the turns of flows have in common, whether a customer wrote or a test. Pure. */

const MARKED_CHANNELS = ['whatsapp', 'whatsappapi'];
/** The channel shows *bold* and _italic_. */
export const showsMarks = (channel: string): boolean => MARKED_CHANNELS.includes(channel);

export const notConfigured: CallResult = { type: 'failed', reason: 'notConfigured' };
/** `voice` stands for the text that it speaks. */
export function resultOf({ text, action, failure, serviceReason }: TurnResult, voice?: CallReply): CallResult {
  if (text === null)
    return {
      type: 'failed',
      reason: serviceReason ? serviceFailureOf(serviceReason) : turnFailures[failure ?? 'empty'],
    };
  const replies: CallReply[] = voice ? [voice] : text === '' ? [] : [{ type: 'text', text }];
  return doneResult({ replies, action: action && actionOf(action) });
}
const actionOf = (action: Action): CallAction => (action.type === 'transfer' ? { ...action, userId: null } : action);

/** What a model is given besides the texts. */
export function factsAt(now: Date, hours: OpeningHours): Readonly<Record<string, string>> {
  const { timeZone } = hours;
  const format = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'full', timeStyle: 'short', timeZone });
  return { 'Data e hora': format.format(now), 'Aberto agora': openness(hours, now) === 'open' ? 'sim' : 'não' };
}

/** The history before the texts that are answered now. */
export function withoutNewest(texts: readonly Turn[], text: string): Turn[] {
  const isNew = (turn: Turn) => turn.from === 'customer' && text.includes(turn.text.trim());
  const last = texts.findLastIndex((turn) => !isNew(turn));
  return texts.slice(0, last + 1);
}
