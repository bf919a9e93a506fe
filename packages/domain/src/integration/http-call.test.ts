import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isUsableHttpTemplate, renderHttpCall, type HttpTemplate } from './http-call.ts';

/** Any UTF-16 units, halves of characters included. */
const anyText = fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units));

const template: HttpTemplate = { method: 'POST', url: 'https://api.example.com/', headers: [], body: null, select: [] };
const render = (more: Partial<HttpTemplate>, values: Record<string, string> = {}) =>
  renderHttpCall({ ...template, ...more }, (name) => values[name] ?? '');
const urlOf = (url: string, values: Record<string, string>) => {
  const result = render({ url }, values);
  return result.ok ? result.value.url : result.code;
};

describe('the address of an HTTP call [FL-19]', () => {
  it.each([
    ['https://api.example.com/c/{{id}}?q={{ nome }}#x', 'https://api.example.com/c/7%2F8?q=a%26b%3D%C3%A7'],
    ['https://api.example.com', 'https://api.example.com'],
    ['http://10.0.0.5:5678/x', 'http://10.0.0.5:5678/x'],
    ['https://api.example.com/{{desconhecida}}/x', 'https://api.example.com//x'],
  ])('%s becomes %s', (url, expected) => expect(urlOf(url, { id: '7/8', nome: 'a&b=ç' })).toBe(expected));

  it.each([
    'https://{{host}}/x',
    'https://api.{{host}}/x',
    'https://api.example.com{{host}}/x',
    'https://{{host}}@api.example.com/',
    'https://user:word@api.example.com/',
    'https://api.example.com\\@evil.com/',
    '{{url}}',
    'file:///etc/passwd',
    'gopher://evil.com/',
    'api.example.com',
    'https://',
    '',
  ])('%s is refused', (url) => {
    expect(urlOf(url, { host: 'evil.com', url: 'https://evil.com' })).toBe('unusableUrl');
    expect(isUsableHttpTemplate({ ...template, url })).toBe(false);
  });

  it.each(['..', '.', '%2e%2e', '../..', '..\\x'])('a value of %j does not leave the path', (value) => {
    const url = urlOf('https://api.example.com/public/{{id}}/x', { id: value });
    expect(url === 'unusableUrl' || new URL(url).pathname.startsWith('/public/')).toBe(true);
  });

  it('keeps its host and its path, whatever the values are', () => {
    fc.assert(
      fc.property(anyText, anyText, (id, query) => {
        const url = urlOf('https://api.example.com/a/{{id}}/b?q={{query}}', { id, query });
        if (url === 'unusableUrl') return;
        const { host, pathname, searchParams } = new URL(url);
        expect([host, pathname.split('/').length, searchParams.get('q')]).toEqual([
          'api.example.com',
          4,
          query.toWellFormed(),
        ]);
      }),
    );
  });
});

describe('headers and body of an HTTP call [FL-18]', () => {
  it('fill variables into texts only, in one pass', () => {
    const body = { nome: 'Olá {{nome}}', lista: ['{{x}}', 1, true, null], '{{nome}}': '$&' };
    const result = render({ body }, { nome: '"},{{x}}', x: 'y' });
    expect(result.ok && result.value.body).toEqual({
      nome: 'Olá "},{{x}}',
      lista: ['y', 1, true, null],
      '{{nome}}': '$&',
    });
  });

  it('send no body with GET', () => {
    const result = render({ method: 'GET', body: { a: 1 } });
    expect(result.ok && result.value.body).toBeNull();
  });

  it('keep a value on one line, and name keys without their value', () => {
    const headers = [
      { name: 'X-Nome', value: 'a {{nome}}' },
      { name: 'Authorization', keyRef: 'chave-1' },
    ];
    const result = render({ headers }, { nome: 'b\r\nX-Outro: 1' });
    expect(result.ok && result.value.headers).toEqual([{ name: 'X-Nome', value: 'a b X-Outro: 1' }, headers[1]]);
  });

  it.each(['Host', 'content-length', 'Cookie', 'X-Balcao-Signature', 'proxy-authorization', 'a b', 'a:b', ''])(
    'the header %j is refused',
    (name) => expect(render({ headers: [{ name, value: 'x' }] })).toMatchObject({ code: 'unusableHeader' }),
  );

  it('a prototype in the body is only a field', () => {
    const result = render({ body: JSON.parse('{"__proto__":{"polluted":"{{x}}"}}') }, { x: 'y' });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(JSON.stringify(result.ok && result.value.body)).toBe('{"__proto__":{"polluted":"y"}}');
  });
});
