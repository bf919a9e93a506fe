import type { ModelFields } from '@balcao/domain/flow/service-call';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { Secret } from '../../infrastructure/secrets/secrets.ts';
import { MAX_PASSAGES } from './knowledge.ts';
import { knowledgeStore, type Passage } from './knowledge.store.ts';
import type { PromptKeys } from './prompt-keys.ts';
import { promptStore, type ListedPrompt, type NamedRow } from './prompts.store.ts';
import type { AnswerVoice } from './voice-answers.ts';

export interface AnswererDeps {
  keys: PromptKeys;
  /** Keys that were typed into nodes, by reference. */
  openKeys(companyId: number, references: readonly string[]): Promise<ReadonlyMap<string, { key: Secret }>>;
}
/** Who answers: a prompt, or a node with settings of its own. */
export interface Answerer
  extends
    Pick<ListedPrompt, 'provider' | 'baseUrl' | 'model' | 'prompt' | 'maxTokens' | 'temperature' | 'maxMessages'>,
    Pick<ListedPrompt, 'queueId' | 'transferQueueIds' | 'tagIds' | 'canClose' | 'hidesPersonalData'> {
  /** Null: a node. */
  promptId: number | null;
  /** Values of the variables in the text of a node; null: the variables are those of the conversation. */
  inserted: Readonly<Record<string, string>> | null;
  key: Secret | undefined;
  /** The key as it is stored with the prompt; null: a node, or no key. */
  storedKey: { sealed: string; isRefused: boolean } | null;
  voice: AnswerVoice;
}
/** Unsaved changes of a prompt that is tried out. */
export type AnswererDraft = Partial<Pick<Answerer, 'prompt' | 'model' | 'maxTokens' | 'temperature' | 'maxMessages'>>;
/** What an answerer may lead to, and what it knows about a text. */
export interface AnswererContext {
  queues: NamedRow[];
  tags: NamedRow[];
  passages: Passage[];
}
/** A model of a node is OpenAI's; it may hand over to the queue of the node and do nothing else. */
const nodeDefaults = {
  promptId: null,
  storedKey: null,
  provider: 'openai',
  baseUrl: '',
  model: '',
  transferQueueIds: [],
  tagIds: [],
  canClose: false,
  hidesPersonalData: true,
} as const satisfies Partial<Answerer>;

/** What answers the calls of flows: stored prompts, and nodes with settings of their own. */
export const createAnswerers = ({ keys, openKeys }: AnswererDeps) => ({
  async ofPrompt(tx: Tx, promptId: number, draft: AnswererDraft = {}): Promise<Answerer | undefined> {
    const stored = await promptStore.byId(tx, promptId);
    if (!stored) return undefined;
    const { apiKey, voice, voiceRegion, voiceKey } = stored;
    const key = stored.provider === 'sandbox' ? new Secret('') : keys.open(tx.companyId, 'apiKey', apiKey);
    return {
      ...stored,
      ...draft,
      promptId,
      inserted: null,
      key,
      storedKey: apiKey === null ? null : { sealed: apiKey, isRefused: stored.keyRefusedAt !== null },
      voice: { promptId, voice, voiceRegion, key: keys.open(tx.companyId, 'voiceKey', voiceKey) },
    };
  },
  async ofNode(companyId: number, fields: ModelFields): Promise<Answerer> {
    const { apiKeyRef, voiceKeyRef, voice, voiceRegion, inserted, ...node } = fields;
    const opened = await openKeys(
      companyId,
      [apiKeyRef, voiceKeyRef].filter((ref) => ref !== null),
    );
    const keyOf = (ref: string | null) => (ref === null ? undefined : opened.get(ref)?.key);
    return {
      ...nodeDefaults,
      transferQueueIds: [],
      tagIds: [],
      ...node,
      // A call that an older version stored has them in its text already.
      inserted: inserted ?? {},
      key: keyOf(apiKeyRef),
      voice: { promptId: null, voice, voiceRegion, key: keyOf(voiceKeyRef) },
    };
  },
  async contextOf(tx: Tx, answerer: Answerer, text: string): Promise<AnswererContext> {
    const { promptId, queueId, transferQueueIds, tagIds } = answerer;
    const [queues, tags, passages] = await Promise.all([
      promptStore.queues(tx, [...(queueId === null ? [] : [queueId]), ...transferQueueIds]),
      promptStore.tags(tx, tagIds),
      promptId === null ? [] : knowledgeStore.matching(tx, promptId, text, MAX_PASSAGES),
    ]);
    // The prompt's own queue is the one for «a human is needed».
    const ownFirst = queues.toSorted((one, other) => Number(other.id === queueId) - Number(one.id === queueId));
    return { queues: ownFirst, tags, passages };
  },
});
export type Answerers = ReturnType<typeof createAnswerers>;
