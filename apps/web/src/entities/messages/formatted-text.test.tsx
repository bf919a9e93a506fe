import { formatted } from '@balcao/domain/message/formatting';
import { renderToStaticMarkup } from 'react-dom/server';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FormattedParts } from './formatted-text.tsx';

/** Texts built from marks, links and markup. */
const tricky = fc
  .array(
    fc.oneof(
      fc.constantFrom('*', '_', '~', '```', ' ', '\n', 'a', 'https://', 'www.', 'example.com/', '"', "'", '&', '&lt;'),
      fc.constantFrom('<', '>', '</b>', '<img src=x onerror=alert(1)>', '<script>', 'javascript:alert(1)', '<!--'),
      fc.string(),
    ),
  )
  .map((parts) => parts.join(''));
const allowed: Record<string, string[]> = {
  b: [],
  i: [],
  s: [],
  code: [],
  a: ['href', 'target', 'rel'],
};

it('any text as HTML, parsed again, contains only the elements of marks and links [FZ-01]', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(tricky, (text) => {
      const html = renderToStaticMarkup(<FormattedParts parts={formatted(text)} hasLinks />);
      const { body } = new DOMParser().parseFromString(`<body>${html}`, 'text/html');
      for (const element of body.querySelectorAll('*')) {
        const attributes = allowed[element.localName];
        expect(attributes, element.outerHTML).toBeDefined();
        expect(element.getAttributeNames().filter((name) => !attributes!.includes(name))).toEqual([]);
        if (element.localName === 'a') expect(element.getAttribute('href')).toMatch(/^https?:\/\//);
      }
    }),
    { numRuns: 500 },
  );
});
