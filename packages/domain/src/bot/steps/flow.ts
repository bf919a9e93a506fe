import type { BotFacts, BotMessage, BotState, FlowFacts, FlowInput, FlowTrigger, StartTarget } from '../dialog.ts';
import type { BotReason, LoggedReason } from '../reasons.ts';
import { startOf } from './flow-start.ts';
import { noBotReason } from './ownership.ts';
import { answers, passes, type Step, type StepResult } from './step.ts';

/** A running flow gets every message. It ends before an agent takes over, so it needs no further condition. */
export const flow: Step = ({ state, message }, { flows, contact }) => {
  if (!flows?.hasRun || state.status !== 'pending') return passes('noFlow');
  if (!contact.hasBot) return passes('contactWithoutBot');
  return answers('inFlow', [], { flowInput: { type: 'message', message: message ?? { text: '', isAudio: false } } });
};

/** Starts a flow: by a phrase, else by the first message of a contact, else by the first message of a ticket. */
export const trigger: Step = ({ state, message }, facts) => {
  const { flows } = facts;
  if (!flows || state.status !== 'pending') return passes('noTrigger');
  const hindrance = hindranceOf(state, facts);
  if (hindrance) return passes(hindrance);
  const texts = textsOf(message, flows);
  for (const text of texts) {
    const flowId = flows.match(text);
    if (flowId !== null) return starts({ type: 'flow', id: flowId }, 'phrase', 'phraseMatched', message, text);
  }
  if (state.hasShown || flows.hadRun) return passes('noTrigger');
  const text = lastTextOf(message, flows);
  if (flows.welcomeFlowId !== null && !flows.isReturning)
    return starts({ type: 'flow', id: flows.welcomeFlowId }, 'welcome', 'welcomeFlow', message, text);
  if (flows.otherFlowId !== null)
    return starts({ type: 'flow', id: flows.otherFlowId }, 'other', 'otherFlow', message, text);
  return passes('noTrigger');
};

/** The prompt of the connection answers whatever no flow and no agent does. */
export const prompt: Step = ({ state, message }, facts) => {
  const { flows } = facts;
  if (!flows || flows.promptId === null || state.status !== 'pending') return passes('noPrompt');
  const hindrance = hindranceOf(state, facts);
  if (hindrance) return passes(hindrance);
  return starts({ type: 'prompt', id: flows.promptId }, 'prompt', 'promptStarted', message, lastTextOf(message, flows));
};

/** The integration of the ticket, else of the connection. A flow that it names starts once in a conversation. */
export const integration: Step = ({ state, message }, facts) => {
  const { flows } = facts;
  const id = flows?.ticketIntegrationId ?? flows?.integrationId ?? null;
  if (!flows || id === null || state.status !== 'pending') return passes('noIntegration');
  const isChosen = flows.ticketIntegrationId !== null && state.userId === null && facts.contact.hasBot;
  const hindrance = isChosen ? undefined : hindranceOf(state, facts);
  if (hindrance) return passes(hindrance);
  const target = flows.startOfIntegration(id);
  if (!target || (target.type === 'flow' && (state.hasShown || flows.hadRun))) return passes('noIntegration');
  return starts(target, 'integration', 'integrationStarted', message, lastTextOf(message, flows));
};

/** Why nothing may start. */
function hindranceOf(state: BotState, facts: BotFacts): BotReason | undefined {
  if (state.queueId !== null) return 'hasQueue';
  return state.userId === null ? noBotReason(state, facts) : 'humanHasIt';
}
/** After the consent, what the customer wrote before it counts. */
const textsOf = (message: BotMessage | null, { earlierTexts }: FlowFacts): readonly string[] =>
  message ? [message.text] : earlierTexts;
const lastTextOf = (message: BotMessage | null, flows: FlowFacts): string => textsOf(message, flows).at(-1) ?? '';

/** Whether the flow takes a message without text depends on the node that it comes to. */
function starts(
  target: StartTarget,
  by: FlowTrigger,
  reason: LoggedReason,
  message: BotMessage | null,
  text: string,
): StepResult {
  const start = startOf(target, by, reason, text);
  const next = message?.media && text.trim() === '' ? { next: message } : {};
  return answers(reason, [], { ...start, flowInput: { ...start.flowInput!, ...next } as FlowInput });
}
