import { endpoints } from '@balcao/contract/endpoints/index';
import type { SandboxContent } from '@balcao/contract/endpoints/sandbox';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { anAdmin } from '../../testing/fixtures.ts';
import { renderScreen } from '../../testing/render.tsx';
import { aPhoneConnection, aPhoneMessage, fakeSandbox } from '../../testing/sandbox.ts';
import { answer, refuse } from '../../testing/server.ts';

const open = (...messages: Parameters<typeof aPhoneMessage>[]) => {
  const sandbox = fakeSandbox([aPhoneConnection()], ...messages.map((message) => aPhoneMessage(...message)));
  return { ...sandbox, ...renderScreen('/sandbox', { as: anAdmin() }) };
};
const thread = async () => within(await screen.findByRole('log'));
const media = { ref: 'file-1', mime: 'image/png', fileName: 'receita.png', bytes: 3 };
const withFiles = () =>
  answer(endpoints.sandbox.media, () => ({ mime: media.mime, fileName: media.fileName, base64: btoa('png') }));

const charge = {
  kind: 'pix' as const,
  title: 'Pedido 42',
  keyType: 'EMAIL' as const,
  key: 'x',
  merchantName: 'Ótica',
  cents: 12990,
  brCode: '000201',
};
const queueChoices = [
  { id: '1', title: 'Vendas' },
  { id: '2', title: 'Suporte' },
];

describe('the phone shows', () => {
  const seen: [string, SandboxContent, string | RegExp][] = [
    [
      'a place',
      { kind: 'location', latitude: -8.0476, longitude: -34.9525, name: 'Praça da Várzea', address: '' },
      'Praça da Várzea',
    ],
    [
      'a contact',
      { kind: 'contacts', contacts: [{ name: 'Dr. Sérgio', numbers: ['5581991230000'] }] },
      '+55 81 99123-0000',
    ],
    ['a poll', { kind: 'poll', question: 'Qual armação?', options: ['Preta', 'Azul'], isMultiple: false }, /Azul/],
    [
      'an event',
      {
        kind: 'event',
        title: 'Buscar os óculos',
        startsAt: '2026-07-24T13:00:00.000Z',
        endsAt: null,
        place: 'Loja Centro',
        description: '',
      },
      'Loja Centro',
    ],
    [
      'an advertisement',
      { kind: 'ad', text: 'Vi o anúncio', title: 'Armação tartaruga', body: '', url: '', image: null },
      'Armação tartaruga',
    ],
    ['a charge by PIX', charge, /129,90/],
    [
      'an approved text',
      {
        kind: 'template',
        name: 'pedido_pronto',
        language: 'pt_BR',
        title: 'Pedido 42',
        text: 'Olá, Helena! O seu pedido está pronto.',
        footer: '',
        image: null,
      },
      'Olá, Helena! O seu pedido está pronto.',
    ],
    ['a call', { kind: 'call', isVideo: false, outcome: 'missed' }, 'Ligação perdida'],
    ['unknown content', { kind: 'unsupported', what: 'holograma' }, 'Conteúdo desconhecido: holograma'],
  ];
  it.each(seen)('%s', async (_what, content, expectedText) => {
    open([content]);
    expect(await (await thread()).findByText(expectedText)).toBeVisible();
  });

  it('a picture, loaded and with a description', async () => {
    withFiles();
    open([
      { kind: 'media', type: 'image', media, caption: 'Essa é a minha receita', isVoice: false, isViewOnce: false },
      { fromCustomer: true },
    ]);
    const picture = await (await thread()).findByRole('img', { name: 'Essa é a minha receita' });
    expect(picture).toHaveAttribute('src', expect.stringMatching(/^blob:/));
  });

  it('an edited, forwarded, quoted or deleted message', async () => {
    open(
      [{ kind: 'text', text: 'Corrigido' }, { isEdited: true }],
      [{ kind: 'text', text: 'De outro' }, { isForwarded: true }],
      [{ kind: 'text', text: 'Vendas' }, { quotes: { wid: 'q', fromCustomer: false, text: 'Com quem quer falar?' } }],
      [{ kind: 'text', text: 'segredo' }, { isDeleted: true }],
      [{ kind: 'text', text: 'Amei' }, { reactions: [{ emoji: '❤️', fromCustomer: true }] }],
    );
    const seenThread = await thread();
    expect(await seenThread.findByText(/Editada/)).toBeVisible();
    expect(seenThread.getByText('Encaminhada')).toBeVisible();
    expect(seenThread.getByText('Com quem quer falar?')).toBeVisible();
    expect(seenThread.getByText('Essa mensagem foi apagada')).toBeVisible();
    expect(seenThread.queryByText('segredo')).not.toBeInTheDocument();
    expect(seenThread.getByText('❤️')).toBeVisible();
  });
});

describe('on a message the customer', () => {
  const messageMenu = async (text: string) => screen.findByRole('button', { name: `Ações para “${text}”` });

  it('replies', async () => {
    const { user, actionRequests: actions } = open([{ kind: 'text', text: 'Quer fotos?' }, { wid: 'w1' }]);
    await user.click(await messageMenu('Quer fotos?'));
    await user.click(await screen.findByRole('menuitem', { name: 'Responder' }));
    expect(screen.getByText('Respondendo')).toBeVisible();
    await user.type(screen.getByRole('textbox'), 'Quero sim{Enter}');
    await waitFor(() => expect(actions[0]?.body).toMatchObject({ act: 'say', text: 'Quero sim', quotes: 'w1' }));
    await waitFor(() => expect(screen.queryByText('Respondendo')).not.toBeInTheDocument());
  });

  it('sees the field emptied at once, and gets the text back when it was refused', async () => {
    const { user } = open([{ kind: 'text', text: 'Quer fotos?' }, { wid: 'w1' }]);
    const pendingRequest = Promise.withResolvers<void>();
    answer(endpoints.sandbox.act, async () => {
      await pendingRequest.promise;
      return refuse('ERR_INTERNAL');
    });
    const field = await screen.findByRole('textbox');
    await user.type(field, 'Quero sim{Enter}');
    expect(field).toHaveValue('');
    pendingRequest.resolve();
    await waitFor(() => expect(field).toHaveValue('Quero sim'));
  });

  it('edits an own message, or cancels', async () => {
    const { user, actionRequests: actions } = open([
      { kind: 'text', text: 'Oi' },
      { wid: 'w1', fromCustomer: true },
    ]);
    await user.click(await messageMenu('Oi'));
    await user.click(await screen.findByRole('menuitem', { name: 'Editar' }));
    const field = screen.getByRole('textbox');
    expect(field).toHaveValue('Oi');
    await user.type(field, '{Escape}');
    expect(field).toHaveValue('');
    await user.click(await messageMenu('Oi'));
    await user.click(await screen.findByRole('menuitem', { name: 'Editar' }));
    await user.type(field, '!{Enter}');
    await waitFor(() => expect(actions[0]?.body).toMatchObject({ act: 'edit', wid: 'w1', text: 'Oi!' }));
  });

  it.each([
    [true, 'Apagar', { act: 'delete', wid: 'w1' }],
    [false, 'Reagir com ❤️', { act: 'react', wid: 'w1', emoji: '❤️' }],
    [false, 'Simular falha na entrega', { act: 'fail', wid: 'w1', refusal: 'other' }],
  ] as const)('(own: %s) can choose «%s»', async (fromCustomer, name, expected) => {
    const { user, actionRequests: actions } = open([
      { kind: 'text', text: 'Oi' },
      { wid: 'w1', fromCustomer },
    ]);
    await user.click(await messageMenu('Oi'));
    await user.click(await screen.findByRole('menuitem', { name }));
    await waitFor(() => expect(actions[0]?.body).toMatchObject(expected));
  });

  it('plays a voice message', async () => {
    withFiles();
    const { user, actionRequests: actions } = open([
      {
        kind: 'media',
        type: 'audio',
        media: { ...media, mime: 'audio/ogg', fileName: 'voz.ogg' },
        caption: '',
        isVoice: true,
        isViewOnce: false,
      },
      { wid: 'w1' },
    ]);
    await user.click(await messageMenu('voz.ogg'));
    await user.click(await screen.findByRole('menuitem', { name: 'Ouvir' }));
    await waitFor(() => expect(actions[0]?.body).toMatchObject({ act: 'play', wid: 'w1' }));
  });

  it('chooses from a menu of the company', async () => {
    const { user, actionRequests: actions } = open([
      {
        kind: 'list',
        title: '',
        text: 'Com quem você quer falar?',
        button: 'Ver opções',
        footer: '',
        sections: [
          {
            title: '',
            rows: queueChoices,
          },
        ],
      },
      { wid: 'w1' },
    ]);
    await user.click(await screen.findByRole('button', { name: 'Ver opções' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Vendas' }));
    await waitFor(() => expect(actions[0]?.body).toMatchObject({ act: 'choose', wid: 'w1', choiceId: '1' }));
  });

  it('taps a reply button', async () => {
    const { user, actionRequests: actions } = open([
      {
        kind: 'buttons',
        title: '',
        text: 'Com quem você quer falar?',
        footer: '',
        choices: queueChoices,
      },
      { wid: 'w1' },
    ]);
    await user.click(await screen.findByRole('button', { name: 'Suporte' }));
    await waitFor(() => expect(actions[0]?.body).toMatchObject({ act: 'choose', wid: 'w1', choiceId: '2' }));
  });

  it('copies the code of a charge', async () => {
    const { user } = open([charge]);
    const written = vi.spyOn(navigator.clipboard, 'writeText');
    await user.click(await screen.findByRole('button', { name: 'Copiar código PIX' }));
    expect(written).toHaveBeenCalledWith('000201');
  });
});

describe('the customer sends', () => {
  const attach = async (user: ReturnType<typeof open>['user'], name: string) => {
    await user.click(await screen.findByRole('button', { name: 'Anexar ou mandar outra coisa' }));
    await user.click(await screen.findByRole('menuitem', { name }));
  };

  it.each([
    ['Foto', { type: 'image' }],
    ['Mensagem de voz', { type: 'voice' }],
    ['Áudio', { type: 'audio' }],
    ['Vídeo', { type: 'video' }],
    ['Documento', { type: 'document' }],
    ['Figurinha', { type: 'sticker' }],
    ['Foto de visualização única', { type: 'image', isViewOnce: true }],
  ] as const)('«%s» with one click', async (name, expected) => {
    const { user, actionRequests: actions } = open();
    await attach(user, name);
    await waitFor(() => expect(actions[0]?.body).toMatchObject({ act: 'send', customerId: 'helena', ...expected }));
  });

  it.each([
    ['Localização', { act: 'location', latitude: -8.0476, name: 'Praça da Várzea' }],
    ['Contato', { act: 'contacts', contacts: [{ name: 'Dr. Sérgio (oftalmo)', numbers: ['5581991230000'] }] }],
    ['Enquete', { act: 'poll', options: ['Tartaruga', 'Preta', 'Transparente'] }],
    ['Evento', { act: 'event', title: 'Buscar os óculos' }],
    ['Vir de um anúncio', { act: 'ad', title: 'Armação tartaruga' }],
    ['Mensagem encaminhada', { act: 'say', isForwarded: true }],
    ['Conteúdo desconhecido', { act: 'strange', what: 'holograma' }],
  ] as const)('«%s» from a prefilled form', async (name, expected) => {
    const { user, actionRequests: actions } = open();
    await attach(user, name);
    const form = await screen.findByRole('dialog', { name });
    await user.click(within(form).getByRole('button', { name: 'Enviar' }));
    await waitFor(() => expect(actions[0]?.body).toMatchObject(expected));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('nothing that the network would not accept', async () => {
    const { user, actionRequests: actions } = open();
    await attach(user, 'Enquete');
    const options = await screen.findByLabelText('Opções, uma por linha');
    await user.clear(options);
    await user.type(options, 'Só uma');
    await user.click(screen.getByRole('button', { name: 'Enviar' }));
    expect(options).toBeInvalid();
    expect(actions).toHaveLength(0);
  });

  it('an own file', async () => {
    const { user, actionRequests: actions } = open();
    await user.upload(
      await screen.findByLabelText('Escolher arquivo'),
      new File(['olá'], 'receita.pdf', { type: 'application/pdf' }),
    );
    await waitFor(() =>
      expect(actions[0]?.body).toMatchObject({
        act: 'send',
        type: 'document',
        file: {
          fileName: 'receita.pdf',
          mime: 'application/pdf',
          base64: btoa(String.fromCharCode(...new TextEncoder().encode('olá'))),
        },
      }),
    );
  });

  it('calls, with and without video, and messages from the company’s own phone', async () => {
    const { user, actionRequests: actions } = open();
    await user.click(await screen.findByRole('button', { name: 'Ligar' }));
    await waitFor(() => expect(actions[0]?.body).toMatchObject({ act: 'call', isVideo: false }));
    await user.click(screen.getByRole('button', { name: 'Mais' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Ligar por vídeo' }));
    await waitFor(() => expect(actions[1]?.body).toMatchObject({ act: 'call', isVideo: true }));
    await user.click(screen.getByRole('button', { name: 'Mais' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Responder pelo celular da empresa' }));
    await user.click(await screen.findByRole('button', { name: 'Enviar' }));
    await waitFor(() => expect(actions[2]?.body).toMatchObject({ act: 'own-phone', customerId: 'helena' }));
  });
});
