import { createSign, hash } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../infrastructure/clock.ts';
import { ServiceError } from '../service-error.ts';
import { readAnswer, type Operations, type ServiceRequest } from '../service-request.ts';
import type { BotSession, BotTurn, Dialogflow, DialogflowAccount } from './port.ts';

const TOKEN_URL = 'https://oauth2.googleapis.com/token';
const API_URL = 'https://dialogflow.googleapis.com';
const SCOPE = 'https://www.googleapis.com/auth/dialogflow';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const ASSERTION_SECONDS = 600;
/** A token is not used in its last minute. */
const MARGIN_MS = 60_000;
const MAX_TOKENS = 500;
const MAX_TEXT_LENGTH = 256;
const SESSION_LENGTH = 36;
const MAX_REPLIES = 20;
const MAX_REPLY_LENGTH = 4096;
const PROJECT = /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/;

/** Addresses in the file decide where a signed assertion goes, so only Google's own are accepted (H15). */
const credentialsSchema = z.object({
  type: z.literal('service_account'),
  client_email: z.string().regex(/^[\w.-]{1,120}@[\w.-]{1,120}\.gserviceaccount\.com$/),
  private_key: z.string().max(10_000).startsWith('-----BEGIN PRIVATE KEY-----'),
  private_key_id: z.string().max(100).optional(),
  token_uri: z.enum([
    TOKEN_URL,
    'https://accounts.google.com/o/oauth2/token',
    'https://www.googleapis.com/oauth2/v4/token',
  ]),
  auth_uri: z
    .enum(['https://accounts.google.com/o/oauth2/auth', 'https://accounts.google.com/o/oauth2/v2/auth'])
    .optional(),
  universe_domain: z.literal('googleapis.com').optional(),
});
type Credentials = z.infer<typeof credentialsSchema>;

const tokenSchema = z.object({ access_token: z.string(), expires_in: z.number().positive() });
const resultSchema = z.object({
  queryResult: z.object({
    fulfillmentMessages: z
      .array(z.object({ text: z.object({ text: z.array(z.string()).optional() }).optional() }))
      .optional(),
    fulfillmentText: z.string().optional(),
    intent: z.object({ endInteraction: z.boolean().optional(), isFallback: z.boolean().optional() }).optional(),
    diagnosticInfo: z.record(z.string(), z.unknown()).nullish(),
  }),
});

export interface GoogleAddresses {
  token: string;
  api: string;
}

/** Dialogflow ES. A message that may have been counted is not sent again. */
export function createDialogflow(
  operations: Operations,
  clock: Clock,
  addresses: GoogleAddresses = { token: TOKEN_URL, api: API_URL },
): Dialogflow {
  const tokens = new Map<string, { token: string; until: number }>();

  async function tokenOf(send: ServiceRequest, credentials: Credentials): Promise<string> {
    const id = tokenId(credentials);
    const now = clock.now().getTime();
    const known = tokens.get(id);
    if (known && known.until > now) return known.token;
    const answer = await send({
      url: addresses.token,
      body: new URLSearchParams({ grant_type: GRANT, assertion: assertionOf(credentials, addresses.token, now) }),
      isHarmless: true,
      reasonOf: (status) => (status === 400 ? 'key' : undefined),
    });
    const { access_token: token, expires_in: seconds } = readAnswer(tokenSchema, answer);
    if (tokens.size >= MAX_TOKENS) tokens.clear();
    tokens.set(id, { token, until: now + seconds * 1000 - MARGIN_MS });
    return token;
  }

  async function next(account: DialogflowAccount, session: BotSession, text: string): Promise<BotTurn> {
    if (!PROJECT.test(account.project)) throw new ServiceError('refused', 'request');
    const credentials = parseCredentials(account.credentials.reveal());
    const send = operations();
    const token = await tokenOf(send, credentials);
    const id = sessionId(session.key);
    const answer = await send({
      url: `${addresses.api}/v2/projects/${account.project}/agent/sessions/${id}:detectIntent`,
      headers: { authorization: `Bearer ${token}` },
      json: {
        queryInput: { text: { text: text.slice(0, MAX_TEXT_LENGTH).toWellFormed(), languageCode: account.language } },
      },
      isHarmless: false,
    });
    // A token may be revoked before its time.
    if (answer.status === 401) tokens.delete(tokenId(credentials));
    return turnOf(readAnswer(resultSchema, answer), { ...session, id });
  }
  return { start: next, next, emailOf };
}

/** The key itself is a part of it: a file with a replaced key gets its own token. */
const tokenId = ({ client_email: email, private_key: key }: Credentials): string => hash('sha256', `${email} ${key}`);

/** Throws for a file that is no service account of Google. */
function parseCredentials(text: string): Credentials {
  try {
    return credentialsSchema.parse(JSON.parse(text));
  } catch {
    // The cause would contain the private key.
    throw new ServiceError('refused', 'key');
  }
}

function emailOf(text: string): string | undefined {
  try {
    return parseCredentials(text).client_email;
  } catch {
    return undefined;
  }
}

/** RS256; node:crypto signs, so that no library opens sockets of its own. */
function assertionOf(
  { client_email: issuer, private_key: key, private_key_id: keyId }: Credentials,
  audience: string,
  now: number,
): string {
  const iat = Math.floor(now / 1000);
  const header = { alg: 'RS256', typ: 'JWT', ...(keyId !== undefined && { kid: keyId }) };
  const claims = { iss: issuer, scope: SCOPE, aud: audience, iat, exp: iat + ASSERTION_SECONDS };
  const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  try {
    return `${signed}.${createSign('RSA-SHA256').update(signed).sign(key, 'base64url')}`;
  } catch {
    throw new ServiceError('refused', 'key');
  }
}

/** Google stores the name of a session, so it is never the customer's number. */
const sessionId = (key: string): string => hash('sha256', `dialogflow ${key}`).slice(0, SESSION_LENGTH);

function turnOf({ queryResult }: z.infer<typeof resultSchema>, session: BotSession): BotTurn {
  const { fulfillmentMessages = [], fulfillmentText = '', intent, diagnosticInfo } = queryResult;
  const texts = fulfillmentMessages.flatMap(({ text }) => text?.text ?? []);
  const replies = (texts.length > 0 ? texts : [fulfillmentText])
    .map((text) => text.trim().slice(0, MAX_REPLY_LENGTH).toWellFormed())
    .filter((text) => text !== '')
    .slice(0, MAX_REPLIES)
    .map((text) => ({ type: 'text' as const, text }));
  const isEnd = intent?.endInteraction === true || diagnosticInfo?.['end_conversation'] === true;
  return {
    replies,
    ...(isEnd && { ended: true }),
    ...(replies.length === 0 && { isUnknown: true }),
    session,
  };
}
