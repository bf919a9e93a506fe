import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillTemplate, placeholdersOf, validateHeaderFile, headerFileOf, type TemplateText } from './template.ts';
import { isWindowOpen, windowEnd } from './window.ts';

const order: TemplateText = {
  header: { format: 'text', text: 'Pedido {{1}}' },
  body: 'Olá {{2}}, o pedido {{1}} saiu. {{2}}, obrigado!',
  footer: 'Padaria do Porto',
  buttons: [
    { type: 'reply', text: 'Certo', value: '' },
    { type: 'url', text: 'Ver', value: 'https://example.com/p/{{1}}' },
    { type: 'copy', text: 'Copiar', value: 'ABC' },
    { type: 'url', text: 'Site', value: 'https://example.com' },
  ],
};

describe('message template', () => {
  it('lists every placeholder once, numbers in order, including those of buttons', () => {
    expect(placeholdersOf(order).map(({ key }) => key)).toEqual([
      'header.1',
      'body.1',
      'body.2',
      'button.1',
      'button.2',
    ]);
    expect(
      placeholdersOf({ ...order, header: { format: 'image', text: '{{1}}' }, body: '{{nome}} e {{ código }}' }),
    ).toEqual([
      { key: 'body.nome', where: 'body', name: 'nome' },
      { key: 'body.código', where: 'body', name: 'código' },
      { key: 'button.1', where: 'button', name: '1' },
      { key: 'button.2', where: 'button', name: '2' },
    ]);
  });

  it.each([
    ['image', 'image/png', 5 * 1024 * 1024, undefined],
    ['image', 'image/png', 5 * 1024 * 1024 + 1, 'fileTooLarge'],
    ['image', 'image/webp', 10, 'invalid'],
    ['video', 'video/3gpp', 10, undefined],
    ['video', 'image/png', 10, 'invalid'],
    ['document', 'application/pdf', 17 * 1024 * 1024, undefined],
    ['document', 'application/pdf', 0, 'required'],
    ['document', 'application/octet-stream', 10, 'invalid'],
  ] as const)('validates a header %s of type %s with %i bytes: %s', (kind, mime, bytes, expected) => {
    expect(validateHeaderFile(kind, { mime, bytes })).toBe(expected);
    expect(headerFileOf({ header: { format: kind, text: '' } })).toBe(kind);
    expect(headerFileOf(order)).toBeUndefined();
    expect(headerFileOf({ header: { format: 'location', text: '' } })).toBeUndefined();
  });

  it('renders and sends the same values, and lists the missing ones', () => {
    const filled = fillTemplate(order, {
      'header.1': '77',
      'body.1': '77',
      'body.2': ' Ana\n\tLuz ',
      'button.1': 'p77',
      'button.2': '  ',
    });
    expect(filled).toEqual({
      title: 'Pedido 77',
      text: 'Olá Ana Luz, o pedido 77 saiu. Ana Luz, obrigado!',
      footer: 'Padaria do Porto',
      buttonTexts: ['Certo', 'Ver', 'Copiar', 'Site'],
      header: [{ value: '77' }],
      body: [{ value: '77' }, { value: 'Ana Luz' }],
      buttons: [
        { at: 1, type: 'url', value: 'p77' },
        { at: 2, type: 'copy', value: '' },
      ],
      missing: ['button.2'],
    });
    const named = fillTemplate({ ...order, header: null, body: 'Oi {{nome}}', buttons: [] }, { 'body.nome': 'Bia' });
    expect(named).toMatchObject({ text: 'Oi Bia', body: [{ name: 'nome', value: 'Bia' }], missing: [] });
  });

  it('inserts any value unchanged [FZ-03]', () => {
    const odd = fc.oneof(fc.constantFrom('{{1}}', '{{2}}', '$&', '$1', '__proto__', 'constructor'), fc.string());
    fc.assert(
      fc.property(odd, odd, (first, second) => {
        const plain = (text: string) => text.replace(/\s+/gu, ' ').trim();
        const filled = fillTemplate(
          { header: null, body: '{{1}}|{{2}}', footer: '', buttons: [] },
          { 'body.1': first, 'body.2': second },
        );
        expect(filled.text).toBe(`${plain(first) || '{{1}}'}|${plain(second) || '{{2}}'}`);
        expect(filled.missing).toEqual([
          ...(plain(first) === '' ? ['body.1'] : []),
          ...(plain(second) === '' ? ['body.2'] : []),
        ]);
      }),
    );
  });
});

describe('reply window', () => {
  const wrote = new Date('2026-03-02T10:00:00Z');
  const at = (ms: number) => new Date(+wrote + ms);
  it.each([
    [null, null, 0, true],
    [24, null, 0, false],
    [24, wrote, 24 * 3_600_000, true],
    [24, wrote, 24 * 3_600_000 + 1, false],
    [168, wrote, 100 * 3_600_000, true],
  ] as const)('of %s hours after %s is at +%i ms open: %s', (hours, last, ms, open) => {
    expect(isWindowOpen(hours, last, at(ms))).toBe(open);
    const end = windowEnd(hours, last, wrote);
    if (hours !== null && last !== null) expect(at(ms) <= end!).toBe(open);
  });
  it('ends at its start for a contact that never wrote', () => expect(windowEnd(24, null, wrote)).toEqual(wrote));
});
