/** HTTP API of the network for the server: each call needs the account's token, and the account's faults apply. */
import { z } from 'zod';
import { isSameSecret } from '../../../infrastructure/secrets/same-secret.ts';
import { WireEdit, WireOpening, WireRead, WireRemove, WireSend } from '../wire-format.ts';
import { NetworkError, type Calls } from './calls.ts';
import type { Files } from './files.ts';
import { sendJson, unanswered, type RouteContext, type RouteTable } from './http.ts';
import type { Journal } from './journal.ts';
import type { PhoneAccount } from './phones.ts';
import type { Sessions } from './sessions.ts';

interface ProviderRouteDeps {
  accounts: Map<string, PhoneAccount>;
  register(id: string, token: string, opening: z.output<typeof WireOpening>): PhoneAccount;
  changed(): void;
  calls: Calls;
  sessions: Sessions;
  files: Files;
  journal: Journal;
  wait(ms: number): Promise<void>;
}
const at = (rest: string) => new RegExp(`^/v1/accounts/([^/]+)${rest}$`);

export function providerRoutes(deps: ProviderRouteDeps): RouteTable {
  const access = createAccess(deps);
  return [
    ...sessionRoutes(deps, access),
    ['POST', at('/messages'), (context) => send(context, deps, access)],
    ...messageRoutes(deps, access),
    ...mediaRoutes(deps, access),
  ];
}

/** Authentication, artificial delay and the journal. */
function createAccess({ accounts, journal, wait }: ProviderRouteDeps) {
  const authenticate = ({ params: [id], bearer }: RouteContext): PhoneAccount => {
    const account = accounts.get(id!);
    if (!account) throw new NetworkError(404, 'unknown-account', 'this account is not open here');
    if (!isSameSecret(bearer, account.token)) throw new NetworkError(401, 'dead', 'wrong token');
    return account;
  };
  /** Authenticates after the delay that the account's faults set. */
  const authenticateWithDelay = async (context: RouteContext): Promise<PhoneAccount> => {
    const account = authenticate(context);
    if (account.faults.slowMs > 0) await wait(account.faults.slowMs);
    return account;
  };
  return {
    authenticate,
    authenticateWithDelay,
    logged:
      (does: string, run: (account: PhoneAccount, context: RouteContext) => unknown) =>
      async (context: RouteContext): Promise<unknown> => {
        const atMs = Date.now();
        const entry = { type: 'call' as const, account: context.params[0]!, does, isRepeat: false, atMs };
        try {
          const value = await run(await authenticateWithDelay(context), context);
          journal.write({ ...entry, isDone: true, status: 200, ms: Date.now() - atMs });
          return value;
        } catch (error) {
          const status = error instanceof NetworkError ? error.status : 500;
          journal.write({ ...entry, isDone: false, status, ms: Date.now() - atMs });
          throw error;
        }
      },
  };
}
type Access = ReturnType<typeof createAccess>;

async function send(
  context: RouteContext,
  { calls, journal, changed }: ProviderRouteDeps,
  { authenticateWithDelay }: Access,
): Promise<unknown> {
  const atMs = Date.now();
  const account = await authenticateWithDelay(context);
  const fault = faultFor(account, changed);
  const entry = { type: 'call' as const, account: account.id, does: 'send', isRepeat: false, isDone: false, atMs };
  const log = (status: number, more: { ref?: string; wid?: string; isRepeat?: boolean; isDone?: boolean } = {}) =>
    journal.write({ ...entry, ...more, status, ms: Date.now() - atMs });

  // The request is not read; the caller runs into its timeout.
  if (fault === 'before-read') {
    log(0);
    return unanswered;
  }
  const outgoing = WireSend.parse(await context.json());
  const { ref } = outgoing;
  const refuse = (status: number, body: object, headers?: Record<string, string>) => {
    log(status, { ref });
    sendJson(context.response, status, body, headers);
    return unanswered;
  };
  const { refusal, retryAfterSeconds } = account.faults;
  if (fault === 'busy') return refuse(429, { error: 'busy' }, { 'retry-after': String(retryAfterSeconds) });
  if (fault === 'down') return refuse(503, { error: 'down' });
  if (fault === 'refuse') return refuse(refusal === 'dead' ? 401 : 400, { error: refusal, message: 'as configured' });
  try {
    const { wid, isRepeat } = calls.send(account, outgoing);
    const isSilent = fault === 'after-read' || fault === 'reset';
    log(isSilent ? 0 : 200, { ref, wid, isRepeat, isDone: true });
    if (fault === 'reset') context.request.socket.resetAndDestroy();
    if (isSilent) return unanswered;
    if (fault === 'garbage') {
      context.response.end('<html>it works');
      return unanswered;
    }
    return { id: wid };
  } catch (error) {
    log(error instanceof NetworkError ? error.status : 500, { ref });
    throw error;
  }
}

const sessionRoutes = (
  { accounts, register, sessions, journal }: ProviderRouteDeps,
  { authenticate, logged }: Access,
): RouteTable => [
  [
    'POST',
    at('/session/open'),
    async (context) => {
      const [id] = context.params;
      const opening = WireOpening.parse(await context.json());
      if (accounts.has(id!)) authenticate(context);
      if (context.bearer.length < 16) throw new NetworkError(401, 'dead', 'a token is needed');
      sessions.open(register(id!, context.bearer, opening), opening.afresh);
      journal.write({
        type: 'call',
        account: id!,
        does: 'open',
        isRepeat: false,
        isDone: true,
        status: 200,
        atMs: Date.now(),
        ms: 0,
      });
    },
  ],
  [
    'POST',
    at('/session/close'),
    logged('close', async (account, context) => {
      sessions.close(account, z.object({ forGood: z.boolean() }).parse(await context.json()).forGood);
    }),
  ],
];

const messageRoutes = ({ calls }: ProviderRouteDeps, { logged }: Access): RouteTable => [
  [
    'POST',
    at('/edit'),
    logged('edit', async (account, context) => {
      const { to, id, body } = WireEdit.parse(await context.json());
      calls.edit(account, to, id, body);
    }),
  ],
  [
    'POST',
    at('/remove'),
    logged('remove', async (account, context) => {
      const { to, id } = WireRemove.parse(await context.json());
      calls.remove(account, to, id);
    }),
  ],
  [
    'POST',
    at('/read'),
    logged('read', async (account, context) => {
      const { to, ids } = WireRead.parse(await context.json());
      calls.markRead(account, to, ids);
    }),
  ],
  [
    'GET',
    at('/lookup/(\\d{1,30})'),
    logged('lookup', (account, { params }) => ({ number: calls.findNumber(account, params[1]!) })),
  ],
  [
    'GET',
    at('/(contacts|chats)'),
    logged('address book', (account, { params }) => ({ people: calls.listContacts(account, params[1] === 'chats') })),
  ],
];

const mediaRoutes = ({ files }: ProviderRouteDeps, { logged }: Access): RouteTable => [
  [
    'PUT',
    at('/media'),
    logged('upload', async (_account, context) => {
      const mime = context.request.headers['content-type'] ?? 'application/octet-stream';
      const name = decodeURIComponent(String(context.request.headers['x-file-name'] ?? ''));
      return { id: files.put(await context.bytes(), { mime, name }).id };
    }),
  ],
  [
    'GET',
    at('/media/([^/]+)'),
    logged('download', (account, { params, response }) => {
      if (account.faults.mediaBroken) throw new NetworkError(500, 'down', 'files cannot be read now');
      const file = files.get(params[1]!);
      if (!file) throw new NetworkError(404, 'not-found', 'no such file');
      response.writeHead(200, { 'content-type': file.mime, 'content-length': file.bytes.length });
      response.end(file.bytes);
      return unanswered;
    }),
  ],
];

/** The fault for this send; a fault with a limited number of times expires. */
function faultFor(account: PhoneAccount, changed: () => void): PhoneAccount['faults']['sends'] {
  const { sends, times } = account.faults;
  if (sends === 'fine' || times === null) return sends;
  account.faults =
    times > 1 ? { ...account.faults, times: times - 1 } : { ...account.faults, sends: 'fine', times: null };
  changed();
  return sends;
}
