import type { Contact } from '@balcao/contract/endpoints/contacts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { api } from '../../lib/api.ts';
import { useToast } from '../../ui/index.ts';

interface ContactOfAddress {
  /** Names the contact in the address: `contact` in `?contact=31`. */
  parameter: string;
  /** Where the screen is without the parameter. */
  path: string;
  onOpen: (contact: Contact) => void;
}

/** Opens the contact named in the address of a screen, as other screens link to it. */
export function useContactOfAddress({ parameter, path, onOpen }: ContactOfAddress): void {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const id = Number(search[parameter]);
  const navigate = useNavigate();
  const toast = useToast();
  const load = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const contact = await api.contacts.show({ params: { id } }, { signal });
      // The user has left the address before the contact arrived.
      if (signal.aborted) return;
      onOpen(contact);
    } catch (error) {
      if (signal.aborted) return;
      toast.failed(error);
    }
    void navigate({ to: path, search: {}, replace: true });
  });
  useEffect(() => {
    if (!Number.isSafeInteger(id) || id <= 0) return undefined;
    const request = new AbortController();
    void load(request.signal);
    return () => request.abort();
  }, [id]);
}
