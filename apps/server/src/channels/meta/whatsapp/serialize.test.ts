import { describe, expect, it } from 'vitest';
import { linkButton, pixCharge } from '../../conformance.samples.ts';
import type { Content } from '../../port.ts';
import type { Uploaded } from './uploaded.ts';
import { serializeContent } from './serialize.ts';

const file: Uploaded = { id: '77', mime: 'image/jpeg', fileName: 'foto.jpg', bytes: 1000 };
const write = (content: Content<Uploaded>) => serializeContent(content, 'b1b2c3d4-0000-4000-8000-000000000001')!;
const first = (content: Content<Uploaded>) => write(content).parts[0];
const rows = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: String(n + 1), title: `Setor ${n + 1}` }));

describe('serializeContent', () => {
  it('serializes a text, with a preview if it contains a link', () => {
    expect(first({ kind: 'text', text: 'Oi' })).toEqual({ type: 'text', text: { body: 'Oi', preview_url: false } });
    expect(first({ kind: 'text', text: 'veja https://example.com' })).toMatchObject({ text: { preview_url: true } });
  });

  it.each([
    ['image', 'image/jpeg', 1000, 'image'],
    ['image', 'image/webp', 1000, 'document'],
    ['image', 'image/png', 6 * 1024 * 1024, 'document'],
    ['video', 'video/mp4', 1000, 'video'],
    ['video', 'video/quicktime', 1000, 'document'],
    ['video', 'video/mp4', 17 * 1024 * 1024, 'document'],
    ['audio', 'audio/mpeg', 1000, 'audio'],
    ['audio', 'audio/wav', 1000, 'document'],
    ['sticker', 'image/webp', 1000, 'sticker'],
    ['sticker', 'image/png', 1000, 'image'],
    ['document', 'application/pdf', 1000, 'document'],
  ] as const)('serializes %s of type %s with %i bytes as %s', (type, mime, bytes, sent) => {
    const body = first({ kind: 'media', type, media: { ...file, mime, bytes } });
    expect(body).toMatchObject({ type: sent, [sent]: { id: '77' } });
    if (sent === 'document') expect(body).toMatchObject({ document: { filename: 'foto.jpg' } });
  });

  it('serializes a voice message as voice, and audio with a caption as a document', () => {
    const sound = { kind: 'media', type: 'audio', media: { ...file, mime: 'audio/ogg; codecs=opus' } } as const;
    expect(first({ ...sound, isVoice: true })).toEqual({ type: 'audio', audio: { id: '77', voice: true } });
    expect(first({ ...sound, caption: 'ouça' })).toMatchObject({ type: 'document', document: { caption: 'ouça' } });
  });

  const menu = { title: 'Menu', text: 'Com quem?', footer: 'Ótica' };
  it('serializes up to three options as buttons, up to ten as a list, and more as numbered text', () => {
    const tapped = (count: number) => first({ kind: 'buttons', ...menu, choices: rows(count) });
    expect(tapped(3)).toMatchObject({
      interactive: {
        type: 'button',
        header: { type: 'text', text: 'Menu' },
        body: { text: 'Com quem?' },
        footer: { text: 'Ótica' },
        action: { buttons: [{ type: 'reply', reply: { id: '1', title: 'Setor 1' } }, {}, {}] },
      },
    });
    const list = tapped(10);
    expect(list).toMatchObject({
      interactive: { type: 'list', action: { button: 'Menu', sections: [{ rows: expect.any(Array) }] } },
    });
    expect(JSON.stringify(list)).not.toContain('"title":"1"');
    expect(tapped(11)).toMatchObject({
      type: 'text',
      text: {
        body: expect.stringMatching(
          /^\*Menu\*\nCom quem\?\n\n\*\[ 1 \]\* - Setor 1\n[^]*\*\[ 11 \]\* - Setor 11\n\n_Ótica_$/,
        ),
      },
    });
  });

  it('serializes options over the limits in another form without losing text', () => {
    const long = 'Quero falar com um vendedor agora';
    const body = first({
      kind: 'buttons',
      ...menu,
      choices: [
        { id: 'a', title: long },
        { id: 'b', title: 'Não' },
      ],
    });
    expect(body).toMatchObject({
      interactive: {
        type: 'list',
        action: { sections: [{ rows: [{ id: 'a', title: 'Quero falar com um vend…', description: long }, {}] }] },
      },
    });
    const duplicates = [
      { id: 'a', title: 'Sim' },
      { id: 'b', title: 'Sim' },
    ];
    expect(first({ kind: 'buttons', ...menu, choices: duplicates })).toMatchObject({
      text: { body: expect.stringContaining('*[ 2 ]* - Sim') },
    });
    const wordy = { ...menu, text: 'x'.repeat(1100) };
    expect(first({ kind: 'buttons', ...wordy, choices: rows(2) })).toMatchObject({
      interactive: { type: 'list', body: { text: wordy.text } },
    });
    const heading = { ...menu, title: 't'.repeat(61) };
    expect(first({ kind: 'buttons', ...heading, choices: rows(2) })).toMatchObject({
      interactive: { body: { text: `*${heading.title}*\nCom quem?` } },
    });
    expect(first({ kind: 'buttons', title: 'Só título', text: '', choices: rows(1) })).toMatchObject({
      interactive: { body: { text: 'Só título' } },
    });
  });

  it('serializes a link as a button with its picture, and copy and call buttons as text', () => {
    expect(first({ ...linkButton, image: file })).toMatchObject({
      interactive: {
        type: 'cta_url',
        header: { type: 'image', image: { id: '77' } },
        body: { text: '*Site*\nVeja' },
        action: { name: 'cta_url', parameters: { display_text: 'Abrir', url: 'https://example.com' } },
      },
    });
    expect(first(linkButton)).toMatchObject({
      interactive: { header: { type: 'text', text: 'Site' }, body: { text: 'Veja' } },
    });
    expect(first({ ...linkButton, value: 'example' })).toMatchObject({
      type: 'text',
      text: { body: '*Site*\nVeja\n\nAbrir:\nexample' },
    });
    expect(first({ ...linkButton, act: 'call', value: '55 00 3333-0001', button: 'Ligar' })).toMatchObject({
      text: { body: '*Site*\nVeja\n\nLigar: +550033330001' },
    });
    expect(first({ ...linkButton, act: 'copy', value: 'DEZ', image: file })).toMatchObject({
      type: 'image',
      image: { id: '77', caption: '*Site*\nVeja\n\nAbrir:\nDEZ' },
    });
  });

  it('serializes a charge as an order with a text fallback, and an open amount as text', () => {
    const {
      parts: [order],
      fallback: [text] = [],
    } = write(pixCharge);
    expect(order).toMatchObject({
      interactive: {
        type: 'order_details',
        action: {
          name: 'review_and_pay',
          parameters: {
            reference_id: 'b1b2c3d4000040008000000000000001',
            total_amount: { value: 12345, offset: 100 },
            payment_settings: [{ type: 'pix_dynamic_code', pix_dynamic_code: { code: '000201', key_type: 'EMAIL' } }],
          },
        },
      },
    });
    expect(text).toMatchObject({ type: 'text', text: { body: '*Óculos*\nÓtica · R$ 123,45\n\n000201' } });
    expect(write({ ...pixCharge, cents: null })).toEqual({
      parts: [{ type: 'text', text: { body: '*Óculos*\nÓtica\n\n000201', preview_url: false } }],
    });
  });

  it('serializes a template with all its values', () => {
    const template = {
      name: 'pedido',
      language: 'pt_BR',
      text: 'x',
      header: [{ value: 'Ana' }],
      body: [
        { name: 'nome', value: 'linha 1\nlinha 2\t     fim' },
        { name: 'pedido', value: '42' },
      ],
      buttons: [
        { at: 0, type: 'url' as const, value: 'abc' },
        { at: 1, type: 'copy' as const, value: 'DEZ' },
        { at: 2, type: 'reply' as const, value: 'sim' },
      ],
    };
    expect(first({ kind: 'template', template })).toEqual({
      type: 'template',
      template: {
        name: 'pedido',
        language: { code: 'pt_BR' },
        components: [
          { type: 'header', parameters: [{ type: 'text', text: 'Ana' }] },
          {
            type: 'body',
            parameters: [
              { type: 'text', parameter_name: 'nome', text: 'linha 1 linha 2   fim' },
              { type: 'text', parameter_name: 'pedido', text: '42' },
            ],
          },
          { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: 'abc' }] },
          {
            type: 'button',
            sub_type: 'copy_code',
            index: '1',
            parameters: [{ type: 'coupon_code', coupon_code: 'DEZ' }],
          },
          { type: 'button', sub_type: 'quick_reply', index: '2', parameters: [{ type: 'payload', payload: 'sim' }] },
        ],
      },
    });
    const bare = { name: 'ola', language: 'pt_BR', text: 'x' };
    expect(first({ kind: 'template', template: bare })).toEqual({
      type: 'template',
      template: { name: 'ola', language: { code: 'pt_BR' } },
    });
    const header = (mime: string) => first({ kind: 'template', template: bare, image: { ...file, mime } });
    expect(header('image/png')).toMatchObject({
      template: { components: [{ type: 'header', parameters: [{ type: 'image', image: { id: '77' } }] }] },
    });
    expect(header('video/mp4')).toMatchObject({ template: { components: [{ parameters: [{ type: 'video' }] }] } });
    expect(header('application/pdf')).toMatchObject({
      template: { components: [{ parameters: [{ document: { filename: 'foto.jpg' } }] }] },
    });
  });

  it('splits long texts and captions into several messages without loss', () => {
    const long = 'palavra '.repeat(1500);
    const { parts } = write({ kind: 'text', text: long });
    const texts = parts.map(({ text }) => (text as { body: string }).body);
    expect(texts.every((part) => part.length <= 4096)).toBe(true);
    expect(texts.join('')).toBe(long);
    const picture = { kind: 'media', type: 'image', media: file } as const;
    expect(write({ ...picture, caption: 'x'.repeat(1024) }).parts).toHaveLength(1);
    expect(write({ ...picture, caption: 'x'.repeat(1025) }).parts).toEqual([
      { type: 'image', image: { id: '77' } },
      { type: 'text', text: { body: 'x'.repeat(1025), preview_url: false } },
    ]);
  });

  it('serializes a removed reaction with an empty emoji', () => {
    expect(first({ kind: 'reaction', to: 'wamid.A', emoji: '' })).toEqual({
      type: 'reaction',
      reaction: { message_id: 'wamid.A', emoji: '' },
    });
  });

  it('does not serialize content that only customers send', () => {
    expect(serializeContent({ kind: 'choice', id: '1', title: 'x' }, 'c')).toBeUndefined();
    expect(serializeContent({ kind: 'poll', question: 'x', options: [], isMultiple: false }, 'c')).toBeUndefined();
  });
});
