import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './server.ts';
import type { Caller } from './users.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.createAdmin();
});
beforeEach(() => server.asOwner.query('delete from rate_limits'));
afterAll(() => server.stop());

let count = 0;
const own = (name: string, email: string) => `"name":${name},"color":"#123456","email":${email},"password":"x"`;
const plain = own('"Etiqueta TAG"', '"ana@example.com"');
const keys = (count: number) => Array.from({ length: count }, (_, n) => `"k${n}":1`).join(',');
/** Read as a text that the check of the e-mail address, or a wrong password, refuses; as a name it is stored with «�». */
const REPLACED = [200, 400, 401];
const refused: [what: string, body: string, statuses: number[]][] = [
  ['a depth of 10,000 lists', `{${plain},"x":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, [400]],
  [
    'a depth of 10,000 objects in a text field',
    `{${own(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, '1')}}`,
    [400],
  ],
  ['a million keys', `{${plain},${keys(1_000_000)}}`, [413]],
  ['ten megabytes', `{${own(`"${'a'.repeat(10_000_000)}"`, '"x"')}}`, [413]],
  ['the key __proto__', `{${plain},"__proto__":{"polluted":true}}`, [400]],
  ['the key __proto__ inside', `{${plain},"x":{"__proto__":{"polluted":true}}}`, [400]],
  ['the key __proto__ in escapes', `{${plain},"\\u005f_proto_\\u005F":{"polluted":true}}`, [400]],
  ['the key constructor.prototype', `{${plain},"constructor":{"prototype":{"polluted":true}}}`, [400]],
  ['1e400 in place of a text', `{${own('1e400', '1e400')}}`, [400]],
  ['a lone surrogate', `{${own('"\\ud800"', '"\\ud800@example.com"')}}`, REPLACED],
];

it.each(refused)('%s in a body is refused, or changes nothing [DX-05]', async (_, payload, statuses) => {
  for (const url of ['/api/tags', '/api/auth/login']) {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` };
    // A tag name is used once.
    const body = payload.replace('TAG', String(++count));
    const answer = await server.app.inject({ method: 'POST', url, headers, payload: body });
    expect(statuses, `${url}: ${answer.body.slice(0, 200)}`).toContain(answer.statusCode);
  }
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  expect((await server.app.inject('/health/live')).statusCode).toBe(200);
});

it('a text with brackets, and the names of prototypes as values, are read', async () => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` };
  const name = `"${'[{'.repeat(30)}__proto__":`;
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/tags',
    headers,
    payload: JSON.stringify({ name, color: '#123456' }),
  });
  expect([answer.statusCode, answer.json().name], answer.body).toEqual([200, name]);
});

it('of a key that is there twice the last value counts, and 20,000 unknown keys are left out', async () => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` };
  const payload = `{"name":"Primeira","name":"Segunda ${++count}","color":"#123456",${keys(20_000)}}`;
  const answer = await server.app.inject({ method: 'POST', url: '/api/tags', headers, payload });
  expect([answer.statusCode, answer.json().name], answer.body).toEqual([200, `Segunda ${count}`]);
  expect(answer.body).not.toContain('k1');
});
