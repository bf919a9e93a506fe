/** The unsent text of a conversation on this computer: the composer stores it, the list shows it. */
import { useSession } from '../../lib/session.tsx';
import { useStored, writeStored } from '../../lib/stored.ts';

export interface LocalDraft {
  body: string;
  isPrivate: boolean;
  /** When it was stored. */
  at: string;
}

export const draftKey = (userId: number, ticketId: number): string => `balcao.draft.${userId}.${ticketId}`;

export const storeDraft = (key: string, draft: LocalDraft | null): void =>
  writeStored(key, draft && JSON.stringify(draft));

/** Null if nothing was typed. */
export function useLocalDraft(ticketId: number): LocalDraft | null {
  const [draft] = useStored<LocalDraft | null>(draftKey(useSession().user.id, ticketId), null);
  return draft?.body ? draft : null;
}
