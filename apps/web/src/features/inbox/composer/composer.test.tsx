import { endpoints } from '@balcao/contract/endpoints/index';
import type { QuickMessage } from '@balcao/contract/endpoints/quick-messages';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { outbox } from '../../../entities/outbox/outbox.ts';
import { renderComposer } from '../../../testing/composer.tsx';
import { aMessage, aTicket } from '../../../testing/inbox.ts';
import { anAgent, aUser } from '../../../testing/fixtures.ts';
import { connect, receive } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { sockets } from '../../../testing/socket.ts';
import { fakeUploads } from '../../../testing/uploads.ts';

afterEach(() => {
  act(() => outbox.empty());
  vi.unstubAllGlobals();
});

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Escrever mensagem' });
const noteField = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Nota interna' });
const answerSend = () => answer(endpoints.messages.send, ({ body }) => [aMessage({ body: body.body, fromMe: true })]);
const aReply = (own: Partial<QuickMessage>): QuickMessage => ({
  id: 1,
  shortcode: 'endereco',
  message: 'Rua da Imperatriz, 214',
  geral: true,
  visao: true,
  isMedia: false,
  mediaPath: null,
  mediaName: null,
  mediaType: null,
  userId: 1,
  user: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...own,
});
const picture = (name = 'cor 1.jpg') => new File(['x'.repeat(2000)], name, { type: 'image/jpeg' });

describe('writing to the customer', () => {
  it('Enter sends, Shift Enter adds a line, and the field is emptied [M-084] [M-085]', async () => {
    const requests = answerSend();
    const { user } = await renderComposer();
    await user.type(field(), 'Consegue, sim!{Shift>}{Enter}{/Shift}Até sexta{Enter}');
    expect(field()).toHaveValue('');
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(requests[0]?.params.ticketId).toBe(48213);
    expect(requests[0]?.body).toMatchObject({ body: 'Consegue, sim!\nAté sexta', isPrivate: false, signed: true });
  });

  it('blank text is not sent: only the microphone is offered [M-084]', async () => {
    const requests = answerSend();
    const { user } = await renderComposer();
    await user.type(field(), '   {Shift>}{Enter}{/Shift}  {Enter}');
    expect(screen.queryByRole('button', { name: 'Enviar' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Gravar áudio' })).toBeVisible();
    expect(requests).toHaveLength(0);
  });

  it('on touch Enter adds a line and the button sends', async () => {
    const requests = answerSend();
    const real = window.matchMedia.bind(window);
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      query === '(pointer: coarse)' ? { ...real(query), matches: true } : real(query),
    );
    const { user } = await renderComposer();
    await user.type(field(), 'Olá{Enter}tudo bem?');
    expect(field()).toHaveValue('Olá\ntudo bem?');
    await user.click(screen.getByRole('button', { name: 'Enviar' }));
    await waitFor(() => expect(requests).toHaveLength(1));
  });

  it('Ctrl B, I and Shift X add the marks of bold, italic and strikethrough around the selection', async () => {
    const { user } = await renderComposer();
    await user.type(field(), 'dez reais');
    field().setSelectionRange(0, 3);
    await user.keyboard('{Control>}b{/Control}');
    expect(field()).toHaveValue('*dez* reais');
    await user.keyboard('{Control>}i{/Control}');
    expect(field()).toHaveValue('*_dez_* reais');
    await user.keyboard('{Control>}{Shift>}X{/Shift}{/Control}');
    expect(field()).toHaveValue('*_~dez~_* reais');
  });

  it('an emoji is found by its name, inserted at the cursor and offered first the next time [M-084]', async () => {
    const { user } = await renderComposer();
    await user.type(field(), 'Oi!');
    await user.keyboard('{ArrowLeft}');
    await user.click(screen.getByRole('button', { name: 'Emoji' }));
    await screen.findByRole('button', { name: 'Carinhas' });
    await user.type(screen.getByRole('searchbox', { name: 'Buscar emoji' }), 'CORACAO VERMELHO');
    await user.click(await screen.findByRole('button', { name: 'coração vermelho' }));
    expect(field().value).toMatch(/^Oi❤️?!$/u);
    expect(field()).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Emoji' }));
    await user.click(await screen.findByRole('button', { name: 'Usados há pouco' }));
    expect(screen.getByRole('button', { name: /❤/u })).toBeVisible();
  });

  it('an emoji is chosen with arrows and Enter alone', async () => {
    const { user } = await renderComposer();
    await user.click(screen.getByRole('button', { name: 'Emoji' }));
    const search = await screen.findByRole('searchbox', { name: 'Buscar emoji' });
    await screen.findByRole('button', { name: 'Carinhas' });
    await waitFor(() => expect(search).toHaveFocus());
    await user.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}{ArrowLeft}');
    const chosen = document.activeElement?.textContent ?? '';
    expect(chosen).not.toBe('');
    await user.keyboard('{Enter}');
    expect(field()).toHaveValue(chosen);
  });

  it('publishes that the user is typing, not at every key, and that it ended', async () => {
    answerSend();
    const { user } = await renderComposer();
    connect();
    await user.type(field(), 'Um momento');
    const typingEvents = () => sockets.at(-1)!.emitted.filter(([eventName]) => eventName === 'writing');
    expect(typingEvents()).toEqual([['writing', aTicket().uuid, true]]);
    await user.keyboard('{Enter}');
    expect(typingEvents()).toEqual([
      ['writing', aTicket().uuid, true],
      ['writing', aTicket().uuid, false],
    ]);
  });
});

describe('on a phone', () => {
  it('the menu contains the buttons that do not fit', async () => {
    const real = window.matchMedia.bind(window);
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      query === '(max-width: 599px)'
        ? { ...real(query), matches: true, addEventListener() {}, removeEventListener() {} }
        : real(query),
    );
    answer(endpoints.quickMessages.pick, () => [aReply({})]);
    const { user } = await renderComposer();
    expect(field()).toHaveAttribute('placeholder', 'Mensagem');
    await user.click(screen.getByRole('button', { name: 'Anexar' }));
    expect(await screen.findByRole('menuitemradio', { name: 'Assinar' })).toBeChecked();
    await user.click(screen.getByRole('menuitem', { name: 'Respostas rápidas' }));
    expect(await screen.findByRole('option', { name: /endereco/ })).toBeVisible();
  });
});

describe('the signature', () => {
  it('is a switch stored in this browser [M-088]', async () => {
    const requests = answerSend();
    const { user, unmount } = await renderComposer();
    expect(screen.getByRole('switch', { name: 'Assinar' })).toBeChecked();
    await user.click(screen.getByRole('switch', { name: 'Assinar' }));
    await user.type(field(), 'Oi{Enter}');
    await waitFor(() => expect(requests[0]?.body.signed).toBe(false));
    unmount();
    await renderComposer();
    expect(screen.getByRole('switch', { name: 'Assinar' })).not.toBeChecked();
  });

  it('is not offered where the company does not sign [M-088]', async () => {
    const requests = answerSend();
    const as = anAgent();
    as.company.companieSettings = [{ key: 'sendSignMessage', value: 'disabled' }];
    const { user } = await renderComposer(aTicket(), { as });
    expect(screen.queryByRole('switch', { name: 'Assinar' })).toBeNull();
    await user.type(field(), 'Oi{Enter}');
    await waitFor(() => expect(requests[0]?.body.signed).toBe(false));
  });
});

describe('an internal note', () => {
  it('is labeled and saved as a note, and never signed [M-088]', async () => {
    const requests = answerSend();
    const { user } = await renderComposer();
    await user.click(screen.getByRole('button', { name: 'Nota interna' }));
    expect(noteField()).toHaveAttribute('placeholder', 'Escreva para a equipe. O cliente não vê.');
    await user.type(noteField(), 'Pede desconto sempre');
    await user.click(screen.getByRole('button', { name: 'Salvar nota' }));
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(requests[0]?.body).toMatchObject({ body: 'Pede desconto sempre', isPrivate: true, signed: false });
  });

  it('is opened with N outside text fields', async () => {
    const { user } = await renderComposer();
    await user.keyboard('n');
    expect(noteField()).toHaveFocus();
    expect(noteField()).toHaveValue('');
  });

  it('mentions a colleague with @', async () => {
    const requests = answerSend();
    answer(endpoints.access.pickUsers, () => [
      aUser({ id: 4, name: 'Caio Andrade' }),
      aUser({ id: 9, name: 'Rute Lins' }),
      aUser({ id: 10, name: 'Rui Melo' }),
    ]);
    const { user } = await renderComposer();
    await user.keyboard('n');
    await user.type(noteField(), '@ru');
    const list = await screen.findByRole('listbox', { name: 'Mencionar colega' });
    expect(within(list).getAllByRole('option')).toHaveLength(2);
    await user.keyboard('{Enter}veja isto{Enter}');
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(requests[0]?.body).toMatchObject({ body: '@Rute Lins veja isto', mentions: [9], isPrivate: true });
  });
});

describe('quick replies', () => {
  const answerQuickReplies = () =>
    answer(endpoints.quickMessages.pick, () => [
      aReply({ id: 1, shortcode: 'entrega', message: 'Entregamos em até 2 dias' }),
      aReply({ id: 2, shortcode: 'endereco', message: 'Olá {{firstName}}, estamos na Rua da Imperatriz' }),
      aReply({ id: 3, shortcode: 'longa', message: 'x'.repeat(200) }),
    ]);

  it('are offered after a slash; arrows and Enter insert one with its variables filled in [M-087] [M-089]', async () => {
    answerQuickReplies();
    const { user } = await renderComposer();
    await user.type(field(), '/');
    const list = await screen.findByRole('listbox', { name: 'Respostas rápidas' });
    expect(within(list).getAllByRole('option')).toHaveLength(3);
    await user.keyboard('{ArrowDown}');
    expect(within(list).getAllByRole('option')[1]).toHaveAttribute('aria-selected', 'true');
    expect(field()).toHaveAttribute('aria-activedescendant', within(list).getAllByRole('option')[1]?.id);
    await user.keyboard('{Enter}');
    expect(field()).toHaveValue('Olá Helena, estamos na Rua da Imperatriz');
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('are found by shortcode and text without accents, with labels up to 90 characters [M-087]', async () => {
    answerQuickReplies();
    const { user } = await renderComposer();
    await user.type(field(), 'Oi /ENDEREÇO');
    const option = await screen.findByRole('option');
    expect(option).toHaveTextContent('/endereco');
    await user.clear(field());
    await user.type(field(), '/longa');
    expect(await screen.findByText(`${'x'.repeat(89)}…`)).toBeVisible();
  });

  it('Enter before they are loaded does not send the shortcode', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    answer(endpoints.quickMessages.pick, async () => {
      await released;
      return [aReply({})];
    });
    const { user } = await renderComposer();
    await user.type(field(), '/end{Enter}');
    expect(field()).toHaveValue('/end');
    release();
    expect(await screen.findByRole('option')).toBeVisible();
  });

  it('Esc closes them and keeps the text; the lightning button opens them', async () => {
    answerQuickReplies();
    const { user } = await renderComposer();
    await user.type(field(), '/end');
    await screen.findByRole('listbox');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(field()).toHaveValue('/end');
    await user.clear(field());
    await user.click(screen.getByRole('button', { name: 'Respostas rápidas' }));
    expect(await screen.findByRole('listbox')).toBeVisible();
    await user.keyboard('{Escape}');
    expect(field()).toHaveValue('');
  });

  it('include one that a colleague has just created', async () => {
    const all = [aReply({ id: 1, shortcode: 'um' })];
    answer(endpoints.quickMessages.pick, () => all);
    const { user } = await renderComposer();
    connect();
    await user.type(field(), '/');
    await screen.findByRole('option', { name: /um/ });
    all.push(aReply({ id: 2, shortcode: 'dois' }));
    receive('quickmessage', { action: 'create', record: all[1]! });
    expect(await screen.findByRole('option', { name: /dois/ })).toBeVisible();
  });

  it('with a file attach it, with their text as the caption', async () => {
    answer(endpoints.quickMessages.pick, () => [
      aReply({
        shortcode: 'mapa',
        message: 'Como chegar',
        isMedia: true,
        mediaPath: '/media/mapa.png',
        mediaName: 'mapa.png',
      }),
    ]);
    const toServer = globalThis.fetch;
    vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
      input === '/media/mapa.png'
        ? Promise.resolve(new Response(new Blob(['png'], { type: 'image/png' })))
        : toServer(input, init),
    );
    const { user } = await renderComposer();
    await user.type(field(), '/mapa');
    await screen.findByRole('option');
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('heading', { name: '1 arquivo para Helena' })).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Legenda de mapa.png' })).toHaveValue('Como chegar');
  });
});

describe('replying and editing', () => {
  it('shows and sends the quoted message, and Esc removes it', async () => {
    const requests = answerSend();
    const { user, conversation } = await renderComposer();
    const question = aMessage({ body: 'Qual o endereço?' });
    conversation(({ reply }) => reply(question));
    expect(screen.getByRole('group', { name: 'Respondendo a Helena Prado' })).toHaveTextContent('Qual o endereço?');
    expect(field()).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(screen.queryByText('Qual o endereço?')).toBeNull();
    conversation(({ reply }) => reply(question));
    await user.type(field(), 'Rua 1{Enter}');
    await waitFor(() => expect(requests[0]?.body.quotedMsg).toEqual({ id: question.id }));
    expect(screen.queryByText('Qual o endereço?')).toBeNull();
  });

  it('an edit of a signed message shows only the text and keeps the signature', async () => {
    const edited = answer(endpoints.messages.edit, () => undefined);
    const { user, conversation } = await renderComposer();
    conversation(({ edit }) => edit(aMessage({ id: 78, body: '*Caio Andrade:*\nSesta', fromMe: true })));
    const editing = screen.getByRole('textbox', { name: 'Editando mensagem' });
    expect(editing).toHaveValue('Sesta');
    await user.clear(editing);
    await user.type(editing, 'Sexta{Enter}');
    await waitFor(() => expect(edited.map(({ body }) => body)).toEqual([{ body: '*Caio Andrade:*\nSexta' }]));
  });

  it('an edit starts with the old text and keeps the draft [M-091]', async () => {
    const edited = answer(endpoints.messages.edit, () => undefined);
    const { user, conversation } = await renderComposer();
    await user.type(field(), 'um rascunho');
    conversation(({ edit }) => edit(aMessage({ id: 77, body: 'Sesta às 10h', fromMe: true })));
    const editing = screen.getByRole('textbox', { name: 'Editando mensagem' });
    expect(editing).toHaveValue('Sesta às 10h');
    expect(editing).toHaveFocus();
    await user.clear(editing);
    await user.type(editing, 'Sexta às 10h{Enter}');
    await waitFor(() => expect(field()).toHaveValue('um rascunho'));
    expect(edited).toHaveLength(1);
    expect(edited[0]).toMatchObject({ params: { id: 77 }, body: { body: 'Sexta às 10h' } });
  });

  it('Esc cancels an edit, and a refusal keeps the text and shows the reason [M-091]', async () => {
    answer(endpoints.messages.edit, () => refuse('ERR_EDITING_WAPP_MSG'));
    const { user, conversation } = await renderComposer();
    conversation(({ edit }) => edit(aMessage({ body: 'antiga', fromMe: true })));
    await user.type(screen.getByRole('textbox', { name: 'Editando mensagem' }), ' e nova{Enter}');
    expect(await screen.findByText('Esta mensagem não pode mais ser editada.')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Editando mensagem' })).toHaveValue('antiga e nova');
    await user.keyboard('{Escape}');
    expect(field()).toHaveValue('');
  });
});

describe('files', () => {
  it('are previewed with one caption each, added, removed, and uploaded together [M-084] [M-085]', async () => {
    const uploads = fakeUploads();
    answer(endpoints.messages.send, () => [aMessage(), aMessage()]);
    const { user } = await renderComposer();
    await user.upload(screen.getByLabelText('Foto ou vídeo', { selector: 'input' }), [picture(), picture('cor 2.jpg')]);
    expect(await screen.findByRole('heading', { name: '2 arquivos para Helena' })).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: 'Legenda de cor 1.jpg' }), 'As duas cores');
    await user.upload(screen.getByLabelText('Adicionar mais', { selector: 'input' }), picture('cor 3.jpg'));
    await user.click(screen.getByRole('button', { name: 'Remover cor 2.jpg' }));
    await user.click(screen.getByRole('button', { name: 'Enviar 2' }));
    await waitFor(() => expect(uploads).toHaveLength(1));
    const { form } = uploads[0]!;
    expect(form.getAll('medias').map((file) => (file as File).name)).toEqual(['cor 1.jpg', 'cor 3.jpg']);
    expect(form.getAll('body')).toEqual(['As duas cores', '']);
    expect(field()).toHaveValue('');
  });

  it('a caption grows to five rows at most [M-084]', async () => {
    const { user } = await renderComposer();
    await user.upload(screen.getByLabelText('Documento', { selector: 'input' }), picture());
    const caption = await screen.findByRole('textbox', { name: 'Legenda de cor 1.jpg' });
    expect(caption).toHaveAttribute('rows', '1');
    await user.type(caption, Array.from({ length: 8 }, () => 'a').join('{Shift>}{Enter}{/Shift}'));
    expect(caption).toHaveAttribute('rows', '5');
  });

  it('are pasted or dropped, with the text as their caption', async () => {
    const { user, conversation } = await renderComposer();
    await user.type(field(), 'veja');
    fireEvent.paste(field(), { clipboardData: { files: [picture('colada.png')] } });
    expect(await screen.findByRole('textbox', { name: 'Legenda de colada.png' })).toHaveValue('veja');
    conversation(({ drop }) => drop([picture('solta.png')]));
    expect(await screen.findByRole('heading', { name: '2 arquivos para Helena' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Descartar arquivos' }));
    expect(field()).toHaveValue('veja');
    fireEvent.paste(field(), { clipboardData: { files: [picture()], types: ['text/plain', 'text/html', 'Files'] } });
    expect(field()).toBeVisible();
  });

  it('too large, empty or too many are reported separately', async () => {
    const { user } = await renderComposer();
    const large = picture('filme.mp4');
    Object.defineProperty(large, 'size', { value: 101 * 1024 * 1024 });
    await user.upload(screen.getByLabelText('Documento', { selector: 'input' }), [large, new File([], 'nada.txt')]);
    expect(await screen.findByText('“filme.mp4” passa de 100 MB e não pode ser enviado.')).toBeVisible();
    expect(screen.getByText('“nada.txt” está vazio.')).toBeVisible();
    await user.upload(
      screen.getByLabelText('Documento', { selector: 'input' }),
      Array.from({ length: 12 }, (_, at) => picture(`${at}.jpg`)),
    );
    expect(await screen.findByRole('heading', { name: '10 arquivos para Helena' })).toBeVisible();
    expect(screen.getByText('Até 10 arquivos de uma vez. Os outros ficaram de fora.')).toBeVisible();
  });
});

describe('a draft', () => {
  it('is saved on the server shortly after the last key and removed when it is sent', async () => {
    answerSend();
    const draftRequests = answer(endpoints.tickets.keepDraft, ({ body }) => ({
      ...body,
      updatedAt: '2026-07-23T12:00:00.000Z',
    }));
    const { user } = await renderComposer();
    await user.type(field(), 'Já volto');
    await waitFor(() => expect(draftRequests.at(-1)?.body).toEqual({ body: 'Já volto', isPrivate: false }));
    expect(draftRequests).toHaveLength(1);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(draftRequests.at(-1)?.body.body).toBe(''));
  });

  it('is restored at once on this computer, even if the server fails', async () => {
    answer(endpoints.tickets.keepDraft, () => refuse('ERR_BUSY'));
    const first = await renderComposer();
    await first.user.type(field(), 'começo');
    await waitFor(() => expect(Object.values({ ...localStorage }).join()).toContain('começo'));
    first.unmount();
    await renderComposer();
    expect(field()).toHaveValue('começo');
  });

  it('is saved when the conversation is left', async () => {
    const draftRequests = answer(endpoints.tickets.keepDraft, ({ body }) => ({
      ...body,
      updatedAt: '2026-07-23T12:00:00.000Z',
    }));
    const { user, show } = await renderComposer();
    await user.type(field(), 'a');
    show(aTicket({ id: 9 }));
    expect(field()).toHaveValue('');
    await waitFor(() =>
      expect(draftRequests.map(({ params, body }) => [params.id, body.body])).toEqual([[48213, 'a']]),
    );
  });

  it('of another device is shown unless something was typed here', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    answer(endpoints.tickets.draft, async () => {
      await released;
      return { body: 'do celular', isPrivate: true, updatedAt: '2026-07-23T12:00:00.000Z' };
    });
    const first = await renderComposer();
    release();
    await waitFor(() => expect(noteField()).toHaveValue('do celular'));
    first.unmount();
    localStorage.clear();
    let releaseLater = () => {};
    const later = new Promise<void>((resolve) => (releaseLater = resolve));
    const requests = answer(endpoints.tickets.draft, async () => {
      await later;
      return { body: 'do celular', isPrivate: true, updatedAt: '2026-07-23T12:00:00.000Z' };
    });
    const { user } = await renderComposer();
    await user.type(field(), 'daqui');
    releaseLater();
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(field()).toHaveValue('daqui');
  });
});

describe('when the customer cannot be written to', () => {
  it('a closed 24-hour window is explained, and a note can still be written', async () => {
    const requests = answerSend();
    const { user } = await renderComposer(aTicket({ channel: 'instagram', windowEndsAt: '2020-01-01T00:00:00.000Z' }));
    expect(screen.getByText('A janela de 24 horas terminou.')).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Escrever nota' }));
    await user.type(noteField(), 'Ligar amanhã{Enter}');
    await waitFor(() => expect(requests[0]?.body).toMatchObject({ isPrivate: true }));
    await user.click(screen.getByRole('button', { name: 'Nota interna' }));
    expect(screen.getByText('A janela de 24 horas terminou.')).toBeVisible();
  });

  it('dropped files are discarded and do not appear in a note', async () => {
    const { user, conversation } = await renderComposer(aTicket({ status: 'closed' }));
    conversation(({ drop }) => drop([picture()]));
    await user.click(screen.getByRole('button', { name: 'Escrever nota' }));
    expect(noteField()).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Arquivos para a equipe' })).toBeNull();
  });

  it('a window that closes while it is visible disables the card', async () => {
    await renderComposer(aTicket({ channel: 'instagram', windowEndsAt: new Date(Date.now() + 1200).toISOString() }));
    expect(field()).toBeVisible();
    expect(await screen.findByText('A janela de 24 horas terminou.')).toBeVisible();
  });

  it('a pending ticket is accepted first', async () => {
    const changed = answer(endpoints.tickets.update, ({ params }) => aTicket({ id: params.id }));
    const { user } = await renderComposer(aTicket({ status: 'pending', userId: null, user: null }));
    expect(screen.queryByRole('textbox')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Aceitar para responder' }));
    await waitFor(() => expect(changed).toHaveLength(1));
    expect(changed[0]?.body).toMatchObject({ status: 'open', userId: 4 });
  });

  it('a resolved ticket is reopened', async () => {
    const changed = answer(endpoints.tickets.update, ({ params }) => aTicket({ id: params.id }));
    const { user } = await renderComposer(aTicket({ status: 'closed' }));
    await user.click(screen.getByRole('button', { name: 'Reabrir' }));
    await waitFor(() => expect(changed).toHaveLength(1));
    expect(changed[0]?.body).toMatchObject({ status: 'open' });
  });
});
