import { errors, type ErrorCode } from '@balcao/contract';
import {
  linkingFields,
  linkingFieldsOf,
  type ConnectionChange,
  type Linking,
  type LinkingField,
  type LinkingFinding,
} from '@balcao/contract/endpoints/connections';
import type { Actor } from '@balcao/domain/policy/actor';
import type { z } from 'zod';
import {
  NotSent,
  OutcomeUnknown,
  Refused,
  SHARED_PHONE_PER_SECOND,
  type Account,
  type AccountFacts,
  type Channel,
} from '../../channels/port.ts';
import type { ConnectionRow, NewConnection } from '../../infrastructure/db/schema/connections.ts';
import { brokenConstraint, type Db, type Tx } from '../../infrastructure/db/tx.ts';
import { assertFound, AppError, refuse } from '../../infrastructure/app-error.ts';
import { last4 } from '../../infrastructure/secrets/secrets.ts';
import type { ConnectionKeys } from './connection-keys.ts';
import { connectionStore, type FullConnection } from './connections.store.ts';
import {
  accountNameOf,
  claimAccount,
  accountKeyField,
  businessAccountOf,
  releaseAccounts,
  releaseBusinessAccount,
} from './linked-accounts.ts';

type LinkingInput = NonNullable<z.output<typeof ConnectionChange>['linking']>;
interface Deps {
  db: Db;
  channelOf(connection: ConnectionRow): Channel;
  accountOf(connection: ConnectionRow): Account;
  /** Without keys where they can no longer be opened. */
  accountOrEmpty(connection: ConnectionRow): Account;
  keys: ConnectionKeys;
  updateSession(tx: Tx, id: number, change: Partial<NewConnection>): Promise<void>;
  /** Public base URL of the server; without it the origin of the request is used. */
  publicUrl: string | undefined;
  /** The platform has its own Meta app, whose webhooks arrive at a shared URL. */
  hasPlatformApp: boolean;
}

/** Links the account of an official channel: stores the entered keys and checks them with the channel. */
export function createAccountLinking({
  db,
  channelOf,
  accountOf,
  accountOrEmpty,
  keys,
  updateSession,
  publicUrl,
  hasPlatformApp,
}: Deps) {
  const isLinked = (connection: ConnectionRow): boolean => connection.provider === 'official';

  /** Problems as error codes that have texts. An unreachable channel is an error, not a finding about the keys. */
  async function loadFindings(connection: ConnectionRow) {
    const account = accountOf(connection);
    const ownFindings: LinkingFinding[] = [];
    if (!account.secrets['appSecret'] && !hasPlatformApp)
      ownFindings.push({ field: 'appSecret', error: 'ERR_LINKING_APP_SECRET', detail: '' });
    const channel = channelOf(connection);
    if (!channel.check) return { found: ownFindings };
    try {
      const { finding, ...details } = await channel.check(account);
      return {
        ...details,
        found: [...finding.map(({ field, fault: error }) => toFinding(field, error)), ...ownFindings],
      };
    } catch (error) {
      if (error instanceof Refused) return { found: [toFinding('accessToken', error.fault), ...ownFindings] };
      if (error instanceof NotSent || error instanceof OutcomeUnknown) return refuse('ERR_CHANNEL_DOWN');
      throw error;
    }
  }

  /** Checks the keys with the channel. Without findings the connection is connected. */
  async function check(actor: Actor, id: number, pin?: string): Promise<LinkingFinding[]> {
    const before = await db.readCompany(actor.companyId, (tx) => connectionStore.byId(tx, id));
    const connection = assertFound(before, 'ERR_NO_WAPP_FOUND');
    if (!isLinked(connection)) refuse('ERR_LINKING_NOT_OFFICIAL');
    const pinFindings = pin === undefined ? [] : await register(channelOf(connection), accountOf(connection), pin);
    const { found, ...details } = await loadFindings(connection);
    const problems = [...pinFindings, ...found];
    return applyFindings(actor.companyId, connection, problems, details).catch((error: unknown) => {
      // Another connection linked the same account at the same moment.
      if (brokenConstraint(error) !== 'directory_pkey') throw error;
      return applyFindings(actor.companyId, connection, [...problems, takenFinding(connection)], {});
    });
  }
  const applyFindings = (
    companyId: number,
    checked: FullConnection,
    problems: LinkingFinding[],
    { number, portfolioId, isOnPhone }: AccountFacts,
  ) =>
    db.inCompany(companyId, async (tx) => {
      const now = assertFound(await connectionStore.lock(tx, checked.id), 'ERR_NO_WAPP_FOUND');
      // The keys changed while the channel checked the former ones.
      if (now.secrets !== checked.secrets) refuse('ERR_LINKING_CHANGED');
      const isFree = problems.length > 0 || (await claimAccount(tx, now.id, now.channel, accountOf(now).secrets));
      const all = isFree ? problems : [takenFinding(now)];
      const [first] = all;
      await updateSession(
        tx,
        now.id,
        first
          ? { status: 'DISCONNECTED', pausedUntil: null, pausedBecause: first.error }
          : {
              status: 'CONNECTED',
              pausedUntil: null,
              pausedBecause: '',
              ...(number && { number }),
              ...(portfolioId !== undefined && { portfolioId }),
              ...(isOnPhone !== undefined && { perSecond: isOnPhone ? SHARED_PHONE_PER_SECOND : null }),
            },
      );
      return all;
    });
  const takenFinding = ({ channel }: ConnectionRow): LinkingFinding => ({
    field: accountKeyField(channel),
    error: 'ERR_ACCOUNT_TAKEN',
    detail: '',
  });

  return {
    isLinked,
    check,
    /** Like `check`, but throws the first finding. */
    async connect(actor: Actor, id: number): Promise<void> {
      const [first] = await check(actor, id);
      if (first) throw new AppError(first.error as ErrorCode);
    },

    /** Saves the given keys; an empty text removes one. A different account must be checked again. */
    async saveKeys(tx: Tx, connection: ConnectionRow, input: LinkingInput): Promise<void> {
      if (!isLinked(connection)) refuse('ERR_LINKING_NOT_OFFICIAL');
      const current = await keys.ensureReadable(tx, connection);
      const before = accountOf(current).secrets;
      const secrets = { ...before };
      const allowed: readonly LinkingField[] = linkingFieldsOf(connection.channel);
      for (const field of linkingFields) {
        const value = input[field];
        if (value === undefined) continue;
        if (!allowed.includes(field)) refuse('ERR_VALIDATION', { field, rule: 'unknown' });
        // Meta sends the verify token, so it cannot be removed.
        if (value !== '') secrets[field] = value;
        else if (field !== 'verifyToken') delete secrets[field];
      }
      await keys.save(tx, current, secrets);
      const { channel, id } = connection;
      const [formerWaba, newWaba] = [businessAccountOf(channel, before), businessAccountOf(channel, secrets)];
      if (accountNameOf(channel, before) === accountNameOf(channel, secrets) && formerWaba === newWaba) return;
      await releaseAccounts(tx, [id]);
      const others = (await connectionStore.list(tx)).filter((other) => other.id !== id);
      if (formerWaba !== newWaba) await releaseBusinessAccount(tx, formerWaba, others.map(accountOrEmpty));
      await updateSession(tx, id, {
        status: 'DISCONNECTED',
        number: '',
        pausedUntil: null,
        pausedBecause: '',
        portfolioId: '',
      });
    },

    /** Which keys are set and the webhook data to enter at Meta. Entered keys are never shown. */
    present(connection: FullConnection, origin: string): Linking {
      if (!isLinked(connection)) refuse('ERR_LINKING_NOT_OFFICIAL');
      const { secrets } = accountOrEmpty(connection);
      const base = publicUrl ?? origin;
      const isOfPlatform = !secrets['appSecret'] && hasPlatformApp;
      return {
        fields: linkingFieldsOf(connection.channel).map((field) => {
          const value = secrets[field] ?? '';
          return { field, isSet: value !== '', last4: last4(value) };
        }),
        webhook: isOfPlatform
          ? { url: `${base}/webhooks/meta`, verifyToken: '', isOfPlatform }
          : {
              url: `${base}/webhooks/meta/${secrets['webhookKey'] ?? ''}`,
              verifyToken: secrets['verifyToken'] ?? '',
              isOfPlatform,
            },
      };
    },
  };
}
const toFinding = (field: string, { code, detail }: { code: string; detail: string }): LinkingFinding => ({
  field,
  error: Object.hasOwn(errors, code) ? code : 'ERR_CHANNEL_REFUSED',
  detail,
});

/** Registers the number; a refusal is a finding about the PIN. */
async function register(channel: Channel, account: Account, pin: string): Promise<LinkingFinding[]> {
  if (!channel.register || account.kind !== 'whatsappapi')
    return refuse('ERR_VALIDATION', { field: 'pin', rule: 'unknown' });
  try {
    await channel.register(account, pin);
    return [];
  } catch (error) {
    if (error instanceof Refused) return [toFinding('pin', error.fault)];
    if (error instanceof NotSent || error instanceof OutcomeUnknown) return refuse('ERR_CHANNEL_DOWN');
    throw error;
  }
}
export type AccountLinking = ReturnType<typeof createAccountLinking>;
