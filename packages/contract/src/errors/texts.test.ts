import { describe, expect, it } from 'vitest';
import { errors, languages, type ErrorCode } from './catalogue.ts';
import { fieldRules } from './fields.ts';

type Phrase = Record<(typeof languages)[number], string>;
const phrases: [string, Phrase][] = [...Object.entries(errors), ...Object.entries(fieldRules)];

/** Reviewed: Portuguese and Spanish say it with the same letters. */
const sameInTwoLanguages = ['invalid'];

describe('every refusal can be said in every language', () => {
  it.each(phrases)('%s', (name, phrase) => {
    for (const language of languages) expect(phrase[language].trim(), language).toMatch(/\S{2,}/);
    // Three languages, three sentences: a copied one is a forgotten one.
    expect(new Set(languages.map((language) => phrase[language])).size).toBe(sameInTwoLanguages.includes(name) ? 2 : 3);
  });

  it('a code has a status that fits it', () => {
    for (const [code, { status }] of Object.entries(errors)) {
      expect(status, code).toBeGreaterThanOrEqual(400);
      expect(status, code).toBeLessThan(600);
      if (/_NO_\w+_FOUND$|_NOT_FOUND$/.test(code)) expect(status, code).toBe(404);
    }
  });

  it('the codes of the specification are all there [M-313]', () => {
    const specified: ErrorCode[] = [
      'ERR_NO_OTHER_WHATSAPP',
      'ERR_NO_DEF_WAPP_FOUND',
      'ERR_WAPP_NOT_INITIALIZED',
      'ERR_WAPP_CHECK_CONTACT',
      'ERR_WAPP_INVALID_CONTACT',
      'ERR_WAPP_DOWNLOAD_MEDIA',
      'ERR_INVALID_CREDENTIALS',
      'ERR_SENDING_WAPP_MSG',
      'ERR_DELETE_WAPP_MSG',
      'ERR_OTHER_OPEN_TICKET',
      'ERR_SESSION_EXPIRED',
      'ERR_USER_CREATION_DISABLED',
      'ERR_NO_PERMISSION',
      'ERR_DUPLICATED_CONTACT',
      'ERR_NO_SETTING_FOUND',
      'ERR_NO_CONTACT_FOUND',
      'ERR_NO_TICKET_FOUND',
      'ERR_NO_USER_FOUND',
      'ERR_NO_WAPP_FOUND',
      'ERR_CREATING_MESSAGE',
      'ERR_CREATING_TICKET',
      'ERR_FETCH_WAPP_MSG',
      'ERR_QUEUE_COLOR_ALREADY_EXISTS',
      'ERR_WAPP_GREETING_REQUIRED',
      'ERR_OUT_OF_HOURS',
    ];
    for (const code of specified) expect(errors[code], code).toBeDefined();
    expect(errors.ERR_FETCH_WAPP_MSG).toMatchObject({
      pt: expect.stringContaining('antiga'),
      en: expect.stringContaining('too old'),
      es: expect.stringContaining('antiguo'),
    });
  });

  it('the words that the specification quotes are these', () => {
    expect(
      [fieldRules.tooShort, fieldRules.tooLong, fieldRules.required, fieldRules.email].map(({ pt, en }) => [pt, en]),
    ).toEqual([
      ['Muito curto!', 'Too Short!'],
      ['Muito longo!', 'Too Long!'],
      ['Obrigatório', 'Required'],
      ['E-mail inválido', 'Invalid email'],
    ]);
  });
});
