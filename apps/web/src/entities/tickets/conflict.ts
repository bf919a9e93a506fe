import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { ApiError } from '../../lib/api.ts';

/** The open conversation that prevents creating or accepting a ticket: the API sends it as JSON text inside `error`. */
export interface Existing {
  uuid: string;
  userId: number | null;
  user: { name: string } | null;
  queue: { id: number; name: string } | null;
}

export function existingIn(error: unknown): Existing | null {
  if (!(error instanceof ApiError) || error.status !== 409 || !error.code.startsWith('{')) return null;
  try {
    const parsed = JSON.parse(error.code) as Partial<Existing>;
    if (typeof parsed.uuid !== 'string') return null;
    return { uuid: parsed.uuid, userId: parsed.userId ?? null, user: parsed.user ?? null, queue: parsed.queue ?? null };
  } catch {
    return null;
  }
}

export const existingOf = ({ uuid, userId, user, queue }: Ticket): Existing => ({ uuid, userId, user, queue });
