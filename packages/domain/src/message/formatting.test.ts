import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuMs } from '../kit/cpu-time.fixture.ts';
import { cutParts, formatted, sourceOf, plainTextOf, type Styled } from './formatting.ts';

const text = (content: string): Styled => ({ type: 'text', text: content });
const bold = (...inner: Styled[]): Styled => ({ type: 'bold', inner });

describe('marks of a message text', () => {
  it('render asterisks as bold, tildes as strikethrough, underscores as italic, three backticks as monospace [M-097]', () => {
    expect(formatted('Fica *R$ 1.152* no PIX')).toEqual([text('Fica '), bold(text('R$ 1.152')), text(' no PIX')]);
    expect(formatted('~R$ 99~ _hoje_')).toEqual([
      { type: 'strike', inner: [text('R$ 99')] },
      text(' '),
      { type: 'italic', inner: [text('hoje')] },
    ]);
    expect(formatted('```a\n*b*```')).toEqual([{ type: 'mono', text: 'a\n*b*' }]);
    expect(formatted('*_tudo_*')).toEqual([bold({ type: 'italic', inner: [text('tudo')] })]);
  });

  it.each([
    '2*3*4',
    'nome_do_arquivo',
    '* item',
    '** **',
    '*sem fim',
    'a * b * c',
    '``` ```',
    '*linha\noutra*',
    '```aberto',
  ])('leave %j unchanged', (plain) =>
    expect(formatted(plain)).toEqual(formatted(plain).map((part) => text((part as { text: string }).text))),
  );

  it('do not overlap: an unclosed inner mark is plain text', () => {
    expect(formatted('*a _b* c_')).toEqual([bold(text('a _b')), text(' c_')]);
  });

  it('treat HTML tags as plain text [M-097]', () => {
    expect(formatted('<b>oi</b><script>x</script>')).toEqual([text('<b>oi</b><script>x</script>')]);
  });
});

describe('link in a text', () => {
  it.each([
    ['veja https://example.com/a_b_c?x=*1*, ok', 'https://example.com/a_b_c?x=*1', 'https://example.com/a_b_c?x=*1'],
    ['(www.example.com/loja)', 'www.example.com/loja', 'https://www.example.com/loja'],
    [
      'https://example.com/wiki/Ótica_(loja).',
      'https://example.com/wiki/Ótica_(loja)',
      'https://example.com/wiki/Ótica_(loja)',
    ],
    ['*https://example.com*', 'https://example.com', 'https://example.com'],
  ])('in %j is %s', (typed, linkText, href) => {
    const links = JSON.stringify(formatted(typed));
    expect(links).toContain(JSON.stringify({ type: 'link', text: linkText, href }));
  });

  it.each(['xhttps://example.com', 'https://', 'www.'])('is not found in %j', (typed) =>
    expect(formatted(typed)).toEqual([text(typed)]),
  );

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    '&#106;avascript:alert(1)',
    'javascript&colon;alert(1)',
    'javascript://%0aalert(1)',
    'vbscript:msgbox(1)',
    'data:text/html,x',
    'data:text/html;base64,PHNjcmlwdD4=',
    'blob:https',
    'file:///etc/passwd',
  ])('is none with a scheme that runs or reads something: %j [XS-03]', (typed) =>
    expect(JSON.stringify(formatted(typed))).not.toContain('"link"'),
  );
});

/** Texts built from mark characters and link parts. */
const tricky = fc
  .array(
    fc.oneof(
      fc.constantFrom('*', '_', '~', '```', '`', ' ', '\n', 'a', 'é', 'https://', 'www.', ')', '(', '.'),
      fc.string(),
    ),
  )
  .map((parts) => parts.join(''));

const isFull = process.env['PROOF'] === 'full';
const typesOf = (parts: readonly Styled[]): string[] =>
  parts.flatMap((part) => [part.type, ...('inner' in part ? typesOf(part.inner) : [])]);

describe('any text', () => {
  it(
    'becomes parts of six types, from which it can be restored completely [FZ-01]',
    () => {
      const types = new Set(['text', 'bold', 'italic', 'strike', 'mono', 'link']);
      fc.assert(
        fc.property(tricky, (typed) => {
          const parts = formatted(typed);
          expect(sourceOf(parts)).toBe(typed);
          expect(typesOf(parts).filter((type) => !types.has(type))).toEqual([]);
        }),
        { numRuns: isFull ? 10_000_000 : 2000 },
      );
    },
    isFull ? 7_200_000 : 60_000,
  );

  // A busy machine says nothing about milliseconds.
  it.runIf(isFull).each([
    ['*', 50],
    ['~', 50],
    ['_', 50],
    ['```', 50],
    ['[a](https://b.example/_c_) ', 50],
    ['https://a.b/https://c.d/*_', 50],
    // Every third letter ends a part.
    ['*_~', 500],
    ['*a*_b_', 500],
    ['*_~a~_*', 500],
  ])('of a megabyte is parsed in linear time: %j repeated takes at most %i ms [DX-02]', (fragment, maxMs) => {
    const typed = fragment.repeat(Math.ceil(1_000_000 / fragment.length));
    const took = [1, 2, 3, 4, 5].map(() => cpuMs(() => formatted(typed)));
    expect(Math.min(...took)).toBeLessThan(maxMs);
  });

  it('loses only marks as plain text', () => {
    const bare = (typed: string) => typed.replace(/[*_~`]/g, '');
    fc.assert(
      fc.property(tricky, (typed) => {
        expect(bare(plainTextOf(formatted(typed)))).toBe(bare(typed));
      }),
    );
  });

  it('links to http and https only', () => {
    const links = (parts: readonly Styled[]): string[] =>
      parts.flatMap((part) => (part.type === 'link' ? [part.href] : 'inner' in part ? links(part.inner) : []));
    fc.assert(
      fc.property(tricky, (typed) => {
        for (const href of links(formatted(typed))) expect(href).toMatch(/^https?:\/\/[\p{L}\p{N}]/u);
      }),
    );
  });

  it.each(['*_~', '*a ', '```', 'https://', 'www.a)', 'https://!', ')', '(*', '\n*'])(
    'is parsed in linear time: %j repeated [DX-02] [FZ-01]',
    (fragment) => {
      const took = (times: number) => {
        const typed = fragment.repeat(times);
        return cpuMs(() => formatted(typed));
      };
      took(1000);
      // 16 times the text; quadratic parsing would take 256 times as long.
      expect(took(160_000)).toBeLessThan(Math.max(took(10_000), 5) * 100);
    },
  );
});

describe('a cut text', () => {
  const cut = (source: string, maxLength: number) => sourceOf(cutParts(formatted(source), maxLength));

  it('counts what is visible, keeps the marks closed and splits no emoji [F-U29]', () => {
    expect(cut('Fica *R$ 1.152* no PIX', 40)).toBe('Fica *R$ 1.152* no PIX');
    expect(cut('Fica *R$ 1.152* no PIX', 8)).toBe('Fica *R$ *…');
    expect(cut('*_tudo_* certo', 2)).toBe('*_tu_*…');
    expect(cut('oi 👩‍👩‍👧', 4)).toBe('oi 👩‍👩‍👧');
    expect(cut('oi 👩‍👩‍👧!', 3)).toBe('oi …');
  });
});
