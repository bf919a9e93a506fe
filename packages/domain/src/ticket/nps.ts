/** How many gave which answer to «how likely would you recommend us?», 0 to 10. */
export interface Rated {
  promoters: number;
  passives: number;
  detractors: number;
}

export type Opinion = 'promoter' | 'passive' | 'detractor';
export const opinionOf = (rate: number): Opinion => (rate >= 9 ? 'promoter' : rate >= 7 ? 'passive' : 'detractor');

/** Shares of a hundred, and the score: promoters less detractors. All nought while nobody has answered. */
export function npsOf({ promoters, passives, detractors }: Rated) {
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
