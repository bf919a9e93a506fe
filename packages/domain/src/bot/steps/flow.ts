import type { FlowTrigger } from '../dialog.ts';
import type { LoggedReason } from '../reasons.ts';
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
  if (state.queueId !== null) return passes('hasQueue');
  if (state.userId !== null) return passes('humanHasIt');
  const noBot = noBotReason(state, facts);
  if (noBot) return passes(noBot);
  // After the consent, what the customer wrote before it counts.
  const texts = message ? [message.text] : flows.earlierTexts;
  for (const text of texts) {
    const flowId = flows.match(text);
    if (flowId !== null) return starts(flowId, 'phrase', 'phraseMatched', text);
  }
  if (state.hasShown || flows.hadRun) return passes('noTrigger');
  const text = texts.at(-1) ?? '';
  if (flows.welcomeFlowId !== null && !flows.isReturning)
    return starts(flows.welcomeFlowId, 'welcome', 'welcomeFlow', text);
  if (flows.otherFlowId !== null) return starts(flows.otherFlowId, 'other', 'otherFlow', text);
  return passes('noTrigger');
};

const starts = (flowId: number, by: FlowTrigger, reason: LoggedReason, text: string): StepResult =>
  answers(reason, [], startOf(flowId, by, reason, text));
