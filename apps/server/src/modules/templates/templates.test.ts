import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { samplePicture } from '../../channels/conformance.samples.ts';
import { createTemplate } from '../../../test/channel.ts';
import { createForm } from '../../../test/form.ts';
import { startConnectedServer } from '../../../test/connected-server.ts';
import { freshToken } from '../../../test/fixtures/tenants.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer({ replyWindowHours: 24 });
});
afterEach(() => service.server.clock.set(new Date()));
afterAll(() => service.server.stop());

const LATER_MS = 25 * 3_600_000;
let contactCount = 0;
const nextNumber = () => `55009522${String(++contactCount).padStart(5, '0')}`;
const error = (answer: { statusCode: number; json(): { error?: string } }) => [answer.statusCode, answer.json().error];

async function createCompany(settings: Record<string, string> = {}) {
  const company = await service.createConnectedCompany({ sendGreetingAccepted: 'disabled', ...settings });
  /** Request as admin, with a new token if the clock has moved. */
  const ask = (...args: Parameters<typeof company.admin.request>) =>
    service.server.withToken(freshToken(service.server, company.admin))(...args);
  await ask('POST', '/templates/sync', { whatsappId: company.connectionId });
  const list = async (query = '') => (await ask('GET', `/templates${query}`)).json();
  const [{ id: templateId }] = (await list()).templates;
  const logReasons = async (ticketId: number) =>
    (await ask('GET', `/tickets-log/${ticketId}`)).json<{ why: string | null }[]>().flatMap(({ why }) => why ?? []);
  const settled = () =>
    service.until(company.messages, (rows) => rows.every(({ delivery }) => !/queued|sending/.test(delivery)));
  return { ...company, ask, list, templateId, deliveredContents: service.contentsSentTo, logReasons, settled };
}
const filled = { kind: 'template', template: { name: 'retomar', language: 'pt_BR', text: expect.any(String) } };

describe('templates of a connection', () => {
  it('are fetched, searched, filtered by sendable, and updated by events of the channel [F-L12]', async () => {
    const { approved } = service.testChannel;
    approved.push(
      createTemplate('promo_verao', { status: 'paused', because: 'low quality', body: 'Só hoje!' }),
      createTemplate('foto', { header: { format: 'image', text: '' }, body: 'Veja' }),
      createTemplate('onde', { header: { format: 'location', text: '' }, body: 'Aqui' }),
      createTemplate('senha', { category: 'authentication', body: 'Seu código' }),
      createTemplate('vitrine', { buttons: [{ type: 'other', text: 'Ver', value: 'MPM' }], body: 'Produtos' }),
    );
    const { connectionId, ask, list, sendWebhook: receive } = await createCompany();
    const names = async (query = '') => (await list(query)).templates.map(({ name }: { name: string }) => name);
    expect(await names()).toEqual(['foto', 'onde', 'promo_verao', 'retomar', 'senha', 'vitrine']);
    expect(await names('?sendable=true')).toEqual(['foto', 'retomar']);
    expect(await names('?sendable=alone')).toEqual(['retomar']);
    expect(await names('?searchParam=VERÃO')).toEqual(['promo_verao']);
    expect(await names(`?whatsappId=${connectionId + 1}`)).toEqual([]);
    const [photo] = (await list()).templates;
    expect(await names(`?sendable=true&templateId=${photo.id}`)).toEqual(['foto']);
    expect(await names(`?sendable=alone&templateId=${photo.id}`)).toEqual([]);
    expect((await list()).templates[3]).toMatchObject({
      whatsappId: connectionId,
      body: 'Olá {{1}}, podemos continuar?',
      gaps: [{ key: 'body.1', where: 'body', name: '1' }],
      isSendable: true,
    });
    expect((await list()).templates[2]).toMatchObject({ because: 'low quality', isSendable: false });

    // A known template changes at once; an unknown one triggers a sync.
    const statusEvent = (name: string, status: 'approved' | 'rejected') =>
      ({ type: 'template', name, language: 'pt_BR', status, because: '' }) as const;
    await receive([statusEvent('retomar', 'rejected')]);
    await service.until(
      () => names('?sendable=alone'),
      (remaining) => remaining.length === 0,
    );
    approved.splice(1, 5, createTemplate('novo'));
    await receive([statusEvent('novo', 'approved')]);
    await service.until(names, (all) => all.join() === 'novo,retomar');
    approved.splice(1);
    expect((await ask('POST', '/templates/sync', { whatsappId: connectionId })).json()).toEqual({ count: 1 });
    expect(await names()).toEqual(['retomar']);
  });

  it('are previewed with their values filled in', async () => {
    const { ask, openTicket, templateId } = await createCompany();
    const { id: ticketId, contactId } = await openTicket(nextNumber());
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

describe('after the reply window', () => {
  it('refuses free text before it is queued, and sends a template once', async () => {
    const company = await createCompany();
    const { ask, openTicket, templateId, deliveredContents, messages } = company;
    const number = nextNumber();
    const { id } = await openTicket(number);
    service.server.clock.pass(LATER_MS);
    expect(error(await ask('POST', `/messages/${id}`, { body: 'tarde demais' }))).toEqual([400, 'ERR_REPLY_WINDOW']);
    expect(await messages()).toHaveLength(1);

    const sendRequest = { templateId, values: { 'body.1': '{{firstName}}' }, clientKey: 'uma vez só' };
    const answers = [
      await ask('POST', `/messages/template/${id}`, sendRequest),
      await ask('POST', `/messages/template/${id}`, sendRequest),
    ].map((answer) => answer.json().newMsg);
    expect(answers[0]).toMatchObject({
      mediaType: 'templateMessage',
      body: 'Olá Helena, podemos continuar?',
      dataJson: { name: 'retomar', language: 'pt_BR', body: [{ value: 'Helena' }] },
    });
    expect(answers[1].id).toBe(answers[0].id);
    const [sent, ...more] = await deliveredContents(number, 1);
    expect(sent).toMatchObject({ ...filled, template: { text: 'Olá Helena, podemos continuar?' } });
    expect(more).toEqual([]);
    const ends = (await ask('GET', `/tickets/${id}`)).json().windowEndsAt;
    expect(Date.parse(ends)).toBeLessThan(+service.server.clock.now());
  });

  it('names each missing value', async () => {
    const { ask, openTicket, templateId } = await createCompany();
    const { id } = await openTicket(nextNumber());
    const send = (body: object) => ask('POST', `/messages/template/${id}`, body);
    const empty = await send({ templateId, values: { 'body.1': ' ' } });
    expect(empty.statusCode).toBe(400);
    expect(empty.json().fields).toMatchObject([{ field: 'values.body.1' }]);
    const other = await createCompany();
    const foreign = { templateId: other.templateId, values: { 'body.1': 'x' } };
    expect(error(await send(foreign))).toEqual([404, 'ERR_NO_TEMPLATE_FOUND']);
    await service.server.asOwner.query("update templates set status = 'rejected' where id = $1", [templateId]);
    const refusedResponse = await send({ templateId, values: { 'body.1': 'x' } });
    expect(error(refusedResponse)).toEqual([400, 'ERR_TEMPLATE_NOT_SENDABLE']);
  });

  it('fails queued messages of agents, and replaces or drops automatic ones', async () => {
    const company = await createCompany();
    const { ask, openTicket, templateId, deliveredContents, settled, logReasons, connectionId, companyId } = company;
    await ask('PUT', `/whatsapp/${connectionId}`, { complationMessage: 'Até logo!' });
    const automatic = [{ occasion: 'farewell', templateId, values: { 'body.1': '{{firstName}}' } }];
    expect((await ask('PUT', `/automatic-templates/${connectionId}`, { templates: automatic })).statusCode).toBe(200);
    expect((await ask('GET', `/automatic-templates/${connectionId}`)).json()).toEqual(automatic);
    const [agentNumber, automaticNumber] = [nextNumber(), nextNumber()];
    const [agentTicket, automaticTicket] = [
      await openTicket(agentNumber, 'um'),
      await openTicket(automaticNumber, 'dois'),
    ];
    const setPause = (until: string | null) =>
      service.server.asOwner.query('update connections set paused_until = $2 where id = $1', [connectionId, until]);
    await setPause('infinity');
    expect((await ask('POST', `/messages/${agentTicket.id}`, { body: 'no prazo' })).statusCode).toBe(200);
    await service.server.db.inCompany(companyId, async (tx) => {
      const ticket = (await service.server.modules.tickets.inTx.lock(tx, automaticTicket.id))!;
      await service.server.modules.tickets.inTx.command(tx, ticket, { type: 'close', by: 'clock', farewell: true });
    });
    service.server.clock.pass(LATER_MS);
    await setPause(null);
    await service.server.modules.deliveryWorker.wakeConnection(companyId, connectionId);
    const rows = await settled();
    expect(rows.find(({ body }) => body === 'no prazo')).toMatchObject({
      delivery: 'failed',
      failure_code: 'ERR_REPLY_WINDOW',
    });
    expect(await deliveredContents(automaticNumber, 1)).toMatchObject([filled]);
    const text = 'Olá Helena, podemos continuar?';
    expect(rows.at(-1)).toMatchObject({ media_type: 'templateMessage', body: text });
    const shown = await service.server.asOwner.query('select last_message from tickets where id = $1', [
      automaticTicket.id,
    ]);
    expect(shown.rows).toEqual([{ last_message: text }]);
    expect(await logReasons(automaticTicket.id)).toContain('templateInstead');
    expect(await deliveredContents(agentNumber, 0)).toEqual([]);
  });

  it('logs a skipped automatic text, or sends its template', async () => {
    const company = await createCompany();
    const { ask, openTicket, templateId, deliveredContents, logReasons, connectionId, messages } = company;
    await ask('PUT', `/whatsapp/${connectionId}`, { complationMessage: 'Até logo!' });
    const [withoutTemplate, withTemplate] = [nextNumber(), nextNumber()];
    const [first, second] = [await openTicket(withoutTemplate, 'um'), await openTicket(withTemplate, 'dois')];
    service.server.clock.pass(LATER_MS);
    const close = async (id: number) =>
      expect((await ask('PUT', `/tickets/${id}`, { status: 'closed', sendFarewellMessage: true })).statusCode).toBe(
        200,
      );
    await close(first.id);
    expect(await messages()).toHaveLength(2);
    expect(await logReasons(first.id)).toContain('windowShut');
    await ask('PUT', `/automatic-templates/${connectionId}`, {
      templates: [{ occasion: 'farewell', templateId, values: { 'body.1': 'Helena' } }],
    });
    await close(second.id);
    expect(await deliveredContents(withTemplate, 1)).toMatchObject([filled]);
    expect(await logReasons(second.id)).toContain('templateInstead');
  });
});

describe('a template with a header file', () => {
  // The templates are read from the channel again when the clock advances, so they stay approved during each test.
  afterEach(() => void service.testChannel.approved.splice(1));
  const pdf = Buffer.from('%PDF-1.7 nota');
  async function createFileCompany() {
    const { approved } = service.testChannel;
    approved.push(
      createTemplate('foto', { header: { format: 'image', text: '' }, body: 'Veja, {{1}}!' }),
      createTemplate('nota', { header: { format: 'document', text: '' }, body: 'Sua nota' }),
    );
    const company = await createCompany();
    const named = async (name: string): Promise<number> =>
      (await company.list()).templates.find((template: { name: string }) => template.name === name).id;
    const post = (
      url: string,
      fields: Record<string, unknown>,
      ...files: Parameters<typeof createForm>[1] & object
    ) => {
      const { headers, payload } = createForm(
        Object.entries(fields).map(([name, value]) => [
          name,
          typeof value === 'object' ? JSON.stringify(value) : String(value),
        ]),
        files,
      );
      const authorization = `Bearer ${freshToken(service.server, company.admin)}`;
      return service.server.app.inject({
        method: 'POST',
        url: `/api${url}`,
        headers: { ...headers, authorization },
        payload,
      });
    };
    const storedFiles = async (): Promise<
      { storage_key: string; mime: string; purpose: string; created_by: number }[]
    > =>
      (
        await service.server.asOwner.query(
          "select * from files where company_id = $1 and purpose in ('media', 'preview') order by created_at",
          [company.companyId],
        )
      ).rows;
    const [foto, nota, plain] = [await named('foto'), await named('nota'), await named('retomar')];
    return { ...company, foto, nota, plain, post, storedFiles };
  }
  const picture = { name: 'vitrine.png', bytes: samplePicture };

  it('is sent with the uploaded file, which is stored once and shown in the thread', async () => {
    const { openTicket, post, foto, deliveredContents, storedFiles, admin } = await createFileCompany();
    const number = nextNumber();
    const { id } = await openTicket(number);
    service.server.clock.pass(LATER_MS);
    const sendRequest = { templateId: foto, values: { 'body.1': '{{firstName}}' }, clientKey: `foto ${number}` };
    const [first, again] = [
      await post(`/messages/template/${id}`, sendRequest, picture),
      await post(`/messages/template/${id}`, sendRequest, picture),
    ];
    expect(first.json().newMsg).toMatchObject({
      mediaType: 'templateMessage',
      body: 'Veja, Helena!',
      mediaName: 'vitrine.png',
      mediaUrl: expect.any(String),
      dataJson: { name: 'foto', file: 'image' },
    });
    expect(again.json().newMsg.id).toBe(first.json().newMsg.id);
    const files = (await storedFiles()).filter(({ purpose }) => purpose === 'media');
    expect(files).toMatchObject([{ mime: 'image/png', created_by: admin.user.id }]);
    expect(await deliveredContents(number, 1)).toMatchObject([
      {
        kind: 'template',
        template: { name: 'foto', text: 'Veja, Helena!' },
        image: { key: files[0]!.storage_key, mime: 'image/png', fileName: 'vitrine.png', bytes: samplePicture.length },
      },
    ]);
  });

  it('also opens a new conversation', async () => {
    const { ask, post, nota, deliveredContents } = await createFileCompany();
    const number = nextNumber();
    const contactId = (await ask('POST', '/contacts', { name: 'Rui Teles', number })).json().id;
    const file = { name: 'nota.pdf', bytes: pdf };
    const started = await post(`/templates/${nota}/start`, { contactId, clientKey: `nota ${number}` }, file);
    expect(started.json()).toMatchObject({ newMsg: { body: 'Sua nota', dataJson: { file: 'document' } } });
    expect(await deliveredContents(number, 1)).toMatchObject([
      { image: { mime: 'application/pdf', fileName: 'nota.pdf' } },
    ]);
  });

  it('is refused without its file or with a wrong one, and stores nothing', async () => {
    const { ask, openTicket, post, foto, nota, plain, storedFiles, messages, connectionId } = await createFileCompany();
    const { id } = await openTicket(nextNumber());
    const values = { 'body.1': 'Helena' };
    const errorOf = async (answer: ReturnType<typeof post>) => {
      const { statusCode, body } = await answer;
      const { error: code, fields } = JSON.parse(body);
      return [statusCode, code, fields?.map(({ field, rule }: Record<string, string>) => `${field}: ${rule}`).join()];
    };
    const wrong = (rule: string) => [400, 'ERR_VALIDATION', `medias: ${rule}`];
    const url = `/messages/template/${id}`;
    const large = Buffer.concat([samplePicture, Buffer.alloc(5 * 1024 * 1024)]);
    expect(await errorOf(ask('POST', url, { templateId: foto, values }))).toEqual(wrong('required'));
    // The type comes from the bytes, not from the name.
    const lie = { name: 'foto.png', bytes: pdf };
    expect(await errorOf(post(url, { templateId: foto, values }, lie))).toEqual(wrong('invalid'));
    expect(await errorOf(post(url, { templateId: nota }, picture))).toEqual(wrong('invalid'));
    expect(await errorOf(post(url, { templateId: plain, values }, picture))).toEqual(wrong('invalid'));
    expect(await errorOf(post(url, { templateId: foto, values }, picture, picture))).toEqual(wrong('tooLong'));
    const tooLarge = { name: 'a.png', bytes: large };
    expect(await errorOf(post(url, { templateId: foto, values }, tooLarge))).toEqual(wrong('fileTooLarge'));
    expect((await errorOf(post(url, { templateId: foto }, picture)))[2]).toBe('values.body.1: required');
    expect((await errorOf(post(url, { templateId: foto, values: '{' }, picture)))[2]).toBe('values: invalid');
    expect(await storedFiles()).toEqual([]);
    expect(await messages()).toHaveLength(1);
    // An automatic message has no agent who uploads a file.
    const templates = [{ occasion: 'farewell', templateId: foto, values }];
    const chosen = await ask('PUT', `/automatic-templates/${connectionId}`, { templates });
    expect(error(chosen)).toEqual([400, 'ERR_TEMPLATE_NOT_SENDABLE']);
  });
});

describe('a new conversation', () => {
  it('is opened with a template once, and only on a connected connection', async () => {
    const { ask, templateId, deliveredContents, tickets, connectionId } = await createCompany();
    const number = nextNumber();
    const contactId = (await ask('POST', '/contacts', { name: 'Rui Teles', number })).json().id;
    const sendRequest = { contactId, values: { 'body.1': '{{firstName}}' }, clientKey: `primeiro ${number}` };
    const start = () => ask('POST', `/templates/${templateId}/start`, sendRequest);
    const [first, again] = [await start(), await start()];
    expect(first.json()).toMatchObject({
      ticket: { status: 'open', whatsappId: connectionId, isActiveDemand: true, contact: { name: 'Rui Teles' } },
      newMsg: { mediaType: 'templateMessage', body: 'Olá Rui, podemos continuar?' },
    });
    expect(again.json().newMsg.id).toBe(first.json().newMsg.id);
    expect(await deliveredContents(number, 1)).toHaveLength(1);
    expect(await tickets()).toHaveLength(1);
    expect(error(await ask('POST', `/messages/${first.json().ticket.id}`, { body: 'oi?' }))).toEqual([
      400,
      'ERR_REPLY_WINDOW',
    ]);
    await service.server.asOwner.query("update connections set status = 'DISCONNECTED' where id = $1", [connectionId]);
    expect(error(await ask('POST', `/templates/${templateId}/start`, { ...sendRequest, clientKey: 'outro' }))).toEqual([
      400,
      'ERR_WAPP_NOT_INITIALIZED',
    ]);
  });
});
