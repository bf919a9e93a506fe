import type { Connection } from '@balcao/contract/endpoints/connections';
import { useEffect, useState } from 'react';
import { useSessionAction } from '../../entities/connections/connections.api.ts';
import { useToast } from '../../ui/index.ts';

interface Pairing {
  id: number;
  /** The window is open; otherwise it opens as soon as there is a code. */
  isVisible: boolean;
  /** The code that was there when a new one was asked for; null when none was asked for. */
  outdated: string | null;
}

/**
 * The window with the code: it opens by a button, or by itself for a session that was started on this page,
 * and leaves when the session tells that there is no code any more.
 */
export function usePairing(connections: readonly Connection[]) {
  const toast = useToast();
  const session = useSessionAction();
  const [pairing, setPairing] = useState<Pairing | null>(null);
  const connection = connections.find(({ id }) => id === pairing?.id);
  const status = connection?.status;
  const code = connection?.status === 'qrcode' ? connection.qrcode || (connection.pairingCode ?? '') : '';

  useEffect(() => {
    if (!pairing || status === undefined) return;
    if (status === 'CONNECTED') setPairing(null);
    else if (pairing.outdated !== null && code !== '' && code !== pairing.outdated)
      setPairing({ id: pairing.id, isVisible: true, outdated: null });
    else if (pairing.isVisible && code === '' && (pairing.outdated === null || status === 'DISCONNECTED'))
      setPairing(null);
  }, [pairing, status, code]);

  const expect = (id: number) => setPairing({ id, isVisible: false, outdated: '' });

  return {
    /** To be shown, if any. */
    connection: pairing?.isVisible ? connection : undefined,
    isWaiting: pairing?.isVisible === true && pairing.outdated !== null,
    show: (id: number) => setPairing({ id, isVisible: true, outdated: null }),
    /** This one was just made: its first code is shown without asking. */
    expect,
    start: (action: 'open' | 'renew', id: number) =>
      session.mutate({ action, id }, { onSuccess: () => expect(id), onError: toast.failed }),
    /** With a number: a code that is typed into that phone, in place of a picture. */
    renew: (number?: string) => {
      if (!pairing) return;
      const { id } = pairing;
      setPairing({ id, isVisible: true, outdated: code });
      session.mutate(number === undefined ? { action: 'renew', id } : { action: 'open', id, number }, {
        onError: (error) => {
          toast.failed(error);
          setPairing({ id, isVisible: true, outdated: null });
        },
      });
    },
    leave: () => setPairing(null),
  };
}
