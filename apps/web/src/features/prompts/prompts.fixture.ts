import type { AiFigures } from '@balcao/contract/endpoints/ai-usage';
import { endpoints } from '@balcao/contract/endpoints/index';
import type { KnowledgeEntry, Prompt } from '@balcao/contract/endpoints/prompts';
import { aQueue, aTag } from '../../testing/fixtures.ts';
import { answer } from '../../testing/server.ts';
import { someFigures } from '../../testing/ai-usage.ts';

export const INSTRUCTIONS = 'Você atende a Ótica Boa Vista. Responda com gentileza e em poucas frases.';
export const sales = { id: 3, name: 'Vendas', color: '#2f9e44' };
export const support = { id: 5, name: 'Suporte', color: '#1c7ed6' };
export const aReport = (own: Partial<AiFigures> = {}) => ({
  from: '2026-11-01',
  to: '2026-11-10',
  total: someFigures(own),
  byPrompt: [],
  byFlow: [],
  byDay: [],
  byModel: [],
});

export const aPrompt = (own: Partial<Prompt> = {}): Prompt => ({
  id: 1,
  name: 'Tira-dúvidas',
  prompt: INSTRUCTIONS,
  provider: 'openai',
  model: '',
  baseUrl: '',
  voice: 'texto',
  voiceRegion: '',
  maxTokens: 150,
  temperature: 0.6,
  maxMessages: 10,
  queueId: sales.id,
  queue: sales,
  actions: { transferQueueIds: [], tagIds: [], canClose: false },
  hidesPersonalData: true,
  apiKeyLast4: 'J4kQ',
  voiceKeyLast4: null,
  keyRefusedAt: null,
  knowledgeCount: 0,
  usedBy: { connections: [], flows: [] },
  usage: { calls: 0, costMicros: 0, unpricedCalls: 0 },
  createdAt: '2026-11-01T12:00:00.000Z',
  updatedAt: '2026-11-01T12:00:00.000Z',
  ...own,
});

/** Fake server that stores prompts and knowledge for the duration of the test. */
export function withPrompts(prompts: Prompt[], entries: KnowledgeEntry[] = []) {
  answer(endpoints.prompts.list, ({ query }) => {
    const found = prompts.filter(({ name }) => name.toLowerCase().includes(query.searchParam.toLowerCase()));
    return { prompts: found, count: found.length, hasMore: false };
  });
  answer(endpoints.prompts.show, ({ params }) => prompts.find(({ id }) => id === Number(params.id))!);
  answer(endpoints.prompts.knowledge, () => ({ entries: entries.map(({ text: _, ...brief }) => brief) }));
  answer(endpoints.aiUsage.report, () => aReport());
  answer(endpoints.queues.list, () => [aQueue(sales), aQueue(support)]);
  answer(endpoints.tags.pick, () => [aTag({ id: 8, name: 'Lente' })]);
  return { prompts, entries };
}
