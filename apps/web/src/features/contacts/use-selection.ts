import type { Contact } from '@balcao/contract/endpoints/contacts';
import { useEffect, useState } from 'react';

export interface ContactSelection {
  /** In the order of the list. */
  contacts: readonly Contact[];
  has: (contact: Contact) => boolean;
  toggle: (contact: Contact) => void;
  /** Selects every loaded contact, or none. */
  setAll: (isSelected: boolean) => void;
  isAll: boolean;
  clear: () => void;
}

/** Selected contacts of the list. Contacts that leave the list leave the selection. Escape clears it. */
export function useSelection(rows: readonly Contact[], isDialogOpen: boolean): ContactSelection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const contacts = rows.filter(({ id }) => ids.has(id));
  const clear = () => setIds(new Set());
  const isActive = contacts.length > 0 && !isDialogOpen;
  useEffect(() => {
    if (!isActive) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) setIds(new Set());
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isActive]);
  return {
    contacts,
    has: ({ id }) => ids.has(id),
    toggle: ({ id }) =>
      setIds((before) => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      }),
    setAll: (isSelected) => setIds(new Set(isSelected ? rows.map(({ id }) => id) : [])),
    isAll: rows.length > 0 && contacts.length === rows.length,
    clear,
  };
}
