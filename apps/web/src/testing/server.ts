/** A fake server made from the contract: requests and replies are validated by the real schemas. */
import { errors, type ErrorCode } from '@balcao/contract/errors/catalogue';
import type { Language } from '@balcao/contract/kernel/languages';
import { fieldErrors, fieldRules, type FieldError } from '@balcao/contract/errors/fields';
import { endpoints } from '@balcao/contract/endpoints/index';
import type { ParsedRequest, Endpoint, Reply } from '@balcao/contract/kernel/endpoint';

type ReceivedRequest<E extends Endpoint> = ParsedRequest<E> & {
  file: E extends { files: string } ? File : E extends { optionalFiles: string } ? File | undefined : undefined;
  token: string | undefined;
};
type Answer<E extends Endpoint> = (
  request: ReceivedRequest<E>,
) => Reply<E> | ErrorReply | Promise<Reply<E> | ErrorReply>;

interface ErrorReply {
  code: ErrorCode;
  fields: readonly FieldError[];
  /** The conflicting conversation, which the API sends as text in place of the code. */
  conflict?: object;
}
interface Route {
  endpoint: Endpoint;
  matches: RegExp;
  answer: Answer<Endpoint>;
  requests: ReceivedRequest<Endpoint>[];
}

let routes: Route[] = [];
let isOffline = false;
const unanswered: string[] = [];

/** Answers this endpoint from now on; the last handler wins. Returns the requests as they arrive. */
export function answer<E extends Endpoint>(endpoint: E, handler: Answer<E>): readonly ReceivedRequest<E>[] {
  const requests: ReceivedRequest<Endpoint>[] = [];
  const matches = new RegExp(`^/api${endpoint.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
  routes.unshift({ endpoint, matches, answer: handler, requests });
  return requests as unknown as readonly ReceivedRequest<E>[];
}

export const refuse = (code: ErrorCode, ...fields: FieldError[]): ErrorReply => ({ code, fields });

/** A prompt that is in use, with what uses it as text in place of the code. */
export const refuseInUse = (conflict: object): ErrorReply => ({ code: 'ERR_PROMPT_IN_USE', fields: [], conflict });

export const refuseConflict = (conflict: object): ErrorReply => ({
  code: 'ERR_OTHER_OPEN_TICKET',
  fields: [],
  conflict,
});

/** All requests fail until the next test. */
export function goOffline(): void {
  isOffline = true;
}
/** Requests succeed again. */
export function goOnline(): void {
  isOffline = false;
}

/** Answers the signed URLs under /media/ with these bytes; `undefined` for files that are gone. */
export function serveMedia(bytes: string | undefined): void {
  globalThis.fetch = ((input: string, init?: RequestInit) =>
    input.startsWith('/media/')
      ? Promise.resolve(new Response(bytes, { status: bytes === undefined ? 404 : 200 }))
      : fakeFetch(input, init)) as typeof fetch;
}

export function startServer(): void {
  globalThis.fetch = fakeFetch as typeof fetch;
}

/** Counts of conversations; those not given are 0. */
export const withCounts = (own: Partial<Reply<typeof endpoints.tickets.counts>> = {}) =>
  answer(endpoints.tickets.counts, () => ({
    open: 0,
    pending: 0,
    group: 0,
    unread: 0,
    waitingElsewhere: 0,
    failed: 0,
    ...own,
  }));

/** Returns the requests without a handler and resets the server. */
export function resetServer(): string[] {
  routes = [];
  isOffline = false;
  // Every page fetches these; most tests do not care.
  answer(endpoints.connections.list, () => []);
  answer(endpoints.quarantine.list, () => ({ items: [], hasMore: false, count: 0 }));
  answer(endpoints.connections.providers, () => ['sandbox' as const]);
  answer(endpoints.settings.public, () => null);
  answer(endpoints.settings.version, () => ({ version: '4.5.0' }));
  answer(endpoints.mails.list, () => ({
    mode: 'keep' as const,
    waiting: 0,
    waitingSince: null,
    error: null,
    mails: [],
  }));
  answer(endpoints.aiUsage.ceilings, () => ({
    monthCents: null,
    callsPerDay: 2000,
    turnsPerConversation: 20,
    callsPerContactHour: 30,
    spentMicros: 0,
    reservedMicros: 0,
    callsToday: 0,
    notices: [],
  }));
  answer(endpoints.teamChats.list, () => ({ records: [], count: 0, hasMore: false }));
  answer(endpoints.announcements.list, () => ({ records: [], count: 0, hasMore: false }));
  answer(endpoints.helps.pick, () => []);
  answer(endpoints.removals.list, () => ({ removals: [] }));
  answer(endpoints.firstSteps.show, () => ({ isShown: false, done: [], connections: [], queues: [], users: 1 }));
  // Every screen shows the unread count.
  withCounts();
  // Users without the permission for a screen land on the list of conversations.
  answer(endpoints.tickets.list, () => ({ tickets: [], count: 0, hasMore: false }));
  // Every open conversation fetches its draft.
  answer(endpoints.tickets.draft, () => ({ body: '', isPrivate: false, updatedAt: null }));
  answer(endpoints.tickets.keepDraft, ({ body }) => ({ ...body, updatedAt: '2026-07-23T12:00:00.000Z' }));
  return unanswered.splice(0);
}

async function fakeFetch(input: string, init: RequestInit = {}): Promise<Response> {
  if (isOffline) throw new TypeError('Failed to fetch');
  const url = new URL(input, 'http://localhost');
  const method = init.method ?? 'GET';
  const headers = new Headers(init.headers);
  const language = (headers.get('accept-language') ?? 'pt') as Language;
  const candidates = routes.filter(({ endpoint, matches }) => endpoint.method === method && matches.test(url.pathname));
  // As on the real server, a path without parameters comes first: `/invoices/all` is no invoice.
  const route = candidates.find(({ endpoint }) => !endpoint.path.includes(':')) ?? candidates[0];
  if (!route) {
    unanswered.push(`${method} ${url.pathname}${url.search}`);
    throw new TypeError(`No handler for ${method} ${url.pathname}`);
  }

  const parsed = parseRequest(route, url, init);
  if ('code' in parsed) return errorResponse(parsed, language);
  const token = headers.get('authorization')?.replace('Bearer ', '');
  const request = { ...parsed, token } as ReceivedRequest<Endpoint>;
  route.requests.push(request);
  const reply = await route.answer(request);
  if (isErrorReply(reply)) return errorResponse(reply, language);
  const checked = route.endpoint.reply.safeParse(reply);
  if (!checked.success)
    throw new Error(`The answer to ${method} ${url.pathname} breaks the contract: ${checked.error.message}`);
  return new Response(reply === undefined ? '' : JSON.stringify(reply), { status: route.endpoint.status ?? 200 });
}

function parseRequest(
  { endpoint, matches }: Route,
  url: URL,
  init: RequestInit,
): Omit<ReceivedRequest<Endpoint>, 'token'> | ErrorReply {
  const invalidFields: FieldError[] = [];
  const parse = (schema: Endpoint['body'], raw: unknown): unknown => {
    if (!schema) return undefined;
    const result = schema.safeParse(raw, { reportInput: true });
    if (!result.success) invalidFields.push(...fieldErrors(result.error.issues));
    return result.data;
  };
  const form = init.body instanceof FormData ? init.body : undefined;
  const request = {
    params: parse(endpoint.params, { ...matches.exec(url.pathname)?.groups }),
    query: parse(endpoint.query, Object.fromEntries(url.searchParams)),
    body: parse(
      endpoint.body,
      form ? Object.fromEntries(form) : typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    ),
    file: formFile(form, endpoint.files ?? endpoint.optionalFiles),
  };
  return invalidFields.length > 0
    ? refuse('ERR_VALIDATION', ...invalidFields)
    : (request as Omit<ReceivedRequest<Endpoint>, 'token'>);
}

const formFile = (form: FormData | undefined, field: string | undefined) =>
  field === undefined ? undefined : (form?.get(field) ?? undefined);

const isErrorReply = (reply: unknown): reply is ErrorReply =>
  typeof reply === 'object' && reply !== null && 'code' in reply && 'fields' in reply;

function errorResponse({ code, fields, conflict }: ErrorReply, language: Language): Response {
  const { status, [language]: message } = errors[code];
  const fieldErrors = fields.map((invalidField) => ({
    ...invalidField,
    message: fieldRules[invalidField.rule][language],
  }));
  const error = conflict ? JSON.stringify(conflict) : code;
  return new Response(JSON.stringify({ error, message, ...(fieldErrors.length > 0 ? { fields: fieldErrors } : {}) }), {
    status,
  });
}
