import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aForm } from './form.ts';
import { addressOf, callNamed, calls, type Answer, type CallName } from './world/calls.ts';
import { figure, SWEEP_MS } from './world/scale.ts';
import { aPicture } from './world/tenants.ts';
import { aWorld, forgetCounts, type World } from './world/world.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(() => world.stop());

const counted = calls.filter(({ endpoint }) => endpoint.rate !== undefined && endpoint.rate !== 'ordinary');

interface Rate {
  times: number;
  /** How one does it; what all of them need is made once. */
  again: () => Promise<() => Promise<Answer>>;
}

/** How often each may be done in a row, by hand from the rules. */
const rates: Partial<Record<CallName, Rate>> = {
  'access.signIn': {
    times: 5,
    again: async () => () =>
      world.send('access.signIn', { body: { email: world.a.admin.email, password: 'errada-de-novo' } }),
  },
  'access.refresh': {
    times: 30,
    again: async () => {
      let { cookie } = world.a.agent;
      return async () => {
        const answer = await world.send('access.refresh', { headers: { cookie, 'sec-fetch-site': 'same-origin' } });
        if (answer.cookies[0]) cookie = `${answer.cookies[0].name}=${answer.cookies[0].value}`;
        return answer;
      };
    },
  },
  'access.pictureOfUser': {
    times: 30,
    again: async () => () =>
      world.send('access.pictureOfUser', { params: { id: world.a.admin.user.id }, file: aPicture() }, world.a.admin),
  },
  'connections.attach': {
    times: 30,
    again: async () => () =>
      world.send('connections.attach', { params: { id: world.a.ids.connection }, file: aPicture() }, world.a.admin),
  },
  'quickMessages.attach': {
    times: 30,
    again: async () => () =>
      world.send('quickMessages.attach', { params: { id: world.a.ids.quickMessage }, file: aPicture() }, world.a.admin),
  },
  'fileLists.upload': {
    times: 120,
    again: async () => () =>
      world.send('fileLists.upload', { params: { id: world.a.ids.fileList }, file: aPicture() }, world.a.admin),
  },
  'contactSheets.upload': {
    times: 30,
    again: async () => () => world.send('contactSheets.upload', { file: aPicture() }, world.a.admin),
  },
  'contactSheets.quickUpload': {
    times: 30,
    again: async () => () => world.send('contactSheets.quickUpload', { file: aPicture() }, world.a.admin),
  },
  'contactSheets.export': {
    times: 30,
    again: async () => () => world.send('contactSheets.export', { body: {} }, world.a.admin),
  },
  // Words are not counted, files are.
  'messages.send': {
    times: 120,
    again: async () => {
      const url = addressOf(callNamed('messages.send').endpoint, { params: { ticketId: world.a.ids.ticket } });
      const head =
        '--x\r\ncontent-disposition: form-data; name="medias"; filename="eu.png"\r\ncontent-type: image/png\r\n\r\n';
      const payload = Buffer.concat([Buffer.from(head), aPicture(), Buffer.from('\r\n--x--\r\n')]);
      const headers = {
        authorization: `Bearer ${world.a.admin.token}`,
        'content-type': 'multipart/form-data; boundary=x',
      };
      return () => world.house.app.inject({ method: 'POST', url, headers, payload });
    },
  },
  'templates.send': {
    times: 120,
    again: withPicture('templates.send', () => ({ ticketId: world.a.ids.ticket }), [
      ['templateId', '2147483647'],
      ['values', '{}'],
    ]),
  },
  'templates.start': {
    times: 120,
    again: withPicture('templates.start', () => ({ id: 2_147_483_647 }), [
      ['contactId', '2147483647'],
      ['values', '{}'],
    ]),
  },
  'messages.sendByToken': {
    times: 600,
    again: async () => {
      const good = await world.sample('messages.sendByToken', world.a);
      // Counted before it is looked into: six hundred of these fit into the minute on any machine.
      const sent = { ...good, body: { ...(good.body as object), queueId: 2_147_483_647 } };
      return () => world.send('messages.sendByToken', sent);
    },
  },
};

/** Counted before it is looked into: what it names need not exist. */
function withPicture(name: CallName, params: () => Record<string, number>, fields: [string, string][]): Rate['again'] {
  return async () => {
    const url = addressOf(callNamed(name).endpoint, { params: params() });
    const form = aForm(fields, [{ name: 'eu.png', bytes: aPicture() }]);
    const headers = { ...form.headers, authorization: `Bearer ${world.a.admin.token}` };
    return () => world.house.app.inject({ method: 'POST', url, headers, payload: form.payload });
  };
}

describe('what can be tried too often is counted [RL-01]', { timeout: SWEEP_MS }, () => {
  it('every call with a rate has its row here', () => {
    expect(counted.map(({ name }) => name).sort()).toEqual(Object.keys(rates).sort());
  });

  it.each(Object.entries(rates))('%s: the one too many is told to wait', async (name, { times, again }) => {
    await forgetCounts(world.house);
    const once = await again();
    for (let n = 0; n < times; n++) expect((await once()).statusCode, `time ${n + 1}`).not.toBe(429);
    const refused = await once();
    expect([refused.statusCode, refused.json().error]).toEqual([429, 'ERR_TOO_MANY_TRIES']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    figure('RL-01', `${name} allowed in a row`, times);
  });
});
