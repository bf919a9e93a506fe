/** Sessions of accounts: opened by scanning a code, or immediately on channels without one. */
import { createHash, randomBytes } from 'node:crypto';
import type { ChannelKind } from '../../port.ts';
import { abilities } from '../abilities.ts';
import type { Deliveries } from './deliveries.ts';
import type { PhoneAccount } from './phones.ts';

interface SessionDeps {
  deliveries(account: PhoneAccount): Deliveries;
  changed(): void;
  later(ms: number, work: () => void): () => void;
  /** How long a code is valid. */
  qrEveryMs: number;
}
/** After this many codes without a scan the session is closed. */
const MAX_QR_CODES = 4;

export function createSessions({ deliveries, changed, later, qrEveryMs }: SessionDeps) {
  const renewals = new Map<string, () => void>();

  const sendState = (
    account: PhoneAccount,
    state: 'qr' | 'ready' | 'closed',
    more: { qr?: string; reason?: string } = {},
  ) =>
    deliveries(account).enqueue({
      item: {
        event: 'session',
        state,
        qr: more.qr ?? '',
        phone: state === 'ready' ? account.number : '',
        reason: more.reason ?? '',
      },
    });
  function set(account: PhoneAccount, session: PhoneAccount['session']) {
    renewals.get(account.id)?.();
    renewals.delete(account.id);
    account.session = session;
    changed();
  }
  function connect(account: PhoneAccount) {
    set(account, 'open');
    sendState(account, 'ready');
    deliveries(account).resume();
  }
  function showQr(account: PhoneAccount, isFirst: boolean) {
    set(account, 'qrcode');
    account.qrsShown = isFirst ? 1 : account.qrsShown + 1;
    sendState(account, 'qr', { qr: `sandbox:${account.id}:${randomBytes(24).toString('base64url')}` });
    renewals.set(
      account.id,
      later(qrEveryMs, () => {
        if (account.session !== 'qrcode') return;
        if (account.qrsShown < MAX_QR_CODES) showQr(account, false);
        else {
          set(account, 'none');
          sendState(account, 'closed', { reason: 'the code was not scanned' });
        }
      }),
    );
  }

  return {
    open(account: PhoneAccount, reset: boolean): void {
      const isPaired = account.session === 'open' || account.session === 'dropped';
      if (!abilities[account.kind].session || (isPaired && !reset)) connect(account);
      else if (account.session !== 'qrcode' || reset) showQr(account, true);
      // Opened again while a code is shown, for example after a restart: sends a new code.
      else showQr(account, account.qrsShown >= MAX_QR_CODES);
    },
    close(account: PhoneAccount, forGood: boolean): void {
      if (forGood) set(account, 'none');
      else if (account.session === 'open') set(account, 'dropped');
    },
    play(account: PhoneAccount, action: 'scan' | 'renew-qr' | 'drop' | 'restore' | 'log-out'): void {
      const { session } = account;
      if (action === 'scan' && session === 'qrcode') connect(account);
      if (action === 'restore' && session === 'dropped') connect(account);
      if (action === 'renew-qr' && session === 'qrcode') showQr(account, false);
      if (action === 'drop' && session === 'open') {
        set(account, 'dropped');
        sendState(account, 'closed', { reason: 'the network dropped the session' });
      }
      if (action === 'log-out' && (session === 'open' || session === 'dropped')) {
        set(account, 'logged-out');
        sendState(account, 'closed', { reason: 'the device was removed on the phone' });
      }
    },
  };
}
export type Sessions = ReturnType<typeof createSessions>;

/** Stable per account; pages have none. */
export const numberFor = (kind: ChannelKind, accountId: string): string =>
  kind === 'facebook' || kind === 'instagram'
    ? ''
    : `5511${4000_0000 + (createHash('sha256').update(accountId).digest().readUInt32BE() % 10_000_000)}`;
