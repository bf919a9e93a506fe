/** Server side of the simulator screen: calls the control API of the network and presents its answers. */
import type { Language } from '@balcao/contract';
import type { SandboxCustomer, SandboxMessage } from '@balcao/contract/endpoints/sandbox';
import { HOUR_MS } from '@balcao/domain/kit/durations';
import type { SafeFetch, SafeResponse } from '../../infrastructure/safe-fetch/safe-fetch.ts';
import { refuse } from '../../infrastructure/app-error.ts';
import type { Account } from '../port.ts';
import type { AccountView, CustomerView, ThreadView } from './network/control-routes.ts';
import { COMPANY, type PhoneMessage, type PhoneContent } from './network/phones.ts';
import type { SandboxControl } from './port.ts';
import { parsePeer, parseContent } from './parse.ts';
import { customerDescriptions, scripts } from './scripts.ts';
import { presentContent, textOf } from './present.ts';
import { webhookOf } from './webhook.ts';

interface SandboxControlDeps {
  networkUrl: string;
  controlToken: string;
  /** Our URL for webhooks. */
  serverUrl(): string;
  /** Must allow loopback. */
  safeFetch: SafeFetch;
}
const MAX_MEDIA_BYTES = 64 * 1024 * 1024;

export function createSandboxControl({
  networkUrl,
  controlToken,
  serverUrl,
  safeFetch,
}: SandboxControlDeps): SandboxControl {
  const idOf = (account: Account) => account.secrets['account'] ?? '';
  async function exchange(account: Account, method: string, path: string, body?: unknown): Promise<SafeResponse> {
    const request = async (requestMethod: string, subPath: string, requestBody?: unknown) => {
      try {
        return await safeFetch(`${networkUrl}/control/accounts/${encodeURIComponent(idOf(account))}${subPath}`, {
          method: requestMethod,
          headers: { authorization: `Bearer ${controlToken}`, 'content-type': 'application/json' },
          ...(requestBody !== undefined && { body: JSON.stringify(requestBody) }),
          maxBytes: MAX_MEDIA_BYTES,
          timeoutMs: 20_000,
        });
      } catch {
        return refuse('ERR_CHANNEL_DOWN');
      }
    };
    const answer = await request(method, path, body);
    if (answer.ok) return answer;
    const missing = await missingResource(answer);
    if (missing === 'customer') refuse('ERR_NO_CONTACT_FOUND');
    if (missing === 'message' || missing === 'choice') refuse('ERR_NO_MESSAGE_FOUND');
    if (missing === 'script' || missing === 'file') refuse('ERR_NOT_FOUND');
    if (missing !== 'account') return refuse(answer.status === 400 ? 'ERR_BAD_REQUEST' : 'ERR_CHANNEL_DOWN');
    const { kind, secrets } = account;
    await request('PUT', '', { kind, token: secrets['apiToken'], webhook: webhookOf(account, serverUrl()) });
    const again = await request(method, path, body);
    return again.ok
      ? again
      : refuse((await missingResource(again)) === 'customer' ? 'ERR_NO_CONTACT_FOUND' : 'ERR_CHANNEL_DOWN');
  }
  const get = async (account: Account, path: string) => (await exchange(account, 'GET', path)).json();
  const post = async (account: Account, path: string, body: unknown) =>
    (await exchange(account, 'POST', path, body)).json();
  const customer = (id: string) => `/customers/${encodeURIComponent(id)}`;

  return {
    async getAccountState(account, language) {
      const view = (await get(account, '')) as AccountView;
      const { session, waiting, faults, customers } = view;
      return {
        session,
        waiting,
        faults,
        ...clockOf(view),
        customers: customers.map((customerView) => presentCustomer(customerView, language)),
      };
    },
    async thread(account, customerId, { knows, language }) {
      const queryString = knows === undefined ? '' : `?knows=${knows}`;
      const view = (await get(account, customer(customerId) + queryString)) as ThreadView;
      return {
        revision: view.customer.revision,
        customer: presentCustomer(view.customer, language),
        messages: view.messages.map((message) => presentMessage(message, view)),
      };
    },
    async media(account, ref) {
      const answer = await exchange(account, 'GET', `/media/${encodeURIComponent(ref)}`);
      return {
        mime: answer.headers.get('content-type') ?? '',
        fileName: decodeURIComponent(answer.headers.get('x-file-name') ?? ''),
        base64: (await answer.buffer()).toString('base64'),
      };
    },
    async act(account, action) {
      const { wids } = (await post(account, '/acts', [action])) as { wids: (string | null)[] };
      return { wid: wids[0] ?? null };
    },
    async newCustomer(account, draft, language) {
      const [created] = (await post(account, '/customers', [draft])) as CustomerView[];
      return presentCustomer(created!, language);
    },
    scripts: (language) =>
      Object.entries(scripts).map(([id, { icon, name, about }]) => ({
        id,
        icon,
        name: name[language],
        about: about[language],
      })),
    run: async (account, scriptId, customerId) =>
      (await post(account, `/scripts/${encodeURIComponent(scriptId)}`, { customerId })) as { steps: number },
    advance: async (account, hours) => clockOf((await post(account, '/clock', { hours })) as AccountView),
    async peer(account, customerId) {
      const { customer: view } = (await get(account, customer(customerId))) as ThreadView;
      return parsePeer({ ...view.ids, name: view.name }, account);
    },
  };
}

async function missingResource(answer: SafeResponse): Promise<string> {
  const body = (await answer.json().catch(() => null)) as { error?: string; message?: string } | null;
  return body?.error === 'missing' ? (body.message ?? '') : '';
}

const clockOf = ({ nowMs, aheadMs }: AccountView) => ({
  now: new Date(nowMs).toISOString(),
  clockAheadHours: Math.round(aheadMs / HOUR_MS),
});

const toSandboxContent = (content: PhoneContent) =>
  presentContent(content.kind === 'strange' ? { kind: 'unsupported', what: content.what } : parseContent(content));

const presentCustomer = (view: CustomerView, language: Language): SandboxCustomer => ({
  id: view.id,
  name: view.name,
  about: (view.persona !== undefined && customerDescriptions[view.persona]?.[language]) || '',
  isGroup: view.isGroup,
  members: view.members.map(({ id, name }) => ({ id, name })),
  number: view.ids.phone ?? '',
  username: view.ids.username ?? '',
  isOnline: view.isOnline,
  unread: view.unread,
  lastText: view.last ? textOf(toSandboxContent(view.last.content)) : '',
  lastAt: view.last && new Date(view.last.atMs).toISOString(),
});

function presentMessage(message: PhoneMessage, { customer, messages }: ThreadView): SandboxMessage {
  const quoted = message.quotes === undefined ? undefined : messages.find(({ wid }) => wid === message.quotes);
  return {
    wid: message.wid,
    fromCustomer: message.fromCustomer,
    author: customer.members.find(({ id }) => id === message.memberId)?.name ?? '',
    at: new Date(message.atMs).toISOString(),
    ticks: message.ticks,
    isEdited: message.isEdited,
    isDeleted: message.isDeleted,
    isForwarded: message.isForwarded,
    isFromOwnPhone: message.isFromOwnPhone,
    quotes: quoted
      ? { wid: quoted.wid, fromCustomer: quoted.fromCustomer, text: textOf(toSandboxContent(quoted.content)) }
      : null,
    reactions: Object.entries(message.reactions).map(([by, emoji]) => ({ emoji, fromCustomer: by !== COMPANY })),
    content: toSandboxContent(message.content),
  };
}
