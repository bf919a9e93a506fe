import type { Change } from '../envelopes.ts';
import { GraphError } from '../errors.ts';
import type { Account, Token, World } from '../world.ts';
import { nowOf } from '../world.ts';
import type { Asked } from './asked.ts';

/** What a call may make happen around it. */
export interface Host {
  readonly world: World;
  tell(account: Account, part: { change: Change } | { messaging: unknown }, lane: string): void;
  later(ms: number, work: () => void): void;
  /** Whether a webhook answered the question that is asked before anything is delivered to it. */
  agrees(url: string, verifyToken: string): Promise<boolean>;
}
/** What came of a call, for its caller and for the journal. */
export interface Done {
  reply: unknown;
  messageId?: string;
  correlation?: string | undefined;
}

export function tokenOf(world: World, asked: Asked): Token {
  if (asked.token === '') {
    throw new GraphError(2500, {
      status: 400,
      title: 'An active access token must be used to query information about the current user.',
    });
  }
  const { id, secret } = world.app;
  if (asked.token === `${id}|${secret}`) {
    return { type: 'APP', pageIds: [], accountIds: [], isRevoked: false, issuedAtMs: 0, expiresAtMs: 0 };
  }
  const token = world.tokens.get(asked.token);
  if (!token)
    throw new GraphError(190, { title: 'Invalid OAuth access token - Cannot parse access token', subcode: 0 });
  if (token.isRevoked) {
    throw new GraphError(190, {
      subcode: 460,
      title:
        'Error validating access token: The session has been invalidated because the user changed their password or Facebook has changed the session for security reasons.',
    });
  }
  if (token.expiresAtMs > 0 && token.expiresAtMs < nowOf(world)) throw new GraphError(190);
  return token;
}

/** The same words whether it is not there or not theirs. */
export function missing(method: string, id: string): GraphError {
  return new GraphError(100, {
    subcode: 33,
    title: `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation. Please read the Graph API documentation at https://developers.facebook.com/docs/graph-api`,
  });
}

/** Fields that were asked for, and the id; a field that does not exist is an error out there. */
export function pick(
  all: Record<string, unknown>,
  wanted: string[],
  usual: string[],
  node: string,
): Record<string, unknown> {
  const names = wanted.length > 0 ? wanted : usual;
  const stranger = names.find((name) => !Object.hasOwn(all, name));
  if (stranger !== undefined)
    throw new GraphError(100, { title: `Tried accessing nonexisting field (${stranger}) on node type (${node})` });
  return Object.fromEntries(
    [...new Set([...names, 'id'])].map((name) => [name, all[name]]).filter(([, value]) => value !== undefined),
  );
}
