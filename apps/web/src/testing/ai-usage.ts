import type { AiFigures } from '@balcao/contract/endpoints/ai-usage';

export const someFigures = (own: Partial<AiFigures> = {}): AiFigures => ({
  calls: 0,
  failedCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  seconds: 0,
  characters: 0,
  costMicros: 0,
  unpricedCalls: 0,
  ...own,
});
