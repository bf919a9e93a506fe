import { parseMarker, parseToolCall, type AllowedActions } from '@balcao/domain/ai/actions';
import type { Turn } from '@balcao/domain/ai/prompt';
import { promptTexts } from '@balcao/domain/ai/texts';
import type { Completion, Finish, TokenUsage } from './port.ts';

export interface RawCompletion {
  text: string;
  calls: readonly { name: string; args: unknown }[];
  usage: TokenUsage;
  finish: Finish;
}

/** The first allowed function call, or else the marker at the start of the text. */
export function completionOf(
  { text: reply, calls, usage, finish }: RawCompletion,
  allowed: AllowedActions,
): Completion {
  const marked = parseMarker(withoutReasoning(reply), allowed);
  const called = calls.flatMap(({ name, args }) => parseToolCall(name, args, allowed) ?? [])[0];
  const action = called ?? marked.action;
  return { text: marked.text, ...(action && { action }), usage, finish };
}

/** Some compatible servers send what the model reasoned before its answer. */
const withoutReasoning = (reply: string): string => reply.replace(/^\s*<think>[\s\S]*?<\/think>/, '');

/** Some services refuse a conversation that the bot began. */
export const customerFirst = (turns: readonly Turn[]): readonly Turn[] =>
  turns[0]?.from === 'bot' ? [{ from: 'customer', text: promptTexts.conversationStart }, ...turns] : turns;
