import { randomBytes } from 'node:crypto';
import { errors, type ErrorCode } from '@balcao/contract';
import type { LinkablePage } from '@balcao/contract/endpoints/connections';
import type { Actor } from '@balcao/domain/policy/actor';
import { can } from '@balcao/domain/policy/policy';
import { NotSent, OutcomeUnknown, Refused } from '../../channels/port.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import { hashKey } from '../../infrastructure/db/directory.store.ts';
import { brokenConstraint, type Db, type Tx } from '../../infrastructure/db/tx.ts';
import { AppError, refuse } from '../../infrastructure/app-error.ts';
import type { LinkStates } from '../../infrastructure/tokens/link-state.ts';
import type { Connections } from './connections.ts';
import { connectionStore, type FullConnection } from './connections.store.ts';
import { ownerOf } from './linked-accounts.ts';
import { linkStore } from './links.store.ts';

/** A Facebook page that the user manages, with its Instagram account. */
export interface ManagedPage {
  id: string;
  name: string;
  token: string;
  instagram: { id: string; name: string } | null;
}
/** Calls to Meta that the sign-in needs. */
export interface MetaOAuthClient {
  dialogUrl(state: string, redirectUri: string): string;
  /** Exchanges the code that the browser returned with for a long-lived token. */
  exchange(code: string, redirectUri: string): Promise<string>;
  /** Exchanges a user's own token; refused if it belongs to another user. */
  exchangeUserToken(userId: string, token: string): Promise<string>;
  pages(userToken: string): Promise<ManagedPage[]>;
  /** Subscribes the app to the webhooks of the page. */
  subscribe(pageId: string, pageToken: string): Promise<void>;
}
interface Deps {
  db: Db;
  clock: Clock;
  connections: Connections;
  /** Undefined if the platform has no Meta app. */
  meta: MetaOAuthClient | undefined;
  states: LinkStates;
  sessionOf(companyId: number, sessionId: string): Promise<Actor>;
  seal(plain: string, companyId: number): string;
  unseal(sealed: string, companyId: number): string;
  /** Public base URL of the server; without it the origin of the request is used. */
  publicUrl: string | undefined;
}

/** How long the sealed token of a sign-in is stored. Longer than the state is valid, so that a state is used only once. */
const LINK_MS = 15 * 60_000;
export const LINK_STATE_MS = 10 * 60_000;
export const LINK_CALLBACK = '/api/facebook/callback';
const MAX_NAME_LENGTH = 50;
type LinkedAccount = { channel: 'facebook' | 'instagram'; name: string; secrets: Record<string, string> };

/** Links pages and Instagram accounts through a redirect to Meta. No script of Meta runs on our pages. */
export function createMetaSignIn(deps: Deps) {
  const { db, clock, connections, states, seal, unseal, publicUrl } = deps;
  const meta = (): MetaOAuthClient => deps.meta ?? refuse('ERR_META_APP_MISSING');
  const redirectUri = (origin: string) => (publicUrl ?? origin) + LINK_CALLBACK;

  /** Only for the user and the session that started the sign-in. */
  async function tokenOf(actor: Actor, link: string): Promise<{ id: number; token: string }> {
    const row = await db.readCompany(actor.companyId, (tx) => linkStore.byLink(tx, hashKey(link)));
    if (!row || row.endsAt <= clock.now()) return refuse('ERR_LINK_EXPIRED');
    if (row.userId !== actor.userId || row.sessionId !== actor.sessionId) return refuse('ERR_NO_PERMISSION');
    if (row.token === '') return refuse('ERR_LINK_EXPIRED');
    return { id: row.id, token: unseal(row.token, actor.companyId) };
  }

  async function handleCallback({ state, code }: { state: string; code: string }, origin: string): Promise<string> {
    const claims = states.verify(state) ?? refuse('ERR_LINK_EXPIRED');
    const { companyId, userId, sessionId } = claims;
    const actor = await deps.sessionOf(companyId, sessionId);
    if (actor.userId !== userId || !can(actor, 'connection.manage')) refuse('ERR_NO_PERMISSION');
    // Only the returning browser receives this secret, so an attacker who lured it here cannot use the result.
    const link = randomBytes(24).toString('base64url');
    const id = await db.inCompany(companyId, async (tx) => {
      await linkStore.prune(tx, clock.now());
      const endsAt = new Date(+clock.now() + LINK_MS);
      const newLink = { userId, sessionId, stateHash: hashKey(state), linkHash: hashKey(link), endsAt };
      return (await linkStore.create(tx, newLink)) ?? refuse('ERR_LINK_EXPIRED');
    });
    if (code === '') refuse('ERR_LINK_REFUSED');
    const token = await mapMetaErrors(meta().exchange(code, redirectUri(origin)));
    await db.inCompany(companyId, (tx) => linkStore.saveToken(tx, id, seal(token, companyId)));
    return link;
  }

  /** The company's own connection of the account, `null` if it is free, or `theirs` if another company linked it. */
  async function findOwner(tx: Tx, channel: LinkedAccount['channel'], name: string): Promise<number | 'theirs' | null> {
    const owner = await ownerOf(tx, channel, name);
    if (!owner) return null;
    return owner.companyId === tx.companyId ? Number(owner.rowId) : 'theirs';
  }

  async function join(actor: Actor, pages: ManagedPage[], addInstagram: boolean): Promise<FullConnection[]> {
    if (pages.length === 0) refuse('ERR_NO_PAGES');
    const linked = await db
      .inCompany(actor.companyId, async (tx) => {
        await connectionStore.lockCompany(tx);
        const rows: { id: number; page: ManagedPage }[] = [];
        for (const page of pages) {
          for (const account of accountsOf(page, addInstagram))
            rows.push({ id: await saveAccount(tx, actor, account), page });
        }
        return rows;
      })
      .catch((error: unknown) => {
        if (brokenConstraint(error) === 'directory_pkey') refuse('ERR_ACCOUNT_TAKEN');
        throw error;
      });
    for (const { page, id } of linked) await open(actor, id, page);
    return db.readCompany(actor.companyId, (tx) => Promise.all(linked.map(({ id }) => connections.inTx.get(tx, id))));
  }
  async function saveAccount(tx: Tx, actor: Actor, { channel, name, secrets }: LinkedAccount): Promise<number> {
    const owner = await findOwner(tx, channel, secrets[channel === 'facebook' ? 'pageId' : 'igId']!);
    if (owner === 'theirs') return refuse('ERR_ACCOUNT_TAKEN');
    if (owner !== null) {
      await connections.inTx.replaceSecrets(tx, owner, secrets);
      return owner;
    }
    return connections.inTx.addLinked(tx, actor, { channel, name: await freeName(tx, channel, name), secrets });
  }
  /** Subscribes first: a connection that receives no webhooks must not look connected. */
  async function open(actor: Actor, id: number, page: ManagedPage) {
    try {
      await mapMetaErrors(meta().subscribe(page.id, page.token));
      await connections.checkLinking(actor, id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await db.inCompany(actor.companyId, (tx) => connections.inTx.pause(tx, id, null, error.code));
    }
  }

  return {
    start: async (actor: Actor, origin: string): Promise<string> =>
      meta().dialogUrl(
        states.sign({ companyId: actor.companyId, userId: actor.userId, sessionId: actor.sessionId }),
        redirectUri(origin),
      ),
    /** Handles the browser's return without a bearer token. Returns the URL to redirect to, also after an error. */
    async callback(query: { state: string; code: string }, origin: string): Promise<string> {
      try {
        return `/connections?link=${await handleCallback(query, origin)}`;
      } catch (error) {
        if (error instanceof AppError) return `/connections?linkError=${error.code}`;
        throw error;
      }
    },
    async pages(actor: Actor, link: string): Promise<LinkablePage[]> {
      const { token } = await tokenOf(actor, link);
      const pages = await mapMetaErrors(meta().pages(token));
      return db.readCompany(actor.companyId, async (tx) => {
        const connectionOf = async (channel: LinkedAccount['channel'], name: string) => {
          const owner = await findOwner(tx, channel, name);
          return owner === 'theirs' ? null : owner;
        };
        const listed: LinkablePage[] = [];
        for (const { id, name, instagram } of pages)
          listed.push({
            id,
            name,
            instagram,
            whatsappId: await connectionOf('facebook', id),
            instagramWhatsappId: instagram && (await connectionOf('instagram', instagram.id)),
          });
        return listed;
      });
    },
    /** Links the chosen pages of a finished sign-in. */
    async joinChosen(actor: Actor, link: string, pageIds: readonly string[], addInstagram: boolean) {
      const { id, token } = await tokenOf(actor, link);
      const pages = await mapMetaErrors(meta().pages(token));
      const chosen = pages.filter((page) => pageIds.includes(page.id));
      const joined = await join(actor, chosen, addInstagram);
      // The token is used up. The row stays until its state has expired.
      await db.inCompany(actor.companyId, (tx) => linkStore.saveToken(tx, id, ''));
      return joined;
    },
    /** Links every page of a token that the caller supplies. */
    async joinAll(actor: Actor, userId: string, userToken: string, addInstagram: boolean) {
      const longLivedToken = await mapMetaErrors(meta().exchangeUserToken(userId, userToken));
      return join(actor, await mapMetaErrors(meta().pages(longLivedToken)), addInstagram);
    },
    prune: (companyId: number) => db.inCompany(companyId, (tx) => linkStore.prune(tx, clock.now())),
  };
}
export type MetaSignInFlow = ReturnType<typeof createMetaSignIn>;

function accountsOf({ id, name, token, instagram }: ManagedPage, addInstagram: boolean): LinkedAccount[] {
  const page: LinkedAccount = { channel: 'facebook', name, secrets: { accessToken: token, pageId: id } };
  if (!addInstagram || !instagram) return [page];
  const secrets = { accessToken: token, pageId: id, igId: instagram.id };
  return [page, { channel: 'instagram', name: instagram.name || name, secrets }];
}

/** Pages may share a name; connections of a channel may not. */
async function freeName(tx: Tx, channel: LinkedAccount['channel'], name: string): Promise<string> {
  const used = new Set(
    (await connectionStore.list(tx))
      .filter((connection) => connection.channel === channel)
      .map((connection) => connection.name.toLowerCase()),
  );
  const plain = name.replaceAll('\0', '').trim();
  for (let n = 1; ; n++) {
    const ending = n === 1 ? '' : ` ${n}`;
    const candidate = `${(plain.length < 2 ? `Meta ${plain}` : plain).slice(0, MAX_NAME_LENGTH - ending.length).trim()}${ending}`;
    if (!used.has(candidate.toLowerCase())) return candidate;
  }
}

/** Maps errors of Meta to error codes of the API. */
const mapMetaErrors = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (error instanceof OutcomeUnknown) return refuse('ERR_CHANNEL_DOWN');
    if (!(error instanceof NotSent) && !(error instanceof Refused)) throw error;
    const { code } = error.fault;
    throw new AppError(Object.hasOwn(errors, code) ? (code as ErrorCode) : 'ERR_LINK_REFUSED');
  });
