import { clientEvents } from '@balcao/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../../../test/case-counts.ts';
import { figure, timeLimitMs, times } from '../../../test/fixtures/scale.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { drainEvents, openSocket } from '../../../test/sockets.ts';
import type { Caller } from '../../../test/users.ts';

let server: TestServer;
let admin: Caller;
/** Errors of the process; one of them would end the server of every company. */
const crashes: unknown[] = [];
const onCrash = (error: unknown) => void crashes.push(error);
beforeAll(async () => {
  process.prependListener('uncaughtException', onCrash);
  process.prependListener('unhandledRejection', onCrash);
  server = await startTestServer({ open: true });
  admin = await server.createAdmin();
});
afterAll(async () => {
  process.off('uncaughtException', onCrash);
  process.off('unhandledRejection', onCrash);
  await server.stop();
});

/** Values that JSON and Socket.IO can carry, chosen to break conversions. */
const hostileValues: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  '',
  '\0',
  '\uD800',
  '__proto__',
  'x'.repeat(40_000),
  [],
  [[[[]]]],
  Array.from({ length: 5_000 }, () => 0),
  {},
  { toString: 1 },
  { toString: null, valueOf: 1 },
  JSON.parse('{"toJSON": 1, "then": 1}'),
  JSON.parse('{"then": {"then": 1}}'),
  JSON.parse('{"__proto__": {"isAdmin": true}, "constructor": {"prototype": 1}}'),
  { length: 1e9 },
  { [Symbol.toPrimitive.toString()]: 1, _placeholder: true, num: 7 },
  Buffer.from('binary'),
  { deep: Buffer.alloc(10) },
];

describe('hostile clients', () => {
  it.each(clientEvents)('cannot crash the server with arguments of %s [F-C1] [SK-15]', async (event) => {
    const screen = await openSocket(server, admin);
    const argumentLists = hostileValues.flatMap((value) => [[value], [value, value], ['1', value], [[value]]]);
    for (const [n, args] of [[], ...argumentLists].entries()) {
      // The frame limit counts per second.
      if (n % 20 === 0) server.clock.pass(1_000);
      screen.socket.emit(event, ...args);
      // Every acknowledged event is answered, valid or not; the answer is nothing or an error code.
      expect(await screen.emitWithAck(event, ...args)).toSatisfy(
        (answer) => answer === null || /^ERR_[A-Z_]+$/.test(answer as string),
      );
    }
    expect(screen.isClosed()).toBe(false);
    await drainEvents(admin, screen);
    expect(crashes).toEqual([]);
    screen.close();
  });

  it('are disconnected above a hundred frames a second; others are not [F-C1] [SK-15]', async () => {
    const [loud, calm] = [await openSocket(server, admin), await openSocket(server, admin)];
    for (let n = 0; n < 1_000; n++) loud.socket.emit('joinTickets', 'open');
    await loud.closes();
    for (let n = 0; n < 50; n++) calm.socket.emit('joinTickets', 'open');
    await drainEvents(admin, calm);
    expect(calm.isClosed()).toBe(false);
    calm.close();
  });

  it('are disconnected when they ask for thousands of namespaces [F-C1] [SK-15]', async () => {
    const raw = await openRaw();
    for (let n = 1; n < 10_000; n++) raw.socket.send(`40/${n},{"token":"x"}`);
    await raw.closed;
    expect(raw.received.length).toBeLessThan(200);
    expect(crashes).toEqual([]);
  });

  it('are disconnected after a frame above the limit and after malformed packets [F-C1] [SK-15]', async () => {
    const frames: (string | Buffer)[] = [
      `42/${admin.companyId},["joinTickets","${'x'.repeat(1_000_000)}"]`,
      Buffer.from([1, 2, 3]),
      '42["error"]',
      `42/${admin.companyId},["error"]`,
      `42/${admin.companyId},["connect"]`,
      `42/${admin.companyId},["disconnect"]`,
      `42/${admin.companyId},[]`,
      `42/${admin.companyId},[null]`,
      `42/${admin.companyId},[{"toString":1}]`,
      `42/${admin.companyId},{`,
      `451-/${admin.companyId},["joinTickets",{"_placeholder":true,"num":9}]`,
      `459999999-/${admin.companyId},["joinTickets"]`,
      `43/${admin.companyId},99[{"toString":1}]`,
      '49',
      '4',
      '',
      '9',
      '2probe',
      '5',
    ];
    for (const frame of frames) {
      const raw = await openRaw();
      raw.socket.send(`40/${admin.companyId},${JSON.stringify({ token: admin.token })}`);
      await raw.until((packet) => packet.includes('resumed'));
      raw.socket.send(frame);
      // Either the server has closed the connection, or it still answers on it.
      raw.socket.send(`42/${admin.companyId},1["joinNotification"]`);
      await Promise.race([raw.closed, raw.until((packet) => packet.startsWith(`43/${admin.companyId},1`))]);
      raw.socket.close();
    }
    expect(crashes).toEqual([]);
    const screen = await openSocket(server, admin);
    await drainEvents(admin, screen);
    screen.close();
  });

  it(
    'cannot crash the server with arbitrary changes of packets [DX-10]',
    async () => {
      const random = createRandom();
      const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
      const packets = [
        `42/${admin.companyId},["joinTickets","open"]`,
        `42/${admin.companyId},7["joinChatBox","1"]`,
        `451-/${admin.companyId},["joinTickets",{"_placeholder":true,"num":0}]`,
        `43/${admin.companyId},1[null]`,
        `41/${admin.companyId},`,
        `40/${admin.companyId},{"token":"x","lastEventId":"1"}`,
        '2',
        '3probe',
      ];
      const parts = [
        '[',
        ']',
        '{',
        '}',
        '"',
        ',',
        '/',
        '-',
        '0',
        '9',
        '-1',
        '1e9',
        '_placeholder',
        '__proto__',
        '\0',
        '\uD83D',
        '5',
      ];
      const values = [
        null,
        0,
        -1,
        1.5,
        '',
        'open',
        '1',
        '\0',
        '__proto__',
        [],
        [[]],
        {},
        JSON.parse('{"then":1}') as unknown,
        { length: 1e9 },
      ];
      /** A well-formed packet: its arguments reach the handlers. */
      const strange = () => {
        const args = Array.from({ length: Math.floor(random() * 3) }, () => pick<unknown>(values));
        return `42/${admin.companyId},${JSON.stringify([pick(clientEvents), ...args])}`;
      };
      const mutated = () => {
        if (random() < 0.5) return strange();
        let packet = pick(packets);
        for (let n = Math.ceil(random() * 4); n > 0; n -= 1) {
          const at = Math.floor(random() * (packet.length + 1));
          const cut = random() < 0.5 ? 0 : Math.ceil(random() * 6);
          packet = packet.slice(0, at) + (random() < 0.8 ? pick(parts) : packet.slice(0, at)) + packet.slice(at + cut);
        }
        return random() < 0.1 ? Buffer.from(packet) : packet;
      };
      // One packet for each connection: a malformed one ends it.
      const sendOne = async () => {
        const raw = await openRaw();
        raw.socket.send(`40/${admin.companyId},${JSON.stringify({ token: admin.token })}`);
        await raw.until((packet) => packet.includes('resumed'));
        raw.socket.send(mutated());
        raw.socket.send(`42/${admin.companyId},1["joinNotification"]`);
        const answered = raw.until((packet) => packet.startsWith(`43/${admin.companyId},1`)).then(() => 1);
        open += await Promise.race([answered, raw.closed.then(() => 0)]);
        raw.socket.close();
        await raw.closed;
      };
      const count = times(1_000_000, 2500);
      let open = 0;
      for (let sent = 0; sent < count; sent += 20) await Promise.all(Array.from({ length: 20 }, sendOne));
      figure('DX-10', 'arbitrary packets, of which left the connection open', `${count}, ${open}`);
      expect(crashes).toEqual([]);
      expect(open).toBeGreaterThan(0);
      expect(open).toBeLessThan(count);
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
      const screen = await openSocket(server, admin);
      await drainEvents(admin, screen);
      screen.close();
    },
    timeLimitMs(60),
  );
});

/** A WebSocket that speaks Engine.IO by hand. */
async function openRaw() {
  const socket = new WebSocket(`${server.url!.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  const received: string[] = [];
  const waiting = new Set<() => void>();
  const closed = new Promise<void>((resolve) => void (socket.onclose = () => resolve()));
  socket.onmessage = ({ data }) => {
    received.push(String(data));
    for (const check of waiting) check();
  };
  const until = (matches: (packet: string) => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => received.some(matches) && resolve();
      waiting.add(check);
      check();
    });
  await until((packet) => packet.startsWith('0'));
  return { socket, received, closed, until };
}
