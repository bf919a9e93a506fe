/** Links a company's pages and Instagram accounts: the OAuth dialog and the calls after it. */
import { z } from 'zod';
import {
  EgressFailed,
  EgressRefused,
  type SafeFetch,
  type SafeResponse,
} from '../../infrastructure/safe-fetch/safe-fetch.ts';
import { NotSent, Refused } from '../port.ts';
import { toSendError, GraphErrorBody } from './faults.ts';
import { proofOf, type MetaApp } from './graph.ts';

export interface AccountLinkingDeps {
  safeFetch: SafeFetch;
  graphUrl: string;
  /** Sign-in page for browsers; the server never calls it. */
  dialogUrl: string;
  version: string;
  app: MetaApp;
}
export interface LinkablePage {
  id: string;
  name: string;
  /** Page token; valid as long as the user token that requested it. */
  token: string;
  instagram: { id: string; name: string } | null;
}
export type MetaAccountLinking = ReturnType<typeof createMetaAccountLinking>;

/** Permissions to list pages, to send for them and their Instagram accounts, and to subscribe to webhooks. */
const SCOPES = [
  'pages_show_list',
  'pages_messaging',
  'pages_manage_metadata',
  'pages_read_engagement',
  'business_management',
  'instagram_basic',
  'instagram_manage_messages',
];
const FIELDS = [
  'messages',
  'messaging_postbacks',
  'messaging_optins',
  'messaging_referrals',
  'messaging_handovers',
  'messaging_policy_enforcement',
  'message_deliveries',
  'message_reads',
  'message_echoes',
  'message_edits',
  'message_reactions',
  'standby',
];
const PAGE_SIZE = 100;
/** Bound against an endless list: 5,000 pages per user. */
const MAX_LIST_PAGES = 50;

const id = z.union([z.string().min(1), z.number().transform(String)]);
const optionalText = z.string().catch('');
const WireToken = z.object({ access_token: z.string().regex(/^[\x21-\x7e]{1,2000}$/) });
const WirePage = z.object({
  id,
  name: optionalText,
  access_token: z.string().min(1),
  instagram_business_account: z.object({ id, username: optionalText, name: optionalText }).nullish().catch(undefined),
});
const WirePages = z.object({
  data: z.array(z.unknown()),
  paging: z
    .object({ next: z.string().optional(), cursors: z.object({ after: z.string().optional() }).optional() })
    .optional()
    .catch(undefined),
});
const WireDone = z.object({ success: z.boolean().optional() });

export function createMetaAccountLinking({ safeFetch, graphUrl, dialogUrl, version, app }: AccountLinkingDeps) {
  const base = `${graphUrl.replace(/\/+$/, '')}/${version}`;

  /** These calls send no message, so a call without a response may be retried. */
  async function request<T extends z.ZodType>(
    method: 'GET' | 'POST',
    path: string,
    query: Record<string, string>,
    reply: T,
    token?: string,
  ): Promise<z.output<T>> {
    const url = new URL(`${base}/${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    if (token !== undefined && app.secret) url.searchParams.set('appsecret_proof', proofOf(token, app.secret));
    const secrets = [app.secret, token, query['code'], query['fb_exchange_token']];
    try {
      const answer = await safeFetch(url, {
        method,
        ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
      });
      if (!answer.ok) throw await errorIn(answer, secrets);
      return reply.parse(await answer.json());
    } catch (error) {
      throw toChannelError(error);
    }
  }
  function requireApp(): { id: string; secret: string } {
    if (app.id && app.secret) return { id: app.id, secret: app.secret };
    throw new Refused({ code: 'ERR_META_APP_MISSING', detail: 'no app of Meta is configured' });
  }

  async function extendToken(token: string): Promise<string> {
    const { id: client_id, secret: client_secret } = requireApp();
    const query = { client_id, client_secret, grant_type: 'fb_exchange_token', fb_exchange_token: token };
    return (await request('GET', 'oauth/access_token', query, WireToken)).access_token;
  }

  return {
    /** URL of the dialog; `state` returns unchanged and proves that this server started the dialog. */
    dialogUrl(state: string, redirectUri: string): string {
      const url = new URL(`${dialogUrl.replace(/\/+$/, '')}/${version}/dialog/oauth`);
      const query = {
        client_id: requireApp().id,
        redirect_uri: redirectUri,
        state,
        response_type: 'code',
        scope: SCOPES.join(','),
      };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url.href;
    },

    /** Exchanges the code for a user token of about sixty days; page tokens created with it do not expire. */
    async exchange(code: string, redirectUri: string): Promise<string> {
      const { id: client_id, secret: client_secret } = requireApp();
      const app = { client_id, client_secret };
      const short = await request('GET', 'oauth/access_token', { ...app, redirect_uri: redirectUri, code }, WireToken);
      return extendToken(short.access_token);
    },

    /** Extends a token given by the client. Tokens of another app or another user are refused. */
    async exchangeUserToken(userId: string, token: string): Promise<string> {
      const long = await extendToken(token);
      const me = await request('GET', 'me', { fields: 'id' }, z.object({ id }), long);
      if (me.id !== userId)
        throw new Refused({ code: 'ERR_LINK_REFUSED', detail: 'the token belongs to another user' });
      return long;
    },

    /** All pages that the user manages and shared, with their Instagram accounts. */
    async pages(userToken: string): Promise<LinkablePage[]> {
      const pagesById = new Map<string, LinkablePage>();
      const fields = 'id,name,access_token,instagram_business_account{id,username,name}';
      let after: string | undefined;
      for (let pageNumber = 0; pageNumber < MAX_LIST_PAGES; pageNumber += 1) {
        const query = { fields, limit: String(PAGE_SIZE), ...(after !== undefined && { after }) };
        const { data, paging } = await request('GET', 'me/accounts', query, WirePages, userToken);
        for (const page of data.flatMap(parsePage)) pagesById.set(page.id, page);
        // The next link contains a host and a token from outside, so only its cursor is used.
        const next = paging?.next === undefined ? undefined : paging.cursors?.after;
        if (next === undefined || next === after) break;
        after = next;
      }
      return [...pagesById.values()];
    },

    /** Subscribes to the webhooks of the page and its Instagram account. */
    async subscribe(pageId: string, pageToken: string): Promise<void> {
      const path = `${encodeURIComponent(pageId)}/subscribed_apps`;
      const { success } = await request('POST', path, { subscribed_fields: FIELDS.join(',') }, WireDone, pageToken);
      if (success === false) throw new Refused({ code: 'ERR_META_NOT_SUBSCRIBED', detail: 'not subscribed' });
    },
  };
}

/** A page without a token is skipped: the user may not send for it. */
function parsePage(raw: unknown): LinkablePage[] {
  const page = WirePage.safeParse(raw).data;
  if (!page) return [];
  const profile = page.instagram_business_account;
  const instagram = profile ? { id: profile.id, name: profile.username || profile.name } : null;
  return [{ id: page.id, name: page.name, token: page.access_token, instagram }];
}

async function errorIn(answer: SafeResponse, secrets: (string | undefined)[]): Promise<Error> {
  const body = GraphErrorBody.safeParse(await answer.json().catch(() => undefined));
  const error = body.success ? body.data.error : undefined;
  return toSendError(error, { status: answer.status, retryAfterMs: undefined }, (text) =>
    withoutSecrets(text, secrets),
  );
}
/** The Graph API repeats request values in its error message, and error messages are shown to users. */
const withoutSecrets = (text: string, secrets: (string | undefined)[]): string =>
  secrets
    .reduce<string>((clean, secret) => (secret ? clean.replaceAll(secret, '…') : clean), text)
    .replace(/EAA[\w-]{16,}/g, '…');

function toChannelError(error: unknown): unknown {
  if (error instanceof NotSent || error instanceof Refused) return error;
  if (error instanceof EgressRefused) return new NotSent({ code: 'ERR_CHANNEL_DOWN', detail: error.reason });
  if (error instanceof EgressFailed) return new NotSent({ code: 'ERR_CHANNEL_DOWN', detail: 'no answer' });
  // The message of an unknown error is not passed on: it may contain secrets.
  return new NotSent({ code: 'ERR_CHANNEL_DOWN', detail: 'the answer could not be read' });
}
