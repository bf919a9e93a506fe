import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** Holds back every way out of a form with unsaved changes, until the user decides. */
export function useLeaveGuard(isDirty: boolean): { isAsking: boolean; leave: () => void; stay: () => void } {
  const { history } = useRouter();
  const [decide, setDecide] = useState<(isBlocked: boolean) => void>();
  useEffect(() => {
    if (!isDirty) return undefined;
    return history.block({
      enableBeforeUnload: true,
      blockerFn: () => new Promise<boolean>((resolve) => setDecide(() => resolve)),
    });
  }, [isDirty, history]);
  const settle = (isBlocked: boolean) => () => {
    setDecide(undefined);
    decide?.(isBlocked);
  };
  return { isAsking: decide !== undefined, leave: settle(false), stay: settle(true) };
}
