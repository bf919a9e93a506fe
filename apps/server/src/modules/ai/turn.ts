import type { TurnFailure } from '@balcao/contract/endpoints/prompts';
import { actionTools, type Action, type AllowedActions } from '@balcao/domain/ai/actions';
import { answerText } from '@balcao/domain/ai/answer';
import { hostsIn } from '@balcao/domain/ai/links';
import { buildPrompt, type BuiltPrompt, type Turn } from '@balcao/domain/ai/prompt';
import { placeholdersIn } from '@balcao/domain/flow/variables';
import { variableValue, type MessageVariables } from '@balcao/domain/message/variables';
import {
  ServiceError,
  type ServiceReason,
  type Completion,
  type TextAccount,
  type TextModel,
  type TextRequest,
} from '../../gateways/ai/port.ts';
import type { Answerer, AnswererContext } from './answerers.ts';
import type { CallSubject } from './ceilings.store.ts';
import type { RecordKeyState } from './key-refusals.ts';
import type { Passage } from './knowledge.store.ts';
import type { NamedRow } from './prompts.store.ts';
import { noUnits, type CallParty, type Ceilings } from './ceilings.ts';

export interface TurnDeps {
  ceilings: Ceilings;
  textModel: TextModel;
  recordKeyState: RecordKeyState;
  /** The operator's model of a provider, for prompts that name none. */
  defaultModel(provider: TextAccount['provider']): string;
  onError(error: unknown): void;
}
export interface TurnInput {
  answerer: Answerer;
  context: AnswererContext;
  subject: Pick<CallSubject, 'purpose' | 'flowId'>;
  party: CallParty;
  /** Variables of the prompt's text; the model is given the first name only. */
  variables: MessageVariables;
  facts: Readonly<Record<string, string>>;
  /** Earlier texts of the conversation, oldest first. */
  history: readonly Turn[];
  /** What the customer wrote now. */
  text: string;
  /** The channel shows *bold* and _italic_. */
  hasMarks: boolean;
}
export interface TurnUsage {
  inputTokens: number;
  outputTokens: number;
  /** Null: no price is known. */
  costMicros: number | null;
}
export interface TurnResult {
  /** Null when the turn failed. Empty when the model only acted. */
  text: string | null;
  action: Action | null;
  failure: TurnFailure | null;
  /** What the service itself failed with; null if it was not called or answered. */
  serviceReason: ServiceReason | null;
  removedLinks: number;
  values: BuiltPrompt['values'];
  passages: Pick<Passage, 'entryId' | 'title'>[];
  usage: TurnUsage | null;
  queues: NamedRow[];
  tags: NamedRow[];
}

interface PaidCall extends Pick<TurnInput, 'answerer' | 'subject' | 'party'> {
  built: BuiltPrompt;
  actions: AllowedActions;
}
type Failed = Pick<TurnResult, 'serviceReason'> & { failure: TurnFailure };
type CallOutcome = { completion: Completion; usage: TurnUsage } | Failed;

/** One turn of a language model. The call is made outside of any transaction; what it may cost is reserved before it. */
export function createTurns({ ceilings, textModel, recordKeyState, defaultModel, onError }: TurnDeps) {
  const accountOf = ({ provider, baseUrl, model, key }: Answerer): TextAccount | undefined =>
    key && { provider, baseUrl: baseUrl || null, model: model || defaultModel(provider), key };

  /** Reserves what the call may cost, makes it, and settles what it cost. */
  async function call(companyId: number, { answerer, built, actions, subject, party }: PaidCall): Promise<CallOutcome> {
    const account = accountOf(answerer);
    if (!account) return { failure: 'noKey', serviceReason: null };
    const { provider, model } = account;
    const request = {
      system: built.system,
      turns: built.turns,
      maxTokens: answerer.maxTokens,
      temperature: answerer.temperature,
      actions,
    };
    const atMost = { ...noUnits, inputTokens: mostTokensOf(request), outputTokens: answerer.maxTokens };
    const reserved = await ceilings.reserve(
      companyId,
      { ...subject, provider, model, promptId: answerer.promptId },
      party,
      atMost,
    );
    if (!reserved.ok) return { failure: reserved.failure, serviceReason: null };
    const { reservation } = reserved;
    try {
      const completion = await textModel.complete(account, request);
      const used = {
        inputTokens: completion.usage.inputTokens ?? atMost.inputTokens,
        outputTokens: completion.usage.outputTokens ?? atMost.outputTokens,
      };
      const costMicros = await ceilings.settle(companyId, reservation, 'done', { ...noUnits, ...used });
      await recordKeyState(companyId, answerer, false);
      return { completion, usage: { ...used, costMicros } };
    } catch (error) {
      if (!(error instanceof ServiceError)) onError(error);
      const outcome = error instanceof ServiceError ? error.outcome : 'unknown';
      await ceilings.settle(companyId, reservation, outcome, null);
      if (error instanceof ServiceError && error.reason === 'key') await recordKeyState(companyId, answerer, true);
      return failureOf(error);
    }
  }

  return async function runTurn(companyId: number, input: TurnInput): Promise<TurnResult> {
    const { answerer, subject, party } = input;
    const { queues, tags, passages } = input.context;
    const actions: AllowedActions = { queues, tags, canClose: answerer.canClose };
    const built = buildPrompt({
      prompt: answerer.prompt,
      inserted: answerer.inserted ?? insertedIn(answerer.prompt, input.variables),
      maxTokens: answerer.maxTokens,
      actions,
      firstName: variableValue('firstName', input.variables) ?? '',
      facts: input.facts,
      knowledge: passages.map(({ title, body }) => ({ title, text: body })),
      history: input.history,
      maxMessages: answerer.maxMessages,
      text: input.text,
      isRedacted: answerer.hidesPersonalData,
    });
    const outcome = await call(companyId, { answerer, built, actions, subject, party });
    const context = {
      values: built.values,
      passages: passages.map(({ entryId, title }) => ({ entryId, title })),
      queues,
      tags,
    };
    const failed = ({ failure, serviceReason }: Failed, usage: TurnUsage | null): TurnResult => ({
      ...context,
      text: null,
      action: null,
      failure,
      serviceReason,
      removedLinks: 0,
      usage,
    });
    if ('failure' in outcome) return failed(outcome, null);
    const { completion, usage } = outcome;
    const text = answerText(completion.text, { hosts: built.hosts, values: built.values, hasMarks: input.hasMarks });
    const action = completion.action ?? null;
    if (text === '' && action === null) {
      const failure = completion.finish === 'filtered' ? 'refused' : 'empty';
      return failed({ failure, serviceReason: null }, usage);
    }
    const removedLinks = [...hostsIn(completion.text)].filter((host) => !built.hosts.has(host)).length;
    return { ...context, text, action, failure: null, serviceReason: null, removedLinks, usage };
  };
}
export type RunTurn = ReturnType<typeof createTurns>;

function failureOf(error: unknown): Failed {
  if (!(error instanceof ServiceError)) return { failure: 'unavailable', serviceReason: null };
  const byReason: Partial<Record<ServiceError['reason'], TurnFailure>> = {
    key: 'keyRefused',
    quota: 'quotaUsedUp',
    request: 'refused',
  };
  return { failure: byReason[error.reason] ?? 'unavailable', serviceReason: error.reason };
}

/** Values of the variables that a prompt names. Unknown names stay as typed. */
const insertedIn = (prompt: string, variables: MessageVariables): Record<string, string> =>
  Object.fromEntries(
    placeholdersIn(prompt).flatMap((name) => {
      const value = variableValue(name, variables);
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** For marks between messages and around functions. */
const TOKENS_PER_PART = 16;
/** A token has at least one byte, so that no request has more tokens than this. */
const mostTokensOf = ({ system, turns, actions }: TextRequest): number =>
  Buffer.byteLength(JSON.stringify([system, turns, actionTools(actions)])) + TOKENS_PER_PART * (turns.length + 4);
