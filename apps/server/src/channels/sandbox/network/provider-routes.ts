/** The network's face to the houses: each call by its account and token, answered as badly as its faults say. */
import { z } from 'zod';
import { WireEdit, WireOpening, WireRead, WireRemove, WireSend } from '../wire-format.ts';
import { NetworkError, type Calls } from './calls.ts';
import type { Files } from './files.ts';
import { isSameText, sendJson, unanswered, type RouteContext, type RouteTable } from './http.ts';
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
const accountPath = '/v1/accounts/([^/]+)';

export function providerRoutes({
  accounts,
  register,
  changed,
  calls,
  sessions,
  files,
  journal,
  wait,
}: ProviderRouteDeps): RouteTable {
  const authenticate = ({ params: [id], bearer }: RouteContext): PhoneAccount => {
    const account = accounts.get(id!);
    if (!account) throw new NetworkError(404, 'unknown-account', 'nobody opened this account here');
    if (!isSameText(account.token, bearer)) throw new NetworkError(401, 'dead', 'wrong token');
    return account;
  };
  /** Known, after as long as this network takes. */
  const authenticateWithDelay = async (context: RouteContext): Promise<PhoneAccount> => {
    const account = authenticate(context);
    if (account.faults.slowMs > 0) await wait(account.faults.slowMs);
    return account;
  };
  const logged =
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
    };

  async function send(context: RouteContext): Promise<unknown> {
    const atMs = Date.now();
    const account = await authenticateWithDelay(context);
    const fault = faultFor(account, changed);
    const entry = { type: 'call' as const, account: account.id, does: 'send', isRepeat: false, isDone: false, atMs };
    const note = (status: number, more: { ref?: string; wid?: string; isRepeat?: boolean; isDone?: boolean } = {}) =>
      journal.write({ ...entry, ...more, status, ms: Date.now() - atMs });

    // Nothing of it is read: the caller's patience ends first.
    if (fault === 'before-read') {
      note(0);
      return unanswered;
    }
    const outgoing = WireSend.parse(await context.json());
    const { ref } = outgoing;
    const refuse = (status: number, body: object, headers?: Record<string, string>) => {
      note(status, { ref });
      sendJson(context.response, status, body, headers);
      return unanswered;
    };
    const { refusal, retryAfterSeconds } = account.faults;
    if (fault === 'busy') return refuse(429, { error: 'busy' }, { 'retry-after': String(retryAfterSeconds) });
    if (fault === 'down') return refuse(503, { error: 'down' });
    if (fault === 'refuse') return refuse(refusal === 'dead' ? 401 : 400, { error: refusal, message: 'as it was set' });
    try {
      const { wid, isRepeat } = calls.send(account, outgoing);
      const isSilent = fault === 'after-read' || fault === 'reset';
      note(isSilent ? 0 : 200, { ref, wid, isRepeat, isDone: true });
      if (fault === 'reset') context.request.socket.resetAndDestroy();
      if (isSilent) return unanswered;
      if (fault === 'garbage') {
        context.response.end('<html>it works');
        return unanswered;
      }
      return { id: wid };
    } catch (cause) {
      note(cause instanceof NetworkError ? cause.status : 500, { ref });
      throw cause;
    }
  }

  return [
    [
      'POST',
      new RegExp(`^${accountPath}/session/open$`),
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
      new RegExp(`^${accountPath}/session/close$`),
      logged('close', async (account, context) => {
        sessions.close(account, z.object({ forGood: z.boolean() }).parse(await context.json()).forGood);
      }),
    ],
    ['POST', new RegExp(`^${accountPath}/messages$`), send],
    [
      'POST',
      new RegExp(`^${accountPath}/edit$`),
      logged('edit', async (account, context) => {
        const { to, id, body } = WireEdit.parse(await context.json());
        calls.edit(account, to, id, body);
      }),
    ],
    [
      'POST',
      new RegExp(`^${accountPath}/remove$`),
      logged('remove', async (account, context) => {
        const { to, id } = WireRemove.parse(await context.json());
        calls.remove(account, to, id);
      }),
    ],
    [
      'POST',
      new RegExp(`^${accountPath}/read$`),
      logged('read', async (account, context) => {
        const { to, ids } = WireRead.parse(await context.json());
        calls.markRead(account, to, ids);
      }),
    ],
    [
      'GET',
      new RegExp(`^${accountPath}/lookup/(\\d{1,30})$`),
      logged('lookup', (account, { params }) => ({ number: calls.findNumber(account, params[1]!) })),
    ],
    [
      'GET',
      new RegExp(`^${accountPath}/(contacts|chats)$`),
      logged('address book', (account, { params }) => ({ people: calls.listContacts(account, params[1] === 'chats') })),
    ],
    [
      'PUT',
      new RegExp(`^${accountPath}/media$`),
      logged('upload', async (_account, context) => {
        const mime = context.request.headers['content-type'] ?? 'application/octet-stream';
        const name = decodeURIComponent(String(context.request.headers['x-file-name'] ?? ''));
        return { id: files.put(await context.bytes(), { mime, name }).id };
      }),
    ],
    [
      'GET',
      new RegExp(`^${accountPath}/media/([^/]+)$`),
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
}

/** What goes wrong with this send; a fault that was set for some times wears off. */
function faultFor(account: PhoneAccount, changed: () => void): PhoneAccount['faults']['sends'] {
  const { sends, times } = account.faults;
  if (sends === 'fine' || times === null) return sends;
  account.faults =
    times > 1 ? { ...account.faults, times: times - 1 } : { ...account.faults, sends: 'fine', times: null };
  changed();
  return sends;
}
