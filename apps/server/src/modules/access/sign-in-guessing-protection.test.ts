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

  it('reveals a known address neither by the response nor by its time [AU-05] [F-E3]', async () => {
    const { companyId } = await server.createCompany({ plan: { users: EACH } });
    const emails: Record<'known' | 'unknown', string[]> = { known: [], unknown: [] };
    for (let n = 0; n < EACH / PER_EMAIL; n++) {
      emails.known.push((await server.createUser(companyId)).email);
      emails.unknown.push(`ninguem${n}@example.com`);
    }
    await tryIn({ email: 'aquece@example.com', password: 'errada-errada' });
    const times = { known: [] as number[], unknown: [] as number[] };
    const bodies = new Set<string>();
    // Alternating, so that load on the machine affects both alike.
    for (let n = 0; n < EACH; n++) {
      for (const kind of ['known', 'unknown'] as const) {
        const startedAt = performance.now();
        const answer = await tryIn({ email: emails[kind][Math.floor(n / PER_EMAIL)]!, password: 'errada-errada' });
        times[kind].push(performance.now() - startedAt);
        bodies.add(`${answer.statusCode} ${answer.body} ${Object.keys(answer.headers).toSorted().join()}`);
      }
    }
    expect(bodies.size).toBe(1);
    const [known, unknown] = [median(times.known), median(times.unknown)];
    const p = sameSourceProbability(times.known, times.unknown);
    figure(
      'AU-05',
      `median known ${known.toFixed(1)} ms, unknown ${unknown.toFixed(1)} ms, p ${p.toFixed(3)}, ${EACH} each`,
    );
    // Equal times fall below this by chance in one of a hundred runs; without the dummy hash p is far below it.
    expect(p).toBeGreaterThan(0.01);
    // Without the dummy hash an unknown address is answered in a tenth of the time.
    expect(unknown / known).toBeGreaterThan(0.6);
    expect(unknown / known).toBeLessThan(1.7);
  }, 600_000);
});
