import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { somePicture } from '../../channels/conformance.samples.ts';
import { aTemplate } from '../../../test/channel.ts';
import { aForm } from '../../../test/form.ts';
import { aService } from '../../../test/service.ts';
import { freshToken } from '../../../test/world/tenants.ts';

let service: Awaited<ReturnType<typeof aService>>;
beforeAll(async () => {
  service = await aService({ replyWindowHours: 24 });
});
afterEach(() => service.house.clock.set(new Date()));
afterAll(() => service.house.stop());

const LATER_MS = 25 * 3_600_000;
let people = 0;
const aNumber = () => `55009522${String(++people).padStart(5, '0')}`;
const error = (answer: { statusCode: number; json(): { error?: string } }) => [answer.statusCode, answer.json().error];

async function aCounter(settings: Record<string, string> = {}) {
  const counter = await service.aCounter({ sendGreetingAccepted: 'disabled', ...settings });
  /** As the admin, however late it has become. */
  const ask = (...asked: Parameters<typeof counter.admin.ask>) =>
    service.house.withToken(freshToken(service.house, counter.admin))(...asked);
  await ask('POST', '/templates/sync', { whatsappId: counter.connectionId });
  const list = async (query = '') => (await ask('GET', `/templates${query}`)).json();
  const [{ id: templateId }] = (await list()).templates;
  /** What the channel was given for this customer, once there is as much of it. */
  const given = (number: string, n: number) =>
    service.until(
      async () =>
        service.phone.sent
          .filter(({ to }) => to.identities.some(({ value }) => number.endsWith(value.slice(-8))))
          .map(({ content }) => content),
      (sent) => sent.length >= n,
    );
  const whys = async (ticketId: number) =>
    (await ask('GET', `/tickets-log/${ticketId}`)).json<{ why: string | null }[]>().flatMap(({ why }) => why ?? []);
  const settled = () =>
    service.until(counter.messages, (rows) => rows.every(({ delivery }) => !/queued|sending/.test(delivery)));
  return { ...counter, ask, list, templateId, given, whys, settled };
}
const filled = { kind: 'template', template: { name: 'retomar', language: 'pt_BR', text: expect.any(String) } };

describe('what the channel approved', () => {
  it('is fetched, searched, told apart by what can be sent, and follows what the channel says of it', async () => {
    const { approved } = service.phone;
    approved.push(
      aTemplate('promo_verao', { status: 'paused', because: 'low quality', body: 'Só hoje!' }),
      aTemplate('foto', { header: { format: 'image', text: '' }, body: 'Veja' }),
      aTemplate('onde', { header: { format: 'location', text: '' }, body: 'Aqui' }),
    );
    const { connectionId, ask, list, ring } = await aCounter();
    const names = async (query = '') => (await list(query)).templates.map(({ name }: { name: string }) => name);
    expect(await names()).toEqual(['foto', 'onde', 'promo_verao', 'retomar']);
    expect(await names('?sendable=true')).toEqual(['foto', 'retomar']);
    expect(await names('?sendable=alone')).toEqual(['retomar']);
    expect(await names('?searchParam=VERÃO')).toEqual(['promo_verao']);
    expect(await names(`?whatsappId=${connectionId + 1}`)).toEqual([]);
    expect((await list()).templates[3]).toMatchObject({
      whatsappId: connectionId,
      body: 'Olá {{1}}, podemos continuar?',
      gaps: [{ key: 'body.1', where: 'body', name: '1' }],
      isSendable: true,
    });
    expect((await list()).templates[2]).toMatchObject({ because: 'low quality', isSendable: false });

    // One that is known changes at once; one that is not is asked for, with all the others.
    const says = (name: string, status: 'approved' | 'rejected') =>
      ({ is: 'template', name, language: 'pt_BR', status, because: '' }) as const;
    await ring([says('retomar', 'rejected')]);
    await service.until(
      () => names('?sendable=alone'),
      (left) => left.length === 0,
    );
    approved.splice(1, 3, aTemplate('novo'));
    await ring([says('novo', 'approved')]);
    await service.until(names, (all) => all.join() === 'novo,retomar');
    approved.splice(1);
    expect((await ask('POST', '/templates/sync', { whatsappId: connectionId })).json()).toEqual({ count: 1 });
    expect(await names()).toEqual(['retomar']);
  });

  it('is read before it is sent as the customer will read it', async () => {
    const { ask, attended, templateId } = await aCounter();
    const { id: ticketId, contactId } = await attended(aNumber());
    const preview = async (body: object) => (await ask('POST', `/templates/${templateId}/preview`, body)).json();
    expect(await preview({ ticketId, values: { 'body.1': '{{firstName}}' } })).toEqual({
      title: '',
      text: 'Olá Helena, podemos continuar?',
      footer: '',
      buttons: [],
      missing: [],
    });
    expect(await preview({ contactId, values: { 'body.1': '{{name}}' } })).toMatchObject({
      text: 'Olá Helena Prado, podemos continuar?',
    });
    expect(await preview({})).toMatchObject({ text: 'Olá {{1}}, podemos continuar?', missing: ['body.1'] });
  });
});

describe('when the window is shut', () => {
  it('free text is refused before anything is queued, and a template leaves once', async () => {
    const counter = await aCounter();
    const { ask, attended, templateId, given, messages } = counter;
    const number = aNumber();
    const { id } = await attended(number);
    service.house.clock.pass(LATER_MS);
    expect(error(await ask('POST', `/messages/${id}`, { body: 'tarde demais' }))).toEqual([400, 'ERR_REPLY_WINDOW']);
    expect(await messages()).toHaveLength(1);

    const wish = { templateId, values: { 'body.1': '{{firstName}}' }, clientKey: 'uma vez só' };
    const answers = [
      await ask('POST', `/messages/template/${id}`, wish),
      await ask('POST', `/messages/template/${id}`, wish),
    ].map((answer) => answer.json().newMsg);
    expect(answers[0]).toMatchObject({
      mediaType: 'templateMessage',
      body: 'Olá Helena, podemos continuar?',
      dataJson: { name: 'retomar', language: 'pt_BR', body: [{ value: 'Helena' }] },
    });
    expect(answers[1].id).toBe(answers[0].id);
    const [sent, ...more] = await given(number, 1);
    expect(sent).toMatchObject({ ...filled, template: { text: 'Olá Helena, podemos continuar?' } });
    expect(more).toEqual([]);
    const ends = (await ask('GET', `/tickets/${id}`)).json().windowEndsAt;
    expect(Date.parse(ends)).toBeLessThan(+service.house.clock.now());
  });

  it('what cannot be sent is said, field by field', async () => {
    const { ask, attended, templateId } = await aCounter();
    const { id } = await attended(aNumber());
    const send = (body: object) => ask('POST', `/messages/template/${id}`, body);
    const empty = await send({ templateId, values: { 'body.1': ' ' } });
    expect(empty.statusCode).toBe(400);
    expect(empty.json().fields).toMatchObject([{ field: 'values.body.1' }]);
    const other = await aCounter();
    const foreign = { templateId: other.templateId, values: { 'body.1': 'x' } };
    expect(error(await send(foreign))).toEqual([404, 'ERR_NO_TEMPLATE_FOUND']);
    await service.house.asOwner.query("update templates set status = 'rejected' where id = $1", [templateId]);
    const refused = await send({ templateId, values: { 'body.1': 'x' } });
    expect(error(refused)).toEqual([400, 'ERR_TEMPLATE_NOT_SENDABLE']);
  });

  it('what waited until then does not leave: a person is told, the house takes its template or keeps silent', async () => {
    const counter = await aCounter();
    const { ask, attended, templateId, given, settled, whys, connectionId, companyId } = counter;
    await ask('PUT', `/whatsapp/${connectionId}`, { complationMessage: 'Até logo!' });
    const automatic = [{ occasion: 'farewell', templateId, values: { 'body.1': '{{firstName}}' } }];
    expect((await ask('PUT', `/automatic-templates/${connectionId}`, { templates: automatic })).statusCode).toBe(200);
    expect((await ask('GET', `/automatic-templates/${connectionId}`)).json()).toEqual(automatic);
    const [agents, houses] = [aNumber(), aNumber()];
    const [mine, its] = [await attended(agents, 'um'), await attended(houses, 'dois')];
    const rest = (until: string | null) =>
      service.house.asOwner.query('update connections set paused_until = $2 where id = $1', [connectionId, until]);
    await rest('infinity');
    expect((await ask('POST', `/messages/${mine.id}`, { body: 'no prazo' })).statusCode).toBe(200);
    await service.house.db.inCompany(companyId, async (tx) => {
      const ticket = (await service.house.modules.tickets.lock(tx, its.id))!;
      await service.house.modules.tickets.command(tx, ticket, { do: 'close', by: 'clock', farewell: true });
    });
    service.house.clock.pass(LATER_MS);
    await rest(null);
    await service.house.modules.delivery.wakeConnection(companyId, connectionId);
    const rows = await settled();
    expect(rows.find(({ body }) => body === 'no prazo')).toMatchObject({
      delivery: 'failed',
      failure_code: 'ERR_REPLY_WINDOW',
    });
    expect(await given(houses, 1)).toMatchObject([filled]);
    expect(rows.at(-1)).toMatchObject({ media_type: 'templateMessage', body: 'Olá Helena, podemos continuar?' });
    expect(await whys(its.id)).toContain('templateInstead');
    expect(await given(agents, 0)).toEqual([]);
  });

  it('what the house would say is left out with a line that says so, or said with its template', async () => {
    const counter = await aCounter();
    const { ask, attended, templateId, given, whys, connectionId, messages } = counter;
    await ask('PUT', `/whatsapp/${connectionId}`, { complationMessage: 'Até logo!' });
    const [silent, spoken] = [aNumber(), aNumber()];
    const [first, second] = [await attended(silent, 'um'), await attended(spoken, 'dois')];
    service.house.clock.pass(LATER_MS);
    const close = async (id: number) =>
      expect((await ask('PUT', `/tickets/${id}`, { status: 'closed', sendFarewellMessage: true })).statusCode).toBe(
        200,
      );
    await close(first.id);
    expect(await messages()).toHaveLength(2);
    expect(await whys(first.id)).toContain('windowShut');
    await ask('PUT', `/automatic-templates/${connectionId}`, {
      templates: [{ occasion: 'farewell', templateId, values: { 'body.1': 'Helena' } }],
    });
    await close(second.id);
    expect(await given(spoken, 1)).toMatchObject([filled]);
    expect(await whys(second.id)).toContain('templateInstead');
  });
});

describe('with a file above the text', () => {
  const pdf = Buffer.from('%PDF-1.7 nota');
  async function aFileCounter() {
    const { approved } = service.phone;
    approved.push(
      aTemplate('foto', { header: { format: 'image', text: '' }, body: 'Veja, {{1}}!' }),
      aTemplate('nota', { header: { format: 'document', text: '' }, body: 'Sua nota' }),
    );
    const counter = await aCounter();
    approved.splice(1);
    const named = async (name: string): Promise<number> =>
      (await counter.list()).templates.find((one: { name: string }) => one.name === name).id;
    const post = (url: string, fields: Record<string, unknown>, ...files: Parameters<typeof aForm>[1] & object) => {
      const { headers, payload } = aForm(
        Object.entries(fields).map(([name, value]) => [
          name,
          typeof value === 'object' ? JSON.stringify(value) : String(value),
        ]),
        files,
      );
      const authorization = `Bearer ${freshToken(service.house, counter.admin)}`;
      return service.house.app.inject({
        method: 'POST',
        url: `/api${url}`,
        headers: { ...headers, authorization },
        payload,
      });
    };
    const kept = async (): Promise<{ storage_key: string; mime: string; purpose: string; created_by: number }[]> =>
      (
        await service.house.asOwner.query(
          "select * from files where company_id = $1 and purpose in ('media', 'preview') order by created_at",
          [counter.companyId],
        )
      ).rows;
    const [foto, nota, plain] = [await named('foto'), await named('nota'), await named('retomar')];
    return { ...counter, foto, nota, plain, post, kept };
  }
  const picture = { name: 'vitrine.png', bytes: somePicture };

  it('a template leaves with the file that was chosen, which is kept once, and is seen in the conversation', async () => {
    const { attended, post, foto, given, kept, admin } = await aFileCounter();
    const number = aNumber();
    const { id } = await attended(number);
    service.house.clock.pass(LATER_MS);
    const wish = { templateId: foto, values: { 'body.1': '{{firstName}}' }, clientKey: `foto ${number}` };
    const [one, again] = [
      await post(`/messages/template/${id}`, wish, picture),
      await post(`/messages/template/${id}`, wish, picture),
    ];
    expect(one.json().newMsg).toMatchObject({
      mediaType: 'templateMessage',
      body: 'Veja, Helena!',
      mediaName: 'vitrine.png',
      mediaUrl: expect.any(String),
      dataJson: { name: 'foto', file: 'image' },
    });
    expect(again.json().newMsg.id).toBe(one.json().newMsg.id);
    const files = (await kept()).filter(({ purpose }) => purpose === 'media');
    expect(files).toMatchObject([{ mime: 'image/png', created_by: admin.user.id }]);
    expect(await given(number, 1)).toMatchObject([
      {
        kind: 'template',
        template: { name: 'foto', text: 'Veja, Helena!' },
        image: { key: files[0]!.storage_key, mime: 'image/png', fileName: 'vitrine.png', bytes: somePicture.length },
      },
    ]);
  });

  it('a first contact is opened too', async () => {
    const { ask, post, nota, given } = await aFileCounter();
    const number = aNumber();
    const contactId = (await ask('POST', '/contacts', { name: 'Rui Teles', number })).json().id;
    const file = { name: 'nota.pdf', bytes: pdf };
    const started = await post(`/templates/${nota}/start`, { contactId, clientKey: `nota ${number}` }, file);
    expect(started.json()).toMatchObject({ newMsg: { body: 'Sua nota', dataJson: { file: 'document' } } });
    expect(await given(number, 1)).toMatchObject([{ image: { mime: 'application/pdf', fileName: 'nota.pdf' } }]);
  });

  it('without its file, or with another, nothing leaves and nothing is kept', async () => {
    const { ask, attended, post, foto, nota, plain, kept, messages, connectionId } = await aFileCounter();
    const { id } = await attended(aNumber());
    const values = { 'body.1': 'Helena' };
    const fault = async (answer: ReturnType<typeof post>) => {
      const { statusCode, body } = await answer;
      const { error: code, fields } = JSON.parse(body);
      return [statusCode, code, fields?.map(({ field, rule }: Record<string, string>) => `${field}: ${rule}`).join()];
    };
    const wrong = (rule: string) => [400, 'ERR_VALIDATION', `medias: ${rule}`];
    const url = `/messages/template/${id}`;
    const large = Buffer.concat([somePicture, Buffer.alloc(5 * 1024 * 1024)]);
    expect(await fault(ask('POST', url, { templateId: foto, values }))).toEqual(wrong('required'));
    // What the bytes say counts, not the name.
    const lie = { name: 'foto.png', bytes: pdf };
    expect(await fault(post(url, { templateId: foto, values }, lie))).toEqual(wrong('invalid'));
    expect(await fault(post(url, { templateId: nota }, picture))).toEqual(wrong('invalid'));
    expect(await fault(post(url, { templateId: plain, values }, picture))).toEqual(wrong('invalid'));
    expect(await fault(post(url, { templateId: foto, values }, picture, picture))).toEqual(wrong('tooLong'));
    const tooLarge = { name: 'a.png', bytes: large };
    expect(await fault(post(url, { templateId: foto, values }, tooLarge))).toEqual(wrong('fileTooLarge'));
    expect((await fault(post(url, { templateId: foto }, picture)))[2]).toBe('values.body.1: required');
    expect((await fault(post(url, { templateId: foto, values: '{' }, picture)))[2]).toBe('values: invalid');
    expect(await kept()).toEqual([]);
    expect(await messages()).toHaveLength(1);
    // Nobody is there to choose a file when the house speaks by itself.
    const templates = [{ occasion: 'farewell', templateId: foto, values }];
    const chosen = await ask('PUT', `/automatic-templates/${connectionId}`, { templates });
    expect(error(chosen)).toEqual([400, 'ERR_TEMPLATE_NOT_SENDABLE']);
  });
});

describe('a first contact', () => {
  it('opens the conversation with a template, once, and only where the customer can be reached', async () => {
    const { ask, templateId, given, tickets, connectionId } = await aCounter();
    const number = aNumber();
    const contactId = (await ask('POST', '/contacts', { name: 'Rui Teles', number })).json().id;
    const wish = { contactId, values: { 'body.1': '{{firstName}}' }, clientKey: `primeiro ${number}` };
    const start = () => ask('POST', `/templates/${templateId}/start`, wish);
    const [one, again] = [await start(), await start()];
    expect(one.json()).toMatchObject({
      ticket: { status: 'open', whatsappId: connectionId, isActiveDemand: true, contact: { name: 'Rui Teles' } },
      newMsg: { mediaType: 'templateMessage', body: 'Olá Rui, podemos continuar?' },
    });
    expect(again.json().newMsg.id).toBe(one.json().newMsg.id);
    expect(await given(number, 1)).toHaveLength(1);
    expect(await tickets()).toHaveLength(1);
    expect(error(await ask('POST', `/messages/${one.json().ticket.id}`, { body: 'oi?' }))).toEqual([
      400,
      'ERR_REPLY_WINDOW',
    ]);
    await service.house.asOwner.query("update connections set status = 'DISCONNECTED' where id = $1", [connectionId]);
    expect(error(await ask('POST', `/templates/${templateId}/start`, { ...wish, clientKey: 'outro' }))).toEqual([
      400,
      'ERR_WAPP_NOT_INITIALIZED',
    ]);
  });
});
