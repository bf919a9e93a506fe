import type { ReminderDay } from '../billing/billing-calendar.ts';
import type { Block, Letter, MailBrand } from './letter.ts';
import { ceilingTexts, letterTexts, reminderTexts } from './letters.texts.ts';

export const mailLanguages = ['pt', 'en', 'es'] as const;
export type MailLanguage = (typeof mailLanguages)[number];

interface InvoiceMail {
  company: string;
  number: string;
  plan: string;
  cents: number;
  /** YYYY-MM-DD */
  dueDay: string;
  url: string;
}
/** What each kind of mail says. Days are YYYY-MM-DD; addresses are complete. */
export interface MailData {
  'reset-code': { code: string; until: Date; timeZone: string; url: string };
  'confirm-email': { name: string; company: string; url: string };
  welcome: { name: string; company: string; plan: string; day: string; url: string };
  'address-in-use': { url: string };
  'password-changed': { at: Date; timeZone: string; device: string; url: string };
  invitation: { inviter: string; company: string; day: string; url: string };
  'invoice-issued': InvoiceMail;
  'invoice-reminder': InvoiceMail & { reminder: ReminderDay };
  receipt: InvoiceMail & { method: string; validUntil: string };
  refund: Pick<InvoiceMail, 'number' | 'cents' | 'url'>;
  'company-deletion': { company: string; day: string };
  /** `limit`: cents for a month, else calls. */
  'ai-ceiling': {
    company: string;
    ceiling: 'month' | 'day' | 'conversation' | 'contactHour';
    percent: 80 | 100;
    limit: number;
    url: string;
  };
}
export type MailKind = keyof MailData;

const LOCALES: Record<MailLanguage, string> = { pt: 'pt-BR', en: 'en-GB', es: 'es' };

/** Texts of one language, with dates and amounts as it writes them. */
function wording(language: MailLanguage, brand: string) {
  const fill = (text: string, values: Readonly<Record<string, string>>) =>
    text.replace(/\{(\w+)\}/g, (whole, name: string) => (name === 'brand' ? brand : (values[name] ?? whole)));
  const locale = LOCALES[language];
  return {
    text: (key: keyof typeof letterTexts, values: Readonly<Record<string, string>> = {}): string =>
      fill(letterTexts[key][language], values),
    ceiling: (ceiling: MailData['ai-ceiling']['ceiling'], percent: 80 | 100): string =>
      ceilingTexts[`${ceiling}${percent}`]?.[language] ?? '',
    count: (value: number): string => new Intl.NumberFormat(locale).format(value),
    remind: (reminder: ReminderDay): string => reminderTexts[`${reminder}`][language],
    day: (day: string): string =>
      new Intl.DateTimeFormat(locale, { timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`)),
    time: (at: Date, timeZone: string): string =>
      new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short' }).format(at),
    moment: (at: Date, timeZone: string): string =>
      new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at),
    money: (cents: number): string =>
      new Intl.NumberFormat(locale, { style: 'currency', currency: 'BRL' }).format(cents / 100),
  };
}
type Wording = ReturnType<typeof wording>;

const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
const button = (label: string, url: string): Block => ({ kind: 'button', label, url });

function invoiceFacts({ text, day, money }: Wording, { number, plan, cents, dueDay }: InvoiceMail): Block {
  const rows = [
    [text('invoice'), number],
    [text('plan'), plan],
    [text('amount'), money(cents)],
    [text('dueDay'), day(dueDay)],
  ] as const;
  return { kind: 'facts', rows };
}

type Writers = { [K in MailKind]: (data: MailData[K], words: Wording) => Letter };
const writers: Writers = {
  'reset-code': ({ code, until, timeZone, url }, { text, time }) => ({
    subject: text('codeSubject', { code }),
    title: text('codeTitle'),
    blocks: [
      paragraph(text('codeText')),
      { kind: 'code', text: code },
      paragraph(text('codeUntil', { time: time(until, timeZone) })),
      button(text('codeButton'), url),
    ],
    note: text('codeNote'),
  }),
  'confirm-email': ({ name, company, url }, { text }) => ({
    subject: text('confirmSubject'),
    title: text('confirmTitle'),
    blocks: [paragraph(text('confirmText', { name, company })), button(text('confirmButton'), url)],
    note: text('confirmNote'),
  }),
  welcome: ({ name, company, plan, day: until, url }, { text, day }) => ({
    subject: text('welcomeSubject', { company }),
    title: text('welcomeTitle', { name }),
    blocks: [paragraph(text('welcomeText', { plan, day: day(until) })), button(text('welcomeButton'), url)],
    note: text('welcomeNote'),
  }),
  'address-in-use': ({ url }, { text }) => ({
    subject: text('inUseSubject'),
    title: text('inUseSubject'),
    blocks: [paragraph(text('inUseText')), button(text('signInButton'), url)],
    note: text('inUseNote'),
  }),
  'password-changed': ({ at, timeZone, device, url }, { text, moment }) => ({
    subject: text('changedSubject'),
    title: text('changedSubject'),
    blocks: [
      {
        kind: 'facts',
        rows: [
          [text('when'), moment(at, timeZone)],
          [text('device'), device],
        ],
      },
      paragraph(text('changedText')),
      button(text('notMeButton'), url),
    ],
    note: text('changedNote'),
  }),
  invitation: ({ inviter, company, day: until, url }, { text, day }) => ({
    subject: text('invitationSubject', { inviter, company }),
    title: text('invitationTitle'),
    blocks: [paragraph(text('invitationText', { inviter, company })), button(text('invitationButton'), url)],
    note: text('invitationNote', { day: day(until) }),
  }),
  'invoice-issued': (data, words) => ({
    subject: words.text('issuedSubject', { number: data.number, company: data.company }),
    title: words.text('issuedTitle'),
    blocks: [invoiceFacts(words, data), button(words.text('payButton'), data.url)],
    note: words.text('payNote'),
  }),
  'invoice-reminder': (data, words) => ({
    subject: words.remind(data.reminder),
    title: words.remind(data.reminder),
    blocks: [invoiceFacts(words, data), button(words.text('payButton'), data.url)],
    note: words.text('payNote'),
  }),
  receipt: (data, words) => ({
    subject: words.text('receiptSubject', { number: data.number }),
    title: words.text('receiptTitle'),
    blocks: [
      invoiceFacts(words, data),
      {
        kind: 'facts',
        rows: [
          [words.text('paidWith'), data.method],
          [words.text('validUntil'), words.day(data.validUntil)],
        ],
      },
      button(words.text('receiptButton'), data.url),
    ],
    note: words.text('receiptNote'),
  }),
  refund: ({ number, cents, url }, { text, money }) => ({
    subject: text('refundSubject', { number }),
    title: text('refundTitle'),
    blocks: [
      {
        kind: 'facts',
        rows: [
          [text('invoice'), number],
          [text('amount'), money(cents)],
        ],
      },
      button(text('receiptButton'), url),
    ],
    note: text('refundNote'),
  }),
  'company-deletion': ({ company, day: until }, { text, day }) => ({
    subject: text('deletionSubject', { company }),
    title: text('deletionTitle', { day: day(until) }),
    blocks: [paragraph(text('deletionText'))],
    note: text('deletionNote'),
  }),
  'ai-ceiling': ({ company, ceiling, percent, limit, url }, words) => ({
    subject: words.ceiling(ceiling, percent),
    title: words.ceiling(ceiling, percent),
    blocks: [
      paragraph(words.text(percent === 80 ? 'ceilingNearText' : 'ceilingReachedText')),
      {
        kind: 'facts',
        rows: [
          [words.text('company'), company],
          [words.text('ceiling'), ceiling === 'month' ? words.money(limit) : words.count(limit)],
        ],
      },
      button(words.text('ceilingButton'), url),
    ],
    note: words.text('ceilingNote'),
  }),
};
export const mailKinds = Object.keys(writers) as MailKind[];

/** The letter of a kind in a language. */
export const writeLetter = <K extends MailKind>(
  kind: K,
  data: MailData[K],
  language: MailLanguage,
  brand: Pick<MailBrand, 'name'>,
): Letter => writers[kind](data, wording(language, brand.name));

export const footerOf = (language: MailLanguage, brandName: string): string =>
  wording(language, brandName).text('footer');
