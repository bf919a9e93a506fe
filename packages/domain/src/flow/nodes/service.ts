import type { CallRequest, CallResult } from '../service-call.ts';
import type { Message, Outcome, NodeContext } from './node-kind.ts';
import { untilTime } from './pause.ts';

/** A call ends after 15 seconds; a result that was lost fails a little later. */
const MAX_CALL_MS = 20_000;

/** Calls a service and waits for its result. */
export function callService(context: NodeContext, request: CallRequest): Outcome {
  const callId = context.newCallId();
  context.perform({ type: 'call', callId, nodeId: context.nodeId, request });
  return {
    type: 'wait',
    wait: {
      for: 'call',
      until: untilTime(context, +context.facts.now + MAX_CALL_MS),
      callId,
      callKind: request.kind,
      ...(context.run.wait?.hasExit && { hasExit: true }),
    },
  };
}

export const isOnlyAudio = ({ media, text }: Message): boolean => media?.type === 'audio' && text.trim() === '';

/** The name of an audio that can be turned into text. */
export function transcribable(
  message: Message,
  { facts }: NodeContext,
  promptId: number | null = null,
): string | undefined {
  const can = facts.canTranscribe || (promptId !== null && facts.transcribingPrompts.has(promptId));
  return isOnlyAudio(message) && can ? message.media?.ref : undefined;
}

/** The text of an audio; empty if it was not understood, which the trace shows. */
export function transcriptOf(result: CallResult, context: NodeContext): string {
  const replies = result.type === 'done' ? result.replies : [];
  const text = replies.find((reply) => reply.type === 'text')?.text.trim() ?? '';
  if (text === '') context.skip(result.type === 'failed' ? result.reason : 'audioNotUnderstood');
  return text;
}
