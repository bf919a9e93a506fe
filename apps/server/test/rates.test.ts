import type { RateClass } from '@balcao/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls, type Answer, type CallName } from './world/calls.ts';
import { figure } from './world/scale.ts';
import { aPicture } from './world/tenants.ts';
import { aWorld, forgetCounts, type World } from './world/world.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(() => world.stop());

const counted = calls.filter(({ endpoint }) => endpoint.rate !== undefined && endpoint.rate !== 'ordinary');

/** How often each may be done in a row, by hand from the rules, and how one does it. */
const rates: Record<
  Exclude<RateClass, 'ordinary'>,
  { call: CallName; times: number; again: () => () => Promise<Answer> }
> = {
  'sign-in': {
    call: 'access.signIn',
    times: 5,
    again: () => () =>
      world.send('access.signIn', { body: { email: world.a.admin.email, password: 'errada-de-novo' } }),
  },
  refresh: {
    call: 'access.refresh',
    times: 30,
    again: () => {
      let { cookie } = world.a.agent;
      return async () => {
        const answer = await world.send('access.refresh', { headers: { cookie, 'sec-fetch-site': 'same-origin' } });
        if (answer.cookies[0]) cookie = `${answer.cookies[0].name}=${answer.cookies[0].value}`;
        return answer;
      };
    },
  },
  upload: {
    call: 'access.pictureOfUser',
    times: 30,
    again: () => () =>
      world.send('access.pictureOfUser', { params: { id: world.a.admin.user.id }, file: aPicture() }, world.a.admin),
  },
};

describe('what can be tried too often is counted [RL-01]', () => {
  it('every call with a rate has its row here', () => {
    expect(counted.map(({ name }) => name).sort()).toEqual(
      Object.values(rates)
        .map(({ call }) => call)
        .sort(),
    );
    for (const { name, endpoint } of counted) expect(rates[endpoint.rate as keyof typeof rates].call).toBe(name);
  });

  it.each(Object.keys(rates) as (keyof typeof rates)[])('%s: the one too many is told to wait', async (name) => {
    await forgetCounts(world.house);
    const again = rates[name].again();
    for (let n = 0; n < rates[name].times; n++) expect((await again()).statusCode, `time ${n + 1}`).not.toBe(429);
    const refused = await again();
    expect([refused.statusCode, refused.json().error]).toEqual([429, 'ERR_TOO_MANY_TRIES']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    figure('RL-01', `${name} allowed in a row`, rates[name].times);
  });
});
