import type { TurnFailure } from '@balcao/contract/endpoints/prompts';
import { actionTools, type Action, type AllowedActions } from '@balcao/domain/ai/actions';
import { answerText } from '@balcao/domain/ai/answer';
import { hostsIn } from '@balcao/domain/ai/links';
import { buildPrompt, type BuiltPrompt, type Turn } from '@balcao/domain/ai/prompt';
import { renderVariables, variableValue, type MessageVariables } from '@balcao/domain/message/variables';
import {
  ServiceError,
  type Completion,
  type TextAccount,
  type TextModel,
  type TextRequest,
} from '../../gateways/ai/port.ts';
import { assertFound } from '../../infrastructure/app-error.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { Secret } from '../../infrastructure/secrets/secrets.ts';
import type { CallSubject } from './ceilings.store.ts';
import { MAX_PASSAGES } from './knowledge.ts';
import { knowledgeStore, type Passage } from './knowledge.store.ts';
import type { PromptKeys } from './prompt-keys.ts';
import { promptStore, type ListedPrompt, type NamedRow } from './prompts.store.ts';
import { noUnits, type CallParty, type Ceilings } from './ceilings.ts';

export interface TurnDeps {
  db: Db;
  keys: PromptKeys;
  ceilings: Ceilings;
  textModel: TextModel;
  /** The operator's model of a provider, for prompts that name none. */
  defaultModel(provider: TextAccount['provider']): string;
  onError(error: unknown): void;
}
export interface TurnInput {
  promptId: number;
  /** Unsaved changes of a prompt that is tried out. */
  draft?: Partial<Pick<ListedPrompt, 'prompt' | 'model' | 'maxTokens' | 'temperature' | 'maxMessages'>>;
  subject: Pick<CallSubject, 'purpose' | 'flowId'>;
  party: CallParty;
  /** Of the prompt's text; the model is given the first name. */
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
  removedLinks: number;
  values: BuiltPrompt['values'];
  passages: Pick<Passage, 'entryId' | 'title'>[];
  usage: TurnUsage | null;
  queues: NamedRow[];
  tags: NamedRow[];
}

interface PaidCall extends Pick<TurnInput, 'subject' | 'party'> {
  prompt: ListedPrompt;
  built: BuiltPrompt;
  actions: AllowedActions;
}
type CallOutcome = { completion: Completion; usage: TurnUsage } | { failure: TurnFailure };

/** One turn of a language model. The call is made outside of any transaction; what it may cost is reserved before it. */
export function createTurns({ db, keys, ceilings, textModel, defaultModel, onError }: TurnDeps) {
  async function load(tx: Tx, { promptId, draft, text }: TurnInput) {
    const stored = assertFound(await promptStore.byId(tx, promptId), 'ERR_NO_PROMPT_FOUND');
    const prompt = { ...stored, ...draft };
    const wanted = [...(prompt.queueId === null ? [] : [prompt.queueId]), ...prompt.transferQueueIds];
    const queues = await promptStore.queues(tx, wanted);
    return {
      prompt,
      // The prompt's own queue is the one for «a human is needed».
      queues: queues.toSorted((one, other) => Number(other.id === prompt.queueId) - Number(one.id === prompt.queueId)),
      tags: await promptStore.tags(tx, prompt.tagIds),
      passages: await knowledgeStore.matching(tx, promptId, text, MAX_PASSAGES),
    };
  }

  const accountOf = (
    companyId: number,
    { provider, baseUrl, model, apiKey }: ListedPrompt,
  ): TextAccount | undefined => {
    const key = provider === 'sandbox' ? new Secret('') : keys.open(companyId, 'api_key', apiKey);
    return key && { provider, baseUrl: baseUrl || null, model: model || defaultModel(provider), key };
  };

  /** Reserves what the call may cost, makes it, and settles what it cost. */
  async function call(companyId: number, { prompt, built, actions, subject, party }: PaidCall): Promise<CallOutcome> {
    const account = accountOf(companyId, prompt);
    if (!account) return { failure: 'noKey' };
    const { provider, model } = account;
    const request = {
      system: built.system,
      turns: built.turns,
      maxTokens: prompt.maxTokens,
      temperature: prompt.temperature,
      actions,
    };
    const atMost = { ...noUnits, inputTokens: mostTokensOf(request), outputTokens: prompt.maxTokens };
    const reserved = await ceilings.reserve(
      companyId,
      { ...subject, provider, model, promptId: prompt.id },
      party,
      atMost,
    );
    if (!reserved.ok) return { failure: reserved.failure };
    const { reservation } = reserved;
    try {
      const completion = await textModel.complete(account, request);
      const used = {
        inputTokens: completion.usage.inputTokens ?? atMost.inputTokens,
        outputTokens: completion.usage.outputTokens ?? atMost.outputTokens,
      };
      const costMicros = await ceilings.settle(companyId, reservation, 'done', { ...noUnits, ...used });
      return { completion, usage: { ...used, costMicros } };
    } catch (error) {
      if (!(error instanceof ServiceError)) onError(error);
      const outcome = error instanceof ServiceError ? error.outcome : 'unknown';
      await ceilings.settle(companyId, reservation, outcome, null);
      return { failure: failureOf(error) };
    }
  }

  return async function runTurn(companyId: number, input: TurnInput): Promise<TurnResult> {
    const { prompt, queues, tags, passages } = await db.readCompany(companyId, (tx) => load(tx, input));
    const actions: AllowedActions = { queues, tags, canClose: prompt.canClose };
    const built = buildPrompt({
      prompt: renderVariables(prompt.prompt, input.variables),
      maxTokens: prompt.maxTokens,
      actions,
      firstName: variableValue('firstName', input.variables) ?? '',
      facts: input.facts,
      knowledge: passages.map(({ title, body }) => ({ title, text: body })),
      history: input.history,
      maxMessages: prompt.maxMessages,
      text: input.text,
      isRedacted: prompt.hidesPersonalData,
    });
    const { subject, party } = input;
    const outcome = await call(companyId, { prompt, built, actions, subject, party });
    const context = {
      values: built.values,
      passages: passages.map(({ entryId, title }) => ({ entryId, title })),
      queues,
      tags,
    };
    const failed = (failure: TurnFailure, usage: TurnUsage | null): TurnResult => ({
      ...context,
      text: null,
      action: null,
      failure,
      removedLinks: 0,
      usage,
    });
    if ('failure' in outcome) return failed(outcome.failure, null);
    const { completion, usage } = outcome;
    const text = answerText(completion.text, { hosts: built.hosts, values: built.values, hasMarks: input.hasMarks });
    const action = completion.action ?? null;
    if (text === '' && action === null) return failed(completion.finish === 'filtered' ? 'refused' : 'empty', usage);
    const removedLinks = [...hostsIn(completion.text)].filter((host) => !built.hosts.has(host)).length;
    return { ...context, text, action, failure: null, removedLinks, usage };
  };
}
export type RunTurn = ReturnType<typeof createTurns>;

function failureOf(error: unknown): TurnFailure {
  if (!(error instanceof ServiceError)) return 'unavailable';
  const byReason: Partial<Record<ServiceError['reason'], TurnFailure>> = {
    key: 'keyRefused',
    quota: 'quotaUsedUp',
    request: 'refused',
  };
  return byReason[error.reason] ?? 'unavailable';
}

/** For marks between messages and around functions. */
const TOKENS_PER_PART = 16;
/** A token has at least one byte, so that no request has more tokens than this. */
const mostTokensOf = ({ system, turns, actions }: TextRequest): number =>
  Buffer.byteLength(JSON.stringify([system, turns, actionTools(actions)])) + TOKENS_PER_PART * (turns.length + 4);
