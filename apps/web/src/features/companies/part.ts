import type { PlatformCompany } from '@balcao/contract/endpoints/platform';
import { createContext, use, useEffect } from 'react';

/** What each tab of the drawer gets. */
export interface PartProps {
  company: PlatformCompany;
}

/** Counts the forms of the open tab with unsaved changes. */
export const DirtyForms = createContext<(change: 1 | -1) => void>(() => {});

/** A form of a tab: while it has unsaved changes, the drawer asks before they are lost. */
export function useDirtyForm(isDirty: boolean): void {
  const count = use(DirtyForms);
  useEffect(() => {
    if (!isDirty) return undefined;
    count(1);
    return () => count(-1);
  }, [isDirty, count]);
}
