/** A pretended server made from the contract: what the page sends is read by the real schemas, and so is what it gets. */
import { errors, type ErrorCode, type Language } from '@balcao/contract/errors/catalogue';
import { fieldFaults, fieldRules, type FieldFault } from '@balcao/contract/errors/fields';
import { endpoints } from '@balcao/contract/endpoints/index';
import type { Asked, Endpoint, Reply } from '@balcao/contract/kernel/endpoint';

type Heard<E extends Endpoint> = Asked<E> & {
  file: E extends { files: string } ? File : undefined;
  token: string | undefined;
};
type Answer<E extends Endpoint> = (asked: Heard<E>) => Reply<E> | Refusal | Promise<Reply<E> | Refusal>;

interface Refusal {
  refused: ErrorCode;
  fields: readonly FieldFault[];
  /** The conversation in the way, which the wire sends as text in place of the code. */
  conflict?: object;
}
interface Route {
  endpoint: Endpoint;
  matches: RegExp;
  answer: Answer<Endpoint>;
  heard: Heard<Endpoint>[];
}

let routes: Route[] = [];
let unplugged = false;
const unanswered: string[] = [];

/** From now on this call is answered so; the last answer given counts. Returns what was asked, as it comes in. */
export function answer<E extends Endpoint>(endpoint: E, how: Answer<E>): readonly Heard<E>[] {
  const heard: Heard<Endpoint>[] = [];
  const matches = new RegExp(`^/api${endpoint.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
  routes.unshift({ endpoint, matches, answer: how, heard });
  return heard as unknown as readonly Heard<E>[];
}

export const refuse = (refused: ErrorCode, ...fields: FieldFault[]): Refusal => ({ refused, fields });

export const refuseTaken = (conflict: object): Refusal => ({ refused: 'ERR_OTHER_OPEN_TICKET', fields: [], conflict });

/** No call gets through until the next test. */
export function unplug(): void {
  unplugged = true;
}
/** The line is back. */
export function plugIn(): void {
  unplugged = false;
}

export function startServer(): void {
  globalThis.fetch = pretendedFetch as typeof fetch;
}

/** Tells which calls nobody answered, and starts afresh. */
export function resetServer(): string[] {
  routes = [];
  unplugged = false;
  // Every page asks for the brand, and for connections that want a look; most tests do not care.
  answer(endpoints.connections.list, () => []);
  answer(endpoints.connections.providers, () => ['sandbox' as const]);
  answer(endpoints.settings.public, () => null);
  answer(endpoints.settings.version, () => ({ version: '4.5.0' }));
  // Everyone who attends is told how much is unread, on every screen.
  answer(endpoints.tickets.counts, () => ({ open: 0, pending: 0, group: 0, unread: 0 }));
  // Every open conversation asks for what was begun there.
  answer(endpoints.tickets.draft, () => ({ body: '', isPrivate: false, updatedAt: null }));
  answer(endpoints.tickets.keepDraft, ({ body }) => ({ ...body, updatedAt: '2026-07-23T12:00:00.000Z' }));
  return unanswered.splice(0);
}

async function pretendedFetch(input: string, init: RequestInit = {}): Promise<Response> {
  if (unplugged) throw new TypeError('Failed to fetch');
  const url = new URL(input, 'http://localhost');
  const method = init.method ?? 'GET';
  const headers = new Headers(init.headers);
  const language = (headers.get('accept-language') ?? 'pt') as Language;
  const route = routes.find(({ endpoint, matches }) => endpoint.method === method && matches.test(url.pathname));
  if (!route) {
    unanswered.push(`${method} ${url.pathname}${url.search}`);
    throw new TypeError(`Nobody answers ${method} ${url.pathname}`);
  }

  const read = readCall(route, url, init);
  if ('refused' in read) return refusalAnswer(read, language);
  const token = headers.get('authorization')?.replace('Bearer ', '');
  const asked = { ...read, token } as Heard<Endpoint>;
  route.heard.push(asked);
  const reply = await route.answer(asked);
  if (isRefusal(reply)) return refusalAnswer(reply, language);
  const checked = route.endpoint.reply.safeParse(reply);
  if (!checked.success)
    throw new Error(`The answer to ${method} ${url.pathname} breaks the contract: ${checked.error.message}`);
  return new Response(reply === undefined ? '' : JSON.stringify(reply), { status: route.endpoint.status ?? 200 });
}

function readCall({ endpoint, matches }: Route, url: URL, init: RequestInit): Omit<Heard<Endpoint>, 'token'> | Refusal {
  const faults: FieldFault[] = [];
  const read = (schema: Endpoint['body'], raw: unknown): unknown => {
    if (!schema) return undefined;
    const result = schema.safeParse(raw, { reportInput: true });
    if (!result.success) faults.push(...fieldFaults(result.error.issues));
    return result.data;
  };
  const form = init.body instanceof FormData ? init.body : undefined;
  const asked = {
    params: read(endpoint.params, { ...matches.exec(url.pathname)?.groups }),
    query: read(endpoint.query, Object.fromEntries(url.searchParams)),
    body: read(
      endpoint.body,
      form ? Object.fromEntries(form) : typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    ),
    file: endpoint.files === undefined ? undefined : form?.get(endpoint.files),
  };
  return faults.length > 0 ? refuse('ERR_VALIDATION', ...faults) : (asked as Omit<Heard<Endpoint>, 'token'>);
}

const isRefusal = (reply: unknown): reply is Refusal =>
  typeof reply === 'object' && reply !== null && 'refused' in reply;

function refusalAnswer({ refused, fields, conflict }: Refusal, language: Language): Response {
  const { status, [language]: message } = errors[refused];
  const told = fields.map((fault) => ({ ...fault, message: fieldRules[fault.rule][language] }));
  const error = conflict ? JSON.stringify(conflict) : refused;
  return new Response(JSON.stringify({ error, message, ...(told.length > 0 ? { fields: told } : {}) }), {
    status,
  });
}
