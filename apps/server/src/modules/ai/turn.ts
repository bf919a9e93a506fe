import type { TurnFailure } from '@balcao/contract/endpoints/prompts';
import { actionTools, type Action, type AllowedActions } from '@balcao/domain/ai/actions';
import { answerText } from '@balcao/domain/ai/answer';
import { hostsIn } from '@balcao/domain/ai/links';
import { buildPrompt, type BuiltPrompt, type Turn } from '@balcao/domain/ai/prompt';
import type { ModelFields } from '@balcao/domain/flow/service-call';
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
/** The settings of a node of a flow, which has no prompt. Its text is final, its key is opened. */
export type NodeModel = Pick<ModelFields, 'prompt' | 'maxTokens' | 'temperature' | 'maxMessages' | 'queueId'> & {
  key: Secret | undefined;
};
export interface TurnInput {
  /** Null: the settings of a node. */
  promptId: number | null;
  node?: NodeModel;
  /** Unsaved changes of a prompt that is tried out. */
  draft?: Partial<Pick<ListedPrompt, 'prompt' | 'model' | 'maxTokens' | 'temperature' | 'maxMessages'>>;
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
  removedLinks: number;
  values: BuiltPrompt['values'];
  passages: Pick<Passage, 'entryId' | 'title'>[];
  usage: TurnUsage | null;
  queues: NamedRow[];
  tags: NamedRow[];
}

/** What a turn needs to know of a prompt, or of a node without one. */
interface TurnSettings
  extends
    Pick<ListedPrompt, 'provider' | 'baseUrl' | 'model' | 'prompt' | 'maxTokens' | 'temperature' | 'maxMessages'>,
    Pick<ListedPrompt, 'queueId' | 'transferQueueIds' | 'tagIds' | 'canClose' | 'hidesPersonalData'> {
  promptId: number | null;
  key: Secret | undefined;
}
/** A model of a node is OpenAI's; it may hand over to the queue of the node and do nothing else. */
const nodeDefaults = {
  promptId: null,
  provider: 'openai',
  baseUrl: '',
  model: '',
  transferQueueIds: [],
  tagIds: [],
  canClose: false,
  hidesPersonalData: true,
} as const satisfies Partial<TurnSettings>;

interface PaidCall extends Pick<TurnInput, 'subject' | 'party'> {
  prompt: TurnSettings;
  built: BuiltPrompt;
  actions: AllowedActions;
}
type CallOutcome = { completion: Completion; usage: TurnUsage } | { failure: TurnFailure };

/** One turn of a language model. The call is made outside of any transaction; what it may cost is reserved before it. */
export function createTurns({ db, keys, ceilings, textModel, defaultModel, onError }: TurnDeps) {
  async function settingsOf(tx: Tx, { promptId, node, draft, variables }: TurnInput): Promise<TurnSettings> {
    if (promptId === null) return { ...nodeDefaults, transferQueueIds: [], tagIds: [], ...node! };
    const stored = assertFound(await promptStore.byId(tx, promptId), 'ERR_NO_PROMPT_FOUND');
    const prompt = { ...stored, ...draft };
    const key = prompt.provider === 'sandbox' ? new Secret('') : keys.open(tx.companyId, 'apiKey', prompt.apiKey);
    return { ...prompt, promptId, key, prompt: renderVariables(prompt.prompt, variables) };
  }
  async function load(tx: Tx, input: TurnInput) {
    const prompt = await settingsOf(tx, input);
    const { promptId, queueId } = prompt;
    const [queues, tags, passages] = await Promise.all([
      promptStore.queues(tx, [...(queueId === null ? [] : [queueId]), ...prompt.transferQueueIds]),
      promptStore.tags(tx, prompt.tagIds),
      promptId === null ? [] : knowledgeStore.matching(tx, promptId, input.text, MAX_PASSAGES),
    ]);
    return {
      prompt,
      // The prompt's own queue is the one for «a human is needed».
      queues: queues.toSorted((one, other) => Number(other.id === queueId) - Number(one.id === queueId)),
      tags,
      passages,
    };
  }

  const accountOf = ({ provider, baseUrl, model, key }: TurnSettings): TextAccount | undefined =>
    key && { provider, baseUrl: baseUrl || null, model: model || defaultModel(provider), key };

  /** Reserves what the call may cost, makes it, and settles what it cost. */
  async function call(companyId: number, { prompt, built, actions, subject, party }: PaidCall): Promise<CallOutcome> {
    const account = accountOf(prompt);
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
      { ...subject, provider, model, promptId: prompt.promptId },
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
      prompt: prompt.prompt,
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
