import { describe, expect, it } from 'vitest';
import { errors, type ErrorCode } from './catalogue.ts';
import { languages } from '../kernel/languages.ts';
import { fieldRules } from './fields.ts';

type Phrase = Record<(typeof languages)[number], string>;
const phrases: [string, Phrase][] = [...Object.entries(errors), ...Object.entries(fieldRules)];

/** Reviewed: the text is equal in Portuguese and Spanish. */
const sameInTwoLanguages = ['invalid'];

describe('error texts', () => {
  it.each(phrases)('%s has a different text in each language', (name, phrase) => {
    for (const language of languages) expect(phrase[language].trim(), language).toMatch(/\S{2,}/);
    // Equal texts mean a missing translation.
    expect(new Set(languages.map((language) => phrase[language])).size).toBe(sameInTwoLanguages.includes(name) ? 2 : 3);
  });

  it('have a valid HTTP status, 404 for codes of missing records', () => {
    for (const [code, { status }] of Object.entries(errors)) {
      expect(status, code).toBeGreaterThanOrEqual(400);
      expect(status, code).toBeLessThan(600);
      if (/_NO_\w+_FOUND$|_NOT_FOUND$/.test(code)) expect(status, code).toBe(404);
    }
  });

  it('exist for every code of the specification [M-313]', () => {
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

  it('equal the texts that the specification quotes', () => {
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
