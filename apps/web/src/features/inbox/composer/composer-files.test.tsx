import { endpoints } from '@balcao/contract/endpoints/index';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderComposer } from '../../../testing/composer.tsx';
import { aMessage, aTicket } from '../../../testing/inbox.ts';
import { answer } from '../../../testing/server.ts';
import { fakeUploads } from '../../../testing/uploads.ts';
import { field, picture } from './composer.fixture.ts';

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

  it('that are not taken leave the text in the field', async () => {
    const { user } = await renderComposer();
    await user.type(field(), 'veja');
    fireEvent.paste(field(), { clipboardData: { files: [new File([], 'nada.txt')] } });
    expect(await screen.findByText('“nada.txt” está vazio.')).toBeVisible();
    expect(field()).toHaveValue('veja');
  });

  it('leave their caption as the draft when another conversation is opened', async () => {
    const { user, show } = await renderComposer();
    await user.type(field(), 'veja');
    fireEvent.paste(field(), { clipboardData: { files: [picture('colada.png')] } });
    await user.type(await screen.findByRole('textbox', { name: 'Legenda de colada.png' }), ' isto');
    show(aTicket({ id: 9 }));
    expect(field()).toHaveValue('');
    show(aTicket());
    expect(field()).toHaveValue('veja isto');
  });

  it('that were sent leave no draft', async () => {
    fakeUploads();
    answer(endpoints.messages.send, () => [aMessage()]);
    const { user, show } = await renderComposer();
    await user.type(field(), 'veja');
    fireEvent.paste(field(), { clipboardData: { files: [picture('colada.png')] } });
    await user.click(await screen.findByRole('button', { name: 'Enviar 1' }));
    show(aTicket({ id: 9 }));
    show(aTicket());
    expect(field()).toHaveValue('');
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
