/** Redacts keys, passwords, tokens, and customers' names and texts from log records. */
import { redactCardNumbers } from '@balcao/domain/billing/card-number';

const REDACTED = '[redacted]';
/** Longer texts are truncated, which also bounds the cost of the patterns below. */
const MAX_TEXT_LENGTH = 8_000;

export function redactValue(value: unknown): unknown {
  if (typeof value === 'string') return redactText(value);
  if (Array.isArray(value)) return value.map(redactValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      redactText(key),
      isHidden(key, inner) ? REDACTED : redactValue(inner),
    ]),
  );
}

/** Free text: messages, stacks, URLs within them. Every pattern is bounded, so hostile input costs linear time. */
export function redactText(text: string): string {
  const short = redactCardNumbers(text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text);
  if (!SUSPICIOUS.test(short)) return short;
  return (
    short
      .replace(QUERY_VALUES, `\nparams: ${REDACTED}`)
      .replace(URL_LIKE, redactUrl)
      .replace(/\b(Bearer|Basic) {1,3}[\w.~+/=-]+/gi, `$1 ${REDACTED}`)
      .replace(/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, REDACTED)
      // Meta access token: Meta repeats rejected tokens in error messages.
      .replace(/\bEAA[\w-]{16,}/g, REDACTED)
      .replace(NAMED_VALUE, `$1${REDACTED}`)
      .replace(/[\w.+-]{1,64}(?:@|%40)[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/gi, '[e-mail]')
  );
}

/**
 * Error message without its quotations: parsers and the database quote the input that failed, which may be a customer's
 * text. Quoted names of our own objects and stack positions are preserved.
 */
export function redactError(text: string): string {
  const at = text.search(/\n {4}at /);
  const [message, stack] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)];
  return (
    message
      .slice(0, MAX_TEXT_LENGTH)
      .replace(QUOTED, (match, before: string) => (NAMES_AN_OBJECT.test(before) ? match : `${before}[quoted]`))
      .replace(/(?<![\w.-])\+?\d{10,15}(?![\w-])/g, '[number]') + stack
  );
}
const QUOTED = /((?:\b[a-z]{1,20}\s)?)(?:(?<!\w)"[^"]*"?|(?<!\w)'[^'\n]*'(?!\w))/gi;
const NAMES_AN_OBJECT =
  /^(?:relation|column|table|constraint|function|type|schema|role|database|index|sequence|property|reading|module|package|method|option|import|host)\s$/i;

// Most texts contain none of the characters that the patterns above need; skipping them costs a tenth.
const SUSPICIOUS = /[/@=%"]|eyJ|EAA|bearer|basic|\nparams/i;
// The database layer appends the values of a failed query to its text.
const QUERY_VALUES = /\nparams: [\s\S]*?(?=\n {4}at |$)/g;
const URL_LIKE = /(?:\b[a-z][a-z0-9+.-]{0,20}:\/\/|\/)[^\s"'<>`\\]+/gi;
const NAMED_VALUE = /([\w-]{0,30}(?:password|senha|token|secret|api_?key)(?:=|\\?"\s{0,2}:\s{0,2}\\?"))[^\s"',&;\\]+/gi;

export function redactUrl(url: string): string {
  const [location = '', ...rest] = url.replace(/^([a-z][a-z0-9+.-]{0,20}:\/\/)[^/?#@]*@/i, `$1${REDACTED}@`).split('?');
  const path = redactPath(location);
  if (rest.length === 0) return path;
  const pairs = rest.join('?').split('#')[0]!.split('&');
  return `${path}?${pairs.map((pair) => redactPair(pair, path)).join('&')}`;
}

/** Paths with an e-mail address, a code, a password or an unguessable key as a segment. */
const SECRET_PATH =
  /^(.*?\/(?:reset-?passwords?|forget-?passwords?|forgetpsw|webhooks\/(?:payments\/)?[\w-]{1,40}))\/./i;

function redactPath(path: string): string {
  // The router decodes before it matches, so `/reset%2Dpassword/` reaches the same route.
  const plain = decoded(path);
  const secret = SECRET_PATH.exec(plain);
  if (secret) return `${secret[1]}/${REDACTED}`;
  return path.replace(/(?<=\/)\+?\d{10,15}(?![\w.:-])/g, '[number]');
}

function redactPair(pair: string, path: string): string {
  const [name = ''] = pair.split('=', 1);
  const isSignature = path.includes('/media/') && name === 's';
  return isSignature || isHidden(decoded(name), pair) || QUERY_ONLY.test(decoded(name)) ? `${name}=${REDACTED}` : pair;
}

// Harmless as field names, sensitive as query parameters: an OAuth code, a search text.
const QUERY_ONLY = /^(?:code|state|key|name|search\w*)$/i;

/** Key names, without case, dash and underscore. True, false and null are not redacted: they only reveal whether a value is set. */
function isHidden(key: string, value: unknown): boolean {
  if (value === null || typeof value === 'boolean') return false;
  const name = key.toLowerCase().replace(/[^a-z0-9]/g, '');
  return SECRET_NAME.test(name) || PERSONAL_NAMES.has(name);
}

const SECRET_NAME =
  /password|passwd|passphrase|senha|secret|authorization|cookie|apikey|accesskey|credential|privatekey|signature|cardnumber|cvv|cvc|tokens?$|jwt$|(?:reset|verification|confirmation|invitation)code$|^(?:pass|pin|otp|jrt)$/;
const PERSONAL_NAMES = new Set([
  'body',
  'email',
  'number',
  'phone',
  'phonenumber',
  'contactnumber',
  'remotejid',
  'cpf',
  'cnpj',
  'document',
  'lastmessage',
]);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
