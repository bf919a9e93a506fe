import type { AiCeiling, AiCeilingState } from '@balcao/contract/endpoints/ai-usage';
import type { AiUsage } from './usage.ts';

type Report = Awaited<ReturnType<AiUsage['report']>>;
type State = Awaited<ReturnType<AiUsage['ceilings']>>;

export const presentUsage = ({ from, to, total, byPrompt, byFlow, byDay, byModel }: Report) => ({
  from,
  to,
  total,
  byPrompt: byPrompt.map(({ id, name, ...figures }) => ({ prompt: { id, name }, ...figures })),
  byFlow: byFlow.map(({ id, name, ...figures }) => ({ flow: { id, name }, ...figures })),
  byDay,
  byModel,
});

export const presentCeilings = ({ ceilings, month, day }: State): AiCeilingState => ({
  ...ceilings,
  spentMicros: month?.spentMicros ?? 0,
  reservedMicros: month?.reservedMicros ?? 0,
  callsToday: day?.calls ?? 0,
  notices: Object.entries(month?.notices ?? {})
    .map(([notice, at]) => ({
      ceiling: notice.replace(/(?<!\d)\d+$/, '') as AiCeiling,
      percent: notice.endsWith('80') ? (80 as const) : (100 as const),
      at: new Date(at).toISOString(),
    }))
    .toSorted((first, second) => first.at.localeCompare(second.at)),
});
