import type { AiPrice } from '../../entities/ai-usage/ai-usage.api.ts';

type Names = Pick<AiPrice, 'provider' | 'model'>;

/** Two prices of one model of one service. */
export const isSame = (first: Names, second: Names): boolean =>
  first.provider === second.provider && first.model === second.model;
