import type { Contact } from '@balcao/contract/endpoints/contacts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { api } from '../../lib/api.ts';
import { useToast } from '../../ui/index.ts';

/** Opens the contact named in the address (`?contact=31`), as the palette links to it. */
export function useLinkedContact(onOpen: (contact: Contact) => void): void {
  const { contact } = useSearch({ strict: false }) as { contact?: unknown };
  const id = Number(contact);
  const navigate = useNavigate();
  const toast = useToast();
  const load = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const contactOfLink = await api.contacts.show({ params: { id } }, { signal });
      // The user has left the address before the contact arrived.
      if (signal.aborted) return;
      onOpen(contactOfLink);
    } catch (error) {
      if (signal.aborted) return;
      toast.failed(error);
    }
    void navigate({ to: '/contacts', search: {}, replace: true });
  });
  useEffect(() => {
    if (!Number.isSafeInteger(id) || id <= 0) return undefined;
    const request = new AbortController();
    void load(request.signal);
    return () => request.abort();
  }, [id]);
}
