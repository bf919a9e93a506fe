/** The specification of flows gives their toasts three seconds. */
export const TOAST_MS = 3000;
