import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { median } from './case-counts.ts';
import { figure, times, timeLimitMs } from './fixtures/scale.ts';
import { startTestServer, type TestServer } from './server.ts';
import type { Caller } from './users.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await startTestServer({ open: true });
  admin = await server.createAdmin();
});
afterAll(() => server.stop());

/** Regular expressions that run for ever on «aaa…!», or find everything, where they are not taken literally. */
const shapes = ['(a+)+$', '(x+x+)+y', '(a|aa)+$', '([a-z]+)*$', '.*', '^.*$', 'a{1,9999}', '(?=a)', '[^b]', '\\d+'];
const patternOf = (n: number): string => `${shapes[n % shapes.length]}${n}`;
const hostile = `${'a'.repeat(40)}!`;
/** A search may take this much longer than twice the time of a plain text: the machine may be busy. */
const MAX_MS = 5;

const searches = [
  {
    what: 'tags',
    create: (text: string) => admin.request('POST', '/tags', { name: text, color: '#123456' }),
    find: async (text: string) =>
      (await admin.request('GET', `/tags?searchParam=${encodeURIComponent(text)}`))
        .json<{ tags: { name: string }[] }>()
        .tags.map(({ name }) => name),
  },
  {
    what: 'shortcodes of quick messages',
    create: (text: string) => admin.request('POST', '/quick-messages', { shortcode: text, message: 'x' }),
    find: async (text: string) =>
      (await admin.request('GET', `/quick-messages?searchParam=${encodeURIComponent(text)}`))
        .json<{ records: { shortcode: string }[] }>()
        .records.map(({ shortcode }) => shortcode),
  },
];

describe('a text that looks like a regular expression', () => {
  it.each(searches)(
    'is literal among $what, and found as fast as any other [DX-01]',
    async ({ what, create, find }) => {
      expect((await create(hostile)).statusCode).toBe(200);
      const took = { pattern: [] as number[], plain: [] as number[] };
      const measured = async (kind: keyof typeof took, text: string) => {
        const since = performance.now();
        const found = await find(text);
        took[kind].push(performance.now() - since);
        return found;
      };
      for (let n = 0; n < times(1000); n++) {
        const pattern = patternOf(n);
        expect((await create(pattern)).statusCode).toBe(200);
        const found = await measured('pattern', pattern);
        expect(found).toContain(pattern);
        expect(found.filter((text) => !text.includes(pattern))).toEqual([]);
        expect(await measured('plain', `${'b'.repeat(pattern.length)}`)).toEqual([]);
      }
      const [pattern, plain] = [median(took.pattern), median(took.plain)];
      figure('DX-01', `${what}: ms of a pattern, of a plain text`, `${pattern.toFixed(1)}, ${plain.toFixed(1)}`);
      expect(pattern).toBeLessThan(2 * plain + MAX_MS);
    },
    timeLimitMs(60),
  );
});
