import type { ModelFields } from '@balcao/domain/flow/service-call';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { Secret } from '../../infrastructure/secrets/secrets.ts';
import type { PromptKeys } from './prompt-keys.ts';
import { promptStore } from './prompts.store.ts';
import type { TurnInput } from './turn.ts';
import type { AnswerVoice } from './voice-answers.ts';

export interface AnswererDeps {
  keys: PromptKeys;
  /** Keys that were typed into nodes, by reference. */
  openKeys(companyId: number, references: readonly string[]): Promise<ReadonlyMap<string, { key: Secret }>>;
}
/** Who answers: a prompt or a node, with its voice. */
export type Answerer = Pick<TurnInput, 'promptId' | 'node'> & { maxMessages: number; voice: AnswerVoice };

/** What answers the calls of flows: stored prompts, and nodes with settings of their own. */
export const createAnswerers = ({ keys, openKeys }: AnswererDeps) => ({
  async ofPrompt(tx: Tx, promptId: number): Promise<Answerer | undefined> {
    const prompt = await promptStore.byId(tx, promptId);
    if (!prompt) return undefined;
    const { maxMessages, voice, voiceRegion } = prompt;
    const key = keys.open(tx.companyId, 'voiceKey', prompt.voiceKey);
    return { promptId, maxMessages, voice: { promptId, voice, voiceRegion, key } };
  },
  async ofNode(companyId: number, fields: ModelFields): Promise<Answerer> {
    const { apiKeyRef, voiceKeyRef, voice, voiceRegion, ...node } = fields;
    const opened = await openKeys(
      companyId,
      [apiKeyRef, voiceKeyRef].filter((ref) => ref !== null),
    );
    const keyOf = (ref: string | null) => (ref === null ? undefined : opened.get(ref)?.key);
    return {
      promptId: null,
      node: { ...node, key: keyOf(apiKeyRef) },
      maxMessages: node.maxMessages,
      voice: { promptId: null, voice, voiceRegion, key: keyOf(voiceKeyRef) },
    };
  },
});
export type Answerers = ReturnType<typeof createAnswerers>;
