import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostsIn, removeForeignLinks } from './links.ts';

const hosts = new Set(['loja.example.com', 'example.com.br']);
const filtered = (text: string): string => removeForeignLinks(text, hosts);

describe('hosts that a text names', () => {
  it('are found with and without a scheme, behind a label, and in capitals', () => {
    const text =
      'Veja HTTPS://Loja.Example.com/a, www.example.com.br e [ajuda](https://ajuda.example.org/x) ou t.me/loja.';
    expect([...hostsIn(text)].toSorted()).toEqual(['ajuda.example.org', 'example.com.br', 'loja.example.com', 't.me']);
  });

  it('are none in ordinary text', () => {
    expect([...hostsIn('Olá Sr.Silva, fim.Obrigado! Custa R$ 1.500,00 às 14.30. ana@example.com')]).toEqual([]);
  });
});

describe('links of an answer [AI-03]', () => {
  it.each([
    ['Veja https://loja.example.com/p?id=1.', 'Veja https://loja.example.com/p?id=1.'],
    ['Veja www.loja.example.com/p', 'Veja www.loja.example.com/p'],
    ['Veja [a loja](https://loja.example.com/p)', 'Veja a loja: https://loja.example.com/p'],
    ['Escreva para ana@evil.com hoje', 'Escreva para ana@evil.com hoje'],
    ['https://loja.example.com/r?u=evil.com', 'https://loja.example.com/r?u=evil.com'],
    ['família 👨‍👩‍👧 ok', 'família 👨‍👩‍👧 ok'],
  ])('«%s» becomes «%s»', (text, expected) => expect(filtered(text)).toBe(expected));

  it.each([
    'https://evil.example.net/x',
    'http://evil.com',
    'HTTPS://EVIL.COM',
    'www.evil.com.br',
    'evil.com/premio',
    'evil.com',
    't.me/evil',
    'bit.ly/abc',
    'wa.me/5511987654321',
    '[aqui](https://evil.com)',
    '[https://loja.example.com](https://evil.com)',
    '![x](https://evil.com/x.png)',
    'https://loja.example.com@evil.com/x',
    'https://loja.example.com:x@evil.com/x',
    'https://loja.example.com.evil.com/x',
    'https://evil.com/loja.example.com',
    'https://evil.com#loja.example.com',
    'https://evil.com\\@loja.example.com',
    'https://xloja.example.com',
    'https://evil。com/x',
    'ev\u200bil.com/x',
    'https://\u202eevil.com',
    'ftp://evil.com/x',
    'whatsapp://send?text=x',
    'https://[::1]/',
    'https://127.0.0.1/x',
    '(https://evil.com)',
    '<https://evil.com>',
    '*https://evil.com*',
  ])('to another host is removed: %s', (link) => {
    const result = filtered(`Clique ${link} agora.`);
    expect(result).not.toMatch(/evil|127\.0|::1|bit\.ly|t\.me|wa\.me|whatsapp:/i);
    expect(result).toMatch(/^Clique .*agora\.$/);
  });

  it('leave no link to a host that was not named', () => {
    const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,10}[a-z0-9])?$/);
    const host = fc.tuple(label, fc.constantFrom('com', 'net', 'com.br', 'io', 'xyz')).map((parts) => parts.join('.'));
    const scheme = fc.constantFrom('https://', 'http://', 'www.', '');
    fc.assert(
      fc.property(fc.array(fc.tuple(scheme, host, fc.constantFrom('', '/x', '?a=b'))), (links) => {
        const text = links.map((parts) => `a ${parts.join('')} b`).join('\n');
        expect([...hostsIn(filtered(text))].filter((found) => !hosts.has(found))).toEqual([]);
      }),
    );
  });

  it('takes linear time', () => {
    for (const text of [
      '['.repeat(60_000),
      '[a]('.repeat(15_000),
      'a.'.repeat(30_000),
      'a-'.repeat(30_000),
      'www.'.repeat(15_000),
      'http://'.repeat(9_000),
    ]) {
      const started = performance.now();
      filtered(text);
      expect(performance.now() - started, text.slice(0, 6)).toBeLessThan(2_000);
    }
  });
});
