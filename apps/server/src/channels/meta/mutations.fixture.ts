/** Mutations of JSON, drawn from a seed so that one number reproduces a finding. */

export type Draw = (below: number) => number;
export function drawn(seed: number): Draw {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const deep = (levels: number): unknown => {
  let value: unknown = 'x';
  for (let n = 0; n < levels; n += 1) value = n % 2 === 0 ? [value] : { a: value };
  return value;
};
const wrong: (() => unknown)[] = [
  () => null,
  () => true,
  () => false,
  () => 0,
  () => -1,
  () => 1.5,
  () => 1e308,
  () => 2 ** 53 + 2,
  () => '',
  () => ' ',
  () => '0',
  () => 'true',
  () => '\0',
  () => '\ud83d',
  () => '\u202e\u0000👩‍👩‍👧\ufeff',
  () => "'; drop table messages; --",
  () => '<script>alert(1)</script>',
  () => '../../etc/passwd',
  () => 'data:text/html,<script>alert(1)</script>',
  () => 'http://169.254.169.254/',
  () => 'x'.repeat(5000),
  () => '9'.repeat(400),
  () => [],
  () => {},
  () => ({}),
  () => [null],
  () => [[]],
  () => Array.from({ length: 40 }, (_, n) => n),
  () => ({ length: 3, 0: 'x' }),
  () => ({ id: { id: { id: 1 } } }),
  () =>
    JSON.parse(
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{}},"toString":1,"hasOwnProperty":2}',
    ) as unknown,
  () => deep(300),
];
type Holder = Record<string | number, unknown>;

/** A copy with some values removed, replaced, wrapped, repeated or renamed. */
export function mutated(value: unknown, draw: Draw, changes: number): unknown {
  const root: Holder = { value: structuredClone(value) };
  for (let n = 0; n < changes; n += 1) {
    const slots = slotsIn(root);
    const [holder, key] = slots[draw(slots.length)] ?? [root, 'value'];
    change(holder, key, draw);
  }
  return root['value'];
}

function change(holder: Holder, key: string | number, draw: Draw): void {
  const before = holder[key];
  switch (draw(8)) {
    case 0:
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else delete holder[key];
      return;
    case 1:
      holder[key] = [before];
      return;
    case 2:
      holder[key] = typeof before === 'string' ? Number(before) || 0 : `${JSON.stringify(before)}`;
      return;
    case 3:
      if (Array.isArray(before)) holder[key] = [...(before as unknown[]), ...(before as unknown[])];
      else if (typeof before === 'string') holder[key] = before.slice(0, draw(before.length + 1));
      else holder[key] = { ...(before as object) };
      return;
    case 4:
      if (!Array.isArray(holder)) {
        delete holder[key];
        holder[`${key}${draw(2) === 0 ? 'x' : ''}`] = before;
      }
      return;
    default:
      holder[key] = wrong[draw(wrong.length)]!();
  }
}

/** All positions of values up to depth 12; mutated values can be deeper. */
function slotsIn(value: unknown, depth = 0): [Holder, string | number][] {
  if (typeof value !== 'object' || value === null || depth > 12) return [];
  const holder = value as Holder;
  const keys = Array.isArray(value) ? value.map((_, n) => n) : Object.keys(value);
  return keys.flatMap((key) => [[holder, key] as [Holder, string | number], ...slotsIn(holder[key], depth + 1)]);
}
