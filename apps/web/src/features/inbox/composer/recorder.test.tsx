import { endpoints } from '@balcao/contract/endpoints/index';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { outbox } from '../../../entities/outbox/outbox.ts';
import { renderComposer } from '../../../testing/composer.tsx';
import { aMessage } from '../../../testing/inbox.ts';
import { fakeMedia } from '../../../testing/fake-media.ts';
import { answer } from '../../../testing/server.ts';
import { fakeUploads } from '../../../testing/uploads.ts';

afterEach(() => {
  act(() => outbox.empty());
  vi.unstubAllGlobals();
});

const startRecording = async () => {
  const rendered = await renderComposer();
  await rendered.user.click(screen.getByRole('button', { name: 'Gravar áudio' }));
  return rendered;
};
const bar = () => screen.findByRole('region', { name: 'Gravando' });
const state = async () => (await bar()).dataset['state'];

describe('a voice message', () => {
  it('is recorded with a timer at 128 kbps and sent as voice, and the microphone is released [M-086]', async () => {
    const { stopped, recorders } = fakeMedia({ bytes: 20_000 });
    const uploads = fakeUploads();
    answer(endpoints.messages.send, () => [aMessage()]);
    const { user } = await startRecording();
    await waitFor(async () => expect(await state()).toBe('recording'));
    expect(recorders[0]?.options.audioBitsPerSecond).toBe(128_000);
    await waitFor(() => expect(screen.getByRole('timer')).toHaveTextContent('0:01'));
    await user.click(screen.getByRole('button', { name: 'Enviar áudio' }));
    await waitFor(() => expect(uploads).toHaveLength(1));
    const { form } = uploads[0]!;
    expect(form.get('voice')).toBe('true');
    expect(form.get('signed')).toBe('false');
    const [file] = form.getAll('medias') as File[];
    expect(file?.name).toMatch(/^audio-record-\d+\.webm$/);
    expect(file?.size).toBe(20_000);
    expect(stopped).toHaveBeenCalled();
    expect(screen.getByRole('textbox', { name: 'Escrever mensagem' })).toBeVisible();
  });

  it('shorter than 10,000 bytes is discarded with a toast [M-086]', async () => {
    fakeMedia({ bytes: 9_999 });
    const uploads = fakeUploads();
    const { user } = await startRecording();
    await waitFor(async () => expect(await state()).toBe('recording'));
    await user.click(screen.getByRole('button', { name: 'Enviar áudio' }));
    expect(await screen.findByText('Gravação curta demais, nada foi enviado.')).toBeVisible();
    expect(uploads).toHaveLength(0);
    expect(screen.getByRole('button', { name: 'Gravar áudio' })).toBeVisible();
  });

  it('can be paused, continued and discarded [M-086]', async () => {
    const { stopped, recorders } = fakeMedia();
    const uploads = fakeUploads();
    const { user } = await startRecording();
    await waitFor(async () => expect(await state()).toBe('recording'));
    await user.click(screen.getByRole('button', { name: 'Pausar' }));
    expect(await state()).toBe('paused');
    expect(recorders[0]?.state).toBe('paused');
    await user.click(screen.getByRole('button', { name: 'Continuar gravando' }));
    expect(await state()).toBe('recording');
    await user.click(screen.getByRole('button', { name: 'Descartar gravação' }));
    expect(screen.getByRole('button', { name: 'Gravar áudio' })).toBeVisible();
    await waitFor(() => expect(stopped).toHaveBeenCalled());
    expect(uploads).toHaveLength(0);
  });

  it('is discarded with Esc, but not with the Esc that closes something else [M-086]', async () => {
    fakeMedia();
    const { user } = await startRecording();
    await waitFor(async () => expect(await state()).toBe('recording'));
    await user.keyboard('{Control>}k{/Control}');
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Buscar ou ir para' })).toHaveFocus());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await state()).toBe('recording');
    act(() => (document.activeElement as HTMLElement).blur());
    await user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Gravar áudio' })).toBeVisible();
  });

  it('explains a microphone that is not allowed [M-086]', async () => {
    fakeMedia({ allowed: false });
    await startRecording();
    expect(await screen.findByText(/^Sem acesso ao microfone\./)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Gravar áudio' })).toBeVisible();
  });
});

describe('the camera', () => {
  const open = async () => {
    const rendered = await renderComposer();
    await rendered.user.click(screen.getByRole('button', { name: 'Anexar' }));
    await rendered.user.click(await screen.findByRole('menuitem', { name: 'Câmera' }));
    return rendered;
  };

  it('takes a photo, retakes it, and adds it with a caption field [M-084]', async () => {
    const { stopped } = fakeMedia();
    let photoCount = 0;
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((give) => {
      photoCount += 1;
      give(new Blob(['jpg'], { type: 'image/jpeg' }));
    });
    const { user } = await open();
    const take = await screen.findByRole('button', { name: 'Tirar foto' });
    await waitFor(() => expect(take).toBeEnabled());
    await user.click(take);
    await user.click(await screen.findByRole('button', { name: 'Tirar outra' }));
    await user.click(await screen.findByRole('button', { name: 'Tirar foto' }));
    await user.click(await screen.findByRole('button', { name: 'Usar foto' }));
    expect(photoCount).toBe(2);
    expect(await screen.findByRole('heading', { name: '1 arquivo para Helena' })).toBeVisible();
    expect(screen.getByRole('textbox', { name: /^Legenda de foto-\d+\.jpg$/ })).toBeVisible();
    await waitFor(() => expect(stopped).toHaveBeenCalled());
  });

  it('explains that it is not allowed and closes [M-084]', async () => {
    fakeMedia({ allowed: false });
    await open();
    expect(await screen.findByText(/^Sem acesso à câmera\./)).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('textbox', { name: 'Escrever mensagem' })).toBeVisible();
  });
});
