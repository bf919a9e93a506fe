import { endpoints } from '@balcao/contract/endpoints/index';
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderComposer } from '../../../testing/composer.tsx';
import { aTicket } from '../../../testing/inbox.ts';
import { anAgent } from '../../../testing/fixtures.ts';
import { connect } from '../../../testing/render.tsx';
import { answer } from '../../../testing/server.ts';
import { sockets } from '../../../testing/socket.ts';
import { field, noteField, answerSend, aReply, picture } from './composer.fixture.ts';

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

describe('when the customer cannot be written to', () => {
  it('the closed window of a page is explained with its seven days, and a note can still be written', async () => {
    const requests = answerSend();
    const { user } = await renderComposer(aTicket({ channel: 'instagram', windowEndsAt: '2020-01-01T00:00:00.000Z' }));
    expect(screen.getByText('O prazo de 7 dias para responder terminou.')).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Escrever nota' }));
    await user.type(noteField(), 'Ligar amanhã{Enter}');
    await waitFor(() => expect(requests[0]?.body).toMatchObject({ isPrivate: true }));
    await user.click(screen.getByRole('button', { name: 'Nota interna' }));
    expect(screen.getByText('O prazo de 7 dias para responder terminou.')).toBeVisible();
  });

  it('dropped files are discarded and do not appear in a note', async () => {
    const { user, conversation } = await renderComposer(aTicket({ status: 'closed' }));
    conversation(({ drop }) => drop([picture()]));
    await user.click(screen.getByRole('button', { name: 'Escrever nota' }));
    expect(noteField()).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Arquivos para a equipe' })).toBeNull();
  });

  it('a window that closes while it is visible disables the card', async () => {
    await renderComposer(aTicket({ channel: 'whatsappapi', windowEndsAt: new Date(Date.now() + 3000).toISOString() }));
    expect(field()).toBeVisible();
    expect(await screen.findByText('A janela de 24 horas terminou.')).toBeVisible();
  });

  it('a live change leaves the focus in the field where the user writes', async () => {
    const pending = aTicket({ status: 'pending', userId: null, user: null });
    const { user, show } = await renderComposer(pending);
    // Earlier requests for the focus are no longer valid.
    await user.click(screen.getByRole('button', { name: 'Escrever nota' }));
    await user.click(screen.getByRole('button', { name: 'Nota interna' }));
    const contactNote = document.body.appendChild(document.createElement('textarea'));
    try {
      await user.type(contactNote, 'Pede ');
      show(aTicket());
      expect(field()).toBeVisible();
      await user.keyboard('desconto ');
      show(pending);
      expect(screen.getByRole('button', { name: 'Aceitar para responder' })).toBeVisible();
      await user.keyboard('sempre');
      expect(contactNote).toHaveValue('Pede desconto sempre');
    } finally {
      contactNote.remove();
    }
  });

  it('a conversation that is accepted has the focus in its text field', async () => {
    const { show } = await renderComposer(aTicket({ status: 'pending', userId: null, user: null }));
    act(() => screen.getByRole('button', { name: 'Aceitar para responder' }).focus());
    show(aTicket());
    expect(field()).toHaveFocus();
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
