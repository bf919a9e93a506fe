import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createForm } from './form.ts';
import { addressOf, callNamed, calls, type Answer, type CallName } from './fixtures/calls.ts';
import { figure, SWEEP_MS } from './fixtures/scale.ts';
import { onePixelPicture, uniqueEmail } from './fixtures/values.ts';
import { createTenantFixture, resetRateLimits, type TenantFixture } from './fixtures/tenant-fixture.ts';

let fixture: TenantFixture;
beforeAll(async () => {
  fixture = await createTenantFixture();
});
afterAll(() => fixture.stop());

const counted = calls.filter(({ endpoint }) => endpoint.rate !== undefined && endpoint.rate !== 'ordinary');

interface Rate {
  times: number;
  /** Prepares once; the returned function sends one request. */
  prepare: () => Promise<() => Promise<Answer>>;
}

const wrongReset = { email: 'a@example.com', token: 'AAAAAAAA', password: 'Senha-nova-1' };

/** Allowed requests in a row, written by hand from the rules. */
const rates: Partial<Record<CallName, Rate>> = {
  'access.signIn': {
    times: 5,
    prepare: async () => () =>
      fixture.send('access.signIn', { body: { email: fixture.a.admin.email, password: 'errada-de-novo' } }),
  },
  'signUp.create': {
    times: 5,
    prepare: async () => {
      const sample = await fixture.sample('signUp.create', fixture.a);
      // The limit is checked first, so no company needs to be created.
      return () =>
        fixture.send('signUp.create', { ...sample, body: { ...(sample.body as object), planId: 900_000_000 } });
    },
  },
  'signUp.resendConfirmation': {
    times: 3,
    prepare: async () => () => fixture.send('signUp.resendConfirmation', {}, fixture.a.admin),
  },
  'signUp.confirmEmail': {
    times: 60,
    prepare: async () => () => fixture.send('signUp.confirmEmail', { body: { token: 'nobody' } }),
  },
  'access.refresh': {
    times: 30,
    prepare: async () => {
      let { cookie } = fixture.a.agent;
      return async () => {
        const answer = await fixture.send('access.refresh', { headers: { cookie, 'sec-fetch-site': 'same-origin' } });
        if (answer.cookies[0]) cookie = `${answer.cookies[0].name}=${answer.cookies[0].value}`;
        return answer;
      };
    },
  },
  'passwordReset.request': {
    times: 1,
    prepare: async () => () => fixture.send('passwordReset.request', { body: { email: 'a@example.com' } }),
  },
  'passwordReset.requestByPath': {
    times: 1,
    prepare: async () => () => fixture.send('passwordReset.requestByPath', { params: { email: 'a@example.com' } }),
  },
  'passwordReset.reset': {
    times: 20,
    prepare: async () => () => fixture.send('passwordReset.reset', { body: wrongReset }),
  },
  'passwordReset.resetByPath': {
    times: 20,
    prepare: async () => () => fixture.send('passwordReset.resetByPath', { params: wrongReset }),
  },
  'invitations.create': {
    times: 20,
    prepare: async () => () => fixture.send('invitations.create', { body: { email: uniqueEmail() } }, fixture.a.admin),
  },
  'invitations.resend': {
    times: 20,
    prepare: async () => () => fixture.send('invitations.resend', { params: { id: 2_147_483_647 } }, fixture.a.admin),
  },
  'invitations.show': {
    times: 60,
    prepare: async () => () => fixture.send('invitations.show', { body: { token: 'nobody' } }),
  },
  'invitations.accept': {
    times: 60,
    prepare: async () => () =>
      fixture.send('invitations.accept', { body: { token: 'nobody', name: 'Ana', password: 'Senha-nova-1' } }),
  },
  'access.pictureOfUser': {
    times: 30,
    prepare: async () => () =>
      fixture.send(
        'access.pictureOfUser',
        { params: { id: fixture.a.admin.user.id }, file: onePixelPicture() },
        fixture.a.admin,
      ),
  },
  'settings.uploadLogo': {
    times: 30,
    prepare: async () => () =>
      fixture.send('settings.uploadLogo', { body: {}, file: onePixelPicture() }, fixture.super),
  },
  'settings.uploadCertificate': {
    times: 30,
    prepare: async () => () =>
      fixture.send('settings.uploadCertificate', { body: {}, file: onePixelPicture() }, fixture.super),
  },
  'connections.attach': {
    times: 30,
    prepare: async () => () =>
      fixture.send(
        'connections.attach',
        { params: { id: fixture.a.ids.connection }, file: onePixelPicture() },
        fixture.a.admin,
      ),
  },
  'quickMessages.attach': {
    times: 30,
    prepare: async () => () =>
      fixture.send(
        'quickMessages.attach',
        { params: { id: fixture.a.ids.quickMessage }, file: onePixelPicture() },
        fixture.a.admin,
      ),
  },
  'campaigns.attach': {
    times: 30,
    prepare: async () => () =>
      fixture.send(
        'campaigns.attach',
        { params: { id: fixture.a.ids.campaign }, file: onePixelPicture() },
        fixture.a.admin,
      ),
  },
  'campaigns.export': {
    times: 30,
    prepare: async () => {
      const id = await fixture.a.factory.ranCampaign();
      return () => fixture.send('campaigns.export', { params: { id }, body: {} }, fixture.a.admin);
    },
  },
  'schedules.attach': {
    times: 30,
    prepare: async () => () =>
      fixture.send(
        'schedules.attach',
        { params: { id: fixture.a.ids.schedule }, file: onePixelPicture() },
        fixture.a.admin,
      ),
  },
  'announcements.attach': {
    times: 30,
    prepare: async () => () =>
      fixture.send(
        'announcements.attach',
        { params: { id: fixture.a.ids.announcement }, file: onePixelPicture() },
        fixture.super,
      ),
  },
  'fileLists.upload': {
    times: 120,
    prepare: async () => () =>
      fixture.send(
        'fileLists.upload',
        { params: { id: fixture.a.ids.fileList }, file: onePixelPicture() },
        fixture.a.admin,
      ),
  },
  ...Object.fromEntries(
    (['flows.uploadContent', 'flows.uploadImage', 'flows.uploadAudio', 'flows.import'] as const).map((name) => [
      name,
      { times: 120, prepare: async () => () => fixture.send(name, { file: onePixelPicture() }, fixture.a.admin) },
    ]),
  ),
  'prompts.uploadKnowledge': {
    times: 30,
    prepare: async () => () =>
      fixture.send(
        'prompts.uploadKnowledge',
        { params: { id: fixture.a.ids.prompt }, file: onePixelPicture() },
        fixture.a.admin,
      ),
  },
  'contactLists.upload': {
    times: 30,
    prepare: async () => () =>
      fixture.send(
        'contactLists.upload',
        { params: { id: fixture.a.ids.contactList }, file: onePixelPicture() },
        fixture.a.admin,
      ),
  },
  'contactSheets.upload': {
    times: 30,
    prepare: async () => () => fixture.send('contactSheets.upload', { file: onePixelPicture() }, fixture.a.admin),
  },
  'contactSheets.quickUpload': {
    times: 30,
    prepare: async () => () => fixture.send('contactSheets.quickUpload', { file: onePixelPicture() }, fixture.a.admin),
  },
  'reports.export': {
    times: 30,
    prepare: async () => () =>
      fixture.send('reports.export', { body: { kind: 'attendants', filter: {} } }, fixture.a.admin),
  },
  'contactSheets.export': {
    times: 30,
    prepare: async () => () => fixture.send('contactSheets.export', { body: {} }, fixture.a.admin),
  },
  // Text messages are not limited, files are.
  'messages.send': {
    times: 120,
    prepare: async () => {
      const url = addressOf(callNamed('messages.send').endpoint, { params: { ticketId: fixture.a.ids.ticket } });
      const head =
        '--x\r\ncontent-disposition: form-data; name="medias"; filename="eu.png"\r\ncontent-type: image/png\r\n\r\n';
      const payload = Buffer.concat([Buffer.from(head), onePixelPicture(), Buffer.from('\r\n--x--\r\n')]);
      const headers = {
        authorization: `Bearer ${fixture.a.admin.token}`,
        'content-type': 'multipart/form-data; boundary=x',
      };
      return () => fixture.server.app.inject({ method: 'POST', url, headers, payload });
    },
  },
  'templates.send': {
    times: 120,
    prepare: withPicture('templates.send', () => ({ ticketId: fixture.a.ids.ticket }), [
      ['templateId', '2147483647'],
      ['values', '{}'],
    ]),
  },
  'templates.start': {
    times: 120,
    prepare: withPicture('templates.start', () => ({ id: 2_147_483_647 }), [
      ['contactId', '2147483647'],
      ['values', '{}'],
    ]),
  },
  'messages.sendByToken': {
    times: 600,
    prepare: async () => {
      const sample = await fixture.sample('messages.sendByToken', fixture.a);
      // The limit is checked before the request is processed, so 600 invalid requests fit into a minute on any machine.
      const sent = { ...sample, body: { ...(sample.body as object), queueId: 2_147_483_647 } };
      return () => fixture.send('messages.sendByToken', sent);
    },
  },
};

/** The limit is checked before the request is processed, so the ids need not exist. */
function withPicture(
  name: CallName,
  params: () => Record<string, number>,
  fields: [string, string][],
): Rate['prepare'] {
  return async () => {
    const url = addressOf(callNamed(name).endpoint, { params: params() });
    const form = createForm(fields, [{ name: 'eu.png', bytes: onePixelPicture() }]);
    const headers = { ...form.headers, authorization: `Bearer ${fixture.a.admin.token}` };
    return () => fixture.server.app.inject({ method: 'POST', url, headers, payload: form.payload });
  };
}

describe('rate limits [RL-01]', { timeout: SWEEP_MS }, () => {
  it('every endpoint with a rate limit has a row here', () => {
    expect(counted.map(({ name }) => name).sort()).toEqual(Object.keys(rates).sort());
  });

  it.each(Object.entries(rates))(
    '%s: the first request above the limit gets 429 with retry-after',
    async (name, { times, prepare }) => {
      await resetRateLimits(fixture.server);
      const sendOnce = await prepare();
      for (let n = 0; n < times; n++) expect((await sendOnce()).statusCode, `time ${n + 1}`).not.toBe(429);
      const refused = await sendOnce();
      expect([refused.statusCode, refused.json().error]).toEqual([429, 'ERR_TOO_MANY_TRIES']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      figure('RL-01', `${name} allowed in a row`, times);
    },
  );
});
