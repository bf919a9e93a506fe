import { errors, type ErrorCode } from '@balcao/contract';
import {
  linkingFields,
  type ConnectionChange,
  type Linking,
  type LinkingFinding,
} from '@balcao/contract/endpoints/connections';
import type { Actor } from '@balcao/domain/policy/actor';
import type { z } from 'zod';
import { NotSent, OutcomeUnknown, Refused, type Account, type Channel } from '../../channels/port.ts';
import type { ConnectionRow } from '../../foundation/db/schema/connections.ts';
import { brokenConstraint, type Db, type Tx } from '../../foundation/db/tx.ts';
import { found, Refusal, refuse } from '../../foundation/refusal.ts';
import { last4 } from '../../foundation/secrets/secrets.ts';
import { connectionStore, type FullConnection } from './connections.store.ts';
import { accountNameOf, claimAccount, namingField, releaseAccounts } from './linked-accounts.ts';

type Given = NonNullable<z.output<typeof ConnectionChange>['linking']>;
interface Needs {
  db: Db;
  channelOf(connection: ConnectionRow): Channel;
  accountOf(connection: ConnectionRow): Account;
  seal(plain: string, companyId: number): string;
  step(tx: Tx, id: number, change: Parameters<typeof connectionStore.update>[2]): Promise<void>;
  /** Where people and channels reach us; without, whoever asks knows. */
  publicUrl: string | undefined;
  /** The platform has an app of its own, whose deliveries come in by its own door. */
  hasPlatformApp: boolean;
}

/** How an account of an official channel is linked: what was entered, and what the channel says to it. */
export function createLinking({ db, channelOf, accountOf, seal, step, publicUrl, hasPlatformApp }: Needs) {
  const isLinked = (connection: ConnectionRow): boolean => connection.provider === 'official';

  /** What was found wrong, in codes that have texts. A channel that cannot be asked now says nothing about the keys. */
  async function findings(connection: ConnectionRow) {
    const account = accountOf(connection);
    const own: LinkingFinding[] = [];
    if (!account.secrets['appSecret'] && !hasPlatformApp)
      own.push({ field: 'appSecret', error: 'ERR_LINKING_APP_SECRET', detail: '' });
    const channel = channelOf(connection);
    if (!channel.check) return { found: own };
    try {
      const { finding, ...told } = await channel.check(account);
      return { ...told, found: [...finding.map(({ field, fault }) => show(field, fault)), ...own] };
    } catch (fault) {
      if (fault instanceof Refused) return { found: [show('accessToken', fault.fault), ...own] };
      if (fault instanceof NotSent || fault instanceof OutcomeUnknown) return refuse('ERR_CHANNEL_DOWN');
      throw fault;
    }
  }
  const show = (field: string, { code, detail }: { code: string; detail: string }): LinkingFinding => ({
    field,
    error: Object.hasOwn(errors, code) ? code : 'ERR_CHANNEL_REFUSED',
    detail,
  });

  /** Asks the channel about everything that was entered. With nothing wrong it is connected from then on. */
  async function check(actor: Actor, id: number): Promise<LinkingFinding[]> {
    const before = await db.readCompany(actor.companyId, (tx) => connectionStore.byId(tx, id));
    const connection = found(before, 'ERR_NO_WAPP_FOUND');
    if (!isLinked(connection)) refuse('ERR_LINKING_NOT_OFFICIAL');
    const { found: wrong, ...told } = await findings(connection);
    return settle(actor.companyId, connection, wrong, told.number).catch((fault: unknown) => {
      // Two who link the same account at the same moment: one of them was first.
      if (brokenConstraint(fault) !== 'directory_pkey') throw fault;
      return settle(actor.companyId, connection, [...wrong, taken(connection)], undefined);
    });
  }
  const settle = (companyId: number, asked: FullConnection, wrong: LinkingFinding[], number: string | undefined) =>
    db.inCompany(companyId, async (tx) => {
      const now = found(await connectionStore.lock(tx, asked.id), 'ERR_NO_WAPP_FOUND');
      // Something else was entered while the channel was asked: its answer is about what was there before.
      if (now.secrets !== asked.secrets) refuse('ERR_LINKING_CHANGED');
      const isFree = wrong.length > 0 || (await claimAccount(tx, now.id, now.channel, accountOf(now).secrets));
      const all = isFree ? wrong : [taken(now)];
      const [first] = all;
      await step(
        tx,
        now.id,
        first
          ? { status: 'DISCONNECTED', pausedUntil: null, pausedBecause: first.error }
          : { status: 'CONNECTED', pausedUntil: null, pausedBecause: '', ...(number && { number }) },
      );
      return all;
    });
  const taken = ({ channel }: ConnectionRow): LinkingFinding => ({
    field: namingField(channel),
    error: 'ERR_ACCOUNT_TAKEN',
    detail: '',
  });

  return {
    isLinked,
    check,
    /** The same, for whoever wants it connected and nothing else. */
    async connect(actor: Actor, id: number): Promise<void> {
      const [first] = await check(actor, id);
      if (first) throw new Refusal(first.error as ErrorCode);
    },

    /** Only what was given; an empty text takes a key away. With another account it has to be checked again. */
    async enter(tx: Tx, connection: ConnectionRow, given: Given): Promise<void> {
      if (!isLinked(connection)) refuse('ERR_LINKING_NOT_OFFICIAL');
      const before = accountOf(connection).secrets;
      const secrets = { ...before };
      for (const field of linkingFields) {
        const value = given[field];
        if (value === undefined) continue;
        // What Meta asks us for must have an answer: a token that was taken away stays what it was.
        if (value !== '') secrets[field] = value;
        else if (field !== 'verifyToken') delete secrets[field];
      }
      await connectionStore.update(tx, connection.id, { secrets: seal(JSON.stringify(secrets), tx.companyId) });
      const { channel, id } = connection;
      if (accountNameOf(channel, before) === accountNameOf(channel, secrets)) return;
      await releaseAccounts(tx, [id]);
      await step(tx, id, { status: 'DISCONNECTED', number: '', pausedUntil: null, pausedBecause: '' });
    },

    /** For those who manage connections: what is set, and what Meta has to be given. Nothing that was entered is shown. */
    shown(connection: FullConnection, origin: string): Linking {
      if (!isLinked(connection)) refuse('ERR_LINKING_NOT_OFFICIAL');
      const { secrets } = accountOf(connection);
      const base = publicUrl ?? origin;
      const isOfPlatform = !secrets['appSecret'] && hasPlatformApp;
      return {
        fields: linkingFields.map((field) => {
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
export type LinkingRoom = ReturnType<typeof createLinking>;
