/** Names of all prompts, for fields that choose one. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useRefetchOnTopic } from '../../lib/refetch-on-topic.ts';

export function usePromptPicks() {
  useRefetchOnTopic('prompt', 'prompts');
  return useQuery({ queryKey: [...api.prompts.list.key({ query: {} }), 'picks'], queryFn: fetchAll });
}

/** Page after page; the number of a company's prompts is bounded. */
async function fetchAll({ signal }: { signal: AbortSignal }): Promise<{ id: number; name: string }[]> {
  const prompts: { id: number; name: string }[] = [];
  for (let pageNumber = 1; ; pageNumber++) {
    const page = await api.prompts.list({ query: { pageNumber } }, { signal });
    prompts.push(...page.prompts.map(({ id, name }) => ({ id, name })));
    if (!page.hasMore) return prompts;
  }
}
