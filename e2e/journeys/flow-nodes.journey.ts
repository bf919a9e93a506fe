import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { violationsOn } from '../support/axe.ts';
import { IsolatedQueue, expect, picture, test, thread, type OnPhone } from '../support/inbox.ts';
import { openSignedIn, signInByApi, uniqueSuffix, type AdminApi, type User } from '../support/users.ts';

interface Node {
  id: string;
  type: string;
  data: object;
}
const node = (id: string, type: string, data: object): Node => ({ id, type, data });
/** A document whose edges are written as `source port target`; nodes are drawn in a row. */
const docOf = (nodes: Node[], edges: string[]) => ({
  schema: 1,
  nodes: [node('start', 'start', {}), ...nodes].map((each, at) => ({ ...each, position: { x: at * 320, y: 0 } })),
  edges: edges.map((edge) => {
    const [source, port, target] = edge.split(' ');
    return { id: `${source}-${port}`, source, port, target };
  }),
  settings: { exit: 'human', giveUpMinutes: 1440, onGiveUp: 'human', fallbackQueueId: null },
});

/** Draws and publishes a flow that this phrase starts. */
async function publish(admin: AdminApi, phrase: string, doc: object) {
  const { id } = await admin.call<{ id: number }>('POST', '/flowbuilder', { name: phrase });
  const { rev } = await admin.call<{ rev: number }>('PUT', `/flowbuilder/${id}/draft`, { rev: 1, doc });
  await admin.call('POST', `/flowbuilder/${id}/publish`, { rev });
  const started = await admin.call<{ id: number }>('POST', '/flowcampaign', { name: phrase, phrase, flowId: id });
  const remove = async (): Promise<void> => {
    await admin.call('DELETE', `/flowcampaign/${started.id}`);
    await admin.call('DELETE', `/flowbuilder/${id}`);
  };
  return { id, remove };
}

interface NodeFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}
// One white pixel.
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=';
const shopWindow: NodeFile = { name: 'vitrine.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') };
const samples = join(import.meta.dirname, '../../apps/server/src/channels/sandbox/samples');
const sample = (name: string, mimeType: string): NodeFile => ({
  name,
  mimeType,
  buffer: readFileSync(join(samples, name)),
});

/** Sends a form with a file as this user. */
async function upload(page: Page, user: User, path: string, form: Record<string, string | NodeFile>): Promise<unknown> {
  const token = await signInByApi(page.request, user.email, user.password);
  const answer = await page.request.post(`/api${path}`, {
    headers: { authorization: `Bearer ${token}` },
    multipart: form,
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

/** Stores a file for a node, which names it in its data. */
async function uploadForNode(page: Page, user: User, file: NodeFile): Promise<{ name: string; original: string }> {
  const names = await upload(page, user, '/flowbuilder/content', { body: file.name, medias: file });
  return { name: (names as string[])[0]!, original: file.name };
}

async function checkBothThemes(page: Page, label: string): Promise<void> {
  expect(await violationsOn(page), `${label}, light`).toEqual([]);
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'));
  expect(await violationsOn(page, { only: 'color-contrast' }), `${label}, dark`).toEqual([]);
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'));
}

interface Draft {
  rev: number;
  doc: { nodes: Node[] };
}
/** Publishes version 2 with another farewell, compares it, returns to version 1 and restores version 2 as the draft. */
async function checkVersions(page: Page, admin: AdminApi, flowId: number): Promise<void> {
  const draft = () => admin.call<Draft>('GET', `/flowbuilder/${flowId}/draft`);
  const farewell = async () => (await draft()).doc.nodes.find(({ id }) => id === 'other')?.data;
  const { rev, doc } = await draft();
  const nodes = doc.nodes.map((each) => (each.id === 'other' ? { ...each, data: { text: 'Até breve!' } } : each));
  const saved = await admin.call<Draft>('PUT', `/flowbuilder/${flowId}/draft`, { rev, doc: { ...doc, nodes } });
  await admin.call('POST', `/flowbuilder/${flowId}/publish`, { rev: saved.rev });

  await page.goto(`/flowbuilder/${flowId}?view=versions`);
  const list = page.getByRole('list', { name: 'Versões do fluxo' });
  await expect(list.getByRole('listitem').filter({ hasText: 'No ar' })).toContainText('Versão 2');
  await page.getByRole('button', { name: 'Comparar a versão 1' }).click();
  const differences = page.getByRole('region', { name: 'Diferenças' });
  await expect(differences.getByText('Mudados (1)')).toBeVisible();
  await expect(differences.getByText('Até breve!').first()).toBeVisible();
  await checkBothThemes(page, 'versions');
  await picture(page, 'flow-versions');

  await page.getByRole('button', { name: 'Voltar agora à versão 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Voltar agora', exact: true }).click();
  await expect(page.getByText('A versão 1 está no ar de novo.')).toBeVisible();
  await expect(list.getByRole('listitem').filter({ hasText: 'No ar' })).toContainText('Volta à versão 1');
  expect(await farewell()).toEqual({ text: 'Até mais!' });
  await page.getByRole('button', { name: 'Restaurar a versão 2' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restaurar', exact: true }).click();
  await expect(page.getByText('O rascunho agora é o desenho da versão 2.')).toBeVisible();
  await expect(page.getByText('Não se esqueça de salvar seu fluxo!')).toBeVisible();
  expect(await farewell()).toEqual({ text: 'Até breve!' });
}

test('a flow greets with a picture, asks, checks the answer, tags, notes and hands over; another answer resolves; its runs, numbers and versions are shown', async ({
  page,
  otica,
  counter,
}) => {
  const suffix = uniqueSuffix();
  const phrase = `Pedido ${suffix}`;
  const tag = await otica.call<{ id: number }>('POST', '/tags', { name: `Fluxo ${suffix}`, color: '#0055aa' });
  const user = await otica.createUser({ profile: 'admin' });
  const file = await uploadForNode(page, user, shopWindow);
  const asks = { tries: 3, timeoutMinutes: null, showsExit: false };
  const flow = await publish(
    otica,
    phrase,
    docOf(
      [
        node('content', 'singleBlock', {
          blocks: [
            { id: 'message1', type: 'text', text: 'Olá, {{firstName}}!' },
            { id: 'img1', type: 'image', file, caption: 'Nossa vitrine' },
          ],
        }),
        node('menu', 'menu', {
          ...asks,
          message: 'Como posso ajudar?',
          options: [
            { number: 1, value: 'Outra coisa' },
            { number: 2, value: 'Meu pedido' },
          ],
          form: 'text',
        }),
        node('other', 'message', { text: 'Até mais!' }),
        node('question', 'question', {
          ...asks,
          message: 'Qual o número?',
          answerKey: 'pedido',
          kind: 'number',
          retryMessage: '',
        }),
        node('condition', 'condition', {
          match: 'all',
          rules: [{ subject: 'pedido', operator: 'atLeast', value: '1000' }],
        }),
        node('tag', 'tag', { add: [tag.id], remove: [] }),
        node('note', 'note', { text: 'Quer saber do pedido {{pedido}}.' }),
        node('interval', 'interval', { seconds: 1 }),
        node('soon', 'message', { text: 'Já chamo alguém para o pedido {{pedido}}.' }),
        node('queue', 'queue', { queueId: counter.queue.id }),
        node('close', 'close', { mode: 'silent' }),
      ],
      [
        'start a content',
        'content a menu',
        'menu a1 other',
        'menu a2 question',
        'question a condition',
        'condition a tag',
        'condition b close',
        'tag a note',
        'note a interval',
        'interval a soon',
        'soon a queue',
      ],
    ),
  );
  try {
    const helena = await counter.customer('Helena do Fluxo');
    await openSignedIn(page, user, `/sandbox?connection=${counter.connection.id}&customer=${helena.id}`);
    const write = async (text: string) => {
      await page.getByRole('textbox', { name: 'Mensagem' }).fill(text);
      await page.getByRole('button', { name: 'Enviar como cliente' }).click();
    };
    const phone = page.getByRole('log');
    await write(phrase);
    await expect(phone.getByText('Olá, Helena!')).toBeVisible();
    await expect(phone.getByText('Nossa vitrine')).toBeVisible();
    await expect(phone.getByText('Como posso ajudar?')).toBeVisible();
    await write('meu pedido');
    await expect(phone.getByText('Qual o número?')).toBeVisible();
    await write('não sei');
    await expect(phone.getByText('Não entendi. Por favor, responda com um número.')).toBeVisible();
    await write('7731');
    await expect(phone.getByText('Já chamo alguém para o pedido 7731.')).toBeVisible();
    await expect(
      page.getByRole('complementary', { name: 'Sistema' }).getByText(counter.queue.name, { exact: true }),
    ).toBeVisible();
    await picture(page, 'flow-nodes-phone');

    const { uuid } = (await counter.conversation(helena))!;
    await page.goto(`/tickets/${uuid}`);
    await expect(thread(page).getByText('Quer saber do pedido 7731.')).toBeVisible();
    await expect(thread(page).getByText('Nossa vitrine')).toBeVisible();
    await expect(
      page.getByText(new RegExp(`O fluxo transferiu a conversa para a fila ${counter.queue.name}`)),
    ).toBeVisible();
    await expect(page.getByText(`Fluxo ${suffix}`, { exact: true }).first()).toBeVisible();
    await picture(page, 'flow-nodes-conversation');

    const joao = await counter.customer('João do Fluxo');
    const lastText = () => counter.textsReceivedBy(joao).then((texts) => texts.at(-1));
    await counter.sendFrom(joao, phrase);
    await expect.poll(lastText).toContain('Como posso ajudar?');
    await counter.sendFrom(joao, '2️⃣');
    await expect.poll(lastText).toBe('Qual o número?');
    await counter.sendFrom(joao, '12');
    await expect.poll(() => counter.conversation(joao).then((ticket) => ticket?.status ?? 'closed')).toBe('closed');
    expect(await lastText()).toBe('Qual o número?');

    await page.getByRole('button', { name: 'Mais ações', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Ver caminho' }).click();
    const path = page.getByRole('dialog', { name: /Caminho da conversa/ });
    await expect(path.getByText('Pergunta', { exact: true }).first()).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
    await picture(page, 'flow-path');

    await page.goto(`/flowbuilder/${flow.id}?view=runs`);
    await expect(page.getByRole('button', { name: /João do Fluxo/ })).toBeVisible();
    await page.getByRole('button', { name: /Helena do Fluxo/ }).click();
    await expect(page.getByRole('region', { name: 'Execução de Helena do Fluxo' })).toBeVisible();
    await checkBothThemes(page, 'runs');
    await picture(page, 'flow-runs');
    await page.getByRole('button', { name: 'Números' }).click();
    // Steps are added up every minute, so the count may still be zero.
    const summary = page.getByText(/conversas? entr(ou|aram) no fluxo/);
    await expect(summary).toBeVisible();
    await page.reload();
    await expect(summary).toBeVisible();
    await checkBothThemes(page, 'numbers');
    await picture(page, 'flow-numbers');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(summary).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
    await picture(page, 'flow-numbers-phone');
    await page.setViewportSize({ width: 1440, height: 900 });
    await checkVersions(page, otica, flow.id);
  } finally {
    await page.close();
    await flow.remove();
    await otica.call('DELETE', `/tags/${tag.id}`);
  }
});

test('a flow sends media, files and a template, stores data, moves to a lane, chooses by hours and chance, calls another flow, waits for an answer and hands over to a queue or an agent', async ({
  page,
  otica,
  counter,
  phones,
  afterwards,
}) => {
  const suffix = uniqueSuffix();
  const phrase = `Novidades ${suffix}`;
  const user = await otica.createUser({ profile: 'admin' });
  const agent = await counter.agent({ name: `Beatriz ${suffix}` });
  const official = await phones.connected('whatsappapi', { queueIds: [counter.queue.id] });
  const shop = new IsolatedQueue(otica, phones, counter.queue, official);
  // A new connection reads its templates in a job; here they are read at once.
  await otica.call('POST', '/templates/sync', { whatsappId: official.id });
  const { templates } = await otica.call<{ templates: { id: number; name: string }[] }>(
    'GET',
    `/templates?whatsappId=${official.id}`,
  );
  const lane = await otica.call<{ id: number }>('POST', '/tags', {
    name: `Novidade ${suffix}`,
    color: '#0055aa',
    kanban: 1,
  });
  afterwards(() => otica.call('DELETE', `/tags/${lane.id}`));
  const list = await otica.call<{ id: number; options: { id: number }[] }>('POST', '/files', {
    name: `Catálogo ${suffix}`,
    message: 'Segue o catálogo',
    options: [{ name: 'Página 1' }],
  });
  afterwards(() => otica.call('DELETE', `/files/${list.id}`));
  const item = { id: String(list.options[0]!.id), name: 'Página 1' };
  await upload(page, user, `/files/uploadList/${list.id}`, {
    ...item,
    files: sample('receita.pdf', 'application/pdf'),
  });
  const called = await publish(
    otica,
    `Chamado ${suffix}`,
    docOf([node('called', 'message', { text: 'Do outro fluxo, {{firstName}}' })], ['start a called']),
  );
  afterwards(called.remove);
  const flow = await publish(
    otica,
    phrase,
    docOf(
      [
        node('picture', 'img', { file: await uploadForNode(page, user, shopWindow), caption: 'A nova vitrine' }),
        node('voice', 'audio', {
          file: await uploadForNode(page, user, sample('voz.ogg', 'audio/ogg')),
          record: true,
        }),
        node('film', 'video', {
          file: await uploadForNode(page, user, sample('vitrine.mp4', 'video/mp4')),
          caption: 'Em movimento',
        }),
        node('data', 'data', { entries: [{ target: 'extra', key: 'Interesse', value: 'novidades' }] }),
        // A queue without business hours is always open.
        node('hours', 'hours', { of: 'queue', queueId: counter.queue.id }),
        node('closed', 'close', { mode: 'silent' }),
        node('chance', 'randomizer', { percent: 100 }),
        node('lane', 'lane', { laneId: lane.id }),
        node('list', 'files', { fileListId: list.id }),
        node('template', 'template', {
          templateId: templates.find(({ name }) => name === 'novidades')!.id,
          values: {},
        }),
        node('called', 'flow', { flowId: called.id, mode: 'call' }),
        node('wait', 'wait', {
          until: 'minutes',
          minutes: 60,
          onlyInHours: false,
          hours: 'company',
          queueId: null,
          template: null,
        }),
        node('choice', 'menu', {
          message: 'Com quem quer falar?',
          options: [
            { number: 1, value: 'Com a equipe' },
            { number: 2, value: 'Com Beatriz' },
          ],
          form: 'text',
          tries: 3,
          timeoutMinutes: null,
          showsExit: false,
        }),
        node('ticket', 'ticket', { queueId: counter.queue.id }),
        node('agent', 'agent', { to: 'user', userId: agent.id, queueId: counter.queue.id }),
      ],
      [
        'start a picture',
        'picture a voice',
        'voice a film',
        'film a data',
        'data a hours',
        'hours open chance',
        'hours closed closed',
        'chance a lane',
        'chance b closed',
        'lane a list',
        'list a template',
        'template a called',
        'called done wait',
        'wait a closed',
        'wait answered choice',
        'choice a1 ticket',
        'choice a2 agent',
      ],
    ),
  );
  afterwards(flow.remove);

  const helena = await shop.customer('Helena das Novidades');
  await openSignedIn(page, user, `/sandbox?connection=${official.id}&customer=${helena.id}`);
  const write = async (text: string) => {
    await page.getByRole('textbox', { name: 'Mensagem' }).fill(text);
    await page.getByRole('button', { name: 'Enviar como cliente' }).click();
  };
  const phone = page.getByRole('log');
  await write(phrase);
  await expect(phone.getByText('Do outro fluxo, Helena')).toBeVisible();
  expect((await shop.receivedBy(helena)).map(({ content }) => textOf(content))).toEqual([
    'image: A nova vitrine',
    'voice message: ',
    'video: Em movimento',
    'text: Segue o catálogo',
    'document: Página 1',
    'template: Temos novidades esperando por você. Quer conhecer?',
    'text: Do outro fluxo, Helena',
  ]);
  await write('Quero sim');
  await expect(phone.getByText('Com quem quer falar?')).toBeVisible();
  await write('1');
  await expect(
    page.getByRole('complementary', { name: 'Sistema' }).getByText(counter.queue.name, { exact: true }),
  ).toBeVisible();
  await picture(page, 'flow-more-nodes-phone');
  const { uuid } = (await shop.conversation(helena))!;
  await page.goto(`/tickets/${uuid}`);
  await expect(thread(page).getByText('Do outro fluxo, Helena')).toBeVisible();
  await expect(page.getByText('Interesse')).toBeVisible();
  await expect(page.getByText(`Novidade ${suffix}`, { exact: true }).first()).toBeVisible();
  await picture(page, 'flow-more-nodes-conversation');

  const joao = await shop.customer('João das Novidades');
  const lastText = async () => textOf((await shop.receivedBy(joao)).at(-1)?.content);
  await shop.sendFrom(joao, phrase);
  await expect.poll(lastText).toBe('text: Do outro fluxo, João');
  await shop.sendFrom(joao, 'Oi');
  await expect.poll(lastText).toContain('Com quem quer falar?');
  await shop.sendFrom(joao, '2');
  const agentOf = async () => {
    const { id } = (await shop.conversation(joao))!;
    return (await otica.call<{ user: { name: string } | null }>('GET', `/tickets/${id}`)).user?.name;
  };
  await expect.poll(agentOf).toBe(agent.name);
});

const textOf = (content: OnPhone['content'] | undefined): string =>
  `${(content?.isVoice ?? false) ? 'voice message' : (content?.type ?? content?.kind)}: ${content?.text ?? content?.caption ?? ''}`;
