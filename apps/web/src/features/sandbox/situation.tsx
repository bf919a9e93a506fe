import type { SandboxConnection } from '@balcao/contract/endpoints/sandbox';
import { useState } from 'react';
import { useSessionAct } from '../../entities/connections/connections.api.ts';
import { usePassTime, useSandboxClock, useSandboxThread } from '../../entities/sandbox/sandbox.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, useToast, type IconName } from '../../ui/index.ts';
import { FaultsDialog, hasFaults } from './faults-dialog.tsx';
import css from './sandbox.module.css';
import { sandboxTexts } from './sandbox.texts.ts';
import { useActs, type Player } from './use-acts.ts';

const DAY_HOURS = 24;

/** One press each: what the customer's phone, the clock and the network may do next. */
export function Situation({ connection, customer }: Player) {
  const t = useTexts(sandboxTexts);
  const toast = useToast();
  const { act } = useActs(connection);
  const clock = useSandboxClock(connection.id);
  const time = usePassTime(connection.id);
  const [mending, setMending] = useState(false);
  const { data: thread } = useSandboxThread({ connectionId: connection.id, customerId: customer.id });
  const last = thread?.messages.findLast(({ fromCustomer, isDeleted }) => fromCustomer && !isDeleted);
  const customerId = customer.id;
  const ahead = connection.clockAheadHours;
  const go = (hours: number) => clock.mutate(hours, { onError: toast.failed });
  const pass = (minutes: number) =>
    time.mutate(minutes, { onSuccess: () => toast.done(t('passed', { minutes })), onError: toast.failed });
  const isFaulty = hasFaults(connection.faults);

  return (
    <section className={css.situation}>
      <h2>{t('situation')}</h2>
      <div className={css.grid}>
        <Button size="sm" icon="eye" onClick={() => void act({ act: 'read', customerId })}>
          {t('readAll')}
        </Button>
        <Button size="sm" icon="edit" onClick={() => void act({ act: 'type', customerId })}>
          {t('type')}
        </Button>
        <Button
          size="sm"
          icon="wifi-off"
          onClick={() => void act({ act: 'online', customerId, isOnline: !customer.isOnline })}
        >
          {t(customer.isOnline ? 'goOffline' : 'goOnline')}
        </Button>
        <Button size="sm" icon="timer" busy={time.isPending} onClick={() => pass(10)}>
          {t('passTen')}
        </Button>
        <Button size="sm" icon="timer" busy={time.isPending} onClick={() => pass(60)}>
          {t('passHour')}
        </Button>
        <Button size="sm" icon="timer" busy={clock.isPending} onClick={() => go(ahead + DAY_HOURS)}>
          {t('dayAhead')}
        </Button>
        <Button size="sm" icon="image" onClick={() => void act({ act: 'send', customerId, type: 'image' })}>
          {t('photo')}
        </Button>
        <Button
          size="sm"
          icon="trash"
          disabled={!last}
          onClick={() => last && void act({ act: 'delete', customerId, wid: last.wid })}
        >
          {t('removeLast')}
        </Button>
      </div>
      {ahead > 0 && (
        <p className={css.strip}>
          <span>{t('ahead', { hours: ahead })}</span>
          <Button size="sm" kind="ghost" onClick={() => go(0)}>
            {t('backToNow')}
          </Button>
        </p>
      )}
      <h2>{t('network')}</h2>
      <div className={css.grid}>
        <SessionActs connection={connection} />
        <Button size="sm" icon={isFaulty ? 'alert' : 'sliders'} onClick={() => setMending(true)}>
          {t(isFaulty ? 'faultsOn' : 'faults')}
        </Button>
      </div>
      {connection.waiting > 0 && (
        <p className={css.strip} role="status">
          {connection.waiting === 1 ? t('waitingOne') : t('waiting', { count: connection.waiting })}
        </p>
      )}
      {mending && <FaultsDialog connection={connection} onClose={() => setMending(false)} />}
    </section>
  );
}

type Simple = 'scan' | 'renew-qr' | 'drop' | 'restore' | 'log-out';
type Words = 'scan' | 'renewQr' | 'drop' | 'restore' | 'logOut';
const scan = { does: 'scan', words: 'scan', icon: 'qr' } as const;
const logOut = { does: 'log-out', words: 'logOut', icon: 'logout' } as const;

/** What can be done with the session, by what the network holds of it. */
const sessionActs: Record<SandboxConnection['session'], readonly { does: Simple; words: Words; icon: IconName }[]> = {
  none: [],
  qrcode: [scan, { does: 'renew-qr', words: 'renewQr', icon: 'timer' }],
  open: [{ does: 'drop', words: 'drop', icon: 'wifi-off' }, logOut],
  dropped: [{ does: 'restore', words: 'restore', icon: 'power' }, logOut],
  'logged-out': [],
};

function SessionActs({ connection }: { connection: SandboxConnection }) {
  const t = useTexts(sandboxTexts);
  const toast = useToast();
  const { act } = useActs(connection);
  const session = useSessionAct();
  const acts = sessionActs[connection.session];
  if (acts.length === 0)
    return (
      <Button
        size="sm"
        icon="power"
        busy={session.isPending}
        onClick={() => session.mutate({ act: 'renew', id: connection.id }, { onError: toast.failed })}
      >
        {t('connect')}
      </Button>
    );
  return acts.map(({ does, words, icon }) => (
    <Button key={does} size="sm" icon={icon} onClick={() => void act({ act: does })}>
      {t(words)}
    </Button>
  ));
}
