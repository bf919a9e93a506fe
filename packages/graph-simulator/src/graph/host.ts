import type { Change } from '../envelopes.ts';
import { GraphError } from '../errors.ts';
import type { Account, Token, SimulatorState } from '../state.ts';
import { nowOf } from '../state.ts';
import type { GraphRequest } from './graph-request.ts';

/** Effects that a call may have besides its response. */
export interface Host {
  readonly state: SimulatorState;
  sendWebhook(account: Account, part: { change: Change } | { messaging: unknown }, orderKey: string): void;
  later(ms: number, work: () => void): void;
  /** Whether a webhook passes the verification request. */
  agrees(url: string, verifyToken: string): Promise<boolean>;
}
/** Result of a call, for the caller and the record of calls. */
export interface Done {
  reply: unknown;
  messageId?: string;
  correlation?: string | undefined;
}

export function tokenOf(state: SimulatorState, request: GraphRequest): Token {
  if (request.token === '') {
    throw new GraphError(2500, {
      status: 400,
      title: 'An active access token must be used to query information about the current user.',
    });
  }
  const { id, secret } = state.app;
  if (request.token === `${id}|${secret}`) {
    return { type: 'APP', pageIds: [], accountIds: [], isRevoked: false, issuedAtMs: 0, expiresAtMs: 0 };
  }
  const token = state.tokens.get(request.token);
  if (!token)
    throw new GraphError(190, { title: 'Invalid OAuth access token - Cannot parse access token', subcode: 0 });
  if (token.isRevoked) {
    throw new GraphError(190, {
      subcode: 460,
      title:
        'Error validating access token: The session has been invalidated because the user changed their password or Facebook has changed the session for security reasons.',
    });
  }
  if (token.expiresAtMs > 0 && token.expiresAtMs < nowOf(state)) throw new GraphError(190);
  return token;
}

/** The same error for a missing object and for one of another account. */
export function missing(method: string, id: string): GraphError {
  return new GraphError(100, {
    subcode: 33,
    title: `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation. Please read the Graph API documentation at https://developers.facebook.com/docs/graph-api`,
  });
}

/** The requested fields and the id; an unknown field is an error, as in the real API. */
export function pick(
  all: Record<string, unknown>,
  requestedFields: string[],
  defaultFields: string[],
  node: string,
): Record<string, unknown> {
  const names = requestedFields.length > 0 ? requestedFields : defaultFields;
  const unknownField = names.find((name) => !Object.hasOwn(all, name));
  if (unknownField !== undefined)
    throw new GraphError(100, { title: `Tried accessing nonexisting field (${unknownField}) on node type (${node})` });
  return Object.fromEntries(
    [...new Set([...names, 'id'])].map((name) => [name, all[name]]).filter(([, value]) => value !== undefined),
  );
}
