import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Secret } from '../secrets/secret.ts';
import { createLog } from './log.ts';
import type { Log } from './log.ts';

function written(pretty: boolean, emit: (log: Log) => void): string {
  const lines: string[] = [];
  emit(createLog({ level: 'trace', pretty, out: { write: (line) => lines.push(line) } }));
  return lines.join('');
}
const json = (emit: (log: Log) => void) => JSON.parse(written(false, emit));

const canary = 'Zx9canary7Q';
const jwt = `eyJhbGciOiJIUzI1NiJ9.eyJpZCI6MX0.${canary}`;

describe('secrets are redacted', () => {
  it.each<[string, (log: Log) => void]>([
    ['authorization header', (log) => log.info({ headers: { Authorization: `Bearer ${canary}` } })],
    [
      'cookie and set-cookie',
      (log) => log.info({ headers: { cookie: `jrt=${canary}`, 'Set-Cookie': [`jrt=${canary}`] } }),
    ],
    [
      'password',
      (log) => log.info({ user: { password: canary, newPassword: canary, passwordHash: canary, senha: canary } }),
    ],
    [
      'token in all spellings',
      (log) =>
        log.info({
          token: canary,
          accessToken: canary,
          refresh_token: canary,
          'x-api-token': canary,
          tokenMeta: { token: canary },
        }),
    ],
    [
      'secrets and keys',
      (log) =>
        log.info({
          clientSecret: canary,
          apiKey: canary,
          API_KEY: canary,
          'x-api-key': canary,
          credentials: { any: canary },
        }),
    ],
    ['card', (log) => log.info({ card: { cardNumber: canary, cvv: canary } })],
    ['a nested field', (log) => log.info({ a: [{ b: { c: { password: canary } } }] })],
    ['a child log', (log) => log.child({ token: canary, url: `/a?token=${canary}` }).info('hello')],
    [
      'a child log with its own serializers',
      (log) => log.child({}, { serializers: { req: () => ({ url: `/?token=${canary}` }) } }).info({ req: {} }),
    ],
    ['token in a url', (log) => log.info({ req: { method: 'GET', url: `/api/public-settings?token=${canary}&x=1` } })],
    [
      'token in a url within a message',
      (log) => log.info(`calling https://example.com/hook?a=1&access_token=${canary} now`),
    ],
    ['token in a url, name encoded', (log) => log.info({ req: { url: `/a?%74oken=${canary}` } })],
    ['media signature', (log) => log.info({ req: { url: `/media/7/media/0123?e=1&s=${canary}` } })],
    ['oauth code', (log) => log.info({ req: { url: `/api/facebook/callback?code=${canary}&state=${canary}` } })],
    ['password in a url', (log) => log.info({ database: `postgres://app:${canary}@db.example.com/balcao` })],
    ['webhook key in a path', (log) => log.info({ req: { url: `/webhooks/meta/${canary}` } })],
    ['reset path', (log) => log.info({ req: { url: `/api/reset-password/ana@example.com/${canary}/${canary}` } })],
    [
      'reset path, old spelling',
      (log) => log.info({ req: { url: `/api/resetpasswords/ana@example.com/${canary}/${canary}` } }),
    ],
    [
      'reset path, encoded',
      (log) => log.info({ req: { url: `/api/reset%2Dpassword/ana%40example.com/${canary}/${canary}` } }),
    ],
    ['reset path, capitals', (log) => log.info({ req: { url: `/API/Reset-Password/a/${canary}/${canary}?x=1` } })],
    [
      'reset path in a message',
      (log) => log.warn(`POST /api/reset-password/ana@example.com/${canary}/${canary} was refused`),
    ],
    [
      'socket handshake',
      (log) =>
        log.info({
          handshake: {
            query: { token: canary },
            auth: { token: `Bearer ${canary}` },
            headers: { cookie: canary },
            url: `/socket.io/?EIO=4&token=${canary}`,
          },
        }),
    ],
    ['message with arguments', (log) => log.info('sending with Bearer %s', canary)],
    ['key and value in a message', (log) => log.info(`failed: password=${canary}&x`)],
    ['json within a message', (log) => log.info(`got {"accessToken":"${canary}"}`)],
    [
      'json within json within a message',
      (log) => log.info(JSON.stringify({ body: JSON.stringify({ api_key: canary }) })),
    ],
    ['a bare JWT in a message', (log) => log.info(`token was ${jwt}`)],
    ['a Secret', (log) => log.info({ key: new Secret(canary), list: [new Secret(canary)] }, `${new Secret(canary)}`)],
    ['an error text', (log) => log.error(new Error(`GET https://example.com/?api_key=${canary} failed`))],
    [
      'a database error',
      (log) =>
        log.error(
          Object.assign(new Error('Failed query: select 1\nparams: 1,' + canary), { params: [canary], query: canary }),
        ),
    ],
    [
      'the row in a database error',
      (log) =>
        log.error({
          err: Object.assign(new Error('duplicate key'), { detail: `Key (token)=(${canary}) exists`, where: canary }),
        }),
    ],
    [
      'the cause of an error',
      (log) => log.error({ err: new Error('outer', { cause: new Error(`Bearer ${canary}`) }) }),
    ],
    [
      'an error that carries its request',
      (log) =>
        log.error({
          err: Object.assign(new Error('x'), {
            config: { headers: { authorization: canary } },
            response: { body: canary },
          }),
        }),
    ],
    ['the name of a field', (log) => log.info({ [`/a?token=${canary}`]: 1 })],
  ])('%s', (_, emit) => {
    for (const pretty of [false, true]) {
      const text = written(pretty, emit);
      expect(text.length).toBeGreaterThan(20);
      expect(text).not.toContain(canary);
    }
  });

  it.each<[string, (log: Log) => void]>([
    ['e-mail in a path', (log) => log.info({ req: { url: '/api/forget-password/ana@example.com' } })],
    ['e-mail in a message', (log) => log.info('no account for ana@example.com')],
    ['e-mail as a field', (log) => log.info({ email: 'ana@example.com' })],
    ['e-mail in a query', (log) => log.info({ req: { url: '/a?email=ana%40example.com' } })],
    ['number in a path', (log) => log.info({ req: { url: '/api/contacts/profile/5500987654321' } })],
    ['number in a search', (log) => log.info({ req: { url: '/api/contacts?searchParam=5500987654321&pageNumber=1' } })],
    ['number as a field', (log) => log.info({ contact: { number: '5500987654321' } })],
    ['number as a channel address', (log) => log.info('from 5500987654321@s.whatsapp.net')],
    ['message text', (log) => log.info({ message: { body: 'ana@example.com 5500987654321' } })],
  ])('personal data of a customer is redacted: %s', (_, emit) => {
    const text = written(false, emit);
    expect(text).not.toMatch(/ana(@|%40)example|5500987654321/);
  });

  it.each<[string, (log: Log) => void]>([
    ['path', (log) => log.info({ req: { url: '/api/invoices/4111111111111111' } })],
    ['query', (log) => log.info({ req: { url: '/api/invoices/1/price?users=4111%201111%201111%201111' } })],
    ['message of a provider', (log) => log.error({ err: new Error('declined: 4111 1111 1111 1111') }, 'x')],
  ])('the number of a card is redacted: %s', (_, emit) => {
    expect(written(false, emit).replaceAll(/%20|[ +-]/g, '')).not.toContain('4111111111111111');
  });
});

describe('useful fields are logged', () => {
  it('a request keeps only method, path, harmless query and address', () => {
    const req = {
      id: 'r1',
      method: 'GET',
      url: '/api/tickets?pageNumber=2&status=open&token=abc',
      ip: '10.0.0.9',
      headers: { a: 1 },
      body: {},
    };
    expect(json((log) => log.info({ req, res: { statusCode: 200 } }, 'answered'))).toMatchObject({
      level: 'info',
      msg: 'answered',
      req: { id: 'r1', method: 'GET', url: '/api/tickets?pageNumber=2&status=open&token=[redacted]', from: '10.0.0.9' },
      res: { status: 200 },
    });
  });

  it('a redacted path keeps the part that identifies the endpoint', () => {
    const url = (from: string) => json((log) => log.info({ req: { url: from } })).req.url;
    expect(url('/api/reset-password/a@example.com/123456/novasenha')).toBe('/api/reset-password/[redacted]');
    expect(url('/api/forget-password/a@example.com')).toBe('/api/forget-password/[redacted]');
    expect(url('/webhooks/meta')).toBe('/webhooks/meta');
    expect(url('/api/messages/1234?x')).toBe('/api/messages/1234?x');
    expect(url('/%')).toBe('/%');
  });

  it('an error keeps its kind, code, text, stack and cause', () => {
    const failure = Object.assign(new TypeError('outer', { cause: new Error('inner') }), { code: 'ECONNREFUSED' });
    const { err } = json((log) => log.error(failure, 'could not send'));
    expect(err).toMatchObject({
      type: 'TypeError',
      message: 'outer',
      code: 'ECONNREFUSED',
      cause: { message: 'inner' },
    });
    expect(err.stack).toContain('log.test.ts');
  });

  it('true, false and null are not redacted', () => {
    expect(json((log) => log.info({ token: true, password: null, tickets: 3, company: 7 }))).toMatchObject({
      token: true,
      password: null,
      tickets: 3,
      company: 7,
    });
  });

  it('lines below the configured level are not written', () => {
    const lines: string[] = [];
    const log = createLog({ level: 'warn', pretty: false, out: { write: (line) => lines.push(line) } });
    log.info('quiet');
    log.warn('loud');
    expect(lines).toHaveLength(1);
  });

  it('values that JSON cannot represent do not throw', () => {
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    expect(json((log) => log.info({ loop, big: 10n }, 'still here')).msg).toBe('still here');
  });
});

const CONTROL = /[\p{Cc}\u202a-\u202e]/u;
const OWN_COLORS = /^\S+ \p{Cc}\[\d+m\w+ ?\p{Cc}\[0m/u;

describe('log lines cannot be forged [IJ-07]', () => {
  const forged = '{"level":"error","msg":"forged"}';
  const tricks = [
    `a\n${forged}`,
    `a\r\n${forged}`,
    `a\r${forged}`,
    `a\u2028${forged}`,
    `a\u0085${forged}`,
    '\u001b[2J\u001b[31mred',
    '\u009b31mred',
    '\u202Eesrever',
    'a\u0000b',
    'a\u0007b',
    '\u001b]0;title\u0007',
  ];

  it.each(tricks.map((trick) => [JSON.stringify(trick), trick]))('%s', (_, trick) => {
    const emitters: ((log: Log) => void)[] = [
      (log) => log.info(trick),
      (log) => log.info({ field: trick, [trick]: 1, deep: [trick] }, 'm'),
      (log) => log.info('%s', trick),
      (log) => log.child({ who: trick }).info('m'),
      (log) => log.error(new Error(trick)),
    ];
    for (const emit of emitters) {
      const machine = written(false, emit);
      expect(machine.match(/[\n\r\u0085\u2028\u2029]/g)).toEqual(['\n']);
      expect(machine.slice(0, -1)).not.toMatch(CONTROL);
      expect(JSON.parse(machine).level).not.toBe('forged');

      const terminal = written(true, emit);
      expect(terminal.match(/[\n\r\u0085\u2028\u2029]/g)).toEqual(['\n']);
      // The only control characters are the two color codes around the level.
      expect(terminal.slice(0, -1).replace(OWN_COLORS, '')).not.toMatch(CONTROL);
    }
  });

  it('a terminal line contains time, level, message and fields', () => {
    const line = written(true, (log) => log.warn({ company: 7, queue: 'vendas' }, 'slow answer'));
    expect(stripVTControlCharacters(line)).toMatch(
      /^\d\d:\d\d:\d\d\.\d{3} WARN {2}slow answer {2}company=7 {2}queue=vendas\n$/,
    );
    expect(written(true, (log) => log.error(new Error('two\nlines')))).toContain('two ⏎ lines');
  });
});

it('hostile texts of one megabyte are truncated and written within 1.5 s', () => {
  const started = performance.now();
  for (const evil of [
    'a'.repeat(1_000_000),
    '/'.repeat(1_000_000),
    '?token='.repeat(150_000),
    'a@'.repeat(500_000),
    'a.'.repeat(500_000),
    'Bearer '.repeat(140_000),
    '\nparams: '.repeat(100_000),
    'x-'.repeat(500_000),
  ]) {
    expect(written(false, (log) => log.info({ evil }, evil)).length).toBeLessThan(60_000);
  }
  expect(performance.now() - started).toBeLessThan(1_500);
});

describe('quotations in an error message are redacted, except names of our own objects', () => {
  it.each([
    ['relation "tickets" does not exist', 'relation "tickets" does not exist'],
    [
      "Cannot read properties of undefined (reading 'content')",
      "Cannot read properties of undefined (reading 'content')",
    ],
    ["it can't be done, and won't be", "it can't be done, and won't be"],
    ['invalid input syntax for type integer: "Helena"', 'invalid input syntax for type integer: [quoted]'],
    [
      `Unexpected token 'O', "Oi, sou a Helena" is not valid JSON`,
      'Unexpected token [quoted], [quoted] is not valid JSON',
    ],
    ['no end of "Oi, sou a Helena', 'no end of [quoted]'],
    ['55 rows, 5500987654321 is unknown', '55 rows, [number] is unknown'],
  ])('%s', (text, expected) => {
    const { err } = json((log) => log.error({ err: new Error(text) }, 'failed'));
    expect(err.message).toBe(expected);
    expect(err.stack.split('\n')[0]).toBe(`Error: ${expected}`);
    expect(err.stack).toContain('log.test.ts');
  });
});
