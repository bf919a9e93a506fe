import fc from 'fast-check';
import type { JsonSchema } from '../../src/foundation/http/json-schema.ts';

const LONGEST = 120;
const MOST_ITEMS = 4;

/** Values as a JSON schema describes them; what only the zod schema knows (no NUL in a text) is for the caller to sort out. */
export function arbitraryOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return fc.oneof(...branches.map(arbitraryOf));
  switch (schema.type) {
    case 'string':
      return text(schema);
    case 'integer':
    case 'number':
      return number(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(typeof schema.items === 'object' ? arbitraryOf(schema.items) : fc.jsonValue(), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? MOST_ITEMS, MOST_ITEMS),
      });
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, part]) => [key, arbitraryOf(part)])),
        { requiredKeys: schema.required ?? [], noNullPrototype: true },
      );
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function text({ format, pattern, minLength = 0, maxLength = LONGEST }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'email') return fc.emailAddress();
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const long = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, LONGEST)) };
  return fc.oneof(
    fc.string({ ...long, unit: 'grapheme' }),
    fc.string({ ...long, unit: 'binary' }),
    // At the very edge of what is allowed.
    fc.constant('w'.repeat(Math.min(maxLength, 5000))),
  );
}

function number({ type, minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema): fc.Arbitrary<number> {
  const min = minimum ?? (exclusiveMinimum === undefined ? -1000 : exclusiveMinimum + 1);
  const max = maximum ?? (exclusiveMaximum === undefined ? 1_000_000 : exclusiveMaximum - 1);
  return type === 'integer'
    ? fc.integer({ min: Math.max(min, -(2 ** 31)), max: Math.min(max, 2 ** 31 - 1) })
    : fc.double({ min, max, noNaN: true });
}

/** The same, with one part of it replaced by something else, or left out. */
export const corrupted = (sound: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.tuple(sound, fc.nat(), fc.boolean(), fc.jsonValue({ maxDepth: 2 })).map(([value, n, isDropped, junk]) => {
    const copy = structuredClone(value);
    const spots = spotsIn(copy);
    const spot = spots[n % (spots.length + 1)];
    if (!spot) return junk;
    if (isDropped && !Array.isArray(spot.holder)) delete spot.holder[spot.key];
    else spot.holder[spot.key] = junk;
    return copy;
  });

interface Spot {
  holder: Record<string, unknown>;
  key: string;
}
const spotsIn = (value: unknown): Spot[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.keys(value).flatMap((key) => [
        { holder: value as Record<string, unknown>, key },
        ...spotsIn((value as Record<string, unknown>)[key]),
      ]);
