import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderComposer } from '../../../testing/composer.tsx';
import { connect, receive } from '../../../testing/render.tsx';
import { answer } from '../../../testing/server.ts';
import { field, aReply } from './composer.fixture.ts';

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
