import type { Connection } from '@balcao/contract/endpoints/connections';
import { useEffect, useState } from 'react';
import { useSessionAction } from '../../entities/connections/connections.api.ts';
import { useToast } from '../../ui/index.ts';

interface Pairing {
  id: number;
  /** The dialog is open; otherwise it opens when the first code arrives. */
  isVisible: boolean;
  /** The code shown when a new one was requested; null without a request. */
  outdated: string | null;
}

/**
 * State of the QR dialog. It opens by its button, or automatically for a session started on this page,
 * and closes when the session has no code any more.
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
    // A session that starts has no code yet: the former one may have shown another code after the request.
    else if (
      pairing.isVisible &&
      code === '' &&
      status !== 'OPENING' &&
      (pairing.outdated === null || status === 'DISCONNECTED')
    )
      setPairing(null);
  }, [pairing, status, code]);

  const expect = (id: number) => setPairing({ id, isVisible: false, outdated: '' });

  return {
    /** The connection whose dialog is open. */
    connection: pairing?.isVisible ? connection : undefined,
    isWaiting: pairing?.isVisible === true && (pairing.outdated !== null || status === 'OPENING'),
    show: (id: number) => setPairing({ id, isVisible: true, outdated: null }),
    /** For a new connection: opens the dialog when the first code arrives. */
    expect,
    start: (action: 'open' | 'renew', id: number) =>
      session.mutate({ action, id }, { onSuccess: () => expect(id), onError: toast.failed }),
    /** With a number, requests a pairing code for that phone instead of a QR code. */
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
