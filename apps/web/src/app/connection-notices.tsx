import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useWatchedConnections, wasEndedHere } from '../entities/connections/connections.api.ts';
import type { SeenConnection } from '../entities/connections/connections.live.ts';
import { useTexts } from '../lib/use-texts.ts';
import { useToast } from '../ui/index.ts';
import { appTexts } from './app.texts.ts';

type Status = SeenConnection['status'];

/** Tells those who manage connections, on whatever screen they are, when one falls and when it is back. */
export function ConnectionNotices() {
  const t = useTexts(appTexts);
  const toast = useToast();
  const navigate = useNavigate();
  const connections = useWatchedConnections();
  const known = useRef(new Map<number, Line>());

  useEffect(() => {
    for (const { id, name, status } of connections ?? []) {
      const before = known.current.get(id);
      const now = nextLine(before, status);
      known.current.set(id, now);
      if (!before || before.status === status) continue;
      if (now.hasFallen && !before.hasFallen && !wasEndedHere(id))
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

/** A line that stood and lies down: between the two it may be opened again and again without being up. */
interface Line {
  status: Status;
  wasUp: boolean;
  hasFallen: boolean;
}

function nextLine(before: Line | undefined, status: Status): Line {
  if (status === 'CONNECTED') return { status, wasUp: true, hasFallen: false };
  const wasUp = before?.wasUp ?? false;
  return { status, wasUp, hasFallen: (before?.hasFallen ?? false) || (wasUp && isDown(status)) };
}

const isDown = (status: Status) => status === 'DISCONNECTED' || status === 'TIMEOUT' || status === 'qrcode';
const isPairing = (status: Status) => status === 'qrcode' || status === 'PAIRING';
