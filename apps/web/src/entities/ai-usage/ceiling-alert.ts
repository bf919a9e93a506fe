import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useCan, useSession } from '../../lib/session.tsx';

/** 80 % of a cent in millionths of a real. */
const ALERT_MICROS_PER_CENT = 8000;

/**
 * Whether most of the month's ceiling is spent; only for users who can change it, and not with an expired subscription.
 * In a file of its own for the shell.
 */
export function useIsCeilingNear(): boolean {
  const canManage = useCan('prompt.manage');
  const { actor } = useSession();
  const { data } = useQuery({ ...api.aiUsage.ceilings.query(), enabled: canManage && !actor.overdue });
  return data !== undefined && data.monthCents !== null && data.spentMicros >= data.monthCents * ALERT_MICROS_PER_CENT;
}
