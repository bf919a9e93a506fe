import { endpoints } from '@balcao/contract';
import { handle } from '../../infrastructure/http/handle.ts';
import { presentCeilings, presentUsage } from './ai-usage.wire.ts';
import type { AiUsage } from './usage.ts';

export const aiUsageRoutes = (usage: AiUsage) =>
  handle('aiUsage', endpoints.aiUsage, {
    report: async ({ actor, query }) => presentUsage(await usage.report(actor, query)),
    ceilings: async ({ actor }) => presentCeilings(await usage.ceilings(actor)),
    setCeilings: async ({ actor, body }) => presentCeilings(await usage.setCeilings(actor, body)),
    prices: async () => ({ prices: await usage.prices() }),
    setPrices: async ({ actor, body }) => ({ prices: await usage.setPrices(actor, body.prices) }),
  });
