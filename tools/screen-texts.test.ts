import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const web = join(import.meta.dirname, '../apps/web/src');
const files = globSync('**/*.texts.ts', { cwd: web });
type Rows = Record<string, Record<'pt' | 'en' | 'es', string>>;

/** The compiler checks that each phrase has all three languages; this test checks that they are not empty. */
describe('the texts of the screens', () => {
  it('are found', () => expect(files.length).toBeGreaterThan(3));

  it.each(files)('%s: no phrase is empty, and each has the same values in all languages', async (file) => {
    const textModule = (await import(join(web, file))) as Record<string, Rows>;
    const rows = Object.values(textModule).flatMap((texts) => Object.entries(texts));
    expect(rows.length).toBeGreaterThan(0);
    for (const [name, { pt, en, es }] of rows) {
      for (const text of [pt, en, es]) expect(text.trim(), name).not.toBe('');
      const values = [pt, en, es].map((text) => (text.match(/\{\w+\}/g) ?? []).sort().join());
      expect(new Set(values).size, `${name}: ${values.join(' / ')}`).toBe(1);
      // `{count|conversa|conversas}`: of a value that the phrase has.
      for (const text of [pt, en, es])
        for (const [, value] of text.matchAll(/\{([^{}]*)\|[^{}]*\}/g))
          expect(text, name).toContain(`{${value!.split('|')[0]}}`);
    }
  });
});
