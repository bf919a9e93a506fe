import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { npsOf, opinionOf } from './nps.ts';

describe('net promoter score', () => {
  it.each([
    [10, 'promoter'],
    [9, 'promoter'],
    [8, 'passive'],
    [7, 'passive'],
    [6, 'detractor'],
    [0, 'detractor'],
  ])('%i is a %s', (rate, opinion) => expect(opinionOf(rate)).toBe(opinion));

  it.each([
    [{ promoters: 0, passives: 0, detractors: 0 }, [0, 0, 0, 0]],
    [{ promoters: 1, passives: 0, detractors: 0 }, [100, 0, 0, 100]],
    [{ promoters: 0, passives: 0, detractors: 3 }, [0, 0, 100, -100]],
    [{ promoters: 5, passives: 3, detractors: 2 }, [50, 30, 20, 30]],
    [{ promoters: 1, passives: 1, detractors: 1 }, [33.33, 33.33, 33.33, 0]],
  ])('%j', (counts, [promoters, passive, detractors, score]) =>
    expect(npsOf(counts)).toEqual({
      npsPromotersPerc: promoters,
      npsPassivePerc: passive,
      npsDetractorsPerc: detractors,
      npsScore: score,
    }),
  );

  it('percentages add up to 100, and the score is between −100 and 100', () =>
    fc.assert(
      fc.property(fc.nat(1e6), fc.nat(1e6), fc.nat(1e6), (promoters, passives, detractors) => {
        const { npsPromotersPerc, npsPassivePerc, npsDetractorsPerc, npsScore } = npsOf({
          promoters,
          passives,
          detractors,
        });
        const sum = npsPromotersPerc + npsPassivePerc + npsDetractorsPerc;
        expect(Math.abs(sum - (promoters + passives + detractors > 0 ? 100 : 0))).toBeLessThan(0.02);
        expect(Math.abs(npsScore)).toBeLessThanOrEqual(100);
        expect(Math.abs(npsScore - (npsPromotersPerc - npsDetractorsPerc))).toBeLessThan(0.02);
      }),
    ));
});
