import { endpoints } from '@balcao/contract/endpoints/index';
import type { TeamChat, TeamChatMessage } from '@balcao/contract/endpoints/team-chats';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clearPendingChatMessages } from '../../entities/team-chats/pending-chat-messages.ts';
import { onPhone } from '../../testing/billing.ts';
import { aUser, anAdmin, anAgent } from '../../testing/fixtures.ts';
import { aTicket } from '../../testing/inbox.ts';
import { receive, renderScreen } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';

const UUIDS = ['5f0f2a4e-0c1f-4c52-9a39-000000000001', '5f0f2a4e-0c1f-4c52-9a39-000000000002'] as const;
const AT = '2026-07-23T12:58:00.000Z';
const people = [
  { id: 1, name: 'Marina Lopes' },
  { id: 4, name: 'Caio Andrade' },
  { id: 6, name: 'Rute Lins' },
];
const aChat = (own: Partial<TeamChat> & { unreads?: number; readBy?: number[] } = {}): TeamChat => {
  const { unreads = 0, readBy = [], ...chat } = own;
  const id = chat.id ?? 1;
  const lastSeq = chat.lastSeq ?? 0;
  return {
    id,
    uuid: UUIDS[id - 1]!,
    title: 'Loja Centro',
    ownerId: 1,
    owner: people[0]!,
    lastMessage: '',
    lastSeq,
    createdAt: AT,
    updatedAt: AT,
    users: people.map((user, at) => {
      const readSeq = user.id === 1 ? lastSeq - unreads : readBy.includes(user.id) ? lastSeq : 0;
      return { id: at + 1, chatId: id, userId: user.id, unreads: lastSeq - readSeq, readSeq, user };
    }),
    ...chat,
  };
};
const aMessage = (seq: number, senderId: number, message: string): TeamChatMessage => ({
  id: 100 + seq,
  chatId: 1,
  seq,
  senderId,
  sender: people.find(({ id }) => id === senderId) ?? null,
  message,
  createdAt: AT,
});

/** Chats that the fake server knows, with the messages of the first one. */
function withChats(chats: TeamChat[], messages: TeamChatMessage[] = []) {
  const known = { chats, messages };
  answer(endpoints.access.pickUsers, () => people.map((person) => aUser({ ...person, online: person.id === 6 })));
  answer(endpoints.teamChats.list, ({ query }) => {
    const records = known.chats.filter(({ title }) => title.toLowerCase().includes(query.searchParam.toLowerCase()));
    return { records, count: records.length, hasMore: false };
  });
  answer(
    endpoints.teamChats.show,
    ({ params }) => known.chats.find(({ uuid }) => uuid === params.uuid) ?? refuse('ERR_NO_CHAT_FOUND'),
  );
  answer(endpoints.teamChats.messages, ({ query }) => {
    const before = known.messages.filter(({ seq }) => seq < (query.before ?? Infinity));
    return { records: before.slice(-20), count: known.messages.length, hasMore: before.length > 20 };
  });
  const read = answer(endpoints.teamChats.read, ({ params }) => {
    const chat = known.chats.find(({ id }) => id === params.id)!;
    const isOwn = (userId: number) => userId === 1;
    return { ...chat, users: chat.users.map((member) => (isOwn(member.userId) ? { ...member, unreads: 0 } : member)) };
  });
  return { known, read };
}
const thread = (title = 'Loja Centro') => screen.findByRole('log', { name: `Mensagens de ${title}` });
const composer = () => screen.getByRole('textbox', { name: 'Mensagem para Loja Centro' });

beforeEach(clearPendingChatMessages);

describe('team chat', () => {
  it('lists chats with unread messages, opens one, shows what is new and marks it as read [M-215] [M-218]', async () => {
    const { read } = withChats(
      [
        aChat({ lastSeq: 3, unreads: 2, lastMessage: 'Rute Lins: Avisei!' }),
        aChat({ id: 2, title: 'Metas', lastMessage: 'Marina Lopes: Fechamos', lastSeq: 1 }),
      ],
      [aMessage(1, 1, 'Bom dia'), aMessage(2, 6, 'Oi'), aMessage(3, 6, 'Avisei!')],
    );
    const { user } = renderScreen('/chats', { as: anAdmin() });
    const list = await screen.findByRole('region', { name: 'Chats' });
    expect(await within(list).findByText('Você: Fechamos')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Chat interno: 1 não lidos' })).toBeVisible();
    expect(screen.getByText('Escolha um chat')).toBeVisible();

    await user.click(within(list).getByRole('button', { name: /Loja Centro/ }));
    expect(within(await thread()).getByText('2 mensagens novas')).toBeVisible();
    expect(within(await thread()).getByText('Avisei!')).toBeVisible();
    await waitFor(() => expect(read[0]?.body).toEqual({ seq: 3, userId: 1 }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /Chat interno: 1/ })).toBeNull());
    // The separator stays while the chat is open.
    expect(within(await thread()).getByText('2 mensagens novas')).toBeVisible();
  });

  it('marks messages as read only while the end of the thread is on screen', async () => {
    onPhone();
    const { known, read } = withChats([aChat({ lastSeq: 1 })], [aMessage(1, 1, 'Alguém viu?')]);
    const { user } = renderScreen(`/chats/${UUIDS[0]}`, { as: anAdmin() });
    const log = await thread();
    await within(log).findByText('Alguém viu?');
    const arrives = async (seq: number) => {
      const message = aMessage(seq, 6, `Resposta ${seq}`);
      const chat = aChat({ lastSeq: seq, unreads: 1 });
      known.messages.push(message);
      known.chats[0] = chat;
      receive('chat', { action: 'new-message', newMessage: message, chat });
      await screen.findByText(`Resposta ${seq}`);
    };
    const readTo = () => read.map(({ body }) => body.seq);
    await user.click(screen.getByRole('tab', { name: 'Chats' }));
    await arrives(2);
    expect(readTo()).toEqual([]);
    await user.click(screen.getByRole('tab', { name: /Mensagens/ }));
    await waitFor(() => expect(readTo()).toEqual([2]));
    log.scrollTop = -800;
    fireEvent.scroll(log);
    await arrives(3);
    expect(readTo()).toEqual([2]);
    log.scrollTop = 0;
    fireEvent.scroll(log);
    await waitFor(() => expect(readTo()).toEqual([2, 3]));
  });

  it('shows the first name of who wrote, and the text as it is', async () => {
    withChats([
      aChat({ lastSeq: 1, lastMessage: 'Rute Lins: pedido: 7731' }),
      aChat({ id: 2, title: 'Metas', lastSeq: 1, lastMessage: 'Ana: pedido: 7732' }),
    ]);
    renderScreen('/chats', { as: anAdmin() });
    expect(await screen.findByText('Rute: pedido: 7731')).toBeVisible();
    expect(screen.getByText('Ana: pedido: 7732')).toBeVisible();
  });

  it('searches chats by title', async () => {
    withChats([aChat(), aChat({ id: 2, title: 'Metas' })]);
    const { user } = renderScreen('/chats', { as: anAdmin() });
    await screen.findByRole('button', { name: /Loja Centro/ });
    await user.type(screen.getByRole('textbox', { name: 'Buscar chat' }), 'met');
    await waitFor(() => expect(screen.queryByRole('button', { name: /Loja Centro/ })).toBeNull());
    expect(await screen.findByRole('button', { name: /Metas/ })).toBeVisible();
  });

  describe('finds messages of the open chat', () => {
    /** Many messages, of which every tenth matches, in pages as the server has them. */
    function withManyMessages() {
      const all = Array.from({ length: 450 }, (_, at) =>
        aMessage(at + 1, 6, at % 10 === 4 ? `Recado ${at + 1}` : `Outra ${at + 1}`),
      );
      withChats([aChat({ lastSeq: all.length })], all);
      const state = { fails: false };
      const asked = answer(endpoints.teamChats.messages, ({ query: { before = Infinity, searchParam } }) => {
        if (state.fails) return refuse('ERR_INTERNAL');
        const older = all.filter(({ seq, message }) => seq < before && message.toLowerCase().includes(searchParam));
        return { records: older.slice(-20), count: all.length, hasMore: older.length > 20 };
      });
      return { state, asked };
    }
    const search = async (user: ReturnType<typeof renderScreen>['user'], text: string) => {
      await thread();
      await user.click(screen.getByRole('button', { name: 'Buscar neste chat' }));
      expect(screen.getByRole('textbox', { name: 'Buscar neste chat' })).toHaveFocus();
      await user.keyboard(text);
    };

    it('page by page, newest first, and shows a found one in the thread', async () => {
      withManyMessages();
      const { user } = renderScreen(`/chats/${UUIDS[0]}`, { as: anAdmin() });
      await search(user, 'recado');
      const results = () => screen.getAllByRole('button', { name: /Recado \d+/ }).map(({ textContent }) => textContent);
      await screen.findByRole('button', { name: /Recado 445/ });
      expect(results()).toHaveLength(20);
      await user.click(screen.getByRole('button', { name: 'Mostrar mais' }));
      await screen.findByRole('button', { name: /Recado 55/ });
      expect(results()).toHaveLength(40);
      expect(within(await thread()).queryByText('Recado 245')).toBeNull();
      // Older messages are fetched until it is there.
      await user.click(screen.getByRole('button', { name: /Recado 245/ }));
      const bubble = await within(await thread()).findByText('Recado 245');
      await waitFor(() => expect(document.activeElement).toContainElement(bubble));
      expect(within(await thread()).queryByText('Recado 195')).toBeNull();
      await user.click(screen.getByRole('button', { name: /Recado 445/ }));
      expect(document.activeElement).toContainElement(within(await thread()).getByText('Recado 445'));
    });

    it('and says when nothing was found or the search failed', async () => {
      const { state } = withManyMessages();
      const { user } = renderScreen(`/chats/${UUIDS[0]}`, { as: anAdmin() });
      await search(user, 'nunca');
      expect(await screen.findByText('Nada encontrado para “nunca”')).toBeVisible();
      state.fails = true;
      await user.type(screen.getByRole('textbox', { name: 'Buscar neste chat' }), ' mais');
      const retry = await screen.findByRole('button', { name: 'Tentar de novo' });
      state.fails = false;
      await user.click(retry);
      expect(await screen.findByText('Nada encontrado para “nunca mais”')).toBeVisible();
    });

    it('whose older messages do not load until they are asked for again', async () => {
      const { state, asked } = withManyMessages();
      const { user } = renderScreen(`/chats/${UUIDS[0]}`, { as: anAdmin() });
      await search(user, 'recado');
      const result = await screen.findByRole('button', { name: /Recado 405/ });
      state.fails = true;
      await user.click(result);
      await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ before: expect.any(Number) }));
      const failed = asked.length;
      await act(() => new Promise((done) => setTimeout(done, 100)));
      expect(asked.length).toBe(failed);
      state.fails = false;
      await user.click(result);
      expect(await within(await thread()).findByText('Recado 405')).toBeVisible();
    });
  });

  it('sends with Enter, ignores blank text, and offers a failed message again without a toast [M-217] [M-219]', async () => {
    const { known } = withChats([aChat()]);
    let fails = true;
    const sent = answer(endpoints.teamChats.send, ({ body }) => {
      if (fails) return refuse('ERR_INTERNAL');
      const message = aMessage(known.messages.length + 1, 1, body.message);
      known.messages.push(message);
      return message;
    });
    const { user } = renderScreen(`/chats/${UUIDS[0]}`, { as: anAdmin() });
    await thread();
    await user.type(composer(), '   {Enter}');
    await user.type(composer(), 'Aceita, sim{Shift>}{Enter}{/Shift}em 6 vezes{Enter}');
    expect(composer()).toHaveValue('');
    expect(await screen.findByText('Não enviada.')).toBeVisible();
    expect(screen.getByText(/Aceita, sim/)).toBeVisible();
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    await waitFor(() => expect(screen.queryByText('Não enviada.')).toBeNull());
    expect(screen.getAllByText(/Aceita, sim/)).toHaveLength(1);
    // The same key: the server stores it once.
    expect(sent.map(({ body }) => body.message)).toEqual(['Aceita, sim\nem 6 vezes', 'Aceita, sim\nem 6 vezes']);
    expect(new Set(sent.map(({ body }) => body.clientKey)).size).toBe(1);
  });

  it('shows messages as they arrive, literally, with who has read them [M-220]', async () => {
    const { known } = withChats([aChat({ lastSeq: 1, readBy: [6] })], [aMessage(1, 1, 'Alguém viu?')]);
    const { user } = renderScreen(`/chats/${UUIDS[0]}`, { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Lida por Rute Lins' }));
    const readers = within(await screen.findByRole('dialog', { name: 'Lida por Rute Lins' }));
    const namesIn = (list: string) =>
      within(readers.getByRole('region', { name: list }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
    expect(namesIn('Quem leu')).toEqual([expect.stringContaining('Rute Lins')]);
    expect(namesIn('Ainda não leu')).toEqual([expect.stringContaining('Caio Andrade')]);
    await user.keyboard('{Escape}');
    const chat = aChat({ lastSeq: 2, unreads: 1, readBy: [4, 6], lastMessage: 'Rute Lins: Eu vi' });
    known.chats[0] = chat;
    receive('chat', { action: 'new-message', newMessage: aMessage(2, 6, '<b>Eu</b> *vi*, @Marina Lopes'), chat });
    expect(await within(await thread()).findByText(/<b>Eu<\/b>/)).toBeVisible();
    expect(within(await thread()).getByText('vi').tagName).toBe('B');
    expect(await screen.findByRole('button', { name: 'Lida por todos' })).toBeVisible();
  });

  it('shows a message that arrives while the messages are fetched', async () => {
    const { known } = withChats([aChat({ lastSeq: 1 })], [aMessage(1, 1, 'Alguém viu?')]);
    const first = Promise.withResolvers<void>();
    const requests = answer(endpoints.teamChats.messages, async () => {
      const records = [...known.messages];
      if (requests.length === 1) await first.promise;
      return { records, count: records.length, hasMore: false };
    });
    renderScreen(`/chats/${UUIDS[0]}`, { as: anAdmin() });
    await waitFor(() => expect(requests).toHaveLength(1));
    const message = aMessage(2, 6, 'Eu vi');
    known.messages.push(message);
    receive('chat', { action: 'new-message', newMessage: message, chat: aChat({ lastSeq: 2, unreads: 1 }) });
    first.resolve();
    expect(await within(await thread()).findByText('Eu vi')).toBeVisible();
  });

  it('sends messages on a plain http address, where the browser makes no UUIDs', async () => {
    withChats([aChat()]);
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    const sent = answer(endpoints.teamChats.send, ({ body }) => aMessage(1, 1, body.message));
    const { user } = renderScreen(`/chats/${UUIDS[0]}`, { as: anAdmin() });
    await thread();
    await user.type(composer(), 'Bom dia{Enter}');
    await waitFor(() => expect(sent[0]?.body.clientKey).toMatch(/^[0-9a-f]{32}$/));
    vi.unstubAllGlobals();
  });

  it('loads older messages near the top', async () => {
    withChats(
      [aChat({ lastSeq: 25 })],
      Array.from({ length: 25 }, (_, n) => aMessage(n + 1, 6, `Mensagem ${n + 1}`)),
    );
    renderScreen(`/chats/${UUIDS[0]}`, { as: anAdmin() });
    const log = await thread();
    expect(await within(log).findByText('Mensagem 6')).toBeVisible();
    expect(within(log).queryByText('Mensagem 5')).toBeNull();
    fireEvent.scroll(log);
    expect(await within(log).findByText('Mensagem 1')).toBeVisible();
  });

  it('loads older messages until they fill a tall window, and when it grows', async () => {
    withChats(
      [aChat({ lastSeq: 65 })],
      Array.from({ length: 65 }, (_, n) => aMessage(n + 1, 6, `Mensagem ${n + 1}`)),
    );
    // 40 px each: 40 messages fill 900 px and the 600 px before the top.
    let height = 900;
    let resize = () => {};
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(onResize: () => void) {
          resize = onResize;
        }
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    );
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(() => height);
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(function (this: HTMLElement) {
      return 40 * (this.textContent.match(/Mensagem \d/g)?.length ?? 0);
    });
    renderScreen(`/chats/${UUIDS[0]}`, { as: anAdmin() });
    const log = await thread();
    expect(await within(log).findByText('Mensagem 26')).toBeVisible();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(within(log).queryByText('Mensagem 25')).toBeNull();
    height = 1400;
    act(resize);
    expect(await within(log).findByText('Mensagem 6')).toBeVisible();
    vi.unstubAllGlobals();
  });

  it('that is gone says so, and one that could not be loaded is loaded again', async () => {
    const { known } = withChats([]);
    const { user, router } = renderScreen(`/chats/${UUIDS[0]}`, { as: anAdmin() });
    expect(await screen.findByText('Este chat não existe mais')).toBeVisible();
    let fails = true;
    known.chats.push(aChat({ id: 2 }));
    answer(endpoints.teamChats.show, () => (fails ? refuse('ERR_INTERNAL') : known.chats[0]!));
    await act(() => router.navigate({ to: `/chats/${UUIDS[1]}` }));
    const retry = await screen.findByRole('button', { name: 'Tentar de novo' });
    expect(screen.queryByText('Este chat não existe mais')).toBeNull();
    fails = false;
    await user.click(retry);
    expect(await thread()).toBeVisible();
  });

  it('creates a chat with title and members and opens it [M-216]', async () => {
    const { known } = withChats([]);
    const created = answer(endpoints.teamChats.create, ({ body }) => {
      const chat = aChat({ title: body.title });
      known.chats.push(chat);
      return chat;
    });
    const { user, router } = renderScreen('/chats', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Novo' }));
    const dialog = await screen.findByRole('dialog', { name: 'Novo chat' });
    await user.type(within(dialog).getByRole('textbox', { name: /Título/ }), 'Troca de vitrine');
    await user.click(within(dialog).getByRole('combobox', { name: /Participantes/ }));
    await user.click(await screen.findByRole('option', { name: 'Rute Lins' }));
    await user.click(within(dialog).getByRole('button', { name: 'Criar chat' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/chats/${UUIDS[0]}`));
    expect(created[0]?.body).toEqual({ title: 'Troca de vitrine', users: [{ id: 1 }, { id: 6 }] });
  });

  it('is edited and deleted by its owner, which leads back to /chats [M-216] [M-219]', async () => {
    const { known } = withChats([aChat()]);
    const changed = answer(endpoints.teamChats.update, ({ body }) => aChat({ title: body.title }));
    const removed = answer(endpoints.teamChats.remove, () => {
      known.chats.length = 0;
      return { message: 'ok' };
    });
    const { user, router } = renderScreen(`/chats/${UUIDS[0]}`, { as: anAdmin() });
    const about = await screen.findByRole('complementary', { name: 'Sobre o chat' });
    await user.click(within(about).getByRole('button', { name: 'Editar' }));
    const title = await screen.findByRole('textbox', { name: /Título/ });
    await user.clear(title);
    await user.type(title, 'Loja Norte');
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    await waitFor(() =>
      expect(changed[0]?.body).toEqual({ title: 'Loja Norte', users: [{ id: 1 }, { id: 4 }, { id: 6 }] }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(within(about).getByRole('button', { name: 'Excluir' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Excluir' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/chats'));
    expect(removed).toHaveLength(1);
  });

  it('shows why it could not be deleted', async () => {
    withChats([aChat()]);
    answer(endpoints.teamChats.remove, () => refuse('ERR_INTERNAL'));
    const { user, router } = renderScreen(`/chats/${UUIDS[0]}`, { as: anAdmin() });
    const about = await screen.findByRole('complementary', { name: 'Sobre o chat' });
    await user.click(within(about).getByRole('button', { name: 'Excluir' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Excluir' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('alert')).not.toBeEmptyDOMElement();
    expect(router.state.location.pathname).toBe(`/chats/${UUIDS[0]}`);
  });

  it('has no edit buttons for members who do not own it, and closes when it is deleted [M-219]', async () => {
    withChats([aChat()]);
    const { router } = renderScreen(`/chats/${UUIDS[0]}`, { as: anAgent() });
    const about = await screen.findByRole('complementary', { name: 'Sobre o chat' });
    expect(within(about).queryByRole('button', { name: 'Excluir' })).toBeNull();
    receive('chat', { action: 'delete', id: 1 });
    await waitFor(() => expect(router.state.location.pathname).toBe('/chats'));
  });

  it('shows a pasted conversation as a card to users who may read it, and as a link to others', async () => {
    const uuids = ['5f0f2a4e-0c1f-4c52-9a39-00000000000a', '5f0f2a4e-0c1f-4c52-9a39-00000000000b'];
    withChats(
      [aChat({ lastSeq: 2 })],
      uuids.map((uuid, at) => aMessage(at + 1, 6, `Veja ${location.origin}/tickets/${uuid}`)),
    );
    answer(endpoints.tickets.showByUuid, ({ params }) =>
      params.uuid === uuids[0] ? aTicket({ uuid: uuids[0], number: 48213 }) : refuse('ERR_NO_TICKET_FOUND'),
    );
    renderScreen(`/chats/${UUIDS[0]}`, { as: anAdmin() });
    expect(await screen.findByText('Conversa #48213')).toBeVisible();
    expect(screen.getAllByText(/Conversa #/)).toHaveLength(1);
    expect(screen.getAllByRole('link', { name: /\/tickets\// })).toHaveLength(2);
  });

  it('is not in the menu of a plan without it [M-215]', async () => {
    const user = anAdmin();
    user.company.plan.useInternalChat = false;
    renderScreen('/todolist', { as: user });
    expect(await screen.findByRole('link', { name: 'Tarefas' })).toBeVisible();
    expect(screen.queryByRole('link', { name: /Chat interno/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /Chat interno/ })).toBeNull();
  });
});
