import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sounds } from './make-sounds.ts';

describe('the sounds of the product', () => {
  it.each(Object.entries(sounds))(
    '%s is small, audible and identical to the generated sound [M-307]',
    (name, generated) => {
      const stored = readFileSync(join(import.meta.dirname, `../apps/web/public/sounds/${name}.wav`));
      expect(stored.equals(generated)).toBe(true);
      expect(stored.length).toBeLessThan(20_000);
      const samples = Array.from({ length: (stored.length - 44) / 2 }, (_, n) =>
        Math.abs(stored.readInt16LE(44 + n * 2)),
      );
      expect(Math.max(...samples)).toBeGreaterThan(8_000);
      expect(Math.max(...samples)).toBeLessThan(32_000);
      expect(samples.at(-1)).toBeLessThan(100);
    },
  );

  it('are two different sounds [M-307]', () => {
    expect(sounds.general.equals(sounds.chat)).toBe(false);
  });
});
