import { createHmac } from 'node:crypto';
import { GraphError } from '../errors.ts';
import { accountsOf, instagramCall, pageCall, profileOf } from '../pages/account-calls.ts';
import { pagesRecipient, sendPages, uploadAttachment } from '../pages/sending.ts';
import { numberCall, wabaCall } from '../whatsapp/account-calls.ts';
import { mediaCall } from '../whatsapp/media-calls.ts';
import { sendWhatsApp, whatsAppRecipient } from '../whatsapp/sending.ts';
import type { Account, PageAccount, Token, World } from '../world.ts';
import { textOf, type Asked } from './asked.ts';
import { missing, tokenOf, type Done, type Host } from './host.ts';
import { accessToken, debugToken, permissions } from './oauth.ts';

/** What a call is about, before anything is checked: for the journal, and for whoever planned a mishap. */
export interface About {
  call: string;
  accountId: string;
  to: string | undefined;
  isWhatsApp: boolean;
  /** A read mark or a typing sign, which go the same way as messages. */
  isSign: boolean;
}

export function aboutOf(world: World, asked: Asked): About {
  const [first = '', edge] = asked.parts;
  const account = world.accounts.get(first === 'me' ? (world.tokens.get(asked.token)?.accountIds[0] ?? '') : first);
  const waba = world.wabas.get(first);
  const media = world.media.get(first);
  const call = edge ?? (media ? 'media' : first === 'me' || account || waba ? 'info' : first);
  const page = account?.kind === 'instagram' ? world.accounts.get(account.pageId) : account;
  if (page?.kind === 'messenger' && edge === 'messages') {
    const whom = pagesRecipient(world, page, asked.params);
    const action = textOf(asked.params['sender_action']);
    const isSign = action !== undefined && !action.endsWith('react');
    return { call, accountId: whom.account.id, to: whom.id, isWhatsApp: false, isSign };
  }
  const isWhatsApp = account?.kind === 'whatsapp' || waba !== undefined || (media !== undefined && !media.isPublic);
  const to = account?.kind === 'whatsapp' ? whatsAppRecipient(account, asked.params) : undefined;
  const isSign = account?.kind === 'whatsapp' && edge === 'messages' && asked.params['status'] !== undefined;
  return { call, accountId: account?.id ?? waba?.id ?? media?.accountId ?? first, to, isWhatsApp, isSign };
}

/** The whole of a well-behaved call. `failsLater` is a WhatsApp message that is taken and not delivered. */
export async function dispatch(host: Host, asked: Asked, failsLater?: number): Promise<Done> {
  const { world } = host;
  const [first = '', edge] = asked.parts;
  if (first === 'oauth' && edge === 'access_token') return { reply: accessToken(world, asked) };
  if (first === 'debug_token') return { reply: debugToken(world, asked) };
  const token = tokenOf(world, asked);
  checkProof(world, asked);
  if (first === 'me') return await meCall(host, asked, token);

  const waba = world.wabas.get(first);
  if (waba) {
    requireAccess(token, waba.id, asked.method);
    return { reply: await wabaCall(host, waba, asked) };
  }
  const account = world.accounts.get(first);
  if (account) {
    requireAccess(token, account.id, asked.method);
    return await accountCall(host, account, asked, failsLater);
  }
  const media = world.media.get(first);
  if (media) {
    requireAccess(token, media.accountId, asked.method);
    return { reply: mediaCall(world, asked) };
  }
  return { reply: personCall(world, asked, token) };
}

async function accountCall(host: Host, account: Account, asked: Asked, failsLater?: number): Promise<Done> {
  const { world } = host;
  const isMessage = asked.parts[1] === 'messages' && asked.method === 'POST';
  switch (account.kind) {
    case 'whatsapp':
      return isMessage
        ? sendWhatsApp(host, account, asked, failsLater)
        : { reply: await numberCall(host, account, asked) };
    case 'messenger':
      if (asked.parts[1] === 'message_attachments') return { reply: uploadAttachment(world, account, asked) };
      return isMessage ? sendPages(host, account, asked) : { reply: pageCall(world, account, asked) };
    case 'instagram': {
      const page = world.accounts.get(account.pageId) as PageAccount;
      return isMessage ? sendPages(host, page, asked) : { reply: instagramCall(world, account, asked) };
    }
    default:
      return account satisfies never;
  }
}

async function meCall(host: Host, asked: Asked, token: Token): Promise<Done> {
  const { world } = host;
  const [, edge] = asked.parts;
  const page = token.type === 'PAGE' ? world.accounts.get(token.accountIds[0] ?? '') : undefined;
  if (page) return await accountCall(host, page, { ...asked, parts: [page.id, ...asked.parts.slice(1)] });
  if (edge === 'accounts') return { reply: accountsOf(world, token.pageIds, asked) };
  if (edge === 'permissions') return { reply: permissions() };
  if (edge !== undefined) throw missing(asked.method, `me/${edge}`);
  const user = world.users.get(token.userId ?? '');
  return { reply: { id: token.userId ?? '1', name: user?.name ?? 'Dona Exemplo' } };
}

function personCall(world: World, asked: Asked, token: Token): unknown {
  const [first = ''] = asked.parts;
  for (const id of token.accountIds) {
    const account = world.accounts.get(id);
    const known = account?.kind === 'whatsapp' ? undefined : account?.people.get(first);
    if (account && known && asked.method === 'GET') return profileOf(world, known, account.kind === 'instagram', asked);
  }
  throw missing(asked.method, first);
}

function requireAccess(token: Token, id: string, method: string): void {
  if (!token.accountIds.includes(id)) throw missing(method, id);
}

/** Not asked for, but if it is there it has to be right. */
function checkProof(world: World, asked: Asked): void {
  const proof = textOf(asked.params['appsecret_proof']);
  if (proof === undefined) return;
  const secrets = [world.app.secret, ...[...world.accounts.values()].map(({ webhook }) => webhook?.appSecret ?? '')];
  const isRight = secrets.some(
    (secret) => secret !== '' && createHmac('sha256', secret).update(asked.token).digest('hex') === proof,
  );
  if (!isRight) throw new GraphError(100, { title: 'Invalid appsecret_proof provided in the API argument' });
}
