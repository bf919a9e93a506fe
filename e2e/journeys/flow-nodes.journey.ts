import type { Page } from '@playwright/test';
import { violationsOn } from '../support/axe.ts';
import { expect, picture, test, thread } from '../support/inbox.ts';
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

/** Stores a picture for a node; returns its name. */
async function uploadPicture(page: Page, user: User): Promise<string> {
  const token = await signInByApi(page.request, user.email, user.password);
  // One white pixel.
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=';
  const medias = { name: 'vitrine.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') };
  const answer = await page.request.post('/api/flowbuilder/content', {
    headers: { authorization: `Bearer ${token}` },
    multipart: { body: 'vitrine.png', medias },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as string[])[0]!;
}

test('a flow greets with a picture, asks, checks the answer, tags, notes and hands over; another answer resolves', async ({
  page,
  otica,
  counter,
}) => {
  const suffix = uniqueSuffix();
  const phrase = `Pedido ${suffix}`;
  const tag = await otica.call<{ id: number }>('POST', '/tags', { name: `Fluxo ${suffix}`, color: '#0055aa' });
  const user = await otica.createUser({ profile: 'admin' });
  const file = { name: await uploadPicture(page, user), original: 'vitrine.png' };
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
    expect(await violationsOn(page)).toEqual([]);
    await picture(page, 'flow-runs');
    await page.getByRole('button', { name: 'Números' }).click();
    // Steps are added up every minute, so the count may still be zero.
    const summary = page.getByText(/conversas? entr(ou|aram) no fluxo/);
    await expect(summary).toBeVisible();
    await page.reload();
    await expect(summary).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
    await picture(page, 'flow-numbers');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(summary).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
    await picture(page, 'flow-numbers-phone');
  } finally {
    await page.close();
    await flow.remove();
    await otica.call('DELETE', `/tags/${tag.id}`);
  }
});
