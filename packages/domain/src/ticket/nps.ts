/** Counts of answers to «how likely would you recommend us?», 0 to 10. */
export interface RatingCounts {
  promoters: number;
  passives: number;
  detractors: number;
}

export type Opinion = 'promoter' | 'passive' | 'detractor';
export const opinionOf = (rate: number): Opinion => (rate >= 9 ? 'promoter' : rate >= 7 ? 'passive' : 'detractor');

/** Percentages and the score, promoters minus detractors; all 0 without answers. */
export function npsOf({ promoters, passives, detractors }: RatingCounts) {
  const all = promoters + passives + detractors;
  const share = (part: number) => percent(part, all);
  return {
    npsPromotersPerc: share(promoters),
    npsPassivePerc: share(passives),
    npsDetractorsPerc: share(detractors),
    npsScore: percent(promoters - detractors, all),
  };
}

export const percent = (part: number, all: number): number => (all === 0 ? 0 : Math.round((part * 10_000) / all) / 100);
