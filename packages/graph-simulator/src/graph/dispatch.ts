import { createHmac } from 'node:crypto';
import { GraphError } from '../errors.ts';
import { accountsOf, instagramCall, pageCall, profileOf } from '../pages/account-calls.ts';
import { pagesRecipient, sendPages, uploadAttachment } from '../pages/send.ts';
import { numberCall, wabaCall } from '../whatsapp/account-calls.ts';
import { mediaCall } from '../whatsapp/media-calls.ts';
import { sendWhatsApp, whatsAppRecipient, type Later } from '../whatsapp/send.ts';
import type { Account, PageAccount, Token, SimulatorState } from '../state.ts';
import { textOf, type GraphRequest } from './graph-request.ts';
import { missing, tokenOf, type Done, type Host } from './host.ts';
import { accessToken, debugToken, permissions } from './oauth.ts';

/** Target of a call before it is validated, for the record of calls and for planned faults. */
export interface About {
  call: string;
  accountId: string;
  to: string | undefined;
  isWhatsApp: boolean;
  /** A read mark or a typing indicator; they use the same path as messages. */
  isSign: boolean;
}

export function aboutOf(state: SimulatorState, request: GraphRequest): About {
  const [first = '', edge] = request.parts;
  const account = state.accounts.get(first === 'me' ? (state.tokens.get(request.token)?.accountIds[0] ?? '') : first);
  const waba = state.wabas.get(first);
  const media = state.media.get(first);
  const call = edge ?? (media ? 'media' : first === 'me' || account || waba ? 'info' : first);
  const page = account?.kind === 'instagram' ? state.accounts.get(account.pageId) : account;
  if (page?.kind === 'messenger' && edge === 'messages') {
    const recipient = pagesRecipient(state, page, request.params);
    const action = textOf(request.params['sender_action']);
    const isSign = action !== undefined && !action.endsWith('react');
    return { call, accountId: recipient.account.id, to: recipient.id, isWhatsApp: false, isSign };
  }
  const isWhatsApp = account?.kind === 'whatsapp' || waba !== undefined || (media !== undefined && !media.isPublic);
  const to = account?.kind === 'whatsapp' ? whatsAppRecipient(account, request.params) : undefined;
  const isSign = account?.kind === 'whatsapp' && edge === 'messages' && request.params['status'] !== undefined;
  return { call, accountId: account?.id ?? waba?.id ?? media?.accountId ?? first, to, isWhatsApp, isSign };
}

/** Carries out a call. `later` is what becomes of a WhatsApp message that is accepted and not delivered. */
export async function dispatch(host: Host, request: GraphRequest, later?: Later): Promise<Done> {
  const { state } = host;
  const [first = '', edge] = request.parts;
  if (first === 'oauth' && edge === 'access_token') return { reply: accessToken(state, request) };
  if (first === 'debug_token') return { reply: debugToken(state, request) };
  const token = tokenOf(state, request);
  checkProof(state, request);
  if (first === 'me') return await meCall(host, request, token);

  const waba = state.wabas.get(first);
  if (waba) {
    requireAccess(token, waba.id, request.method);
    return { reply: await wabaCall(host, waba, request) };
  }
  const account = state.accounts.get(first);
  if (account) {
    requireAccess(token, account.id, request.method);
    return await accountCall(host, account, request, later);
  }
  const media = state.media.get(first);
  if (media) {
    requireAccess(token, media.accountId, request.method);
    return { reply: mediaCall(state, request) };
  }
  return { reply: profileCall(state, request, token) };
}

async function accountCall(host: Host, account: Account, request: GraphRequest, later?: Later): Promise<Done> {
  const { state } = host;
  const isMessage = request.parts[1] === 'messages' && request.method === 'POST';
  switch (account.kind) {
    case 'whatsapp':
      return isMessage
        ? sendWhatsApp(host, account, request, later)
        : { reply: await numberCall(host, account, request) };
    case 'messenger':
      if (request.parts[1] === 'message_attachments') return { reply: uploadAttachment(state, account, request) };
      return isMessage ? sendPages(host, account, request) : { reply: pageCall(state, account, request) };
    case 'instagram': {
      const page = state.accounts.get(account.pageId) as PageAccount;
      return isMessage ? sendPages(host, page, request) : { reply: instagramCall(state, account, request) };
    }
    default:
      return account satisfies never;
  }
}

async function meCall(host: Host, request: GraphRequest, token: Token): Promise<Done> {
  const { state } = host;
  const [, edge] = request.parts;
  const page = token.type === 'PAGE' ? state.accounts.get(token.accountIds[0] ?? '') : undefined;
  if (page) return await accountCall(host, page, { ...request, parts: [page.id, ...request.parts.slice(1)] });
  if (edge === 'accounts') return { reply: accountsOf(state, token.pageIds, request) };
  if (edge === 'permissions') return { reply: permissions() };
  if (edge !== undefined) throw missing(request.method, `me/${edge}`);
  const user = state.users.get(token.userId ?? '');
  return { reply: { id: token.userId ?? '1', name: user?.name ?? 'Dona Exemplo' } };
}

function profileCall(state: SimulatorState, request: GraphRequest, token: Token): unknown {
  const [first = ''] = request.parts;
  for (const id of token.accountIds) {
    const account = state.accounts.get(id);
    const customer = account?.kind === 'whatsapp' ? undefined : account?.customers.get(first);
    if (account && customer && request.method === 'GET')
      return profileOf(state, customer, account.kind === 'instagram', request);
  }
  throw missing(request.method, first);
}

function requireAccess(token: Token, id: string, method: string): void {
  if (!token.accountIds.includes(id)) throw missing(method, id);
}

/** The proof is optional, but a wrong one is an error. */
function checkProof(state: SimulatorState, request: GraphRequest): void {
  const proof = textOf(request.params['appsecret_proof']);
  if (proof === undefined) return;
  const secrets = [state.app.secret, ...[...state.accounts.values()].map(({ webhook }) => webhook?.appSecret ?? '')];
  const isRight = secrets.some(
    (secret) => secret !== '' && createHmac('sha256', secret).update(request.token).digest('hex') === proof,
  );
  if (!isRight) throw new GraphError(100, { title: 'Invalid appsecret_proof provided in the API argument' });
}
