import { errors } from '@balcao/contract/errors/catalogue';
import type { Language } from './language.tsx';
import { ApiError, NetworkError } from './http.ts';
import type { Phrase } from './texts.ts';

/** The text for an error: the catalogue's, a plain sentence as it is, or a general one. Never a code. */
export function errorText(error: unknown, language: Language): string {
  if (error instanceof NetworkError) return offline[language];
  const code = error instanceof ApiError ? error.code : error;
  if (typeof code !== 'string' || code.trim() === '') return general[language];
  // The conflicting conversation, which the API sends as JSON text.
  if (code.startsWith('{')) return errors.ERR_OTHER_OPEN_TICKET[language];
  if (Object.hasOwn(errors, code)) return errors[code as keyof typeof errors][language];
  return isErrorCode(code) ? general[language] : code;
}

const isErrorCode = (text: string): boolean => /^[A-Z][A-Z0-9_]+$/.test(text);

const general: Phrase = { pt: 'Ocorreu um erro!', en: 'An error occurred!', es: '¡Ocurrió un error!' };
const offline: Phrase = {
  pt: 'Sem conexão com o servidor. Confira a internet e tente de novo.',
  en: 'The server cannot be reached. Check the internet and try again.',
  es: 'No hay conexión con el servidor. Revisa internet e inténtalo de nuevo.',
};
