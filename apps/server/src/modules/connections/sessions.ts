import type { Actor } from '@balcao/domain/policy/actor';
import {
  NotSent,
  OutcomeUnknown,
  Refused,
  type Account,
  type Channel,
  type Channels,
  type Signal,
} from '../../channels/port.ts';
import type { ConnectionRow } from '../../foundation/db/schema/connections.ts';
import type { Db, Tx } from '../../foundation/db/tx.ts';
import { found, refuse } from '../../foundation/refusal.ts';
import { connectionStore, LEASE_SECONDS, type FullConnection } from './connections.store.ts';
import type { LinkingRoom } from './linking.ts';

interface Needs {
  db: Db;
  channels: Channels;
  channelOf(connection: ConnectionRow): Channel;
  accountOf(connection: ConnectionRow): Account;
  linking: Pick<LinkingRoom, 'isLinked' | 'connect'>;
  /** One that was up is not any more. */
  dropped(companyId: number, connectionId: number): void;
}
/** More unanswered QR codes than this, and the session rests until somebody asks again. */
const MOST_QR = 3;

/** Its session takes a step, whoever reports it. */
export async function step(tx: Tx, id: number, change: Parameters<typeof connectionStore.update>[2]) {
  await connectionStore.update(tx, id, change);
  tx.emit({ is: 'connection.session-changed', connectionId: id });
}

/** Whether an account is connected: begun and ended by people, told by the channel. */
export function createSessions({ db, channels, channelOf, accountOf, linking, dropped }: Needs) {
  const freshStart = { qrcode: '', pairingCode: '', qrTries: 0, pausedUntil: null, pausedBecause: '' };
  /** After the commit the channel is asked: what it answers comes back as a delivery, and must find the new status. */
  async function open(actor: Actor, id: number, afresh: boolean, pairingNumber?: string) {
    const known = found(
      await db.readCompany(actor.companyId, (tx) => connectionStore.byId(tx, id)),
      'ERR_NO_WAPP_FOUND',
    );
    // No session that could be opened: the channel is asked whether it takes the keys.
    if (linking.isLinked(known) && channels(known.provider)) return linking.connect(actor, id);
    const { connection, fence } = await db.inCompany(actor.companyId, async (tx) => {
      const before = found(await connectionStore.lock(tx, id), 'ERR_NO_WAPP_FOUND');
      channelOf(before);
      await step(tx, id, { ...freshStart, status: 'OPENING' });
      return { connection: before, fence: await connectionStore.reserve(tx, id, LEASE_SECONDS) };
    });
    await asked(channelOf(connection).session?.open(accountOf(connection), afresh, pairingNumber));
    await db.inCompany(actor.companyId, (tx) => connectionStore.handOver(tx, id, fence));
  }
  async function close(actor: Actor, id: number) {
    const connection = await db.inCompany(actor.companyId, async (tx) => {
      const before = found(await connectionStore.lock(tx, id), 'ERR_NO_WAPP_FOUND');
      // Without a session to end, nothing but this keeps what waits from leaving.
      const pausedBecause = linking.isLinked(before) ? 'ERR_WAPP_NOT_INITIALIZED' : '';
      await step(tx, id, { ...freshStart, pausedBecause, status: 'DISCONNECTED' });
      return before;
    });
    await asked(channels(connection.provider)?.session?.close(accountOf(connection), true));
  }

  /** Old messages come only with a new pairing: a session that is up ends, so that its phone is shown a new code. */
  async function pairAnew(actor: Actor, { id, status, provider, channel }: FullConnection): Promise<boolean> {
    if (status !== 'CONNECTED' || !channels(provider)?.abilities(channel).session) return false;
    await close(actor, id).catch(() => {});
    // Where the channel cannot be reached now, whoever holds sessions tries again.
    await open(actor, id, true).catch(() => {});
    return true;
  }

  return {
    open,
    close,
    pairAnew,
    /** What the channel says of a session. */
    async hear(tx: Tx, id: number, signal: Extract<Signal, { is: 'session' }>) {
      const before = await connectionStore.lock(tx, id);
      if (!before) return;
      if (before.status === 'CONNECTED' && signal.status !== 'CONNECTED') dropped(tx.companyId, id);
      if (signal.status === 'qrcode') {
        // Nobody waits for a code: it was ended, or it rests. Whoever asks for one makes it OPENING first.
        if (before.status === 'DISCONNECTED') return;
        const qrTries = before.qrTries + 1;
        const rests = qrTries > MOST_QR;
        return step(
          tx,
          id,
          rests
            ? { status: 'DISCONNECTED', qrcode: '', pairingCode: '', qrTries: 0 }
            : { status: 'qrcode', qrcode: signal.qrcode ?? '', pairingCode: signal.pairingCode ?? '', qrTries },
        );
      }
      // The channel has told it to write less: a line that was lost and came back does not change that.
      const isToldToWait =
        before.pausedUntil !== null &&
        before.pausedUntil > new Date() &&
        before.pausedBecause !== 'ERR_CHANNEL_DOWN' &&
        before.status !== 'DISCONNECTED';
      const isNews =
        // What was told before says more than that nobody read the codes that came of it.
        (signal.because !== 'ERR_SESSION_UNANSWERED' || before.pausedBecause === '') &&
        !(isToldToWait && signal.status === 'OPENING');
      await step(tx, id, {
        status: signal.status,
        qrcode: '',
        pairingCode: '',
        ...(signal.because !== undefined && isNews && { pausedBecause: signal.because }),
        ...(signal.status === 'CONNECTED' && {
          qrTries: 0,
          ...(!isToldToWait && { pausedUntil: null, pausedBecause: '' }),
          ...(signal.number && { number: signal.number }),
        }),
      });
    },
    /** A dead account rests until somebody connects it again; a busy one until it may be tried. */
    async pause(tx: Tx, id: number, until: Date | null, because: string) {
      const before = until && (await connectionStore.lock(tx, id));
      // Another node was told to wait longer, or that it is over altogether: that stands.
      if (before && ((before.pausedUntil ?? until) > until || isDead(before))) return;
      await step(
        tx,
        id,
        until ? { pausedUntil: until, pausedBecause: because } : { status: 'DISCONNECTED', pausedBecause: because },
      );
    },
  };
}

const isDead = ({ status, pausedBecause }: ConnectionRow): boolean => status === 'DISCONNECTED' && pausedBecause !== '';

/** A channel that cannot be asked now is no fault of ours. */
const asked = async (work: Promise<void> | undefined): Promise<void> =>
  work?.catch((fault: unknown) => {
    if (fault instanceof NotSent || fault instanceof Refused || fault instanceof OutcomeUnknown)
      refuse('ERR_WAPP_NOT_INITIALIZED');
    throw fault;
  });
