import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commandsOf, commandTests, notRun } from './guide-commands.ts';
import { outgoingConnections } from './idle.ts';

describe('the commands of the guide', () => {
  it('are the lines of its shell blocks and the npm commands of its text, each once and in order', () => {
    const guide =
      'Run `npm run a -- --b`, not `LETTERS`.\n\n```sh\nc "d e"\nf | g\n```\n\n```toml\nh = 1\n```\nThen `npm run a -- --b`.';
    expect(commandsOf(guide)).toEqual(['npm run a -- --b', 'c "d e"', 'f | g']);
  });

  it('are each tried by npm run test:operating, or not for a reason that was reviewed', () => {
    const guide = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
    expect(commandsOf(guide).toSorted()).toEqual([...Object.keys(commandTests), ...Object.keys(notRun)].toSorted());
  });
});

describe('connections in a trace', () => {
  it.each([
    '12 connect(18, {sa_family=AF_INET, sin_port=htons(443), sin_addr=inet_addr("203.0.113.7")}, 16) = -1 EINPROGRESS',
    '12 connect(18, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("10.0.0.2")}, 16) = 0',
    '12 connect(18, {sa_family=AF_INET6, sin6_port=htons(443), inet_pton(AF_INET6, "2001:db8::1", &sin6_addr)}, 28) = -1',
    '12 sendto(9, "x", 1, 0, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("10.0.0.2")}, 16) = 1',
  ])('to another machine is counted: %s', (line) => {
    expect(outgoingConnections(`${line}\n`)).toEqual([line]);
  });

  it.each([
    '12 connect(18, {sa_family=AF_UNIX, sun_path="/data/.s.PGSQL.5432"}, 110) = 0',
    '12 connect(18, {sa_family=AF_INET, sin_port=htons(5432), sin_addr=inet_addr("127.0.0.1")}, 16) = 0',
    '12 connect(18, {sa_family=AF_INET6, sin6_port=htons(5432), inet_pton(AF_INET6, "::1", &sin6_addr)}, 28) = 0',
    '12 sendto(9, "GET /health/ready 127.0.0.1", 27, 0, NULL, 0) = 27',
  ])('to this machine is not: %s', (line) => {
    expect(outgoingConnections(`${line}\n`)).toEqual([]);
  });
});
