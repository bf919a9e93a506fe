import type { Content } from './port.ts';

/** A PNG of one dot: enough to be a picture. */
export const samplePicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
interface Sample {
  what: string;
  content: Content;
}
const media = { mime: 'image/png', ref: '' };
const sample = (what: string, content: Content): Sample => ({ what, content });

const both = [
  sample('a text', { kind: 'text', text: 'Olá, tudo bem? 👋🏽\n"aspas" \\ e <b>tags</b>' }),
  sample('a text of four thousand characters', { kind: 'text', text: 'ção '.repeat(1000) }),
  sample('a picture with a caption', { kind: 'media', type: 'image', media, caption: 'Essa é a receita' }),
  sample('a voice message', { kind: 'media', type: 'audio', media, isVoice: true }),
  sample('an audio file', { kind: 'media', type: 'audio', media }),
  sample('a video', { kind: 'media', type: 'video', media, caption: 'vitrine' }),
  sample('a document', { kind: 'media', type: 'document', media }),
  sample('a sticker', { kind: 'media', type: 'sticker', media }),
  sample('a picture to be seen once', { kind: 'media', type: 'image', media, isViewOnce: true }),
  sample('a place', {
    kind: 'location',
    latitude: -23.5614,
    longitude: -46.6559,
    name: 'Loja',
    address: 'Av. Paulista, 1',
  }),
  sample('a place without a name', { kind: 'location', latitude: 0, longitude: 0 }),
  sample('contacts', { kind: 'contacts', contacts: [{ name: 'Marta', numbers: ['5511990000120', '551133334444'] }] }),
  sample('a poll', { kind: 'poll', question: 'Qual cor?', options: ['Preta', 'Azul'], isMultiple: true }),
  sample('an event', {
    kind: 'event',
    title: 'Retirada',
    startsAt: '2030-03-04T13:00:00.000Z',
    endsAt: '2030-03-04T14:00:00.000Z',
    place: 'Loja',
    description: 'Traga o recibo',
  }),
];

/** What only customers say: shown, and never said by us. */
const customerOnly = [
  sample('a form that was filled in', {
    kind: 'form',
    title: 'Agendamento',
    answers: [
      { label: 'dia', value: '2030-03-04' },
      { label: 'turno', value: 'manhã, tarde' },
    ],
  }),
  sample('an order', {
    kind: 'order',
    text: 'Sem pressa',
    items: [{ name: 'armacao-preta', quantity: 2, cents: 19_990 }],
    currency: 'BRL',
  }),
  sample('an answer to a story', {
    kind: 'story',
    act: 'reply',
    text: 'Tem em azul?',
  }),
  sample('a story that mentions us', { kind: 'story', act: 'mention', text: '' }),
  sample('a post that was passed on', { kind: 'share', title: 'Promoção', text: '' }),
];

export const contentsIn: Sample[] = [
  ...both,
  ...customerOnly,
  sample('an answer that was tapped', { kind: 'choice', id: '2', title: 'Suporte' }),
  sample('who came from an advertisement', {
    kind: 'ad',
    text: 'Quero esta',
    title: 'Armação',
    body: 'Só hoje',
    url: 'https://example.com/a',
  }),
  sample('a call', { kind: 'call', isVideo: true, outcome: 'missed' }),
  sample('something newer than we are', { kind: 'unsupported', what: 'hologram' }),
];

export const contentsOut: Sample[] = [
  ...both,
  sample('a list', {
    kind: 'list',
    title: 'Menu',
    text: 'Com quem você quer falar?',
    button: 'Ver opções',
    footer: 'Ótica',
    sections: [
      {
        title: 'Setores',
        rows: [
          { id: '1', title: 'Vendas', description: 'óculos' },
          { id: '2', title: 'Suporte' },
        ],
      },
    ],
  }),
  sample('answers to tap', {
    kind: 'buttons',
    title: 'Entrega',
    text: 'Quando podemos levar?',
    footer: 'Ótica',
    choices: [
      { id: 'manha', title: 'De manhã' },
      { id: 'tarde', title: 'À tarde' },
    ],
  }),
  sample('an approved text', {
    kind: 'template',
    template: {
      name: 'pedido_pronto',
      language: 'pt_BR',
      text: 'Olá Helena, seu pedido 42 está pronto.',
      body: [{ value: 'Helena' }, { value: '42' }],
    },
  }),
  sample('a link', {
    kind: 'button',
    act: 'url',
    title: 'Site',
    text: 'Veja',
    button: 'Abrir',
    value: 'https://example.com',
    image: media,
  }),
  sample('a code to copy', { kind: 'button', act: 'copy', title: 'Cupom', text: '', button: 'Copiar', value: 'DEZ' }),
  sample('a number to call', {
    kind: 'button',
    act: 'call',
    title: 'Loja',
    text: '',
    button: 'Ligar',
    value: '551133334444',
  }),
  sample('a charge', {
    kind: 'pix',
    title: 'Óculos',
    keyType: 'EMAIL',
    key: 'loja@example.com',
    merchantName: 'Ótica',
    cents: 12345,
    brCode: '000201',
  }),
  sample('a reaction', { kind: 'reaction', to: 'somewhere', emoji: '👍' }),
  sample('a choice', { kind: 'choice', id: '1', title: 'Vendas' }),
  ...customerOnly,
  sample('a call log', { kind: 'call', isVideo: false, outcome: 'missed' }),
];
