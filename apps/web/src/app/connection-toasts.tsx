import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useWatchedConnections, wasEndedLocally } from '../entities/connections/connections.api.ts';
import type { VisibleConnection } from '../entities/connections/connections.updates.ts';
import { useTexts } from '../lib/use-texts.ts';
import { useToast } from '../ui/index.ts';
import { appTexts } from './app.texts.ts';

type Status = VisibleConnection['status'];

/** Notifies users who manage connections, on any screen, when a connection is lost and when it is back. */
export function ConnectionToasts() {
  const t = useTexts(appTexts);
  const toast = useToast();
  const navigate = useNavigate();
  const connections = useWatchedConnections();
  const states = useRef(new Map<number, ConnectionState>());

  useEffect(() => {
    for (const { id, name, status } of connections ?? []) {
      const before = states.current.get(id);
      const now = nextState(before, status);
      states.current.set(id, now);
      if (!before || before.status === status) continue;
      if (now.hasFallen && !before.hasFallen && !wasEndedLocally(id))
        toast.warn(t('connectionFell', { name }), {
          label: t('seeConnections'),
          onClick: () => void navigate({ to: '/connections' }),
        });
      if (status === 'CONNECTED' && (before.hasFallen || isPairing(before.status)))
        toast.done(t('connectionBack', { name }));
    }
  }, [connections, t, toast, navigate]);
  return null;
}

/** `hasFallen` stays true while a lost connection is reopened, possibly several times, until it is connected. */
interface ConnectionState {
  status: Status;
  wasUp: boolean;
  hasFallen: boolean;
}

function nextState(before: ConnectionState | undefined, status: Status): ConnectionState {
  if (status === 'CONNECTED') return { status, wasUp: true, hasFallen: false };
  const wasUp = before?.wasUp ?? false;
  return { status, wasUp, hasFallen: (before?.hasFallen ?? false) || (wasUp && isDown(status)) };
}

const isDown = (status: Status) => status === 'DISCONNECTED' || status === 'TIMEOUT' || status === 'qrcode';
const isPairing = (status: Status) => status === 'qrcode' || status === 'PAIRING';
