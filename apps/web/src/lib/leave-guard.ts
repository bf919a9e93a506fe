import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

export interface LeaveGuard {
  isAsking: boolean;
  leave: () => void;
  stay: () => void;
  /** Runs `act`, which discards the form, at once or after the user decided to leave. */
  ask: (act: () => void) => void;
}

/** Holds back every way out of a form with unsaved changes, until the user decides. */
export function useLeaveGuard(isDirty: boolean): LeaveGuard {
  const { history } = useRouter();
  const [decide, setDecide] = useState<(isBlocked: boolean) => void>();
  // The act of a user who decided to leave may open another address: that is not asked again.
  const isLeaving = useRef(false);
  useEffect(() => {
    if (!isDirty) return undefined;
    isLeaving.current = false;
    return history.block({
      enableBeforeUnload: true,
      blockerFn: () => !isLeaving.current && new Promise<boolean>((resolve) => setDecide(() => resolve)),
    });
  }, [isDirty, history]);
  const settle = (isBlocked: boolean) => () => {
    setDecide(undefined);
    decide?.(isBlocked);
  };
  const ask = (act: () => void) => {
    if (!isDirty) return act();
    setDecide(() => (isBlocked: boolean) => {
      if (isBlocked) return;
      isLeaving.current = true;
      act();
    });
  };
  return { isAsking: decide !== undefined, leave: settle(false), stay: settle(true), ask };
}
