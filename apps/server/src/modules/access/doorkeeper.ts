import { isOverdue } from '@balcao/domain/billing/standing';
import { userFlags, type Actor, type UserFlag } from '@balcao/domain/policy/actor';
import type { Clock } from '../../foundation/clock.ts';
import type { Db } from '../../foundation/db/tx.ts';
import { refuse } from '../../foundation/refusal.ts';
import type { AccessClaims, AccessTokens } from '../../foundation/tokens/access-token.ts';
import { featuresOf } from '../companies/index.ts';
import { sessionStore, type BearerRow } from './sessions.store.ts';

interface Known {
  actor: Actor;
  tokenVersion: number;
  dueDate: Date;
}
/** Beyond this many live sessions the oldest known are asked for again. */
const MOST_KNOWN = 50_000;

/**
 * Recognises callers. What it knows of a session is kept until the event log says that something about it changed,
 * so a revoked session, a taken right or a changed plan holds from the next request on.
 */
export function createDoorkeeper({ db, tokens, clock }: { db: Db; tokens: AccessTokens; clock: Clock }) {
  const known = new Map<string, Known>();
  /** Raised with every forgetting: what was read before it is not kept after it. */
  let generation = 0;

  async function recognise(claims: AccessClaims): Promise<Actor> {
    const { sid, companyId } = claims;
    const one = known.get(sid) ?? (await read(sid, companyId));
    if (
      !one ||
      one.tokenVersion !== claims.ver ||
      one.actor.userId !== claims.id ||
      one.actor.companyId !== companyId
    ) {
      refuse('ERR_SESSION_EXPIRED');
    }
    const overdue = isOverdue({ companyId, dueDate: one.dueDate }, clock.now());
    return overdue === one.actor.overdue ? one.actor : { ...one.actor, overdue };
  }

  async function read(sid: string, companyId: number): Promise<Known | undefined> {
    const before = generation;
    const row = await db.readCompany(companyId, (tx) => sessionStore.bearer(tx, sid));
    if (!row?.isActive) return undefined;
    const one = { actor: actorOf(row, companyId, sid), tokenVersion: row.tokenVersion, dueDate: row.dueDate };
    if (generation === before) {
      if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value!);
      known.set(sid, one);
    }
    return one;
  }

  function forget(matches: (actor: Actor) => boolean) {
    generation++;
    for (const [sid, { actor }] of known) if (matches(actor)) known.delete(sid);
  }

  return {
    /** No bearer: 401. A bad or expired one: 403, which asks the client to renew. A session that is over: 401. */
    async whoIs(bearer: string | undefined): Promise<Actor> {
      if (bearer === undefined) refuse('ERR_SESSION_EXPIRED');
      const claims = tokens.verify(bearer);
      if (claims === 'expired' || claims === 'invalid') refuse('ERR_TOKEN_EXPIRED');
      return recognise(claims);
    },
    /** Whose token this is and when it ends, for a socket that lives longer than one call. */
    async recognise(token: string): Promise<{ actor: Actor; endsAt: number }> {
      return { actor: await this.whoIs(token), endsAt: endOf(token) };
    },
    /** The same session as it stands now; refuses when it is over. */
    async current(companyId: number, sessionId: string): Promise<Actor> {
      return ((await read(sessionId, companyId)) ?? refuse('ERR_SESSION_EXPIRED')).actor;
    },
    /** For set-up without a session: the demo, the first super user. Never for a request. */
    asAdmin: (companyId: number, userId: number): Actor => ({
      userId,
      companyId,
      sessionId: 'set-up',
      profile: 'admin',
      super: false,
      flags: new Set(),
      queueIds: [],
      plan: new Set(),
      overdue: false,
    }),
    forgetSessions(ids: readonly string[]) {
      generation++;
      for (const id of ids) known.delete(id);
    },
    forgetUser: (companyId: number, userId: number) =>
      forget((actor) => actor.companyId === companyId && actor.userId === userId),
    forgetCompany: (companyId: number) => forget((actor) => actor.companyId === companyId),
  };
}
export type Doorkeeper = ReturnType<typeof createDoorkeeper>;

const actorOf = (row: BearerRow, companyId: number, sessionId: string): Actor => ({
  userId: row.userId,
  companyId,
  sessionId,
  profile: row.profile,
  super: row.isSuper,
  flags: new Set<UserFlag>(userFlags.filter((flag) => row[flag])),
  queueIds: row.queueIds,
  plan: featuresOf(row),
  overdue: false,
});

/** Only ever asked of a token that has been verified. */
const endOf = (token: string): number =>
  (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { exp: number }).exp * 1000;
