import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSafeFetch, EgressFailed, EgressRefused } from './safe-fetch.ts';
import type { EgressRefusedReason } from './egress.ts';
import { privateHostList } from './private-hosts.ts';

/** One server stands for every host; each test sets its response. `connections` must stay 0 for refused requests. */
let server: Server;
let port: number;
let connections: number;
let seen: { method: string | undefined; url: string | undefined; headers: IncomingMessage['headers']; body: string }[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    seen.push({
      method: request.method,
      url: request.url,
      headers: request.headers,
      body: String(await request.toArray()),
    });
    answer(request, response);
  });
  server.on('connection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
beforeEach(() => {
  connections = 0;
  seen = [];
  answer = (_, response) => response.end('ok');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const splitWords = (text: string): string[] => text.trim().split(/\s+/);

/** As for companies, except that the test server's port is allowed: only the address can be the reason. */
const strict = (resolve = async (): Promise<string[]> => ['8.8.8.8']) =>
  createSafeFetch({ resolve, ports: [80, 443, port] });
/** As for tests and simulators; names are resolved from the table. */
const home = (names: Record<string, string[]> = {}) =>
  createSafeFetch({
    allowLoopback: true,
    resolve: async (name) => names[name] ?? (name.endsWith('.example.com') ? ['127.0.0.1'] : []),
  });
const at = (path = '/', host = '127.0.0.1') => `http://${host}:${port}${path}`;
const errorOf = async (work: Promise<unknown>): Promise<unknown> => {
  const failure = await work.then(
    () => 'not refused',
    (error: unknown) => error,
  );
  return failure instanceof EgressRefused ? failure.reason : failure;
};

describe('private addresses get no connection in any spelling [SS-06]', () => {
  it.each(
    splitWords(`
    127.0.0.1 127.1 127.0.1 0x7f.1 0x7f000001 0x7f.0x0.0x0.0x1 2130706433 017700000001 0177.0.0.1
    0177.0.0.01 0x7F.0.0.0x01 127.0.0.1. 127.255.255.254 127。0。0。1 ①②⑦.⓪.⓪.① %31%32%37.0.0.1 [::1]
    [0:0:0:0:0:0:0:1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] [64:ff9b::7f00:1]
    [2002:7f00:1::] 0.0.0.0 0 10.0.0.1 10.1 0xa.0.0.1 172.16.0.1 172.31.255.255 192.168.0.1 0xc0.0xa8.1
    3232235521 169.254.169.254 0xa9fea9fe 2852039166 0251.0376.0251.0376 [::ffff:169.254.169.254]
    [::ffff:a9fe:a9fe] [64:ff9b::a9fe:a9fe] [2002:a9fe:a9fe::] 100.64.0.1 100.100.100.200 [fd00::1]
    [fd00:ec2::254] [fe80::1] [fec0::1] [ff02::1] 224.0.0.1 255.255.255.255 192.0.2.1 198.18.0.1 240.0.0.1
    [2001:db8::1]
  `),
  )('%s', async (host) => {
    expect(await errorOf(strict()(`http://${host}:${port}/`))).toBe('address');
    expect(await errorOf(strict()(`https://${host}:${port}/`))).toBe('address');
    expect(connections).toBe(0);
  });

  it.each<[string, EgressRefusedReason]>([
    ['localhost', 'name'],
    ['LOCALHOST', 'name'],
    ['localhost.', 'name'],
    ['ｌｏｃａｌｈｏｓｔ', 'name'],
    ['ⓛⓞⓒⓐⓛⓗⓞⓢⓣ。', 'name'],
    ['lo\u00adcal\u200bhost', 'name'],
    ['metadata。google。internal', 'name'],
    ['anything.localhost', 'name'],
    ['metadata.google.internal', 'name'],
    ['metadata', 'name'],
    ['redis', 'name'],
    ['printer.local', 'name'],
  ])('the name %s', async (host, reason) => {
    expect(await errorOf(strict(async () => ['127.0.0.1'])(`http://${host}:${port}/`))).toBe(reason);
    expect(connections).toBe(0);
  });

  it.each<[string, string, EgressRefusedReason]>([
    ['file', 'file:///etc/passwd', 'scheme'],
    ['gopher', 'gopher://127.0.0.1:6379/_INFO', 'scheme'],
    ['ftp', 'ftp://127.0.0.1/', 'scheme'],
    ['data', 'data:text/plain,hello', 'scheme'],
    ['unix socket', 'unix:///var/run/docker.sock', 'scheme'],
    ['websocket', 'ws://example.com/', 'scheme'],
    ['javascript', 'javascript:alert(1)', 'scheme'],
    ['a user before the host', 'http://example.com@127.0.0.1/', 'credentials'],
    ['a user and a password', 'http://a:b@example.com/', 'credentials'],
    ['a fragment that looks like a host', 'http://127.0.0.1#@example.com/', 'address'],
    ['a backslash', 'http://127.0.0.1\\@example.com/', 'address'],
    ['a query that looks like a host', 'http://127.0.0.1?@example.com/', 'address'],
    ['no host', 'http://', 'url'],
    ['no url', '//example.com/', 'url'],
    ['a broken address', 'http://256.256.256.256/', 'url'],
    ['a zone', 'http://[fe80::1%25eth0]/', 'url'],
    ['port 22', 'http://example.com:22/', 'port'],
    ['port 25', 'http://example.com:25/', 'port'],
    ['port 5432', 'http://example.com:5432/', 'port'],
    ['port 6379', 'https://example.com:6379/', 'port'],
  ])('%s: %s', async (_, url, reason) => {
    expect(await errorOf(strict()(url))).toBe(reason);
    expect(connections).toBe(0);
  });

  it('allowLoopback allows no other private address and no other port', async () => {
    for (const host of ['10.0.0.1', '169.254.169.254', '[fd00::1]', '[::ffff:127.0.0.1]', '0.0.0.0'])
      expect(await errorOf(home()(`http://${host}/`))).toBe('address');
    expect(await errorOf(home({ 'db.example.com': ['8.8.8.8'] })('http://db.example.com:5432/'))).toBe('port');
  });
});

describe('names in other scripts [SS-06]', () => {
  it('are resolved and sent in their ASCII form, and checked like any other', async () => {
    const resolvedNames: string[] = [];
    const addresses = ['127.0.0.1', '10.0.0.1'];
    const safeFetch = createSafeFetch({
      allowLoopback: true,
      resolve: async (name) => [addresses[resolvedNames.push(name) - 1]!],
    });
    expect(await (await safeFetch(at('/', 'balcão.example'))).text()).toBe('ok');
    expect(await errorOf(safeFetch(at('/', 'bücher.example')))).toBe('address');
    expect(resolvedNames).toEqual(['xn--balco-dra.example', 'xn--bcher-kva.example']);
    expect(seen.map((request) => request.headers.host)).toEqual([`xn--balco-dra.example:${port}`]);
  });
});

describe('DNS answers', () => {
  it.each([
    ['a private address', ['10.0.0.1']],
    ['loopback', ['127.0.0.1']],
    ['a public and a private address', ['8.8.8.8', '127.0.0.1']],
    ['a public IPv4 and a private IPv6', ['8.8.8.8', 'fd00::1']],
    ['loopback written as IPv6', ['::ffff:127.0.0.1']],
    ['a text that is not an address', ['8.8.8.8', 'localhost']],
    ['no address', []],
  ])('a name that resolves to %s is refused [SS-05]', async (_, addresses) => {
    expect(await errorOf(strict(async () => addresses)(at('/', 'evil.example.com')))).toBe('address');
    expect(connections).toBe(0);
  });

  it('a name is resolved once, and the request connects to the checked address [SS-03]', async () => {
    const answers = [['127.0.0.1'], ['169.254.169.254']];
    let resolveCount = 0;
    const safeFetch = createSafeFetch({ allowLoopback: true, resolve: async () => answers[resolveCount++]! });
    expect(await (await safeFetch(at('/', 'rebind.example.com'))).text()).toBe('ok');
    expect(resolveCount).toBe(1);
    expect(seen[0]?.headers.host).toBe(`rebind.example.com:${port}`);
  });

  it('a name is resolved and checked again after a redirect [SS-03] [SS-04]', async () => {
    const answers = [['127.0.0.1'], ['169.254.169.254']];
    const safeFetch = createSafeFetch({ allowLoopback: true, resolve: async () => answers.shift()! });
    answer = (_, response) => response.writeHead(302, { location: '/again' }).end();
    expect(await errorOf(safeFetch(at('/', 'rebind.example.com')))).toBe('address');
    expect(seen).toHaveLength(1);
  });

  it('a name server that never answers does not extend the deadline', async () => {
    const never = createSafeFetch({ resolve: () => new Promise(() => {}) });
    await expect(never('http://slow.example.com/', { timeoutMs: 50 })).rejects.toMatchObject({
      reason: 'too-slow',
      sent: false,
    });
  });

  it('a name that does not exist gives EgressFailed, not EgressRefused', async () => {
    const safeFetch = createSafeFetch({ resolve: () => Promise.reject(new Error('ENOTFOUND')) });
    await expect(safeFetch('http://nowhere.example.com/')).rejects.toMatchObject({ name: 'EgressFailed', sent: false });
  });
});

describe('redirects [SS-04]', () => {
  const redirectTo = (location: string, status = 302) => {
    answer = (request, response) =>
      request.url === '/' ? response.writeHead(status, { location }).end() : response.end('arrived');
  };

  it.each<[string, string, EgressRefusedReason]>([
    ['to the private network', 'http://10.0.0.1/', 'address'],
    ['to the metadata service', 'http://169.254.169.254/latest/meta-data/', 'address'],
    ['to metadata by name', 'http://metadata.google.internal/', 'name'],
    ['to an address in hexadecimal', 'http://0xa9fea9fe/', 'address'],
    ['to a file', 'file:///etc/passwd', 'scheme'],
    ['to a database', 'http://8.8.8.8:5432/', 'port'],
    ['with credentials', 'http://a:b@public.example.com/', 'credentials'],
    ['to an invalid URL', 'http://', 'redirect'],
  ])('%s are not followed', async (_, location, reason) => {
    redirectTo(location);
    const failure = await home()(at()).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'EgressRefused', reason, sent: true });
  });

  it('from a public name to a private address are not followed', async () => {
    // Only the first name resolves to an allowed address.
    const safeFetch = createSafeFetch({
      allowLoopback: true,
      resolve: async (name) => (name === 'public.example.com' ? ['127.0.0.1'] : ['192.168.0.1']),
    });
    redirectTo(at('/inside', 'inside.example.com'));
    expect(await errorOf(safeFetch(at('/', 'public.example.com')))).toBe('address');
    expect(seen.map((request) => request.url)).toEqual(['/']);
  });

  it('are followed three times; a fourth is refused', async () => {
    const until = (last: number) => {
      answer = (request, response) => {
        const step = Number(request.url?.slice(1));
        return step < last ? response.writeHead(302, { location: `/${step + 1}` }).end() : response.end('arrived');
      };
    };
    until(3);
    const arrived = await home()(at('/0'));
    expect({ url: arrived.url, text: await arrived.text() }).toEqual({ url: at('/3'), text: 'arrived' });
    until(20);
    expect(await errorOf(home()(at('/0')))).toBe('redirect');
    expect(seen).toHaveLength(8);
  });

  const headers = { authorization: 'Bearer canary', cookie: 'a=canary', apikey: 'canary', accept: 'application/json' };

  it.each([
    ['a redirect to the same origin keeps', 'a.example.com', ['authorization', 'cookie', 'apikey', 'accept']],
    ['a redirect to another host drops', 'b.example.com', ['accept']],
  ])('%s the credentials', async (_, host, expectedHeaders) => {
    redirectTo(at('/next', host));
    await (await home()(at('/', 'a.example.com'), { headers })).text();
    expect(seen[0]?.headers).toMatchObject(headers);
    expect(Object.keys(headers).filter((name) => name in seen[1]!.headers)).toEqual(expectedHeaders);
  });

  it('to another port of the same host drop the credentials', async () => {
    const other = createServer((request, response) => response.end(JSON.stringify(request.headers)));
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    redirectTo(`http://127.0.0.1:${(other.address() as AddressInfo).port}/next`);
    const arrived = await (await home()(at(), { headers })).text();
    expect(arrived).toContain('application/json');
    expect(arrived).not.toContain('canary');
    other.close();
  });

  it.each([
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [303, 'PUT', 'GET', ''],
    [307, 'POST', 'POST', '{"a":1}'],
    [308, 'PUT', 'PUT', '{"a":1}'],
  ])('with status %i turn %s into %s', async (status, method, then, body) => {
    redirectTo('/next', status);
    await (await home()(at(), { method, body: '{"a":1}', headers: { 'content-type': 'application/json' } })).text();
    expect(seen[1]).toMatchObject({ method: then, body });
    expect(seen[1]?.headers['content-type']).toBe(body === '' ? undefined : 'application/json');
  });

  it('with a body to another origin are refused', async () => {
    redirectTo(at('/next', 'b.example.com'), 307);
    expect(await errorOf(home()(at('/', 'a.example.com'), { method: 'POST', body: 'client_secret=canary' }))).toBe(
      'redirect',
    );
    expect(seen).toHaveLength(1);
  });
});

describe('limits [SS-08]', () => {
  it('an endless body is aborted at five megabytes', async () => {
    const disconnected = Promise.withResolvers<number>();
    answer = (_, response) => {
      let written = 0;
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536))) written += 65_536;
      };
      response.on('drain', more).on('close', () => disconnected.resolve(written));
      more();
    };
    const arrived = await home()(at());
    await expect(arrived.buffer()).rejects.toMatchObject({ name: 'EgressRefused', reason: 'too-large', sent: true });
    // The server may have written more into its buffers than was read.
    expect(await disconnected.promise).toBeLessThan(40_000_000);
  });

  it.each([
    ['a body of exactly the limit is accepted', 1000, undefined],
    ['a body of one byte more is refused', 1001, 'too-large'],
  ])('%s, with or without content-length', async (_, size, reason) => {
    answer = (request, response) => {
      if (request.url === '/told') response.setHeader('content-length', size);
      response.end(Buffer.alloc(size));
    };
    for (const path of ['/told', '/untold']) {
      const read = async () => (await (await home()(at(path), { maxBytes: 1000 })).buffer()).length;
      if (reason) expect(await errorOf(read())).toBe(reason);
      else expect(await read()).toBe(size);
    }
  });

  it('a content-length of 5 GB is refused before the body is read', async () => {
    answer = (_, response) => response.writeHead(200, { 'content-length': 5_000_000_000 }).flushHeaders();
    expect(await errorOf(home()(at()))).toBe('too-large');
    expect((await home()(at(), { method: 'HEAD' })).status).toBe(200);
  });

  it('a compressed body is refused, because only identity encoding was accepted', async () => {
    answer = (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000)));
    expect(await errorOf(home()(at()))).toBe('encoding');
    expect(seen[0]?.headers['accept-encoding']).toBe('identity');
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['no response', () => undefined],
    ['headers without a body', (response) => response.writeHead(200).flushHeaders()],
    [
      'a slow body',
      (response) => {
        const drip = setInterval(() => response.write('.'), 20);
        response.on('close', () => clearInterval(drip));
      },
    ],
  ])('%s is aborted at the deadline', async (_, how) => {
    answer = (_request, response) => how(response);
    const started = performance.now();
    const read = async () => (await home()(at(), { timeoutMs: 200 })).text();
    const failure = await read().catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'EgressRefused', reason: 'too-slow', sent: true });
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it('an unread response is closed at the deadline', async () => {
    const closed = Promise.withResolvers<void>();
    answer = (_, response) => void response.on('close', closed.resolve).write('begun');
    await home()(at(), { timeoutMs: 100 });
    await closed.promise;
  });

  it('the caller can abort a request with a signal', async () => {
    const stop = new AbortController();
    answer = () => stop.abort(new Error('shutting down'));
    await expect(home()(at(), { signal: stop.signal })).rejects.toThrow('shutting down');
    await expect(home()(at(), { signal: stop.signal })).rejects.toThrow('shutting down');
    expect(seen).toHaveLength(1);
  });
});

describe('invalid headers and methods', () => {
  it.each<[string, Record<string, string>]>([
    ['a line break', { 'x-a': 'a\r\nx-injected: 1' }],
    ['a bare line feed', { 'x-a': 'a\nb' }],
    ['a NUL', { 'x-a': 'a\0b' }],
    ['a line break in a name', { 'x-a\r\nx-injected': '1' }],
    ['another host', { Host: 'metadata.google.internal' }],
    ['a transfer encoding', { 'Transfer-Encoding': 'chunked' }],
    ['a length', { 'content-length': '0' }],
    ['an upgrade', { upgrade: 'h2c' }],
  ])('%s in the headers is refused [SS-14]', async (_, headers) => {
    expect(await errorOf(home()(at(), { headers }))).toBe('header');
    expect(connections).toBe(0);
  });

  it.each(['CONNECT', 'TRACE', 'get', 'GET / HTTP/1.1\r\n', ''])('the method %j is refused', async (method) => {
    expect(await errorOf(home()(at(), { method }))).toBe('method');
  });
});

describe('an allowed request', () => {
  it('sends text, a form or bytes, and returns the response as JSON, text or buffer', async () => {
    answer = (_, response) =>
      response
        .writeHead(418, { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] })
        .end('{"ola":"mundo"}');
    const post = async (body: string | URLSearchParams | Uint8Array<ArrayBuffer>) =>
      home()(at(), { method: 'POST', body });
    expect(await (await post('olá')).json()).toEqual({ ola: 'mundo' });
    expect(await (await post(new URLSearchParams({ a: 'b c' }))).text()).toBe('{"ola":"mundo"}');
    const last = await post(new Uint8Array([65, 66]));
    expect(last).toMatchObject({ status: 418, ok: false, url: at() });
    expect(last.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect((await last.buffer()).length).toBe(15);
    expect(seen.map((request) => request.body)).toEqual(['olá', 'a=b+c', 'AB']);
    expect(seen[1]?.headers['content-type']).toContain('application/x-www-form-urlencoded');
    expect(seen[0]?.headers['user-agent']).toBe('Balcao/4.5');
  });

  it('uploads a file as a form', async () => {
    const form = new FormData();
    form.set('file', new Blob(['conteúdo']), 'nota.txt');
    await (await home()(at(), { method: 'POST', body: form })).text();
    expect(seen[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(seen[0]?.body).toContain('conteúdo');
  });

  it('can use the name localhost with allowLoopback', async () => {
    expect(await (await createSafeFetch({ allowLoopback: true })(at('/', 'localhost'))).text()).toBe('ok');
  });
});

describe('a failure reports whether a retry is safe, and no network details', () => {
  it('a refused connection has `sent` false, a reset after the request has `sent` true', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port: closedPort } = closed.address() as AddressInfo;
    closed.close();
    await once(closed, 'close');
    await expect(home()(`http://127.0.0.1:${closedPort}/`)).rejects.toMatchObject({
      name: 'EgressFailed',
      sent: false,
    });

    answer = (request) => request.socket.resetAndDestroy();
    await expect(home()(at())).rejects.toMatchObject({ name: 'EgressFailed', sent: true });

    answer = (request, response) => {
      response.write('half');
      setImmediate(() => request.socket.resetAndDestroy());
    };
    const half = async () => (await home()(at())).text();
    await expect(half()).rejects.toMatchObject({ name: 'EgressFailed', sent: true });
  });

  it('every refusal and failure has the same message [SS-09]', () => {
    const messages = [
      new EgressRefused('address'),
      new EgressRefused('port', true),
      new EgressFailed(true, new Error('ECONNREFUSED 10.0.0.1')),
    ].map((failure) => failure.message);
    expect(new Set(messages)).toEqual(new Set(['the address could not be used']));
  });
});

describe('private hosts that the operator listed', () => {
  const listed = (hosts: string, names: Record<string, string[]> = {}) =>
    createSafeFetch({ privateHosts: privateHostList.parse(hosts), resolve: async (name) => names[name] ?? [] });

  it('are reached by name or address, on the listed port', async () => {
    const safeFetch = listed(`n8n.internal:${port}, 127.0.0.1:${port}`, { 'n8n.internal': ['127.0.0.1'] });
    expect(await (await safeFetch(at('/', 'n8n.internal'))).text()).toBe('ok');
    expect(await (await safeFetch(at())).text()).toBe('ok');
  });

  it.each<[string, string, string, EgressRefusedReason]>([
    ['another port', 'n8n.internal:5678', 'http://n8n.internal:5679/', 'name'],
    ['a port that is not usual without being listed', '10.0.0.5', 'http://10.0.0.5:5678/', 'port'],
    ['another private host', 'n8n.internal:5678', 'http://10.0.0.5/', 'address'],
    ['a name below it', 'n8n.internal', 'http://x.n8n.internal/', 'name'],
    ['the metadata service behind it', 'meta.internal', 'http://meta.internal/', 'address'],
    ['the metadata service by address', '169.254.169.254', 'http://169.254.169.254/', 'address'],
    ['the metadata service in IPv6', '[::ffff:169.254.169.254]', 'http://[::ffff:169.254.169.254]/', 'address'],
    ['another scheme', 'n8n.internal', 'file://n8n.internal/etc/passwd', 'scheme'],
    ['credentials', 'n8n.internal', 'http://a:b@n8n.internal/', 'credentials'],
  ])('do not open %s', async (_, hosts, url, reason) => {
    expect(await errorOf(listed(hosts, { 'meta.internal': ['169.254.169.254'] })(url))).toBe(reason);
    expect(connections).toBe(0);
  });

  it('do not open their addresses under another name', async () => {
    const names = { 'n8n.internal': ['127.0.0.1'], 'evil.example.com': ['127.0.0.1'] };
    expect(await errorOf(listed(`n8n.internal:${port}`, names)(`http://evil.example.com/`))).toBe('address');
    answer = (_, response) => response.writeHead(302, { location: `http://evil.example.com/` }).end();
    expect(await errorOf(listed(`n8n.internal:${port}`, names)(at('/', 'n8n.internal')))).toBe('address');
    expect(connections).toBe(1);
  });
});
