/** What a customer can send besides text and files: fields, samples, and the resulting action. */
import type { SandboxAction } from '@balcao/contract/endpoints/sandbox';
import type { phoneTexts } from './phone.texts.ts';

export type SendForm = 'location' | 'contacts' | 'poll' | 'event' | 'ad' | 'forwarded' | 'strange' | 'own-phone';
type TextKey = keyof typeof phoneTexts;

interface Field {
  name: string;
  label: TextKey;
  start: string;
  kind?: 'lines' | 'number' | 'moment';
}
interface Form {
  title: TextKey;
  fields: readonly Field[];
  toAction: (typed: Record<string, string>, sender: Sender) => SandboxAction;
}
interface Sender {
  customerId: string;
  memberId: string | undefined;
}

/** The samples are in Portuguese, like the predefined customers. */
export const sendForms: Record<SendForm, Form> = {
  location: {
    title: 'location',
    fields: [
      { name: 'name', label: 'placeName', start: 'Praça da Várzea' },
      { name: 'address', label: 'address', start: 'Várzea, Recife' },
      { name: 'latitude', label: 'latitude', start: '-8.0476', kind: 'number' },
      { name: 'longitude', label: 'longitude', start: '-34.9525', kind: 'number' },
    ],
    toAction: ({ name, address, latitude, longitude }, sender) => ({
      act: 'location',
      ...sender,
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
    toAction: ({ name = '', number = '' }, sender) => ({
      act: 'contacts',
      ...sender,
      contacts: [{ name, numbers: [number] }],
    }),
  },
  poll: {
    title: 'poll',
    fields: [
      { name: 'question', label: 'question', start: 'Qual armação?' },
      { name: 'options', label: 'pollOptions', start: 'Tartaruga\nPreta\nTransparente', kind: 'lines' },
    ],
    toAction: ({ question = '', options = '' }, sender) => ({
      act: 'poll',
      ...sender,
      question,
      options: splitLines(options),
    }),
  },
  event: {
    title: 'event',
    fields: [
      { name: 'title', label: 'eventTitle', start: 'Buscar os óculos' },
      { name: 'startsAt', label: 'startsAt', start: '', kind: 'moment' },
      { name: 'place', label: 'placeName', start: 'Loja Centro' },
    ],
    toAction: ({ title = '', startsAt = '', place: venue }, sender) => ({
      act: 'event',
      ...sender,
      title,
      place: venue,
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
    toAction: ({ text = '', title = '', body, url }, sender) => ({ act: 'ad', ...sender, text, title, body, url }),
  },
  forwarded: {
    title: 'forwarded',
    fields: [{ name: 'text', label: 'text', start: 'Olha que armação linda!', kind: 'lines' }],
    toAction: ({ text = '' }, sender) => ({ act: 'say', ...sender, text, isForwarded: true }),
  },
  strange: {
    title: 'strange',
    fields: [{ name: 'what', label: 'strangeWhat', start: 'holograma' }],
    toAction: ({ what = '' }, sender) => ({ act: 'strange', ...sender, what }),
  },
  'own-phone': {
    title: 'ownPhone',
    fields: [{ name: 'text', label: 'text', start: 'Respondi pelo celular da loja', kind: 'lines' }],
    toAction: ({ text = '' }, { customerId }) => ({ act: 'own-phone', customerId, text }),
  },
};

export const splitLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
