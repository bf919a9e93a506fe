import type { SandboxConnection } from '@balcao/contract/endpoints/sandbox';
import { useState } from 'react';
import { useSessionAction } from '../../entities/connections/connections.api.ts';
import { usePassTime, useSandboxClock, useSandboxThread } from '../../entities/sandbox/sandbox.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, useToast, type IconName } from '../../ui/index.ts';
import { FaultsDialog, hasFaults } from './faults-dialog.tsx';
import css from './sandbox.module.css';
import { sandboxTexts } from './sandbox.texts.ts';
import { useSandboxActions, type Player } from './use-sandbox-actions.ts';

const DAY_HOURS = 24;

/** Buttons for what the customer's phone, the clock and the network do next. */
export function ScenarioControls({ connection, customer }: Player) {
  const t = useTexts(sandboxTexts);
  const toast = useToast();
  const { perform } = useSandboxActions(connection);
  const clock = useSandboxClock(connection.id);
  const time = usePassTime(connection.id);
  const [isEditingFaults, setEditingFaults] = useState(false);
  const { data: thread } = useSandboxThread({ connectionId: connection.id, customerId: customer.id });
  const last = thread?.messages.findLast(({ fromCustomer, isDeleted }) => fromCustomer && !isDeleted);
  const customerId = customer.id;
  const ahead = connection.clockAheadHours;
  const setClock = (hours: number) => clock.mutate(hours, { onError: toast.failed });
  const pass = (minutes: number) =>
    time.mutate(minutes, { onSuccess: () => toast.done(t('passed', { minutes })), onError: toast.failed });
  const isFaulty = hasFaults(connection.faults);

  return (
    <section className={css.situation}>
      <h2>{t('situation')}</h2>
      <div className={css.grid}>
        <Button size="sm" icon="eye" onClick={() => void perform({ act: 'read', customerId })}>
          {t('readAll')}
        </Button>
        <Button size="sm" icon="edit" onClick={() => void perform({ act: 'type', customerId })}>
          {t('type')}
        </Button>
        <Button
          size="sm"
          icon="wifi-off"
          onClick={() => void perform({ act: 'online', customerId, isOnline: !customer.isOnline })}
        >
          {t(customer.isOnline ? 'goOffline' : 'goOnline')}
        </Button>
        <Button size="sm" icon="timer" busy={time.isPending} onClick={() => pass(10)}>
          {t('passTen')}
        </Button>
        <Button size="sm" icon="timer" busy={time.isPending} onClick={() => pass(60)}>
          {t('passHour')}
        </Button>
        <Button size="sm" icon="timer" busy={clock.isPending} onClick={() => setClock(DAY_HOURS)}>
          {t('dayAhead')}
        </Button>
        <Button size="sm" icon="image" onClick={() => void perform({ act: 'send', customerId, type: 'image' })}>
          {t('photo')}
        </Button>
        <Button
          size="sm"
          icon="trash"
          disabled={!last}
          onClick={() => last && void perform({ act: 'delete', customerId, wid: last.wid })}
        >
          {t('removeLast')}
        </Button>
      </div>
      {ahead > 0 && (
        <p className={css.strip}>
          <span>{t('ahead', { hours: ahead })}</span>
          <Button size="sm" kind="ghost" onClick={() => setClock(0)}>
            {t('backToNow')}
          </Button>
        </p>
      )}
      <h2>{t('network')}</h2>
      <div className={css.grid}>
        <SessionActions connection={connection} />
        <Button size="sm" icon={isFaulty ? 'alert' : 'sliders'} onClick={() => setEditingFaults(true)}>
          {t(isFaulty ? 'faultsOn' : 'faults')}
        </Button>
      </div>
      {connection.waiting > 0 && (
        <p className={css.strip} role="status">
          {connection.waiting === 1 ? t('waitingOne') : t('waiting', { count: connection.waiting })}
        </p>
      )}
      {isEditingFaults && <FaultsDialog connection={connection} onClose={() => setEditingFaults(false)} />}
    </section>
  );
}

type SimpleAction = 'scan' | 'renew-qr' | 'drop' | 'restore' | 'log-out';
type LabelKey = 'scan' | 'renewQr' | 'drop' | 'restore' | 'logOut';
const scan = { action: 'scan', label: 'scan', icon: 'qr' } as const;
const logOut = { action: 'log-out', label: 'logOut', icon: 'logout' } as const;

/** The actions on the session, by its state in the simulated network. */
const sessionActions: Record<
  SandboxConnection['session'],
  readonly { action: SimpleAction; label: LabelKey; icon: IconName }[]
> = {
  none: [],
  qrcode: [scan, { action: 'renew-qr', label: 'renewQr', icon: 'timer' }],
  open: [{ action: 'drop', label: 'drop', icon: 'wifi-off' }, logOut],
  dropped: [{ action: 'restore', label: 'restore', icon: 'power' }, logOut],
  'logged-out': [],
};

function SessionActions({ connection }: { connection: SandboxConnection }) {
  const t = useTexts(sandboxTexts);
  const toast = useToast();
  const { perform } = useSandboxActions(connection);
  const session = useSessionAction();
  const actions = sessionActions[connection.session];
  if (actions.length === 0)
    return (
      <Button
        size="sm"
        icon="power"
        busy={session.isPending}
        onClick={() => session.mutate({ action: 'renew', id: connection.id }, { onError: toast.failed })}
      >
        {t('connect')}
      </Button>
    );
  return actions.map(({ action, label, icon }) => (
    <Button key={action} size="sm" icon={icon} onClick={() => void perform({ act: action })}>
      {t(label)}
    </Button>
  ));
}
