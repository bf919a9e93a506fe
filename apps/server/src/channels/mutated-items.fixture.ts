import fc from 'fast-check';

/** Copies of the seeds in which some values are replaced by random or hostile ones. */
export const mutatedCopies = (seeds: readonly object[]) =>
  fc
    .tuple(
      fc.constantFrom(...seeds),
      fc.array(
        fc.tuple(
          fc.nat(40),
          fc.oneof(fc.jsonValue(), fc.constantFrom(undefined, null, '', '\0', '\ud800', -1, 1e308, [], {})),
        ),
        { minLength: 1, maxLength: 4 },
      ),
    )
    .map(([seed, changes]) => {
      const copy = structuredClone(seed);
      for (const [position, value] of changes) {
        const slots = slotsIn(copy);
        const slot = slots[position % Math.max(slots.length, 1)];
        if (slot) slot[0][slot[1]] = value;
      }
      return copy;
    });

function slotsIn(node: unknown): [Record<string, unknown>, string][] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, child]) => [
    [node as Record<string, unknown>, key] as [Record<string, unknown>, string],
    ...slotsIn(child),
  ]);
}
