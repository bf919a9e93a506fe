import type { errors } from '@balcao/contract/errors/catalogue';
import type { Language } from './language.tsx';
import { ApiError, NetworkError } from './http.ts';
import type { Phrase } from './texts.ts';

type Catalogue = typeof errors;
let catalogue: Catalogue | undefined;

/** Loads the texts of all errors, a tenth of the shell, beside the first data of the page. */
export async function loadErrorTexts(): Promise<void> {
  catalogue ??= (await import('@balcao/contract/errors/catalogue')).errors;
}

/** The text of a code of the catalogue; undefined for others, and until the catalogue is loaded. */
export const knownErrorText = (code: string, language: Language): string | undefined =>
  catalogue && Object.hasOwn(catalogue, code) ? catalogue[code as keyof Catalogue][language] : undefined;

/** The text for an error: the catalogue's, a plain sentence as it is, or a general one. Never a code. */
export function errorText(error: unknown, language: Language): string {
  if (error instanceof NetworkError) return offline[language];
  const code = error instanceof ApiError ? error.code : error;
  if (typeof code !== 'string' || code.trim() === '') return general[language];
  // The conflicting conversation, which the API sends as JSON text.
  const text = knownErrorText(code.startsWith('{') ? 'ERR_OTHER_OPEN_TICKET' : code, language);
  if (text !== undefined) return text;
  // Until the catalogue is loaded: the server writes its text in the language of the request.
  if (catalogue === undefined && error instanceof ApiError && error.message !== code) return error.message;
  return isErrorCode(code) || code.startsWith('{') ? general[language] : code;
}

const isErrorCode = (text: string): boolean => /^[A-Z][A-Z0-9_]+$/.test(text);

const general: Phrase = { pt: 'Ocorreu um erro!', en: 'An error occurred!', es: '¡Ocurrió un error!' };
const offline: Phrase = {
  pt: 'Sem conexão com o servidor. Confira a internet e tente de novo.',
  en: 'The server cannot be reached. Check the internet and try again.',
  es: 'No hay conexión con el servidor. Revisa internet e inténtalo de nuevo.',
};
