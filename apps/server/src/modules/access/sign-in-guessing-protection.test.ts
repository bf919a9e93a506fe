import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { figure, sameSourceProbability, median, caseCounts } from '../../../test/case-counts.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

let attempts = 0;
/** From another address each time: an address has a limit of its own. */
const tryIn = (payload: object) =>
  server.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload,
    remoteAddress: `198.51.${(++attempts >> 8) & 255}.${attempts & 255}`,
  });

describe('guessing e-mail addresses', () => {
  const EACH = Math.max(40, caseCounts(2_000) / 2);
  const PER_EMAIL = 5;
  const KINDS = ['known', 'unknown', 'outOfHours'] as const;

  it('reveals a known address neither by the response nor by its time [AU-05] [F-E3]', async () => {
    const { companyId } = await server.createCompany({ plan: { users: EACH } });
    const emails: Record<(typeof KINDS)[number], string[]> = { known: [], unknown: [], outOfHours: [] };
    const away = { startWork: '03:00', endWork: '03:01' };
    for (let n = 0; n < EACH / PER_EMAIL; n++) {
      emails.known.push((await server.createUser(companyId)).email);
      emails.unknown.push(`ninguem${n}@example.com`);
      emails.outOfHours.push((await server.createUser(companyId, away)).email);
    }
    await tryIn({ email: 'aquece@example.com', password: 'errada-errada' });
    const times = { known: [] as number[], unknown: [] as number[], outOfHours: [] as number[] };
    const bodies = new Set<string>();
    // Alternating, so that load on the machine affects all alike.
    for (let n = 0; n < EACH; n++) {
      for (const kind of KINDS) {
        const startedAt = performance.now();
        const answer = await tryIn({ email: emails[kind][Math.floor(n / PER_EMAIL)]!, password: 'errada-errada' });
        times[kind].push(performance.now() - startedAt);
        bodies.add(`${answer.statusCode} ${answer.body} ${Object.keys(answer.headers).toSorted().join()}`);
      }
    }
    expect(bodies.size).toBe(1);
    const [known, unknown, outOfHours] = KINDS.map((kind) => median(times[kind])) as [number, number, number];
    const p = sameSourceProbability(times.known, times.unknown);
    figure(
      'AU-05',
      `median known ${known.toFixed(1)} ms, unknown ${unknown.toFixed(1)} ms, out of hours ${outOfHours.toFixed(1)} ms, p ${p.toFixed(3)}, ${EACH} each`,
    );
    // Equal times fall below this by chance in one of a hundred runs; without the dummy hash p is far below it.
    expect(p).toBeGreaterThan(0.01);
    // Without the dummy hash an unknown address is answered in a tenth of the time.
    for (const time of [unknown, outOfHours]) {
      expect(time / known).toBeGreaterThan(0.6);
      expect(time / known).toBeLessThan(1.7);
      if (process.env['PROOF'] === 'full') expect(Math.abs(time - known)).toBeLessThanOrEqual(5);
    }
  }, 600_000);
});
