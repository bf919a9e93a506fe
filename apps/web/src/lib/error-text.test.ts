import { errors } from '@balcao/contract/errors/catalogue';
import { languages } from '@balcao/contract/kernel/languages';
import { describe, expect, it } from 'vitest';
import { errorText } from './error-text.ts';
import { ApiError, NetworkError } from './http.ts';

describe('errorText', () => {
  it('translates an error code of the catalogue [M-312]', () => {
    const signInError = new ApiError(401, 'ERR_INVALID_CREDENTIALS');
    expect(errorText(signInError, 'pt')).toBe(errors.ERR_INVALID_CREDENTIALS.pt);
    expect(errorText(signInError, 'es')).toBe(errors.ERR_INVALID_CREDENTIALS.es);
    expect(errorText('ERR_NO_TICKET_FOUND', 'en')).toBe(errors.ERR_NO_TICKET_FOUND.en);
  });

  it('returns a plain sentence unchanged [M-312]', () => {
    expect(errorText('O robô está descansando', 'pt')).toBe('O robô está descansando');
    expect(errorText(new ApiError(400, 'Nome inválido'), 'en')).toBe('Nome inválido');
  });

  it.each([
    ['pt', 'Ocorreu um erro!'],
    ['en', 'An error occurred!'],
    ['es', '¡Ocurrió un error!'],
  ] as const)('returns a general sentence for anything else in %s, never a code [M-312]', (language, sentence) => {
    for (const value of [
      new TypeError('x is not a function'),
      undefined,
      null,
      42,
      {},
      '',
      'ERR_OF_TOMORROW',
      new ApiError(500, 'ERR_OF_TOMORROW'),
    ])
      expect(errorText(value, language)).toBe(sentence);
  });

  it('has a text for a lost connection', () => {
    expect(errorText(new NetworkError('offline'), 'pt')).toMatch(/^Sem conexão/);
  });

  it('shows no code in any text of the catalogue', () => {
    for (const code of Object.keys(errors))
      for (const language of languages) expect(errorText(code, language)).not.toMatch(/ERR_/);
  });

  it('explains a conflict that the API sends as JSON: a conversation is already open', () => {
    const conflictError = new ApiError(409, JSON.stringify({ uuid: 'x', userId: 9 }));
    expect(errorText(conflictError, 'pt')).toBe('Já existe uma conversa aberta com este contato.');
  });
});
