import type { Content } from './port.ts';

/** A PNG of one pixel. */
export const samplePicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
export const pixCharge = {
  kind: 'pix',
  title: 'Óculos',
  keyType: 'EMAIL',
  key: 'loja@example.com',
  merchantName: 'Ótica',
  cents: 12345,
  brCode: '000201',
} as const satisfies Content;
export const linkButton = {
  kind: 'button',
  act: 'url',
  title: 'Site',
  text: 'Veja',
  button: 'Abrir',
  value: 'https://example.com',
} as const satisfies Content;

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
  sample('a view-once picture', { kind: 'media', type: 'image', media, isViewOnce: true }),
  sample('a location', {
    kind: 'location',
    latitude: -23.5614,
    longitude: -46.6559,
    name: 'Loja',
    address: 'Av. Paulista, 1',
  }),
  sample('a location without a name', { kind: 'location', latitude: 0, longitude: 0 }),
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

/** Content that only customers send. */
const customerOnly = [
  sample('a completed form', {
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
  sample('a story reply', {
    kind: 'story',
    act: 'reply',
    text: 'Tem em azul?',
  }),
  sample('a story mention', { kind: 'story', act: 'mention', text: '' }),
  sample('a shared post', { kind: 'share', title: 'Promoção', text: '' }),
];

export const contentsIn: Sample[] = [
  ...both,
  ...customerOnly,
  sample('a choice', { kind: 'choice', id: '2', title: 'Suporte' }),
  sample('a text from an ad', {
    kind: 'ad',
    text: 'Quero esta',
    title: 'Armação',
    body: 'Só hoje',
    url: 'https://example.com/a',
  }),
  sample('a call', { kind: 'call', isVideo: true, outcome: 'missed' }),
  sample('an unknown kind', { kind: 'unsupported', what: 'hologram' }),
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
  sample('quick reply buttons', {
    kind: 'buttons',
    title: 'Entrega',
    text: 'Quando podemos levar?',
    footer: 'Ótica',
    choices: [
      { id: 'manha', title: 'De manhã' },
      { id: 'tarde', title: 'À tarde' },
    ],
  }),
  sample('a template', {
    kind: 'template',
    template: {
      name: 'pedido_pronto',
      language: 'pt_BR',
      text: 'Olá Helena, seu pedido 42 está pronto.',
      body: [{ value: 'Helena' }, { value: '42' }],
    },
  }),
  sample('a link button', { ...linkButton, image: media }),
  sample('a button that copies a code', {
    kind: 'button',
    act: 'copy',
    title: 'Cupom',
    text: '',
    button: 'Copiar',
    value: 'DEZ',
  }),
  sample('a call button', {
    kind: 'button',
    act: 'call',
    title: 'Loja',
    text: '',
    button: 'Ligar',
    value: '551133334444',
  }),
  sample('a Pix charge', pixCharge),
  sample('a reaction', { kind: 'reaction', to: 'somewhere', emoji: '👍' }),
  sample('a choice', { kind: 'choice', id: '1', title: 'Vendas' }),
  ...customerOnly,
  sample('a call log', { kind: 'call', isVideo: false, outcome: 'missed' }),
];
