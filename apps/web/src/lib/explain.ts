import { errors } from '@balcao/contract/errors/catalogue';
import type { Language } from './language.tsx';
import { ApiError, NetworkError } from './plain-call.ts';
import type { Phrase } from './texts.ts';

/** What to tell a person about a failure: the catalogue's sentence, a plain sentence as it is, or a general one. Never a code. */
export function explain(error: unknown, language: Language): string {
  if (error instanceof NetworkError) return offline[language];
  const said = error instanceof ApiError ? error.code : error;
  if (typeof said !== 'string' || said.trim() === '') return general[language];
  // The conversation in the way, which the wire sends as text: nobody should have to read that.
  if (said.startsWith('{')) return errors.ERR_OTHER_OPEN_TICKET[language];
  if (Object.hasOwn(errors, said)) return errors[said as keyof typeof errors][language];
  return looksLikeCode(said) ? general[language] : said;
}

const looksLikeCode = (text: string): boolean => /^[A-Z][A-Z0-9_]+$/.test(text);

const general: Phrase = { pt: 'Ocorreu um erro!', en: 'An error occurred!', es: '¡Ocurrió un error!' };
const offline: Phrase = {
  pt: 'Sem conexão com o servidor. Confira a internet e tente de novo.',
  en: 'The server cannot be reached. Check the internet and try again.',
  es: 'No hay conexión con el servidor. Revisa internet e inténtalo de nuevo.',
};
