/** Apart from the recurrence, which the contract does not need. */
export const MAX_INTERVAL = 1000;
export const MAX_SENDS = 1000;
