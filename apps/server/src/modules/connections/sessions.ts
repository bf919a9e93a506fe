import type { Actor } from '@balcao/domain/policy/actor';
import {
  NotSent,
  OutcomeUnknown,
  Refused,
  type Account,
  type Channel,
  type Channels,
  type ChannelEvent,
} from '../../channels/port.ts';
import type { ConnectionRow, NewConnection } from '../../infrastructure/db/schema/connections.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import type { AccountLinking } from './account-linking.ts';
import type { ConnectionKeys } from './connection-keys.ts';
import { connectionRecordStore } from './connection-records.store.ts';
import { connectionStore, type FullConnection } from './connections.store.ts';
import { LEASE_SECONDS, sessionLeaseStore } from './session-leases.store.ts';

interface Deps {
  db: Db;
  channels: Channels;
  channelOf(connection: ConnectionRow): Channel;
  accountOf(connection: ConnectionRow): Account;
  isReadable(connection: ConnectionRow): boolean;
  keys: Pick<ConnectionKeys, 'ensureReadable'>;
  linking: Pick<AccountLinking, 'isLinked' | 'connect'>;
  /** Called when a connected session ends. */
  onDisconnected(companyId: number, connectionId: number): void;
}
/** After this many QR codes without a scan the session stops until a user opens it again. */
const MAX_QR_CODES = 3;

/** Saves session state and emits `connection.session-changed`. */
export async function updateSession(tx: Tx, id: number, change: Partial<NewConnection>) {
  await connectionRecordStore.update(tx, id, change);
  tx.emit({ type: 'connection.session-changed', connectionId: id });
}

/** Channel sessions of connections: opened and closed by users, changed by events of the channel. */
export function createSessions(deps: Deps) {
  const { db, channels, channelOf, accountOf, linking, onDisconnected } = deps;
  const resetFields = { qrcode: '', pairingCode: '', qrTries: 0, pausedUntil: null, pausedBecause: '' };
  /** Calls the channel after the commit: its reply arrives as a webhook and must find the new status. */
  async function open(actor: Actor, id: number, isNewSession: boolean, pairingNumber?: string) {
    const existing = assertFound(
      await db.readCompany(actor.companyId, (tx) => connectionStore.byId(tx, id)),
      'ERR_NO_WAPP_FOUND',
    );
    // A linked account has no session. The channel checks its keys instead.
    if (linking.isLinked(existing) && channels(existing.provider)) return linking.connect(actor, id);
    const { connection, fence } = await db.inCompany(actor.companyId, async (tx) => {
      const before = assertFound(await connectionStore.lock(tx, id), 'ERR_NO_WAPP_FOUND');
      channelOf(before);
      const readable = await deps.keys.ensureReadable(tx, before);
      await updateSession(tx, id, { ...resetFields, status: 'OPENING' });
      return { connection: readable, fence: await sessionLeaseStore.reserve(tx, id, LEASE_SECONDS) };
    });
    await refuseIfUnreachable(channelOf(connection).session?.open(accountOf(connection), isNewSession, pairingNumber));
    await db.inCompany(actor.companyId, (tx) => sessionLeaseStore.markOpened(tx, id, fence));
  }
  async function close(actor: Actor, id: number) {
    const connection = await db.inCompany(actor.companyId, async (tx) => {
      const before = assertFound(await connectionStore.lock(tx, id), 'ERR_NO_WAPP_FOUND');
      // A linked account has no session to close, so only this reason stops its queued messages.
      const pausedBecause = linking.isLinked(before) ? 'ERR_WAPP_NOT_INITIALIZED' : '';
      await updateSession(tx, id, { ...resetFields, pausedBecause, status: 'DISCONNECTED' });
      return before;
    });
    if (!deps.isReadable(connection)) return;
    await refuseIfUnreachable(channels(connection.provider)?.session?.close(accountOf(connection), true));
  }

  /** A phone transfers old messages only when it pairs, so a connected session is closed and paired again. */
  async function pairAgain(actor: Actor, { id, status, provider, channel }: FullConnection): Promise<boolean> {
    if (status !== 'CONNECTED' || !channels(provider)?.abilities(channel).session) return false;
    await close(actor, id).catch(() => {});
    // If the channel cannot be reached, the lease holder retries.
    await open(actor, id, true).catch(() => {});
    return true;
  }

  return {
    open,
    close,
    pairAgain,
    inTx: {
      /** Applies a session event of the channel. */
      async handleSessionEvent(tx: Tx, id: number, event: Extract<ChannelEvent, { type: 'session' }>) {
        const before = await connectionStore.lock(tx, id);
        if (!before) return;
        if (before.status === 'CONNECTED' && event.status !== 'CONNECTED') onDisconnected(tx.companyId, id);
        if (event.status === 'qrcode') {
          // A closed or stopped session needs no code. Opening it sets OPENING first.
          if (before.status === 'DISCONNECTED') return;
          const qrTries = before.qrTries + 1;
          const isExhausted = qrTries > MAX_QR_CODES;
          return updateSession(
            tx,
            id,
            isExhausted
              ? { status: 'DISCONNECTED', qrcode: '', pairingCode: '', qrTries: 0 }
              : { status: 'qrcode', qrcode: event.qrcode ?? '', pairingCode: event.pairingCode ?? '', qrTries },
          );
        }
        // A rate limit of the channel outlives a reconnect.
        const isRateLimited =
          before.pausedUntil !== null &&
          before.pausedUntil > new Date() &&
          before.pausedBecause !== 'ERR_CHANNEL_DOWN' &&
          before.status !== 'DISCONNECTED';
        const isNewReason =
          // The earlier reason explains more than unanswered codes.
          (event.because !== 'ERR_SESSION_UNANSWERED' || before.pausedBecause === '') &&
          !(isRateLimited && event.status === 'OPENING');
        await updateSession(tx, id, {
          status: event.status,
          qrcode: '',
          pairingCode: '',
          ...(event.because !== undefined && isNewReason && { pausedBecause: event.because }),
          ...(event.status === 'CONNECTED' && {
            qrTries: 0,
            ...(!isRateLimited && { pausedUntil: null, pausedBecause: '' }),
            ...(event.number && { number: event.number }),
          }),
        });
      },
      /** Pauses a busy account until a time. Without a time the account is dead until a user connects it again. */
      async pause(tx: Tx, id: number, until: Date | null, because: string) {
        const before = until && (await connectionStore.lock(tx, id));
        // A longer pause or a final failure that another node saved stays.
        if (before && ((before.pausedUntil ?? until) > until || isDead(before))) return;
        await updateSession(
          tx,
          id,
          until ? { pausedUntil: until, pausedBecause: because } : { status: 'DISCONNECTED', pausedBecause: because },
        );
      },
    },
  };
}
export type ConnectionSessions = ReturnType<typeof createSessions>;

const isDead = ({ status, pausedBecause }: ConnectionRow): boolean => status === 'DISCONNECTED' && pausedBecause !== '';

/** Maps an unreachable channel to an error code. */
const refuseIfUnreachable = async (work: Promise<void> | undefined): Promise<void> =>
  work?.catch((error: unknown) => {
    if (error instanceof NotSent || error instanceof Refused || error instanceof OutcomeUnknown)
      refuse('ERR_WAPP_NOT_INITIALIZED');
    throw error;
  });
