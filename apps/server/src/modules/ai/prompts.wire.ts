import type { endpoints, ParsedRequest } from '@balcao/contract';
import type { KnowledgeBrief, KnowledgeEntry, Prompt, PromptTried } from '@balcao/contract/endpoints/prompts';
import type { VoiceChoice } from '@balcao/domain/ai/voices';
import type { RedactedKind } from '@balcao/domain/ai/redaction';
import type { KnowledgeBrief as StoredBrief, KnowledgeEntry as StoredEntry } from './knowledge.store.ts';
import type { PromptTry, TriedTurn } from './prompt-tries.ts';
import { usesByKind, type FullPrompt, type PromptDraft } from './prompts.ts';

type Group = typeof endpoints.prompts;
type NewPromptBody = ParsedRequest<Group['create']>['body'];
type PromptChangeBody = ParsedRequest<Group['update']>['body'];
type TryBody = ParsedRequest<Group['try']>['body'];

export const presentPromptBrief = ({ id, name }: { id: number; name: string }) => ({ id, name });

export const presentPrompt = (row: FullPrompt): Prompt => ({
  id: row.id,
  name: row.name,
  prompt: row.prompt,
  provider: row.provider,
  model: row.model,
  baseUrl: row.baseUrl,
  voice: row.voice as VoiceChoice,
  voiceRegion: row.voiceRegion,
  maxTokens: row.maxTokens,
  // Stored with single precision.
  temperature: Math.round(row.temperature * 1000) / 1000,
  maxMessages: row.maxMessages,
  queueId: row.queueId,
  queue:
    row.queueId === null || row.queueName === null
      ? null
      : { id: row.queueId, name: row.queueName, color: row.queueColor ?? '' },
  actions: { transferQueueIds: row.transferQueueIds, tagIds: row.tagIds, canClose: row.canClose },
  hidesPersonalData: row.hidesPersonalData,
  apiKeyLast4: row.apiKey === null ? null : row.apiKeyLast4,
  voiceKeyLast4: row.voiceKey === null ? null : row.voiceKeyLast4,
  keyRefusedAt: row.keyRefusedAt?.toISOString() ?? null,
  knowledgeCount: row.knowledgeCount,
  usedBy: usesByKind(row.uses),
  usage: { calls: row.usage.calls, costMicros: row.usage.costMicros, unpricedCalls: row.usage.unpricedCalls },
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export const parseNewPrompt = ({ actions, ...fields }: NewPromptBody): PromptDraft => ({ ...fields, ...actions });
/** Only the given fields. */
export const parsePrompt = ({ actions, ...fields }: PromptChangeBody): Partial<PromptDraft> =>
  Object.fromEntries(Object.entries({ ...fields, ...actions }).filter(([, value]) => value !== undefined));

export const parseTry = ({ messages, contactName, draft }: TryBody): PromptTry => ({
  messages: messages.map(({ from, text }) => ({ from: from === 'customer' ? from : 'bot', text })),
  contactName,
  draft: Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined)),
});

export function presentTried(tried: TriedTurn): PromptTried {
  const { text, action, failure, removedLinks, values, passages, usage, ms, queues, tags } = tried;
  const nameOf = (rows: { id: number; name: string }[], id: number) => rows.find((row) => row.id === id)?.name ?? '';
  const kinds = Map.groupBy(values.keys(), kindOf);
  return {
    text,
    action:
      action === null || action.type === 'close'
        ? action
        : action.type === 'transfer'
          ? { ...action, queueName: nameOf(queues, action.queueId) }
          : { ...action, tagName: nameOf(tags, action.tagId) },
    failure,
    removedLinks,
    redacted: [...kinds].map(([kind, tokens]) => ({ kind, count: tokens.length })),
    passages,
    usage,
    ms,
  };
}
/** A token is [kind-number]. */
const kindOf = (token: string): RedactedKind => token.slice(1, token.lastIndexOf('-')) as RedactedKind;

export const presentKnowledgeBrief = (entry: StoredBrief): KnowledgeBrief => ({
  id: entry.id,
  promptId: entry.promptId,
  title: entry.title,
  fileName: entry.fileName,
  characters: entry.characters,
  updatedAt: entry.updatedAt.toISOString(),
});
export const presentKnowledge = (entry: StoredEntry): KnowledgeEntry => ({
  ...presentKnowledgeBrief(entry),
  text: entry.body,
});
