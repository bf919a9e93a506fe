import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useCan } from '../../lib/session.tsx';

/** Opens the form of a scheduled message to this contact; null where the plan has none. */
export function useScheduleFor(contactId: number): (() => void) | null {
  const navigate = useNavigate();
  const canSchedule = useCan('schedule.use');
  const open = useCallback(() => void navigate({ to: '/schedules', search: { contactId } }), [navigate, contactId]);
  return canSchedule ? open : null;
}
