import { endpoints } from '@balcao/contract/endpoints/index';
import type { Message } from '@balcao/contract/endpoints/messages';
import type { OptOut } from '@balcao/contract/endpoints/opt-outs';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aContact, aMessage, aTicket } from '../../../testing/inbox.ts';
import { answer, refuse } from '../../../testing/server.ts';
import { renderThread, theLog } from './thread.fixture.tsx';

/** The bubble of one message alone in its conversation. */
async function bubbleOf(own: Partial<Message>, options: Parameters<typeof renderThread>[0] = {}) {
  const rendered = renderThread({ messages: [aMessage(own)], ...options });
  const bubble = await within(await theLog()).findByRole('article');
  return { ...rendered, bubble };
}

describe('text', () => {
  it('is formatted like in the channel, tags stay text and links open in a new tab [M-097]', async () => {
    const { bubble } = await bubbleOf({ body: '*Vale* ~não~ <b>oi</b> https://example.com/loja' });
    expect(within(bubble).getByText('Vale').tagName).toBe('B');
    expect(within(bubble).getByText('não').tagName).toBe('S');
    expect(bubble).toHaveTextContent('<b>oi</b>');
    const link = within(bubble).getByRole('link', { name: 'https://example.com/loja' });
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'));
  });

  it('shows the name of its signature once', async () => {
    const { bubble } = await bubbleOf({ fromMe: true, body: '*Marina Duarte:*\nVale sim!' });
    expect(bubble).toHaveTextContent(/^Marina DuarteVale sim!/);
  });

  it('in a group shows the member who wrote', async () => {
    const { bubble } = await bubbleOf(
      { contact: { id: 9, name: 'Rui Melo' } },
      { ticket: aTicket({ isGroup: true, status: 'group' }) },
    );
    expect(bubble).toHaveTextContent('Rui Melo');
  });
});

describe('flags', () => {
  it('edited and forwarded are shown [M-109]', async () => {
    const { bubble } = await bubbleOf({ isEdited: true, isForwarded: true });
    expect(bubble).toHaveTextContent('Editada ·');
    expect(bubble).toHaveTextContent('Encaminhada');
  });

  it('a deleted message is marked and shows its text while the server sends it [M-081] [M-109]', async () => {
    const { bubble } = await bubbleOf({ isDeleted: true, body: 'Segredo' });
    expect(bubble).toHaveTextContent('Essa mensagem foi apagada');
    expect(bubble).toHaveTextContent('Segredo');
  });

  it('a deleted message is only marked when the company hides its text [M-081]', async () => {
    const { bubble } = await bubbleOf({ isDeleted: true, body: 'Essa mensagem foi apagada' });
    expect(bubble.textContent?.match(/Essa mensagem foi apagada/g)).toHaveLength(1);
  });

  it('an internal note names its author, with a lock and colleagues in bold [M-109]', async () => {
    const { bubble } = await bubbleOf({
      fromMe: true,
      isPrivate: true,
      delivery: 'note',
      body: '@Marina Lopes olhe isto',
      dataJson: { mentions: [{ id: 1, name: 'Marina Lopes' }] },
    });
    expect(bubble).toHaveTextContent('Nota interna de Caio Andrade');
    expect(within(bubble).getByText('@Marina Lopes').tagName).toBe('B');
    expect(within(bubble).queryByRole('img', { name: 'Lida' })).toBeNull();
  });
});

describe('the delivery state of an own message', () => {
  it.each([
    [{ ack: 0, delivery: 'queued' }, 'Na fila de envio'],
    [{ ack: 1, delivery: 'sent' }, 'Enviada'],
    [{ ack: 2, delivery: 'delivered' }, 'Entregue'],
    [{ ack: 3, delivery: 'read' }, 'Lida'],
    [{ ack: 4, delivery: 'read' }, 'Lida'],
    [{ ack: 5, delivery: 'read' }, 'Concluída'],
  ] as const)('%j is labeled %s [M-096]', async (own, name) => {
    const { bubble } = await bubbleOf({ fromMe: true, ...own });
    expect(within(bubble).getByRole('img', { name })).toBeInTheDocument();
  });

  it('a played audio says so [M-096]', async () => {
    const { bubble } = await bubbleOf({ fromMe: true, ack: 4, mediaType: 'audio', body: '', mediaUrl: '/media/a' });
    expect(within(bubble).getByRole('img', { name: 'Ouvida' })).toBeInTheDocument();
  });

  it('a failed one shows the reason and can be sent again', async () => {
    const failed = aMessage({ fromMe: true, ack: 0, delivery: 'failed', failure: 'ERR_SENDING_WAPP_MSG' });
    const requests = answer(endpoints.messages.resend, () => ({
      ...failed,
      delivery: 'queued' as const,
      failure: null,
    }));
    const { user } = renderThread({ messages: [failed] });
    await user.click(await screen.findByRole('button', { name: 'Tentar de novo' }));
    await waitFor(() => expect(screen.getByRole('img', { name: 'Na fila de envio' })).toBeInTheDocument());
    expect(requests[0]?.params.id).toBe(failed.id);
  });

  it('one with an unknown result has its own text', async () => {
    const { bubble } = await bubbleOf({ fromMe: true, ack: 0, delivery: 'unknown' });
    expect(bubble).toHaveTextContent('Não sabemos se esta mensagem foi enviada');
    expect(within(bubble).getByRole('button', { name: 'Tentar de novo' })).toBeInTheDocument();
  });
});

describe('an opt-out word', () => {
  it('is offered to the agent, who performs it with one click', async () => {
    let optOuts: OptOut[] = [];
    answer(endpoints.optOuts.list, () => optOuts);
    const requests = answer(endpoints.optOuts.create, () => {
      optOuts = [
        {
          id: 3,
          source: 'user',
          words: 'sair',
          at: '2026-07-22T15:00:00.000Z',
          whatsapp: null,
          user: null,
          mayLift: true,
        },
      ];
      return optOuts;
    });
    const { bubble, user } = await bubbleOf({ body: 'sair', dataJson: { optOut: 'offered' } });
    await user.click(await within(bubble).findByRole('button', { name: 'Descadastrar' }));
    await waitFor(() => expect(bubble).toHaveTextContent('Já não recebe campanhas.'));
    expect(requests[0]?.body).toEqual({ words: 'sair' });
  });
});

describe('files', () => {
  it('a photo shows its preview, opens large, and the next one is an arrow key away [M-103]', async () => {
    const first = aMessage({ mediaType: 'image', body: 'Receita', mediaUrl: '/media/1', previewUrl: '/media/p1' });
    const second = aMessage({ mediaType: 'image', body: '', mediaUrl: '/media/2', previewUrl: '/media/p2' });
    const { user } = renderThread({ messages: [first, second] });
    expect(await screen.findByAltText('Foto enviada por Helena Prado')).toHaveAttribute('src', '/media/p2');
    await user.click(screen.getByRole('button', { name: 'Abrir: Receita' }));
    const gallery = await screen.findByRole('dialog', { name: 'Fotos e vídeos da conversa' });
    expect(within(gallery).getByAltText('Receita')).toHaveAttribute('src', '/media/1');
    await user.keyboard('{ArrowRight}');
    expect(within(gallery).getByAltText('Foto enviada por Helena Prado')).toHaveAttribute('src', '/media/2');
    expect(within(gallery).getByRole('button', { name: 'Próxima' })).toBeDisabled();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('a video opens in the gallery too, and a document is downloaded under its name [M-103]', async () => {
    const video = aMessage({ mediaType: 'video', body: '', mediaUrl: '/media/v' });
    const paper = aMessage({ mediaType: 'application', body: '', mediaUrl: '/media/d', mediaName: 'Pedido.pdf' });
    const { user } = renderThread({ messages: [video, paper] });
    expect(await screen.findByRole('link', { name: /Pedido\.pdf/ })).toHaveAttribute('download', 'Pedido.pdf');
    await user.click(screen.getByRole('button', { name: 'Abrir: Vídeo enviado por Helena Prado' }));
    const gallery = await screen.findByRole('dialog');
    expect(gallery.querySelector('video')).toHaveAttribute('src', '/media/v');
  });

  it.each([
    ['pending', 'Recebendo o arquivo…'],
    ['refused', 'Arquivo maior do que o permitido'],
    ['failed', 'Não deu para receber este arquivo'],
  ] as const)('%s: shows the state of the file', async (mediaState, expectedText) => {
    const { bubble } = await bubbleOf({ mediaType: 'image', body: 'Olha', mediaState });
    expect(bubble).toHaveTextContent(expectedText);
    expect(bubble).toHaveTextContent('Olha');
  });

  it('a sticker is a picture without a gallery', async () => {
    const { bubble } = await bubbleOf({
      mediaType: 'image',
      body: '',
      mediaUrl: '/media/s',
      dataJson: { type: 'sticker' },
    });
    expect(within(bubble).getByAltText('Figurinha enviada por Helena Prado')).toBeInTheDocument();
    expect(within(bubble).queryByRole('button')).toBeNull();
  });
});

describe('an audio', () => {
  const voice = {
    mediaType: 'audio',
    body: '',
    mediaUrl: '/media/7/media/0123456789abcdef0123456789abcdef?s=1',
  } as const;

  it('plays one at a time, at a speed that is stored [M-095] [M-103]', async () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (this: HTMLMediaElement) {
      this.dispatchEvent(new Event('play'));
      return Promise.resolve();
    });
    const { user } = renderThread({ messages: [aMessage(voice), aMessage({ ...voice, mediaUrl: '/media/b' })] });
    const speeds = await screen.findAllByRole('button', { name: 'Velocidade 1×' });
    for (const rate of ['1,5', '2', '0,5', '1', '1,5']) {
      await user.click(speeds[0]!);
      expect(speeds[0]).toHaveAccessibleName(`Velocidade ${rate}×`);
    }
    expect(speeds[1]).toHaveAccessibleName('Velocidade 1,5×');
    expect(localStorage.getItem('balcao.audioRate')).toBe('1.5');
    const [first, second] = screen.getAllByRole('button', { name: 'Tocar áudio' });
    await user.click(first!);
    expect(first).toHaveAccessibleName('Pausar áudio');
    expect((play.mock.contexts[0] as HTMLMediaElement).playbackRate).toBe(1.5);
    await user.click(second!);
    expect(first).toHaveAccessibleName('Tocar áudio');
    expect(second).toHaveAccessibleName('Pausar áudio');
  });

  it('that was received is transcribed on request [M-094]', async () => {
    const requests = answer(endpoints.messages.transcribe, () => ({ transcribedText: 'Vi a promoção' }));
    const { user } = await bubbleOf(voice);
    await user.click(screen.getByRole('button', { name: 'Transcrever' }));
    expect(await screen.findByText('“Vi a promoção”')).toBeInTheDocument();
    expect(requests[0]?.params.file).toBe('0123456789abcdef0123456789abcdef');
  });

  it('that was transcribed before shows the text at once', async () => {
    const { bubble } = await bubbleOf({ ...voice, transcription: 'Já fecho hoje' });
    expect(bubble).toHaveTextContent('“Já fecho hoje”');
  });

  it('of our own is not transcribed [M-094]', async () => {
    const { bubble } = await bubbleOf({ ...voice, fromMe: true });
    expect(within(bubble).queryByRole('button', { name: 'Transcrever' })).toBeNull();
  });

  it.each([
    [voice, () => ({ transcribedText: ' ' }), 'Dados de transcrição inválidos'],
    [voice, () => refuse('ERR_INTERNAL'), 'Erro desconhecido'],
    [{ ...voice, mediaUrl: '/media/estranho%20nome' }, null, 'Formato de URL de áudio inesperado'],
  ] as const)('explains what went wrong: case %#  [M-094]', async (own, how, expectedText) => {
    if (how) answer(endpoints.messages.transcribe, how);
    const { user, bubble } = await bubbleOf(own);
    await user.click(screen.getByRole('button', { name: 'Transcrever' }));
    await waitFor(() => expect(bubble).toHaveTextContent(expectedText));
  });
});

describe('cards', () => {
  it('a location links to the map, and a conversation can be started with a contact card [M-104]', async () => {
    const locationMessage = aMessage({
      mediaType: 'locationMessage',
      body: 'Loja Centro',
      dataJson: { latitude: -8.06, longitude: -34.88, name: 'Loja Centro', address: 'Rua da Imperatriz, 214' },
    });
    const card = aMessage({
      mediaType: 'contactMessage',
      body: 'Dra. Renata Couto',
      dataJson: { contacts: [{ name: 'Dra. Renata Couto', numbers: ['5581988112040'] }] },
    });
    renderThread({ messages: [locationMessage, card] });
    expect(await screen.findByText('Rua da Imperatriz, 214')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Abrir no mapa' })).toHaveAttribute(
      'href',
      expect.stringContaining('-8.06%2C-34.88'),
    );
    expect(screen.getByText('+55 81 98811-2040')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Iniciar conversa' })).toBeInTheDocument();
  });

  it('a conversation starts with the number of a contact card completed for the company’s country [F-U1]', async () => {
    const created = answer(endpoints.contacts.create, () => aContact({ id: 77, name: 'Dra. Renata Couto' }));
    const shown = answer(endpoints.contacts.show, () => aContact({ id: 77, name: 'Dra. Renata Couto' }));
    answer(endpoints.queues.list, () => []);
    answer(endpoints.connections.list, () => []);
    const { user, bubble } = await bubbleOf({
      mediaType: 'contactMessage',
      dataJson: { contacts: [{ name: 'Dra. Renata Couto', numbers: ['11 98765-4321'] }] },
    });
    await user.click(within(bubble).getByRole('button', { name: 'Iniciar conversa' }));
    expect(await screen.findByRole('dialog', { name: 'Nova conversa' })).toBeVisible();
    expect(created.map(({ body }) => body)).toMatchObject([{ name: 'Dra. Renata Couto', number: '+5511987654321' }]);
    await waitFor(() => expect(shown[0]?.params.id).toBe(77));
  });

  it('a masked number offers no conversation [M-104]', async () => {
    const { bubble } = await bubbleOf({
      mediaType: 'contactMessage',
      dataJson: { contacts: [{ name: 'R', numbers: ['**-**40'] }] },
    });
    expect(within(bubble).queryByRole('button', { name: 'Iniciar conversa' })).toBeNull();
  });

  it('an advertisement shows the ad, and a view-once message only that it was one [M-105]', async () => {
    const ad = aMessage({
      mediaType: 'adMetaPreview',
      body: 'Vi o anúncio',
      dataJson: { title: 'Mês do cliente', body: '10% OFF', url: 'https://example.com/ad' },
    });
    const once = aMessage({ mediaType: 'viewOnceMessage', body: '' });
    renderThread({ messages: [ad, once] });
    expect(await screen.findByText('Mês do cliente')).toBeInTheDocument();
    expect(screen.getByText('Vi o anúncio')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Abrir anúncio' })).toHaveAttribute('href', 'https://example.com/ad');
    expect(screen.getByText('Visualização única. Abra no celular.')).toBeInTheDocument();
  });

  it('a list shows its options, buttons work, and a poll shows its answers [M-106]', async () => {
    const write = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
    const list = aMessage({
      fromMe: true,
      mediaType: 'listMessage',
      body: 'Escolha',
      dataJson: {
        title: 'Menu',
        text: 'Escolha',
        button: 'Ver',
        sections: [{ title: 'Lojas', rows: [{ id: '1', title: 'Centro' }] }],
      },
    });
    const link = aMessage({
      fromMe: true,
      mediaType: 'interactiveMessage',
      body: 'Site',
      dataJson: { act: 'url', button: 'Abrir loja', value: 'https://example.com' },
    });
    const broken = aMessage({
      fromMe: true,
      mediaType: 'interactiveMessage',
      body: 'x',
      dataJson: { act: 'url', button: 'Sem link', value: '' },
    });
    const code = aMessage({
      fromMe: true,
      mediaType: 'interactiveMessage',
      body: 'Cupom',
      dataJson: { act: 'copy', value: 'OFF10' },
    });
    const poll = aMessage({
      mediaType: 'pollCreationMessageV3',
      body: 'Qual dia?',
      dataJson: { options: ['Quinta, 14h', 'Sexta, 10h'] },
    });
    const { user } = renderThread({ messages: [list, link, broken, code, poll] });
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(write);
    await user.click(await screen.findByRole('button', { name: 'Ver' }));
    expect(await screen.findByText('Centro')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(screen.getByRole('link', { name: 'Abrir loja' })).toHaveAttribute('href', 'https://example.com');
    await user.click(screen.getByRole('button', { name: 'Sem link' }));
    expect(await screen.findByText('Nenhum link disponível')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Copiar código' }));
    expect(write).toHaveBeenCalledWith('OFF10');
    expect(screen.getByText('Sexta, 10h')).toBeInTheDocument();
  });

  it('a meeting without an end takes two hours, and a charge is in reais [M-107]', async () => {
    const meeting = aMessage({
      mediaType: 'eventMessage',
      body: 'Prova de armação',
      dataJson: { startsAt: '2026-07-25T13:00:00.000Z', place: 'Loja Centro' },
    });
    const pix = aMessage({
      fromMe: true,
      mediaType: 'interactiveMessage',
      body: 'Pedido 7731',
      dataJson: { act: 'pix', cents: 115200, merchantName: 'Ótica Boa Vista', keyType: 'CNPJ', brCode: '0002' },
    });
    renderThread({ messages: [meeting, pix] });
    expect(await screen.findByText(/25\/07\/2026, 10:00 – 12:00/)).toBeInTheDocument();
    expect(screen.getByText(/R\$\s1\.152,00/)).toBeInTheDocument();
    expect(screen.getByText('Ótica Boa Vista · CNPJ')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Copiar chave PIX' })).toBeInTheDocument();
  });

  it('a call is a separator with the notice that calls are not possible here [M-108]', async () => {
    renderThread({ messages: [aMessage({ mediaType: 'call_log', dataJson: { isVideo: false, outcome: 'missed' } })] });
    expect(await screen.findByText(/Chamada de voz perdida às/)).toBeInTheDocument();
    expect(screen.getByText('Não é possível fazer chamadas pelo sistema. Use o celular.')).toBeInTheDocument();
  });

  it('an unknown type shows its text', async () => {
    const { bubble } = await bubbleOf({ mediaType: 'unsupported', body: '', dataJson: { what: 'album' } });
    expect(bubble).toHaveTextContent('Este tipo de mensagem só abre no celular (album)');
  });
});
