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
import type { ConnectionRow } from '../../infrastructure/db/schema/connections.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import { connectionStore, LEASE_SECONDS, type FullConnection } from './connections.store.ts';
import type { AccountLinking } from './account-linking.ts';

interface Deps {
  db: Db;
  channels: Channels;
  channelOf(connection: ConnectionRow): Channel;
  accountOf(connection: ConnectionRow): Account;
  linking: Pick<AccountLinking, 'isLinked' | 'connect'>;
  /** One that was up is not any more. */
  onDisconnected(companyId: number, connectionId: number): void;
}
/** More unanswered QR codes than this, and the session rests until somebody asks again. */
const MAX_QR_CODES = 3;

/** Its session takes a step, whoever reports it. */
export async function updateSession(tx: Tx, id: number, change: Parameters<typeof connectionStore.update>[2]) {
  await connectionStore.update(tx, id, change);
  tx.emit({ type: 'connection.session-changed', connectionId: id });
}

/** Whether an account is connected: begun and ended by people, told by the channel. */
export function createSessions({ db, channels, channelOf, accountOf, linking, onDisconnected }: Deps) {
  const resetFields = { qrcode: '', pairingCode: '', qrTries: 0, pausedUntil: null, pausedBecause: '' };
  /** After the commit the channel is asked: what it answers comes back as a delivery, and must find the new status. */
  async function open(actor: Actor, id: number, isNewSession: boolean, pairingNumber?: string) {
    const existing = assertFound(
      await db.readCompany(actor.companyId, (tx) => connectionStore.byId(tx, id)),
      'ERR_NO_WAPP_FOUND',
    );
    // No session that could be opened: the channel is asked whether it takes the keys.
    if (linking.isLinked(existing) && channels(existing.provider)) return linking.connect(actor, id);
    const { connection, fence } = await db.inCompany(actor.companyId, async (tx) => {
      const before = assertFound(await connectionStore.lock(tx, id), 'ERR_NO_WAPP_FOUND');
      channelOf(before);
      await updateSession(tx, id, { ...resetFields, status: 'OPENING' });
      return { connection: before, fence: await connectionStore.reserve(tx, id, LEASE_SECONDS) };
    });
    await refuseIfUnreachable(channelOf(connection).session?.open(accountOf(connection), isNewSession, pairingNumber));
    await db.inCompany(actor.companyId, (tx) => connectionStore.markOpened(tx, id, fence));
  }
  async function close(actor: Actor, id: number) {
    const connection = await db.inCompany(actor.companyId, async (tx) => {
      const before = assertFound(await connectionStore.lock(tx, id), 'ERR_NO_WAPP_FOUND');
      // Without a session to end, nothing but this keeps what waits from leaving.
      const pausedBecause = linking.isLinked(before) ? 'ERR_WAPP_NOT_INITIALIZED' : '';
      await updateSession(tx, id, { ...resetFields, pausedBecause, status: 'DISCONNECTED' });
      return before;
    });
    await refuseIfUnreachable(channels(connection.provider)?.session?.close(accountOf(connection), true));
  }

  /** Old messages come only with a new pairing: a session that is up ends, so that its phone is shown a new code. */
  async function pairAgain(actor: Actor, { id, status, provider, channel }: FullConnection): Promise<boolean> {
    if (status !== 'CONNECTED' || !channels(provider)?.abilities(channel).session) return false;
    await close(actor, id).catch(() => {});
    // Where the channel cannot be reached now, whoever holds sessions tries again.
    await open(actor, id, true).catch(() => {});
    return true;
  }

  return {
    open,
    close,
    pairAgain,
    /** What the channel says of a session. */
    async handleSessionEvent(tx: Tx, id: number, event: Extract<ChannelEvent, { type: 'session' }>) {
      const before = await connectionStore.lock(tx, id);
      if (!before) return;
      if (before.status === 'CONNECTED' && event.status !== 'CONNECTED') onDisconnected(tx.companyId, id);
      if (event.status === 'qrcode') {
        // Nobody waits for a code: it was ended, or it rests. Whoever asks for one makes it OPENING first.
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
      // The channel has told it to write less: a line that was lost and came back does not change that.
      const isRateLimited =
        before.pausedUntil !== null &&
        before.pausedUntil > new Date() &&
        before.pausedBecause !== 'ERR_CHANNEL_DOWN' &&
        before.status !== 'DISCONNECTED';
      const isNewReason =
        // What was told before says more than that nobody read the codes that came of it.
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
    /** A dead account rests until somebody connects it again; a busy one until it may be tried. */
    async pause(tx: Tx, id: number, until: Date | null, because: string) {
      const before = until && (await connectionStore.lock(tx, id));
      // Another node was told to wait longer, or that it is over altogether: that stands.
      if (before && ((before.pausedUntil ?? until) > until || isDead(before))) return;
      await updateSession(
        tx,
        id,
        until ? { pausedUntil: until, pausedBecause: because } : { status: 'DISCONNECTED', pausedBecause: because },
      );
    },
  };
}

const isDead = ({ status, pausedBecause }: ConnectionRow): boolean => status === 'DISCONNECTED' && pausedBecause !== '';

/** A channel that cannot be asked now is no fault of ours. */
const refuseIfUnreachable = async (work: Promise<void> | undefined): Promise<void> =>
  work?.catch((error: unknown) => {
    if (error instanceof NotSent || error instanceof Refused || error instanceof OutcomeUnknown)
      refuse('ERR_WAPP_NOT_INITIALIZED');
    throw error;
  });
