import { endpoints } from '@balcao/contract';
import type { AiCeiling, AiCeilingState } from '@balcao/contract/endpoints/ai-usage';
import { handle } from '../../infrastructure/http/handle.ts';
import type { AiUsage } from './usage.ts';

type State = Awaited<ReturnType<AiUsage['ceilings']>>;

export const aiUsageRoutes = (usage: AiUsage) =>
  handle('aiUsage', endpoints.aiUsage, {
    report: async ({ actor, query }) => {
      const { from, to, total, byPrompt, byFlow, byDay, byModel } = await usage.report(actor, query);
      return {
        from,
        to,
        total,
        byPrompt: byPrompt.map(({ id, name, ...figures }) => ({ prompt: { id, name }, ...figures })),
        byFlow: byFlow.map(({ id, name, ...figures }) => ({ flow: { id, name }, ...figures })),
        byDay,
        byModel,
      };
    },
    ceilings: async ({ actor }) => presentCeilings(await usage.ceilings(actor)),
    setCeilings: async ({ actor, body }) => presentCeilings(await usage.setCeilings(actor, body)),
    prices: async () => ({ prices: await usage.prices() }),
    setPrices: async ({ actor, body }) => ({ prices: await usage.setPrices(actor, body.prices) }),
  });

const presentCeilings = ({ ceilings, month, day }: State): AiCeilingState => ({
  ...ceilings,
  spentMicros: month?.spentMicros ?? 0,
  reservedMicros: month?.reservedMicros ?? 0,
  callsToday: day?.calls ?? 0,
  notices: Object.entries(month?.notices ?? {})
    .map(([notice, at]) => ({
      ceiling: notice.replace(/\d+$/, '') as AiCeiling,
      percent: notice.endsWith('80') ? (80 as const) : (100 as const),
      at: new Date(at).toISOString(),
    }))
    .toSorted((first, second) => first.at.localeCompare(second.at)),
});
