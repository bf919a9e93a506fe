/** The network's face to the houses: each call by its account and token, answered as badly as its faults say. */
import { z } from 'zod';
import { WireEdit, WireOpening, WireRead, WireRemove, WireSend } from '../wire-format.ts';
import { NetworkRefusal, type Calls } from './calls.ts';
import type { Files } from './files.ts';
import { isSameText, sendJson, unanswered, type Asked, type RouteTable } from './http.ts';
import type { Journal } from './journal.ts';
import type { PhoneAccount } from './phones.ts';
import type { Sessions } from './sessions.ts';

interface Needs {
  accounts: Map<string, PhoneAccount>;
  register(id: string, token: string, opening: z.output<typeof WireOpening>): PhoneAccount;
  changed(): void;
  calls: Calls;
  sessions: Sessions;
  files: Files;
  journal: Journal;
  wait(ms: number): Promise<void>;
}
const account = '/v1/accounts/([^/]+)';

export function houseRoutes({ accounts, register, changed, calls, sessions, files, journal, wait }: Needs): RouteTable {
  const known = ({ params: [id], bearer }: Asked): PhoneAccount => {
    const found = accounts.get(id!);
    if (!found) throw new NetworkRefusal(404, 'unknown-account', 'nobody opened this account here');
    if (!isSameText(found.token, bearer)) throw new NetworkRefusal(401, 'dead', 'wrong token');
    return found;
  };
  /** Known, after as long as this network takes. */
  const slowly = async (asked: Asked): Promise<PhoneAccount> => {
    const found = known(asked);
    if (found.faults.slowMs > 0) await wait(found.faults.slowMs);
    return found;
  };
  const noted =
    (does: string, run: (house: PhoneAccount, asked: Asked) => unknown) =>
    async (asked: Asked): Promise<unknown> => {
      const atMs = Date.now();
      const entry = { what: 'call' as const, account: asked.params[0]!, does, isRepeat: false, atMs };
      try {
        const value = await run(await slowly(asked), asked);
        journal.write({ ...entry, isDone: true, status: 200, ms: Date.now() - atMs });
        return value;
      } catch (fault) {
        const status = fault instanceof NetworkRefusal ? fault.status : 500;
        journal.write({ ...entry, isDone: false, status, ms: Date.now() - atMs });
        throw fault;
      }
    };

  async function send(asked: Asked): Promise<unknown> {
    const atMs = Date.now();
    const house = await slowly(asked);
    const fault = faultFor(house, changed);
    const entry = { what: 'call' as const, account: house.id, does: 'send', isRepeat: false, isDone: false, atMs };
    const note = (status: number, more: { ref?: string; wid?: string; isRepeat?: boolean; isDone?: boolean } = {}) =>
      journal.write({ ...entry, ...more, status, ms: Date.now() - atMs });

    // Nothing of it is read: the caller's patience ends first.
    if (fault === 'before-read') {
      note(0);
      return unanswered;
    }
    const outgoing = WireSend.parse(await asked.json());
    const { ref } = outgoing;
    const refuse = (status: number, body: object, headers?: Record<string, string>) => {
      note(status, { ref });
      sendJson(asked.response, status, body, headers);
      return unanswered;
    };
    const { refusal, retryAfterSeconds } = house.faults;
    if (fault === 'busy') return refuse(429, { error: 'busy' }, { 'retry-after': String(retryAfterSeconds) });
    if (fault === 'down') return refuse(503, { error: 'down' });
    if (fault === 'refuse') return refuse(refusal === 'dead' ? 401 : 400, { error: refusal, message: 'as it was set' });
    try {
      const { wid, isRepeat } = calls.send(house, outgoing);
      const isSilent = fault === 'after-read' || fault === 'reset';
      note(isSilent ? 0 : 200, { ref, wid, isRepeat, isDone: true });
      if (fault === 'reset') asked.request.socket.resetAndDestroy();
      if (isSilent) return unanswered;
      if (fault === 'garbage') {
        asked.response.end('<html>it works');
        return unanswered;
      }
      return { id: wid };
    } catch (cause) {
      note(cause instanceof NetworkRefusal ? cause.status : 500, { ref });
      throw cause;
    }
  }

  return [
    [
      'POST',
      new RegExp(`^${account}/session/open$`),
      async (asked) => {
        const [id] = asked.params;
        const opening = WireOpening.parse(await asked.json());
        if (accounts.has(id!)) known(asked);
        if (asked.bearer.length < 16) throw new NetworkRefusal(401, 'dead', 'a token is needed');
        sessions.open(register(id!, asked.bearer, opening), opening.afresh);
        journal.write({
          what: 'call',
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
      new RegExp(`^${account}/session/close$`),
      noted('close', async (house, asked) => {
        sessions.close(house, z.object({ forGood: z.boolean() }).parse(await asked.json()).forGood);
      }),
    ],
    ['POST', new RegExp(`^${account}/messages$`), send],
    [
      'POST',
      new RegExp(`^${account}/edit$`),
      noted('edit', async (house, asked) => {
        const { to, id, body } = WireEdit.parse(await asked.json());
        calls.edit(house, to, id, body);
      }),
    ],
    [
      'POST',
      new RegExp(`^${account}/remove$`),
      noted('remove', async (house, asked) => {
        const { to, id } = WireRemove.parse(await asked.json());
        calls.remove(house, to, id);
      }),
    ],
    [
      'POST',
      new RegExp(`^${account}/read$`),
      noted('read', async (house, asked) => {
        const { to, ids } = WireRead.parse(await asked.json());
        calls.markRead(house, to, ids);
      }),
    ],
    [
      'GET',
      new RegExp(`^${account}/lookup/(\\d{1,30})$`),
      noted('lookup', (house, { params }) => ({ number: calls.lookUp(house, params[1]!) })),
    ],
    [
      'GET',
      new RegExp(`^${account}/(contacts|chats)$`),
      noted('address book', (house, { params }) => ({ people: calls.people(house, params[1] === 'chats') })),
    ],
    [
      'PUT',
      new RegExp(`^${account}/media$`),
      noted('upload', async (_house, asked) => {
        const mime = asked.request.headers['content-type'] ?? 'application/octet-stream';
        const name = decodeURIComponent(String(asked.request.headers['x-file-name'] ?? ''));
        return { id: files.put(await asked.bytes(), { mime, name }).id };
      }),
    ],
    [
      'GET',
      new RegExp(`^${account}/media/([^/]+)$`),
      noted('download', (house, { params, response }) => {
        if (house.faults.mediaBroken) throw new NetworkRefusal(500, 'down', 'files cannot be read now');
        const file = files.get(params[1]!);
        if (!file) throw new NetworkRefusal(404, 'not-found', 'no such file');
        response.writeHead(200, { 'content-type': file.mime, 'content-length': file.bytes.length });
        response.end(file.bytes);
        return unanswered;
      }),
    ],
  ];
}

/** What goes wrong with this send; a fault that was set for some times wears off. */
function faultFor(house: PhoneAccount, changed: () => void): PhoneAccount['faults']['sends'] {
  const { sends, times } = house.faults;
  if (sends === 'fine' || times === null) return sends;
  house.faults = times > 1 ? { ...house.faults, times: times - 1 } : { ...house.faults, sends: 'fine', times: null };
  changed();
  return sends;
}
