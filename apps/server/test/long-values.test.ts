import { describe, expect, it } from 'vitest';
import { callFields, callNamed, takesText, withValue } from './fixtures/calls.ts';
import { figure } from './fixtures/scale.ts';

/** The largest body that the server reads, nearly. */
const LENGTH = 1_000_000;
/** Begin like an address, a URL, a number, a date or a name, and never end like one. */
const texts = [
  'a',
  'a@a.',
  'a-',
  ' ',
  '1',
  '1-',
  '1:',
  '+1 ',
  'http://a.',
  'http://a/',
  '{{a',
  '{{ ',
  '<',
  '\n',
  'é',
  ',a@a.',
  '#',
].map((piece) => `a@${piece.repeat(LENGTH / piece.length)}\u0000`);
/** A whole second at once would stop every other request. A quadratic check takes minutes. */
const MAX_MS = 1_000;

describe('fields of requests', () => {
  it('are checked in linear time, whatever one of them contains [DX-03]', { timeout: 300_000 }, () => {
    const fields = callFields.filter(({ schema }) => takesText(schema));
    expect(fields.length).toBeGreaterThan(300);
    const checked = new Set<string>();
    let slowest = 0;
    for (const field of fields) {
      // The same check of another field takes the same time.
      const key = JSON.stringify(field.schema);
      if (checked.has(key)) continue;
      checked.add(key);
      const schema = callNamed(field.call).endpoint[field.in]!;
      for (const text of texts) {
        const sent = withValue({}, field, text);
        const started = performance.now();
        schema.safeParse(sent[field.in]);
        const took = performance.now() - started;
        slowest = Math.max(slowest, took);
        expect(took, `${field.call} ${field.path}: ${text.slice(0, 12)}`).toBeLessThan(MAX_MS);
      }
    }
    figure('DX-03', 'kinds of fields checked with 1 MB, slowest ms', `${checked.size}, ${slowest.toFixed(0)}`);
  });
});
