/** Names and states of all flows, for fields that choose one. */
import type { FlowBrief } from '@balcao/contract/endpoints/flows';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useRefetchOnTopic } from '../../lib/refetch-on-topic.ts';

export function useFlowPicks({ enabled = true } = {}) {
  useRefetchOnTopic('flowbuilder', 'flows');
  return useQuery({ queryKey: [...api.flows.list.key({ query: {} }), 'picks'], queryFn: fetchAll, enabled });
}

/** Page after page; the number of a company's flows is bounded. */
async function fetchAll({ signal }: { signal: AbortSignal }): Promise<FlowBrief[]> {
  const flows: FlowBrief[] = [];
  for (let pageNumber = 1; ; pageNumber++) {
    const page = await api.flows.list({ query: { pageNumber } }, { signal });
    flows.push(...page.flows.map(({ id, name, active }) => ({ id, name, active })));
    if (!page.hasMore) return flows;
  }
}
