/** What a customer can send beyond words and files: which fields each has, what they start with, and the act they make. */
import type { SandboxAct } from '@balcao/contract/endpoints/sandbox';
import type { phoneTexts } from './phone.texts.ts';

export type SendForm = 'location' | 'contacts' | 'poll' | 'event' | 'ad' | 'forwarded' | 'strange' | 'own-phone';
type Words = keyof typeof phoneTexts;

interface Field {
  name: string;
  label: Words;
  start: string;
  kind?: 'lines' | 'number' | 'moment';
}
interface Form {
  title: Words;
  fields: readonly Field[];
  act: (typed: Record<string, string>, who: Who) => SandboxAct;
}
interface Who {
  customerId: string;
  memberId: string | undefined;
}

/** The samples speak Portuguese, as the ready-made customers do. */
export const sendForms: Record<SendForm, Form> = {
  location: {
    title: 'location',
    fields: [
      { name: 'name', label: 'placeName', start: 'Praça da Várzea' },
      { name: 'address', label: 'address', start: 'Várzea, Recife' },
      { name: 'latitude', label: 'latitude', start: '-8.0476', kind: 'number' },
      { name: 'longitude', label: 'longitude', start: '-34.9525', kind: 'number' },
    ],
    act: ({ name, address, latitude, longitude }, who) => ({
      act: 'location',
      ...who,
      name,
      address,
      latitude: Number(latitude),
      longitude: Number(longitude),
    }),
  },
  contacts: {
    title: 'contacts',
    fields: [
      { name: 'name', label: 'contactName', start: 'Dr. Sérgio (oftalmo)' },
      { name: 'number', label: 'contactNumber', start: '5581991230000' },
    ],
    act: ({ name = '', number = '' }, who) => ({ act: 'contacts', ...who, contacts: [{ name, numbers: [number] }] }),
  },
  poll: {
    title: 'poll',
    fields: [
      { name: 'question', label: 'question', start: 'Qual armação?' },
      { name: 'options', label: 'pollOptions', start: 'Tartaruga\nPreta\nTransparente', kind: 'lines' },
    ],
    act: ({ question = '', options = '' }, who) => ({ act: 'poll', ...who, question, options: linesOf(options) }),
  },
  event: {
    title: 'event',
    fields: [
      { name: 'title', label: 'eventTitle', start: 'Buscar os óculos' },
      { name: 'startsAt', label: 'startsAt', start: '', kind: 'moment' },
      { name: 'place', label: 'placeName', start: 'Loja Centro' },
    ],
    act: ({ title = '', startsAt = '', place }, who) => ({
      act: 'event',
      ...who,
      title,
      place,
      startsAt: new Date(startsAt).toISOString(),
    }),
  },
  ad: {
    title: 'ad',
    fields: [
      { name: 'text', label: 'text', start: 'Oi! Vi o anúncio da armação tartaruga' },
      { name: 'title', label: 'adTitle', start: 'Armação tartaruga' },
      { name: 'body', label: 'adBody', start: 'Só esta semana' },
      { name: 'url', label: 'adUrl', start: 'https://example.com/tartaruga' },
    ],
    act: ({ text = '', title = '', body, url }, who) => ({ act: 'ad', ...who, text, title, body, url }),
  },
  forwarded: {
    title: 'forwarded',
    fields: [{ name: 'text', label: 'text', start: 'Olha que armação linda!', kind: 'lines' }],
    act: ({ text = '' }, who) => ({ act: 'say', ...who, text, isForwarded: true }),
  },
  strange: {
    title: 'strange',
    fields: [{ name: 'what', label: 'strangeWhat', start: 'holograma' }],
    act: ({ what = '' }, who) => ({ act: 'strange', ...who, what }),
  },
  'own-phone': {
    title: 'ownPhone',
    fields: [{ name: 'text', label: 'text', start: 'Respondi pelo celular da loja', kind: 'lines' }],
    act: ({ text = '' }, { customerId }) => ({ act: 'own-phone', customerId, text }),
  },
};

export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
