import { GraphError } from '../errors.ts';
import { saveToken } from '../accounts.ts';
import { nowOf, type SimulatorState } from '../state.ts';
import { textOf, type GraphRequest } from './graph-request.ts';

const CODE_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;
const LONG_MS = 60 * 24 * HOUR_MS;

/** Users of the dialog: the added ones, else one user who manages every page. */
export function usersOf(state: SimulatorState): { id: string; name: string; pageIds: string[] }[] {
  if (state.users.size > 0) return [...state.users.values()];
  const pageIds = [...state.accounts.values()].flatMap((account) => (account.kind === 'messenger' ? [account.id] : []));
  return [{ id: '100001', name: 'Dona Exemplo', pageIds }];
}

/** URL to which the browser is redirected after the dialog. */
export function answerDialog(
  state: SimulatorState,
  answer: { redirectUri: string; state: string; userId: string; pageIds: string[]; isAllowed: boolean },
): string {
  const to = new URL(answer.redirectUri);
  if (answer.isAllowed) {
    const code = `AQ${state.random.word(60)}`;
    const { redirectUri, userId, pageIds } = answer;
    state.codes.set(code, { userId, pageIds, redirectUri, isUsed: false, createdAtMs: nowOf(state) });
    to.searchParams.set('code', code);
  } else {
    to.searchParams.set('error', 'access_denied');
    to.searchParams.set('error_code', '200');
    to.searchParams.set('error_description', 'Permissions error');
    to.searchParams.set('error_reason', 'user_denied');
  }
  if (answer.state !== '') to.searchParams.set('state', answer.state);
  to.hash = '_=_';
  return to.href;
}

/** GET or POST /oauth/access_token: exchanges a code or a short-lived token, or returns the app token. */
export function accessToken(state: SimulatorState, { params }: GraphRequest): unknown {
  const { id, secret } = state.app;
  if (textOf(params['client_id']) !== id)
    throw new GraphError(101, {
      status: 400,
      title: 'Error validating application. Cannot get application info due to a system error.',
    });
  if (textOf(params['client_secret']) !== secret) throw new GraphError(1, { title: 'Error validating client secret.' });
  const grant = textOf(params['grant_type']);
  if (grant === 'client_credentials') return { access_token: `${id}|${secret}`, token_type: 'bearer' };
  if (grant === 'fb_exchange_token') {
    const before = state.tokens.get(textOf(params['fb_exchange_token']) ?? '');
    if (!before || before.isRevoked) throw new GraphError(190);
    return newUserToken(state, before.userId ?? '', before.pageIds, LONG_MS);
  }
  const code = state.codes.get(textOf(params['code']) ?? '');
  if (!code) throw new GraphError(100, { title: 'Invalid verification code format.', subcode: 36_009 });
  if (code.isUsed) throw new GraphError(100, { title: 'This authorization code has been used.', subcode: 36_009 });
  if (nowOf(state) - code.createdAtMs > CODE_MS)
    throw new GraphError(100, { title: 'This authorization code has expired.', subcode: 36_007 });
  if (textOf(params['redirect_uri']) !== code.redirectUri) {
    throw new GraphError(100, {
      title:
        'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
      subcode: 36_008,
    });
  }
  code.isUsed = true;
  return newUserToken(state, code.userId, code.pageIds, HOUR_MS);
}

export function newUserToken(state: SimulatorState, userId: string, pageIds: string[], lifetimeMs = HOUR_MS) {
  const value = `EAA${state.random.word(120)}`;
  saveToken(state, value, { type: 'USER', userId, pageIds, expiresAtMs: nowOf(state) + lifetimeMs });
  return { access_token: value, token_type: 'bearer', expires_in: Math.floor(lifetimeMs / 1000) };
}

const scopes = [
  'pages_show_list',
  'pages_messaging',
  'pages_manage_metadata',
  'instagram_basic',
  'instagram_manage_messages',
  'business_management',
];

/** GET /debug_token: properties of a token. */
export function debugToken(state: SimulatorState, request: GraphRequest): unknown {
  const { id, secret } = state.app;
  if (request.token !== `${id}|${secret}` && !state.tokens.has(request.token)) throw new GraphError(190);
  const input = textOf(request.params['input_token']);
  if (input === undefined) throw new GraphError(100, { title: 'The parameter input_token is required' });
  const token = state.tokens.get(input);
  if (!token)
    return { data: { is_valid: false, scopes: [], error: { code: 190, message: 'Invalid OAuth access token.' } } };
  const isOver = token.isRevoked || (token.expiresAtMs > 0 && token.expiresAtMs < nowOf(state));
  const granted =
    token.type === 'SYSTEM_USER' ? ['whatsapp_business_management', 'whatsapp_business_messaging'] : scopes;
  return {
    data: {
      app_id: id,
      type: token.type,
      application: 'Balcão',
      data_access_expires_at: 0,
      expires_at: Math.floor(token.expiresAtMs / 1000),
      is_valid: !isOver,
      issued_at: Math.floor(token.issuedAtMs / 1000),
      scopes: granted,
      granular_scopes: granted.map((scope) => ({
        scope,
        target_ids: token.accountIds.length > 0 ? token.accountIds : token.pageIds,
      })),
      ...(token.userId !== undefined && { user_id: token.userId }),
      ...(isOver && { error: { code: 190, message: 'Error validating access token.', subcode: 460 } }),
    },
  };
}

/** GET /me/permissions */
export const permissions = () => ({ data: scopes.map((permission) => ({ permission, status: 'granted' })) });
