import type { Help } from '@balcao/contract/endpoints/helps';
import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { anAgent, anOwner } from '../../testing/fixtures.ts';
import { renderScreen } from '../../testing/render.tsx';
import { answer } from '../../testing/server.ts';

const aHelp = (own: Partial<Help> = {}): Help => ({
  id: 1,
  title: 'Conectar o WhatsApp',
  description: 'Ler o QR Code.',
  video: 'dQw4w9WgXcQ',
  ...own,
});

describe('help videos', () => {
  it('are cards whose player is loaded on a click only, in a sandbox [M-225] [XS-06]', async () => {
    answer(endpoints.helps.pick, () => [aHelp(), aHelp({ id: 2, title: 'Criar filas', video: 'abcdefghi-_' })]);
    const { user, container } = renderScreen('/helps', { as: anAgent() });
    expect(await screen.findByRole('link', { name: 'Ajuda' })).toBeVisible();
    const play = await screen.findByRole('button', { name: 'Ver o vídeo Conectar o WhatsApp' });
    expect(container.querySelector('iframe')).toBeNull();
    await user.click(play);
    const player = screen.getByTitle('Conectar o WhatsApp');
    expect(player).toHaveAttribute('src', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0');
    expect(player).toHaveAttribute('sandbox', 'allow-scripts allow-same-origin allow-presentation');
    expect(container.querySelectorAll('iframe')).toHaveLength(1);

    await user.type(screen.getByRole('textbox', { name: 'O que você quer fazer?' }), 'filas');
    await waitFor(() => expect(screen.queryByText('Conectar o WhatsApp')).toBeNull());
    expect(screen.getByText('Criar filas')).toBeVisible();
  });

  it('are not in the menu while there are none [M-036]', async () => {
    renderScreen('/helps', { as: anAgent() });
    expect(await screen.findByText('Nenhum vídeo ainda')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Ajuda' })).toBeNull();
  });

  it('are added, changed and deleted by super users in the settings [M-203] [M-225]', async () => {
    answer(endpoints.settings.company, () => ({}));
    const all = [aHelp()];
    answer(endpoints.helps.pick, () => all);
    const created = answer(endpoints.helps.create, ({ body }) => aHelp({ ...body, id: 2 }));
    const removed = answer(endpoints.helps.remove, () => ({ message: 'ok' }));
    const { user } = renderScreen('/settings/helps', { as: anOwner() });
    await user.click(await screen.findByRole('button', { name: 'Novo vídeo' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Novo vídeo' }));
    await user.type(dialog.getByRole('textbox', { name: /Título/ }), 'Convidar a equipe');
    await user.type(dialog.getByRole('textbox', { name: /Descrição/ }), 'Perfis e permissões');
    const code = dialog.getByRole('textbox', { name: /Código do vídeo/ });
    await user.type(code, 'https://evil.example/embed/dQw4w9WgXcQ');
    await user.click(dialog.getByRole('button', { name: 'Salvar' }));
    expect(await dialog.findByText('Este não é um vídeo do YouTube.')).toBeVisible();
    await user.clear(code);
    await user.type(code, 'https://www.youtube.com/watch?v=abcdefghi-_&t=3');
    await user.tab();
    expect(code).toHaveValue('abcdefghi-_');
    await user.click(dialog.getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(created[0]?.body).toMatchObject({ title: 'Convidar a equipe', video: 'abcdefghi-_' }));
    await user.click(await screen.findByRole('button', { name: 'Excluir Conectar o WhatsApp' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Excluir' }));
    await waitFor(() => expect(removed[0]?.params).toEqual({ id: 1 }));
  });
});
