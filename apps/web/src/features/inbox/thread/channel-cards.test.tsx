import type { Message } from '@balcao/contract/endpoints/messages';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aMessage } from '../../../testing/inbox.ts';
import { renderThread, theLog } from './thread.fixture.tsx';

async function bubbleOf(own: Partial<Message>) {
  renderThread({ messages: [aMessage(own)] });
  return within(await theLog()).findByRole('article');
}

describe('cards of the Meta channels', () => {
  it('quick reply buttons are shown as the customer sees them', async () => {
    const bubble = await bubbleOf({
      fromMe: true,
      mediaType: 'buttonsMessage',
      body: 'Qual setor?',
      dataJson: {
        title: 'Atendimento',
        text: 'Qual setor?',
        footer: 'Toque em um',
        choices: [
          { id: '1', title: 'Vendas' },
          { id: '2', title: 'Suporte' },
        ],
      },
    });
    expect(within(bubble).getByText('Atendimento')).toBeVisible();
    expect(within(bubble).getByText('Toque em um')).toBeVisible();
    const choices = within(bubble).getByRole('list', { name: 'Opções' });
    expect(
      within(choices)
        .getAllByRole('listitem')
        .map((element) => element.textContent?.trim()),
    ).toEqual(['Vendas', 'Suporte']);
  });

  it('what a customer asks about is shown with the message [F-G5]', async () => {
    const bubble = await bubbleOf({
      body: 'Tem azul?',
      dataJson: { about: { type: 'product', id: 'armacao-7', catalogId: '9', url: 'https://example.com/p' } },
    });
    expect(within(bubble).getByText('Sobre um produto')).toBeVisible();
    expect(within(bubble).getByText('ID armacao-7 · Catálogo 9')).toBeVisible();
    expect(within(bubble).getByRole('link', { name: 'Abrir' })).toHaveAttribute('href', 'https://example.com/p');
    expect(within(bubble).getByText('Tem azul?')).toBeVisible();
  });

  it('an ad shows its ids, and a chosen row its description [F-G5]', async () => {
    renderThread({
      messages: [
        aMessage({
          id: 1,
          mediaType: 'adMetaPreview',
          body: 'Quero',
          dataJson: { title: 'Armação', about: { type: 'ad', id: '12034', clickId: 'click-1' } },
        }),
        aMessage({ id: 2, seq: 2, body: 'Vendas', dataJson: { choiceId: '3', description: 'Óculos e lentes' } }),
      ],
    });
    const log = within(await theLog());
    expect(await log.findByText('ID 12034 · Clique click-1')).toBeVisible();
    expect(log.getByText('Óculos e lentes')).toBeVisible();
  });

  it('a template shows its filled text and its type', async () => {
    const bubble = await bubbleOf({
      fromMe: true,
      mediaType: 'templateMessage',
      body: 'Oi Helena, seu pedido 7731 chegou.',
      dataJson: { name: 'pedido', language: 'pt_BR', text: '…', title: 'Ótica Boa Vista', footer: 'Não responda' },
    });
    expect(bubble).toHaveTextContent('Modelo aprovado');
    expect(within(bubble).getByText('Oi Helena, seu pedido 7731 chegou.')).toBeVisible();
    expect(within(bubble).getByText('Não responda')).toBeVisible();
  });

  it('a template shows its header file', async () => {
    const bubble = await bubbleOf({
      fromMe: true,
      mediaType: 'templateMessage',
      body: 'Segue a sua nota.',
      mediaUrl: '/files/nota.pdf',
      mediaName: 'nota.pdf',
      dataJson: { name: 'nota', language: 'pt_BR', text: '…', file: 'document' },
    });
    expect(within(bubble).getByRole('link', { name: /nota\.pdf/ })).toHaveAttribute('href', '/files/nota.pdf');
    expect(bubble.querySelector('img')).toBeNull();
  });

  it('a form shows each answer under its question', async () => {
    const bubble = await bubbleOf({
      mediaType: 'formMessage',
      body: 'Agendar visita',
      dataJson: {
        title: 'Agendar visita',
        answers: [
          { label: 'Dia', value: '25/07' },
          { label: 'Obs', value: '' },
        ],
      },
    });
    expect(within(bubble).getByText('Agendar visita')).toBeVisible();
    expect(
      within(bubble)
        .getAllByRole('definition')
        .map((element) => element.textContent),
    ).toEqual(['25/07', '—']);
  });

  it('an order is totaled in its own currency', async () => {
    const bubble = await bubbleOf({
      mediaType: 'orderMessage',
      body: 'Pode entregar?',
      dataJson: {
        text: 'Pode entregar?',
        currency: 'USD',
        items: [
          { name: 'Armação', quantity: 2, cents: 10_050 },
          { name: 'Estojo', quantity: 1, cents: 900 },
        ],
      },
    });
    expect(bubble).toHaveTextContent(/2×\s*Armação.*US\$\s201,00/);
    expect(bubble).toHaveTextContent(/Total.*US\$\s210,00/);
    expect(within(bubble).getByText('Pode entregar?')).toBeVisible();
  });

  it('a story and a shared post link to their address', async () => {
    const story = await bubbleOf({
      mediaType: 'storyMessage',
      body: 'Que lindo!',
      dataJson: { act: 'reply', text: 'Que lindo!', url: 'https://exemplo.example.com/story' },
    });
    expect(story).toHaveTextContent('Respondeu ao seu story');
    const link = within(story).getByRole('link', { name: 'Abrir story' });
    expect(link).toHaveAttribute('href', 'https://exemplo.example.com/story');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  });

  it.each([
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'vbscript:msgbox(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    ' https://x.example.com',
  ])('the address %j is not linked [XS-03]', async (url) => {
    const bubble = await bubbleOf({
      mediaType: 'shareMessage',
      body: '',
      dataJson: { title: '<b>Veja</b>', text: '', url },
    });
    expect(bubble).toHaveTextContent('<b>Veja</b>');
    expect(within(bubble).queryByRole('link')).toBeNull();
  });

  it('malformed data breaks nothing', async () => {
    const odd = [
      ['orderMessage', { items: 'none', currency: 'not a currency' }],
      ['orderMessage', { items: [{ name: null, quantity: 'x', cents: {} }], currency: 'not a currency' }],
      ['formMessage', { answers: { a: 1 } }],
      ['buttonsMessage', null],
      ['templateMessage', [1, 2]],
      ['storyMessage', { url: 5 }],
    ] as const;
    renderThread({
      messages: odd.map(([mediaType, dataJson]) =>
        aMessage({ mediaType, body: 'Ainda assim', dataJson: dataJson as Message['dataJson'] }),
      ),
    });
    expect(await within(await theLog()).findAllByRole('article')).toHaveLength(odd.length);
  });

  it('an unsupported message says so and where to see it', async () => {
    const named = await bubbleOf({ mediaType: 'unsupported', body: '', dataJson: { what: 'pagamento' } });
    expect(named).toHaveTextContent('Este tipo de mensagem só abre no celular (pagamento)');
  });

  it('an unsupported message without a type shows no invented text', async () => {
    const plain = await bubbleOf({ mediaType: 'unsupported', body: '', dataJson: { what: 'unknown' } });
    expect(plain).toHaveTextContent(/só abre no celular(?! \()/);
  });

  it('a quote of one names its type', async () => {
    await bubbleOf({
      body: 'Este',
      quotedMsg: {
        id: 5,
        wid: 'w5',
        fromMe: false,
        mediaUrl: null,
        body: '',
        mediaType: 'storyMessage',
        contact: { id: 31, name: 'Helena Prado' },
      },
    });
    expect(screen.getByRole('button', { name: /Helena Prado\s*Story/ })).toBeVisible();
  });
});
