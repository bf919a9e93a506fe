import { endpoints } from '@balcao/contract/endpoints/index';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { outbox } from '../../../entities/outbox/outbox.ts';
import { anAdmin } from '../../../testing/fixtures.ts';
import { aContact, aMessage, aTicket } from '../../../testing/inbox.ts';
import { connect, receive } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { renderThread, seen, theLog } from './thread.fixture.tsx';

const many = (count: number, own: (at: number) => Partial<ReturnType<typeof aMessage>> = () => ({})) =>
  Array.from({ length: count }, (_, at) => aMessage({ id: at + 1, body: `Mensagem ${at + 1}`, ...own(at) }));
const rowTexts = (log: HTMLElement) =>
  within(log)
    .queryAllByRole('article')
    .map((element) => element.textContent ?? '');
/** Scrolls like the user. */
async function scrollTo(log: HTMLElement, top: number) {
  log.scrollTop = top;
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
}

describe('the history', () => {
  it('starts with the newest page at its end and loads older ones within 50 px of the top [M-080]', async () => {
    const { requests } = renderThread({ messages: many(60) });
    const log = await theLog();
    await waitFor(() => expect(rowTexts(log).at(-1)).toMatch(/^Mensagem 60/));
    expect(requests.map(({ query }) => query.before)).toEqual([undefined]);

    await scrollTo(log, 51);
    expect(requests).toHaveLength(1);
    await scrollTo(log, 50);
    await waitFor(() => expect(requests.map(({ query }) => query.before)).toEqual([undefined, 41]));
  });

  it('keeps the scroll position when older messages are added above', async () => {
    renderThread({ messages: many(60) });
    const log = await theLog();
    await waitFor(() => expect(rowTexts(log).length).toBeGreaterThan(0));
    await scrollTo(log, 40);
    // Twenty rows were added above, with their estimated heights before they are measured.
    await waitFor(() => expect(log.scrollTop).toBeGreaterThan(40 + 20 * 30));
    expect(rowTexts(log).some((text) => text.startsWith('Mensagem 41'))).toBe(true);
  });

  it('renders only rows near the viewport, however long it is', async () => {
    renderThread({ messages: many(1200), pageSize: 1200 });
    const log = await theLog();
    await waitFor(() => expect(rowTexts(log).at(-1)).toMatch(/^Mensagem 1200/));
    expect(rowTexts(log).length).toBeLessThan(60);
  });

  it('shows days: today, yesterday and dates [M-080]', async () => {
    const now = Date.now();
    const days = [40, 1, 0].map((ago) => new Date(now - ago * 24 * 3_600_000).toISOString());
    renderThread({ messages: many(3, (at) => ({ createdAt: days[at]! })) });
    const log = await theLog();
    expect(await within(log).findByText('Hoje')).toBeInTheDocument();
    expect(within(log).getByText('Ontem')).toBeInTheDocument();
    expect(within(log).getByText(/^\d{2}\/\d{2}\/\d{4}$/)).toBeInTheDocument();
  });

  it('marks what was unread when it was opened, and then marks it as seen', async () => {
    const messages = many(4, (at) => ({ read: at < 2 }));
    const { seenRequests } = renderThread({ messages, ticket: aTicket({ unreadMessages: 2 }) });
    expect(await screen.findByText('2 mensagens não lidas')).toBeInTheDocument();
    await waitFor(() => expect(seenRequests).toHaveLength(1));
  });

  it('shows consecutive events in one row', async () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 6, 23, 12, minute)).toISOString();
    const entry = { ticketId: 48213, userId: null, queueId: null, user: null, queue: null, why: null };
    renderThread({
      messages: many(2, (index) => ({ createdAt: at(index * 10) })),
      log: [
        { ...entry, id: 1, type: 'queue', createdAt: at(2), queue: { id: 1, name: 'Vendas' } },
        { ...entry, id: 2, type: 'open', createdAt: at(3), user: { id: 1, name: 'Marina Lopes' } },
        { ...entry, id: 3, type: 'access', createdAt: at(4), user: { id: 1, name: 'Marina Lopes' } },
      ],
    });
    expect(await screen.findByText(/^Entrou na fila Vendas · Marina aceitou às \d\d:03$/)).toBeInTheDocument();
  });

  it('shows where an earlier ticket ends, by its number of the company [F-U32]', async () => {
    renderThread({
      messages: many(2, (at) => ({ ticketId: at === 0 ? 40000 : 48213, ticketNumber: at === 0 ? 198 : 213 })),
    });
    expect(await screen.findByText('Conversa #213')).toBeInTheDocument();
  });

  it('shows an error with a retry when it cannot be loaded', async () => {
    const { user } = renderThread({ messages: many(1) });
    answer(endpoints.messages.list, () => refuse('ERR_INTERNAL'));
    const again = await screen.findByRole('button', { name: 'Tentar de novo' });
    answer(endpoints.messages.list, () => ({
      messages: many(1),
      ticket: aTicket(),
      count: 1,
      hasMore: false,
      hasNewer: false,
    }));
    await user.click(again);
    expect(await screen.findByText('Mensagem 1')).toBeInTheDocument();
  });
});

describe('a quote', () => {
  const quoted = (id: number) => ({
    id,
    wid: `w${id}`,
    fromMe: false,
    mediaUrl: null,
    body: 'Segue a receita',
    mediaType: 'image',
    contact: { id: 31, name: 'Helena Prado' },
  });

  it('jumps to the quoted message, loading it when it is far away [M-080]', async () => {
    const messages = many(200, (at) => (at === 199 ? { quotedMsg: quoted(20) } : {}));
    const { user, requests } = renderThread({ messages });
    await user.click(await screen.findByRole('button', { name: /Helena Prado\s*Segue a receita/ }));
    await waitFor(() => expect(screen.getByText('Mensagem 20')).toBeInTheDocument());
    expect(requests.at(-1)?.query.around).toBe(20);
    await waitFor(() => expect(screen.getByText('Mensagem 20').closest('[data-bubble]')?.className).toMatch(/flash/));
  });

  it('of a missing message says so', async () => {
    const { user } = renderThread({ messages: many(3, (at) => (at === 2 ? { quotedMsg: quoted(900) } : {})) });
    await user.click(await screen.findByRole('button', { name: /Segue a receita/ }));
    expect(await screen.findByText('Essa mensagem não está mais aqui')).toBeInTheDocument();
  });

  it('of a search opens the ticket at the message, and the button leads to the newest', async () => {
    const { user } = renderThread({ messages: many(200), startAt: 50 });
    expect(await screen.findByText('Mensagem 50')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Ir para o fim' }));
    expect(await screen.findByText('Mensagem 200')).toBeInTheDocument();
  });
});

describe('live messages', () => {
  const created = (own: Parameters<typeof aMessage>[0]) => ({
    action: 'create' as const,
    message: aMessage(own),
    ticket: aTicket(),
  });

  it('are appended once and announced, and only those of this ticket', async () => {
    renderThread({ messages: many(3) });
    const log = await theLog();
    connect();
    receive('appMessage', created({ id: 10, body: 'Cheguei' }));
    receive('appMessage', created({ id: 10, body: 'Cheguei' }));
    receive('appMessage', created({ id: 11, body: 'De outra', ticketId: 5 }));
    await waitFor(() => expect(rowTexts(log).filter((text) => text.startsWith('Cheguei'))).toHaveLength(1));
    expect(document.querySelector('[data-announcer]')).toHaveTextContent('Nova mensagem de Helena Prado: Cheguei');
    expect(rowTexts(log).join()).not.toContain('De outra');
  });

  it('do not scroll a reader further up: the arrow counts them', async () => {
    const { user } = renderThread({ messages: many(60), pageSize: 60 });
    const log = await theLog();
    connect();
    await waitFor(() => expect(rowTexts(log).length).toBeGreaterThan(0));
    await scrollTo(log, 900);
    receive('appMessage', created({ id: 70, body: 'Embaixo' }));
    const arrow = await screen.findByRole('button', { name: 'Ir para o fim: 1 novas' });
    expect(log.scrollTop).toBe(900);
    await user.click(arrow);
    await waitFor(() => expect(screen.getByText('Embaixo')).toBeInTheDocument());
  });

  it('updates change existing messages, and a deleted note is removed', async () => {
    const messages = many(2, (at) => ({ isPrivate: at === 1, fromMe: at === 1 }));
    renderThread({ messages });
    const log = await theLog();
    connect();
    receive('appMessage', { action: 'update', message: { ...messages[0]!, body: 'Corrigida', isEdited: true } });
    receive('appMessage', { action: 'delete', message: { id: 2, ticketId: 48213 } });
    await waitFor(() => expect(rowTexts(log)).toHaveLength(1));
    expect(rowTexts(log)[0]).toMatch(/^CorrigidaEditada/);
  });

  it('a reaction appears under its message, the last one per author [M-108]', async () => {
    const [first] = many(1);
    renderThread({ messages: [first!] });
    await theLog();
    connect();
    const quotedMsg = {
      id: 1,
      wid: 'w',
      fromMe: false,
      mediaUrl: null,
      body: 'Mensagem 1',
      mediaType: 'conversation',
      contact: null,
    };
    receive('appMessage', created({ id: 20, mediaType: 'reactionMessage', body: '❤️', quotedMsg }));
    receive('appMessage', created({ id: 21, mediaType: 'reactionMessage', body: '👍', quotedMsg }));
    expect(await screen.findByRole('img', { name: 'Reações: 👍' })).toBeInTheDocument();
    receive('appMessage', created({ id: 22, mediaType: 'reactionMessage', body: '', quotedMsg }));
    await waitFor(() => expect(screen.queryByRole('img', { name: /Reações/ })).toBeNull());
  });

  it('an own message appears at once and is not duplicated when it is stored', async () => {
    let respond: (() => void) | undefined;
    answer(
      endpoints.messages.send,
      ({ body }) =>
        new Promise(
          (done) =>
            (respond = () =>
              done([aMessage({ id: 90, fromMe: true, body: body.body, clientKey: body.clientKey ?? null })])),
        ),
    );
    renderThread({ messages: many(2) });
    const log = await theLog();
    act(() => void outbox.send({ ticketId: 48213, body: 'Já vou' }));
    await waitFor(() => expect(rowTexts(log).at(-1)).toMatch(/^Já vou/));
    expect(screen.getByRole('img', { name: 'Na fila de envio' })).toBeInTheDocument();
    await waitFor(() => expect(respond).toBeDefined());
    await act(async () => respond?.());
    await waitFor(() => expect(screen.getByRole('img', { name: 'Lida' })).toBeInTheDocument());
    expect(rowTexts(log).filter((text) => text.startsWith('Já vou'))).toHaveLength(1);
  });

  it('a late reply to a send does not undo the delivery state the socket has already reported', async () => {
    const stored = aMessage({ id: 91, fromMe: true, body: 'Já vou', ack: 0, delivery: 'queued' });
    let respond: (() => void) | undefined;
    answer(endpoints.messages.send, () => new Promise((done) => (respond = () => done([stored]))));
    renderThread({ messages: many(2) });
    const log = await theLog();
    await waitFor(() => expect(rowTexts(log)).toHaveLength(2));
    act(() => void outbox.send({ ticketId: 48213, body: 'Já vou' }));
    await waitFor(() => expect(respond).toBeDefined());
    receive('appMessage', created(stored));
    receive('appMessage', { action: 'update', message: { ...stored, ack: 2, delivery: 'delivered' } });
    expect(await screen.findByRole('img', { name: 'Entregue' })).toBeInTheDocument();
    await act(async () => respond?.());
    await waitFor(() => expect(screen.queryByRole('img', { name: 'Na fila de envio' })).toBeNull());
    expect(screen.getByRole('img', { name: 'Entregue' })).toBeInTheDocument();
  });
});

describe('message actions', () => {
  const menuOf = async (user: ReturnType<typeof renderThread>['user'], text: string) => {
    const bubble = (await screen.findByText(text)).closest<HTMLElement>('[data-bubble]')!;
    await user.hover(bubble);
    await user.click(within(bubble.parentElement!).getByRole('button', { name: 'Mais ações da mensagem' }));
    return screen.findByRole('menu');
  };

  it('the keyboard moves between messages, and Enter opens the menu', async () => {
    const { user } = renderThread({ messages: many(3) });
    (await theLog()).focus();
    await user.keyboard('{ArrowUp}');
    expect(document.activeElement).toHaveTextContent('Mensagem 3');
    await user.keyboard('{ArrowUp}');
    expect(document.activeElement).toHaveTextContent('Mensagem 2');
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('menuitem', { name: 'Responder' })).toBeInTheDocument();
  });

  it('replying and editing while allowed go to the composer [M-091]', async () => {
    const now = new Date().toISOString();
    const messages = many(2, (at) => ({ fromMe: true, createdAt: at === 0 ? '2026-01-01T00:00:00.000Z' : now }));
    const { user } = renderThread({ messages });
    let menu = await menuOf(user, 'Mensagem 1');
    expect(within(menu).queryByRole('menuitem', { name: 'Editar' })).toBeNull();
    await user.click(within(menu).getByRole('menuitem', { name: 'Responder' }));
    expect(seen.conversation?.replyTo?.id).toBe(1);
    menu = await menuOf(user, 'Mensagem 2');
    await user.click(within(menu).getByRole('menuitem', { name: 'Editar' }));
    expect(seen.conversation?.editing?.id).toBe(2);
  });

  it('a received message can be neither edited nor deleted [M-091] [M-092]', async () => {
    const { user } = renderThread({ messages: many(1) });
    const menu = await menuOf(user, 'Mensagem 1');
    expect(within(menu).queryByRole('menuitem', { name: 'Apagar' })).toBeNull();
    expect(within(menu).queryByRole('menuitem', { name: 'Editar' })).toBeNull();
  });

  it('a colleague’s message can be neither edited nor deleted; an admin may delete a note [F-M8]', async () => {
    const messages = many(2, (at) => ({
      fromMe: true,
      isPrivate: at === 1,
      user: { id: 99, name: 'Rute' },
      createdAt: new Date().toISOString(),
    }));
    const { user } = renderThread({ messages, as: anAdmin() });
    let menu = await menuOf(user, 'Mensagem 1');
    expect(within(menu).queryByRole('menuitem', { name: 'Editar' })).toBeNull();
    expect(within(menu).queryByRole('menuitem', { name: 'Apagar' })).toBeNull();
    await user.keyboard('{Escape}');
    menu = await menuOf(user, 'Mensagem 2');
    expect(within(menu).queryByRole('menuitem', { name: 'Editar' })).toBeNull();
    expect(within(menu).getByRole('menuitem', { name: 'Apagar' })).toBeInTheDocument();
  });

  it('deleting asks first and leaves a mark [M-092]', async () => {
    const removed = answer(endpoints.messages.remove, () => undefined);
    const { user } = renderThread({ messages: many(1, () => ({ fromMe: true })) });
    const menu = await menuOf(user, 'Mensagem 1');
    await user.click(within(menu).getByRole('menuitem', { name: 'Apagar' }));
    const question = await screen.findByRole('dialog', { name: 'Apagar esta mensagem?' });
    expect(removed).toHaveLength(0);
    await user.click(within(question).getByRole('button', { name: 'Apagar' }));
    expect(await screen.findByText('Essa mensagem foi apagada')).toBeInTheDocument();
    expect(removed[0]?.params.id).toBe(1);
  });

  it('copying writes the text to the clipboard, or reports that there is none [M-093]', async () => {
    const { user } = renderThread({
      messages: [aMessage({ body: '*Vale* sim' }), aMessage({ mediaType: 'audio', body: '', mediaUrl: '/media/a' })],
    });
    const write = vi.spyOn(navigator.clipboard, 'writeText');
    await user.hover((await screen.findByText('Vale')).closest('[data-bubble]')!);
    await user.click(screen.getByRole('button', { name: 'Mais ações da mensagem' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Copiar' }));
    expect(write).toHaveBeenCalledWith('Vale sim');
    await user.unhover(screen.getByText('Vale').closest('[data-bubble]')!);
    const audio = screen.getByRole('button', { name: 'Tocar áudio' }).closest('[data-bubble]')!;
    await user.hover(audio);
    const more = screen.getAllByRole('button', { name: 'Mais ações da mensagem' });
    await user.click(more.at(-1)!);
    await user.click(await screen.findByRole('menuitem', { name: 'Copiar' }));
    expect(await screen.findByText('Nenhum conteúdo para copiar')).toBeInTheDocument();
  });

  it('a quick emoji reacts, and the same one again removes the reaction', async () => {
    const quotedMsg = {
      id: 1,
      wid: 'w',
      fromMe: false,
      mediaUrl: null,
      body: '',
      mediaType: 'conversation',
      contact: null,
    };
    let id = 50;
    const sent = answer(endpoints.messages.send, ({ body }) => [
      aMessage({ id: ++id, fromMe: true, mediaType: 'reactionMessage', body: body.reaction?.emoji ?? '', quotedMsg }),
    ]);
    const { user } = renderThread({ messages: many(1) });
    const react = async () => {
      await user.hover(screen.getByText('Mensagem 1').closest('[data-bubble]')!);
      await user.click(screen.getByRole('button', { name: 'Reagir' }));
      await user.click(await screen.findByRole('button', { name: 'Reagir com 👍' }));
    };
    await screen.findByText('Mensagem 1');
    await react();
    expect(await screen.findByRole('img', { name: 'Reações: 👍' })).toBeInTheDocument();
    await react();
    await waitFor(() => expect(screen.queryByRole('img', { name: /Reações/ })).toBeNull());
    expect(sent.map(({ body }) => body.reaction)).toEqual([
      { messageId: 1, emoji: '👍' },
      { messageId: 1, emoji: '' },
    ]);
  });

  it('forwarding selects messages, requires at least one, and sends to a contact found with three letters [M-090]', async () => {
    const requests = answer(endpoints.contacts.list, () => ({
      contacts: [aContact({ id: 77, name: 'Rafael Teixeira' })],
      count: 1,
      hasMore: false,
    }));
    const sent = answer(endpoints.messages.forward, () => undefined);
    const note = aMessage({ id: 9, fromMe: true, isPrivate: true, body: 'Só entre nós' });
    const { user } = renderThread({ messages: [...many(3), note] });
    const menu = await menuOf(user, 'Mensagem 3');
    await user.click(within(menu).getByRole('menuitem', { name: 'Encaminhar' }));
    const boxes = await screen.findAllByRole('checkbox', { name: /Selecionar mensagem/ });
    // A note cannot be forwarded.
    expect(boxes).toHaveLength(3);
    await user.click(boxes[2]!);
    expect(screen.getByText('0 selecionadas')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Encaminhar' }));
    expect(await screen.findByText('Nenhuma mensagem selecionada para encaminhar')).toBeInTheDocument();
    await user.click(boxes[2]!);
    await user.click(boxes[0]!);
    await user.click(screen.getByRole('button', { name: 'Encaminhar' }));
    const dialog = await screen.findByRole('dialog', { name: 'Encaminhar mensagens' });
    await user.type(within(dialog).getByLabelText('Buscar contato'), 'ra{Enter}');
    expect(requests).toHaveLength(0);
    await user.type(within(dialog).getByLabelText('Buscar contato'), 'f{Enter}');
    await user.click(await within(dialog).findByRole('radio', { name: /Rafael Teixeira/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Encaminhar' }));
    expect(await screen.findByText('Encaminhada para Rafael Teixeira')).toBeInTheDocument();
    expect(sent[0]?.body).toEqual({ messageId: [1, 3], contactId: 77, signMessage: false });
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: /Selecionar/ })).toBeNull());
  });
});
